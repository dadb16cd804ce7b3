"""What results depend on, in a few characters: the pages, their answers, and the code and settings of an entrant.

It must not know what is done when one of them changed.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import broadsheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from broadsheet.corpora import Corpus
    from broadsheet.evaluate.entrants import Entrant

__all__ = ["CorpusHashes", "code_hash", "corpus_hashes", "entrant_identity"]

_SIZE: Final = 8
"""Bytes of a hash: 64 bits, for telling versions apart and not for security."""
_ROOMS: Final = ("page", "metadata", "methods", "article", "pipeline.py")
"""Where the code is that our methods' texts depend on."""
_CODE: Final = frozenset({".py", ".so", ".npz", ".json", ".txt", ".onnx"})


class CorpusHashes(NamedTuple):
    """The state of a corpus, or of a sample of it.

    Attributes:
        pages: what extractions depend on: names, bytes, encodings, addresses and languages of the pages.
        answers: what scores depend on besides: gold texts, segments, headlines, and the corpus's conventions.
    """

    pages: str
    answers: str

    @property
    def both(self) -> str:
        """One hash for the two."""
        return _hash([self.pages.encode(), self.answers.encode()])


def corpus_hashes(corpus: Corpus) -> CorpusHashes:
    """The state of a corpus. Reads every page.

    Raises:
        CorpusError: a page cannot be read.
    """
    pages, answers = [], [repr(corpus.includes).encode()]
    for sample in corpus:
        gold = sample.gold
        content = blake2b(sample.html, digest_size=_SIZE).hexdigest()
        pages.append(_line(gold.id, content, gold.encoding, gold.url, gold.lang))
        answers.append(_line(gold.id, gold.text, gold.with_, gold.without, gold.title))
    return CorpusHashes(_hash(pages), _hash(answers))


def entrant_identity(entrant: Entrant) -> dict[str, str]:
    """What an entrant's texts depend on: its package's version, its parameters, and for ours the code itself.

    A method under work changes from day to day while its version stays; the code of libraries is told by the version.
    """
    try:
        known = version(entrant.package)
    except PackageNotFoundError:
        known = ""
    identity = {"package": entrant.package, "version": known, "parameters": _plain(entrant.parameters)}
    return identity | ({"code": code_hash(*_ROOMS)} if entrant.ours else {})


@cache
def code_hash(*rooms: str) -> str:
    """The state of the code and data of some of our rooms, or single files, as installed."""
    root = Path(broadsheet.__file__).parent
    places = [root / room for room in rooms]
    found = [file for place in places for file in ([place] if place.is_file() else place.rglob("*"))]
    files = sorted(file for file in found if file.suffix in _CODE)
    return _hash(part for file in files for part in (file.relative_to(root).as_posix().encode(), file.read_bytes()))


def _plain(parameters: Mapping[str, object]) -> str:
    """The parameters in words that are the same in every process."""
    return ", ".join(f"{name}={_said(value)}" for name, value in sorted(parameters.items()))


def _said(value: object) -> str:
    """A value in words: sets in order, functions by their names and not by where they are in memory."""
    if isinstance(value, (set, frozenset)):
        return f"{{{', '.join(sorted(map(_said, value)))}}}"
    if callable(value) and hasattr(value, "__qualname__"):
        return f"{value.__module__}.{value.__qualname__}"
    return repr(value)


def _line(*values: Any) -> bytes:
    return json.dumps(values, ensure_ascii=True).encode()


def _hash(parts: Iterable[bytes]) -> str:
    digest = blake2b(digest_size=_SIZE)
    for part in parts:
        # The length first: two parts must not be taken for others that only join to the same bytes.
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()
