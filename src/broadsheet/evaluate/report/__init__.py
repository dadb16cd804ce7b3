"""Reports of a summary: tables for a terminal, Markdown, JSON, and one HTML page. They compute no figures."""

from broadsheet.evaluate.report.json import as_json, page_lines
from broadsheet.evaluate.report.page import Case, as_html
from broadsheet.evaluate.report.tables import as_markdown, as_tables

__all__ = ["Case", "as_html", "as_json", "as_markdown", "as_tables", "page_lines"]
