"""Phrases for the pieces, one file per language and set: ``phrases/SET/LANGUAGE.toml``.

Every file has the same keys, and all values are lists of strings. ``A|B`` holds two parts that belong together, such as
a fact's label and its value. ``{name}`` and ``{year}`` are filled in when a piece is made.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["KEYS", "PAIRS", "SETS", "Phrases", "languages", "phrases"]

SETS: Final = ("train", "measure")

Phrases = Mapping[str, tuple[str, ...]]
"""The phrases of one language by key."""

PAIRS: Final = frozenset({"definition", "fact", "question"})  # keys whose values have two parts, separated by ``|``

KEYS: Final = PAIRS | set(
    "ad app bio blocked button clause column comments consent copyright credit day headline ingredient kicker name "
    "newsletter paywall place podcast post_tail read_more related row sentence share tag tags".split()
)
"""Keys of every file."""


@cache
def languages(which: str) -> tuple[str, ...]:
    """Return the ISO 639-1 codes of the languages of a set, sorted."""
    folder = files(__package__) / "phrases" / which
    return tuple(sorted(item.name.removesuffix(".toml") for item in folder.iterdir() if item.name.endswith(".toml")))


@cache
def phrases(which: str, language: str) -> Phrases:
    """Return the phrases of a language of a set.

    Raises:
        ValueError: the file's keys are not `KEYS`, or a value is empty or lacks its second part.
    """
    text = (files(__package__) / "phrases" / which / f"{language}.toml").read_text("utf-8")
    found = {key: tuple(values) for key, values in tomllib.loads(text).items()}
    if found.keys() != KEYS:
        raise ValueError(f"{which}/{language}.toml: keys differ: {', '.join(sorted(found.keys() ^ KEYS))}")
    for key, values in found.items():
        if not values or any(not value or (key in PAIRS) != ("|" in value) for value in values):
            raise ValueError(f"{which}/{language}.toml: {key} has a wrong value")
    return found
