"""Labels of character encodings as they are declared: in a ``Content-Type``, and in the markup of a page.

Standard: Fetch, "extract a MIME type" for the header; HTML, section 13.2.3.2 (prescan a byte stream to determine its
encoding) for the markup. It must not know which labels stand for an encoding.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["header_charset", "labels_in_markup"]

_PRESCANNED: Final = 4096
"""Bytes that are searched for a declaration. Browsers prescan 1,024, and decode anew for a later one."""
_PARAMETER: Final = re.compile(
    r"""(?:^|;)[ \t]*(?P<name>[^\s;="]+)=[ \t]*(?:"(?P<quoted>[^"\\]*(?:\\.[^"\\]*)*)"?|(?P<token>[^;,\s]*))""",
    re.DOTALL,
)
_MARKUP: Final = re.compile(
    r"""
      <!--.*?(?:-->|\Z)
    | <\?xml\s(?P<xml>[^>]*)
    | </?(?P<tag>[a-z][^\s/>]*)(?P<attributes>(?:[^>=]++|=\s*+(?:"[^"]*+"?|'[^']*+'?)?)*+)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""Comments, the XML declaration, and tags. Nothing in it fails after a repetition, so the time is linear."""
_ATTRIBUTE: Final = re.compile(
    r"""(?P<name>[^\s/>=]+)(?:\s*=\s*(?:"(?P<double>[^"]*)"?|'(?P<single>[^']*)'?|(?P<bare>[^\s>]*)))?"""
)
_IN_CONTENT: Final = re.compile(
    r"""charset\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s;"']+))""", re.IGNORECASE
)


def header_charset(content_type: str | None) -> str | None:
    """The label of the encoding that an HTTP ``Content-Type`` header states, as it is written there."""
    for parameter in _PARAMETER.finditer(content_type or ""):
        if parameter["name"].lower() == "charset":
            return parameter["token"] if parameter["quoted"] is None else parameter["quoted"]
    return None


def labels_in_markup(data: bytes) -> Iterator[str]:
    """The labels that a page's ``meta`` elements and XML declaration state, in order."""
    head = data[:_PRESCANNED].decode("latin-1")
    for found in _MARKUP.finditer(head):
        if found["xml"] is not None:
            label = _attributes(found["xml"]).get("encoding")
        elif found["tag"] is not None and found["tag"].lower() == "meta":
            label = _of_meta(_attributes(found["attributes"]))
        else:
            continue
        if label is not None:
            yield label


def _of_meta(attributes: dict[str, str]) -> str | None:
    if "charset" in attributes:
        return attributes["charset"]
    if attributes.get("http-equiv", "").lower() != "content-type":
        return None
    found = _IN_CONTENT.search(attributes.get("content", ""))
    return _value(found) if found is not None else None


def _attributes(text: str) -> dict[str, str]:
    """Attributes by name in lower case; of several with one name the first counts."""
    out: dict[str, str] = {}
    for found in _ATTRIBUTE.finditer(text):
        out.setdefault(found["name"].lower(), _value(found))
    return out


def _value(found: re.Match[str]) -> str:
    return found["double"] or found["single"] or found["bare"] or ""
