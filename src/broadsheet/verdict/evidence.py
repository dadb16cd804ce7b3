"""The evidence on a page as numbers: what the page declares, its URL, and the features of its text (`text`).

Features depend neither on how a page was stored (encoding, compression) nor on what a method marks as the article, so
the verdict is the same for every method. They are weighed in `broadsheet.verdict.judge`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote, urlsplit

import numpy as np

from broadsheet import engine
from broadsheet.facts import Facts
from broadsheet.facts.structured import types
from broadsheet.lexicon import PAGES, page_words
from broadsheet.page.arrays import FloatArray
from broadsheet.patterns import pattern
from broadsheet.verdict.text import SEPARATORS, WORD, Lines, heading_features, phrases_in, text_features

__all__ = ["ADDRESS", "DATED", "FEATURES", "OPEN_GRAPH", "SIGNS", "Evidence", "address_features", "combined", "gather"]

SIGNS: Final[Mapping[str, Mapping[str, float]]] = PAGES["signs"]
"""For each kind, the features that are signs of it, each with the value above which it counts."""
FEATURES: Final[tuple[str, ...]] = (
    "log_prose", "prose_share", "one_parent", "parents_a_prose", "prose_list_share", "mean_prose", "teaser_share",
    "little_prose", "least_prose", "low_share",
    "headings_elsewhere", "headings_linked_share", "cards", "log_links", "headline_link_share", "links_a_prose",
    "og_title_size", "title_words", "short_title", "h1_words", "short_h1", "legal_title", "undated",
    "date_near", "byline_near", "price_near", "code_share",
    "says_legal", "says_guide", "says_forum", "says_forum_name", "says_shop", "says_call", "says_cart",
    "named_product", "named_gallery", "named_grid", "named_story", "named_byline", "named_body", "named_tags",
    "named_hero", "named_share", "named_related", "named_caption", "named_user", "named_any", "forum_software",
    "og_article", "ld_article", "ld_author", "ld_product", "ld_list", "meta_published",
    "url_root", "url_depth", "url_legal", "url_index", "url_video", "url_gallery", "url_forum", "url_product",
    "url_service", "url_documentation", "url_article",
    *(f"signs_{kind}" for kind in SIGNS),
)  # fmt: skip
"""The features of the page model, in order. The rules of `broadsheet.verdict.judge` use others too."""
DATED: Final = ("meta_published", "ld_published", "date_near", "time_near")
KIND_WORDS: Final[Mapping[str, frozenset[str]]] = {kind: page_words("address", kind) for kind in PAGES["address"]}
"""Words of paths and hosts, by the kind of page that they name; English, German, French, Spanish and others."""
ADDRESS: Final = (
    "url_known", "url_depth", "url_shallow", "url_root", "url_slash", "url_extension", "url_last_length",
    "url_last_hyphens", "url_last_words", "url_longest_hyphens", "url_date", "url_year", "url_digits",
    "url_longest_number", "url_last_number", "url_last_digit_share", "url_upper", "url_host_labels", "url_section",
    "url_story", "url_legal",
    *(f"url_{kind}" for kind in KIND_WORDS),
)  # fmt: skip
"""The features of the URL model, in order. All but the first are NaN if the URL is unknown."""

# What a page declares.
_MENU, _EDGE, _MAIN = {"nav", "aside", "li"}, {"header", "footer"}, {"main", "article"}
MAX_LEVELS: Final = 100  # ancestors of a line that are read
MAX_NAME_CHARS: Final = 30_000  # characters of distinct class names that are searched
OPEN_GRAPH: Final = ("article", "video", "website", "product")  # values of ``og:type``
_ALIASES: Final = {"news": "article", "blog": "website", "movie": "video"}
_TYPES: Final = {kind: tuple(endings) for kind, endings in PAGES["types"].items()}  # ends of structured data types
_BODY: Final = {kind: page_words("body", kind) for kind in PAGES["body"]}
_FORUM_SOFTWARE: Final = "forum_software"
_NAMES: Final = engine.Words([*PAGES["names"].values()])

# URLs.
_UNKNOWN: Final = dict.fromkeys(ADDRESS, math.nan) | {"url_known": 0.0}
_DATE: Final = pattern(r"(?:^|[^\d])(?:19|20)\d{2}[-/._]?(?:0?[1-9]|1[0-2]|[a-z]{3})(?:[-/._]?[0-3]?\d)?(?:[^\d]|$)")
_YEAR: Final = pattern(r"(?:^|[^\d])(?:19|20)\d{2}(?:[^\d]|$)")
_NUMBER: Final = pattern(r"\d+")
_LONG_WORD: Final = pattern(r"[^\W\d_]{2,}")
_EXTENSION: Final = pattern(r"\.(?:s?html?|php\d?|aspx?|jsp|cfm|ece|do|story|stm|xhtml)$")
_NUMBERED: Final = pattern(
    r"(?:^|[&;])(?:p|(?:\w*[_-])?(?:id|nr|no)|article|story|post|news|\w+id)=\d+(?=[&;]|$)", re.IGNORECASE
)
"""The number of a page in a query."""
_COMMON_HOST_LABELS: Final = frozenset("www www2 m mobile amp en de".split())
_FRONT_PAGES: Final = ("index", "default", "home")  # file names of the front page of a site or folder
_PARTS: Final = pattern(r"[-_.]")
_OF_HOSTS: Final = frozenset({"video", "audio", "forum", "product", "documentation"})
"""Kinds that a subdomain can name: ``forum.``. But ``legal.`` and ``jobs.`` are departments."""
_LEGAL: Final = tuple(PAGES["legal"]["begins"])  # beginnings of the names of legal pages
_LEGAL_STEPS: Final = page_words("legal", "steps")


@dataclass(frozen=True, eq=False)
class Evidence:
    """The features of a page.

    Attributes:
        found: the features by name, NaN if unknown.
        characters: number of characters of running text; in ``found``, CJK characters count for more.
    """

    found: Mapping[str, float]
    characters: int = 0

    def __getitem__(self, name: str) -> float:
        return self.found[name]

    @property
    def values(self) -> FloatArray:
        """The features of the page model, shape (len(FEATURES),)."""
        return np.array([self.found[name] for name in FEATURES], dtype=np.float64)

    def holds(self, *names: str) -> bool:
        """Whether any of the flags is set. Unknown flags are not."""
        return any(self.found[name] >= 0.5 for name in names)


def gather(facts: Facts) -> Evidence:
    """The evidence on a page. If the page's URL is unknown, the one that it states is used."""
    page, structured, meta = facts.page, facts.structured, facts.structured.meta
    og_title, site = (next(iter(meta.get(f"og:{name}", ())), "") for name in ("title", "site_name"))
    title = structured.title or ""
    lines, texts = Lines(page, og_title or title), page.texts
    found = {
        **_declared(facts),
        **address_features(next(iter(structured.addresses), None)),
        **text_features(facts, lines),
        **heading_features(page, lines, texts),
        **phrases_in(
            "\n".join([*SEPARATORS.split(title), lines.h1_text]), texts, headline=og_title or lines.h1_text or title,
            site=site, begins=lines.first, beside=lambda line: _is_beside(facts, line),
        ),
    }  # fmt: skip
    return Evidence(combined(found), characters=lines.amounts.prose_chars)


