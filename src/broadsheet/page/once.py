"""Attributes that are made when they are asked for first, and kept.

`functools.cached_property` takes a lock for each before Python 3.12, and a page has some dozens of them. Where two
threads ask at once, both make the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["made_once"]

_T = TypeVar("_T")


class made_once(Generic[_T]):  # noqa: N801 - it is used as a decorator
    """A method as an attribute of that kind; of objects that have a ``__dict__``, frozen or not."""

    def __init__(self, make: Callable[[Any], _T]) -> None:
        self._make = make
        self.attrname = make.__name__  # as `functools` names it
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> made_once[_T]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _T: ...

    def __get__(self, instance: object | None, owner: type) -> made_once[_T] | _T:
        """What the method makes; not asked again, since an object's own attributes come first."""
        if instance is None:
            return self
        made = instance.__dict__[self.attrname] = self._make(instance)
        return made
