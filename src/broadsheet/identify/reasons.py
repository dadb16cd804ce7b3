"""The evidence of a page in words, the weightiest first.

It words what `evidence` found, in the order in which the model's linear part weighs it, and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Final

from broadsheet.identify.address import ADDRESS
from broadsheet.identify.evidence import NAMES, Evidence
from broadsheet.page.arrays import FloatArray

__all__ = ["reasons"]

_MOST: Final = 6
"""Sentences of a verdict."""


def _count(logarithm: float) -> int:
    return 0 if math.isnan(logarithm) else round(math.expm1(logarithm))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _headlines(e: Evidence) -> str | None:
    linked, unlinked = _count(e["headings_elsewhere"]), _count(e["headings_unlinked"])
    if not linked + unlinked:
        return "no headlines"
    return f"{linked} of {linked + unlinked} headlines link elsewhere"


def _prose(e: Evidence) -> str:
    amount = _count(e["log_prose"])
    if not amount:
        return "no running text"
    paragraphs = _count(e["prose_segments"])
    return f"{amount:,} characters of running text in {paragraphs} paragraphs, {_percent(e['prose_share'])} of the page"


def _together(e: Evidence) -> str | None:
    if math.isnan(e["one_parent"]) or _count(e["prose_segments"]) < 2:
        return None
    return f"{_percent(e['one_parent'])} of the running text stands in one element"


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
    return None


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
    if e["url_last_hyphens"] >= 4:
        said.append("ends like a headline")
    if e["url_last_number"] >= 5:
        said.append("ends with a number")
    words = {
        "video": "a video", "gallery": "a gallery", "audio": "a recording", "index": "a section or a list",
        "forum": "a discussion", "product": "a shop", "service": "a service page", "documentation": "documentation",
        "live": "live coverage",
    }  # fmt: skip
    named = [words[name] for name in words if e[f"url_{name}"] == 1]
    if named:
        said.append(f"speaks of {' or '.join(named[:2])}")
    return f"the address {', '.join(said)}" if said else None


def _phrase(name: str, words: str) -> Callable[[Evidence], str | None]:
    return lambda e: words if e[f"says_{name}"] > 0 else None


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
        ),
    ),
    (_together, ("one_parent", "parents_a_prose", "holder_share", "prose_in_p", "regular_prose", "article_largest")),
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
        ),
    ),
    (_open_graph, ("og_known", "og_article", "og_video", "og_website", "og_product", "og_other")),
    (_structured, tuple(name for name in NAMES if name.startswith(("ld_", "items_")) and name != "ld_published")),
    (_dated, ("meta_published", "ld_published", "meta_author", "says_byline")),
    (_heading, ("h1", "h1_linked", "h1_size", "h1_as_title", "h1_position", "h1_to_prose", "prose_after_h1")),
    (_address, ADDRESS),
    (_phrase("error", "the page speaks of an error"), ("says_error",)),
    (_phrase("wall", "the page asks to subscribe, to sign in or to consent"), ("says_wall", "passwords")),
    (_phrase("legal", "the title is that of a legal or contact page"), ("says_legal",)),
    (_counted("shop", "lines of a shop (cart, prices, filters)"), ("says_shop", "prices")),
    (_counted("forum", "lines of a discussion (replies, votes, members)"), ("says_forum", "comments")),
    (_counted("call", "calls to act (get started, sign up)"), ("says_call", "buttons", "forms")),
    (_players, ("players", "media_before_prose", "videos", "audios", "player_card")),
    (_code, ("code", "code_share")),
)
"""How each group of features is worded."""
_INDEX: Final = {name: number for number, name in enumerate(NAMES)}


def reasons(evidence: Evidence, contributions: FloatArray) -> tuple[str, ...]:
    """The evidence of a page in words.

    Args:
        evidence: what was found.
        contributions: what each feature adds to the log-odds of an article, shape (len(NAMES),).
    """
    found: list[tuple[float, str]] = []
    for words, names in _REASONS:
        said = words(evidence)
        if said is not None:
            found.append((abs(_sum(contributions, names)), said))
    found.sort(key=lambda item: -item[0])
    return tuple(said for _, said in found[:_MOST])


def _sum(contributions: FloatArray, names: Sequence[str]) -> float:
    return float(sum(contributions[_INDEX[name]] for name in names))
