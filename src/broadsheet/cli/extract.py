"""``broadsheet extract``: one page in, one article out."""

from __future__ import annotations

import json
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, note
from broadsheet.cli.options import (
    BROWSER_OPTION,
    CAPTURED_OPTION,
    DROP_OPTION,
    KEEP_OPTION,
    MAX_BYTES_OPTION,
    METHOD_OPTION,
    NETWORK_OPTION,
    OUTPUT_OPTION,
    SITES_OPTION,
    TIMEOUT_OPTION,
    URL_OPTION,
    format_option,
)
from broadsheet.cli.output import check_writable, write_text
from broadsheet.cli.source import OnePage, named, open_page, reading

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from broadsheet.article import Article
    from broadsheet.crawl.sites import SiteStore
    from broadsheet.methods.base import Profile
    from broadsheet.page import Page

__all__ = ["explain", "extract"]

_MAX_VALUE_CHARS: Final = 160  # longest value that `explain` shows in full


@click.command(cls=OnePage, epilog=EXIT_CODES)
@click.argument("source")
@format_option("text", "md", "html", "json", by_suffix=True)
@METHOD_OPTION
@click.option("--favor", type=click.Choice(["precision", "recall"]), help="With fusion: favour precision or recall.")
@KEEP_OPTION
@DROP_OPTION
@click.option("--with-images", is_flag=True, help="In Markdown and HTML: write images in place, with captions.")
@click.option("--with-links", is_flag=True, help="In Markdown and HTML: write links.")
@click.option(
    "--with-tables/--without-tables",
    default=True,
    help="In Markdown and HTML: write tables as tables, or each row as a paragraph.",
)
@click.option("--body-only", is_flag=True, help="Leave out title and byline (JSON always has its fields).")
@click.option(
    "--front-matter",
    is_flag=True,
    help="With --format md: begin with the metadata as YAML, instead of title and byline.",
)
@click.option(
    "--only-articles",
    is_flag=True,
    help=f"Write nothing and exit with {Code.NOT_ARTICLE.value} if the page is not an article.",
)
@click.option(
    "--explain",
    "explained",
    is_flag=True,
    help="Instead of the article, write the source of each metadata value and the values of other sources.",
)
@OUTPUT_OPTION
@URL_OPTION
@CAPTURED_OPTION
@SITES_OPTION
@click.option("--render", is_flag=True, help="Render the page in a browser first (needs the extra 'render').")
@BROWSER_OPTION
@NETWORK_OPTION
@click.option("--scripts", is_flag=True, help="With --render: run the page's scripts.")
@TIMEOUT_OPTION
@MAX_BYTES_OPTION
def extract(
    source: str,
    *,
    form: str,
    method: str | None,
    body_only: bool,
    front_matter: bool,
    only_articles: bool,
    explained: bool,
    output: str,
    url: str | None,
    captured: datetime | None,
    store: Path | None,
    render: bool,
    browser: str | None,
    network: bool,
    scripts: bool,
    timeout: float,
    max_bytes: int,
    **how: Any,
) -> None:
    """Extract the article from one page.

    SOURCE is a URL, a file (also gzipped, or a snapshot that 'broadsheet render' wrote), or - for standard input. The
    output is UTF-8. Notes about the extraction go to standard error; JSON has them as a field.
    """
    is_default = click.get_current_context().get_parameter_source("form") is click.core.ParameterSource.DEFAULT
    if explained and form in ("md", "html") and not is_default:
        raise click.UsageError(f"--explain writes text or JSON, not {form}")
    if front_matter and form != "md":
        raise click.UsageError("--front-matter needs --format md")
    if (browser or network or scripts) and not render:
        raise click.UsageError("--browser, --network and --scripts need --render")
    check_writable(output)
    # Imported here to keep help fast.
    from broadsheet import pipeline
    from broadsheet.body.find import Selection
    from broadsheet.methods import catalog
    from broadsheet.methods.base import Given

    # Before the page is fetched: a wrong name or selector should not cost a download.
    chosen = catalog.get(method if method is not None else catalog.DEFAULT)
    if how["favor"] is not None and chosen.name != catalog.DEFAULT:
        raise click.UsageError(f"--favor works with {catalog.DEFAULT}, not with {chosen.name}")
    Selection.of(how["keep"], how["drop"])
    subject = named(source)
    with reading(source), _profiles(store) as profiles:
        page, when = open_page(source, url=url, timeout=timeout, max_bytes=max_bytes)
        if render:
            from broadsheet.show.render import Options
            from broadsheet.show.render import render as draw

            options = Options(browser=browser, timeout=timeout, network=network, scripts=scripts)
            page = draw(page, options=options).page
        given = Given(
            profile=None if profiles is None else _profile(page, profiles, subject),
            captured=captured if captured is not None else when,
        )
        article = pipeline.extract(page, method=chosen, given=given, with_places=form == "json", **how)
    if only_articles and (verdict := article.verdict) is not None and not verdict.is_article:
        words = f"{verdict.kind}, probability of an article {verdict.probability:.2f}"
        raise Failure(f"{subject}: not an article ({'; '.join([words, *verdict.evidence[:2]])})", Code.NOT_ARTICLE)
    text = (
        _explanation(article, form)
        if explained
        else _written(article, form, header=not body_only, front_matter=front_matter)
    )
    write_text(text, output)
    if form != "json":  # JSON contains the notes
        addressed = form != "text" and (how["with_links"] or how["with_images"])
        for one in article.notes:
            if addressed or not one.startswith(pipeline.ADDRESSES_LEFT_OUT):
                note(f"{subject}: {one}")
    if not article.text.strip():
        note(f"{subject}: nothing found ({chosen.name} finds no article text on this page)")


