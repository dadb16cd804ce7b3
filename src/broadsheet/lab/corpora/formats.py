"""The corpus formats, the shape of a folder of each, and `open_corpora`.

A format is recognised by the shape of its folder, never by the folder's name.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from broadsheet.errors import CorpusError, SourceUnreadable
from broadsheet.lab.corpora import json_answers, text_answers
from broadsheet.lab.corpora.base import INCLUDES, Corpus, Includes, Sample

__all__ = ["FORMATS", "VARIABLE", "named_folders", "open_corpora", "recognise"]

VARIABLE: Final = "BROADSHEET_CORPORA"  # environment variable with the folder of corpora


@dataclass(frozen=True, slots=True)
class Format:
    """One format."""

    # yields the pages of a folder, of one corpus or of several. It raises `CorpusError` if a file is missing or not
    # in the format.
    read: Callable[[Path], Iterator[Sample]]
    shapes: tuple[tuple[str, ...], ...]  # alternative shapes of the folder: patterns that must all match
    # path of the folder in the source's repository, so that the repository itself can be opened
    inside: tuple[str, ...] = ()

    def find(self, folder: Path) -> Path | None:
        """Return the folder with the shape: the given one, or one inside it; None without one."""
        for place in (folder, *(folder / path for path in self.inside)):
            if any(all(any(place.glob(pattern)) for pattern in shape) for shape in self.shapes):
                return place
        return None


# In the order of recognition: a shape may be a looser form of an earlier one (CleanPortalEval's is CleanEval's, but its
# pages are not numbered).
FORMATS: Final[dict[str, Format]] = {
    "plain": Format(json_answers.plain, (("truth.jsonl",),)),
    "cleaneval": Format(
        text_answers.cleaneval,
        (
            ("GoldStandard", "finalrun-input"),
            ("GoldStandard/[0-9]*.txt", "input/[0-9]*.html"),
            ("clean", "orig"),
            ("en_cleaned", "en_original"),
            ("zh_cleaned", "zh_original"),
        ),
    ),
    "cleanportaleval": Format(text_answers.cleanportaleval, (("GoldStandard", "input"),)),
    "daniel": Format(text_answers.daniel, (("reference", "html"),), ("corpora/Corpus_daniel_v2.1",)),
    "dragnet": Format(text_answers.dragnet, (("HTML", "Corrected"), ("HTML", "corrected/Corrected"))),
    "fundus": Format(json_answers.fundus, (("*/meta.info",),), ("tests/resources/parser/test_data",)),
    "fundus-evaluation": Format(json_answers.fundus_evaluation, (("ground_truth.json", "html"),), ("dataset",)),
    "l3s": Format(text_answers.l3s, (("annotated", "original"),), ("L3S-GN1-20100130203947-00001",)),
    "naeb": Format(json_answers.naeb, (("articles.json", "html"),)),
    "readability": Format(
        text_answers.readability, (("*/source.html", "*/expected.html"),), ("test/test-pages", "test-pages")
    ),
    "scrapinghub": Format(json_answers.scrapinghub, (("ground-truth.json", "html"),)),
    "trafilatura": Format(json_answers.trafilatura, (("evaldata.json",),), ("tests",)),
    "wceb": Format(json_answers.wceb, (("ground-truth/*.jsonl", "html"),), ("datasets/combined", "combined")),
    "wcxb": Format(
        json_answers.wcxb,
        (("dev/ground-truth/*.json",), ("test/ground-truth/*.json",), ("ground-truth/*.json", "html")),
    ),
}


def recognise(path: str | Path) -> str | None:
    """Return the name of a folder's format, by its shape; None if unknown."""
    folder = Path(path)
    return next((name for name, format_ in FORMATS.items() if format_.find(folder) is not None), None)


def open_corpora(*folders: str | Path, format: str | None = None) -> list[Corpus]:  # noqa: A002 (the field's word)
    """Open the corpora in the given folders, or in the folder that ``BROADSHEET_CORPORA`` names.

    Args:
        folders: each is a corpus in one of `FORMATS`, or a folder of corpora.
        format: name of the format, to skip recognition.

    Returns:
        The corpora, in the order of the folders, and by name in each. Some formats hold several.

    Raises:
        CorpusError: no folder, no corpus, duplicate names, an invalid corpus, or an unknown format.
        SourceUnreadable: no such folder, or not a folder.
    """
    if format is not None and format not in FORMATS:
        raise CorpusError(f"unknown format {format!r}; formats: {', '.join(FORMATS)}")
    corpora: dict[str, Corpus] = {}
    for folder in named_folders(folders):
        if not folder.is_dir():
            raise SourceUnreadable(str(folder), "this is not a folder" if folder.exists() else "no such folder")
        for corpus in _open(folder) if format is None else _read_as(format, folder):
            if corpus.name in corpora:
                raise CorpusError(f"two corpora have the name {corpus.name!r}: the second is in {folder}")
            corpora[corpus.name] = corpus
    return list(corpora.values())


def named_folders(folders: Sequence[str | Path]) -> tuple[Path, ...]:
    """Return the folders, or the one that ``BROADSHEET_CORPORA`` names; raise `CorpusError` if there is neither."""
    named = folders or tuple(filter(None, [os.environ.get(VARIABLE)]))
    if not named:
        raise CorpusError(f"no folder of corpora: name one, or set {VARIABLE}")
    return tuple(map(Path, named))


def _open(folder: Path) -> list[Corpus]:
    """Return the corpora of a folder: itself, or those in its subfolders."""
    name = recognise(folder)
    if name is not None:
        return _read_as(name, folder)
    corpora = []
    for inside in sorted(path for path in folder.iterdir() if path.is_dir()):
        name = recognise(inside)
        if name is not None:
            corpora += _read_as(name, inside)
        elif (inside / "html").is_dir():  # an incomplete corpus must not be skipped silently
            raise CorpusError(f"{inside}: pages, but no gold answers in a known format")
    if not corpora:
        raise CorpusError(f"{folder}: no gold answers (truth.jsonl or another known format) here or in its subfolders")
    return corpora


def _read_as(name: str, folder: Path) -> list[Corpus]:
    # A named format is read even without its shape: the reader reports what is missing.
    place = FORMATS[name].find(folder) or folder
    corpora: dict[str, dict[str, Sample]] = {}
    for sample in FORMATS[name].read(place):
        gold = sample.gold
        kept = corpora.setdefault(gold.corpus, {})
        if gold.id in kept:
            raise CorpusError(f"{place}: two pages have the id {gold.id!r}")
        includes = INCLUDES.get(gold.corpus, INCLUDES.get(name, Includes()))
        kept[gold.id] = replace(sample, gold=replace(gold, includes=includes))
    if not corpora:
        raise CorpusError(f"{place}: no page with a gold answer")
    return [Corpus(corpus, tuple(kept.values())) for corpus, kept in corpora.items()]
