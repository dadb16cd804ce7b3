"""The report as one HTML page, without scripts or external resources, for phones and dark mode too."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from broadsheet.evaluate.report import sheets
from broadsheet.evaluate.report.beside import Kind, Piece, beside
from broadsheet.evaluate.report.markup import document, element, scrolling_table, section, text_of
from broadsheet.evaluate.report.scatter import Point, scatter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from broadsheet.evaluate.breakdown import Breakdown
    from broadsheet.evaluate.report.sheets import Sheet
    from broadsheet.evaluate.summary import Overall, Summary

__all__ = ["Case", "as_html", "style_sheet"]

_STYLE = "report.css"


class Case(NamedTuple):
    """A page shown in full.

    Attributes:
        name: ``corpus/page``.
        url: URL of the page, if known.
        score: page score.
        outcome: how the call ended, or the error.
        gold: gold text.
        output: the text compared with it.
    """

    name: str
    url: str | None
    score: float
    outcome: str
    gold: str
    output: str


def as_html(summary: Summary, breakdown: Breakdown, cases: Sequence[Case] = (), *, entrant: str | None = None) -> str:
    """Write the report.

    Args:
        summary: the figures.
        breakdown: their breakdown.
        cases: worst pages, worst first.
        entrant: the entrant of these pages.
    """
    main = element("main", *_sections(summary, breakdown), *_cases(cases, entrant), *_end(summary))
    return document("Benchmark", element("header", *_opening(summary)), main, style=style_sheet())


def style_sheet() -> str:
    """Read the report's style sheet: type, light and dark colours, tables."""
    return files("broadsheet.evaluate.report").joinpath(_STYLE).read_text(encoding="utf-8")


def _opening(summary: Summary) -> Iterator[str]:
    yield element("h1", "Benchmark")
    pages = max((line.pages for line in summary.overall), default=0)
    corpora = len({row.corpus for row in summary.rows})
    facts = f"{_count(pages, 'page', 'pages')} of {_count(corpora, 'corpus', 'corpora')}, {summary.machine.date[:10]}"
    yield element("p", text_of(facts), cls="facts")
    ours = next((line for line in summary.overall if line.ours), None)
    library = next((line for line in summary.overall if not line.ours), None)
    tiles = [_tile("best of ours", ours), _tile("best library", library)]
    yield element("div", *filter(None, tiles), cls="tiles")
    verdict = _verdict(summary, ours, library)
    if verdict:
        yield element("p", text_of(verdict))


def _tile(words: str, line: Overall | None) -> str:
    if line is None:
        return ""
    interval = f"95 %: {line.f1_interval.low:.3f} to {line.f1_interval.high:.3f}"
    return element(
        "div",
        element("span", text_of(words), cls="what"),
        element("strong", text_of(f"{line.f1:.3f}")),
        element("span", text_of(line.entrant), cls="who"),
        element("span", text_of(f"{interval}; {line.cpu_ms:.1f} ms a page")),
        cls="tile",
    )


def _verdict(summary: Summary, ours: Overall | None, library: Overall | None) -> str:
    if ours is None or library is None:
        return ""
    pair = {ours.entrant, library.entrant}
    pairs = (one for one in summary.differences if one.corpus is None and {one.better, one.worse} == pair)
    line = next(pairs, None)
    if line is None:
        return ""
    how = "The difference is clear" if line.is_clear else "The difference is not clear"
    low, high = line.f1_interval
    said = f"{line.better} is ahead of {line.worse} by {line.f1:.3f} (95 %: {low:+.3f} to {high:+.3f})."
    return f"{said} {how} on these pages."


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def _sections(summary: Summary, breakdown: Breakdown) -> Iterator[str]:
    points = [Point(line.entrant, line.ours, line.cpu_ms, line.f1, line.f1_interval) for line in summary.overall]
    drawing = scatter(points)
    if drawing:
        dots = [element("span", text_of(words), cls=f"key {kind}") for kind, words in _KEYS]
        legend = element("p", *dots, text_of("Bars: 95 % intervals."), cls="legend")
        yield section("F1 against speed", element("div", drawing, cls="drawing"), legend)
    yield _table_section(sheets.overall(summary))
    if len({row.corpus for row in summary.rows}) > 1:
        yield _table_section(sheets.corpus_matrix(summary), shaded=True)
    optional = (
        sheets.differences(summary), sheets.oracle(summary), sheets.papers(summary), sheets.spreads(breakdown)
    )  # fmt: skip
    yield from (_table_section(sheet) for sheet in optional if sheet is not None)
    for sheet in sheets.groups(breakdown, [line.entrant for line in summary.overall]):
        yield _table_section(sheet, folded=len(sheet.rows) > _MAX_OPEN_ROWS, shaded=True)
    for closing in (sheets.reliabilities(breakdown), sheets.failures(summary)):
        if closing is not None:
            yield _table_section(closing)


