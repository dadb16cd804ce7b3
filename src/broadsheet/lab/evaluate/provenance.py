"""What results depend on: pages, gold answers, an entrant's code and settings, and the machine."""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, NamedTuple

import broadsheet
from broadsheet.lab.corpora import Corpus
from broadsheet.lab.evaluate.entrants import Entrant

__all__ = ["CODE", "CorpusHashes", "Machine", "code_hash", "corpus_hashes", "entrant_identity", "this_machine"]

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
    pages, answers = [], [repr(corpus.includes).encode()]
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
    parameters = ", ".join(f"{name}={_said(value)}" for name, value in sorted(entrant.parameters.items()))
    identity = {"package": entrant.package, "version": known, "parameters": parameters}
    return identity | ({"code": code_hash(*CODE)} if entrant.ours else {})


@cache
def code_hash(*rooms: str) -> str:
    """Hash the installed code and data of some packages or modules of ours."""
    root = Path(broadsheet.__file__).parent
    places = [root / room for room in rooms]
    found = [file for place in places for file in ([place] if place.is_file() else place.rglob("*"))]
    files = sorted(file for file in found if file.suffix in _CODE)
    return _hash(part for file in files for part in (file.relative_to(root).as_posix().encode(), file.read_bytes()))


def _said(value: object) -> str:
    """Format a value identically in every process: sets sorted, functions by name instead of address."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(_said, value)))}}}"
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return repr(value)


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
