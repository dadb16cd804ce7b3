"""Tables of data, programs and lists of links: what is kept whole or not at all.

It must not know where the probabilities come from.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.posts import is_post, named_post
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["linked_lists", "lists", "posts", "programs", "quotations", "speakers", "tables_in_text"]

_PRE: Final = tags.IDS["pre"]
_P: Final = tags.IDS["p"]
_FEW_PARAGRAPHS: Final = 2
_LABEL: Final = 60
"""Characters of a line beside a table that is its title or source, or the label of a box."""
_BOX: Final = 6
"""Segments beside a table among which text is that it stands in."""
_TABLE: Final = tags.IDS["table"]
_HEADER: Final = tags.IDS["th"]
_ROW: Final = tags.IDS["tr"]
_CELL: Final = tags.IDS["td"]
_CAPTION: Final = tags.IDS["figcaption"]
_MOST_LINKED: Final = 0.5
"""Share of a table's text in links from which it is a list of links."""
_LINKED_CELLS: Final = 0.35
"""Share of the cells, too, of one with header cells."""
_MOST_OF_TABLE: Final = 0.7
_HALF_OF_TABLE: Final = 0.5
"""Share of the segments of a table of data from which it is kept whole, with header cells and without."""
_LIST, _LISTS = tags.mask("ul ol"), tags.mask("ul ol dl")
_LONGEST_LIST: Final = 12
_TEXT: Final = 200
_SURE: Final = 1e-4
"""Segments of a list that is left out as a whole, characters that are kept besides, and how sure one segment can be."""
_INGREDIENTS: Final = re.compile(r"ingr[eé]dien|zutat", re.IGNORECASE)
_ITEMS: Final = 40
_PARTLY, _PARTLY_AT = 0.4, 0.4
_ANNOUNCED_AT, _ANNOUNCED_LINKED = 0.35, 0.6
_AMONG_AT, _HEADED_AT, _LAST_AT = 0.1, 0.25, 0.06
_POST_GAP: Final = 2
"""Most segments that are left out between kept text and an embedded post."""
_WRAPPERS: Final = 8
"""Levels of wrappers around an embedded post that are looked through."""
_BESIDE: Final = 2
_LONG: Final = 40
"""Segments of a list that is kept whole, at the most; the share that is kept and the mean probability; the latter
behind a line that announces it, and the most that is in links then; the latter among paragraphs, with a line that is
left out, and behind the last paragraph; how many kept paragraphs a list that begins or ends the text has beside it, and
their characters."""
_LAST_MISSING: Final = 2
"""Segments of a list at the end of the text, most of which is kept, that may be left out of it."""
_COLONS: Final = (":", "：")
_QUOTE: Final = tags.IDS["blockquote"]
_FIGURE: Final = tags.IDS["figure"]
_QUOTE_AT, _LAST_QUOTE_AT, _SHORTEST_QUOTE = 0.2, 0.03, 40
"""The mean probability of a quotation in a figure, and of one that ends the text; and its characters."""
_SIGNING: Final = tags.ids("footer cite")
_DASHES: Final = ("—", "–", "―", "--", "- ", "~")
_LONGEST_SPEAKER: Final = 120
"""Elements that say whose a quotation is, what such a line begins with, and its characters."""
_FEW_LINKED: Final = 0.1
"""Share of links in a table at an end of the text, and in a list among paragraphs."""
_WRAPS: Final = tags.mask("div figure section")
_LEAST_ROWS: Final = 3
_FEWEST_CELLS, _MOST_CELLS = 2, 10
_LONG_CELLS, _LONGEST_CELL = 40, 120
_WITH_DIGITS: Final = 0.2
_SEEN_CELLS: Final = 300
"""What makes a table without header cells one of data: rows, cells of the widest of these, which have one or two
numbers of cells, characters of a cell in the mean and at the most, the share of the cells that have a digit, and how
many of them are asked for that.
"""


