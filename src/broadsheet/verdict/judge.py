"""The verdict on a page or an address: by the models that the package ships, and by rules for rare kinds of pages.

The rules tell errors, walls, films, pictures, recordings, legal texts, discussions, live coverage, and pages with next
to nothing on them: the corpora hold too few of them to learn from, and what they have in common is plain, hardly any
running text, and a phrase, a declaration or a player instead. A rule overrules the model unless all else speaks for an
article. The other kinds are learnt. Amounts are logarithms.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from broadsheet.article import Verdict
from broadsheet.facts import Facts
from broadsheet.page import Page, checked_address, page_of
from broadsheet.patterns import pattern
from broadsheet.verdict.address import ADDRESS, address_features
from broadsheet.verdict.evidence import DATED, Evidence, gather
from broadsheet.verdict.model import load
from broadsheet.verdict.reasons import reasons

__all__ = ["SELDOM", "by_rule", "by_signs", "identify", "identify_url", "is_live", "judge"]

SELDOM: Final = 0.1
"""Most that the probability of an article may be where a rule tells another kind."""
_OF_ANOTHER_SCHEME: Final = pattern(r"\s*(?!https?:)[a-z][a-z0-9+-]*:", re.IGNORECASE)
"""A scheme (RFC 3986, section 3.1) without the dots that it may have: ``www.courier.example:443`` begins with none."""
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


def identify(
    html: str | bytes | bytearray | memoryview | Page, *, url: str | None = None, charset: str | None = None
) -> Verdict:
    """Is there an article on this page?

    Args:
        html: the page: text, bytes (decoded by the WHATWG order), or a `Page` that is parsed already.
        url: where it is from, if known; a `Page` has its own. What is no address of the web is left out.
        charset: the label of the character encoding that the transport declared (HTTP ``Content-Type``), for bytes.
            Labels that the Encoding Standard of the WHATWG lacks are ignored.

    Raises:
        TypeError: an argument is of another type.
        ValueError: ``url`` or ``charset`` comes with a `Page`.
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits that keep time and memory bounded.
    """
    page = page_of(html, url=url, charset=charset)
    return judge(Facts(page))


def judge(facts: Facts) -> Verdict:
    """The verdict on a page whose facts were read already."""
    evidence = gather(facts)
    values = evidence.values
    model, choice = load("page")
    probability = float(model.probabilities(values[None, :])[0])
    rule = by_rule(evidence, probability)
    if rule is not None:
        probability = min(probability, SELDOM)
    is_article = probability >= 0.5
    if rule is not None:
        kind = rule
    elif is_live(evidence):
        kind = "live blog"
    elif is_article:
        kind = "article"
    else:
        kind = by_signs(evidence) or (choice.likeliest(values) if choice is not None else "other")
    return Verdict(
        is_article=is_article,
        probability=probability,
        kind=kind,
        evidence=reasons(evidence, model.contributions(values), rule),
    )


def identify_url(url: str) -> float:
    """The probability that an address leads to an article, by the address alone: which links to follow.

    Args:
        url: an absolute address; the query and the site's name are not looked at.

    Returns:
        0 to 1. An address of another scheme than HTTP (``mailto:``, ``javascript:``) leads to no article: 0.

    Raises:
        TypeError: it is no text.
        ValueError: it is not absolute: links of a page are made so first (``urllib.parse.urljoin``).
    """
    if not isinstance(url, str) or _OF_ANOTHER_SCHEME.match(url) is None:
        checked_address(url)
    found = address_features(url)
    if not found["url_known"]:
        return 0.0
    model, _ = load("address")
    values = np.array([[found[name] for name in ADDRESS]])
    return float(model.probabilities(values)[0])


def by_rule(e: Evidence, probability: float = 0.0) -> str | None:
    """The kind of a page that is no article, if a rule tells it.

    Args:
        e: what was found on the page.
        probability: of an article, as the model has it.
    """
    declared, dated = e.holds(*_ARTICLE), e.holds(*DATED)
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
