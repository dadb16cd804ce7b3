"""Reports of a summary: tables for a terminal, Markdown and JSON. They compute no figures."""

from broadsheet.lab.evaluate.report.json import as_json, page_lines
from broadsheet.lab.evaluate.report.tables import as_markdown, as_tables, markdown_table

__all__ = ["as_json", "as_markdown", "as_tables", "markdown_table", "page_lines"]
