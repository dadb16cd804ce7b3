"""Options that several commands share, and makers of options for numbers, durations, paths and formats."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, Final, TypeAlias

import click

from broadsheet.crawl.sources.options import LONGEST, MAX_BYTES, Kind
from broadsheet.crawl.sources.record import moment_of

__all__ = [
    "BROWSER_OPTION",
    "CAPTURED_OPTION",
    "CORPORA_OPTION",
    "DROP_OPTION",
    "HTML_COLUMN_OPTION",
    "JOBS_OPTION",
    "KEEP_OPTION",
    "KIND_OPTION",
    "MAX_BYTES_OPTION",
    "METHOD_OPTION",
    "NETWORK_OPTION",
    "OUTPUT_OPTION",
    "SAMPLE_OPTION",
    "SEED_OPTION",
    "SITES_OPTION",
    "STANDARD_OUTPUT",
    "TIMEOUT_OPTION",
    "URL_COLUMN_OPTION",
    "URL_OPTION",
    "NamedPath",
    "address",
    "format_option",
    "number_option",
    "path_option",
    "seconds_option",
]

Decorator: TypeAlias = Callable[[Any], Any]

STANDARD_OUTPUT: Final = "-"
_SUFFIXES: Final = {".txt": "text", ".htm": "html", ".markdown": "md"}  # suffixes other than the names of formats


class NamedPath(click.Path):
    """A non-empty path. An empty one is usually a shell variable that was not set."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reject an empty path."""
        if not value:
            self.fail("the file name is empty", param, ctx)
        return super().convert(value, param, ctx)


class Seconds(click.FloatRange):
    """A number of seconds in a range, neither infinite nor NaN."""

    name = "number of seconds"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reject values outside the range and NaN, which compares as neither below nor above it."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds


def address(value: str, of: str | None = None) -> str:
    """Check a URL; ``of`` is the argument that an error names, by default the one being parsed."""
    # Imported here to keep help fast.
    from broadsheet.page import is_address

    if not is_address(value):
        raise click.BadParameter(f"a URL begins with http:// or https://, not {value!r}", param_hint=of)
    return value.strip()


def _moment(value: str) -> datetime:
    when = moment_of(value)
    if when is None:
        words = f"{value!r} is not a date and time with an offset, such as 2026-03-06T09:30Z"
        raise click.BadParameter(words)
    return when


def number_option(*names: str, least: int = 1, most: int | None = None, metavar: str = "N", **more: Any) -> Decorator:
    """Make an option for a whole number; the other arguments are those of `click.option`."""
    kind = click.IntRange(least, most)
    kind.name = "whole number"  # in error messages
    return click.option(*names, metavar=metavar, type=kind, show_default=True, **more)


def seconds_option(*names: str, least: float = 0.01, most: float = LONGEST, **more: Any) -> Decorator:
    """Make an option for a duration."""
    return click.option(*names, metavar="SECONDS", type=Seconds(least, most), show_default=True, **more)


def path_option(*names: str, metavar: str = "FILE", **more: Any) -> Decorator:
    """Make an option for a path; the other arguments are those of `click.Path` and `click.option`."""
    kind = {name: more.pop(name) for name in ("exists", "file_okay", "dir_okay", "readable") if name in more}
    return click.option(*names, metavar=metavar, type=NamedPath(path_type=Path, **kind), **more)


def format_option(*formats: str, by_suffix: bool = False) -> Decorator:
    """Make the option ``--format``, by default the first format, or ``by_suffix`` the one that ``--output`` names."""

    def choose(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
        suffix = Path(context.params.get("output", "")).suffix.lower() if by_suffix else ""
        named = value or _SUFFIXES.get(suffix, suffix.removeprefix("."))
        return named if named in formats else formats[0]

    default = None if by_suffix else formats[0]
    return click.option(
        "--format",
        "-f",
        "form",
        type=click.Choice(formats),
        default=default,
        callback=choose,
        show_default=default is not None or f"suffix of --output, or {formats[0]}",
        help="Output format.",
    )


# The page or pages.
URL_OPTION: Final = click.option(
    "--url", metavar="URL", type=address, help="URL of the page, if SOURCE is not its URL."
)
CAPTURED_OPTION: Final = click.option(
    "--captured",
    metavar="WHEN",
    type=_moment,
    help="When the page was captured (2026-03-06T09:30Z); '3 hours ago', and days without a year, are relative to it. "
    "By default the time of the response, for a URL.",
)
TIMEOUT_OPTION: Final = seconds_option("--timeout", default=60.0, help="Time limit for fetching, including redirects.")
MAX_BYTES_OPTION: Final = number_option(
    "--max-bytes", default=MAX_BYTES, help="Maximum size of a page in bytes, decompressed."
)
JOBS_OPTION: Final = number_option("--jobs", "-j", help="Worker processes; by default one per core.")
KIND_OPTION: Final = click.option(
    "--kind",
    type=click.Choice([str(kind) for kind in Kind]),
    help="Type of all inputs; by default detected from names and first bytes.",
)
HTML_COLUMN_OPTION: Final = click.option(
    "--html-column", metavar="NAME", default="html", show_default=True, help="Table column with the page."
)
URL_COLUMN_OPTION: Final = click.option(
    "--url-column", metavar="NAME", help="Table column with the URL of the page; by default 'url', if there is one."
)
BROWSER_OPTION: Final = click.option(
    "--browser", metavar="PATH", help="Chromium to use; by default BROADSHEET_CHROMIUM or the one found."
)
NETWORK_OPTION: Final = click.option(
    "--network", is_flag=True, help="Let the page load its style sheets, images and frames."
)
CORPORA_OPTION: Final = path_option(
    "--corpora",
    "folders",
    metavar="DIR",
    multiple=True,
    help="A corpus, or a folder of corpora; repeatable. By default the folder in BROADSHEET_CORPORA.",
)
SAMPLE_OPTION: Final = number_option("--sample", help="Draw N pages from each corpus.")
SEED_OPTION: Final = click.option(
    "--seed", metavar="N", type=int, default=0, show_default=True, help="Random seed of the sample."
)

# Extraction and output.
METHOD_OPTION: Final = click.option(
    "--method", "-m", metavar="NAME", help="Extraction method; 'broadsheet methods' lists them."
)
KEEP_OPTION: Final = click.option(
    "--keep", metavar="SELECTOR", multiple=True, help="Keep elements that match a CSS selector in the body; repeatable."
)
DROP_OPTION: Final = click.option(
    "--drop",
    metavar="SELECTOR",
    multiple=True,
    help="Leave elements that match a CSS selector out of the body; repeatable, takes precedence over --keep.",
)
SITES_OPTION: Final = path_option(
    "--sites", "store", readable=False, help="Use the site profiles that 'broadsheet sites learn' wrote."
)
OUTPUT_OPTION: Final = click.option(
    "--output", "-o", metavar="FILE", default=STANDARD_OUTPUT, help="Write to a file, atomically."
)
