r"""Lone surrogates: code points that a text of Python's can hold and that no encoding of Unicode can write.

JSON escapes (``"\udc80"``) and file names that are not UTF-8 bring them. In a page they become question marks, and an
address that has one is no address. The texts of a page's JSON lose them: most are what a limit left of an emoji.
"""

from __future__ import annotations

import re
from typing import Any, Final

__all__ = ["clean_json", "has_surrogates", "without_surrogates"]

_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_ESCAPED: Final = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape of a surrogate in JSON, whether or not it is one of a pair."""


def has_surrogates(text: str) -> bool:
    """Whether a text cannot be encoded."""
    return not text.isascii() and _SURROGATE.search(text) is not None


def without_surrogates(text: str) -> str:
    """The text with question marks in the place of lone surrogates."""
    return text if text.isascii() else _SURROGATE.sub("?", text)


def clean_json(value: Any, source: str) -> Any:
    """A value that was read from JSON, without lone surrogates in its texts; lists and objects are changed in place.

    Args:
        value: the value.
        source: the JSON, which has escapes where the value has surrogates.
    """
    if _ESCAPED.search(source) is None:
        return value
    whole = [value]
    waiting: list[list[Any] | dict[str, Any]] = [whole]
    while waiting:
        outer: Any = waiting.pop()
        for key, inner in enumerate(outer) if isinstance(outer, list) else outer.items():
            if isinstance(inner, str):
                outer[key] = _SURROGATE.sub("", inner)
            elif isinstance(inner, list | dict):
                waiting.append(inner)
    return whole[0]
