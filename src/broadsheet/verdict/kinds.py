"""What a page is, where rules can tell it: errors, walls, films, pictures, recordings, legal texts, discussions, live
coverage, and pages with next to nothing on them.

The corpora hold too few of them to learn from, and what they have in common is plain: hardly any running text, and a
phrase, a declaration or a player instead. These rules have a say in the verdict too, unless all else speaks for an
article. The other kinds are learnt. Amounts are logarithms.
"""

from __future__ import annotations

from typing import Final

from broadsheet.verdict.evidence import Evidence

__all__ = ["by_rule", "by_signs", "is_live"]

_LITTLE_PROSE: Final = 6.5
"""Running text under which a page may be something else (650 characters)."""
_HARDLY_ANY_PROSE: Final = 5.7
"""The same for a form to sign in with (300)."""
_LITTLE_TEXT: Final = 5.3
"""All text, menus and all, under which a page holds no article (200). The shortest page of the corpora with an article
on it has 270."""
_HARDLY_ANY_TEXT: Final = 4.1
"""The same where Open Graph calls it an article (60): a picture with a line under it is one, an empty page is not."""
_MANY_LINKS: Final = 2.0
"""Links as long as headlines, or headlines that lead elsewhere, of a list (6)."""
_SHELF: Final = 2.7
"""Headlines that lead elsewhere from cards of their own, of a list of products (14)."""
_MANY_PICTURES: Final = 1.9
"""Pictures of a gallery (6)."""
_MANY_TIMES: Final = 1.3
"""Times on a page of live coverage (3)."""
_TWO_PARAGRAPHS: Final = 1.0
_MIN_SIGNS: Final = 2
"""Signs of a kind that are enough. Shops show theirs on lists too: more are asked there."""
_SURE: Final = 0.9
"""Probability of an article from which on a phrase, a form or a player alone makes a page nothing else."""
_LIKELY: Final = 0.8
"""The same for the signs of a forum that comments below an article give."""
_ARTICLE: Final = ("og_article", "ld_article")
_DATED: Final = ("meta_published", "ld_published", "date_near", "time_near")


def by_rule(e: Evidence, probability: float = 0.0) -> str | None:
    """The kind of a page that is no article, if a rule tells it.

    Args:
        e: what was found on the page.
        probability: of an article, as the model has it.
    """
    declared, dated = e.holds(*_ARTICLE), e.holds(*_DATED)
    if e.holds("says_legal", "url_legal") and not dated and not e.holds("ld_article"):
        return "service"
    has_comments = probability >= _LIKELY and (declared or dated)
    if e["signs_forum"] > _MIN_SIGNS + has_comments:
        return "forum"
    if e["log_prose"] >= _LITTLE_PROSE or e.holds("ld_live"):
        return None
    sure = probability >= _SURE and declared and dated and e["prose_segments"] > _TWO_PARAGRAPHS
    if e.holds("says_error") and not sure:
        return "error"
    is_list = max(e["headings_elsewhere"], e["headline_links"]) > _MANY_LINKS
    if not is_list and _is_wall(e, sure=sure):
        return "wall"
    shown = _shown(e, is_list=is_list, sure=sure)
    return shown or ("other" if _is_empty(e) else None)


def by_signs(e: Evidence) -> str | None:
    """The kind of a page that was judged to be no article, where several signs agree."""
    for kind in ("forum", "documentation"):
        if e[f"signs_{kind}"] >= _MIN_SIGNS:
            return kind
    if min(e["headings_elsewhere"], e["cards"]) > _SHELF:
        return None
    declared = e.holds("og_product", "says_cart") or (e.holds("ld_product") and not e.holds("ld_list"))
    is_list = max(e["headings_elsewhere"], e["cards"]) > _MANY_LINKS
    needed = _MIN_SIGNS + (is_list if declared else 2)
    return "product" if e["signs_product"] >= needed else None


def is_live(e: Evidence) -> bool:
    """Whether it is live coverage: declared so, or by its address and the number of its times."""
    return e.holds("ld_live") or (e["url_live"] == 1 and e["times"] > _MANY_TIMES)


def _is_wall(e: Evidence, *, sure: bool) -> bool:
    """It asks to subscribe, to sign in or to consent; a short article with a banner is none for the banner's sake."""
    signing_in = e.holds("passwords") and e["log_prose"] < _HARDLY_ANY_PROSE and e["url_section"] != 0 and not sure
    is_banner = e.holds("says_banner") and e.holds(*_ARTICLE, "meta_published", "date_near")
    return signing_in or (e.holds("says_wall") and not is_banner)


def _is_empty(e: Evidence) -> bool:
    """It shows next to nothing ("It works!"), and declares no article: its address alone would make it one.

    Structured data may hold the text; Open Graph holds none.
    """
    if e["log_text"] >= _LITTLE_TEXT or e.holds("ld_article"):
        return False
    return e["log_text"] < _HARDLY_ANY_TEXT or not e.holds("og_article")


def _shown(e: Evidence, *, is_list: bool, sure: bool) -> str | None:
    """It is there for a film, pictures or a recording; lists of such pages have short addresses.

    What is surely an article is there for its text, unless two signs say that it is there for what is shown.
    """
    titled = e["url_last_words"] > 2
    for kind in ("video", "gallery", "audio"):
        seen = e["pictures"] > _MANY_PICTURES if kind == "gallery" else e.holds("players")
        with_text = e.holds("ld_article") and (kind == "audio" or (kind == "video" and e["prose_segments"] > 1))
        signs = (
            e.holds(f"ld_{kind}") and not with_text and not is_list,
            kind == "video" and e.holds("og_video", "player_card") and seen and (titled or not is_list),
            e.holds(f"url_{kind}") and (titled or (seen and not is_list)),
            e.holds(f"says_{kind}") and seen and not is_list,
        )
        if sum(signs) > (sure and kind != "gallery"):
            return kind
    return None
