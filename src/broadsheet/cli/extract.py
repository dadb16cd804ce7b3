"""``broadsheet extract``: one page in, one article out.

It knows the order of the steps and the words for the reader; everything else is done by the rooms below.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, explain, note
from broadsheet.cli.output import STANDARD_OUTPUT, check_writable, write_text
from broadsheet.cli.paths import NamedPath
from broadsheet.cli.source import CAPTURED_OPTION, MAX_BYTES_OPTION, TIMEOUT_OPTION, URL_OPTION, unreadable
from broadsheet.errors import BroadsheetError, SourceUnreadable
from broadsheet.sources.options import FetchOptions

if TYPE_CHECKING:
    from datetime import datetime

    from broadsheet.article import Article, Verdict
    from broadsheet.methods.base import Profile
    from broadsheet.page import Page
    from broadsheet.sites import SiteStore

__all__ = ["extract"]

_FORMATS: Final = ("text", "md", "html", "json")


@click.command(
    short_help="Take the article out of one page.",
    epilog=EXIT_CODES,
)
@click.argument("source")
@click.option(
    "--format", "-f", "form", type=click.Choice(_FORMATS), default="text", show_default=True, help="What to write."
)
@click.option("--method", "-m", metavar="NAME", help="Which method finds the body; 'broadsheet methods' lists them.")
@click.option(
    "--favor",
    type=click.Choice(["precision", "recall"]),
    help="With fusion: rather miss a line than have a wrong one, or the other way round.",
)
@click.option(
    "--with-images", is_flag=True, help="In Markdown and HTML: write images, with captions, where they stand."
)
@click.option("--with-links", is_flag=True, help="In Markdown and HTML: write links.")
@click.option(
    "--with-tables/--without-tables",
    default=True,
    help="In Markdown and HTML: write tables as tables, or each row as a paragraph.",
)
@click.option("--body-only", is_flag=True, help="Leave out title and byline (JSON has its fields always).")
@click.option(
    "--only-articles",
    is_flag=True,
    help=f"Write nothing, and end with {Code.NOT_ARTICLE.value}, where the page holds no article.",
)
@click.option(
    "--explain",
    "explained",
    is_flag=True,
    help="Write where each value of the metadata came from, and what other sources claim, instead of the article.",
)
@click.option("--output", "-o", metavar="FILE", default=STANDARD_OUTPUT, help="Write to a file, whole or not at all.")
@URL_OPTION
@CAPTURED_OPTION
@click.option(
    "--sites",
    "store",
    metavar="FILE",
    type=NamedPath(readable=False, path_type=Path),
    help="Use what 'broadsheet sites learn' has learnt about the page's site.",
)
@TIMEOUT_OPTION
@MAX_BYTES_OPTION
def extract(
    source: str,
    *,
    form: str,
    method: str | None,
    favor: Literal["precision", "recall"] | None,
    with_images: bool,
    with_links: bool,
    with_tables: bool,
    body_only: bool,
    only_articles: bool,
    explained: bool,
    output: str,
    url: str | None,
    captured: datetime | None,
    store: Path | None,
    timeout: float,
    max_bytes: int,
) -> None:
    """Take the article out of one page.

    SOURCE is a URL, a file (also gzipped), or - for the standard input. The output is UTF-8. What is to be known of how
    it was found is noted on the standard error; JSON has it among its fields.
    """
    if explained and form in ("md", "html"):
        raise click.UsageError(f"--explain writes text or JSON, not {form}")
    check_writable(output)
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet import pipeline
    from broadsheet.methods import catalog
    from broadsheet.methods.base import Given
    from broadsheet.page import page_of
    from broadsheet.sources import open_source

    # Before the page is fetched: a wrong name should not cost a download.
    chosen = catalog.get(method if method is not None else catalog.DEFAULT)
    if favor is not None and chosen.name != catalog.DEFAULT:
        raise click.UsageError(f"--favor goes with {catalog.DEFAULT}, not with {chosen.name}")
    subject = "standard input" if source == "-" else source
    options = FetchOptions(total=timeout, max_bytes=max_bytes)
    try:
        with _profiles(store) as profiles:
            record = open_source(source, url=url, options=options)
            page = page_of(record.data, url=record.url, charset=record.charset)
            given = Given(
                profile=None if profiles is None else _profile(page, profiles, subject),
                captured=captured if captured is not None else record.captured,
            )
        article = pipeline.extract(
            page,
            url=record.url,
            method=chosen,
            given=given,
            favor=favor,
            with_images=with_images,
            with_links=with_links,
            with_tables=with_tables,
        )
    except SourceUnreadable as error:
        raise unreadable(error, source) from error
    except BroadsheetError as error:
        raise explain(error, subject=subject) from error
    if only_articles and article.verdict is not None and not article.verdict.is_article:
        raise Failure(f"{subject}: no article on this page ({_because(article.verdict)})", Code.NOT_ARTICLE)
    text = _explanation(article, form) if explained else _written(article, form, header=not body_only)
    write_text(text, output)
    if form != "json":  # which has them
        addressed = form != "text" and (with_links or with_images)
        for one in article.notes:
            if addressed or not one.startswith(pipeline.ADDRESSES_LEFT_OUT):
                note(f"{subject}: {one}")
    if not article.text.strip():
        note(f"{subject}: nothing found ({chosen.name} sees no article on this page)")


def _because(verdict: Verdict) -> str:
    """A verdict in a few words: the kind of page, the probability, and the weightiest evidence."""
    return "; ".join([f"{verdict.kind}, probability of an article {verdict.probability:.2f}", *verdict.evidence[:2]])


@contextmanager
def _profiles(store: Path | None) -> Iterator[SiteStore | None]:
    """The profiles of sites, if a file of them is named: opened before the page is fetched, as names are looked up."""
    if store is None:
        yield None
        return
    from broadsheet.sites import SiteStore

    with SiteStore(store, read_only=True) as opened:
        yield opened


def _profile(page: Page, profiles: SiteStore, subject: str) -> Profile | None:
    """The profile of a page's site, if there is one."""
    from broadsheet.sites import site_of_page

    site = site_of_page(page)
    profile = profiles.evidence(site)
    if profile is None:
        whose = site or "a page that names no address (--url gives one)"
        note(f"{subject}: no profile of {whose} is in {profiles.path}")
    return profile


def _explanation(article: Article, form: str) -> str:
    """Where the metadata came from: as text, or as JSON where that was asked for."""
    if form == "json":
        record = article.to_dict()
        found = {name: {"value": record[name], **origin} for name, origin in record["origins"].items()}
        return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    from broadsheet.article import explain as in_words

    return f"{in_words(article)}\n"


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
