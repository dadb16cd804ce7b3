"""Where a page states and shows what may be its headline.

The structured data state headlines, often with the site's name, and the ``title`` element nearly always does; headings
and the segments before the body show one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import filterfalse, islice
from typing import Final

from broadsheet.article.assistive import SPOKEN
from broadsheet.facts.texts import clean, fold, label_test
from broadsheet.lexicon import page_words
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import spaced_element
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.introductions import starts_byline
from broadsheet.page import tags

__all__ = [
    "LONGEST",
    "MOST_HEADINGS",
    "STOPS",
    "Stated",
    "all_stated",
    "is_close",
    "pieces",
    "shown_in_page",
    "without_buttons",
]

LONGEST: Final = 400
"""Characters of a candidate; no headline is longer."""
_ARTICLE: Final = re.compile(r"Article|Posting|Recipe")
_META: Final = {
    "og": ("og:title",),
    "twitter": ("twitter:title",),
    "other": (
        "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "citation_title", "headline", "hdl", "title",
        "mediator_title", "article:title", "og:headline", "dcsext.headline", "cxenseparse:title", "fb_title",
        "prism.title", "eprints.title", "bt:headline", "search_title",
    ),
}  # fmt: skip
_PARTS: Final = 3
"""Rows of a heading from which it has several texts, which may touch."""
MOST_HEADINGS: Final = 24
_MOST_MAIN: Final = 36
_MOST_STATED: Final = 60
"""Statements of titles: real pages have six at the most."""
_BEFORE: Final = 8
"""Segments before the body that are looked at."""
_INTO: Final = 2
"""Segments of the body that are looked at: the headline may have been taken for its first line."""
_WAY_BEFORE: Final = 12
_WAY_AFTER: Final = 3
"""Segments before and behind the body's first one in which a headline stands that nothing states."""
_PLAIN: Final = 200
"""Characters of a segment that may be a headline without being marked as one; it is no sentence with a full stop."""
_DATE_CHARS, _BESIDE_DATE = 40, 12
"""Characters of a line that is a date and no headline, and of what is on either side: a day of the week, a time."""
_LABELS: Final = page_words("parts", "landmarks")
"""What parts of a page are called, folded, where only those who have it read to them are told."""
_ADDRESS: Final = ("http", "www.")
_NO_WORDS: Final = re.compile(r".*\son line \d+|(?:https?://|www\.)\S+")
"""Messages of programs that are shown by mistake, and addresses."""
_STEPS: Final = (" > ", " >> ", " » ", " › ")
_MOST_STEPS: Final = 1
"""What is between the steps of the way to a page, and how often it is in what is none."""
_CONTROLS: Final = tags.ids("option select button label legend textarea")
_names_caption: Final = label_test(
    re.compile(r"caption|(?:^|[^a-z])cap(?:$|[^a-z])|(?-i:Cap$)|legende?\b|bildunter|bildtext", re.IGNORECASE)
)
_CONTAINERS: Final = 6
"""Rows from a text upwards among which its picture's box is."""
_PICTURE, _DIGITS = 80, 5
"""Pixels of a picture that has a caption, since smaller ones are ornaments; and figures of a number of pixels."""
_INDENT: Final = 40
"""Characters at a row's beginning of which the first that is no white space is looked for."""
_LARGE: Final = 60
"""Rows of an element that can be a headline."""
_BUTTONS: Final = tags.ids("button time")
_is_spoken: Final = label_test(SPOKEN)
"""Whether a class hides words from all but screen readers."""
_H1, _IMG = tags.IDS["h1"], tags.IDS["img"]
STOPS: Final = (".", "!", "。", "！")
Stated = tuple[str, str, str]
"""What is stated: text, kind, source."""
_Shown = tuple[str, int, str]
"""What is shown: text, row, source."""


def all_stated(context: Context) -> list[Stated]:
    """What is stated, as far as it is worth comparing."""
    return list(islice(_stated(context), _MOST_STATED))


def _stated(context: Context) -> Iterator[Stated]:
    """What is stated."""
    structured = context.structured
    for key, name in (("headline", "headline"), ("alternativeHeadline", "alternative"), ("name", "name")):
        for value, source in structured.stated(key):
            if isinstance(value, list):
                value = value[0]
            if text := clean(value):
                yield text, name, source
    for name, metas in _META.items():
        for value, source in structured.metas(*metas):
            yield value, name, source
    if structured.title and len(structured.title) <= LONGEST:
        yield structured.title, "element", "title"
    for one in structured.marked:
        if "Breadcrumb" in one.type:
            continue
        if one.name in ("headline", "title") or (one.name == "name" and _ARTICLE.search(one.type)):
            yield one.value, "marked", f"{one.kind}:{one.type or 'Thing'}.{one.name}"


def shown_in_page(context: Context, named: Collection[str]) -> Iterator[_Shown]:
    """What is shown.

    Args:
        context: the page.
        named: the folded texts that are candidates wherever they are shown.
    """
    letters = {text[:1] for text in named}

    def apart(row: int) -> bool:
        """Whether a row is far from where a headline stands, and begins otherwise than what is named."""
        if _near(context, row):
            return False
        letter = context.ahead(row, _INDENT).lstrip()[:1].casefold()
        return (letter.isalnum() and letter not in letters) or fold(context.words_of(row)) not in named

    yield from _of_headings(context, named, apart)
    yield from _of_segments(context, named)


