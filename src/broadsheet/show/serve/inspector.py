"""The inspector: one self-contained HTML page that shows a page beside its article, and how the extraction came about.

With it come the form that asks for it, and the page that shows a problem.

The inspected page is treated as hostile: its texts and attributes are escaped, none of its markup, scripts or resources
are used, and the size of the output is bounded.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.article import write_html, write_text
from broadsheet.page import is_address
from broadsheet.show.markup import (
    document,
    element,
    packaged,
    permitted,
    scrolling_table,
    section,
    style_sheet,
    text_of,
)
from broadsheet.show.markup import policy as allowed
from broadsheet.show.serve.charts import draw
from broadsheet.show.serve.inspection import METHODS
from broadsheet.show.serve.outline import outline, path_of, shown_segments
from broadsheet.show.serve.traces import read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from broadsheet.article import Article, Origin
    from broadsheet.page import Page
    from broadsheet.page.arrays import BoolArray, FloatArray, IntArray
    from broadsheet.show.serve.inspection import Inspection, Piece, Run
    from broadsheet.show.serve.traces import Reading

__all__ = ["as_html", "form_page", "form_policy", "policy", "problem_page"]

_LEVELS: Final = 6  # shades of a score besides none
_MAX_CHARS: Final = 300  # of a value, a URL or a note
_MAX_EVIDENCE: Final = 6  # reasons of the verdict shown
_MAX_CLAIMS: Final = 6  # alternative values shown per metadata field
_MAX_MARKUP_BYTES: Final = 150_000  # of an article, per method; further blocks are left out with a note
_TITLE: Final = "Broadsheet"


def as_html(inspection: Inspection) -> str:
    """Write the inspector's page. Equal inspections give equal bytes."""
    page = inspection.page
    readings = [read(run, page) for run in inspection.runs]
    kept = np.any([reading.kept > 0 for reading in readings], axis=0)
    shown = shown_segments(page, kept)
    names = [run.name for run in inspection.runs]
    main = element(
        "main",
        element("section", *_switch(inspection), cls="methods"),
        *(_about(number, run, readings, page, names[0]) for number, run in enumerate(inspection.runs)),
        _page_and_article(inspection, shown, readings),
        section("How the result came about", *(_drawings(number, reading) for number, reading in enumerate(readings))),
        section("Metadata", _metadata(inspection.article)),
        section("How to read this page", *_legend()),
    )
    data = element("script", _data(page, names, readings, shown), type="application/json", id="data")
    title = f"Inspector: {_short(inspection.article.title or inspection.article.url or 'a page')}"
    head = element("header", *_opening(inspection))
    return document(title, head, main, data, style=_style(len(names)), script=_own("inspector.js"))


def policy(methods: int) -> str:
    """Return the page's Content Security Policy, for the HTTP header, given its number of methods."""
    return allowed(_style(methods), _own("inspector.js"))


def _style(methods: int) -> str:
    return style_sheet() + _own("inspector.css") + "".join(_switching(methods))


def _own(name: str) -> str:
    return packaged("broadsheet.show.serve", name)


def _short(text: str) -> str:
    line = " ".join(text[: 4 * _MAX_CHARS].split())
    return line if len(line) <= _MAX_CHARS else f"{line[: _MAX_CHARS - 1]}…"


# Header.


def _opening(inspection: Inspection) -> Iterator[str]:
    article, run = inspection.article, inspection.runs[0]
    yield element("p", "Why this text is the article", cls="kicker")
    title, language = (article.title, article.language) if article.title else ("(no title was found)", None)
    yield element("h1", text_of(_short(title)), dir="auto", lang=language)
    yield element("p", _address(article.url), cls="facts")
    paper = run.method.paper
    verdict = article.verdict
    tiles = [_tile("method", run.name, paper.short if paper is not None else "without a paper")]
    if verdict is not None:
        said = "an article" if verdict.is_article else "not an article"
        tiles.append(_tile("verdict", said, f"{verdict.kind}; probability of an article {verdict.probability:.2f}"))
    sure = "not estimated" if article.confidence is None else f"{article.confidence:.2f}"
    tiles.append(_tile("confidence", sure, "probability that the text is right"))
    yield element("div", *tiles, cls="tiles")
    evidence = verdict.evidence[:_MAX_EVIDENCE] if verdict is not None else ()
    yield from _list("Reasons for the verdict, then against it, strongest first", evidence, "evidence")
    yield from _list("Notes", article.notes, "notes")


def _list(title: str, items: Sequence[str], cls: str) -> Iterator[str]:
    if items:
        yield element("h2", title)
        yield element("ul", *(element("li", text_of(_short(item)), dir="auto") for item in items), cls=cls)


