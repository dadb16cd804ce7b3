"""Texts of a page that may be its headline, and where the page states and shows each.

Structured data and the ``title`` element state headlines, often with the site's name; headings and the segments before
the body show them. Texts that fold to the same letters are one candidate; `broadsheet.metadata.title` chooses.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import Final

from broadsheet.facts.texts import SEPARATOR, clean, fold, is_wide, plain
from broadsheet.lexicon import PAGES, page_words
from broadsheet.metadata.context import Context, spaced_element
from broadsheet.metadata.language import reading_language
from broadsheet.metadata.written.beside_names import starts_byline
from broadsheet.metadata.written.dates import dates_in
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["Headline", "headlines"]

MAX_CHARS: Final = 400  # longest headline
MAX_STATED: Final = 60  # most statements read; real pages have up to six
_ARTICLE: Final = pattern(r"Article|Posting|Recipe")
_META: Final = {"og": ["og:title"], "twitter": ["twitter:title"], "other": PAGES["markup"]["title_metas"]}
_EDGES: Final = " |｜丨－»«·•–—:/\\->‹›~_"
_MARK: Final = pattern(r"^(?:[|»·•–—:/>›-]\s+|〉\s*)+")  # the rest of a separator at the beginning of a headline
_INNER: Final = pattern(r"[:：|–—] (?:(?<=\w[:：] )|(?<= [|–—] ))")
"""A separator between a kicker and a headline on one line; on two lines there is none."""
MAX_CUTS: Final = 8  # separators in a title; titles with more are not divided
MAX_MAIN_HEADINGS, MAX_HEADINGS = 60, 24  # first headings that are read: of level 1, and of all levels
SEGMENTS_BEFORE: Final = 8  # segments before the body that may be a headline
SEGMENTS_INTO: Final = 2  # first segments of the body that may be one, if the method has kept it
HEADING_SEGMENTS_BEFORE, HEADING_SEGMENTS_AFTER = 12, 3  # segments around the body's start searched for headings
MAX_SEGMENT_CHARS: Final = 200  # longest segment that is a headline
MAX_SITE_CHARS: Final = 30  # longest name of a site in a heading, in letters and digits
MAX_LABEL_CHARS: Final = 40  # longest line that is a date or a label
_LANDMARKS: Final = page_words("parts", "landmarks")  # names of the parts of a page, folded
_CONTROLS: Final = tags.ids("option select button label legend textarea")
MAX_BOX_LEVELS: Final = 6  # elements around a text that may be a box with its picture
MIN_PICTURE_PIXELS: Final = 80  # CSS pixels: a smaller picture has no caption
MIN_PIECES_ROWS, MAX_HEADING_ROWS = 3, 60  # rows of a heading that may have parts
_H1, _IMG = tags.IDS["h1"], tags.IDS["img"]
_STOPS: Final = (".", "!", "。", "！")
_AGREEING: Final = frozenset({"headline", "og", "twitter"})
"""Kinds of statements that nearly always give the headline, alone or before the site's name."""

_Shown = tuple[str, int, int, str]
"""A shown text, its row, its level if it is a whole heading, else 0, and its source."""


@dataclass(slots=True, eq=False)
class Headline:
    """A candidate.

    Attributes:
        text: the text as shown, or as stated if it is not shown.
        folded: its letters and digits.
        sources: where it stands, in the order found.
        stated: the kinds of statements of the whole text: ``headline``, ``og``, ``element``.
        divided: its places in longer statements: ``front of element``, ``back of stated``.
        rests: the other parts of these statements.
        rows: the rows of the headings and segments that show it.
        heading: the level of the first heading that shows it as a whole, 0 for none.
        is_piece: a heading shows it as one of several elements or lines.
        is_agreed: structured data and an ``h1`` agree on it.
    """

    text: str
    folded: str
    sources: list[str] = field(default_factory=list)
    stated: set[str] = field(default_factory=set)
    divided: set[str] = field(default_factory=set)
    rests: set[str] = field(default_factory=set)
    rows: list[int] = field(default_factory=list)
    heading: int = 0
    is_piece: bool = False
    is_agreed: bool = False


