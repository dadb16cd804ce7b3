"""Regular expressions that are compiled on first use, since a page needs few of them."""

from __future__ import annotations

import re
from typing import Any, AnyStr, Final, cast

__all__ = ["pattern"]

_ATTRIBUTES: Final = "search match fullmatch split findall finditer sub subn flags groups groupindex scanner".split()


class _Uncompiled:
    """A stand-in for a compiled expression that copies its attributes when one of them is first used."""

    def __init__(self, expression: str | bytes, flags: int) -> None:
        self.pattern, self._flags = expression, flags

    def __getattr__(self, name: str) -> Any:
        if name not in _ATTRIBUTES:
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        vars(self).update({name: getattr(compiled, name) for name in _ATTRIBUTES})
        return vars(self)[name]


def pattern(expression: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    r"""`re.compile` at the first use of the result, for constants of modules.

    >>> pattern(r"\d+").findall("12 of 20")
    ['12', '20']
    """
    return cast("re.Pattern[AnyStr]", _Uncompiled(expression, flags))
