"""The folder of a benchmark: extractions written once, to be scored as often as wanted.

::

    DIR/
      run.json                             what was asked for: corpora, entrants, sample, machine
      extractions/<corpus>/<method>.jsonl  a line a page (`broadsheet.evaluate.ledger`)
      headlines/<corpus>.jsonl             the headline that our metadata reads from each page

A file of extractions is good for one version of the method, one set of parameters and one state of the pages; for
another it is begun anew, and the reason is told. It must not know how texts are scored.
"""

from __future__ import annotations

import dataclasses
import json
import os
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from broadsheet.errors import BroadsheetError
from broadsheet.evaluate.fingerprint import CorpusHashes, code_hash, entrant_identity
from broadsheet.evaluate.ledger import Ledger, LedgerUnreadable, read_ledger
from broadsheet.evaluate.machine import Machine
from broadsheet.evaluate.run import READING, Call, Outcome, PageCalls, Reading, run

try:
    import fcntl
except ImportError:  # Windows: two runs at once in one folder are not noticed there
    fcntl = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from broadsheet.corpora import Corpus
    from broadsheet.evaluate.entrants import Entrant

__all__ = ["Entered", "FolderBusy", "Plan", "collect", "read_calls", "read_plan", "write_plan"]

_PLAN: Final = "run.json"
_EXTRACTIONS: Final = "extractions"
_HEADLINES: Final = "headlines"
_LOCK: Final = ".lock"


class FolderBusy(BroadsheetError):
    """Another run is writing into the folder."""


@dataclass(frozen=True, slots=True)
class Entered:
    """One entrant, as it is written down.

    Attributes:
        name: its name in the catalog.
        ours: whether it is one of our methods.
        version: the version of its package.
    """

    name: str
    ours: bool
    version: str


@dataclass(frozen=True, slots=True)
class Plan:
    """What was asked for.

    Attributes:
        folders: where the corpora are.
        layout: the format in which they are read, if one was named.
        corpora: the corpora that take part, with the state of each.
        entrants: who takes part.
        sample: how many pages of each corpus, None for all.
        seed: of the sample.
        machine: where it ran last.
    """

    folders: tuple[str, ...]
    layout: str | None
    corpora: Mapping[str, CorpusHashes]
    entrants: tuple[Entered, ...]
    sample: int | None
    seed: int
    machine: Machine


def write_plan(folder: Path, plan: Plan) -> None:
    """Write what was asked for.

    Args:
        folder: the folder of the run, which is there.
        plan: what was asked for.

    Raises:
        OSError: it cannot be written.
    """
    part = folder / f"{_PLAN}.part"
    part.write_text(json.dumps(dataclasses.asdict(plan), indent=2) + "\n", encoding="utf-8")
    part.replace(folder / _PLAN)


