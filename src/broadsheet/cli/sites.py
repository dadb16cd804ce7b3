"""``broadsheet sites``: learn, show, export and measure the site profiles of `broadsheet.crawl.sites`."""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, counted, note
from broadsheet.cli.options import (
    HTML_COLUMN_OPTION,
    JOBS_OPTION,
    KIND_OPTION,
    OUTPUT_OPTION,
    URL_COLUMN_OPTION,
    format_option,
    number_option,
    path_option,
)
from broadsheet.cli.output import check_writable, write_text, writing
from broadsheet.cli.progress import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.crawl.sites import SiteProfile

__all__ = ["sites"]


def _site(value: str) -> str:
    """Return the name of a site, given its domain or any of its URLs."""
    # Imported here to keep help fast.
    from broadsheet.crawl.sites import site_named

    site = site_named(value)
    if site is None:
        raise click.BadParameter(f"a site is a domain, such as courier.example, not {value!r}")
    return site


_STORE: Final = path_option("--sites", "store", required=True, readable=False, help="File of site profiles.")
_MAX_SHOWN: Final = 10  # entries shown per kind


@click.group(epilog=EXIT_CODES)
def sites() -> None:
    """Learn and show site profiles.

    For each site and month, a profile counts the pages that have each repeated text, the elements that hold bodies, and
    the URL patterns of articles. 'broadsheet extract --sites FILE' uses it.
    """


@sites.command(short_help="Learn from pages.", epilog=EXIT_CODES)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@_STORE
@click.option("--site", metavar="NAME", type=_site, help="Site of pages without a URL, as a domain (courier.example).")
@KIND_OPTION
@HTML_COLUMN_OPTION
@URL_COLUMN_OPTION
@JOBS_OPTION
def learn(
    inputs: tuple[str, ...],
    *,
    store: Path,
    site: str | None,
    kind: str | None,
    html_column: str,
    url_column: str | None,
    jobs: int | None,
) -> None:
    """Learn from pages, in one pass.

    INPUT is a page, a folder of pages, an archive (WARC, tar, zip), a table (Parquet, JSON lines), a list of URLs (a
    text file, or the URL of a sitemap, a feed or a site), or - for standard input. Counts are added to those in FILE,
    so do not learn the same pages twice. They are added at the end, all or nothing. Several processes may write to one
    file.
    """
    # Imported here to keep help fast.
    from broadsheet.crawl.batch import State, learn_sites
    from broadsheet.crawl.sites import SiteStore
    from broadsheet.crawl.sources.options import Kind
    from broadsheet.crawl.sources.planning import plan
    from broadsheet.crawl.sources.tables import Columns

    columns = Columns(html=html_column, url=url_column)
    opened: SiteStore | None = None
    try:
        with ExitStack() as kept:
            units = plan(
                [_spooled(one, kept) for one in inputs],
                kind=Kind(kind) if kind is not None else None,
                columns=columns,
                told=note,
            )
            opened = kept.enter_context(SiteStore(store))
            bar = kept.enter_context(progress("learning", of="bytes"))

            def watch(state: State) -> None:
                bar.move("learning", int(state.bytes_done), state.bytes)

            learnt = learn_sites(units, opened, site=site, jobs=jobs, columns=columns, watch=watch)
    except KeyboardInterrupt as error:
        if opened is not None and opened.written:
            words = f"interrupted after the last page: the profiles are stored in {store}"
        else:
            words = f"interrupted: nothing from this run is stored in {store}"
        raise Failure(words, Code.INTERRUPTED) from error
    if learnt.unreadable:
        note(f"{counted(learnt.unreadable, 'entry is not a page', 'entries are not pages')}, or could not be read")
    if learnt.without_site:
        pages = counted(learnt.without_site, "page has no URL and belongs", "pages have no URL and belong")
        note(f"{pages} to no site: use --site NAME")
    if not learnt.pages:
        raise Failure("nothing was learnt", Code.FAILED)
    note(f"learnt from {counted(learnt.pages.total(), 'page')} of {counted(len(learnt.pages), 'site')}")