def _address(url: str | None) -> str:
    """Format the page's URL, as a link if it is an http or https URL."""
    if url is None or not is_address(url):
        return text_of(_short(url) if url else "the page's URL is unknown")
    words = element("bdi", text_of(_short(url)))
    return element("a", words, href=url, rel="noreferrer noopener") if len(url) <= 8 * _MAX_CHARS else words


def _tile(what: str, value: str, more: str) -> str:
    name = element("span", text_of(what), cls="what")
    return element("div", name, element("strong", text_of(value)), element("span", text_of(more)), cls="tile")


# Methods.


def _switch(inspection: Inspection) -> Iterator[str]:
    choices = []
    for number, run in enumerate(inspection.runs):
        checked = None if number else "checked"
        box = element("input", type="radio", name="method", id=f"m{number}", value=number, checked=checked)
        choices.append(element("label", box, element("span", text_of(run.name)), **{"for": f"m{number}"}))
    yield element("fieldset", element("legend", "Method"), *choices, cls="switch")
    if inspection.barred:
        lines = [
            element("li", element("b", text_of(_short(name))), text_of(f": {_short(reason)}"))
            for name, reason in inspection.barred
        ]
        yield element("div", element("p", "These cannot run:"), element("ul", *lines), cls="barred")


def _method_class(number: int) -> str:
    return f"of of-m{number}"


def _switching(size: int) -> Iterator[str]:
    """Yield CSS rules by which the radio buttons show a method's elements, without scripts.

    ``:has`` stands at the section of the buttons only. At an element around the segments, browsers would compute all
    styles again whenever a segment is selected.
    """
    for number in range(size):
        chosen = f".methods:has(#m{number}:checked) ~"
        yield f"{chosen} .of-m{number},{chosen} * .of-m{number}{{display:revert}}\n"
        chosen += " *"
        for level in range(1, _LEVELS + 1):
            yield f"{chosen} .m{number}l{level}{{background-color:rgba(var(--score),{0.05 + 0.06 * level:.2f})}}\n"
        yield f"{chosen} .m{number}k{{border-left:4px solid var(--kept)}}{chosen} .m{number}k::before{{content:'✓'}}\n"
        yield f"{chosen} .m{number}p{{border-left:4px dotted var(--kept)}}{chosen} .m{number}p::before{{content:'◐'}}\n"


def _about(number: int, run: Run, readings: Sequence[Reading], page: Page, chosen: str) -> str:
    """Describe a method, how much it keeps, and how far it agrees with the selected one."""
    chars = page.segments.chars
    mine, first = readings[number].kept, readings[0].kept
    total, kept = int(chars.sum()), round(float((chars * mine).sum()))
    paper = run.method.paper
    sentences = [
        f"{paper.authors} {paper.year}, {paper.title}."
        if paper is not None
        else "A method of Broadsheet without a paper.",
        f"It labels each {run.method.unit.value}.",
        f"It keeps {int((mine > 0).sum()):,} of {len(mine):,} segments: {kept:,} of {total:,} characters.",
    ]
    if number:
        both = float((chars * np.minimum(mine, first)).sum())
        either = float((chars * np.maximum(mine, first)).sum())
        share = both / either if either else 1.0
        sentences.append(f"Its overlap with {chosen} is {100 * share:.0f} % of the text that either keeps.")
    notes = [element("p", text_of(f"Note: {_short(note)}"), cls="note") for note in run.article.notes] if number else []
    facts = element("p", text_of(" ".join(sentences)), cls="facts")
    return element("div", facts, *notes, cls=f"about {_method_class(number)}")


# The page beside the article.


def _page_and_article(inspection: Inspection, shown: BoolArray, readings: Sequence[Reading]) -> str:
    page = inspection.page
    classes = [""] * len(shown)
    for number, reading in enumerate(readings):
        for at, level in enumerate(_levels(reading.score)):
            if shown[at]:
                kept = "k" if reading.kept[at] > 0.995 else "p" if reading.kept[at] > 0 else ""
                classes[at] += (f" m{number}l{level}" if level else "") + (f" m{number}{kept}" if kept else "")
    listed = outline(page, shown, classes) or element("p", "(no text is shown on this page)", cls="gap")
    articles = [_article(number, run, page) for number, run in enumerate(inspection.runs)]
    language = inspection.article.language
    left = _pane("The page", "page", language, listed)
    right = _pane("The article", "article", language, *articles)
    hint = "Point at a segment, or use the arrow keys ↑ and ↓ in either column, to see its details here."
    details = element("div", element("p", hint), id="details", role="status", aria_live="polite")
    plain = element("p", "Without scripts, the switch and the colours work, but not the details of segments.")
    beside = element("div", left, right, cls="beside")
    return element("section", beside, details, element("noscript", plain), cls="whole")


