"""The evidence of a page in words, the weightiest first.

It words what `evidence` found, in the order in which the model's linear part weighs it, and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from operator import itemgetter
from typing import Final

import numpy as np

from broadsheet.identify.address import ADDRESS
from broadsheet.identify.evidence import NAMES, Evidence
from broadsheet.identify.signs import SIGNS
from broadsheet.page.arrays import FloatArray

__all__ = ["reasons"]

_MOST: Final = 6
"""Sentences of a verdict."""


def _count(logarithm: float) -> int:
    return round(math.expm1(logarithm))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _headlines(e: Evidence) -> str | None:
    linked, unlinked = _count(e["headings_elsewhere"]), _count(e["headings_unlinked"])
    if not linked + unlinked:
        return "no headlines"
    return f"{linked} of {linked + unlinked} headlines link elsewhere"


def _prose(e: Evidence) -> str:
    if not e.characters:
        return "no running text"
    paragraphs = _count(e["prose_segments"])
    where = "one paragraph" if paragraphs == 1 else f"{paragraphs} paragraphs"
    return f"{e.characters:,} characters of running text in {where}, {_percent(e['prose_share'])} of the page"


def _together(e: Evidence) -> str | None:
    if math.isnan(e["one_parent"]) or _count(e["prose_segments"]) < 2:
        return None
    return f"{_percent(e['one_parent'])} of the running text stands in one element"


def _posts(e: Evidence) -> str | None:
    parts = _count(e["posts"])
    if parts < 4 or e["post_share"] < 0.5:
        return None
    return f"{parts} parts of one shape hold {_percent(e['post_share'])} of the running text"


def _short(e: Evidence) -> str | None:
    return "the title has no more than three words" if e["short_title"] and e["title_words"] else None


def _teasers(e: Evidence) -> str | None:
    if math.isnan(e["teaser_share"]) or e["teaser_share"] < 0.2:
        return None
    return f"{_percent(e['teaser_share'])} of the running text stands under links"


def _links(e: Evidence) -> str | None:
    links = _count(e["headline_links"])
    if not links:
        return "no links as long as headlines"
    return f"{links} links as long as headlines, {_percent(e['headline_link_share'])} of the text"


def _open_graph(e: Evidence) -> str | None:
    if not e["og_known"]:
        return None
    kind = next((name for name in ("article", "video", "website", "product") if e[f"og_{name}"]), None)
    return f"og:type is {kind}" if kind else "og:type is neither article nor website"


_DECLARED: Final = {
    "live": "a live blog", "video": "a video", "gallery": "a gallery", "audio": "a recording", "product": "a product",
    "forum": "a discussion", "documentation": "a technical text", "list": "a list", "service": "a service or a place",
}  # fmt: skip


def _structured(e: Evidence) -> str | None:
    if e["ld_article"]:
        number = int(e["ld_articles"])
        return "structured data declares an article" if number == 1 else f"structured data declares {number} articles"
    named = [words for name, words in _DECLARED.items() if e[f"ld_{name}"]]
    if named:
        return f"structured data declares {', '.join(named[:2])} and no article"
    return "structured data declares no article" if e["ld_any"] else None


def _dated(e: Evidence) -> str | None:
    if e["meta_published"] or e["ld_published"]:
        return "a date of publication is declared"
    if not e["page_undated"]:
        return None
    return "no date is declared or stands near the heading" if e["h1"] else "no date is declared"


def _signed(e: Evidence) -> str | None:
    if e["ld_author"] or e["meta_author"]:
        return "an author is declared"
    return "a byline stands near the heading" if e["byline_near"] == 1 else None


def _named(e: Evidence) -> str | None:
    """What publishing software calls the page in the names of its body element."""
    if e["body_story"] == e["body_list"]:
        return None
    return "its software calls the page a single story" if e["body_story"] else "its software calls the page a list"


def _heading(e: Evidence) -> str | None:
    if not e["h1"]:
        return "no main heading"
    if e["h1_as_title"] > 0.5 and e["prose_after_h1"] > 0.5:
        return "the main heading repeats the title, and the running text follows it"
    if e["h1_linked"]:
        return "the main heading is a link"
    return None


def _address(e: Evidence) -> str | None:
    if not e["url_known"]:
        return None
    said = []
    if e["url_root"]:
        said.append("is that of a site, not of a page")
    if e["url_date"]:
        said.append("has a date")
    elif e["url_section"]:
        said.append("is short and has no number, like that of a section")
    if e["url_last_hyphens"] >= 4:
        said.append("ends like a headline")
    if e["url_last_number"] >= 5:
        said.append("ends with a number")
    words = {
        "video": "a video", "gallery": "a gallery", "audio": "a recording", "index": "a section or a list",
        "forum": "a discussion", "product": "a shop", "service": "a service page", "documentation": "documentation",
        "live": "live coverage",
    }  # fmt: skip
    if e["url_legal"]:
        said.append("is that of a legal text")
    named = [words[name] for name in words if e[f"url_{name}"] == 1]
    if named:
        said.append(f"speaks of {' or '.join(named[:2])}")
    return f"the address {', '.join(said)}" if said else None


def _form(e: Evidence) -> str | None:
    """The form that the headlines of stories have, and no other's."""
    said = [words for name, words in _FORMS.items() if e[f"says_{name}"]]
    return f"the headline {' and '.join(said)}" if said else None