@sites.command("list", short_help="List the sites.", epilog=EXIT_CODES)
@_STORE
@format_option("table", "json")
def list_(*, store: Path, form: str) -> None:
    """List sites and months, with the number of pages of each profile."""
    from broadsheet.crawl.sites import SiteStore

    with SiteStore(store, read_only=True) as opened:
        listed = opened.listed()
    if form == "json":
        write_text(json.dumps([one._asdict() for one in listed], ensure_ascii=False, indent=2) + "\n")
        return
    width = max([len(one.site) for one in listed], default=0)
    write_text("".join(f"{one.site:{width}}  {one.period:8}  {_pages(one.pages, 7)}\n" for one in listed))


@sites.command(short_help="Show the profile of a site.", epilog=EXIT_CODES)
@click.argument("site", type=_site)
@_STORE
@format_option("text", "json")
def show(site: str, *, store: Path, form: str) -> None:
    """Show the profile of a site: months, elements that hold bodies, repeated texts, and layout changes.

    SITE is its domain, or any of its URLs.

    A layout change is a day before and after which bodies are in almost entirely different elements. Pages without a
    date are not counted.
    """
    from broadsheet.crawl.sites import SiteStore, changes

    with SiteStore(store, read_only=True) as opened:
        profiles = list(opened.profiles(site))
    if not profiles:
        raise Failure(f"no profile of {site} in {store}", Code.FAILED)
    found = changes(profiles)
    if form == "json":
        from dataclasses import asdict

        whole = {
            "site": site,
            "changes": [asdict(change) for change in found],
            "profiles": [profile.to_dict() for profile in profiles],
        }
        write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n")
        return
    lines = [f"{site}: {counted(sum(profile.pages for profile in profiles), 'page')}"]
    lines += [f"  {profile.period:8}  {_pages(profile.pages, 6)}{_range(profile)}" for profile in profiles]
    lines += ["", *_layout(profiles, found), "", *_tables(profiles)]
    write_text("\n".join(lines) + "\n")


def _spooled(name: str, kept: ExitStack) -> str:
    """Return the input's name; standard input is spooled to a file that exists until the stack closes."""
    from broadsheet.crawl.sources.files import STANDARD_INPUT
    from broadsheet.crawl.sources.units import spool

    if name != STANDARD_INPUT:
        return name
    folder = kept.enter_context(tempfile.TemporaryDirectory())
    with writing(folder):
        return spool(Path(folder))


def _pages(number: int, width: int) -> str:
    return f"{number:{width}} {'page' if number == 1 else 'pages'}"


def _range(profile: SiteProfile) -> str:
    days = profile.days
    return f"  {min(days)} to {max(days)}" if days else ""


def _layout(profiles: Sequence[SiteProfile], found: Sequence[Any]) -> list[str]:
    if not any(profile.days for profile in profiles):
        return ["Layout: pages have no dates, so changes cannot be detected."]
    if not found:
        return ["Layout: no change found."]
    lines = []
    for change in found:
        lines += [
            f"Layout: changed on {change.day} ({change.overlap:.0%} in common with before):",
            f"  before  {change.before or '(nothing found)'}  ({counted(change.pages_before, 'page')})",
            f"  after   {change.after or '(nothing found)'}  ({counted(change.pages_after, 'page')})",
        ]
    return lines


