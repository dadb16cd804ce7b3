"""``broadsheet extract``: one page in, one article out.

It knows the order of the steps and the words for the reader; everything else is done by the rooms below.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, explain, note
from broadsheet.cli.output import STANDARD_OUTPUT, check_writable, write_text
from broadsheet.errors import BroadsheetError, SourceUnreadable
from broadsheet.sources.options import MAX_BYTES, FetchOptions

if TYPE_CHECKING:
    from broadsheet.article import Article

__all__ = ["extract"]

_FORMATS: Final = ("text", "md", "html", "json")
_WEB: Final = re.compile(r"https?://[^\s/]", re.IGNORECASE)

_HOST: Final = re.compile(r"www\.|[\w-]+(?:\.[\w-]+)+/")
"""What looks like an address without its scheme, where there is no such file."""


def _address(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value is not None and not _WEB.match(value.strip()):
        raise click.BadParameter("an address begins with http:// or https://")
    return value.strip() if value is not None else None


def _seconds(context: click.Context, parameter: click.Parameter, value: float) -> float:
    if not 0 < value < float("inf"):
        raise click.BadParameter("give a number of seconds above 0")
    return value


@click.command(
    short_help="Take the article out of one page.",
    epilog=EXIT_CODES,
)
@click.argument("source")
@click.option(
    "--format", "-f", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="What to write."
)
@click.option("--method", "-m", metavar="NAME", help="Which method finds the body; 'broadsheet methods' lists them.")
@click.option("--with-images", is_flag=True, help="Write images, with their captions, where they stand.")
@click.option("--with-links", is_flag=True, help="Write links.")
@click.option("--body-only", is_flag=True, help="Leave out title and byline (JSON has its fields always).")
@click.option("--output", "-o", metavar="FILE", default=STANDARD_OUTPUT, help="Write to a file, whole or not at all.")
@click.option("--url", metavar="URL", callback=_address, help="Where the page is from, if not from SOURCE itself.")
@click.option(
    "--timeout",
    metavar="SECONDS",
    type=float,
    default=60.0,
    show_default=True,
    callback=_seconds,
    help="The most that fetching may take, redirects and all.",
)
@click.option(
    "--max-bytes",
    metavar="N",
    type=click.IntRange(min=1),
    default=MAX_BYTES,
    show_default=True,
    help="The most bytes that the page may have, decompressed.",
)
def extract(
    source: str,
    *,
    form: str,
    method: str | None,
    with_images: bool,
    with_links: bool,
    body_only: bool,
    output: str,
    url: str | None,
    timeout: float,
    max_bytes: int,
) -> None:
    """Take the article out of one page.

    SOURCE is a URL, a file (also gzipped), or - for the standard input. The output is UTF-8.
    """
    check_writable(output)
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet import pipeline
    from broadsheet.methods import catalog
    from broadsheet.sources import open_source

    # Before the page is fetched: a wrong name should not cost a download.
    chosen = catalog.get(method if method is not None else catalog.DEFAULT)
    subject = "standard input" if source == "-" else source
    options = FetchOptions(total=timeout, max_bytes=max_bytes)
    try:
        record = open_source(source, url=url, options=options)
        article = pipeline.extract(
            record.data,
            url=record.url,
            charset=record.charset,
            method=chosen,
            with_images=with_images,
            with_links=with_links,
        )
    except SourceUnreadable as error:
        hint = " (an address begins with https://)" if _HOST.match(source) else ""
        raise Failure(f"{error}{hint}", Code.UNREADABLE) from error
    except BroadsheetError as error:
        raise explain(error, subject=subject) from error
    write_text(_written(article, form, header=not body_only), output)
    if not article.text.strip():
        note(f"{subject}: nothing found ({chosen.name} sees no article on this page)")


def _written(article: Article, form: str, *, header: bool) -> str:
    match form:
        case "json":
            text = article.to_json(indent=2)
        case "html":
            text = article.to_html(header=header)
        case "md":
            text = article.to_markdown(header=header)
        case _:
            text = article.to_text(header=header)
    return text if not text or text.endswith("\n") else text + "\n"