def headlines(context: Context, *, agreed: bool = False) -> list[Headline]:
    """The candidates of a page, in the order in which they were found.

    Args:
        context: the page.
        agreed: if structured data and an ``h1`` agree on a candidate (`Headline.is_agreed`), return it first, and of
            the others only whole statements and texts of ``h1``, those with most kinds of statements first.
    """
    found: dict[str, Headline] = {}
    stated = list(islice(_stated(context), MAX_STATED))
    for text, kind, source in stated:
        if (one := _add(found, text, source)) is not None:
            one.stated.add(kind)
    named = set(found)
    main = [row for row in context.headings if context.tag[row] == _H1][:MAX_MAIN_HEADINGS]
    _add_shown(found, chain.from_iterable(_of_heading(context, row) for row in main))
    if agreed and (best := _agreed(context, found)) is not None:
        best.is_agreed = True
        return sorted(found.values(), key=lambda one: (one is not best, -len(one.stated)))
    parts = {text: list(_parts(text)) for text, _, _ in stated}  # many statements agree
    named.update(fold(part) for own in parts.values() for part, _, _ in own)
    _add_shown(found, _other_headings(context, named))
    said = [one for one in found.values() if 0 < one.heading <= 2 and one.folded in named]
    is_clear = any(_is_near(context, row) for one in said if not _is_site(context, one) for row in one.rows)
    _add_shown(found, _segments(context, named, only_stated=is_clear))
    for text, kind, source in stated:
        for part, position, rest in parts[text]:
            if (one := _add(found, part, f"{source} (part)")) is not None:
                one.divided.add(f"{position} of {'element' if kind == 'element' else 'stated'}")
                one.rests.add(rest)
    return list(found.values())


def _add_shown(found: dict[str, Headline], shown: Iterable[_Shown]) -> None:
    """Add shown texts, without segments whose text a heading or an earlier segment shows."""
    for text, row, level, source in shown:
        known = found.get(fold(text)) if source == "text:segment" else None
        if (known is None or not known.rows) and (one := _add(found, text, source, row=row)) is not None:
            one.is_piece |= source.endswith("(part)")
            one.heading = one.heading or level


def _agreed(context: Context, found: Mapping[str, Headline]) -> Headline | None:
    """The longest ``h1`` that JSON-LD, Open Graph and Twitter cards all state, alone or before a shorter rest, if they
    state any headline; the ranking would choose it too.
    """
    stated = [one for one in found.values() if not _AGREEING.isdisjoint(one.stated)]
    main = [one for one in found.values() if one.heading == 1 and all(_begins(one, other) for other in stated)]
    best = max(main, key=lambda one: len(one.folded), default=None)
    return best if stated and best is not None and not _is_site(context, best) else None


def _is_site(context: Context, one: Headline) -> bool:
    """Whether a candidate is a name of the site; a long one is a headline that is stated as the site's name too."""
    return len(one.folded) <= MAX_SITE_CHARS and one.folded in context.site_names


def _begins(one: Headline, other: Headline) -> bool:
    """Whether a candidate is the other one, or its part before a separator and a shorter rest, the site's name."""
    if one is other or not other.folded.startswith(one.folded):
        return one is other
    fronts = [part for part, at, rest in _parts(other.text) if at == "front" and len(rest) < len(part)]
    return one.folded in map(fold, fronts)


def _add(found: dict[str, Headline], text: str, source: str, *, row: int = -1) -> Headline | None:
    """The candidate of a text, added if it is new. None if the text cannot be a headline."""
    text = _MARK.sub("", plain(text)).strip()
    if not text or len(text) > MAX_CHARS or "\ufffd" in text:
        return None
    folded = fold(text)
    one = found.get(folded)
    if one is None:
        if not any(map(str.isalpha, folded)):
            return None
        one = found[folded] = Headline(text, folded)
    if source not in one.sources:
        one.sources.append(source)
    if row >= 0:
        # Prefer the text as readers see it, unless it is all capitals.
        shouted = text.isupper() and not one.text.isupper()
        is_broken = len(text) > len(one.text) and is_wide(text) and text.replace(" ", "") == one.text  # into lines
        is_first = not (one.rows or shouted or is_broken)
        if is_first and (_INNER.search(text) or not _INNER.search(one.text)):
            one.text = text
        one.rows.append(row)
    return one


def _stated(context: Context) -> Iterator[tuple[str, str, str]]:
    """The stated titles: the text, the kind of statement, and the source."""
    structured = context.structured
    for key, kind in (("headline", "headline"), ("alternativeHeadline", "alternative"), ("name", "name")):
        for value, source in structured.stated(key):
            if text := clean(value[0] if isinstance(value, list) else value):
                yield text, kind, source
    for kind, metas in _META.items():
        for value, source in structured.metas(*metas):
            yield value, kind, source
    if structured.title and len(structured.title) <= MAX_CHARS:
        yield structured.title, "element", "title"
    for one in structured.marked:
        is_title = one.name in ("headline", "title") or (one.name == "name" and _ARTICLE.search(one.type))
        if is_title and "Breadcrumb" not in one.type:
            yield one.value, "marked", one.source


