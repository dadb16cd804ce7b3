"""What a page declares of itself for machines: Open Graph, structured data, dates, authors, the software that made it.

It reads what the head and the body element say, and must not look at the text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from broadsheet.metadata.elements import elements_of
from broadsheet.metadata.stated.structured import Structured, types
from broadsheet.page import Page

__all__ = ["DECLARED", "OG", "declared_features"]

OG: Final = ("article", "video", "website", "product", "other")
_LD: Final = {
    "article": re.compile(r"(?:\w*Article|BlogPosting|Report|Reportage\w*|\w*NewsItem)$"),
    "live": re.compile(r"LiveBlogPosting$"),
    "video": re.compile(r"(?:VideoObject|Movie|Clip|TVEpisode|TVSeries|BroadcastEvent)$"),
    "gallery": re.compile(r"(?:ImageGallery|MediaGallery|VideoGallery)$"),
    "audio": re.compile(r"(?:AudioObject|PodcastEpisode|PodcastSeries|RadioEpisode|MusicRecording)$"),
    "list": re.compile(r"(?:ItemList|CollectionPage|SearchResultsPage|OfferCatalog|Blog|DataCatalog)$"),
    "product": re.compile(r"(?:Product|ProductGroup|Offer|AggregateOffer|SoftwareApplication|MobileApplication|"
                          r"VideoGame|Book|Vehicle|Accommodation)$"),
    "forum": re.compile(r"(?:DiscussionForumPosting|QAPage)$"),
    "questions": re.compile(r"(?:FAQPage|Question|Answer)$"),
    "service": re.compile(r"(?:Service|LocalBusiness|ContactPage|AboutPage|ProfilePage|Course|JobPosting|"
                          r"MovingCompany|Store|Electrician|HomeAndConstructionBusiness|Event|Place|\w+Business)$"),
    "documentation": re.compile(r"(?:TechArticle|APIReference|HowTo)$"),
    "page": re.compile(r"(?:WebPage|ItemPage)$"),
}  # fmt: skip
"""Types of structured data, by what they speak of."""
_SKIPPED: Final = re.compile(r"(?:ListItem|BreadcrumbList|ImageObject|Person|Organization|SearchAction|WebSite|Thing)$")

_PUBLISHED: Final = (
    "article:published_time", "article:published", "datepublished", "pubdate", "publishdate", "date", "dc.date",
    "dc.date.issued", "sailthru.date", "parsely-pub-date", "og:article:published_time", "publish-date",
    "originalpublicationdate", "dcterms.created",
)  # fmt: skip
_AUTHOR: Final = (
    "author", "article:author", "byl", "dc.creator", "parsely-author", "sailthru.author", "twitter:creator",
)  # fmt: skip

_BODY: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "story": frozenset("single post postid article story artikel beitrag singular newsarticle".split()),
        "list": frozenset(
            "archive category tag home front frontpage homepage section index listing search collection landing "
            "channel tax term topic".split()
        ),
        "page": frozenset("pageid page-id page-template node-type-page node-type-landing".split()),
        "shop": frozenset("product woocommerce shop shopify cart".split()),
        "forum": frozenset("forum thread discussion question bbpress".split()),
    }
)
"""Words in the names of the body element: publishing software tells there what the page is."""
_WORD: Final = re.compile(r"[a-z]+")
_WORDS: Final = re.compile(r"\w+")
_ARTICLE_ITEMS: Final = re.compile(r"schema\.org/(?:News|Blog|Tech)?(?:Article|Posting)\b")
_FORUM_ITEMS: Final = re.compile(r"schema\.org/(?:QAPage|DiscussionForum)")

DECLARED: Final = (
    "og_known", *(f"og_{kind}" for kind in OG), *(f"ld_{kind}" for kind in _LD), "ld_any", "ld_articles",
    "ld_headline", "ld_headline_as_title", "ld_published", "ld_author", "meta_published", "meta_modified",
    "meta_author", "meta_section", "itemprop_body", "items_article", "items_product", "items_forum", "amp", "oembed",
    "shortlink", "player_card", "card_labels", *(f"body_{kind}" for kind in _BODY),
)  # fmt: skip
"""The features, in order."""


def declared_features(page: Page, structured: Structured) -> dict[str, float]:
    """What a page says of itself, by name: flags and small numbers.

    Args:
        page: the page.
        structured: what was read of its structured data.
    """
    out: dict[str, float] = {}
    og = next(iter(structured.meta.get("og:type", ())), "").strip().lower()
    kind = og.split(".")[0].split(":")[-1]
    kind = {"news": "article", "blog": "website", "movie": "video", "tv_show": "video"}.get(kind, kind)
    out["og_known"] = float(bool(og))
    for name in OG:
        out[f"og_{name}"] = float(kind == name)
    out["og_other"] = float(bool(og) and kind not in OG)
    _linked_data(out, structured)
    meta = structured.meta
    out["meta_published"] = float(any(name in meta for name in _PUBLISHED))
    out["meta_modified"] = float("article:modified_time" in meta)
    out["meta_author"] = float(any(name in meta for name in _AUTHOR))
    out["meta_section"] = float("article:section" in meta or "article:tag" in meta)
    out["amp"] = float("amphtml" in structured.links)
    out["oembed"] = float("prev" in structured.links or "next" in structured.links)
    out["shortlink"] = float("shortlink" in structured.links)
    card = next(iter(meta.get("twitter:card", ())), "")
    out["player_card"] = float(card == "player" or "og:video" in meta or "og:video:url" in meta)
    # Two labels: the author and the minutes to read. One: the minutes of a page without an author.
    out["card_labels"] = float("twitter:label1" in meta) + float("twitter:label2" in meta)
    elements = elements_of(page)
    items = [elements.value(row, "itemtype") for row in elements.having("itemtype")]
    out["items_article"] = float(min(8, sum(_ARTICLE_ITEMS.search(item) is not None for item in items)))
    out["items_product"] = float(min(4, sum("schema.org/Product" in item for item in items)))
    out["items_forum"] = float(min(4, sum(_FORUM_ITEMS.search(item) is not None for item in items)))
    properties = [elements.value(row, "itemprop") for row in elements.having("itemprop")]
    out["itemprop_body"] = float("articleBody" in properties)
    out |= _body_features(f"{elements.value(page.body, 'class')} {elements.value(page.body, 'id')}")
    return out


def _linked_data(out: dict[str, float], structured: Structured) -> None:
    found = Counter(name for thing in structured.objects for kind in types(thing) for name in _spoken_of(kind))
    for name in _LD:
        out[f"ld_{name}"] = float(name in found)
    out["ld_any"] = float(bool(structured.objects))
    out["ld_articles"] = float(min(6, found["article"]))
    article = structured.article
    headline = article.get("headline")
    out["ld_headline"] = float(bool(headline))
    out["ld_headline_as_title"] = _common(headline, structured.title) if isinstance(headline, str) else 0.0
    out["ld_published"] = float(bool(article.get("datePublished")))
    out["ld_author"] = float(bool(article.get("author")))


@lru_cache(maxsize=1024)
def _spoken_of(kind: str) -> tuple[str, ...]:
    """What a type of structured data speaks of."""
    if _SKIPPED.search(kind):
        return ()
    return tuple(name for name, pattern in _LD.items() if pattern.search(kind) is not None)


def _common(one: str, other: str | None) -> float:
    """Share of the words of one text that are in another."""
    words = set(_WORDS.findall(one.lower()))
    return len(words & set(_WORDS.findall((other or "").lower()))) / len(words) if words else 0.0


def _body_features(names: str) -> dict[str, float]:
    """What the body element's class and id say."""
    names = names.lower()
    words = set(_WORD.findall(names))
    tokens = set(names.split())
    words |= {name for name in _BODY["page"] if any(token.startswith(name) for token in tokens)}
    return {f"body_{kind}": float(bool(words & known)) for kind, known in _BODY.items()}
