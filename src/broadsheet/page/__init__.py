"""Bytes -> `Page`: decode, reject other formats, parse within limits, repair, and lay the document out in columns.

This package knows HTML and Unicode, and nothing of articles.
"""

from broadsheet.page.columns import Layout, Page, Segments
from broadsheet.page.encoding import decode
from broadsheet.page.input import checked_address, is_address, page_of, read_page, switch
from broadsheet.page.parse import LIMITS, AttributeValues, Limits

__all__ = [
    "LIMITS",
    "AttributeValues",
    "Layout",
    "Limits",
    "Page",
    "Segments",
    "checked_address",
    "decode",
    "is_address",
    "page_of",
    "read_page",
    "switch",
]