def _is_beside(facts: Facts, line: int) -> bool:
    """Whether a line is in a menu, list or aside, or in a header or footer outside the article.

    A call to subscribe there is about the site, or about another article.
    """
    page = facts.page
    around = {page.name(row) for row in facts.chain(int(page.segments.block[line]), MAX_LEVELS)}
    return not _MENU.isdisjoint(around) or (not _EDGE.isdisjoint(around) and _MAIN.isdisjoint(around))


def combined(found: dict[str, float]) -> dict[str, float]:
    """Add the features that combine others, and the number of signs of each kind."""
    out = found | {
        "little_prose": min(3.0, max(0.0, 7 - found["log_prose"])),
        "least_prose": float(found["log_prose"] < 6.3),
        "low_share": max(0.0, 1 - 5 * found["prose_share"]),
        "short_title": float(found["title_words"] <= 3),
        "short_h1": float(found["h1_words"] <= 2),
        "legal_title": float(found["says_legal"] > 0 and found["h1_words"] <= 7),
        "undated": float(not any(found[name] >= 0.5 for name in DATED)),
    }
    return out | {
        f"signs_{kind}": float(sum(out[name] > least for name, least in signs.items())) for kind, signs in SIGNS.items()
    }


def _declared(facts: Facts) -> dict[str, float]:
    """What the page declares, by name: flags and counts."""
    structured, elements = facts.structured, facts.elements
    meta = structured.meta
    kind = next(iter(meta.get("og:type", ())), "").strip().lower().split(".")[0].split(":")[-1]
    kind = _ALIASES.get(kind, kind)
    stated = [name for thing in structured.objects for name in types(thing)]
    stated += [elements.value(row, "itemtype").rsplit("/", 1)[-1] for row in elements.having("itemtype")]
    found = {kind for name in {*stated} for kind, endings in _TYPES.items() if name.endswith(endings)}
    body = {word for name in ("class", "id") for word in WORD.findall(elements.value(facts.page.body, name).lower())}
    card = next(iter(meta.get("twitter:card", ())), "")
    return {
        **{f"og_{name}": float(kind == name) for name in OPEN_GRAPH},
        **{f"ld_{name}": float(name in found) for name in _TYPES},
        "ld_any": float(bool(stated)),
        "ld_articles": float(sum(name.endswith(_TYPES["article"]) for name in stated)),
        "ld_published": float(bool(structured.article.get("datePublished"))),
        "ld_author": float(bool(structured.article.get("author"))),
        "meta_published": float(not meta.keys().isdisjoint(PAGES["meta"]["published"])),
        "meta_author": float(not meta.keys().isdisjoint(PAGES["meta"]["author"])),
        "player_card": float(card == "player" or "og:video" in meta or "og:video:url" in meta),
        **{f"body_{name}": float(bool(body & known)) for name, known in _BODY.items()},
        **_named(" ".join(facts.page.values("class")["class"].distinct).lower().split()),
    }