def _pane(title: str, name: str, language: str | None, *inside: str) -> str:
    label = f"{title}: use the up and down arrow keys to move between segments"
    texts = element("div", *inside, lang=language)
    pane = element("div", texts, cls=f"pane {name}", id=name, tabindex=0, role="region", aria_label=label)
    return element("div", element("h2", text_of(title)), pane)


def _article(number: int, run: Run, page: Page) -> str:
    parts, used = [], 0
    place = page.segments.of[run.page.segments.first].tolist()  # shown segment by segment that the method saw
    for piece in run.pieces:
        markup = _block(piece)
        used += len(markup.encode())
        if used > _MAX_MARKUP_BYTES:
            break
        segments = " ".join(str(place[at]) for at in piece.segments if place[at] >= 0) or None
        parts.append(element("div", markup, cls="piece", dir="auto", tabindex=-1, data_i=segments))
    if len(parts) < len(run.pieces):
        parts.append(element("p", f"… {len(run.pieces) - len(parts):,} more blocks are not shown", cls="gap"))
    if not run.pieces:
        parts.append(element("p", text_of(f"({run.name} finds nothing here)"), cls="gap"))
    return element("div", *parts, cls=_method_class(number))


def _block(piece: Piece) -> str:
    """Return a block as well-formed markup; a block too long to show becomes the beginning of its text."""
    markup = permitted(write_html((piece.block,)))
    if len(markup.encode()) > _MAX_MARKUP_BYTES // 2:
        text = write_text((piece.block,))
        return element("p", text_of(f"{text[: _MAX_MARKUP_BYTES // 20]} … ({len(text):,} characters)"))
    return markup.replace("<br>", "<br/>").replace("<hr>", "<hr/>")


def _levels(score: FloatArray) -> IntArray:
    """Return the shade of each score, shape (m,): 0 for scores up to 0, the darkest for the maximum.

    Shares and probabilities are used unchanged; of other scores the square root, because a few are far above the rest.
    """
    most = float(score.max(initial=0.0))
    if most <= 0:
        return np.zeros(len(score), dtype=np.int32)
    positive = np.maximum(score, 0.0)
    share = positive if most <= 1 else np.sqrt(positive / most)
    levels: IntArray = np.rint(_LEVELS * share).astype(np.int32)
    return levels


# Traces, metadata, legend, data.


def _drawings(number: int, reading: Reading) -> str:
    drawn = [markup for one in reading.drawings if (markup := draw(one))]
    inside = drawn or [element("p", "(no data)", cls="gap")]
    return element("div", element("div", *inside, cls="drawings"), cls=_method_class(number))


def _metadata(article: Article) -> str:
    record = article.to_dict()
    heads = [element("th", name, scope="col") for name in ("field", "value", "source", "values of other sources")]
    rows = [element("tr", *_datum(origin, record.get(origin.datum))) for origin in article.origins]
    return scrolling_table(heads, rows, label="Metadata", cls="metadata")


def _datum(origin: Origin, value: object) -> Iterator[str]:
    yield element("th", text_of(origin.datum.replace("_", " ")), scope="row")
    yield element("td", text_of(_short(_value_text(value))), dir="auto")
    sources = (origin.source or "").split(" = ")
    yield element("td", " ".join(element("code", text_of(_short(source))) for source in sources if source))
    claims = [
        element("li", element("bdi", text_of(_short(one.value))), " ", element("code", text_of(_short(one.source))))
        for one in origin.alternatives[:_MAX_CLAIMS]
    ]
    more = len(origin.alternatives) - len(claims)
    claims += [element("li", f"… and {more:,} more", cls="gap")] if more > 0 else []
    yield element("td", element("ul", *claims) if claims else "")


def _value_text(value: object) -> str:
    if value is None or value == []:
        return "(none)"
    if isinstance(value, dict):
        return str(value.get("src") or value.get("name") or json.dumps(value, ensure_ascii=False))
    return ", ".join(map(_value_text, value)) if isinstance(value, list) else str(value)


