"""The metadata that an article carries: records with their sources, and their forms as front matter and explanation.

`broadsheet.metadata` and `broadsheet.verdict` make the records. They are defined here because an article holds them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal

from broadsheet.page.characters import without_surrogates
from broadsheet.patterns import pattern

if TYPE_CHECKING:
    from broadsheet.article.article import Article

__all__ = [
    "KINDS",
    "Access",
    "Author",
    "Breadcrumb",
    "Claim",
    "Origin",
    "Verdict",
    "explain",
    "in_one",
    "write_front_matter",
]

_EQUALS: Final = " = "
MAX_SOURCES: Final = 3  # most sources named for one value
MAX_VALUE_CHARS: Final = 160  # longest value that `explain` shows in full
KINDS: Final = (
    "article", "live blog", "index", "gallery", "video", "audio", "product", "forum", "documentation", "service",
    "error", "wall", "other",
)  # fmt: skip
"""Kinds of pages."""
_FRONT_MATTER: Final = (
    "title authors published modified url canonical_url site_name section tags language description".split()
)
# What YAML 1.2 (section 5.1) does not allow in a text, and what YAML 1.1 takes for line breaks. JSON escapes the rest.
_ESCAPED: Final = pattern("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")

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
        return {"source": self.source, "alternatives": list(map(asdict, self.alternatives))}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page holds an article.

    Attributes:
        is_article: whether ``probability`` is at least 0.5.
        probability: probability of an article, 0 to 1, calibrated on held-out sites.
        kind: the kind of page, one of `KINDS`.
        evidence: the reasons for and against, in words, the weightiest first.
    """

    is_article: bool
    probability: float
    kind: str
    evidence: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return {**asdict(self), "evidence": list(self.evidence)}

    def __str__(self) -> str:
        return f"{self.kind} ({self.probability:.2f})"


def explain(article: Article) -> str:
    """The metadata of an article with sources and alternatives, one paragraph per datum.

    >>> from broadsheet.article import Article, Claim, Origin
    >>> other = Claim("Bridge agreed | Paper", "meta:og:title")
    >>> print(explain(Article(title="Bridge agreed", origins=(Origin("title", "text:h1", (other,)),))))
    title: Bridge agreed
      from text:h1
      or: Bridge agreed | Paper  [meta:og:title]
    """
    parts = []
    for origin in article.origins:
        lines = [f"{origin.datum}: {_short(_value(article, origin.datum))}"]
        if origin.source is not None:
            lines.append(f"  from {origin.source}")
        lines += [f"  or: {_short(claim.value)}  [{claim.source}]" for claim in origin.alternatives]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _value(article: Article, datum: str) -> str:
    value = getattr(article, datum)
    if datum == "authors":
        value = [one.name if one.kind == "person" else f"{one.name} ({one.kind})" for one in article.contributors]
    elif datum == "breadcrumbs":
        return " > ".join(one.name for one in value) or "(none)"
    elif datum == "lead_image" and value is not None:
        value = value.src
    if value is None or isinstance(value, list | tuple):
        return ", ".join(value or ()) or "(none)"
    return str(value)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_VALUE_CHARS else f"{line[: MAX_VALUE_CHARS - 1]}…"


def write_front_matter(article: Article) -> str:
    """The known metadata as YAML between two lines of dashes, as many programs read them before Markdown."""
    known = ((name, value) for name in _FRONT_MATTER if (value := getattr(article, name)))
    return "\n".join(("---", *(f"{name}: {_yaml(value)}" for name, value in known), "---"))


def _yaml(value: str | tuple[str, ...]) -> str:
    """A double-quoted string or a list of them, so that no word is read as a number, a date or markup of YAML."""
    if not isinstance(value, str):
        return f"[{', '.join(map(_yaml, value))}]"
    quoted = json.dumps(without_surrogates(value), ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
