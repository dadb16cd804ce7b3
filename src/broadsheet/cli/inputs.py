"""Input options that the commands for many pages share."""

from __future__ import annotations

from typing import Final

import click

__all__ = ["HTML_COLUMN_OPTION", "KIND_OPTION", "URL_COLUMN_OPTION"]

_KINDS: Final = ("warc", "tar", "zip", "parquet", "jsonl", "files", "addresses")

KIND_OPTION: Final = click.option(
    "--kind", type=click.Choice(_KINDS), help="Type of all inputs, if names and first bytes do not tell."
)
HTML_COLUMN_OPTION: Final = click.option(
    "--html-column", metavar="NAME", default="html", show_default=True, help="Table column with the page."
)
URL_COLUMN_OPTION: Final = click.option(
    "--url-column",
    metavar="NAME",
    help="Table column with the URL of the page; by default 'url', if there is one.",
)
