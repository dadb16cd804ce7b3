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

__all__ = ["ADDRESS", "KIND_WORDS", "address_features", "words_of_kind"]

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
_NUMBERED: Final = re.compile(
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


def words_of_kind(path: str, host: str = "") -> dict[str, float]:
    """How much a path and the front of a host speak of each kind: 1 for a whole step of the path, less for a part.

    Args:
        path: the path of an address, from its first slash.
        host: its host, with the registered name and what is after it: only labels in front of these are looked at.

    Returns:
        For every kind 0, 0.25, 0.5 or 1.

    >>> words_of_kind("/news/video/storm-over-the-sound")["video"]
    1.0
    """
    steps = [step for step in path.lower().split("/") if step]
    front = [label for label in host.lower().split(".")[:-2] if label not in _COMMON_HOST_LABELS]
    out = dict.fromkeys(KIND_WORDS, 0.0)
    *directories, last = steps or [""]
    last = _EXTENSION.sub("", last)
    whole = {*directories, last}
    parts = {part for step in [*front, *directories, last] if step.count("-") <= 2 for part in _NAMES.split(step)}
    in_last = set(_NAMES.split(last))
    # Those of long names too: datenschutzerklaerung-der-courier-gmbh.
    parts |= {word for word in in_last if word.startswith(_LEGAL)}
    for kind, known in KIND_WORDS.items():
        if whole & known or (kind in _OF_HOSTS and known.intersection(front)):
            out[kind] = 1.0
        elif parts & known or (kind == "service" and any(part.startswith(_LEGAL) for part in parts)):
            out[kind] = 0.5
        elif kind in ("video", "gallery", "audio", "live") and in_last & known:
            out[kind] = 0.25
    return out


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
    steps = [step for step in path.lower().split("/") if step]
    if not steps and _NUMBERED.search(parts.query):
        return dict(_UNKNOWN)
    bare = [_EXTENSION.sub("", step) for step in steps]
    out = {
        "url_known": 1.0,
        "url_host_labels": float(len([label for label in host.split(".") if label not in _COMMON_HOST_LABELS])),
        **_of_path(path, steps, bare),
        **_of_last(bare),
    }
    last_words = out["url_last_words"]
    dated = out["url_date"] or out["url_longest_number"] >= 5
    out["url_section"] = float(bool(steps) and last_words <= 2 and not dated and not out["url_last_number"])
    out["url_story"] = float(last_words >= 4 or dated)
    out["url_legal"] = float(any(step in _LEGAL_STEPS or step.startswith(_LEGAL) for step in bare))
    out |= {f"url_{kind}": value for kind, value in words_of_kind(path, host).items()}
    if out["url_section"]:
        out["url_article"] = 0.0  # /news/europe/ is a list of news
    return {name: out[name] for name in ADDRESS}


def _of_path(path: str, steps: list[str], bare: list[str]) -> dict[str, float]:
    """Features of the whole path.

    Args:
        path: the path, unquoted.
        steps: its steps, in lower case.
        bare: these without an extension.
    """
    lower = path.lower()
    numbers = _numbers(lower)
    return {
        "url_depth": float(len(steps)),
        "url_shallow": float(len(steps) <= 1),
        "url_root": float(not steps or (len(steps) == 1 and bare[0] in _FRONT_PAGES)),
        "url_slash": float(lower.endswith("/")),
        "url_extension": float(bool(steps) and _EXTENSION.search(steps[-1]) is not None),
        "url_longest_hyphens": float(min(15, max(map(_hyphens, bare), default=0))),
        "url_date": float(_DATE.search(lower) is not None),
        "url_year": float(_YEAR.search(lower) is not None),
        "url_digits": float(min(30, sum(numbers))),
        "url_longest_number": float(min(14, max(numbers, default=0))),
        "url_upper": float(any(map(str.isupper, path))),
    }


def _of_last(bare: list[str]) -> dict[str, float]:
    """Features of the last step of a path that is not the front page of a folder."""
    last = bare[-1] if bare else ""
    if last in _FRONT_PAGES and len(bare) > 1:
        last = bare[-2]
    return {
        "url_last_length": float(min(120, len(last))),
        "url_last_hyphens": float(min(15, _hyphens(last))),
        "url_last_words": float(min(15, len(_WORD.findall(last)))),
        "url_last_number": float(min(14, max(_numbers(last), default=0))),
        "url_last_digit_share": sum(map(str.isdigit, last)) / max(1, len(last)),
    }


def _hyphens(step: str) -> int:
    return step.count("-") + step.count("_")


def _numbers(text: str) -> list[int]:
    """How many digits each number in a text has."""
    return [len(number) for number in _NUMBER.findall(text)]
