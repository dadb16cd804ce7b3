"""Names of Python's codecs, for tests."""

from __future__ import annotations

import encodings
import pkgutil
from encodings.aliases import aliases
from typing import Final

__all__ = ["PYTHON_CODECS", "PYTHON_NAMES"]

PYTHON_CODECS: Final = frozenset(
    {*aliases.values(), *(module.name for module in pkgutil.iter_modules(encodings.__path__))}
)
"""Python's codecs, and modules of the package that are none."""
PYTHON_NAMES: Final = PYTHON_CODECS | aliases.keys()
"""The same and their aliases."""