def _of_headings(context: Context, named: Collection[str], apart: Callable[[int], bool]) -> Iterator[_Shown]:
    """What headings show: those of the first level wherever they are; of the others, those at the head of the page."""
    headings = context.headings
    main = [row for row in headings[MOST_HEADINGS:] if context.tag[row] == _H1]
    for row in filterfalse(apart, [*headings[:MOST_HEADINGS], *main[:_MOST_MAIN]]):
        name = context.page.name(row)
        if name != "h1" and _is_no_headline(context, context.words_of(row), named):
            continue
        text = without_buttons(context, row)
        if name == "h1" and _PARTS < context.end[row] - row < _LARGE and text == context.words_of(row):
            text = spaced_element(context, row)
        yield text, row, f"text:{name}"
        if name in ("h1", "h2") and 2 < context.end[row] - row < _LARGE:
            near = _near(context, row)
            for part in pieces(context, row):
                if near or fold(part) in named:
                    yield part, row, f"text:{name} (part)"


def _of_segments(context: Context, named: Collection[str]) -> Iterator[_Shown]:
    """What segments show before the body, and at its beginning; the last one of a page is nothing's headline."""
    chars, texts, begin = context.page.segments.chars.data, context.texts, context.first
    for at in range(max(0, begin - _BEFORE), min(len(texts) - 1, begin + _INTO)):
        text = texts[at]
        if chars[at] > _PLAIN or text.endswith(STOPS) or starts_byline(text) or _is_date(text, context):
            continue
        if fold(text) in named or not (_is_other(context, at) or _is_signed(text, context)):
            yield text, context.first_row[at], "text:segment"


def without_buttons(context: Context, row: int) -> str:
    """What a heading says, without the buttons and times before and behind it, and what only screen readers say; where
    it has nothing else, all of it.
    """
    whole = text = context.words_of(row)
    if _PARTS < context.end[row] - row < _LARGE:
        for at in range(row + 1, context.end[row]):
            if context.tag[at] in _BUTTONS or _is_spoken(context.label(at)):
                said = context.words_of(at)
                text = text.removesuffix(said).removeprefix(said).strip()
    return text or whole


def _is_date(text: str, context: Context) -> bool:
    """Whether a short text is a date, with no more than a word or two beside it."""
    if len(text) > _DATE_CHARS or not any(map(str.isdigit, text)):
        return False
    found = dates_in(text, tongue(context))
    return bool(found) and max(found[0].start, len(text) - found[0].stop) <= _BESIDE_DATE


def _is_signed(text: str, context: Context) -> bool:
    """Whether a short text ends with a day and the year, behind a name or a place."""
    if len(text) > 2 * _DATE_CHARS or not text[-4:].isdecimal():
        return False
    found = dates_in(text, tongue(context))
    return bool(found) and found[-1].stop == len(text) and found[-1].start <= _DATE_CHARS


def _is_no_headline(context: Context, text: str, named: Collection[str]) -> bool:
    """Whether a heading is a date or what a part of the page is called, and nothing states it.

    Args:
        context: the page.
        text: the heading.
        named: the folded texts that are candidates wherever they are shown.
    """
    if len(text) > _DATE_CHARS:
        return False
    folded = fold(text)
    return (folded in _LABELS or _is_date(text, context)) and folded not in named


def _is_way(text: str) -> bool:
    """Whether a line is the way to a page: what it is in, one in the other."""
    return sum(map(text.count, _STEPS)) > _MOST_STEPS


def _is_other(context: Context, at: int) -> bool:
    """Whether a segment that nothing marks as a headline is marked as something else: a label, a message of a program,
    an address, the way to the page, a control of a form, or a caption.
    """
    text, row = context.texts[at], context.first_row[at]
    if fold(text) in _LABELS or _is_way(text):
        return True
    if (text[-1:].isdecimal() or text.startswith(_ADDRESS)) and _NO_WORDS.fullmatch(text):
        return True
    chain = context.chain(row, _CONTAINERS)
    return not _CONTROLS.isdisjoint([context.tag[up] for up in chain[:4]]) or _is_caption(context, at, chain)


def _is_caption(context: Context, at: int, chain: list[int]) -> bool:
    """Whether a segment is the caption of a picture: called so, or alone with one in a box, behind it.

    Args:
        context: the page.
        at: the segment.
        chain: its first row and some ancestors.
    """
    row = chain[0]
    if context.is_in_caption(row):
        return True
    if any((label := context.label(up)) and _names_caption(label) for up in chain[1:3]):
        return True
    # The last segment of a page is none of these.
    start, stop = context.last_row[at - 1] if at else -1, context.first_row[at + 1]
    for up in chain[1:]:
        if up <= start or context.end[up] > stop:
            break
        if any(context.tag[one] == _IMG and _is_picture(context, one) for one in range(up + 1, row)):
            return True
    return False


def _is_picture(context: Context, row: int) -> bool:
    """Whether an image is said to be large."""
    sizes = [context.elements.value(row, name).removesuffix("px") for name in ("width", "height")]
    return all(size.isdecimal() and len(size) <= _DIGITS and int(size) >= _PICTURE for size in sizes)


def _near(context: Context, row: int) -> bool:
    """Whether a row is near enough to the body's beginning to show its headline, or is a heading of the first level.

    The others are headlines of other articles, unless something states the same: half of all that pages show as titles.
    Of 2,145 pages on which the headline is known it is one of them on four.
    """
    return context.tag[row] == _H1 or is_close(context, row)


def is_close(context: Context, row: int) -> bool:
    """Whether a row is near enough to the body's beginning to show its headline."""
    return -_WAY_BEFORE <= context.place[row] - context.first <= _WAY_AFTER


def pieces(context: Context, row: int) -> Iterator[str]:
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
