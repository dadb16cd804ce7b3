"""The metadata of an article in words, with their sources and what else was claimed."""

from __future__ import annotations

from typing import Final

from broadsheet.article import Article

__all__ = ["explain"]

MAX_VALUE_CHARS: Final = 160  # longest value that `explain` shows in full


def explain(article: Article) -> str:
    """The metadata of an article with sources and alternatives, one paragraph per datum."""
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