_FORMS: Final = {"question": "asks or promises an answer", "guide": "counts, compares or advises", "year": "has a year"}


def _phrase(name: str, words: str) -> Callable[[Evidence], str | None]:
    return lambda e: words if e[f"says_{name}"] > 0 else None


def _software(e: Evidence) -> str | None:
    return "its parts have the names that software for forums gives" if e["forum_software"] else None


def _counted(name: str, words: str) -> Callable[[Evidence], str | None]:
    return lambda e: f"{_count(e[f'says_{name}'])} {words}" if _count(e[f"says_{name}"]) > 1 else None


def _players(e: Evidence) -> str | None:
    if not e["players"]:
        return None
    return "a player stands before the running text" if e["media_before_prose"] else "players on the page"


def _code(e: Evidence) -> str | None:
    return f"{_percent(e['code_share'])} of the text is code" if e["code_share"] > 0.03 else None


_REASONS: Final[tuple[tuple[Callable[[Evidence], str | None], tuple[str, ...]], ...]] = (
    (
        _headlines,
        (
            "headings",
            "headings_linked_share",
            "headings_elsewhere",
            "headings_unlinked",
            "headings_alike",
            "headings_size",
            "headings_per_prose",
            "h2_prose_share",
            "holder_linked_headings",
            "articles_linked",
            "linked_headlines",
            "cards",
            "cards_share",
        ),
    ),
    (
        _prose,
        (
            "log_prose",
            "prose_share",
            "prose_segments",
            "long_prose",
            "longest",
            "longest_run",
            "run_share",
            "mean_prose",
            "prose_ends",
            "quotes",
            "prose_marks",
            "little_prose",
            "least_prose",
            "low_share",
        ),
    ),
    (_together, ("one_parent", "parents_a_prose", "holder_share", "prose_in_p", "regular_prose", "article_largest")),
    (_posts, ("posts", "post_share", "thread", "similar_prose")),
    (_short, ("title_words", "short_title", "few_words_h1", "short_h1", "shorter_h1")),
    (_teasers, ("teaser_share", "holder_links", "run_links", "ellipsis", "says_more")),
    (
        _links,
        (
            "headline_links",
            "headline_link_share",
            "headline_links_before",
            "links_a_prose",
            "link_share",
            "regular_links",
            "regular_share",
            "log_links",
            "image_links",
            "story_links",
            "story_links_a_prose",
        ),
    ),
    (_open_graph, ("og_known", "og_article", "og_video", "og_website", "og_product", "og_other")),
    (_structured, tuple(name for name in NAMES if name.startswith(("ld_", "items_")) and name != "ld_published")),
    (_dated, ("meta_published", "ld_published", "date_near", "time_near", "page_undated")),
    (_signed, ("meta_author", "ld_author", "byline_near", "says_byline", "card_labels")),
    (_named, ("body_story", "body_list", "body_page")),
    (_heading, ("h1", "h1_linked", "h1_size", "h1_as_title", "h1_position", "h1_to_prose", "prose_after_h1")),
    (_address, (*ADDRESS, "section_like", "slug_words", "slug_in_title")),
    (_phrase("error", "the page speaks of an error"), ("says_error",)),
    (_phrase("wall", "the page asks to subscribe, to sign in or to consent"), ("says_wall", "passwords")),
    (_phrase("legal", "the title is that of a legal or contact page"), ("says_legal", "legal_title")),
    (_phrase("video", "the title is that of a film"), ("says_video",)),
    (_phrase("gallery", "the title is that of a series of pictures"), ("says_gallery", "slides")),
    (_phrase("audio", "the title is that of a recording"), ("says_audio",)),
    (_counted("shop", "lines of a shop (cart, prices, filters)"), ("says_shop", "prices")),
    (_counted("forum", "lines of a discussion (replies, votes, members)"), ("says_forum", "people_links")),
    (_phrase("forum_name", "the title is that of a forum"), ("says_forum_name",)),
    (_software, ("forum_software", "made_by_forum")),
    (_form, ("says_question", "says_guide", "says_year")),
    (_phrase("parts", "headings of the parts of a text (introduction, conclusion, sources)"), ("says_parts",)),
    (_phrase("cart", "buttons that put something into a cart"), ("says_cart", "price_near")),
    (_counted("call", "calls to act (get started, sign up)"), ("says_call", "buttons", "forms")),
    (_players, ("players", "media_before_prose", "videos", "audios", "player_card")),
    (_code, ("code", "code_share")),
)
"""How each group of features is worded."""
_LEADING: Final = {
    "error": frozenset({"says_error"}),
    "forum": frozenset({"ld_forum", "url_forum", "says_forum", "says_forum_name", "forum_software"}),
    "wall": frozenset({"says_wall", "passwords"}),
    "service": frozenset({"says_legal", "url_legal"}),
    "video": frozenset({"ld_video", "og_video", "url_video", "says_video", "players"}),
    "gallery": frozenset({"ld_gallery", "url_gallery", "says_gallery"}),
    "audio": frozenset({"ld_audio", "url_audio", "says_audio", "players"}),
    "other": frozenset({"log_text", "log_prose"}),
}
"""What the rules look at."""
_HALF: Final = 0.5
_INDEX: Final = {name: number for number, name in enumerate(NAMES)}
_GROUPS: Final = np.array([[float(name in names) for name in NAMES] for _, names in _REASONS])
"""Which features each sentence is of, shape (sentences, features)."""