def _named(names: list[str]) -> dict[str, float]:
    """How many distinct class names contain words of each kind, as logarithms."""
    text = " ".join(dict.fromkeys(names))[:MAX_NAME_CHARS]
    counts = dict(zip(PAGES["names"], _NAMES.counts(text), strict=False))
    if counts[_FORUM_SOFTWARE]:
        counts[_FORUM_SOFTWARE] = sum(map(text.__contains__, PAGES["names"][_FORUM_SOFTWARE]))
    out = {kind if kind == _FORUM_SOFTWARE else f"named_{kind}": math.log1p(times) for kind, times in counts.items()}
    return out | {"named_any": math.log1p(len(names))}


def address_features(url: str | None) -> dict[str, float]:
    """The features of a URL by name; NaN, except ``url_known``, if it is missing or invalid.

    The query is ignored, as it often describes how a reader arrived (campaigns, searches) and not the page. If it alone
    names the page (``/?p=214``), nothing is known; if it names a page of a script (``/story.php?id=214``), the path is
    not that of a section. The host is ignored, except for a subdomain like ``forum.``, so that no site is memorised.
    """
    try:
        parts = urlsplit((url or "").strip())
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https"):
        return _UNKNOWN.copy()
    path = unquote(parts.path)
    lower = path.lower()
    steps = [step for step in lower.split("/") if step]
    bare = [_EXTENSION.sub("", step) for step in steps]
    numbered = (not steps or bare[-1] != steps[-1]) and _NUMBERED.search(parts.query) is not None
    if numbered and bare and bare[-1] in _FRONT_PAGES:
        steps, bare = steps[:-1], bare[:-1]
    if numbered and not steps:
        return _UNKNOWN.copy()
    last = bare[-1] if bare else ""
    if last in _FRONT_PAGES and len(bare) > 1:
        last = bare[-2]
    numbers, last_number = _numbers(lower), max(_numbers(last), default=0)
    last_words, longest = len(_LONG_WORD.findall(last)), max(numbers, default=0)
    has_date = numbers != [] and _DATE.search(lower) is not None
    is_dated = has_date or longest >= 5
    is_section = bool(steps) and last_words <= 2 and not (is_dated or last_number or numbered)
    labels = host.lower().split(".")
    front = [label for label in labels[:-2] if label not in _COMMON_HOST_LABELS]
    found = {
        "url_known": 1.0,
        "url_depth": len(steps),
        "url_shallow": len(steps) <= 1,
        "url_root": not steps or (len(steps) == 1 and bare[0] in _FRONT_PAGES),
        "url_slash": lower.endswith("/"),
        "url_extension": bool(steps) and bare[-1] != steps[-1],
        "url_last_length": min(120, len(last)),
        "url_last_hyphens": min(15, _hyphens(last)),
        "url_last_words": min(15, last_words),
        "url_longest_hyphens": min(15, max(map(_hyphens, bare), default=0)),
        "url_date": has_date,
        "url_year": longest >= 4 and _YEAR.search(lower) is not None,
        "url_digits": min(30, sum(numbers)),
        "url_longest_number": min(14, longest),
        "url_last_number": min(14, last_number),
        "url_last_digit_share": sum(map(str.isdigit, last)) / max(1, len(last)),
        "url_upper": any(map(str.isupper, path)),
        "url_host_labels": sum(label not in _COMMON_HOST_LABELS for label in labels),
        "url_section": is_section,
        "url_story": last_words >= 4 or is_dated,
        "url_legal": any(step in _LEGAL_STEPS or step.startswith(_LEGAL) for step in bare),
        **_words_of_kind([*steps[:-1], *bare[-1:]], front),
    }
    if is_section:
        found["url_article"] = 0  # /news/europe/ is a list of news
    return {name: float(found[name]) for name in ADDRESS}


def _words_of_kind(steps: list[str], front: list[str]) -> dict[str, float]:
    """How strongly a URL names each kind: 1 for a whole step of its path, less for a part of one.

    Args:
        steps: the steps of the path, the last one without its extension.
        front: the subdomains.
    """
    in_last = set(_PARTS.split(steps[-1])) if steps else set()
    parts = {part for step in (*front, *steps) if step.count("-") <= 2 for part in _PARTS.split(step)}
    # Also in long names: datenschutzerklaerung-der-courier-gmbh.
    parts |= {word for word in in_last if word.startswith(_LEGAL)}
    out = {}
    for kind, known in KIND_WORDS.items():
        if not known.isdisjoint(steps) or (kind in _OF_HOSTS and not known.isdisjoint(front)):
            value = 1.0
        elif not known.isdisjoint(parts) or (kind == "service" and any(part.startswith(_LEGAL) for part in parts)):
            value = 0.5
        else:
            value = 0.25 if kind in ("video", "gallery", "audio", "live") and in_last & known else 0.0
        out[f"url_{kind}"] = value
    return out


def _hyphens(step: str) -> int:
    return step.count("-") + step.count("_")


def _numbers(text: str) -> list[int]:
    """The number of digits of each number in a text."""
    return [len(number) for number in _NUMBER.findall(text)]
