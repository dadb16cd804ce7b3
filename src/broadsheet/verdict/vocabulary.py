"""The words of the verdict, read from ``words.toml``. It must not know what they say of a page."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, Final

__all__ = ["ALL", "pattern", "words"]

ALL: Final[dict[str, dict[str, Any]]] = tomllib.loads((files(__package__) / "words.toml").read_text("utf-8"))
"""The lists and patterns of each section of the file, by name."""


def words(section: str, name: str) -> frozenset[str]:
    """One list of a section."""
    return frozenset(ALL[section][name])


def pattern(name: str) -> re.Pattern[str]:
    """A pattern of titles; a long one is written in several strings."""
    return re.compile("".join(ALL["titles"][name]), re.MULTILINE)
