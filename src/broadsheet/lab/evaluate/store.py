"""The folder of a benchmark: extractions are made once, can be scored repeatedly, and survive interruptions.

::

    DIR/
      run.json                             the options: corpora, entrants, sample, machine
      extractions/<corpus>/<method>.jsonl  one line per page (`Ledger`)
      headlines/<corpus>.jsonl             the headline of each page by our metadata

A file of extractions is valid for one version of the method, its parameters and code, and one state of the pages;
otherwise it is started again, with a note of the reason. Its first line is a header that says what it is valid for.
An incomplete last line, left by a killed process or a full disk, is cut off when the run continues. A file that is
missing, invalid or of other pages is a `LedgerUnreadable` when it is read.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import json
import os
import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.parse import quote

import broadsheet
from broadsheet.errors import BroadsheetError
from broadsheet.lab.corpora import Corpus
from broadsheet.lab.evaluate.entrants import Entrant
from broadsheet.lab.evaluate.run import READER, Call, Outcome, PageCalls, run

__all__ = [
    "CorpusHashes",
    "Entered",
    "LedgerUnreadable",
    "Machine",
    "Plan",
    "collect",
    "corpus_hashes",
    "read_calls",
    "read_plan",
    "this_machine",
    "write_plan",
]

_HASH_BYTES: Final = 8  # 64 bits, to distinguish versions; not for security
CODE: Final = ("engine", "page", "lexicon", "facts", "article", "methods", "body", "metadata", "pipeline.py")
"""What our texts and metadata depend on."""
_CODE: Final = frozenset({".py", ".so", ".npz", ".json", ".toml", ".txt", ".onnx"})


class CorpusHashes(NamedTuple):
    """Hashes of a corpus, or of a sample of it."""

    pages: str  # of what extractions depend on: ids, bytes, encodings, URLs and languages of the pages
    answers: str  # of what scores depend on besides: gold texts, segments, headlines, and the corpus's conventions

    @property
    def both(self) -> str:
        """One hash of the two."""
        return _hash([self.pages.encode(), self.answers.encode()])


def corpus_hashes(corpus: Corpus) -> CorpusHashes:
    """Hash a corpus. Reads every page."""
    pages, answers = [], sorted({repr(sample.gold.includes).encode() for sample in corpus})
    for sample in corpus:
        gold = sample.gold
        content = blake2b(sample.html, digest_size=_HASH_BYTES).hexdigest()
        pages.append(_line(gold.id, content, gold.encoding, gold.url, gold.lang))
        answers.append(_line(gold.id, gold.text, gold.with_, gold.without, gold.title))
    return CorpusHashes(_hash(pages), _hash(answers))


def entrant_identity(entrant: Entrant) -> dict[str, str]:
    """Return what an entrant's texts depend on: package version, parameters, and for our methods a hash of the code.

    During development the code changes while the version stays.
    """
    try:
        known = version(entrant.package)
    except PackageNotFoundError:
        known = ""
    identity = {"package": entrant.package, "version": known, "parameters": entrant.parameters}
    return identity | ({"code": code_hash()} if entrant.ours else {})


@cache
def code_hash() -> str:
    """Hash the installed code and data of `CODE`."""
    root = Path(broadsheet.__file__).parent
    places = [root / name for name in CODE]
    found = [file for place in places for file in ([place] if place.is_file() else place.rglob("*"))]
    files = sorted(file for file in found if file.suffix in _CODE)
    return _hash(part for file in files for part in (file.relative_to(root).as_posix().encode(), file.read_bytes()))


def _line(*values: Any) -> bytes:
    return json.dumps(values, ensure_ascii=True).encode()


def _hash(parts: Iterable[bytes]) -> str:
    digest = blake2b(digest_size=_HASH_BYTES)
    for part in parts:
        # The length comes first, so that different parts cannot join to the same bytes.
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


_ALWAYS: Final = ("broadsheet", "numpy", "lxml", "lxml_html_clean")  # ours, and dependencies of several libraries


@dataclass(frozen=True, slots=True)
class Machine:
    """Environment of a measurement."""

    date: str  # date and time, with the zone
    python: str  # implementation and version of Python
    system: str  # operating system
    processor: str  # model of the processor, by the system
    cores: int  # number of cores; one was used
    packages: Mapping[str, str]  # versions by name on PyPI


def this_machine(packages: Iterable[str] = ()) -> Machine:
    """Return the current environment, with the versions of some packages besides our own and its dependencies."""
    versions = {}
    for name in sorted({*_ALWAYS, *packages}, key=str.lower):
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return Machine(
        date=dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        packages=versions,
    )


def _processor() -> str:
    # On Linux platform.processor() is empty.
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()


_PAGE: Final = "page"


class LedgerUnreadable(BroadsheetError):
    """A file of extractions is missing or invalid."""


class Ledger:
    """One file, open for appending.

    Args:
        path: the file; its folder is created.
        header: describes the records: names and values.

    Attributes:
        pages: pages with a record.
        changed: why older records were discarded, or None.

    Raises:
        OSError: the file cannot be read or written.
    """

    def __init__(self, path: Path, header: Mapping[str, str]) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        data = path.read_bytes() if path.exists() else b""
        old, records, size = _parse(data)
        self.changed = None
        if old is None:
            self.changed = "it has no header" if data else None
        elif old != header:
            names = [name for name in {**header, **old} if header.get(name) != old.get(name)]
            self.changed = ", ".join(f"{name}: {old.get(name, 'none')} -> {header.get(name, 'none')}" for name in names)
        fresh = old is None or self.changed is not None
        self.pages = set() if fresh else set(records)
        self._file = path.open("ab")
        self._file.truncate(0 if fresh else size)
        if fresh:
            self._write(header)

    def append(self, page: str, record: Mapping[str, Any]) -> None:
        """Append the record of a page, JSON-compatible values by name, unless it has one.

        Raises:
            OSError: it cannot be written.
        """
        if page not in self.pages:
            self._write({_PAGE: page, **record})
            self.pages.add(page)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, record: Mapping[str, Any]) -> None:
        # ASCII: a page may contain lone surrogates, which no encoding accepts.
        self._file.write(json.dumps(record).encode("ascii") + b"\n")
        self._file.flush()


def read_ledger(path: Path) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
    """Return the header and the records of a file, by page.

    Raises:
        LedgerUnreadable: the file cannot be read, or has no header.
    """
    try:
        header, records, _ = _parse(path.read_bytes())
    except OSError as error:
        raise LedgerUnreadable(f"{path}: {error.strerror}") from error
    if header is None:
        raise LedgerUnreadable(f"{path}: the first line is not a header of extractions")
    return header, records


def _parse(data: bytes) -> tuple[dict[str, Any] | None, dict[str, dict[str, Any]], int]:
    """Return the header, the records before the first incomplete line, by page, and the bytes up to there."""
    first, *others = data.splitlines(keepends=True) or [b""]
    header, size = _parsed(first), len(first)
    records: dict[str, dict[str, Any]] = {}
    if header is None or _PAGE in header:
        return None, records, 0
    for line in others:
        record = _parsed(line)
        if record is None or not isinstance(record.get(_PAGE), str):
            break
        records[record.pop(_PAGE)] = record
        size += len(line)
    return header, records, size


def _parsed(line: bytes) -> dict[str, Any] | None:
    """Return the object of a complete line, or None."""
    try:
        record = json.loads(line) if line.endswith(b"\n") else None
    except ValueError:
        return None
    return record if isinstance(record, dict) else None


try:
    import fcntl
except ImportError:  # Windows: concurrent runs in one folder are not detected
    fcntl = None  # type: ignore[assignment]


_PLAN: Final = "run.json"


class FolderBusy(BroadsheetError):
    """Another run writes to the folder."""


@dataclass(frozen=True, slots=True)
class Entered:
    """One entrant, as stored, with the version of its package."""

    name: str
    ours: bool  # one of our methods
    version: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of a run."""

    folders: tuple[str, ...]  # folders of corpora
    layout: str | None  # corpus format, if named
    corpora: Mapping[str, CorpusHashes]  # hashes of the corpora, by name
    entrants: tuple[Entered, ...]
    sample: int | None  # pages drawn from each corpus, None for all
    seed: int  # random seed of the sample
    machine: Machine  # environment of the last run


