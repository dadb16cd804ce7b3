"""The papers by name, how they are measured, and the files of their figures: JSON, one file per paper."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, cast

from broadsheet import __version__
from broadsheet.errors import BroadsheetError, CorpusError, MissingExtra, NeedsNotMet
from broadsheet.lab.corpora import Corpus
from broadsheet.lab.reproduce.base import Options, Study

__all__ = [
    "STUDIES",
    "FiguresUnreadable",
    "Skipped",
    "Stored",
    "UnknownStudy",
    "load",
    "measure",
    "read_figures",
    "write_figures",
]

STUDIES: Final = ("tan2018", "barua2014", "zhang2018", "standke2019", "hausner2021")
"""The papers, each a module of this package that is imported on first use, in the order of the document."""


class UnknownStudy(BroadsheetError):
    """No paper has this name."""


class FiguresUnreadable(BroadsheetError):
    """A file of figures is invalid."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A paper that was skipped, and why."""

    paper: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The figures of one paper, with the options of the measurement and the version of this package."""

    paper: str
    version: str
    sample: int | None  # pages drawn from each corpus; None for all
    seed: int
    figures: dict[str, Any]

    @property
    def command(self) -> str:
        """The command that reproduces the figures."""
        sample = "" if self.sample is None else f" --sample {self.sample}"
        seed = f" --seed {self.seed}" if self.seed else ""
        return f"broadsheet reproduce {self.paper}{sample}{seed}"


def load(name: str) -> Study:
    """Return a paper's module.

    Raises:
        UnknownStudy: unknown name.
    """
    if name not in STUDIES:
        raise UnknownStudy(f"unknown paper {name!r}; papers: {', '.join(STUDIES)}")
    return cast("Study", importlib.import_module(f"broadsheet.lab.reproduce.{name}"))


def measure(papers: Sequence[str], corpora: Sequence[Corpus], options: Options) -> Iterator[Stored | Skipped]:
    """Measure papers one by one; those that this machine cannot measure are skipped.

    Raises:
        UnknownStudy: unknown paper.
    """
    studies = {name: load(name) for name in papers}
    for name, study in studies.items():
        try:
            figures = study.measure(corpora, options)
        except (MissingExtra, NeedsNotMet, CorpusError) as error:
            yield Skipped(name, str(error))
        else:
            yield Stored(paper=name, version=__version__, sample=options.sample, seed=options.seed, figures=figures)


def write_figures(stored: Stored, file: Path) -> None:
    """Write the figures of one paper.

    Raises:
        OSError: the file cannot be written.
        ValueError, TypeError: the figures are not plain data.
    """
    text = json.dumps(asdict(stored), ensure_ascii=False, indent=1, allow_nan=False)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")


def read_figures(file: Path) -> Stored | None:
    """Read the figures of one paper, or None if there is no file.

    Raises:
        FiguresUnreadable: the file is invalid.
    """
    try:
        return Stored(**json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise FiguresUnreadable(f"{file}: not a file of figures ({error})") from error
