"""From probabilities to a choice: what is read off them, and what rules change in it.

Each rule was measured on sites that were left out of training (`docs/methods/fusion.md`), and which one changed a
segment is written down. It must not know where the probabilities come from.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.metadata.written.advertisements import LONGEST, heads_advertisement
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.teasers import LONGEST as LONGEST_TEASER
from broadsheet.metadata.written.teasers import label_of_teaser
from broadsheet.methods.fusion.features import Evidence
from broadsheet.methods.fusion.stacked import first_article
from broadsheet.page import Page, Segments, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before

__all__ = ["Choice", "Rule", "chosen", "complete"]

_SUBHEADING: Final = tags.mask("h2 h3 h4 h5 h6")
_HEADING_AT: Final = 0.05
_BESIDE_AT: Final = 0.2
"""Least probabilities of a subheading, and of another segment, between two that are kept."""
_BESIDE: Final = 0.41
"""The column ``gap_before`` of a segment whose block is the sibling of the one before, and a little."""
_FIRST: Final = 3
_LONGEST_HEADLINE: Final = 150
_HEADLINE_AT: Final = 0.9
"""Kept lines at the beginning that may be the headline once more, characters of the longest, and the probability up to
which one is."""
_HARDLY: Final = 150
_HARDLY_AT: Final = 0.3
"""Characters of a text that is hardly one, and the probability that is asked of its segments then."""
_BODY: Final = 200
"""Characters besides headings from which a text is one without them."""
_PRE: Final = tags.IDS["pre"]
_P: Final = tags.IDS["p"]
_DT, _DD = tags.IDS["dt"], tags.IDS["dd"]
_FEW_PARAGRAPHS: Final = 2
_LABEL: Final = 60
"""Characters of a line beside a table that is its title or source, or the label of a box."""
_TABLE: Final = tags.IDS["table"]
_HEADER: Final = tags.IDS["th"]
_ROW: Final = tags.IDS["tr"]
_CELL: Final = tags.IDS["td"]
_CAPTION: Final = tags.IDS["figcaption"]
_MOST_LINKED: Final = 0.5
"""Share of a table's text in links from which it is a list of links."""
_PARAGRAPH: Final = 80
"""Characters of a paragraph that is no line of something else."""
_LONGEST_HOLE: Final = 12
"""Segments from a paragraph to the next that is kept, between which others of their kind belong to the text."""
_LINKED: Final = 0.8
"""Share of a teaser behind its label that is a link."""
_LONG_LINE: Final = 70
"""Characters of a line that nobody writes twice on purpose."""
_MOST_OF_TABLE: Final = 0.7
_HALF_OF_TABLE: Final = 0.5
"""Share of the segments of a table of data from which it is kept whole, with header cells and without."""
_BOX: Final = 6
"""Segments above a subheading among which text is that it goes on."""
_LEAST_ROWS: Final = 3
_FEWEST_CELLS, _MOST_CELLS = 2, 10
_LONG_CELLS, _LONGEST_CELL = 40, 120
_WITH_DIGITS: Final = 0.2
_SEEN_CELLS: Final = 300
"""What makes a table without header cells one of data: rows, cells of the widest of these, which have one or two
numbers of cells, characters of a cell in the mean and at the most, the share of the cells that have a digit, and how
many of them are asked for that.
"""


class Rule(Enum):
    """What changes a choice: what is to be told of the segments that it changes."""

    HARDLY = "A rule keeps it: so little is kept that less is asked of each segment."
    ADVERTISEMENT = "A rule leaves it out: it is nothing but the label of an advertisement."
    TEASER = "A rule leaves it out: it says “read also” and leads to another article."
    BETWEEN = "A rule keeps it: it stands between two that are kept, and less is asked there."
    HOLE = "A rule keeps it: it is a paragraph like those before and behind it."
    BEHIND_BOX = "A rule keeps it: it heads what is kept behind it."
    TERM = "A rule keeps it: it is a term whose definition is kept."
    HEADLINE = "A rule leaves it out: it is the headline again."
    NEXT_ARTICLE = "A rule leaves it out: it is of another article, below the first."
    LAST_HEADING = "A rule leaves it out: it heads nothing that is kept."
    PROGRAM = "A rule keeps it: it is of a program, or of its output, beside what is kept."
    TABLE = "A rule keeps it: it is of a table of data, which is kept whole."
    AGAIN = "A rule leaves it out: it says once more what is kept before it."

    @property
    def number(self) -> int:
        """Its place among the rules, from 1."""
        return _NUMBER[self]


_NUMBER: Final = {rule: number for number, rule in enumerate(Rule, start=1)}


