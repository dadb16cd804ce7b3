"""The evidence of a page in words, the weightiest first.

It words what `evidence` found, in the order in which the model weighs it, and decides nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from broadsheet.page.arrays import FloatArray
from broadsheet.verdict.evidence import FEATURES, SIGNS, Evidence

__all__ = ["reasons"]

_MAX_REASONS: Final = 6


def _count(logarithm: float) -> int:
    return round(math.expm1(logarithm))


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _headlines(e: Evidence) -> str:
    linked, number = _count(e["headings_elsewhere"]), _count(e["headings"])
    return f"{linked} of {number} headlines link elsewhere" if number else "no headlines"


def _prose(e: Evidence) -> str:
    if not e.characters:
        return "no running text"
    paragraphs = _count(e["prose_segments"])
    where = "one paragraph" if paragraphs == 1 else f"{paragraphs} paragraphs"
    return f"{e.characters:,} characters of running text in {where}, {_percent(e['prose_share'])} of the page"


def _together(e: Evidence) -> str | None:
    if e["prose_segments"] < 1:
        return None
    return f"{_percent(e['one_parent'])} of the running text stands in one element"


def _teasers(e: Evidence) -> str | None:
    return f"{_percent(e['teaser_share'])} of the running text stands under links" if e["teaser_share"] >= 0.2 else None


def _links(e: Evidence) -> str:
    links = _count(e["headline_links"])
    share = _percent(e["headline_link_share"])
    if not links:
        return "no links as long as headlines"
    return f"{links} {'link' if links == 1 else 'links'} as long as headlines, {share} of the text"


def _open_graph(e: Evidence) -> str | None:
    kind = next((name for name in ("article", "video", "website", "product") if e[f"og_{name}"]), None)
    return f"og:type is {kind}" if kind else None


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
    if e.holds("meta_published", "ld_published"):
        return "a date of publication is declared"
    if not e["undated"]:
        return None
    return "no date is declared or stands near the heading" if e["h1"] else "no date is declared"


def _signed(e: Evidence) -> str | None:
    if e.holds("ld_author", "meta_author"):
        return "an author is declared"
    return "a byline stands near the heading" if e["byline_near"] == 1 else None


def _software(e: Evidence) -> str | None:
    if e["forum_software"]:
        return "its parts have the names that software for forums gives"
    if e["body_story"] == e["body_list"]:
        return None
    return "its software calls the page a single story" if e["body_story"] else "its software calls the page a list"


def _title(e: Evidence) -> str | None:
    if not e["h1"]:
        return "no main heading"
    return "the title has no more than three words" if e["short_title"] and e["title_words"] else None


_PLACES: Final = {
    "video": "a video", "gallery": "a gallery", "audio": "a recording", "index": "a section or a list",
    "forum": "a discussion", "product": "a shop", "service": "a service page", "documentation": "documentation",
    "live": "live coverage",
}  # fmt: skip


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
    named = [words for name, words in _PLACES.items() if e[f"url_{name}"] == 1]
    if named:
        said.append(f"speaks of {' or '.join(named[:2])}")
    return f"the address {', '.join(said)}" if said else None


def _flag(words: str, *names: str) -> Callable[[Evidence], str | None]:
    return lambda e: words if any(e[name] > 0 for name in names) else None


def _number(words: str, name: str) -> Callable[[Evidence], str | None]:
    return lambda e: f"{_count(e[name])} {words}" if _count(e[name]) > 1 else None


def _players(e: Evidence) -> str | None:
    return "players on the page" if e["players"] else None


def _code(e: Evidence) -> str | None:
    return f"{_percent(e['code_share'])} of the text is code" if e["code_share"] > 0.03 else None


_REASONS: Final[tuple[tuple[Callable[[Evidence], str | None], frozenset[str]], ...]] = tuple(
    (words, frozenset(names.split()))
    for words, names in (
        (_headlines, "headings_elsewhere headings_linked_share cards"),
        (_prose, "log_text log_prose prose_share mean_prose little_prose least_prose low_share prose_list_share"),
        (_together, "one_parent parents_a_prose"),
        (_teasers, "teaser_share"),
        (_links, "log_links headline_link_share links_a_prose"),
        (_open_graph, "og_article og_product og_video"),
        (_structured, "ld_article ld_product ld_list ld_forum ld_video ld_gallery ld_audio"),
        (_dated, "meta_published ld_published date_near undated"),
        (_signed, "ld_author byline_near named_byline"),
        (_software, "body_story body_list body_shop forum_software named_body named_story"),
        (_title, "short_title title_words h1_words short_h1 og_title_size"),
        (
            _address,
            " ".join(["url_section", "url_story", "url_last_hyphens", *(n for n in FEATURES if n[:4] == "url_")]),
        ),
        (_flag("the page speaks of an error", "says_error"), "says_error"),
        (
            _flag("the page asks to subscribe, to sign in or to consent", "says_wall", "passwords"),
            "says_wall passwords",
        ),
        (_flag("the title is that of a legal or contact page", "says_legal"), "says_legal legal_title"),
        (_flag("the title is that of a film", "says_video"), "says_video"),
        (_flag("the title is that of a series of pictures", "says_gallery"), "says_gallery named_gallery"),
        (_flag("the title is that of a recording", "says_audio"), "says_audio"),
        (_flag("the title is that of a forum", "says_forum_name"), "says_forum_name"),
        (_flag("the headline asks or promises an answer", "says_question"), "says_question"),
        (_flag("the headline counts, compares or advises", "says_guide"), "says_guide"),
        (_flag("buttons that put something into a cart", "says_cart"), "says_cart price_near"),
        (_number("lines of a shop (cart, prices, filters)", "says_shop"), "says_shop named_product"),
        (
            _number("lines of a discussion (replies, votes, members)", "says_forum"),
            "says_forum people_links named_user",
        ),
        (_number("calls to act (get started, sign up)", "says_call"), "says_call named_hero"),
        (_players, "players player_card"),
        (_code, "code_share named_docs"),
    )
)
"""How each group of features is worded."""
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
    for words, names in _REASONS:
        if (said := words(evidence)) is not None:
            leads = any(evidence[name] >= 0.5 for name in leading & names)
            found.append((not leads, -abs(sum(weight.get(name, 0.0) for name in names)), said))
    return tuple(said for _, _, said in sorted(found)[:_MAX_REASONS])