def linked_lists(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Segments of short lists of links of which a part is kept, where that is less than half, or the mean of their
    logits is for leaving them out.

    By the mean, of 79 pages on sites left out that this changes, 64 have more of their gold text in what is left
    (`daniel` +0.0003, `l3s` +0.0001) and 15 less, five of these lists of other articles that one site's gold texts have
    (`dragnet` -0.00003).
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    lists = _LIST.take(page.tag).nonzero()[0]
    begins, ends = segments.first.searchsorted(lists), segments.first.searchsorted(page.end[lists])
    held, linked, chars = map(sums_before, (kept, segments.link_chars, segments.chars))
    number, size = held[ends] - held[begins], ends - begins
    partly = (number > 0) & (number < size) & (size <= _LONGEST_LIST)
    partly &= linked[ends] - linked[begins] >= _MOST_LINKED * (chars[ends] - chars[begins])
    if not partly.any():
        return out
    text = int(segments.chars[kept].sum())
    for first, stop in zip(begins[partly].tolist(), ends[partly].tolist(), strict=True):
        likely = np.clip(probability[first:stop], _SURE, 1 - _SURE)
        inside = kept[first:stop]
        is_less = 2 * inside.sum() < len(inside) or np.log(likely / (1 - likely)).mean() < 0
        if is_less and text - segments.chars[first:stop][inside].sum() >= _TEXT:
            out[first:stop] = True
    return out


def lists(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Segments of lists between two kept ones, of which much is kept, or that the line before announces with a colon;
    and of those without links that stand among kept paragraphs, in the element that holds these or a box of their own,
    with what announces them; those without links that begin or end the text in the element that holds kept paragraphs;
    those that end it of which a line or two are left out, a third at the most;
    those that a kept line, which is no heading, announces, also at the end; those of ingredients in any case, with the
    heading right above.

    On sites that were left out 18 texts gain by the first and five lose (`wcxb` +0.0002, `cleaneval` and `dragnet`
    +0.00005), nine and three by the second (`wcxb` +0.0001, `fundus` -0.0001), and one gains by the third (`dragnet`
    +0.0001); no page of the corpora has a ``dl`` of which a part is left out so. Of lists at the end that are announced
    so, the nine of which a part was left out are in their gold texts; in the element of kept paragraphs the corpora
    have two, and tags that the network is sure of.
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    text = kept.nonzero()[0]
    if not len(text):
        return out
    begin, behind = int(segments.holder[text[0]]), min(text[-1] + 2, len(segments) - 1)
    rows = begin + _LISTS[page.tag[begin : segments.first[behind]]].nonzero()[0]
    if not len(rows):
        return out
    begins, ends = segments.first.searchsorted(rows), segments.first.searchsorted(page.end[rows])
    held, size = sums_before(kept), ends - begins
    number = held[ends] - held[begins]
    some = (number < size) & (size > 1) & (size <= _ITEMS) & (begins > 0)
    columns = (column[some].tolist() for column in (rows, begins, ends, size - number))
    paragraphs = _paragraphs(page, segments, kept)
    boxes: dict[tuple[int, int], tuple[int, int]] = {}
    for row, first, stop, missing in zip(*columns, strict=True):
        headed = bool(segments.heading[first - 1])
        if _is_of_ingredients(page, row):
            out[first - headed : stop] = True
        inside, mean = slice(first, stop), probability[first:stop].mean()
        linked = segments.link_chars[inside].sum() / segments.chars[inside].sum()
        if first <= text[0] or stop > text[-1]:
            label = text[0] < first and not kept[first - 1] and segments.chars[first - 1] <= _LABEL
            least, begin = _AMONG_AT if first <= text[0] else _LAST_AT, first - int(label)
            goes_on = begin <= text[0] or kept[begin - 1]
            if linked == 0 and mean >= least and goes_on and paragraphs[page.parent[row]] >= _BESIDE:
                out[begin:stop] = True
                continue
            if stop > text[-1] and missing <= min(_LAST_MISSING, (stop - first) // 3) and linked <= _MOST_LINKED:
                out[inside] = True
                continue
        if (first, stop) not in boxes:  # nested lists with the same segments have the same box
            boxes[first, stop] = _box(page, segments, row, first, stop)
        begin, box = boxes[first, stop]
        among = begin > 0 and stop < len(kept) and (segments.holder[[begin - 1, stop]] == page.parent[box]).all()
        if not kept[first - 1]:
            label = headed or page.texts[first - 1].endswith(_COLONS)
            between = among and first > 1 and kept[first - 2] and kept[stop]
            if mean >= _HEADED_AT and linked <= _FEW_LINKED and label and between:
                out[first - 1 : stop] = True
            continue
        if stop == len(kept) or not kept[stop]:
            if linked <= _FEW_LINKED and not headed and page.texts[first - 1].endswith(_COLONS):
                out[inside] = True
            continue
        partly = linked <= _MOST_LINKED and kept[inside].mean() >= _PARTLY and mean >= _PARTLY_AT
        announced = linked <= _ANNOUNCED_LINKED and mean >= _ANNOUNCED_AT and page.texts[first - 1].endswith(_COLONS)
        if partly or announced or (linked <= _FEW_LINKED and mean >= _AMONG_AT and among and kept[begin - 1]):
            out[inside] = True
    return out


def _paragraphs(page: Page, segments: Segments, kept: BoolArray) -> NDArray[np.intp]:
    """The number of kept paragraphs that each row holds, shape (page size,)."""
    return np.bincount(segments.holder[kept & (segments.chars >= _LONG)], minlength=len(page))


def _box(page: Page, segments: Segments, row: int, first: int, stop: int) -> tuple[int, int]:
    """The outermost element that holds nothing but a list and the line above it, and its first segment."""
    begin = first
    while (around := int(page.parent[row])) > page.body:
        start, end = segments.between(around, int(page.end[around]))
        if start < first - 1 or end > stop:
            break
        begin, row = start, around
    return begin, row


def _is_of_ingredients(page: Page, row: int) -> bool:
    """Whether a list is called one of ingredients; recipes are ticked off, as forms are."""
    return _INGREDIENTS.search(f"{page.attr(row, 'class') or ''} {page.attr(row, 'id') or ''}") is not None


def posts(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of embedded posts that stand within the text: right behind a kept segment, but for other posts and a
    line or two, with text kept behind it too or in the element that holds kept paragraphs.
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    text = kept.nonzero()[0]
    if not len(text):
        return out
    quotes = page.rows_of(_QUOTE)
    paragraphs = _paragraphs(page, segments, kept)
    for quote, following in zip(quotes, [*quotes[1:], len(page)], strict=True):
        first, stop = segments.between(quote, int(page.end[quote]))
        # A quotation that holds others is none: so no row is read twice.
        if following < page.end[quote] or not text[0] < first < stop or not is_post(page, quote):
            continue
        before = slice(max(0, first - _POST_GAP - 1), first)
        if not kept[before].any() and not out[before].any():
            continue
        if stop <= text[-1] or paragraphs[page.parent[_wrapper(page, segments, quote)]] >= _BESIDE:
            out[first:stop] = True
    return out


def _wrapper(page: Page, segments: Segments, row: int) -> int:
    """The outermost element, a few levels up, that has the same segments as a row."""
    inside = segments.between(row, int(page.end[row]))
    for _ in range(_WRAPPERS):
        outer = int(page.parent[row])
        if outer <= page.body or segments.between(outer, int(page.end[outer])) != inside:
            break
        row = outer
    return row


def quotations(page: Page, segments: Segments, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Segments of quotations that are figures, between two kept ones, and of one without links that ends the text, in
    the element that holds kept paragraphs.

    By the first one page of the corpora changes (-0.00001).
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    last = kept.tobytes().rfind(1)
    paragraphs = _paragraphs(page, segments, kept)
    for quote in page.rows_of(_QUOTE):
        first, stop = segments.between(quote, int(page.end[quote]))
        if not 0 < first < stop or kept[first:stop].all() or segments.chars[first:stop].sum() < _SHORTEST_QUOTE:
            continue
        if named_post(page, quote):
            continue
        likely, figure = probability[first:stop].mean(), int(page.parent[quote])
        if page.tag[figure] == _FIGURE and stop <= (behind := int(segments.first.searchsorted(page.end[figure]))):
            between = behind < len(kept) and kept[first - 1] and kept[behind]
            out[first:stop] = between and likely >= _QUOTE_AT
        elif first == last + 1 and likely >= _LAST_QUOTE_AT and not segments.link_chars[first:stop].any():
            out[first:stop] = paragraphs[page.parent[quote]] >= _BESIDE
    return out


def speakers(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Lines that say whose the kept quotation right before them is: the last of a ``blockquote``, in a ``footer`` or
    ``cite`` or with a dash, and the ``figcaption`` of a figure that is a quotation.
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    for quote in page.rows_of(_QUOTE):
        first, stop = segments.between(quote, int(page.end[quote]))
        if first == stop or not kept[first]:
            continue
        figure, at = int(page.parent[quote]), stop - 1
        if page.tag[figure] == _FIGURE and stop < len(kept) and segments.first[stop] < page.end[figure]:
            at, says = stop, segments.tag[stop] == _CAPTION
        else:
            around = page.tag[[segments.block[at], page.parent[segments.first[at]]]]
            says = page.texts[at].startswith(_DASHES) or not _SIGNING.isdisjoint(around.tolist())
        if says and kept[first:at].all() and segments.chars[at] <= _LONGEST_SPEAKER:
            out[at] = True
    return out


def programs(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of each ``pre`` right before or after which something is kept: a program, or what one prints.

    Few sites that the network learns from have any. Of 15 beside kept text that it left out in part or whole, on five
    sites that were left out of training, 14 were in the gold text.
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    for pre in page.rows_of(_PRE):
        first, stop = segments.between(pre, int(page.end[pre]))
        if first < stop and (kept[max(first - 1, 0)] or kept[min(stop, len(kept) - 1)]):
            out[first:stop] = True
    return out


def tables_in_text(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of tables of data that stand in the text, or of which most cells are kept: one with holes says nothing.

    These have header cells, or short cells with numbers in rows alike, and either most of their segments are kept, or
    what stands before and after them, in the element that holds them. Of 24 pages on sites left out whose tables with
    header cells this completes, 16 have more of their gold text then (`wcxb` +0.0002) and eight less (`naeb` -0.0001);
    of 18 with others, 14 (`wcxb` +0.0007, `cleaneval` +0.0002) and four (`daniel` -0.0001).
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    text = kept.nonzero()[0]
    if not page.has(_TABLE) or not len(text):
        return out
    tables = (page.tag == _TABLE).nonzero()[0]
    # Those of which something is left out, and something kept, or that stand between the first words kept and the last.
    begins, ends = segments.first.searchsorted(tables), segments.first.searchsorted(page.end[tables])
    held = sums_before(kept)
    number = held[ends] - held[begins]
    some = (number < ends - begins) & ((number > 0) | ((begins > text[0]) & (ends <= text[-1])))
    near = kept[begins - 1] | kept[np.maximum(begins, 2) - 2] | kept[np.minimum(ends, len(kept) - 1)]
    for table in (near & (number < ends - begins)).nonzero()[0].tolist():
        if _is_at_end(page, segments, text, int(tables[table])):
            first = int(begins[table])
            out[first : ends[table]] = True
            out[first - 1] |= text[0] < first and segments.heading[first - 1]
    if not some.any():
        return out
    labels = (segments.chars <= _LABEL) & ~_of_flow(page, segments, kept)
    others = sums_before((segments.tag != _CAPTION) & ~labels)
    seen: dict[int, tuple[int, int, int]] = {}
    for table, first, stop in zip(tables[some].tolist(), begins[some].tolist(), ends[some].tolist(), strict=True):
        end = int(page.end[table])
        alone, headed = (page.tag[table + 1 : end] != _TABLE).all(), (page.tag[table:end] == _HEADER).any()
        if not headed and not (alone and _is_of_numbers(page, table)):
            continue
        links, chars = segments.link_chars[first:stop], segments.chars[first:stop]
        linked = links.sum() > _MOST_LINKED * chars.sum()
        if headed:  # names of clubs and the like may be links
            linked &= (links > _MOST_LINKED * chars).mean() > _LINKED_CELLS
        if not headed and linked:
            continue
        if alone and kept[first:stop].mean() >= (_MOST_OF_TABLE if headed else _HALF_OF_TABLE):
            out[first:stop] = True
            continue
        before, after, holder = _around(page, segments, table, others, seen)
        if not linked and _is_in_text(page, segments, kept, others, (before, after), holder):
            out[first:stop] = True
            if segments.heading[first - 1]:
                out[first - 1] = True
    return out


def _of_flow(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Kept paragraphs of elements that hold three or more of these: the text may be of short ones, as Chinese is."""
    paragraph = kept & (segments.tag == _P)
    holder = segments.holder
    out: BoolArray = paragraph & (np.bincount(holder[paragraph], minlength=len(page))[holder] > _FEW_PARAGRAPHS)
    return out


def _is_at_end(page: Page, segments: Segments, text: NDArray[np.intp], table: int) -> bool:
    """Whether a table of data, whatever of it is kept, stands right behind the last text that is kept besides in the
    element that holds it, with a heading between or none, or right before the first, and is no list of links.

    No page of the corpora has one (anywhere behind the last text, two had, both worse).
    """
    first, stop = segments.between(table, int(page.end[table]))
    holder = int(page.parent[table])
    while _WRAPS[page.tag[holder]] and segments.between(holder, int(page.end[holder])) == (first, stop):
        holder = int(page.parent[holder])
    begin, end = segments.between(holder, int(page.end[holder]))
    bounds = text.searchsorted((begin, first, stop, end)).tolist()
    before, behind = text[bounds[0] : bounds[1]], text[bounds[2] : bounds[3]]
    if len(before) + len(behind) < _FEW_PARAGRAPHS:
        return False
    last = behind[-1] if len(behind) else before[-1]
    headed = first == last + 2 and segments.heading[first - 1]
    if first != last + 1 and not headed and stop != (before[0] if len(before) else behind[0]):
        return False
    # The costly question comes last: few tables of an element get here.
    if sum(int((segments.holder[some] == holder).sum()) for some in (before, behind)) < _FEW_PARAGRAPHS:
        return False
    inside = page.tag[table + 1 : int(page.end[table])]
    if (inside == _TABLE).any() or (inside == _ROW).sum() < _LEAST_ROWS:
        return False
    if not (inside == _HEADER).any() and not _is_of_numbers(page, table):
        return False
    return bool(segments.link_chars[first:stop].sum() <= _FEW_LINKED * segments.chars[first:stop].sum())


def _is_in_text(
    page: Page,
    segments: Segments,
    kept: BoolArray,
    others: NDArray[np.int64],
    around: tuple[int, int],
    holder: int,
) -> bool:
    """Whether text is kept before and behind a table in the element that holds it, with at most a box between.

    Args:
        page: the page.
        segments: its segments.
        kept: those that are kept.
        others: how many segments before each are no captions and no labels, shape (m + 1,).
        around: the first segment of the table with its caption and what wraps it, and the first behind it.
        holder: the element.
    """
    before, after = around
    first, stop = segments.between(holder, int(page.end[holder]))
    near = max(first, before - _BOX)
    above, below = kept[near:before].nonzero()[0] + near, kept[after : min(stop, after + _BOX)].nonzero()[0] + after
    if not len(above) or not len(below):
        return False
    at, to = above[-1], below[0]
    if at == before - 1 and to == after:
        return True
    blocks = segments.block[first:stop][kept[first:stop]]
    if ((page.parent[blocks] == holder) & (page.tag[blocks] == _P)).sum() < _FEW_PARAGRAPHS:
        return False
    return bool(others[before] == others[at + 1] and others[to] == others[after])


def _is_of_numbers(page: Page, table: int) -> bool:
    """Whether a table without header cells holds data: rows of as many short cells, some of them with numbers."""
    inside = page.tag[table : int(page.end[table])]
    rows, cells = (inside == _ROW).nonzero()[0] + table, (inside == _CELL).nonzero()[0] + table
    if len(rows) < _LEAST_ROWS:
        return False
    number = np.unique(np.searchsorted(cells, page.end[rows]) - np.searchsorted(cells, rows))
    if len(number) > 2 or not _FEWEST_CELLS <= number[-1] <= _MOST_CELLS:
        return False
    texts = [page.words_of(cell) for cell in cells[:_SEEN_CELLS].tolist()]
    chars = list(map(len, texts))
    if max(chars) > _LONGEST_CELL or sum(chars) > _LONG_CELLS * len(chars):
        return False
    return sum(any(map(str.isdigit, text)) for text in texts) >= _WITH_DIGITS * len(texts)


def _around(
    page: Page,
    segments: Segments,
    table: int,
    others: NDArray[np.int64],
    seen: dict[int, tuple[int, int, int]],
) -> tuple[int, int, int]:
    """The first segment of a table with its caption and what wraps it, the first behind it, and the element that holds
    all of this and more.

    Args:
        page: the page.
        segments: its segments.
        table: the row of the table.
        others: how many segments before each are no captions, shape (m + 1,).
        seen: the answer for each element passed so far, extended here, so that each is passed once.
    """
    first, stop = segments.between(table, int(page.end[table]))
    passed, wrapper = [table], int(page.parent[table])
    while wrapper > page.body:
        begin, end = segments.between(wrapper, int(page.end[wrapper]))
        if others[first] - others[begin] or others[end] - others[stop]:
            break
        if wrapper in seen:
            first, stop, wrapper = seen[wrapper]
            break
        passed.append(wrapper)
        first, stop, wrapper = begin, end, int(page.parent[wrapper])
    seen.update(dict.fromkeys(passed, (first, stop, wrapper)))
    return first, stop, wrapper