class Choice:
    """Which segments of a page are kept, as it changes.

    Attributes:
        kept: the segments, shape (m,).
        rule: the number of the rule that changed each last, 0 where none did, shape (m,).
    """

    def __init__(self, kept: BoolArray) -> None:
        self.kept = kept
        self.rule = np.zeros(len(kept), dtype=np.uint8)

    def keep(self, rule: Rule, more: BoolArray) -> None:
        """Keep some more segments."""
        if more.any():  # seldom
            self._change(rule, self.kept | more)

    def leave(self, rule: Rule, some: BoolArray) -> None:
        """Keep some segments no longer."""
        if some.any():
            self._change(rule, self.kept & ~some)

    def _change(self, rule: Rule, kept: BoolArray) -> None:
        self.rule[kept != self.kept] = rule.number
        self.kept = kept


def chosen(
    page: Page, found: Evidence, probability: FloatArray, threshold: float, favor: str | None = None
) -> tuple[Choice, int]:
    """The segments that are content by their probability, as the rules about lines of text change them.

    Args:
        page: the page.
        found: its evidence.
        probability: of each segment, shape (m,).
        threshold: the least that is kept.
        favor: ``"precision"`` or ``"recall"`` where one of these is wanted: rules that would work against it are left
            out.

    Returns:
        The choice, and how many articles the page has one below the other.
    """
    segments, choice = found.segments, Choice(probability >= threshold)
    if favor is None and segments.chars[choice.kept].sum() < _HARDLY:
        # Of a text of a line or two the network is less sure. Sites left out: `dragnet` +0.0011, `daniel` +0.0013,
        # `cleaneval` +0.0001, no other corpus moves.
        choice.keep(Rule.HARDLY, probability >= min(threshold, _HARDLY_AT))
    choice.leave(Rule.ADVERTISEMENT, _advertised(page, segments, choice.kept))
    choice.leave(Rule.TEASER, _teased(page, segments, choice.kept))
    choice.keep(Rule.BETWEEN, _between(page, found, probability, choice.kept))
    if favor != "precision":
        choice.keep(Rule.HOLE, _holes(page, segments, choice.kept))
        choice.keep(Rule.BEHIND_BOX, _behind_box(page, found, probability, choice.kept))
    choice.keep(Rule.TERM, _terms(page, segments, choice.kept))
    choice.leave(Rule.HEADLINE, _headline_again(found, probability, choice.kept))
    first, articles = first_article(page, segments, choice.kept)
    choice.leave(Rule.NEXT_ARTICLE, choice.kept & ~first)
    choice.leave(Rule.LAST_HEADING, _headings_last(page, segments, choice.kept))
    return choice, articles


def complete(page: Page, found: Evidence, choice: Choice, *, tables: bool) -> None:
    """Keep whole what is no line of text, and nothing twice.

    Args:
        page: the page.
        found: its evidence.
        choice: what is kept; it is changed.
        tables: keep tables of data that stand in the text.
    """
    choice.keep(Rule.PROGRAM, _programs(page, found.segments, choice.kept))
    if tables:
        choice.keep(Rule.TABLE, _tables_in_text(page, found.segments, choice.kept))
    choice.leave(Rule.AGAIN, _line_again(page, found, choice.kept))


