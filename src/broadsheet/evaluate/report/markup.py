"""Texts and elements -> HTML that is well-formed XML as well, whatever the texts hold."""

from __future__ import annotations

import html
import re
from typing import Final

__all__ = ["element", "text_of"]

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no place for (section 2.2): control characters, halves of surrogate pairs."""
_VOID: Final = frozenset({"meta", "line", "circle", "br"})


def text_of(text: str) -> str:
    """A text as the inside of an element."""
    return html.escape(_FORBIDDEN.sub("\ufffd", text))


def element(name: str, /, *inside: str, cls: str | None = None, **attributes: str) -> str:
    """An element.

    Args:
        name: its name.
        inside: markup, as `element` and `text_of` give it.
        cls: its classes.
        attributes: texts.
    """
    said = {"class": cls, **attributes} if cls else attributes
    written = "".join(f' {key}="{text_of(value)}"' for key, value in said.items())
    if name in _VOID and not inside:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{''.join(inside)}</{name}>"
