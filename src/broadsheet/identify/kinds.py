"""What a page is, where rules can tell it: errors, walls, films, pictures, recordings, legal texts, live coverage, and
pages with next to nothing on them; and lists that call themselves so.

The corpora hold too few of them to learn from, and what they have in common is plain: hardly any running text, and a
phrase, a declaration or a player instead; or much of it, under the title of a legal text and without a date. So these
rules have a say in the verdict too, unless all else speaks for an article. The other kinds are learnt.
"""

from __future__ import annotations

from typing import Final

from broadsheet.identify.evidence import Evidence

__all__ = ["by_rule", "by_signs", "live"]

_LITTLE: Final = 6.5
"""Logarithm of the characters of running text under which a page may be something else (650)."""
_HARDLY_ANY: Final = 5.7
"""The same for a form to sign in with (300)."""
_NEXT_TO_NOTHING: Final = 5.3
"""Logarithm of the characters of all text, menus and all, under which a page holds no article (200). The shortest page
of the corpora with an article on it has 270."""
_NOTHING: Final = 4.1
"""The same where Open Graph calls it an article (60): a picture with a line under it is one, an empty page is not."""
_LIST: Final = 2.0
"""Logarithm of the links as long as headlines, or of the headlines that lead elsewhere, of a list (6)."""
_PICTURES: Final = 1.9
"""Logarithm of the pictures of a gallery (6)."""
_TIMES: Final = 1.3
"""Logarithm of the times on a page of live coverage (3)."""
_SIGNS: Final = 2
"""Signs that are enough. Shops show theirs on lists too: one more there, and two more where no product is declared."""
_SHELF: Final = 2.7
"""Logarithm of the headlines that lead elsewhere from cards of their own on a shelf of products, no product (14)."""
_HALF: Final = 0.5
_SURE: Final = 0.9
"""Probability of an article from which on a phrase, a form or a player makes a page nothing else."""
_LIKELY: Final = 0.8
"""The same for the signs of a forum that comments below an article give."""
_PARAGRAPHS: Final = 1.0
"""Logarithm of the paragraphs of a text (2)."""
_ARTICLE: Final = ("og_article", "ld_article", "items_article")
_DATED: Final = ("meta_published", "ld_published", "date_near", "time_near")


def by_rule(e: Evidence, probability: float = 0.0) -> str | None:
    """The kind of a page that is no article, if a rule tells it.

    Args:
        e: what was found on the page.
        probability: of an article, as the model has it.
    """
    if _holds(e, "says_legal", "url_legal") and _holds(e, "page_undated") and not _holds(e, "ld_article"):
        return "service"
    if _discusses(e, probability):
        return "forum"
    if e.listing and not _holds(e, "ld_article"):
        return "index"
    if e["log_prose"] >= _LITTLE or _holds(e, "ld_live"):
        return None
    return _with_little_text(e, sure=_is_sure(e, probability))


def _with_little_text(e: Evidence, *, sure: bool) -> str | None:
    """The kind of a page with little running text, which may be there for something else."""
    if _holds(e, "says_error") and not sure:
        return "error"
    listed = max(e["headings_elsewhere"], e["headline_links"]) > _LIST
    if _walled(e, sure=sure) and not listed:
        return "wall"
    shown = _shown(e, listed=listed and e["regular_links"] > _LIST, sure=sure)
    return shown or ("other" if _empty(e) else None)


def _discusses(e: Evidence, probability: float) -> bool:
    """It has the signs of a forum, more than an article with comments below it."""
    has_comments = probability >= _LIKELY and _holds(e, *_ARTICLE, *_DATED)
    return e["signs_forum"] > _SIGNS + has_comments


def _is_sure(e: Evidence, probability: float) -> bool:
    """All speaks for an article, however short: the model, what the page declares, a day, several paragraphs."""
    return probability >= _SURE and _holds(e, *_ARTICLE) and _holds(e, *_DATED) and e["prose_segments"] > _PARAGRAPHS


def by_signs(e: Evidence) -> str | None:
    """The kind of a page that was judged to be no article, where several signs agree.

    Args:
        e: what was found on the page.
    """
    if e["signs_forum"] >= _SIGNS:
        return "forum"
    if e["signs_documentation"] >= _SIGNS:
        return "documentation"
    if min(e["headings_elsewhere"], e["cards"]) > _SHELF:
        return None
    declared = (
        _holds(e, "og_product", "items_product")
        or (_holds(e, "says_cart") and _holds(e, "price_near"))
        or (_holds(e, "ld_product") and not _holds(e, "ld_list"))
    )
    listed = max(e["headings_elsewhere"], e["cards"]) > _LIST
    needed = _SIGNS + (listed if declared else 2)
    return "product" if e["signs_product"] >= needed else None


def _holds(e: Evidence, *names: str) -> bool:
    """Any of some features that are 0 or 1 (or numbers) is there; one that is not known is not."""
    return any(e[name] > _HALF for name in names)


def _walled(e: Evidence, *, sure: bool) -> bool:
    """It asks to subscribe, to sign in or to consent; a short article with a banner is none for the banner's sake."""
    signing_in = _holds(e, "passwords") and e["log_prose"] < _HARDLY_ANY and e["url_section"] != 0 and not sure
    is_banner = e.banner and _holds(e, *_ARTICLE, "meta_published", "date_near")
    return signing_in or (_holds(e, "says_wall") and not is_banner)


def _empty(e: Evidence) -> bool:
    """It shows next to nothing ("It works!"), and declares no article: its address alone would make it one.

    Structured data may hold the text; Open Graph holds none.
    """
    if e["log_text"] >= _NEXT_TO_NOTHING or _holds(e, "ld_article"):
        return False
    return e["log_text"] < _NOTHING or not _holds(e, "og_article")


def _shown(e: Evidence, *, listed: bool, sure: bool) -> str | None:
    """It is there for a film, pictures or a recording; a list of such pages declares them, but its address is short.

    What is surely an article is there for its text, unless several signs say that it is there for what is shown.
    """
    titled = e["url_last_words"] > 2
    played = _holds(e, "videos", "players")
    pictured = max(e["figures"], e["slides"]) > _PICTURES
    read = {kind for kind in ("video", "audio") if sure and _signs_of_player(e, kind) < _SIGNS}
    if _holds(e, "og_video", "player_card") and (titled or not listed) and played and "video" not in read:
        return "video"
    for kind, seen in (("video", played), ("gallery", pictured), ("audio", played)):
        if kind in read:
            continue
        if _declares(e, kind) and not listed:
            return kind
        if e[f"url_{kind}"] >= _HALF and (titled or (seen and not listed)):
            return kind
        if _holds(e, f"says_{kind}") and seen and not listed:
            return kind
    return None


def _declares(e: Evidence, kind: str) -> bool:
    """Structured data declare it, and not beside an article: the film above a text, or the recording of one."""
    text = kind == "audio" or (kind == "video" and e["prose_segments"] > _PARAGRAPHS)
    return _holds(e, f"ld_{kind}") and not (text and _holds(e, "ld_article"))


def _signs_of_player(e: Evidence, kind: str) -> int:
    """How many signs say that a page is there for a film or a recording."""
    carded = kind == "video" and _holds(e, "og_video", "player_card")
    return sum((_declares(e, kind), e[f"url_{kind}"] >= _HALF, _holds(e, f"says_{kind}"), carded))


def live(e: Evidence) -> bool:
    """It is live coverage: declared so, or by its address and the number of its times."""
    return _holds(e, "ld_live") or (e["url_live"] == 1 and e["times"] > _TIMES)
