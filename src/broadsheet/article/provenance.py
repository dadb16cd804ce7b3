"""Where metadata came from: values with their sources, and what else was claimed; and authors, people and
organisations.

They are made by `broadsheet.metadata`, and stand here because an article carries them. They must not know pages.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final, Literal

__all__ = ["Access", "Author", "Claim", "Origin", "in_one"]

_EQUALS: Final = " = "
_NAMED: Final = 3
"""Sources of one value that are named."""

Access = Literal["free", "paid", "cut"]
"""``free``: nothing speaks of paying. ``paid``: stated to cost, but the text is on the page. ``cut``: it costs, and the
page holds a part of the text or none."""


@dataclass(frozen=True, slots=True)
class Author:
    """Who wrote an article.

    Attributes:
        name: the name.
        kind: ``person`` or ``organisation``.
        url: the address of the author's page, if it is known.
    """

    name: str
    kind: Literal["person", "organisation"] = "person"
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a source says of a datum.

    Attributes:
        value: the value as it would be given.
        source: where it stands: ``json-ld:NewsArticle.headline``, ``meta:og:title``, ``text:h1``. Several that agree
            are joined by `` = ``.
    """

    value: str
    source: str


def in_one(sources: Iterable[str]) -> str:
    """Sources that agree, which may be several in one already, as `Claim.source` has them: each once, the first three.

    >>> in_one(["meta:og:title = text:h1", "title", "text:h1", "class:title"])
    'meta:og:title = text:h1 = title'
    """
    each = dict.fromkeys(_EQUALS.join(sources).split(_EQUALS))
    return _EQUALS.join(islice(each, _NAMED))


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the value of a datum came from.

    Attributes:
        datum: the datum, by the name of the article's field.
        source: what the value was taken from; None where there is no value.
        alternatives: what else was claimed, the most probable first.
    """

    datum: str
    source: str | None
    alternatives: tuple[Claim, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """As plain data, without the datum's name."""
        return {
            "source": self.source,
            "alternatives": [{"value": one.value, "source": one.source} for one in self.alternatives],
        }