def write_plan(folder: Path, plan: Plan) -> None:
    """Write the options of a run into its folder, which must exist."""
    part = folder / f"{_PLAN}.part"
    part.write_text(json.dumps(dataclasses.asdict(plan), indent=2) + "\n", encoding="utf-8")
    part.replace(folder / _PLAN)


def read_plan(folder: Path) -> Plan:
    """Read the options of a run.

    Raises:
        LedgerUnreadable: no such file, or invalid.
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
            raise LedgerUnreadable(f"{folder}: no run of 'broadsheet bench' here ({_PLAN})") from error
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
    report: Callable[[str], None],
) -> Iterator[tuple[str, int]]:
    """Make the missing extractions of a folder.

    ``report`` is called with a note if older extractions cannot be used.

    Yields:
        The name of a corpus and the number of newly finished pages: first those done before, then page by page.

    Raises:
        FolderBusy: another run writes to the folder.
    """
    with ExitStack() as open_files:
        open_files.enter_context(_alone(folder))
        ledgers: dict[tuple[str, str], Ledger] = {}
        identities = [(entrant.name, entrant_identity(entrant)) for entrant in entrants]
        for corpus in corpora:
            state = {"corpus": corpus.name, "pages": hashes[corpus.name].pages}
            for name, identity in identities:
                ledger = Ledger(_path(folder, corpus.name, name), {"method": name, **identity, **state})
                open_files.callback(ledger.close)
                if ledger.changed is not None:
                    report(f"{corpus.name}, {name}: started again ({ledger.changed})")
                ledgers[corpus.name, name] = ledger

        def wanted(corpus: str, page: str) -> set[str]:
            return {name for name, _ in identities if page not in ledgers[corpus, name].pages}

        for corpus in corpora:
            done = sum(not wanted(corpus.name, sample.gold.id) for sample in corpus)
            if done:
                yield corpus.name, done
        for result in run(corpora, entrants, wanted=wanted, limit=limit):
            for name, call in result.calls.items():
                record = dataclasses.asdict(call)
                del record["entrant"]
                ledgers[result.corpus, name].append(result.page, record)
            yield result.corpus, 1


def read_calls(folder: Path, corpus: Corpus, names: Sequence[str], hashes: CorpusHashes) -> Iterator[PageCalls]:
    """Yield the extractions of a corpus, in the order of its pages.

    Pages without an extraction of every entrant are left out: the run was interrupted. ``names`` are the entrants, in
    the order of the calls of a page.

    Raises:
        LedgerUnreadable: a file is missing, or of other pages.
    """
    records = {}
    for name in names:
        path = _path(folder, corpus.name, name)
        header, records[name] = read_ledger(path)
        if header.get("pages") != hashes.pages:
            raise LedgerUnreadable(f"{path}: the pages have changed since these extractions were made")
    for page in (sample.gold.id for sample in corpus):
        if all(page in of_one for of_one in records.values()):
            calls = {name: _stored_call(name, of_one[page]) for name, of_one in records.items()}
            yield PageCalls(corpus.name, page, calls)


def _stored_call(name: str, record: Mapping[str, Any]) -> Call:
    values = (record[key] for key in ("error", "seconds", "confidence", "text"))  # earlier versions stored more
    return Call(name, Outcome(record["outcome"]), *values)


def _path(folder: Path, corpus: str, name: str) -> Path:
    if name == READER.name:
        return folder / "headlines" / f"{_as_name(corpus)}.jsonl"
    return folder / "extractions" / _as_name(corpus) / f"{_as_name(name)}.jsonl"


def _as_name(name: str) -> str:
    """Quote a name so that it is a safe file name."""
    quoted = quote(name, safe=" ")
    return quoted if not quoted.startswith(".") else f"%2E{quoted[1:]}"


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the folder's lock, which the system releases if the process is killed."""
    with (folder / ".lock").open("a") as lock:
        if fcntl is not None:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise FolderBusy(f"another run is writing to {folder}") from error
        yield
