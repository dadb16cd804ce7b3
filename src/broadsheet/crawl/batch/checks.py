"""Validation of arguments given in Python: errors name the argument, before a run starts."""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Any, TypeVar

__all__ = ["instance", "member", "path", "positive"]

_Named = TypeVar("_Named", bound=StrEnum)


def member(kind: type[_Named], value: str, name: str) -> _Named:
    """Convert a value to a member of an enumeration, also from its string value (``"parquet"``)."""
    instance(value, str, name)
    try:
        return kind(value)
    except ValueError:
        raise ValueError(f"{name} must be one of {', '.join(kind)}, not {value!r}") from None


def positive(value: int, name: str) -> int:
    """Check that a number is 1 or more."""
    instance(value, int, name)
    if value < 1:
        raise ValueError(f"{name} must be 1 or more, not {value}")
    return value


def path(value: str | os.PathLike[str], name: str) -> str:
    """Convert a path or URL to a string."""
    instance(value, (str, os.PathLike), name)
    return os.fspath(value)


def instance(value: Any, kinds: type | tuple[type, ...], name: str) -> None:
    """Check the type of a value. Booleans do not count as integers."""
    if not isinstance(value, kinds) or isinstance(value, bool):
        wanted = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")
