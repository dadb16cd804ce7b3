"""The papers by name: how they are measured, the files of their figures, and the documents written from these.

Figures are JSON, one file per paper. A paper has a page, ``papers/NAME.md``, with its summary between two marks; the
rest of the page is written by hand. The full tables are in ``log/reproduction/NAME.md``.
"""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar, cast

from broadsheet import __version__
from broadsheet.errors import BroadsheetError
from broadsheet.lab.corpora import Corpus

__all__ = [
    "STUDIES",
    "Figures",
    "Options",
    "Stored",
    "Study",
    "UnknownStudy",
    "file_of",
    "load",
    "measure",
    "published",
    "write",
    "write_figures",
]

T = TypeVar("T")
Figures = Mapping[str, Any]  # measured figures: JSON-compatible plain data
Progress = Callable[[str, int, int], None]  # called with what is being done, steps done, and steps in total


def silent(what: str, done: int, total: int) -> None:
    """Ignore progress."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of a measurement."""

    folders: tuple[Path, ...] = ()  # folders of the corpora, for files next to them (groups of neighbours)
    sample: int | None = None  # pages to draw from each corpus; None for all
    seed: int = 0  # random seed of pages and folds
    progress: Progress = field(default=silent, compare=False)  # called about once per page

    def draw(self, corpus: Corpus) -> Corpus:
        """Draw the pages of a corpus to use."""
        return corpus.draw(self.sample, seed=self.seed)

    def track(self, what: str, items: Sequence[T]) -> Iterator[T]:
        """Yield some items, and report each as done after the work on it."""
        for done, item in enumerate(items, 1):
            yield item
            self.progress(what, done, len(items))


class Study(Protocol):
    """A paper's module. Headings in its texts are of the second level.

    Attributes:
        TITLE: heading of its page: authors, year, and topic.

    A module may also have ``drawings(figures) -> Mapping[str, str]``: SVG documents by file name, written next to the
    page, so that ``summary`` refers to ``NAME.svg``.
    """

    @property
    def TITLE(self) -> str: ...  # noqa: N802, D102 - described above

    def measure(self, corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
        """Measure the paper's methods on those of all corpora that it selects; return JSON-compatible figures.

        Raises:
            MissingExtra: a required library is not installed.
            NeedsNotMet: another requirement is missing (a browser, a trained model).
            CorpusError: no suitable corpus; names the suitable ones.
        """
        ...

    def summary(self, figures: Figures) -> str:
        """Write what the paper's page shows, in Markdown."""
        ...

    def section(self, figures: Figures) -> str:
        """Write all tables, in Markdown; statements about orderings are computed from the figures."""
        ...


STUDIES: Final = ("tan2018", "barua2014", "zhang2018", "standke2019", "hausner2021")
"""The papers, each a module of this package that is imported on first use, in the order of the document."""


class UnknownStudy(BroadsheetError):
    """No paper has this name."""


class FiguresUnreadable(BroadsheetError):
    """A file of figures is invalid."""


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


@cache
def published(paper: str) -> dict[str, Any]:
    """Return the figures that a paper prints, from ``published.toml``."""
    figures: dict[str, Any] = tomllib.loads(files(__package__).joinpath("published.toml").read_text("utf-8"))[paper]
    return figures


def measure(paper: str, corpora: Sequence[Corpus], options: Options) -> Stored:
    """Measure one paper; errors as of `load` and `Study.measure`."""
    figures = load(paper).measure(corpora, options)
    return Stored(paper=paper, version=__version__, sample=options.sample, seed=options.seed, figures=figures)


def write_figures(stored: Stored, file: Path) -> None:
    """Write the figures of one paper.

    Raises:
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


FOLDER: Final = "papers"  # pages, figures and drawings
LOG: Final = "log/reproduction"  # full tables

_BEGIN: Final = "<!-- written by broadsheet reproduce -->"
_END: Final = "<!-- end -->"
_PART: Final = re.compile(f"{_BEGIN}\n.*?{_END}", re.DOTALL)  # the generated part of a page


def file_of(folder: Path, paper: str) -> Path:
    """Return the path of a paper's figures in the folder of the documents."""
    return folder / FOLDER / f"{paper}.json"


def write(folder: Path) -> list[Path]:
    """Write pages, drawings and full tables from the figures in the folder of the documents; return the pages.

    Raises:
        FiguresUnreadable: a file of figures is invalid.
    """
    written = []
    for name in STUDIES:
        stored = read_figures(file_of(folder, name))
        if stored is None:
            continue
        study, figures = load(name), stored.figures
        for file, drawing in study.drawings(figures).items() if hasattr(study, "drawings") else ():
            (folder / FOLDER / file).write_text(drawing, encoding="utf-8")
        path, tables = folder / FOLDER / f"{name}.md", folder / LOG / f"{name}.md"
        measured = f"Measured by `{stored.command}`"
        shown = f"{study.summary(figures).strip()}\n\n{measured}; [all tables](../{LOG}/{name}.md)."
        part = f"{_BEGIN}\n\n{shown}\n\n{_END}"
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        found = _PART.search(old)
        page = f"{old[: found.start()]}{part}{old[found.end() :]}" if found else f"# {study.TITLE}\n\n{part}\n"
        path.write_text(page, encoding="utf-8")
        tables.parent.mkdir(parents=True, exist_ok=True)
        head = f"# {study.TITLE}: all tables\n\n{measured}, version {stored.version}."
        tables.write_text(f"{head}\n\n{study.section(figures).strip()}\n", encoding="utf-8")
        written.append(path)
    return written
