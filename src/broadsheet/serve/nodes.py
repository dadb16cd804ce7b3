"""What elements are called where they are shown: their tags with id and classes, cut to a bearable length."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from broadsheet.page import Page

__all__ = ["name_of", "path_of"]

_LEVELS: Final = 8
"""Elements of a path that are named, from the innermost outwards."""
_LONGEST: Final = 60
"""Characters of an element's name."""
_LONGEST_PATH: Final = 240
"""Characters of a path from which no more elements are named."""
_CLASSES: Final = 3


def name_of(page: Page, row: int) -> str:
    """An element by its tag, id and first classes: ``div#story.text.wide``."""
    attributes = page.attrs(row)
    identity = "".join(attributes.get("id", "")[:_LONGEST].split())
    classes = attributes.get("class", "")[: 4 * _LONGEST].split()[:_CLASSES]
    whole = "".join([page.name(row)[:_LONGEST], f"#{identity}" if identity else "", *(f".{one}" for one in classes)])
    return whole if len(whole) <= _LONGEST else f"{whole[: _LONGEST - 1]}…"


def path_of(page: Page, row: int) -> str:
    """An element with those around it, the outermost first."""
    names: list[str] = []
    up, size = row, 0
    while up >= 0 and len(names) < _LEVELS and size < _LONGEST_PATH:
        names.append(name_of(page, up))
        size += len(names[-1])
        up = int(page.parent[up])
    return " > ".join([*(["…"] if up >= 0 else []), *reversed(names)])
