"""The verdict on a page or URL, by the package's models and by rules for rare kinds, with its reasons.

Rules recognise errors, walls, videos, galleries, recordings, legal texts, discussions, live coverage and empty pages.
The corpora have too few of them to learn from, and they have plain signs: hardly any running text, and a phrase, a
declaration or a player instead. A rule overrules the model unless all other evidence is for an article. Amounts are
logarithms.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final, cast

import numpy as np

from broadsheet.article import PageKind, Verdict
from broadsheet.facts import Facts
from broadsheet.page import Page, checked_address, page_of
from broadsheet.page.arrays import FloatArray
from broadsheet.patterns import pattern
from broadsheet.verdict.evidence import ADDRESS, DATED, FEATURES, OPEN_GRAPH, SIGNS, Evidence, address_features, gather
from broadsheet.verdict.model import load

__all__ = ["SELDOM", "by_rule", "by_signs", "identify", "identify_url", "is_live", "judge"]

SELDOM: Final = 0.1  # highest probability of an article if a rule gives another kind
_OF_ANOTHER_SCHEME: Final = pattern(r"\s*(?!https?:)[a-z][a-z0-9+-]*:", re.IGNORECASE)
"""A scheme (RFC 3986, section 3.1), without dots: ``www.courier.example:443`` has none."""

# Limits as logarithms, log(1 + amount); the amount is in brackets.
LITTLE_PROSE: Final = 6.5  # running text of a page that may be something else (650 characters)
HARDLY_ANY_PROSE: Final = 5.7  # running text of a form to sign in (300)
LITTLE_TEXT: Final = 5.3
"""All text, menus included, of a page without an article (200). The shortest article page of the corpora has 270."""
HARDLY_ANY_TEXT: Final = 4.1  # the same if Open Graph declares an article, which may be a picture and a line (60)
MANY_LINKS: Final = 2.0  # headlines that link elsewhere, of a list; or links as long as headlines, of teasers (6)
MANY_OF_MENUS: Final = 2.5  # links of a page with menus, where a call to consent is a banner (11)
MANY_CARDS: Final = 2.7  # cards whose headlines link elsewhere, of a list of products (14)
MANY_PICTURES: Final = 1.9  # pictures of a gallery (6)
MANY_TIMES: Final = 1.3  # times on a page of live coverage (3)
TWO_PARAGRAPHS: Final = 1.0  # paragraphs of running text (2)
# Numbers of signs of a kind.
MIN_SIGNS: Final = 2  # signs that suffice; products need more, as shops also show them in lists
FORUM_SIGNS, FORUM_SIGNS_OF_ARTICLE = 3, 4  # signs that overrule the model; the second if comments may cause them
# Probabilities of an article.
SURE: Final = 0.9  # from here on, a single phrase, form or player does not make a page something else
LIKELY: Final = 0.8  # from here on, comments below an article do not make it a forum
_ARTICLE: Final = ("og_article", "ld_article")

MAX_REASONS: Final = 6  # most reasons in a verdict
MIN_TEASER_SHARE: Final = 0.2  # smallest share of running text below linked headlines that is a reason
MIN_CODE_SHARE: Final = 0.03  # smallest share of code that is a reason
_KINDS: Final = {
    "live": "live coverage", "video": "a video", "gallery": "a gallery", "audio": "a recording",
    "index": "a section or a list", "product": "a product", "forum": "a discussion", "documentation": "documentation",
    "list": "a list", "service": "a service",
}  # fmt: skip
"""The kinds of pages that structured data and URLs name, in words."""
_FLAGS: Final = (
    ("says_error", "", "the page reports an error"),
    ("says_wall passwords", "", "the page asks visitors to subscribe, sign in or consent"),
    ("says_legal", "legal_title", "the title is that of a legal or contact page"),
    ("says_video", "", "the title is that of a video"),
    ("says_gallery", "named_gallery", "the title is that of a gallery"),
    ("says_audio", "", "the title is that of a recording"),
    ("says_forum_name", "", "the title is that of a forum"),
    ("says_question", "", "the headline asks a question or promises an answer"),
    ("says_guide", "", "the headline is that of a list, comparison or guide"),
    ("says_cart", "price_near", "there are buttons that add to a cart"),
    ("players", "player_card", "there are video or audio players"),
)
"""Features that give a reason if any is above zero, others whose weights are added to theirs, and the reason."""
_COUNTS: Final = (
    ("says_shop", "named_product", "lines typical of a shop (cart, prices, filters)"),
    ("says_forum", "people_links named_user", "lines typical of a discussion (replies, votes, members)"),
    ("says_call", "named_hero", "calls to action (get started, sign up)"),
)
"""The same for counts."""
_OF_ADDRESS: Final = " ".join(["url_section url_story url_last_hyphens", *(f for f in FEATURES if f[:4] == "url_")])
_LEADING: Final = {
    "error": {"says_error"},
    "forum": {"ld_forum", "url_forum", "says_forum", "says_forum_name", "forum_software"},
    "wall": {"says_wall", "passwords"},
    "service": {"says_legal", "url_legal"},
    "video": {"ld_video", "og_video", "url_video", "says_video", "players"},
    "gallery": {"ld_gallery", "url_gallery", "says_gallery"},
    "audio": {"ld_audio", "url_audio", "says_audio", "players"},
    "other": {"log_text", "log_prose"},
}
"""The features whose reasons come first, for each kind that a rule gives."""


def identify(
    html: str | bytes | bytearray | memoryview | Page, *, url: str | None = None, charset: str | None = None
) -> Verdict:
    """Judge whether a page holds an article.

    Args:
        html: the page: text, bytes (decoded in the WHATWG order), or a parsed `Page`.
        url: the page's URL, if known. One that is neither http nor https is ignored. A `Page` has its own.
        charset: the encoding label declared by the transport (HTTP ``Content-Type``), for bytes. Labels unknown to
            the WHATWG Encoding Standard are ignored.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: ``url`` or ``charset`` was passed with a `Page`.
        NotHTML: the input is empty or in another format.
        PageTooLarge: the input exceeds the limits on time and memory.
    """
    return judge(Facts(page_of(html, url=url, charset=charset)))


def judge(facts: Facts) -> Verdict:
    """The verdict on a page, given its facts."""
    evidence = gather(facts)
    values = evidence.values
    model, kinds = load("page")
    probability, contributions = model.explained(values)
    kind = rule = by_rule(evidence, probability)
    if rule is not None:
        probability = min(probability, SELDOM)
    elif is_live(evidence):
        kind = "live blog"
    elif probability >= 0.5:
        kind = "article"
    else:
        kind = by_signs(evidence) or (kinds.likeliest(values) if kinds is not None else None)
    is_article = probability >= 0.5
    return Verdict(
        is_article=is_article,
        probability=probability,
        kind=cast("PageKind", kind or "other"),
        evidence=_reasons(evidence, contributions if is_article else -contributions, rule),
    )


def identify_url(url: str) -> float:
    """The probability that a URL leads to an article, from the URL alone, to decide which links to follow.

    Args:
        url: an absolute URL. The site's name is ignored, and so is the query, unless a number in it names the page.

    Returns:
        0 to 1; 0 for schemes other than HTTP (``mailto:``, ``javascript:``), a half if only a number in the query
        names the page.

    Raises:
        TypeError: it is not a string.
        ValueError: it is not absolute. Make a page's links absolute first (``urllib.parse.urljoin``).
    """
    if isinstance(url, str) and _OF_ANOTHER_SCHEME.match(url) is not None:
        return 0.0
    checked_address(url)
    found = address_features(url)
    if not found["url_known"]:
        return 0.5
    model, _ = load("address")
    values = np.array([[found[name] for name in ADDRESS]])
    return float(model.probabilities(values)[0])


def by_rule(e: Evidence, probability: float = 0.0) -> str | None:
    """The kind of a page without an article, if a rule recognises it.

    Args:
        e: the evidence.
        probability: the model's probability of an article.
    """
    declared, dated = e.holds(*_ARTICLE), e.holds(*DATED)
    if e.holds("says_legal", "url_legal") and not dated and not e.holds("ld_article"):
        return "service"
    may_have_comments = probability >= LIKELY and (declared or dated)
    if e["signs_forum"] >= (FORUM_SIGNS_OF_ARTICLE if may_have_comments else FORUM_SIGNS):
        return "forum"
    if e["log_prose"] >= LITTLE_PROSE or e.holds("ld_live"):
        return None
    sure = probability >= SURE and declared and dated and e["prose_segments"] > TWO_PARAGRAPHS
    if e.holds("says_error") and not sure:
        return "error"
    is_list = looks_like_list = e["headings_elsewhere"] > MANY_LINKS and e["url_story"] != 1
    # If a wall shows only one line of the article, teasers are not a sign of a list.
    if e["prose_segments"] > TWO_PARAGRAPHS:
        looks_like_list = max(e["headings_elsewhere"], e["headline_links"]) > MANY_LINKS
    if not looks_like_list and _is_wall(e, sure=sure):
        return "wall"
    return _medium(e, is_list=is_list, sure=sure) or ("other" if _is_empty(e) else None)


def by_signs(e: Evidence) -> str | None:
    """The kind of a page that is no article by the model, if several signs agree."""
    for kind in ("forum", "documentation"):
        if e[f"signs_{kind}"] >= MIN_SIGNS:
            return kind
    if min(e["headings_elsewhere"], e["cards"]) > MANY_CARDS:
        return None
    declared = e.holds("og_product", "says_cart") or (e.holds("ld_product") and not e.holds("ld_list"))
    is_list = max(e["headings_elsewhere"], e["cards"]) > MANY_LINKS
    more = 2 if not declared else 1 if is_list else 0
    return "product" if e["signs_product"] >= MIN_SIGNS + more else None


def is_live(e: Evidence) -> bool:
    """Whether a page is live coverage: declared as such, or by its URL and the number of times on it."""
    return e.holds("ld_live") or (e["url_live"] == 1 and e["times"] > MANY_TIMES)


def _is_wall(e: Evidence, *, sure: bool) -> bool:
    """Whether a page asks to subscribe, sign in or consent, and is not just a short page with a banner."""
    signing_in = e.holds("passwords") and e["log_prose"] < HARDLY_ANY_PROSE and e["url_section"] != 0 and not sure
    has_more = e.holds(*_ARTICLE, "meta_published", "date_near") or e["log_links"] > MANY_OF_MENUS
    is_banner = e.holds("says_banner") and has_more
    return signing_in or (e.holds("says_wall") and not is_banner)


def _is_empty(e: Evidence) -> bool:
    """Whether a page shows hardly any text ("It works!") and declares no article, so that only its URL suggests one.

    Structured data may contain the article's text; Open Graph does not.
    """
    if e["log_text"] >= LITTLE_TEXT or e.holds("ld_article"):
        return False
    return e["log_text"] < HARDLY_ANY_TEXT or not e.holds("og_article")


def _medium(e: Evidence, *, is_list: bool, sure: bool) -> str | None:
    """``video``, ``gallery`` or ``audio`` if the page is about its media. Lists of such pages have short URLs.

    On a page that is surely an article, one sign of a video or a recording is not enough.
    """
    titled = e["url_last_words"] > 2
    for kind in ("video", "gallery", "audio"):
        seen = e["pictures"] > MANY_PICTURES if kind == "gallery" else e.holds("players")
        with_text = e.holds("ld_article") and (kind == "audio" or (kind == "video" and e["prose_segments"] > 1))
        signs = (
            e.holds(f"ld_{kind}") and not with_text and not is_list,
            kind == "video" and e.holds("og_video", "player_card") and seen and (titled or not is_list),
            e.holds(f"url_{kind}") and (titled or (seen and not is_list)),
            e.holds(f"says_{kind}") and seen and not is_list,
        )
        if sum(signs) >= (2 if sure and kind != "gallery" else 1):
            return kind
    return None


# Reasons.


def _reasons(evidence: Evidence, contributions: FloatArray, rule: str | None) -> tuple[str, ...]:
    """The reasons of a verdict in words: first those for it, then those against it, by weight.

    Args:
        evidence: the evidence.
        contributions: the amount that each feature adds to the log-odds of the verdict, shape (len(FEATURES),).
        rule: the kind that a rule gave, whose features come first.
    """
    amounts, weight = evidence.found, dict(zip(FEATURES, contributions.tolist(), strict=True))
    for kind, signs in SIGNS.items():
        # The weight of a count of signs is shared by the signs found, or by all if none was.
        present = [name for name, least in signs.items() if amounts[name] > least] or signs
        share = weight[f"signs_{kind}"] / len(present)
        for name in present:
            weight[name] = weight.get(name, 0.0) + share
    leading = {name for name in _LEADING.get(rule or "", ()) if amounts[name] >= 0.5}
    found = []
    for features, words in _worded(evidence):
        if words:
            names = features.split()
            leads = bool(leading) and not leading.isdisjoint(names)
            weighs = sum([weight[name] for name in names if name in weight])
            if leads or weighs:  # features that only other rules use give no reason
                found.append((not leads, weighs < 0, -abs(weighs), words))
    return tuple([words for *_, words in sorted(found)[:MAX_REASONS]])


def _worded(e: Evidence) -> Iterator[tuple[str, str | None]]:
    """Groups of features, each with the reason that they give on this page, if any."""
    linked, number = _count(e["headings_elsewhere"]), _count(e["headings"])
    headlines = f"{linked} of {number} headlines link elsewhere" if number else "no headlines"
    yield "headings_elsewhere headings_linked_share cards", headlines
    yield "log_text log_prose prose_share mean_prose little_prose least_prose low_share prose_list_share", _prose(e)
    if e["prose_segments"] >= 1:
        yield "one_parent parents_a_prose", f"{_percent(e['one_parent'])} of the running text is in one element"
    if e["teaser_share"] >= MIN_TEASER_SHARE:
        yield "teaser_share", f"{_percent(e['teaser_share'])} of the running text is right below linked headlines"
    yield "log_links headline_link_share links_a_prose", _links(e)
    kind = next((name for name in OPEN_GRAPH if e[f"og_{name}"]), None)
    yield "og_article og_product og_video", f"og:type is {kind}" if kind else None
    yield "ld_article ld_product ld_list ld_forum ld_video ld_gallery ld_audio", _structured(e)
    yield "meta_published ld_published date_near undated", _dated(e)
    near = "a byline is at the beginning" if e["byline_near"] == 1 else None
    declared = e.holds("ld_author", "meta_author")
    yield "ld_author byline_near named_byline", "an author is declared" if declared else near
    yield "body_story body_list body_shop forum_software named_body named_story", _software(e)
    short = "the title has three words or fewer" if e["short_title"] and e["title_words"] else None
    yield "short_title title_words h1_words short_h1 og_title_size", short if e["h1"] else "no main heading"
    yield _OF_ADDRESS, _address(e)
    if e["code_share"] > MIN_CODE_SHARE:
        yield "code_share named_docs", f"{_percent(e['code_share'])} of the text is code"
    for names, others, words in _FLAGS:
        if any(e[name] > 0 for name in names.split()):
            yield f"{names} {others}", words
    for name, others, words in _COUNTS:
        if (count := _count(e[name])) > 1:
            yield f"{name} {others}", f"{count} {words}"


def _count(logarithm: float) -> int:
    return round(math.expm1(logarithm))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _prose(e: Evidence) -> str:
    if not e.characters:
        return "no running text"
    paragraphs = _count(e["prose_segments"])
    where = "one paragraph" if paragraphs == 1 else f"{paragraphs} paragraphs"
    return f"{e.characters:,} characters of running text in {where}, {_percent(e['prose_share'])} of the page"


def _links(e: Evidence) -> str:
    links = _count(e["headline_links"])
    if not links:
        return "no links as long as headlines"
    share = _percent(e["headline_link_share"])
    return f"{links} {'link' if links == 1 else 'links'} as long as headlines, {share} of the text"


def _structured(e: Evidence) -> str | None:
    if e["ld_article"]:
        number = int(e["ld_articles"])
        return f"structured data declares {'an article' if number == 1 else f'{number} articles'}"
    if named := _named(e, "ld_"):
        return f"structured data declares {', '.join(named)} and no article"
    return "structured data declares no article" if e["ld_any"] else None


def _named(e: Evidence, prefix: str) -> list[str]:
    """The first two kinds of page that features with a prefix name."""
    return [words for name, words in _KINDS.items() if e.found.get(f"{prefix}{name}") == 1][:2]


def _dated(e: Evidence) -> str | None:
    if e.holds("meta_published", "ld_published"):
        return "a publication date is declared"
    if not e["undated"]:
        return None
    # Without a heading or running text, shown dates were not looked for.
    return "no date is declared" if math.isnan(e["date_near"]) else "no date is declared or shown at the beginning"


def _software(e: Evidence) -> str | None:
    if e["forum_software"]:
        return "the class names are those of forum software"
    if e["body_story"] == e["body_list"]:
        return None
    return f"the class of the page's body names a {'single story' if e['body_story'] else 'list'}"


def _address(e: Evidence) -> str | None:
    if not e["url_known"]:
        return None
    shapes = {
        "is that of a home page": e["url_root"],
        "contains a date": e["url_date"],
        "is short and without numbers, like that of a section": e["url_section"],
        "ends like a headline": e["url_last_hyphens"] >= 4,
        "ends with a number": e["url_last_number"] >= 5,
        "is that of a legal page": e["url_legal"],
    }
    phrases = [words for words, holds in shapes.items() if holds]
    if named := _named(e, "url_"):
        phrases.append(f"names {' or '.join(named)}")
    return f"the URL {', '.join(phrases)}" if phrases else None
