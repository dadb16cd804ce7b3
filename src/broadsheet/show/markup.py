"""Write HTML that is also well-formed XML, with escaped text."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "document",
    "element",
    "number",
    "packaged",
    "permitted",
    "policy",
    "scrolling_table",
    "section",
    "style_sheet",
    "text_of",
]

# Characters that XML 1.0 forbids (section 2.2): control characters, lone surrogates.
_FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_VOID: Final = frozenset({"meta", "input", "line", "polyline", "rect"})


def permitted(text: str) -> str:
    """Replace characters that XML forbids, in text or markup."""
    return _FORBIDDEN.sub("\ufffd", text)


def text_of(text: str) -> str:
    """Escape a text for use inside an element."""
    return html.escape(permitted(text))


def element(name: str, /, *inside: str, cls: str | None = None, **attributes: str | float | None) -> str:
    """Write an element.

    Args:
        name: tag name.
        inside: markup, as `element` and `text_of` return it.
        cls: classes; none if empty.
        attributes: values, unescaped. Numbers get at most one decimal, None omits the attribute; in names, ``_`` stands
            for ``-``.
    """
    said = {"class": cls or None, **attributes}
    written = "".join(
        f' {key.replace("_", "-")}="{text_of(value if isinstance(value, str) else number(value))}"'
        for key, value in said.items()
        if value is not None
    )
    if name in _VOID and not inside:
        return f"<{name}{written}/>"
    return f"<{name}{written}>{''.join(inside)}</{name}>"


def section(title: str, *inside: str) -> str:
    """Write a section with its title, unescaped."""
    return element("section", element("h2", text_of(title)), *inside)


def number(value: float) -> str:
    """Format a number with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def scrolling_table(heads: Iterable[str], rows: Iterable[str], *, label: str, cls: str | None = None) -> str:
    """Write a table, given the markup of its heading cells and rows, in a box that scrolls on narrow screens."""
    table = element("table", element("thead", element("tr", *heads)), element("tbody", *rows), cls=cls)
    return element("div", table, cls="scroll", tabindex=0, role="region", aria_label=label)


def document(title: str, *body: str, style: str, script: str = "", form: bool = False) -> str:
    """Write a self-contained page, whose security policy allows only this style and script, by hash.

    Args:
        title: title, unescaped.
        body: markup.
        style: style sheet; without ``&`` and ``<``, which HTML and XML read differently there.
        script: script, without these characters too; it runs at the end of the body.
        form: allow forms to be sent to the page's origin.
    """
    allowed = policy(style, script, form=form)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=allowed),
        element("meta", name="referrer", content="no-referrer"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", text_of(title)),
        element("style", style),
    )
    last = (element("script", script),) if script else ()
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *body, *last), lang='en')}\n"


@cache
def packaged(package: str, name: str) -> str:
    """Return the text of a style sheet or script in a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def style_sheet() -> str:
    """Return the shared style sheet: type, light and dark colours, tables."""
    return packaged("broadsheet.show", "report.css")


def policy(style: str, script: str = "", *, form: bool = False) -> str:
    """Return the policy (Content Security Policy 3) of a page with this style, script and form: see `document`."""
    runs = f"; script-src {_hash(script)}" if script else ""
    sends = "'self'" if form else "'none'"
    return f"default-src 'none'; style-src {_hash(style)}{runs}; base-uri 'none'; form-action {sends}"


def _hash(text: str) -> str:
    """Return a text's hash source (Content Security Policy 3, section 2.3.1)."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
