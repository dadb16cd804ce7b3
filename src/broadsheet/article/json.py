"""The JSON format of an article, on which other programs can rely, and the records of its blocks and images.

`Article.to_dict` gives the whole. ``article.schema.json`` beside this file is the formal schema (JSON Schema, draft
2020-12). ``schema_version`` is raised when a reader of the old format could not read the new one.

All keys are always present. A datum that was not found is null; lists may be empty.

============== ========================= ==============================================================
key            type                      meaning
============== ========================= ==============================================================
schema_version 1                         the version of this format
url            string or null            the page's URL
canonical_url  string or null            the canonical URL that the page states
title          string or null            the headline
authors        list of strings           author names
published      string or null            ISO 8601 date, or date and time with its zone if known
modified       string or null            the same
language       string or null            BCP 47 tag
site_name      string or null            the name of the site or newspaper
description    string or null            the page's summary of itself
contributors   list of authors           the authors, with people and organisations told apart
section        string or null            the section of the newspaper
breadcrumbs    list of breadcrumbs       the trail that leads to the article, the widest section first
tags           list of strings           keywords
lead_image     object or null            the lead image
stated_images  list of images            the images that the page states for the article
access         string or null            ``free``, ``paid`` (full text present), ``cut`` (text missing or incomplete)
comment_count  number or null            the stated number of readers' comments
origins        object of origins         the source of each datum, by key, and other claims
text           string                    the body as plain text
body           list of blocks            the body as a tree
images         list of images            all images of the body, with their captions
method         string                    the method that found the body
confidence     number or null            the probability that the text is right
verdict        object or null            whether the page holds an article
notes          list of strings           remarks on how the body was found
============== ========================= ==============================================================

A block is an object with a ``type``, a ``place`` and these fields:

* ``paragraph``: ``content`` (inlines); ``heading``: ``level`` (1-6), ``content``;
* ``list``: ``ordered``, ``start``, ``items`` (a list of lists of blocks); ``quote``: ``blocks``;
* ``post``, an embedded post: ``service``, ``author``, ``url``, ``date`` (strings, empty if unknown),
  ``content`` (blocks);
* ``table``: ``caption`` (inlines), ``rows``: lists of cells, each with ``header``, ``colspan``, ``rowspan`` and
  ``content`` (blocks);
* ``figure``: ``images``, ``caption`` (inlines); ``embed``: ``url``, ``kind``, ``title``, ``caption`` (inlines);
* ``code``: ``text``, ``language``; ``rule``: nothing.

A place has ``row`` (number), ``path`` (the CSS path of the element) and ``start`` (the position of its first words in
the decoded source, in characters, or null). It is null where it is not known or was not asked for: the command and the
server ask for it, and so does ``broadsheet.extract(..., with_places=True)``.

An inline has a ``type`` too: ``text`` (``text``), ``code`` (``text``), ``link`` (``href``, ``children``), ``image``
(``image``), ``break``, and ``emphasis``, ``strong``, ``strikethrough``, ``superscript``, ``subscript`` (``children``).

A verdict has ``is_article`` (boolean), ``probability`` (number), ``kind`` and ``evidence`` (a list of sentences), as
`broadsheet.article.Verdict`.

An author has ``name``, ``kind`` (``person`` or ``organisation``) and ``url`` (string or null). A breadcrumb has
``name`` and ``url`` (string or null). An origin has ``source`` (string or null) and ``alternatives``, each with
``value`` and ``source``.

An image has ``src``, ``alt``, ``caption`` (plain text), ``width`` and ``height`` (number or null).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, fields
from typing import Any, Final, get_args

from broadsheet.article import blocks as tree
from broadsheet.article.blocks import Blocks, Image
from broadsheet.article.places import Place

__all__ = ["SCHEMA_VERSION", "block_records", "image_record"]

SCHEMA_VERSION: Final = 1

_BLOCKS: Final[frozenset[type]] = frozenset((*get_args(tree.Block), tree.Post))
_KINDS: Final[tuple[type, ...]] = (*_BLOCKS, *get_args(tree.Inline))
_TYPES: Final[dict[type, str]] = {kind: kind.__name__.lower() for kind in _KINDS} | {
    tree.CodeBlock: "code",
    tree.CodeSpan: "code",
    tree.InlineImage: "image",
    tree.LineBreak: "break",
}
"""The ``type`` of each kind of block and inline."""
_FIELDS: Final = {kind: [field.name for field in fields(kind)] for kind in (*_KINDS, tree.Cell, Image)}


def block_records(blocks: Blocks, places: Sequence[Place | None]) -> list[dict[str, Any]]:
    """Some blocks as JSON objects, with the places of all blocks, outer ones before those inside them, if known."""
    records: list[dict[str, Any]] = _record(blocks, iter(places))
    return records


def image_record(image: Image) -> dict[str, Any]:
    """An image as a JSON object."""
    record: dict[str, Any] = _record(image, iter(()))
    return record


def _record(value: Any, places: Iterator[Place | None]) -> Any:
    """A record as an object with its type and fields, a tuple as a list, and any other value as it is."""
    if isinstance(value, tuple):
        return [_record(one, places) for one in value]
    kind = type(value)
    if kind not in _FIELDS:
        return value
    record: dict[str, Any] = {"type": _TYPES[kind]} if kind in _TYPES else {}
    place = next(places, None) if kind in _BLOCKS else None
    record |= {name: _record(getattr(value, name), places) for name in _FIELDS[kind]}
    if kind is tree.Post:
        record["content"] = record.pop("blocks")
    if kind in _BLOCKS:
        record["place"] = asdict(place) if place is not None else None
    return record