_LISTINGS: Final = {
    "profile": "the page is declared to be somebody's profile",
    "collection": "the page calls itself a collection, and its articles begin with links",
    "archive": "the address is that of an archive, and the articles on the page begin with links",
}


def reasons(evidence: Evidence, contributions: FloatArray, rule: str | None = None) -> tuple[str, ...]:
    """The evidence of a page in words.

    Args:
        evidence: what was found.
        contributions: what each feature adds to the log-odds of an article, shape (len(NAMES),).
        rule: the kind that a rule told, whose evidence comes first.
    """
    weights = (_GROUPS @ _shared_out(evidence, contributions)).tolist()
    leading = _LEADING.get(rule or "", frozenset())
    ranked = []
    for (words, names), weight in zip(_REASONS, weights, strict=True):
        leads = bool(leading) and any(evidence[name] >= _HALF for name in leading.intersection(names))
        ranked.append(((not leads, -abs(weight)), words))
    ranked.sort(key=itemgetter(0))
    found: list[tuple[tuple[bool, float], str]] = []
    for rank, words in ranked:
        if len(found) >= _MOST and rank > found[-1][0]:
            break
        said = words(evidence)
        if said is not None:
            found.append((rank, said))
    found.sort()
    listing = (_LISTINGS[evidence.listing],) if rule == "index" else ()
    return (*listing, *(said for _, said in found))[:_MOST]


def _shared_out(evidence: Evidence, contributions: FloatArray) -> FloatArray:
    """The contributions, with those of counted signs given to the signs that are there, or to all where none is."""
    out: list[float] = contributions.tolist()
    found = evidence.by_name
    for kind, signs in SIGNS.items():
        there = [name for name, least in signs.items() if found[name] > least] or list(signs)
        share = out[_INDEX[f"signs_{kind}"]] / len(there)
        for name in there:
            out[_INDEX[name]] += share
    return np.array(out)
