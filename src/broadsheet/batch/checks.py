"""What is given in Python -> what it stands for, or an error that names it: at once, and not in the middle of a run.

It must not know what is done with it.
"""

from __future__ import annotations

import os
from enum import StrEnum
from typing import Any, TypeVar

__all__ = ["instance", "member", "path", "positive"]

_Named = TypeVar("_Named", bound=StrEnum)


def member(kind: type[_Named], value: str, name: str) -> _Named:
    """The member of an enumeration, also by its value (``"parquet"``).

    Raises:
        TypeError: it is no string.
        ValueError: there is none of this value.
    """
    instance(value, str, name)
    try:
        return kind(value)
    except ValueError:
        raise ValueError(f"{name} must be one of {', '.join(kind)}, not {value!r}") from None


def positive(value: int, name: str) -> int:
    """A number of things, 1 or more.

    Raises:
        TypeError: it is no whole number.
        ValueError: it is less.
    """
    instance(value, int, name)
    if value < 1:
        raise ValueError(f"{name} must be 1 or more, not {value}")
    return value


def path(value: str | os.PathLike[str], name: str) -> str:
    """A path, or an address, as a string.

    Raises:
        TypeError: it is none.
    """
    instance(value, (str, os.PathLike), name)
    return os.fspath(value)


def instance(value: Any, kinds: type | tuple[type, ...], name: str) -> None:
    """See that something is what it should be. Truth values are no numbers here.

    Raises:
        TypeError: it is of another type.
    """
    if not isinstance(value, kinds) or isinstance(value, bool):
        wanted = " or ".join(kind.__name__ for kind in (kinds if isinstance(kinds, tuple) else (kinds,)))
        raise TypeError(f"{name} must be {wanted}, not {type(value).__name__}")
