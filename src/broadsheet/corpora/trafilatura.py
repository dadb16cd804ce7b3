"""Trafilatura's evaluation (2020 to date): pages of many languages, with segments that must and must not be extracted.

**Source and licence**: adbar/trafilatura on GitHub, ``tests/``, Apache-2.0 (the pages keep their own rights). The
layout is known from the repository: both ends of ``evaldata.py``, ``eval_common.py`` and the list of files; of
``evaldata.json`` only the program that reads it.

**Layout**: ``evaldata.json``, or in older versions ``evaldata.py`` with a dictionary ``EVAL_PAGES = {...}``, which is
read as a literal and never executed. It maps the URL of a page to an object with ``file``, ``with``, ``without`` and,
on some, ``comments``, ``title``, ``author``, ``date``, ``license``, ``region``; empty strings and lists say that
nothing is known. Pages are in ``cache/`` or ``eval/``; an entry without a file is left out. Semicolons in ``author``
are taken to part names; no entry with several was seen.

**There is no gold text**, only one to six segments of each kind: decisive ones, at the beginning and the end of the
main text or in quotes and lists. Comments have a field of their own.
"""

from __future__ import annotations

import ast
from collections import Counter
from typing import TYPE_CHECKING, Final

from broadsheet.corpora.base import Gold, Sample
from broadsheet.corpora.domain import registered_domain
from broadsheet.corpora.fields import Record, entries
from broadsheet.corpora.files import page_loader, read_bytes
from broadsheet.errors import CorpusError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["samples"]

_NAME: Final = "trafilatura"
_VARIABLE: Final = "EVAL_PAGES"
_FIELDS: Final = ("file", "with", "without", "comments", "title", "author")


def samples(folder: Path) -> Iterator[Sample]:
    """Yield the pages of a folder.

    Raises:
        CorpusError: a file is missing or not in the format.
    """
    data = folder / "evaldata.json"
    seen: Counter[str] = Counter()
    for url, record in entries(data) if data.is_file() else _literal(folder / "evaldata.py"):
        file = record.required("file")
        if not file:
            continue
        name = file.removesuffix(".html")
        seen[name] += 1
        gold = Gold(
            # One page may be annotated under two URLs.
            id=name if seen[name] == 1 else f"{name}-{seen[name]}",
            corpus=_NAME,
            url=url,
            site=registered_domain(url),
            title=record.filled("title"),
            authors=record.names("author"),
            date=record.stated_day("date"),
            with_=record.strings("with"),
            without=record.strings("without"),
            comments=record.strings("comments"),
            extra=record.rest(*_FIELDS, day="date"),
        )
        yield Sample(gold, page_loader([folder / "cache", folder / "eval"], file, record.where))


def _literal(path: Path) -> Iterator[tuple[str, Record]]:
    """Yield the entries of the dictionary in a Python file, without executing it."""
    try:
        module = ast.parse(read_bytes(path))
    except SyntaxError as error:
        raise CorpusError(f"{path}:{error.lineno}: not Python ({error.msg})") from error
    except (ValueError, RecursionError, MemoryError) as error:
        raise CorpusError(f"{path}: not Python ({error})") from error
    table = next((node.value for node in module.body if isinstance(node, ast.Assign) and _assigns(node)), None)
    if not isinstance(table, ast.Dict):
        raise CorpusError(f"{path}: no dictionary {_VARIABLE} = {{...}}")
    # As in Python, the last of equal keys wins.
    found: dict[str, Record] = {}
    for key, value in zip(table.keys, table.values, strict=True):
        where = f"{path}:{(key or value).lineno}"
        try:
            url, item = None if key is None else ast.literal_eval(key), ast.literal_eval(value)
        except (ValueError, TypeError, RecursionError) as error:
            raise CorpusError(f"{where}: not a literal") from error
        if not isinstance(url, str) or not isinstance(item, dict):
            raise CorpusError(f"{where}: expected a URL and a dictionary")
        found[url] = Record(item, where)
    yield from found.items()


def _assigns(node: ast.Assign) -> bool:
    return any(isinstance(target, ast.Name) and target.id == _VARIABLE for target in node.targets)
