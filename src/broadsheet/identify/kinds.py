"""What a page is, where rules can tell it: errors, walls, films, pictures, recordings, legal texts, live coverage, and
pages with next to nothing on them.

The corpora hold too few of them to learn from, and what they have in common is plain: hardly any running text, and a
phrase, a declaration or a player instead; or much of it, under the title of a legal text and without a date. So these
rules have a say in the verdict too. The other kinds are learnt.
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


def by_rule(e: Evidence) -> str | None:
    """The kind of a page that is no article, if a rule tells it.

    Args:
        e: what was found on the page.
    """
    if _holds(e, "says_legal", "url_legal") and _holds(e, "page_undated") and not _holds(e, "ld_article"):
        return "service"
    if e["signs_forum"] > _SIGNS:
        return "forum"
    if e["log_prose"] >= _LITTLE or _holds(e, "ld_live"):
        return None
    if _holds(e, "says_error"):
        return "error"
    listed = max(e["headings_elsewhere"], e["headline_links"]) > _LIST
    if _walled(e) and not listed:
        return "wall"
    shown = _shown(e, listed=listed and e["regular_links"] > _LIST)
    return shown or ("other" if _empty(e) else None)


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


def _walled(e: Evidence) -> bool:
    """It asks to subscribe, to sign in or to consent; a short article with a banner is none for the banner's sake."""
    signing_in = _holds(e, "passwords") and e["log_prose"] < _HARDLY_ANY and e["url_section"] != 0
    is_banner = e.consent and _holds(e, "ld_article", "og_article", "items_article", "meta_published", "date_near")
    return signing_in or (_holds(e, "says_wall") and not is_banner)


def _empty(e: Evidence) -> bool:
    """It shows next to nothing ("It works!"), and declares no article: its address alone would make it one.

    Structured data may hold the text; Open Graph holds none.
    """
    if e["log_text"] >= _NEXT_TO_NOTHING or _holds(e, "ld_article"):
        return False
    return e["log_text"] < _NOTHING or not _holds(e, "og_article")


def _shown(e: Evidence, *, listed: bool) -> str | None:
    """It is there for a film, pictures or a recording; a list of such pages declares them, but its address is short."""
    titled = e["url_last_words"] > 2
    played = _holds(e, "videos", "players")
    if _holds(e, "og_video", "player_card") and (titled or not listed) and played:
        return "video"
    pictured = max(e["figures"], e["slides"]) > _PICTURES
    for kind, seen in (("video", played), ("gallery", pictured), ("audio", played)):
        if _holds(e, f"ld_{kind}") and not listed:
            return kind
        if e[f"url_{kind}"] >= _HALF and (titled or (seen and not listed)):
            return kind
        if _holds(e, f"says_{kind}") and seen and not listed:
            return kind
    return None


def live(e: Evidence) -> bool:
    """It is live coverage: declared so, or by its address and the number of its times."""
    return _holds(e, "ld_live") or (e["url_live"] == 1 and e["times"] > _TIMES)