def _tables(profiles: Sequence[SiteProfile]) -> list[str]:
    from broadsheet.crawl.sites import SiteProfile

    whole = SiteProfile(site=profiles[0].site, period=profiles[0].period)
    for profile in profiles:
        whole.add(profile)
    pages = max(1, whole.pages)
    containers = sorted(whole.containers.items(), key=lambda item: (-item[1].total(), item[0]))
    texts = sorted(whole.texts.values(), key=lambda entry: (-entry.pages, entry.text))
    shapes = sorted(whole.shapes.items(), key=lambda item: (-item[1], item[0]))
    lines = ["Elements that hold bodies:"]
    lines += [f"  {days.total() / pages:4.0%}  {path or '(nothing found)'}" for path, days in containers[:_MAX_SHOWN]]
    lines += ["", "URL patterns of pages with a body:"] if shapes else []
    lines += [f"  {count / pages:4.0%}  {shape}" for shape, count in shapes[:_MAX_SHOWN]]
    repeated = sum(entry.pages > 1 for entry in texts)
    lines += ["", f"Texts on more than one page: {repeated}.{' Most frequent:' if repeated else ''}"]
    lines += [f"  {entry.pages / pages:4.0%}  {entry.text}" for entry in texts[:_MAX_SHOWN] if entry.pages > 1]
    static = sum(entry.pages > 1 for entry in whole.static.values())
    lines += ["", f"Elements with the same text on more than one page, for stadynot: {static}."]
    if whole.floors:
        worst = ", ".join(f"{name} by up to {floor}" for name, floor in sorted(whole.floors.items()) if floor)
        lines += [f"Tables were full, so counts may be too low: {worst}."]
    return lines


@sites.command(short_help="Write profiles as JSON.", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, metavar="[SITE]...", type=_site)
@_STORE
@OUTPUT_OPTION
def export(names: tuple[str, ...], *, store: Path, output: str) -> None:
    """Write profiles as JSON, one site and month per line; all, or those of the named sites."""
    check_writable(output)
    from broadsheet.crawl.sites import SiteStore

    with SiteStore(store, read_only=True) as opened:
        found = [profile for name in names or (None,) for profile in opened.profiles(name)]
    missing = sorted(set(names) - {profile.site for profile in found})
    if missing:
        raise Failure(f"no profile of {', '.join(missing)} in {store}", Code.FAILED)
    write_text("".join(profile.to_json() + "\n" for profile in found), output)


@sites.command("import", short_help="Add profiles from JSON.", epilog=EXIT_CODES)
@click.argument("file", metavar="FILE", type=click.Path(readable=False, allow_dash=True))
@_STORE
@click.option("--replace", is_flag=True, help="Replace existing profiles instead of adding to them.")
def import_(file: str, *, store: Path, replace: bool) -> None:
    """Add profiles that 'sites export' wrote, from FILE or - for standard input; all or none."""
    from broadsheet.crawl.sites import ProfileUnreadable, SiteProfile, SiteStore
    from broadsheet.crawl.sources import read_file, read_standard_input

    max_bytes = 1 << 40
    record = read_standard_input(max_bytes=max_bytes) if file == "-" else read_file(file, max_bytes=max_bytes)
    profiles = []
    for number, line in enumerate(record.data.splitlines(), 1):
        if line.strip():
            try:
                profiles.append(SiteProfile.from_json(line))
            except ProfileUnreadable as error:
                raise Failure(f"{file}, line {number}: {error}", Code.FAILED) from error
    with SiteStore(store) as opened:
        (opened.replace if replace else opened.add)(profiles)
    note(f"{counted(len(profiles), 'profile')} of {counted(len({profile.site for profile in profiles}), 'site')}")


@sites.command(short_help="Measure the gain from profiles.", epilog=EXIT_CODES)
@path_option(
    "--corpora",
    metavar="DIR",
    help="Folder of corpora with a neighbours.jsonl. By default the folder in BROADSHEET_CORPORA.",
)
@path_option(
    "--weights",
    metavar="DIR",
    help="Folder with fold0.npz to fold4.npz: weights of fusion trained without the sites of each fold.",
)
@number_option("--step", default=1, help="Measure only every N-th group.")
@format_option("md", "json", by_suffix=True)
@OUTPUT_OPTION
def measure(*, corpora: Path | None, weights: Path | None, step: int, form: str, output: str) -> None:
    """Measure fusion and stadynot with and without the profile of a page's neighbours.

    In each group of same-site pages in neighbours.jsonl, each page is extracted with a profile learnt from 0, 2, 4, 9
    and 19 others, and from all others.
    """
    check_writable(output)
    from broadsheet.lab.evaluate import neighbours

    found = neighbours.measure(corpora, weights=weights, step=step, report=note)
    write_text(neighbours.as_json(found) if form == "json" else neighbours.as_markdown(found), output)
