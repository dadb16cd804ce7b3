"""``broadsheet sites``: learn what the pages of a site repeat, look at it, and carry it elsewhere.

It knows the options and the words for the reader; the learning and the store are `broadsheet.sites`', the figures
`broadsheet.evaluate`'s.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from broadsheet.cli.failures import EXIT_CODES, Code, Failure, counted, note
from broadsheet.cli.inputs import HTML_COLUMN_OPTION, KIND_OPTION, URL_COLUMN_OPTION
from broadsheet.cli.output import STANDARD_OUTPUT, check_writable, write_text, writing
from broadsheet.cli.paths import NamedPath
from broadsheet.cli.progress import progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.sites import SiteProfile

__all__ = ["sites"]


def _named(
    context: click.Context, parameter: click.Parameter, value: str | tuple[str, ...] | None
) -> str | tuple[str, ...] | None:
    """Sites as profiles name them.

    Raises:
        BadParameter: one is none.
    """
    if value is None:
        return None
    if isinstance(value, tuple):
        return tuple(str(_named(context, parameter, one)) for one in value)
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.sites import site_named

    site = site_named(value)
    if site is None:
        raise click.BadParameter(f"a site is a domain, as courier.example is, not {value!r}", context, parameter)
    return site


_STORE: Final = click.option(
    "--sites",
    "store",
    metavar="FILE",
    required=True,
    type=NamedPath(readable=False, path_type=Path),
    help="The file that the profiles are in.",
)
"""The option that says where the profiles are."""
_SHOWN: Final = 10
"""Entries of each kind that are shown."""


@click.group(short_help="Learn what the pages of a site repeat, and look at it.", epilog=EXIT_CODES)
def sites() -> None:
    """Learn what the pages of a site repeat, and look at it.

    A profile holds, for each site and month, how many pages have each standing text, where the bodies stand, and how
    articles are addressed. 'broadsheet extract --sites FILE' uses it.
    """


@sites.command(short_help="Learn from pages.", epilog=EXIT_CODES)
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@_STORE
@click.option(
    "--site",
    metavar="NAME",
    callback=_named,
    help="The site of the pages that do not say it themselves, by its domain (courier.example).",
)
@KIND_OPTION
@HTML_COLUMN_OPTION
@URL_COLUMN_OPTION
@click.option("--jobs", "-j", metavar="N", type=click.IntRange(min=1), default=1, show_default=True, help="Processes.")
def learn(
    inputs: tuple[str, ...],
    *,
    store: Path,
    site: str | None,
    kind: str | None,
    html_column: str,
    url_column: str | None,
    jobs: int,
) -> None:
    """Learn from pages, in one pass.

    INPUT is a page, a folder of pages, an archive (WARC, tar, zip), a table (Parquet, JSON lines), a list of
    addresses (a text file, or the address of a sitemap, a feed or a site), or - for the standard input. What is learnt
    is added to what is in FILE, so the same pages should not be learnt twice. All of it is added at the end, or nothing
    where the command is interrupted or fails. Several programs may learn into one file.
    """
    # Imported here, so that help pages need not wait for the libraries.
    from broadsheet.batch import State, learn_sites
    from broadsheet.sites import SiteStore
    from broadsheet.sources.planning import plan
    from broadsheet.sources.tables import Columns
    from broadsheet.sources.units import Kind

    columns = Columns(html=html_column, url=url_column)
    opened: SiteStore | None = None
    try:
        with ExitStack() as kept:
            units = plan(
                [_file(one, kept) for one in inputs],
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
            words = f"interrupted when it was done: all that was learnt is in {store}"
        else:
            words = f"interrupted: nothing that was learnt now is kept in {store}"
        raise Failure(words, Code.INTERRUPTED) from error
    if learnt.unreadable:
        are = "entry is no page" if learnt.unreadable == 1 else "entries are no pages"
        note(f"{learnt.unreadable:,} {are}, or could not be read")
    if learnt.homeless:
        name = "page names no address and belongs" if learnt.homeless == 1 else "pages name no address and belong"
        note(f"{learnt.homeless:,} {name} to no site: --site NAME says whose they are")
    if not learnt.pages:
        raise Failure("nothing was learnt", Code.FAILED)
    note(f"learnt from {counted(learnt.pages.total(), 'page')} of {counted(len(learnt.pages), 'site')}")


@sites.command("list", short_help="List the sites.", epilog=EXIT_CODES)
@_STORE
@click.option("--format", "-f", "form", type=click.Choice(["table", "json"]), default="table", show_default=True)
def list_(*, store: Path, form: str) -> None:
    """List the sites, their months, and from how many pages they were learnt."""
    from broadsheet.sites import SiteStore

    with SiteStore(store, read_only=True) as opened:
        listed = opened.listed()
    if form == "json":
        write_text(json.dumps([one._asdict() for one in listed], ensure_ascii=False, indent=2) + "\n")
        return
    width = max([len(one.site) for one in listed], default=0)
    write_text("".join(f"{one.site:{width}}  {one.period:8}  {_pages(one.pages, 7)}\n" for one in listed))


@sites.command(short_help="Show what is known of a site.", epilog=EXIT_CODES)
@click.argument("site", callback=_named)
@_STORE
@click.option("--format", "-f", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def show(site: str, *, store: Path, form: str) -> None:
    """Show what is known of a site: its months, where bodies stand, what pages repeat, and since when they changed.

    SITE is its domain, or any of its addresses.

    A layout has changed on a day if the elements that hold the bodies before and after it have next to nothing in
    common. Pages of which no day is known tell nothing of that.
    """
    from broadsheet.sites import SiteStore, changes

    with SiteStore(store, read_only=True) as opened:
        profiles = list(opened.profiles(site))
    if not profiles:
        raise Failure(f"no profile of {site} is in {store}", Code.FAILED)
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


def _file(given: str, kept: ExitStack) -> str:
    """An input, or a file of what comes on the standard input, which is there as long as the stack is open."""
    from broadsheet.sources.files import STANDARD_INPUT
    from broadsheet.sources.units import spool

    if given != STANDARD_INPUT:
        return given
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
        return ["Layout: no page says when it is from, so a change cannot be seen."]
    if not found:
        return ["Layout: no change was seen."]
    lines = []
    for change in found:
        lines += [
            f"Layout: pages look otherwise since {change.day} ({change.overlap:.0%} in common with before):",
            f"  before  {change.before or '(nothing found)'}  ({counted(change.pages_before, 'page')})",
            f"  after   {change.after or '(nothing found)'}  ({counted(change.pages_after, 'page')})",
        ]
    return lines


def _tables(profiles: Sequence[SiteProfile]) -> list[str]:
    from broadsheet.sites import SiteProfile

    whole = SiteProfile(site=profiles[0].site, period=profiles[0].period)
    for profile in profiles:
        whole.add(profile)
    pages = max(1, whole.pages)
    containers = sorted(whole.containers.items(), key=lambda item: (-item[1].total(), item[0]))
    texts = sorted(whole.texts.values(), key=lambda entry: (-entry.pages, entry.text))
    shapes = sorted(whole.shapes.items(), key=lambda item: (-item[1], item[0]))
    lines = ["Where bodies stand:"]
    lines += [f"  {days.total() / pages:4.0%}  {path or '(nothing found)'}" for path, days in containers[:_SHOWN]]
    lines += ["", "Addresses of pages with a body:"]
    lines += [f"  {count / pages:4.0%}  {shape}" for shape, count in shapes[:_SHOWN]]
    repeated = sum(entry.pages > 1 for entry in texts)
    lines += ["", f"Texts on more than one page: {repeated}. The most frequent:"]
    lines += [f"  {entry.pages / pages:4.0%}  {entry.text}" for entry in texts[:_SHOWN] if entry.pages > 1]
    lines += ["", f"Keys of static noise on more than one page: {sum(e.pages > 1 for e in whole.static.values())}."]
    if whole.floors:
        worst = ", ".join(f"{name} by up to {floor}" for name, floor in sorted(whole.floors.items()) if floor)
        lines += [f"Tables were full, so counts may be too low: {worst}."]
    return lines


@sites.command(short_help="Write profiles as JSON.", epilog=EXIT_CODES)
@click.argument("names", nargs=-1, metavar="[SITE]...", callback=_named)
@_STORE
@click.option("--output", "-o", metavar="FILE", default=STANDARD_OUTPUT, help="Write to a file, whole or not at all.")
def export(names: tuple[str, ...], *, store: Path, output: str) -> None:
    """Write profiles as JSON, a site and month a line; all of them, or those of the sites named."""
    check_writable(output)
    from broadsheet.sites import SiteStore

    with SiteStore(store, read_only=True) as opened:
        found = [profile for name in names or (None,) for profile in opened.profiles(name)]
    missing = sorted(set(names) - {profile.site for profile in found})
    if missing:
        raise Failure(f"no profile of {', '.join(missing)} is in {store}", Code.FAILED)
    write_text("".join(profile.to_json() + "\n" for profile in found), output)


@sites.command("import", short_help="Add profiles from JSON.", epilog=EXIT_CODES)
@click.argument("file", metavar="FILE", type=click.Path(readable=False, allow_dash=True))
@_STORE
@click.option("--replace", is_flag=True, help="Put them in the place of what is there, instead of adding to it.")
def import_(file: str, *, store: Path, replace: bool) -> None:
    """Add profiles that 'sites export' wrote, from FILE or from - for the standard input, to what is there.

    All or none are added.
    """
    from broadsheet.sites import ProfileUnreadable, SiteProfile, SiteStore
    from broadsheet.sources import read_file, read_standard_input

    most = 1 << 40
    record = read_standard_input(max_bytes=most) if file == "-" else read_file(file, max_bytes=most)
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


@sites.command(short_help="Measure what profiles are worth.", epilog=EXIT_CODES)
@click.option(
    "--corpora",
    metavar="DIR",
    type=NamedPath(path_type=Path),
    help="The folder of corpora, with a neighbours.jsonl. By default the one that BROADSHEET_CORPORA names.",
)
@click.option(
    "--weights",
    metavar="DIR",
    type=NamedPath(path_type=Path),
    help="A folder with fold0.npz to fold4.npz: weights of fusion that have not seen the sites of their fold.",
)
@click.option("--choose", is_flag=True, help="Choose the weighing anew, on other sites than those it is judged by.")
@click.option("--step", metavar="N", type=click.IntRange(min=1), default=1, help="Measure every N-th group only.")
@click.option("--format", "-f", "form", type=click.Choice(["md", "json"]), default="md", show_default=True)
@click.option("--output", "-o", metavar="FILE", default=STANDARD_OUTPUT, help="Write to a file, whole or not at all.")
def measure(*, corpora: Path | None, weights: Path | None, choose: bool, step: int, form: str, output: str) -> None:
    """Measure what profiles are worth: fusion and stadynot with and without the profile of a page's neighbours.

    Of each group of pages of one site in neighbours.jsonl, each page is extracted with a profile learnt from 0, 2, 4,
    9 and 19 others, and from all others.
    """
    check_writable(output)
    from broadsheet.evaluate import neighbours

    found = neighbours.measure(corpora, weights=weights, choose=choose, step=step, told=note)
    write_text(neighbours.as_json(found) if form == "json" else neighbours.as_markdown(found), output)