def _profiles(store: Path | None) -> SiteStore | nullcontext[None]:
    if store is None:
        return nullcontext()
    from broadsheet.crawl.sites import SiteStore

    return SiteStore(store, read_only=True)


def _profile(page: Page, profiles: SiteStore, subject: str) -> Profile | None:
    """Return the profile of the page's site; note if it is missing."""
    from broadsheet.crawl.sites import site_of_page

    site = site_of_page(page)
    profile = profiles.evidence(site)
    if profile is None:
        whose = f"of {site}" if site else "for a page without URL (--url gives one)"
        note(f"{subject}: {profiles.path} has no profile {whose}")
    return profile


def _explanation(article: Article, form: str) -> str:
    if form == "json":
        record = article.to_dict()
        found = {name: {"value": record[name], **origin} for name, origin in record["origins"].items()}
        return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    return f"{explain(article)}\n"


def explain(article: Article) -> str:
    """Format the metadata of an article with sources and alternatives, one paragraph per datum."""
    parts = []
    for origin in article.origins:
        lines = [f"{origin.datum}: {_short(_value(article, origin.datum))}"]
        if origin.source is not None:
            lines.append(f"  from {origin.source}")
        lines += [f"  or: {_short(claim.value)}  [{claim.source}]" for claim in origin.alternatives]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


def _value(article: Article, datum: str) -> str:
    value = getattr(article, datum)
    if datum == "authors":
        value = [one.name if one.kind == "person" else f"{one.name} ({one.kind})" for one in article.contributors]
    elif datum == "breadcrumbs":
        return " > ".join(one.name for one in value) or "(none)"
    elif datum == "lead_image" and value is not None:
        value = value.src
    if value is None or isinstance(value, list | tuple):
        return ", ".join(value or ()) or "(none)"
    return str(value)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_VALUE_CHARS else f"{line[: _MAX_VALUE_CHARS - 1]}…"


def _written(article: Article, form: str, *, header: bool, front_matter: bool) -> str:
    if form == "json":
        text = article.to_json(indent=2)
    else:
        text = article.written(form, header=header, front_matter=front_matter)
    return text if not text or text.endswith("\n") else text + "\n"
