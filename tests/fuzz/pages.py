"""The pages that mutations start from: written and hostile ones, and real pages if a folder is given.

The order is fixed: mutant n of a seed is the same on every machine that has the same files.
"""

from __future__ import annotations

import gzip
import random
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Final

from tests.hostile import GENERATORS

ROOT: Final = Path(__file__).parents[2]
REAL_SHARE: Final = 0.5
"""Share of mutants that start from a real page, where there are some."""
HOSTILE_CHARACTERS: Final = 1_500
"""Size of the repeated part of a hostile page. Mutators make it larger."""


def _written() -> Iterator[tuple[str, bytes]]:
    """The bundled page, the fixtures, and the pages of the tests of quality without their answers and marks."""
    for file in sorted((ROOT / "tests/data").rglob("*.html")) + sorted((ROOT / "demo").glob("*.html")):
        yield str(file.relative_to(ROOT)), file.read_bytes()
    for file in sorted((ROOT / "tests/data/pages").glob("*.txt")):
        yield file.name, re.sub("[⟦⟧]", "", file.read_text(encoding="utf-8").partition("---\n")[2]).encode()


class Pages:
    """Pages by number.

    Args:
        real: a folder of corpora, whose pages are ``*/html/*.html.gz``; None for the written pages alone.
        largest: bytes of the largest page that is used.
    """

    def __init__(self, real: Path | None = None, largest: int = 2_000_000) -> None:
        self._kinds = (
            list(_written()),
            [(name, one.page(HOSTILE_CHARACTERS).encode()) for name, one in GENERATORS.items()],
        )
        self.written = sum(map(len, self._kinds))
        self.real = sorted(real.glob("*/html/*.html.gz")) if real is not None else []
        self._largest = largest

    def sample(self, hostile: int) -> Iterator[tuple[str, bytes]]:
        """The written pages, with their names, and every so many-th of the hostile ones."""
        return chain(*self._kinds[:-1], self._kinds[-1][::hostile])

    def any(self, rng: random.Random) -> tuple[str, bytes]:
        """A page with its name."""
        if self.real and rng.random() < REAL_SHARE:
            file = rng.choice(self.real)
            data = gzip.decompress(file.read_bytes())
            if len(data) <= self._largest:
                return f"{file.parent.parent.name}/{file.name}", data
        # Hostile pages are many: each kind has as many turns as the other.
        return rng.choice(rng.choice(self._kinds))
