"""An address -> numbers: the shape of its path, and the words in it that name kinds of pages.

The query is left out, for it tells how a page was come by (campaigns, searches) more often than what it is; and so is
the host, but for the words in front of the site's name (``forum.``, ``video.``), for no site is to be learnt by heart.
Where the query alone says which page of a site is meant (``/?p=214``), nothing is known of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote, urlsplit

from broadsheet.lexicon import PAGES, page_words
from broadsheet.patterns import pattern

__all__ = ["ADDRESS", "address_features"]

KIND_WORDS: Final[Mapping[str, frozenset[str]]] = {kind: page_words("address", kind) for kind in PAGES["address"]}
"""Words of paths and hosts, by the kind of page that they stand for; English, German, French, Spanish and others."""
ADDRESS: Final = (
    "url_known", "url_depth", "url_shallow", "url_root", "url_slash", "url_extension", "url_last_length",
    "url_last_hyphens", "url_last_words", "url_longest_hyphens", "url_date", "url_year", "url_digits",
    "url_longest_number", "url_last_number", "url_last_digit_share", "url_upper", "url_host_labels", "url_section",
    "url_story", "url_legal",
    *(f"url_{kind}" for kind in KIND_WORDS),
)  # fmt: skip
"""The features, in order. All but the first are NaN where the address is not known."""

_UNKNOWN: Final = MappingProxyType(dict.fromkeys(ADDRESS, float("nan")) | {"url_known": 0.0})
"""What is known of an address that says nothing."""
_DATE: Final = re.compile(r"(?:^|[^\d])(?:19|20)\d{2}[-/._]?(?:0?[1-9]|1[0-2]|[a-z]{3})(?:[-/._]?[0-3]?\d)?(?:[^\d]|$)")
_YEAR: Final = re.compile(r"(?:^|[^\d])(?:19|20)\d{2}(?:[^\d]|$)")
_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_EXTENSION: Final = re.compile(r"\.(?:s?html?|php\d?|aspx?|jsp|cfm|ece|do|story|stm|shtml|xhtml)$")
_NUMBERED: Final = pattern(
    r"(?:^|[&;])(?:p|(?:\w*[_-])?(?:id|nr|no)|article|story|post|news|\w+id)=\d+(?=[&;]|$)", re.IGNORECASE
)
"""In a query: the number of a page."""
_COMMON_HOST_LABELS: Final = frozenset("www www2 m mobile amp en de".split())
_FRONT_PAGES: Final = ("index", "default", "home")
"""What the front page of a site or a folder is called."""
_NAMES: Final = re.compile(r"[-_.]")
_OF_HOSTS: Final = frozenset({"video", "audio", "forum", "product", "documentation"})
"""Kinds that a host in front of the site's name tells: ``forum.``; ``legal.`` and ``jobs.`` are departments."""
_LEGAL: Final = tuple(PAGES["legal"]["begins"])
"""How the names of legal pages begin."""
_LEGAL_STEPS: Final = page_words("legal", "steps")


def address_features(url: str | None) -> dict[str, float]:
    """The features of an address by name; NaN, but for ``url_known``, where there is none or it cannot be read."""
    try:
        parts = urlsplit((url or "").strip())
        host = parts.hostname or ""
    except ValueError:
        host = ""
    if not host or parts.scheme not in ("http", "https"):
        return dict(_UNKNOWN)
    path = unquote(parts.path)
    lower = path.lower()
    steps = [step for step in lower.split("/") if step]
    if not steps and _NUMBERED.search(parts.query):
        return dict(_UNKNOWN)
    bare = [_EXTENSION.sub("", step) for step in steps]
    last = bare[-1] if bare else ""
    if last in _FRONT_PAGES and len(bare) > 1:
        last = bare[-2]
    numbers, last_number = _numbers(lower), max(_numbers(last), default=0)
    last_words, longest = len(_WORD.findall(last)), max(numbers, default=0)
    is_dated = _DATE.search(lower) is not None or longest >= 5
    is_section = bool(steps) and last_words <= 2 and not is_dated and not last_number
    labels = host.lower().split(".")
    front = [label for label in labels[:-2] if label not in _COMMON_HOST_LABELS]
    found = {
        "url_known": 1.0,
        "url_depth": len(steps),
        "url_shallow": len(steps) <= 1,
        "url_root": not steps or (len(steps) == 1 and bare[0] in _FRONT_PAGES),
        "url_slash": lower.endswith("/"),
        "url_extension": bool(steps) and _EXTENSION.search(steps[-1]) is not None,
        "url_last_length": min(120, len(last)),
        "url_last_hyphens": min(15, _hyphens(last)),
        "url_last_words": min(15, last_words),
        "url_longest_hyphens": min(15, max(map(_hyphens, bare), default=0)),
        "url_date": _DATE.search(lower) is not None,
        "url_year": _YEAR.search(lower) is not None,
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
    """How much an address speaks of each kind: 1 for a whole step of its path, less for a part of one.

    Args:
        steps: the steps of the path, the last one without its extension.
        front: the labels of the host in front of the registered name.
    """
    in_last = set(_NAMES.split(steps[-1])) if steps else set()
    parts = {part for step in (*front, *steps) if step.count("-") <= 2 for part in _NAMES.split(step)}
    # Those of long names too: datenschutzerklaerung-der-courier-gmbh.
    parts |= {word for word in in_last if word.startswith(_LEGAL)}
    out = dict.fromkeys(KIND_WORDS, 0.0)
    for kind, known in KIND_WORDS.items():
        if known.intersection(steps) or (kind in _OF_HOSTS and known.intersection(front)):
            out[kind] = 1.0
        elif parts & known or (kind == "service" and any(part.startswith(_LEGAL) for part in parts)):
            out[kind] = 0.5
        elif kind in ("video", "gallery", "audio", "live") and in_last & known:
            out[kind] = 0.25
    return {f"url_{kind}": value for kind, value in out.items()}


def _hyphens(step: str) -> int:
    return step.count("-") + step.count("_")


def _numbers(text: str) -> list[int]:
    """How many digits each number in a text has."""
    return [len(number) for number in _NUMBER.findall(text)]
