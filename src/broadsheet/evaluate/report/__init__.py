"""A summary -> something to read: tables for a terminal, Markdown, JSON for programs, one HTML page for people.

The room shows figures. It must not compute any: what is shown is in the summary, the breakdown and the texts.
"""

from broadsheet.evaluate.report.json import as_json, page_lines
from broadsheet.evaluate.report.page import Case, as_html
from broadsheet.evaluate.report.tables import as_markdown, as_tables

__all__ = ["Case", "as_html", "as_json", "as_markdown", "as_tables", "page_lines"]