def _between(page: Page, found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Segments between two that are kept: subheadings, and what stands beside both in the same element.

    Less is asked of these. On sites that were left out of training this gives F1 of fundus 0.001 more and costs no
    corpus anything.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    at = (kept[:-2] & kept[2:] & ~kept[1:-1]).nonzero()[0] + 1
    if len(at):
        heading = _SUBHEADING[page.tag[found.segments.block[at]]]
        beside = (found.column("gap_before")[at] <= _BESIDE) & (found.column("gap_after")[at] <= _BESIDE)
        likely = (heading & (probability[at] >= _HEADING_AT)) | (beside & (probability[at] >= _BESIDE_AT))
        out[at] = likely & (found.column("link_share")[at] < _MOST_LINKED)
        out &= ~_advertised(page, found.segments, out)
    return out


def _behind_box(page: Page, found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """Subheadings right before something that is kept, in an element in which something else is kept a little above:
    what stands between is a label, or the box of an advertisement.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    block, holder = found.segments.block, page.parent[found.segments.block]
    at = (~kept[:-1] & kept[1:] & _SUBHEADING[page.tag[block[:-1]]] & (probability[:-1] >= _HEADING_AT)).nonzero()[0]
    for one in at[(holder[at] == holder[at + 1]) & (found.column("link_share")[at] < _MOST_LINKED)].tolist():
        above = slice(max(0, one - _BOX), one)
        if (kept[above] & (holder[above] == holder[one])).any():
            out[one] = not dates_in(page.words_of(int(block[one])))
    return out


def _terms(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Terms whose definition right behind them is kept."""
    out = np.zeros(len(kept), dtype=np.bool_)
    tag = page.tag[segments.block]
    out[:-1] = (tag[:-1] == _DT) & ~kept[:-1] & (tag[1:] == _DD) & kept[1:]
    return out


def _advertised(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Short lines among some that are nothing but the label of an advertisement."""
    out = np.zeros(len(kept), dtype=np.bool_)
    short = (kept & (segments.chars <= LONGEST)).nonzero()[0]
    starts, stops = page.start[segments.first[short]].tolist(), page.stop[segments.last[short]].tolist()
    text = page.text
    out[short] = [heads_advertisement(text[start:stop]) for start, stop in zip(starts, stops, strict=True)]
    return out


def _teased(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Lines among some that say "read also" and lead to another article: all but the label is a link."""
    out = np.zeros(len(kept), dtype=np.bool_)
    linked = 2 * segments.link_chars >= segments.chars
    for at in (kept & linked & (segments.chars <= LONGEST_TEASER)).nonzero()[0].tolist():
        line = page.text[page.start[segments.first[at]] : page.stop[segments.last[at]]].strip()
        label = label_of_teaser(line)
        out[at] = label > 0 and segments.link_chars[at] >= _LINKED * (segments.chars[at] - label)
    return out


def _holes(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Paragraphs between two that are kept, all of one kind: long, without links, in one element, of one tag and class.

    On sites that were left out 14 texts of 4,297 gain by it and six lose (`cleaneval` +0.0004, `daniel` +0.0002, `msv`
    -0.0001). Where gold texts have holes, the network has learnt them.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    before, after = place[:-1], place[1:]
    apart = after - before
    hole = (apart > 1) & (apart <= _LONGEST_HOLE)
    if not hole.any():
        return out
    long = segments.chars >= _PARAGRAPH
    hole &= long[before] & long[after]
    plain, holder, tag = segments.link_chars == 0, page.parent[segments.block], page.tag[segments.block]
    hole &= (holder[before] == holder[after]) & (tag[before] == tag[after])

    def name(at: int) -> str | None:
        return page.attr(int(segments.block[at]), "class")

    for first, last in zip(before[hole].tolist(), after[hole].tolist(), strict=True):
        inside = slice(first + 1, last)
        alike = long[inside] & plain[inside] & (holder[inside] == holder[first]) & (tag[inside] == tag[first])
        if alike.any() and name(first) == name(last):
            between = first + 1 + alike.nonzero()[0]
            out[between] = [name(at) == name(first) for at in between.tolist()]
    return out


def _headline_again(found: Evidence, probability: FloatArray, kept: BoolArray) -> BoolArray:
    """The first kept lines as long as all of their words are in the title and they end no sentence: the headline, or a
    shorter one. (`broadsheet.article.conventions` takes out a heading that is the title to the letter, of any method.)

    On sites that were left out one or two more of 100 texts of news are exact, F1 of `fundus` and `wcxb` is 0.0007 and
    0.0006 higher, and that of `dragnet` 0.0005 lower, whose gold texts have headlines.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    share, ends, chars = found.column("title_share"), found.column("ends_sentence"), found.segments.chars
    for at in kept.nonzero()[0][:-1][:_FIRST].tolist():  # never all that is kept
        if share[at] < 1 or ends[at] or chars[at] > _LONGEST_HEADLINE or probability[at] > _HEADLINE_AT:
            break
        out[at] = True
    return out


def _headings_last(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """The last kept lines as far as they are headings: what they head is not kept.

    On sites that were left out 56 of these were not in the gold text and 18 were: F1 of `trafilatura` is 0.0015 higher,
    of other corpora up to 0.0004, and none lower.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    heading = tags.HEADING[page.tag[segments.block[place]]]
    if len(place) and heading[-1] and segments.chars[place[~heading]].sum() >= _BODY:
        out[place[::-1]] = np.logical_and.accumulate(heading[::-1])
    return out


def _line_again(page: Page, found: Evidence, kept: BoolArray) -> BoolArray:
    """Long lines that are, to the letter, the kept line before them, in another element: a standfirst with which the
    text begins again, a caption that is there for each of two sizes of screen.

    On sites that were left out eight texts of 4,297 gain by it and four lose.
    """
    out = np.zeros(len(kept), dtype=np.bool_)
    place = kept.nonzero()[0]
    chars = found.segments.chars[place]
    alike = (chars[1:] == chars[:-1]) & (chars[1:] >= _LONG_LINE)
    for at in alike.nonzero()[0].tolist():
        before, after = place[at], place[at + 1]
        if page.parent[found.segments.block[before]] != page.parent[found.segments.block[after]]:
            out[after] = found.texts[before] == found.texts[after]
    return out


def _programs(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of each ``pre`` right before or after which something is kept: a program, or what one prints.

    Few sites that the network learns from have any. Of 15 beside kept text that it left out in part or whole, on five
    sites that were left out of training, 14 were in the gold text.
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    for pre in (page.tag == _PRE).nonzero()[0].tolist():
        first, stop = segments.between(pre, int(page.end[pre]))
        if first < stop and (kept[max(first - 1, 0)] or kept[min(stop, len(kept) - 1)]):
            out[first:stop] = True
    return out


def _tables_in_text(page: Page, segments: Segments, kept: BoolArray) -> BoolArray:
    """Segments of tables of data that stand in the text, or of which most cells are kept: one with holes says nothing.

    These have header cells, or short cells with numbers in rows alike, and either most of their segments are kept, or
    what stands before and after them, in the element that holds them. Of 24 pages on sites left out whose tables with
    header cells this completes, 16 have more of their gold text then (`wcxb` +0.0002) and eight less (`naeb` -0.0001);
    of 18 with others, 14 (`wcxb` +0.0007, `cleaneval` +0.0002) and four (`daniel` -0.0001).
    """
    out = np.zeros(len(segments), dtype=np.bool_)
    tables, text = (page.tag == _TABLE).nonzero()[0], kept.nonzero()[0]
    if not len(tables) or not len(text):
        return out
    # Those of which something is left out, and something kept, or that stand between the first words kept and the last.
    begins, ends = np.searchsorted(segments.first, tables), np.searchsorted(segments.first, page.end[tables])
    held = sums_before(kept)
    number = held[ends] - held[begins]
    some = (number < ends - begins) & ((number > 0) | ((begins > text[0]) & (ends <= text[-1])))
    if not some.any():
        return out
    others = sums_before((page.tag[segments.block] != _CAPTION) & (segments.chars > _LABEL))
    for table, first, stop in zip(tables[some].tolist(), begins[some].tolist(), ends[some].tolist(), strict=True):
        end = int(page.end[table])
        alone, headed = (page.tag[table + 1 : end] != _TABLE).all(), (page.tag[table:end] == _HEADER).any()
        if not headed and not (alone and _is_of_numbers(page, table)):
            continue
        linked = segments.link_chars[first:stop].sum() > _MOST_LINKED * segments.chars[first:stop].sum()
        if not headed and linked:
            continue
        if alone and kept[first:stop].mean() >= (_MOST_OF_TABLE if headed else _HALF_OF_TABLE):
            out[first:stop] = True
            continue
        before, after, holder = _around(page, segments, table, others)
        if not linked and _is_in_text(page, segments, kept, others, (before, after), holder):
            out[first:stop] = True
            if first and tags.HEADING[page.tag[segments.block[first - 1]]]:
                out[first - 1] = True
    return out


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
    if len(rows) < _LEAST_ROWS or not len(cells):
        return False
    number = np.unique(np.searchsorted(cells, page.end[rows]) - np.searchsorted(cells, rows))
    if len(number) > 2 or not _FEWEST_CELLS <= number[-1] <= _MOST_CELLS:
        return False
    texts = [page.words_of(cell) for cell in cells[:_SEEN_CELLS].tolist()]
    chars = list(map(len, texts))
    if max(chars) > _LONGEST_CELL or sum(chars) > _LONG_CELLS * len(chars):
        return False
    return sum(any(map(str.isdigit, text)) for text in texts) >= _WITH_DIGITS * len(texts)


def _around(page: Page, segments: Segments, table: int, others: NDArray[np.int64]) -> tuple[int, int, int]:
    """The first segment of a table with its caption and what wraps it, the first behind it, and the element that holds
    all of this and more.

    Args:
        page: the page.
        segments: its segments.
        table: the row of the table.
        others: how many segments before each are no captions, shape (m + 1,).
    """
    first, stop = segments.between(table, int(page.end[table]))
    wrapper = int(page.parent[table])
    while wrapper > page.body:
        begin, end = segments.between(wrapper, int(page.end[wrapper]))
        if others[first] - others[begin] or others[end] - others[stop]:
            break
        first, stop, wrapper = begin, end, int(page.parent[wrapper])
    return first, stop, wrapper
