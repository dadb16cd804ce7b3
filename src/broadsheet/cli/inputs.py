"""What commands that read many pages share: options about what their inputs are.

It must not know what is done with the pages.
"""

from __future__ import annotations

from typing import Final

import click

__all__ = ["HTML_COLUMN_OPTION", "KIND_OPTION", "URL_COLUMN_OPTION"]

_KINDS: Final = ("warc", "tar", "zip", "parquet", "jsonl", "files", "addresses")

KIND_OPTION: Final = click.option(
    "--kind", type=click.Choice(_KINDS), help="What all inputs are, where their names and first bytes do not say it."
)
HTML_COLUMN_OPTION: Final = click.option(
    "--html-column", metavar="NAME", default="html", show_default=True, help="The page, in tables."
)
URL_COLUMN_OPTION: Final = click.option(
    "--url-column",
    metavar="NAME",
    help="Where it is from, in tables; by default 'url', in those that have such a column.",
)
