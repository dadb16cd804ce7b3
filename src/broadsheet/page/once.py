"""Attributes that are computed at the first access and stored: `functools.cached_property` without its lock.

Before Python 3.12 `functools.cached_property` holds a lock of the class while it computes. A process that is forked
while another thread holds it never gets it. Without the lock, two threads that ask at once both compute the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["made_once"]

_T = TypeVar("_T")


class made_once(Generic[_T]):  # noqa: N801 - it is used as a decorator
    """Turn a method into such an attribute, for objects that have a ``__dict__``, frozen or not."""

    def __init__(self, make: Callable[[Any], _T]) -> None:
        self._make = make
        self.attrname = make.__name__  # the name that `functools` gives it
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> made_once[_T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> made_once[_T] | _T:
        """Compute the value and store it in the object's ``__dict__``, which is looked up before this descriptor."""
        if instance is None:
            return self
        made = instance.__dict__[self.attrname] = self._make(instance)
        return made