def read_plan(folder: Path) -> Plan:
    """Read what was asked for.

    Raises:
        LedgerUnreadable: there is no such file, or it is not one of ours.
    """
    path = folder / _PLAN
    try:
        plan = json.loads(path.read_text(encoding="utf-8"))
        return Plan(
            folders=tuple(plan["folders"]),
            layout=plan["layout"],
            corpora={name: CorpusHashes(*hashes) for name, hashes in plan["corpora"].items()},
            entrants=tuple(Entered(**entered) for entered in plan["entrants"]),
            sample=plan["sample"],
            seed=plan["seed"],
            machine=Machine(**plan["machine"]),
        )
    except OSError as error:
        if isinstance(error, FileNotFoundError):
            raise LedgerUnreadable(f"{folder}: there is no run of 'broadsheet bench' here ({_PLAN})") from error
        raise LedgerUnreadable(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise LedgerUnreadable(f"{path}: not written by 'broadsheet bench'") from error


def collect(
    folder: Path,
    corpora: Sequence[Corpus],
    entrants: Sequence[Entrant],
    hashes: Mapping[str, CorpusHashes],
    *,
    limit: float | None,
    told: Callable[[str], None],
) -> Iterator[tuple[str, int]]:
    """Make the extractions that the folder lacks.

    Args:
        folder: where they are written; it exists.
        corpora: the pages.
        entrants: who takes part.
        hashes: the state of each corpus, by its name.
        limit: seconds that a call may take.
        told: is told in words where older extractions cannot be used.

    Yields:
        The name of a corpus and how many of its pages are done now: first what was there, then page by page.

    Raises:
        FolderBusy: another run is writing into the folder.
        CorpusError: a page cannot be read.
        OSError: a file cannot be read or written.
    """
    with ExitStack() as open_files:
        open_files.enter_context(_alone(folder))
        ledgers: dict[tuple[str, str], Ledger] = {}
        headlines: dict[str, Ledger] = {}
        identities = [(entrant.name, entrant_identity(entrant)) for entrant in entrants]
        for corpus in corpora:
            state = {"corpus": corpus.name, "pages": hashes[corpus.name].pages}
            for name, identity in identities:
                ledger = Ledger(_path(folder, corpus.name, name), {"method": name, **identity, **state})
                open_files.callback(ledger.close)
                if ledger.changed is not None:
                    told(f"{corpus.name}, {name}: begun anew ({ledger.changed})")
                ledgers[corpus.name, name] = ledger
            reader = {"code": code_hash("page", "metadata"), **state}
            headlines[corpus.name] = Ledger(_headlines(folder, corpus.name), reader)
            open_files.callback(headlines[corpus.name].close)

        def wanted(corpus: str, page: str) -> set[str]:
            names = {name for name, _ in identities if page not in ledgers[corpus, name].pages}
            return names if page in headlines[corpus].pages else names | {READING}

        for corpus in corpora:
            done = sum(not wanted(corpus.name, sample.gold.id) for sample in corpus)
            if done:
                yield corpus.name, done
        for result in run(corpora, entrants, wanted=wanted, limit=limit):
            _keep(result, ledgers, headlines[result.corpus])
            yield result.corpus, 1


def read_calls(folder: Path, corpus: Corpus, names: Sequence[str], hashes: CorpusHashes) -> Iterator[PageCalls]:
    """The extractions of a corpus, in the order of its pages.

    Pages that somebody has no extraction of are left out: the run was interrupted.

    Args:
        folder: the folder of the run.
        corpus: the corpus.
        names: whose extractions, in the order in which a page is to have them.
        hashes: what tells these pages from others.

    Raises:
        LedgerUnreadable: a file is missing, or is of other pages.
    """
    files = [_path(folder, corpus.name, name) for name in names]
    records = [_records_of(path, hashes) for path in files]
    headlines = _records_of(_headlines(folder, corpus.name), hashes)
    for sample in corpus:
        page = sample.gold.id
        if page in headlines and all(page in of_one for of_one in records):
            calls = tuple(_call(name, of_one[page]) for name, of_one in zip(names, records, strict=True))
            read = headlines[page]
            yield PageCalls(corpus.name, page, Reading(read["title"], read["seconds"], read["error"]), calls)


def _keep(result: PageCalls, ledgers: Mapping[tuple[str, str], Ledger], headlines: Ledger) -> None:
    headlines.append(result.page, dataclasses.asdict(result.reading))
    for call in result.calls:
        record = dataclasses.asdict(call)
        del record["entrant"]
        ledgers[result.corpus, call.entrant].append(result.page, record)


def _call(name: str, record: Mapping[str, Any]) -> Call:
    return Call(
        entrant=name,
        outcome=Outcome(record["outcome"]),
        error=record["error"],
        seconds=record["seconds"],
        stages=record["stages"],
        confidence=record["confidence"],
        text=record["text"],
    )


def _records_of(path: Path, hashes: CorpusHashes) -> dict[str, dict[str, Any]]:
    header, records = read_ledger(path)
    if header.get("pages") != hashes.pages:
        raise LedgerUnreadable(f"{path}: the pages have changed since these extractions were made")
    return records


def _path(folder: Path, corpus: str, name: str) -> Path:
    return folder / _EXTRACTIONS / _as_name(corpus) / f"{_as_name(name)}.jsonl"


def _headlines(folder: Path, corpus: str) -> Path:
    return folder / _HEADLINES / f"{_as_name(corpus)}.jsonl"


def _as_name(name: str) -> str:
    """A name that stays inside its folder."""
    quoted = quote(name, safe=" ")
    return quoted if not quoted.startswith(".") else f"%2E{quoted[1:]}"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system takes back if the process is killed."""
    file = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise FolderBusy(f"another run is writing into {folder}") from error
        yield
    finally:
        os.close(file)
