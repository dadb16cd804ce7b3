"""Article -> its metadata as readable text: each value, its source, and what other sources claim."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from broadsheet.article.article import Article

__all__ = ["explain"]

MAX_VALUE_CHARS: Final = 160  # longest value shown in full


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
    if datum == "authors":
        return ", ".join(
            claim.name if claim.kind == "person" else f"{claim.name} ({claim.kind})" for claim in article.contributors
        ) or "(none)"  # fmt: skip
    value = getattr(article, datum)
    if value is None or value == ():
        return "(none)"
    if datum == "tags":
        return ", ".join(value)
    if datum == "breadcrumbs":
        return " > ".join(one.name for one in value)
    if datum == "lead_image":
        return str(value.src)
    return str(value)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MAX_VALUE_CHARS else f"{line[: MAX_VALUE_CHARS - 1]}…"