def _legend() -> Iterator[str]:
    steps = [element("span", text_of(str(step)), cls=f"step step{step}") for step in range(_LEVELS + 1)]
    yield element("p", "Score, from 0 or less to the maximum: ", *steps, cls="scale")
    lines = (
        "✓ and a solid bar: the method keeps the segment. ◐ and a dotted bar: it keeps a part of it. Neither: it is "
        "left out.",
        "For probabilities and shares, the shade is the value itself; for other scores, it is the square root of their "
        "share of the maximum.",
        "A segment is a line as a reader sees it: text between two line breaks. Underlined words are links; hidden "
        "text is collapsed.",
        "A kept segment may be missing from the article: headline, byline and date are metadata, captions belong to "
        "images, and repeated text is left out.",
        "This file loads nothing: images, styles, frames and scripts of the page are not in it.",
    )
    yield element("ul", *(element("li", text_of(line)) for line in lines))


def _data(page: Page, names: Sequence[str], readings: Sequence[Reading], shown: BoolArray) -> str:
    """Return the data of the page's script, as JSON without characters that end a script element."""
    segments = page.segments
    numbers = np.flatnonzero(shown)
    paths: dict[str, int] = {}
    path_of_block: dict[int, int] = {}
    for block in segments.block[numbers].tolist():
        if block not in path_of_block:
            path_of_block[block] = paths.setdefault(path_of(page, block), len(paths))
    columns = (numbers, segments.block[numbers], segments.chars[numbers], segments.link_chars[numbers])
    data = {
        "segments": [
            [number, path_of_block[block], chars, linked]
            for number, block, chars, linked in zip(*(column.tolist() for column in columns), strict=True)
        ],
        "paths": [*paths],
        "methods": [
            {
                "name": name,
                "score_name": reading.score_name,
                "score": _plain(reading.score[numbers]),
                "kept": _plain(reading.kept[numbers]),
                "facts": [[fact.name, _plain(fact.values[numbers])] for fact in reading.facts],
                "reasons": reading.reasons,
                "reason": reading.reason[numbers].tolist(),
            }
            for name, reading in zip(names, readings, strict=True)
        ],
    }  # fmt: skip
    written = permitted(json.dumps(data, ensure_ascii=False, separators=(",", ":")))
    return written.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _plain(values: FloatArray) -> list[float]:
    """Round numbers to three digits."""
    rounded = [float(f"{value:.3g}") for value in np.nan_to_num(values).tolist()]
    return [int(value) if value == int(value) else value for value in rounded]


def form_page(*, fetch: bool, max_bytes: int) -> str:
    """Make the form. Without ``fetch``, a URL cannot be given instead of a page."""
    address = element("input", type="url", name="url", id="url", placeholder="https://", autocomplete="off")
    hint = "The page to fetch, or the URL of the page below." if fetch else "The URL of the page below."
    page = element("textarea", name="html", id="html", rows=10, spellcheck="false", autocomplete="off")
    file = element("input", type="file", name="file", id="file", accept="text/html,.html,.htm,.xhtml")
    boxes = [
        element(
            "label",
            element("input", type="checkbox", name="method", value=name, checked="checked"),
            element("span", text_of(name)),
        )
        for name in METHODS
    ]
    inside = (
        _field("url", "URL", address, hint),
        _field("html", "Page", page, "The HTML of the page."),
        _field("file", "File", file, f"Instead of the HTML; at most {max_bytes / 1e6:g} MB."),
        element("fieldset", element("legend", "Methods"), *boxes, cls="switch"),
        element("p", element("button", "Inspect", type="submit")),
    )
    api = element("a", "its description (OpenAPI)", href="openapi.json")
    form = element("form", *inside, action="inspect", method="post", enctype="multipart/form-data")
    return _document(
        element("h1", "Why is this text the article?"),
        element("p", "Shows the page beside its article, segment by segment, and how each method chose the text."),
        main=form + element("p", "For programs, there is an API: ", api, ".", cls="note"),
    )


def problem_page(title: str, detail: str) -> str:
    """Make the page that shows a problem: its type and details."""
    back = element("p", element("a", "Back to the form", href="./"))
    return _document(element("h1", text_of(title)), element("p", text_of(detail), dir="auto"), main=back)


def form_policy() -> str:
    """Return the Content Security Policy of these pages."""
    return allowed(_form_style(), form=True)


def _field(name: str, label: str, control: str, hint: str) -> str:
    named = element("label", text_of(label), **{"for": name})
    return element("p", named, control, element("span", text_of(hint), cls="note"), cls="field")


def _document(*header: str, main: str) -> str:
    kicker = element("p", text_of(_TITLE), cls="kicker")
    return document(_TITLE, element("header", kicker, *header), element("main", main), style=_form_style(), form=True)


def _form_style() -> str:
    return style_sheet() + packaged("broadsheet.show.serve", "form.css")
