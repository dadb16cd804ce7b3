"""Fork safety: attributes that are computed once without a lock, and a lock that `os.fork` waits for.

A lock that another thread holds during a fork stays locked in the child forever, so reading a page takes no locks.
`functools.cached_property` takes one before Python 3.12.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import RLock
from typing import Any, Final, Generic, TypeVar, overload

__all__ = ["FORKS_WAIT", "made_once"]

FORKS_WAIT: Final = RLock()
"""Hold it during calls into packages that take locks of their own, so that no fork happens meanwhile."""
if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(
        before=FORKS_WAIT.acquire, after_in_parent=FORKS_WAIT.release, after_in_child=FORKS_WAIT.release
    )

_T = TypeVar("_T")


class made_once(Generic[_T]):  # noqa: N801 - it is used as a decorator
    """Turn a method into an attribute that is computed on first access and stored, like `functools.cached_property`.

    The object needs a ``__dict__`` and may be frozen. Two threads that read it at once may both compute it.
    """

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