_KEYS = (("ours", "ours"), ("other", "libraries"))
_MAX_OPEN_ROWS = 12  # longer tables by groups are folded


def _table_section(sheet: Sheet, *, folded: bool = False, shaded: bool = False) -> str:
    inside = [element("p", text_of(sheet.note), cls="note")] if sheet.note else []
    table = _table(sheet, shaded=shaded)
    if folded:
        table = element("details", element("summary", text_of(f"{len(sheet.rows)} rows")), table)
    return section(sheet.title, *inside, table)


def _table(sheet: Sheet, *, shaded: bool = False) -> str:
    def kind(place: int) -> str | None:
        return "number" if place >= sheet.words else None

    heads = [element("th", text_of(name), cls=kind(place), scope="col") for place, name in enumerate(sheet.columns)]
    rows = []
    for above, row in zip([("",), *sheet.rows], sheet.rows, strict=False):
        cells = [
            element("th", text_of(cell), scope="row")
            if place == 0
            else element("td", text_of(cell), cls=_shade(cell) if shaded and place >= sheet.words else kind(place))
            for place, cell in enumerate(row)
        ]
        if cells:
            rows.append(element("tr", *cells, cls=None if above else "rule"))
    return scrolling_table(heads, rows, label=sheet.title)


def _shade(cell: str) -> str:
    """Return the CSS classes of a cell: six shades for shares, none for counts."""
    if "." not in cell:
        return "number"
    return f"number shade{min(5, max(0, int((float(cell) - 0.4) * 10)))}"


def _cases(cases: Sequence[Case], entrant: str | None) -> Iterator[str]:
    if not cases:
        return
    note = (
        f"The {len(cases)} pages on which {entrant} did worst. The gold text, with what is missed; beside or below it "
        "what came out, with what is too much."
    )
    shown = [_case(case, shut=place > 0) for place, case in enumerate(cases)]
    yield section(f"Worst pages of {entrant}", element("p", text_of(note), cls="note"), *shown)


def _case(case: Case, *, shut: bool) -> str:
    gold, output = beside(case.gold, case.output)
    line = [
        element("span", text_of(f"{case.score:.3f}"), cls="score"),
        element("span", text_of(case.name), cls="name"),
        element("span", text_of(case.outcome), cls="outcome"),
    ]
    url = element("p", text_of(case.url), cls="url") if case.url else ""
    columns = element("div", _column("gold text", gold, "missed"), _column("output", output, "extra"), cls="beside")
    return element("details", element("summary", *line), url, columns, cls="case", open=None if shut else "open")


def _column(title: str, pieces: Sequence[Piece], kind: str) -> str:
    inside = [_piece(piece, kind) for piece in pieces] or [element("span", "(nothing)", cls="gap")]
    return element("div", element("h3", text_of(title)), element("div", *inside, cls="text", dir="auto"))


def _piece(piece: Piece, kind: str) -> str:
    match piece.kind:
        case Kind.ONLY:
            return element("mark", text_of(piece.text), cls=kind)
        case Kind.GAP:
            return element("span", text_of(f" … {piece.text} … "), cls="gap")
        case _:
            return text_of(piece.text)


def _end(summary: Summary) -> Iterator[str]:
    whole = element("details", element("summary", "Every method on every corpus"), _table(sheets.by_corpus(summary)))
    yield section("By corpus", whole)
    stages = sheets.stages(summary)
    if stages is not None:
        yield _table_section(stages)
    lines = [*sheets.closing(summary)]
    packages = ", ".join(f"{name} {version}" for name, version in summary.machine.packages.items())
    settings = ", ".join(f"{name}: {_setting(value)}" for name, value in summary.settings.items() if name != "methods")
    lines += [f"{summary.machine.system}. {packages}.", f"Asked for: {settings}."]
    yield section("How this was measured", *(element("p", text_of(line)) for line in lines))


def _setting(value: object) -> str:
    """Format an option: the pages of each corpus, a list, or a number."""
    if isinstance(value, Mapping):
        return " ".join(f"{name} ({count})" for name, count in value.items())
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
