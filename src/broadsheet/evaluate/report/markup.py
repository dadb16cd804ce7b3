"""Texts and elements -> HTML that is well-formed XML as well, whatever the texts hold."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from hashlib import sha256
from typing import Final

__all__ = ["document", "element", "permitted", "policy", "text_of"]

_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no place for (section 2.2): control characters, halves of surrogate pairs."""
_VOID: Final = frozenset({"meta", "line", "circle", "br", "input", "path", "polyline", "rect"})


def permitted(text: str) -> str:
    """A text, or markup, with a mark in the place of each character that XML has no place for."""
    return _FORBIDDEN.sub("\ufffd", text)


def text_of(text: str) -> str:
    """A text as the inside of an element."""
    return html.escape(permitted(text))


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


def document(title: str, *body: str, style: str, script: str = "", form: bool = False) -> str:
    """A page that needs no other file and asks for none: its policy allows this style and this script, by their hashes.

    Args:
        title: a text.
        body: markup.
        style: a style sheet; without ``&`` and ``<``, which HTML and XML read differently there.
        script: a program, likewise; it runs when the page is there.
        form: let the page send a form to where it is from.
    """
    allowed = policy(style, script, form=form)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", **{"http-equiv": "Content-Security-Policy", "content": allowed}),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", text_of(title)),
        element("style", style),
    )
    last = (element("script", script),) if script else ()
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *body, *last), lang='en')}\n"


def policy(style: str, script: str = "", *, form: bool = False) -> str:
    """What a page may do (Content Security Policy 3).

    Args:
        style: the style sheet that it has.
        script: the program that it runs; none if it is empty.
        form: whether it may send a form to where it is from.
    """
    runs = f"; script-src {_hash(script)}" if script else ""
    sends = "'self'" if form else "'none'"
    return f"default-src 'none'; style-src {_hash(style)}{runs}; base-uri 'none'; form-action {sends}"


def _hash(text: str) -> str:
    """A text as a policy names it (Content Security Policy 3, section 2.3.1)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
