"""The evidence of a page in words, the weightiest first.

It words what `evidence` found, in the order in which the model weighs it, and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from broadsheet.page.arrays import FloatArray
from broadsheet.verdict.evidence import FEATURES, SIGNS, Evidence

__all__ = ["reasons"]

MAX_REASONS: Final = 6
MIN_SHARE: Final = 0.2  # of the running text under links that is worth a word
MIN_CODE_SHARE: Final = 0.03
_KINDS: Final = {
    "live": "live coverage", "video": "a video", "gallery": "a gallery", "audio": "a recording",
    "index": "a section or a list", "product": "a product", "forum": "a discussion", "documentation": "documentation",
    "list": "a list", "service": "a service",
}  # fmt: skip
"""What structured data and addresses speak of."""
_FLAGS: Final = {
    "says_error": "the page speaks of an error",
    "says_wall passwords": "the page asks to subscribe, to sign in or to consent",
    "says_legal": "the title is that of a legal or contact page",
    "says_video": "the title is that of a film",
    "says_gallery": "the title is that of a series of pictures",
    "says_audio": "the title is that of a recording",
    "says_forum_name": "the title is that of a forum",
    "says_question": "the headline asks or promises an answer",
    "says_guide": "the headline counts, compares or advises",
    "says_cart": "buttons that put something into a cart",
    "players": "players on the page",
}
"""What is said where any of some features is above zero."""
_NUMBERS: Final = {
    "says_shop": "lines of a shop (cart, prices, filters)",
    "says_forum": "lines of a discussion (replies, votes, members)",
    "says_call": "calls to act (get started, sign up)",
}
"""What is counted by features that are logarithms of numbers."""
_WITH: Final = {
    "says_legal": "legal_title", "says_gallery": "named_gallery", "says_cart": "price_near",
    "says_shop": "named_product", "says_forum": "people_links named_user", "says_call": "named_hero",
    "players": "player_card",
}  # fmt: skip
"""Features whose weight counts with that of others."""
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
"""What the rules look at."""


def reasons(evidence: Evidence, contributions: FloatArray, rule: str | None = None) -> tuple[str, ...]:
    """The evidence of a page in words.

    Args:
        evidence: what was found.
        contributions: what each feature adds to the log-odds of an article, shape (len(FEATURES),).
        rule: the kind that a rule told, whose evidence comes first.
    """
    weight = dict(zip(FEATURES, contributions.tolist(), strict=True))
    for kind, signs in SIGNS.items():
        # Counted signs are explained by those that are there, or by all where there are none.
        there = [name for name, least in signs.items() if evidence[name] > least] or list(signs)
        for name in there:
            weight[name] = weight.get(name, 0.0) + weight[f"signs_{kind}"] / len(there)
    leading = _LEADING.get(rule or "", set())
    found = []
    for features, words in _worded(evidence):
        if words:
            names = features.split()
            leads = any(evidence[name] >= 0.5 for name in leading.intersection(names))
            found.append((not leads, -abs(sum(weight.get(name, 0.0) for name in names)), words))
    return tuple(words for _, _, words in sorted(found)[:MAX_REASONS])


def _worded(e: Evidence) -> Iterator[tuple[str, str | None]]:
    """Groups of features, each with what is to be said of it on this page, if anything."""
    linked, number = _count(e["headings_elsewhere"]), _count(e["headings"])
    headlines = f"{linked} of {number} headlines link elsewhere" if number else "no headlines"
    yield "headings_elsewhere headings_linked_share cards", headlines
    yield "log_text log_prose prose_share mean_prose little_prose least_prose low_share prose_list_share", _prose(e)
    if e["prose_segments"] >= 1:
        together = f"{_percent(e['one_parent'])} of the running text stands in one element"
        yield "one_parent parents_a_prose", together
    if e["teaser_share"] >= MIN_SHARE:
        yield "teaser_share", f"{_percent(e['teaser_share'])} of the running text stands under links"
    yield "log_links headline_link_share links_a_prose", _links(e)
    kind = next((name for name in ("article", "video", "website", "product") if e[f"og_{name}"]), None)
    yield "og_article og_product og_video", f"og:type is {kind}" if kind else None
    yield "ld_article ld_product ld_list ld_forum ld_video ld_gallery ld_audio", _structured(e)
    yield "meta_published ld_published date_near undated", _dated(e)
    near = "a byline stands near the heading" if e["byline_near"] == 1 else None
    declared = e.holds("ld_author", "meta_author")
    yield "ld_author byline_near named_byline", "an author is declared" if declared else near
    yield "body_story body_list body_shop forum_software named_body named_story", _software(e)
    short = "the title has no more than three words" if e["short_title"] and e["title_words"] else None
    yield "short_title title_words h1_words short_h1 og_title_size", short if e["h1"] else "no main heading"
    of_address = ["url_section", "url_story", "url_last_hyphens", *(name for name in FEATURES if name[:4] == "url_")]
    yield " ".join(of_address), _address(e)
    if e["code_share"] > MIN_CODE_SHARE:
        yield "code_share named_docs", f"{_percent(e['code_share'])} of the text is code"
    for names, words in _FLAGS.items():
        if any(e[name] > 0 for name in names.split()):
            yield f"{names} {_WITH.get(names, '')}", words
    for name, words in _NUMBERS.items():
        if _count(e[name]) > 1:
            yield f"{name} {_WITH[name]}", f"{_count(e[name])} {words}"


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
    share = _percent(e["headline_link_share"])
    if not links:
        return "no links as long as headlines"
    return f"{links} {'link' if links == 1 else 'links'} as long as headlines, {share} of the text"


def _structured(e: Evidence) -> str | None:
    if e["ld_article"]:
        number = int(e["ld_articles"])
        return f"structured data declares {'an article' if number == 1 else f'{number} articles'}"
    if named := _named(e, "ld_"):
        return f"structured data declares {', '.join(named)} and no article"
    return "structured data declares no article" if e["ld_any"] else None


def _named(e: Evidence, prefix: str) -> list[str]:
    """The first kinds of page that features with a prefix speak of."""
    return [words for name, words in _KINDS.items() if e.found.get(f"{prefix}{name}") == 1][:2]


def _dated(e: Evidence) -> str | None:
    if e.holds("meta_published", "ld_published"):
        return "a date of publication is declared"
    if not e["undated"]:
        return None
    return "no date is declared or stands near the heading" if e["h1"] else "no date is declared"


def _software(e: Evidence) -> str | None:
    if e["forum_software"]:
        return "its parts have the names that software for forums gives"
    if e["body_story"] == e["body_list"]:
        return None
    return f"its software calls the page a {'single story' if e['body_story'] else 'list'}"


def _address(e: Evidence) -> str | None:
    if not e["url_known"]:
        return None
    shapes = {
        "is that of a site, not of a page": e["url_root"],
        "has a date": e["url_date"],
        "is short and has no number, like that of a section": e["url_section"],
        "ends like a headline": e["url_last_hyphens"] >= 4,
        "ends with a number": e["url_last_number"] >= 5,
        "is that of a legal text": e["url_legal"],
    }
    said = [words for words, holds in shapes.items() if holds]
    if named := _named(e, "url_"):
        said.append(f"speaks of {' or '.join(named)}")
    return f"the address {', '.join(said)}" if said else None
