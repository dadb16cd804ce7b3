"""Blocks -> JSON, in the format of ``article.schema.json`` (JSON Schema, draft 2020-12), which is next to this file.

``schema_version`` is raised when a reader of the old format could not read the new one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final, get_args

from broadsheet.article import blocks as tree
from broadsheet.article.places import Place

__all__ = ["SCHEMA_VERSION", "record"]

SCHEMA_VERSION: Final = 1

_BLOCKS: Final[frozenset[type]] = frozenset((*get_args(tree.Block), tree.Post))
_TYPES: Final[dict[type, str]] = {kind: kind.__name__.lower() for kind in (*_BLOCKS, *get_args(tree.Inline))} | {
    tree.CodeBlock: "code",
    tree.CodeSpan: "code",
    tree.InlineImage: "image",
    tree.LineBreak: "break",
}
"""The ``type`` of each kind of block and inline."""


def record(value: Any, places: Sequence[Place | None] = ()) -> Any:
    """Blocks, records and tuples of them as plain data; any other value unchanged.

    Args:
        value: the value.
        places: the places of all blocks in it, outer ones before those inside them; empty if unknown.
    """
    return _record(value, iter(places))


def _record(value: Any, places: Iterator[Place | None]) -> Any:
    if isinstance(value, tuple):
        return [_record(one, places) for one in value]
    kind = type(value)
    names = getattr(kind, "__match_args__", None)  # the fields of a dataclass; `fields` takes many times as long
    if names is None:
        return value
    out: dict[str, Any] = {"type": _TYPES[kind]} if kind in _TYPES else {}
    place = next(places, None) if kind in _BLOCKS else None
    out |= {name: _record(getattr(value, name), places) for name in names}
    if kind is tree.Post:
        out["content"] = out.pop("blocks")
    if kind in _BLOCKS:
        out["place"] = asdict(place) if place is not None else None
    return out
