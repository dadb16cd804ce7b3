"""Names of elements for display: tag, id and classes, shortened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from broadsheet.page import Page

__all__ = ["name_of", "path_of"]

_MAX_LEVELS: Final = 8  # elements of a path, from the innermost outwards
_MAX_NAME_CHARS: Final = 60
_MAX_PATH_CHARS: Final = 240
_MAX_CLASSES: Final = 3


def name_of(page: Page, row: int) -> str:
    """Return an element's tag, id and first classes: ``div#story.text.wide``."""
    attributes = page.attrs(row)
    identity = "".join(attributes.get("id", "")[:_MAX_NAME_CHARS].split())
    classes = attributes.get("class", "")[: 4 * _MAX_NAME_CHARS].split()[:_MAX_CLASSES]
    whole = "".join(
        [page.name(row)[:_MAX_NAME_CHARS], f"#{identity}" if identity else "", *(f".{one}" for one in classes)]
    )
    return whole if len(whole) <= _MAX_NAME_CHARS else f"{whole[: _MAX_NAME_CHARS - 1]}…"


def path_of(page: Page, row: int) -> str:
    """Return an element's path, outermost element first."""
    names: list[str] = []
    up, size = row, 0
    while up >= 0 and len(names) < _MAX_LEVELS and size < _MAX_PATH_CHARS:
        names.append(name_of(page, up))
        size += len(names[-1])
        up = int(page.parent[up])
    return " > ".join([*(["…"] if up >= 0 else []), *reversed(names)])
