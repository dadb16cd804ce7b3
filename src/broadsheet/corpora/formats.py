"""The formats by name, how a folder of each looks, and the one way in: `open_corpora`.

A format's reader is imported when a corpus of it is first opened. A format is known by its shape, never by the name of
the folder it was unpacked into. The module must not know what is in the files.
"""

from __future__ import annotations

import importlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from broadsheet.errors import CorpusError, SourceUnreadable

if TYPE_CHECKING:
    from collections.abc import Callable

    from broadsheet.corpora.base import Corpus

__all__ = ["FORMATS", "VARIABLE", "Format", "open_corpora", "recognise"]

VARIABLE: Final = "BROADSHEET_CORPORA"
"""The environment variable that names the folder of the corpora."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format.

    Attributes:
        reader: ``"module:function"``; the function takes the folder with the shape and gives its corpora.
        shapes: what such a folder has: patterns of which each finds something, in one or more ways.
        inside: where in the source's repository that folder is, so that the repository itself can be opened.
    """

    reader: str
    shapes: tuple[tuple[str, ...], ...]
    inside: tuple[str, ...] = ()

    def find(self, folder: Path) -> Path | None:
        """The folder with the shape: the one given, or one of those inside; None where there is none."""
        for place in (folder, *(folder / path for path in self.inside)):
            if any(all(_finds(place, pattern) for pattern in shape) for shape in self.shapes):
                return place
        return None

    def read(self, folder: Path) -> list[Corpus]:
        """Its corpora.

        Raises:
            CorpusError: a file is missing or not in the format.
        """
        module, _, function = self.reader.partition(":")
        read: Callable[[Path], list[Corpus]] = getattr(importlib.import_module(module), function)
        return read(folder)


FORMATS: Final[dict[str, Format]] = {
    "plain": Format(
        reader="broadsheet.corpora.plain:read",
        shapes=(("truth.jsonl",),),
    ),
    "cleaneval": Format(
        reader="broadsheet.corpora.cleaneval:read",
        shapes=(
            ("GoldStandard", "finalrun-input"),
            ("GoldStandard/[0-9]*.txt", "input/[0-9]*.html"),
            ("clean", "orig"),
            ("en_cleaned", "en_original"),
            ("zh_cleaned", "zh_original"),
        ),
    ),
    "cleanportaleval": Format(
        reader="broadsheet.corpora.cleanportaleval:read",
        shapes=(("GoldStandard", "input"),),
    ),
    "daniel": Format(
        reader="broadsheet.corpora.daniel:read",
        shapes=(("reference", "html"),),
        inside=("corpora/Corpus_daniel_v2.1",),
    ),
    "dragnet": Format(
        reader="broadsheet.corpora.dragnet:read",
        shapes=(("HTML", "Corrected"), ("HTML", "corrected/Corrected")),
    ),
    "fundus": Format(
        reader="broadsheet.corpora.fundus:read",
        shapes=(("*/meta.info",),),
        inside=("tests/resources/parser/test_data",),
    ),
    "fundus-evaluation": Format(
        reader="broadsheet.corpora.fundus_evaluation:read",
        shapes=(("ground_truth.json", "html"),),
        inside=("dataset",),
    ),
    "l3s": Format(
        reader="broadsheet.corpora.l3s:read",
        shapes=(("annotated", "original"),),
        inside=("L3S-GN1-20100130203947-00001",),
    ),
    "naeb": Format(
        reader="broadsheet.corpora.naeb:read",
        shapes=(("articles.json", "html"),),
    ),
    "readability": Format(
        reader="broadsheet.corpora.readability:read",
        shapes=(("*/source.html", "*/expected.html"),),
        inside=("test/test-pages", "test-pages"),
    ),
    "scrapinghub": Format(
        reader="broadsheet.corpora.scrapinghub:read",
        shapes=(("ground-truth.json", "html"),),
    ),
    "trafilatura": Format(
        reader="broadsheet.corpora.trafilatura:read",
        shapes=(("evaldata.json",), ("evaldata.py",)),
        inside=("tests",),
    ),
    "wceb": Format(
        reader="broadsheet.corpora.wceb:read",
        shapes=(("ground-truth/*.jsonl", "html"),),
        inside=("datasets/combined", "combined"),
    ),
    "wcxb": Format(
        reader="broadsheet.corpora.wcxb:read",
        shapes=(("dev/ground-truth/*.json",), ("test/ground-truth/*.json",), ("ground-truth/*.json", "html")),
    ),
}
"""In the order in which they are tried: a shape may be a looser form of one before it (CleanPortalEval has CleanEval's,
but its pages are not numbered)."""


def recognise(path: str | Path) -> str | None:
    """The name of the format of a folder, by its shape; None where it has none of them."""
    folder = Path(path)
    return next((name for name, format_ in FORMATS.items() if format_.find(folder) is not None), None)


def open_corpora(*folders: str | Path, format: str | None = None) -> list[Corpus]:  # noqa: A002 (the field's word)
    """Open corpora: those in the folders given, else those in the folder that ``BROADSHEET_CORPORA`` names.

    Args:
        folders: each is a corpus in one of `FORMATS`, or a folder whose folders are corpora.
        format: the name of the format, for folders that are not to be recognised by their shape.

    Returns:
        The corpora, in the order of the folders, and by name inside each. Some formats hold more than one.

    Raises:
        CorpusError: no folder is named, no corpus is in one, or two have the same name; a corpus is not as its format
            says; or no format has that name.
        SourceUnreadable: there is no such folder.
    """
    if format is not None and format not in FORMATS:
        raise CorpusError(f"no format is called {format!r}; there are: {', '.join(FORMATS)}")
    if not folders:
        named = os.environ.get(VARIABLE)
        if not named:
            raise CorpusError(f"no folder of corpora: name one, or set {VARIABLE}")
        folders = (named,)
    corpora: dict[str, Corpus] = {}
    for folder in map(Path, folders):
        if not folder.is_dir():
            raise SourceUnreadable(str(folder), "no such folder")
        for corpus in _open(folder) if format is None else _read_as(format, folder):
            if corpus.name in corpora:
                raise CorpusError(f"two corpora are called {corpus.name!r}: the second is in {folder}")
            corpora[corpus.name] = corpus
    return list(corpora.values())


def _open(folder: Path) -> list[Corpus]:
    """The corpora of a folder: itself, or those among its folders."""
    name = recognise(folder)
    if name is not None:
        return _read_as(name, folder)
    corpora = []
    for inside in sorted(path for path in folder.iterdir() if path.is_dir()):
        name = recognise(inside)
        if name is not None:
            corpora += _read_as(name, inside)
        elif (inside / "html").is_dir():  # a corpus by half is not passed over in silence
            raise CorpusError(f"{inside}: pages, but no answers in a known format")
    if not corpora:
        raise CorpusError(
            f"{folder}: no truth.jsonl here, nor the answers of another known format, nor in the folders of this folder"
        )
    return corpora


def _read_as(name: str, folder: Path) -> list[Corpus]:
    # A folder without the shape is read all the same when the format was named: the reader says what is missing.
    return FORMATS[name].read(FORMATS[name].find(folder) or folder)


def _finds(folder: Path, pattern: str) -> bool:
    return next(folder.glob(pattern), None) is not None
