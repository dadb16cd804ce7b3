"""Bytes -> `Page`: decode, reject other formats, parse within limits, repair, and lay the document out in columns.

This package knows HTML and Unicode, and nothing of articles.
"""

from broadsheet.page.columns import Layout, Page, Segments
from broadsheet.page.encoding import decode
from broadsheet.page.input import checked_address, is_address, page_of, read_page, switch
from broadsheet.page.parse import LIMITS, Limits, Values

__all__ = [
    "LIMITS",
    "Layout",
    "Limits",
    "Page",
    "Segments",
    "Values",
    "checked_address",
    "decode",
    "is_address",
    "page_of",
    "read_page",
    "switch",
]