def _parts(text: str) -> Iterator[tuple[str, str, str]]:
    """The parts of a stated title between separators: the part, its position (front, back, inner), and the rest."""
    cuts = [found.span() for found in SEPARATOR.finditer(text)]
    if len(cuts) > MAX_CUTS:
        return
    for at, (begin, end) in enumerate(cuts):
        front, back = text[:begin].strip(_EDGES), text[end:].strip(_EDGES)
        yield front, "front", back
        yield back, "back", front
        for stop, _ in cuts[at + 1 :]:
            yield text[end:stop].strip(_EDGES), "inner", text[stop:].strip(_EDGES)


def _other_headings(context: Context, stated: Collection[str]) -> Iterator[_Shown]:
    """Headings of lower levels that the page states, or near the body's beginning and neither labels nor dates."""
    for row in context.headings[:MAX_HEADINGS]:
        if context.tag[row] != _H1 and (
            fold(context.page.raw(row)) in stated
            or (_is_near(context, row) and not _is_label(context, context.words_of(row)))
        ):
            yield from _of_heading(context, row)


def _is_near(context: Context, row: int) -> bool:
    """Whether a heading is near the beginning of the body."""
    return -HEADING_SEGMENTS_BEFORE <= context.segment_of[row] - context.first <= HEADING_SEGMENTS_AFTER


def _segments(context: Context, stated: Collection[str], *, only_stated: bool) -> Iterator[_Shown]:
    """Segments near the beginning of the body that the page states and, unless `only_stated`, others."""
    begin, segments = context.first, context.page.segments
    # The last segment of a page is never a headline.
    for at in range(max(0, begin - SEGMENTS_BEFORE), min(len(segments) - 1, begin + SEGMENTS_INTO)):
        text = context.texts[at]
        if fold(text) in stated or not (only_stated or _is_other(context, at, text)):
            yield text, context.first_row[at], 0, "text:segment"


def _of_heading(context: Context, row: int) -> Iterator[_Shown]:
    """The text of a heading, and its parts if it is an ``h1`` or ``h2``."""
    name = context.page.name(row)
    has_parts = MIN_PIECES_ROWS <= context.end[row] - row < MAX_HEADING_ROWS
    text = spaced_element(context, row) if name == "h1" and has_parts else context.words_of(row)
    yield text, row, int(name[-1]), f"text:{name}"
    if name in ("h1", "h2") and has_parts:
        for part in _pieces(context, row):
            yield part, row, 0, f"text:{name} (part)"


def _pieces(context: Context, row: int) -> Iterator[str]:
    """The texts of a heading's own elements and lines: a kicker and the headline often share one heading."""
    page = context.page
    children = [row]
    while len(children) == 1 and not page.is_text[children[0]]:
        row = children[0]
        children = [child for child in page.children(row) if context.size(child)]
    if len(children) > 1:
        for at, child in enumerate(children):
            if text := context.words_of(child) if not page.is_text[child] else " ".join(page.raw(child).split()):
                yield text
            if at and (text := " ".join(page.raw(row)[page.start[child] - page.start[row] :].split())):
                yield text


def _is_other(context: Context, at: int, text: str) -> bool:
    """Whether a segment is no headline but a sentence, byline, date, label, form control or caption."""
    if len(text) > MAX_SEGMENT_CHARS or text.endswith(_STOPS) or starts_byline(text) or _is_label(context, text):
        return True
    ups = context.chain(context.first_row[at], MAX_BOX_LEVELS)
    return not _CONTROLS.isdisjoint([context.tag[up] for up in ups[:4]]) or _is_caption(context, at, ups)


def _is_label(context: Context, text: str) -> bool:
    """Whether a short text is a date, or the name of a part of the page."""
    if len(text) > MAX_LABEL_CHARS:
        return False
    if fold(text) in _LANDMARKS:
        return True
    return any(map(str.isdigit, text)) and bool(dates_in(text, context.once(reading_language)))


def _is_caption(context: Context, at: int, ups: list[int]) -> bool:
    """Whether a segment is in a ``figcaption``, or shares a box with a picture before it and nothing else."""
    start, stop = context.last_row[at - 1] if at else -1, context.first_row[at + 1]
    box = next((up for up in reversed(ups) if start < up and context.end[up] <= stop), ups[0])
    pictures = (row for row in range(box, ups[0]) if context.tag[row] == _IMG)
    return context.is_in_caption(ups[0]) or any(_is_large(context, row) for row in pictures)


def _is_large(context: Context, picture: int) -> bool:
    """Whether a picture states a size large enough for a caption; smaller ones are ornaments."""
    sizes = [(context.page.attr(picture, name) or "").removesuffix("px") for name in ("width", "height")]
    return all(size.isdecimal() and len(size) < 6 and int(size) >= MIN_PICTURE_PIXELS for size in sizes)
