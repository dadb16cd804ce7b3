"""Where metadata came from: values with their sources and alternative claims; and authors.

`broadsheet.metadata` makes these records. They are defined here because an article carries them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal

__all__ = ["Access", "Author", "Breadcrumb", "Claim", "Origin", "in_one"]

_EQUALS: Final = " = "
MAX_SOURCES: Final = 3  # most sources named for one value

Access = Literal["free", "paid", "cut"]
"""``free``: nothing suggests a paywall. ``paid``: behind a paywall, but the text is on the page. ``cut``: behind a
paywall, and the page holds part of the text or none."""


@dataclass(frozen=True, slots=True)
class Author:
    """An author of an article.

    Attributes:
        name: the name.
        kind: ``person`` or ``organisation``.
        url: the URL of the author's page, if known.
    """

    name: str
    kind: Literal["person", "organisation"] = "person"
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    """A step of the trail that leads to an article.

    Attributes:
        name: the name.
        url: the absolute URL of the section's page, if known.
    """

    name: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A value for a datum, as one source states it.

    Attributes:
        value: the normalised value.
        source: the source: ``json-ld:NewsArticle.headline``, ``meta:og:title``, ``text:h1``. Several sources that
            agree are joined by `` = ``.
    """

    value: str
    source: str


def in_one(sources: Iterable[str]) -> str:
    """Join sources that agree, some of them perhaps joined already, as in `Claim.source`: each once, the first three.

    >>> in_one(["meta:og:title = text:h1", "title", "text:h1", "class:title"])
    'meta:og:title = text:h1 = title'
    """
    each = dict.fromkeys(_EQUALS.join(sources).split(_EQUALS))
    return _EQUALS.join(islice(each, MAX_SOURCES))


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a datum's value.

    Attributes:
        datum: the name of the article's field.
        source: the source of the value; None without a value.
        alternatives: other claims, the most probable first.
    """

    datum: str
    source: str | None
    alternatives: tuple[Claim, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, without the datum's name."""
        return {
            "source": self.source,
            "alternatives": [{"value": one.value, "source": one.source} for one in self.alternatives],
        }
