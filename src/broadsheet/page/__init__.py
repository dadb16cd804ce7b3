"""Bytes -> `Page`: decode, scan for oversized input, parse once, and lay the document out in columns.

The room knows HTML and Unicode and nothing of articles: which rows matter is for the rooms above it to say.
"""

from broadsheet.page.columns import Page, read_page
from broadsheet.page.declarations import header_charset
from broadsheet.page.encoding import Decoded, decode
from broadsheet.page.input import checked_address, is_address, page_of, switch
from broadsheet.page.layout import Layout
from broadsheet.page.limits import LIMITS, Limits
from broadsheet.page.parse import Values
from broadsheet.page.segments import Segments

__all__ = [
    "LIMITS",
    "Decoded",
    "Layout",
    "Limits",
    "Page",
    "Segments",
    "Values",
    "checked_address",
    "decode",
    "header_charset",
    "is_address",
    "page_of",
    "read_page",
    "switch",
]
