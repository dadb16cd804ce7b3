"""CETR: lines of the source with many characters per tag, separated by clustering.

Tim Weninger, William H. Hsu, Jiawei Han. CETR: content extraction via tag ratios. WWW 2010.
doi:10.1145/1772690.1772789. The text of the paper was not available. Each statement below names its source: reading
notes of the paper (notes), programs that implement it, of which one is an early one of its author (programs), what is
remembered of the paper without having been checked (memory), or our own choice (chosen).

======= ============ ======= ============================================================================
symbol  name in code default what it is
======= ============ ======= ============================================================================
i       line                 a line of the source that is not blank (notes)
        width        65      characters after which a line is broken (notes, programs)
x_i     characters           characters of the line outside tags (notes, programs)
y_i     tags                 tags of the line, start tags and end tags alike (notes, programs)
TR_i    ratio                x_i / max(1, y_i) (notes, programs)
sigma   deviation            standard deviation of what is smoothed, also of the kernel (memory, programs)
r       radius               ceil(sigma): lines on either side that the kernel reaches (memory, programs)
        reach        0.05    r as a share of all lines, at most (chosen)
TR'_i   smooth_ratio         TR smoothed (notes, programs)
alpha   alpha        3       lines after line i that its change looks at (programs)
G_i     change               mean of TR' over the next alpha lines, less TR'_i; its absolute value (programs)
Gs_i    smooth_change        abs(G) smoothed like TR, with its own sigma (programs)
k       k            3       clusters (notes)
lambda  lambda_      1       threshold of the variant TM, in units of sigma (memory)
======= ============ ======= ============================================================================

Variants: ``2d`` is CETR proper: k-means over the points (TR'_i, Gs_i), where the lines of the cluster next to the
origin are not content (programs). ``km`` is k-means over TR' alone, without the lines of the lowest centroid (its
existence from notes, the rest from memory). ``tm`` keeps the lines with TR'_i >= lambda sigma (memory).

Where the sources are silent or contradict each other, and what we chose:

* Dropped first: comments, ``script``, ``style`` and blank lines (programs), and ``template``, which is newer (chosen).
* Line breaks against minified pages: the notes say that a newline goes in after every 65 characters, and one program
  does it on all pages without CRLF line ends. We do it on every page (``rebreak="always"``). On 490 news pages mean
  bag-of-words F1 is 0.84 then, and 0.81 if only pages with fewer than 20 lines or a median line above 500 characters
  are broken (``"minified"``); for the variant TM 0.90 and 0.72.
* A line is closed at the first tag or printable character after ``width`` printable characters of text and tags
  together; a tag is never cut (one program), nor is a character reference; of a tag, the UTF-8 bytes are counted, white
  space included. The breaks of the source stay (chosen).
* A tag over several lines counts on the one where it ends (one program), and its inside is text on none.
* White space in x_i: collapsed and trimmed (chosen; programs differ). Character references are resolved (chosen).
* sigma is counted in characters and used as a number of lines: 15 to 25 lines in practice, which is all of a short
  page. One program caps r at half of the page. We cap r, and sigma of the kernel with it, at a twentieth, so that the
  window spans a tenth (chosen); on the same pages F1 is 0.84 with either cap. ``reach=1.0`` as published, with no cap
  (memory).
* At the ends, missing lines are left out and the other weights are renormalised (chosen; programs put zeros there).
* The kernel: its formula as we remember it sums over the window inside each weight, which would make all weights equal;
  we take the Gaussian (chosen).
* sigma = 0: smoothing changes nothing (chosen).
* G is computed from the smoothed ratio, over the next lines without line i itself, fewer at the end of the page and
  none for the last line (chosen; programs differ). The absolute value is taken before smoothing (one program).
* One program pins a centroid to the origin, and its lines are not content: ``pinned=True`` as published, as far as we
  remember the paper. An early program of the author pins none and drops the cluster with the lowest ratios, as we do
  (chosen): on news pages of two halves of the sites mean bag-of-words F1 is 0.86 and 0.82 then, and 0.80 and 0.75 with
  the pin, which the many lines of middling ratio never draw away from 0. A pinned centroid is one of the k.
* The centroids start from the best partition of the axis of largest variance, so that nothing is random (chosen;
  programs start at random).
* With k = 3 the middle cluster is content too, as in the programs. This gives the high recall and low precision that
  others report of CETR; two clusters with the pin give an F1 of 0.88 on the same pages, and the variant TM 0.90.
* A line is content where its characters occur in the page's text; texts that differ (the fallback of a frame) are
  searched in document order. A text node is content if more than half of its characters are (chosen).
"""

from __future__ import annotations

import html
import itertools
import math
import re
from bisect import bisect_left
from dataclasses import dataclass
from typing import ClassVar, Final, Literal, NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking, spread
from broadsheet.methods.maths.sequences import gaussian
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, IntArray, sums_before
from broadsheet.page.characters import code_points, visible

__all__ = ["CETR"]

Places: TypeAlias = NDArray[np.intp]

SLICES: Final = 64
"""Slices of the first partition. On 240 pages one line in 42 ends in another cluster than by the best of 20 random
starts; with 32 to 256 slices it is one in 41 to 52."""
MAX_ITERATIONS: Final = 300  # limit on the iterations of k-means
_FEW_LINES: Final = 20  # a page with fewer lines is minified
_LONG_LINE: Final = 500  # and so is one whose median line has more characters

_PROGRAM: Final = re.compile(rb"<(?:!--|(?:script|style|template)(?![a-zA-Z0-9_:.-]))", re.IGNORECASE)
_ENDS_PROGRAM: Final = {name: re.compile(rb"</" + name, re.IGNORECASE) for name in (b"script", b"style", b"template")}
_LESS, _GREATER, _NEWLINE, _AMPERSAND, _SEMICOLON, _BLANK = b"<>\n&; "
MAX_REFERENCE_CHARS: Final = 33  # longest name of a character reference, with its semicolon
_OPENS_TAG: Final[BoolArray] = np.zeros(256, dtype=np.bool_)  # bytes that follow the ``<`` of a tag
_OPENS_TAG[list(b"/!?abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")] = True
_QUOTING_TAG: Final = re.compile(rb"""</?[a-zA-Z][^\s/>]*+(?:[^>=]|=\s*+(?:"[^"]*"|'[^']*'|(?=[^"'])|(?=["'])))*+>""")
"""A tag whose values may hold a ``>`` inside quotes. An unclosed quote quotes nothing."""
MAX_LOOKAHEAD: Final = 4_000  # non-space characters of the page's text in which a line is looked for
MIN_DISTINCT_CHARS: Final = 12  # shorter lines are only looked for at the current position
_PRINTS: Final = bytes(32 < byte < 127 or byte >= 192 for byte in range(256))
"""1 for each byte that starts the UTF-8 form of a printable character (no white space, no ASCII control), else 0."""


@dataclass(frozen=True, kw_only=True)
class CETR:
    """Content extraction via tag ratios.

    Args:
        variant: ``"2d"`` for CETR, ``"km"`` for CETR-KM, ``"tm"`` for CETR-TM.
        k: clusters, at least 2.
        alpha: lines that the change looks at, at least 1.
        lambda_: threshold of the variant TM, in standard deviations.
        rebreak: pages that get a line break after every ``width`` characters: ``"always"``; ``"minified"``: those with
            fewer than 20 lines or a median line above 500 characters; ``"never"``.
        width: printable characters of a line, text and tags together.
        reach: most lines on either side that smoothing reaches, as a share of all.
        pinned: in ``2d``, keep one centroid at the origin, whose lines are not content. Otherwise the cluster with the
            lowest ratios is not content.
    """

    name: ClassVar[str] = "cetr"
    paper: ClassVar[Paper | None] = Paper(
        "Weninger et al.", 2010, "CETR: content extraction via tag ratios", "WWW", "10.1145/1772690.1772789"
    )
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.ROW

    variant: Literal["2d", "km", "tm"] = "2d"
    k: int = 3
    alpha: int = 3
    lambda_: float = 1.0
    rebreak: Literal["always", "minified", "never"] = "always"
    width: int = 65
    reach: float = 0.05
    pinned: bool = False

    @classmethod
    def as_published(cls) -> Self:
        """The paper as it is remembered: a centroid stays at the origin, and sigma is not capped."""
        return cls(pinned=True, reach=1.0)

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the lines outside the cluster at the origin, or next to it."""
        lines = _read(page.utf8, self.rebreak, self.width)
        ratio = lines.characters / np.maximum(1, lines.tags)
        deviation = float(ratio.std())
        smooth_ratio = _smooth(ratio, self.reach)
        trace: dict[str, object] = {"ratio": ratio, "smooth_ratio": smooth_ratio, "rebroken": lines.rebroken}
        match self.variant:
            case "tm":
                threshold = self.lambda_ * deviation
                content = smooth_ratio >= threshold
                trace["threshold"] = threshold
            case "km":
                found = k_means(smooth_ratio[:, None], self.k)
                content = found.labels != _lowest(found.labels, found.centroids)
                trace |= {"cluster": found.labels, "centroids": found.centroids}
            case "2d":
                smooth_change = _smooth(_change(smooth_ratio, self.alpha), self.reach)
                found = k_means(np.column_stack((smooth_ratio, smooth_change)), self.k, pinned=self.pinned)
                content = found.labels != (0 if self.pinned else _lowest(found.labels, found.centroids))
                trace |= {"smooth_change": smooth_change, "cluster": found.labels, "centroids": found.centroids}
        content &= lines.characters > 0
        trace["content"] = content
        keep, score = _rows(page, lines, content, smooth_ratio)
        notes = () if lines.rebroken else ("the lines of the source are used: no line breaks were inserted",)
        return marking(page, keep, score, trace=trace, notes=notes)


@dataclass(frozen=True, eq=False, slots=True)
class _Lines:
    """The lines of a source, columns of shape (n,), n at least 1.

    Attributes:
        characters: x, white space collapsed and trimmed.
        tags: y.
        visible: the non-space code points of all lines, shape (v,).
        line: the line of each code point, shape (v,).
        rebroken: whether line breaks were inserted.
    """

    characters: IntArray
    tags: IntArray
    visible: NDArray[np.uint32]
    line: IntArray
    rebroken: bool


@dataclass(frozen=True, eq=False, slots=True)
class _Separated:
    """The text and the tags of a source, separated.

    Positions are also given by weight: printable text characters and tag bytes before them.

    Attributes:
        text: the bytes of the text without tags, shape (c,).
        prints: whether each starts a printable character, shape (c,).
        printed: printable characters before each byte and, last, in all, shape (c + 1,).
        place: position of each tag in the text, shape (t,).
        inside: tag bytes before each tag and, last, in all, shape (t + 1,).
        begin: start of each tag, by weight, shape (t,).
        end: end of each tag, by weight, shape (t,).
    """

    text: NDArray[np.uint8]
    prints: BoolArray
    printed: IntArray
    place: Places
    inside: Places
    begin: Places
    end: Places

    @property
    def total(self) -> int:
        """The total weight."""
        return int(self.printed[-1] + self.inside[-1])


def _read(source: bytes, rebreak: str, width: int) -> _Lines:
    """Read the lines of a source, in UTF-8, where tag and line delimiters are single bytes."""
    whole = _without_programs(source)
    data = np.frombuffer(whole, dtype=np.uint8)
    first, last = _tags(whole, data)
    apart = _separate(data, first, last)
    starts = _starts(data, first, last, apart)
    weight = np.diff(starts, append=apart.total)
    rebroken = rebreak == "always" or (
        rebreak == "minified" and (len(starts) < _FEW_LINES or float(np.median(weight)) > _LONG_LINE)
    )
    if rebroken:
        starts = _broken(starts, weight, width, *_unbreakable(apart))
    return _count(apart, starts, rebroken=rebroken)


def _separate(data: NDArray[np.uint8], first: Places, last: Places) -> _Separated:
    """The text and the tags of a source, given the first and last byte of each tag."""
    ends = np.append(0, last + 1)
    gaps = np.append(first, len(data)) - ends
    outside = np.cumsum(gaps)
    inside = ends - outside + gaps
    text = data[np.arange(outside[-1]) + np.repeat(inside, gaps)]
    prints = np.frombuffer(text.tobytes().translate(_PRINTS), dtype=np.bool_)
    printed = sums_before(prints)
    begin = printed[outside[:-1]] + inside[:-1]
    return _Separated(text, prints, printed, outside[:-1], inside, begin, begin + np.diff(inside))


def _starts(data: NDArray[np.uint8], first: Places, last: Places, apart: _Separated) -> Places:
    """The starts of the lines of a source, by weight, without empty lines, but at least one."""
    newline = np.flatnonzero(data == _NEWLINE) + 1
    begun = np.searchsorted(first, newline)
    # Tag bytes before each line; of a tag that crosses into it, only those before the line.
    within = apart.inside[begun] - np.maximum(0, np.append(0, last + 1)[begun] - newline)
    starts = np.append(0, apart.printed[newline - within] + within)
    weight = np.diff(starts, append=apart.total)
    return starts[weight > 0] if weight.any() else starts[:1]


def _count(apart: _Separated, starts: Places, *, rebroken: bool) -> _Lines:
    """Count the characters and the tags of each line."""
    tags = np.bincount(np.searchsorted(starts, apart.end - 1, side="right") - 1, minlength=len(starts))
    # A line's text begins with the first printable character at or after its start.
    tags_before = np.searchsorted(apart.end, starts, side="right")
    rank = np.minimum(starts, np.append(apart.begin, apart.total)[tags_before]) - apart.inside[tags_before]
    cuts = np.append(np.flatnonzero(apart.prints), len(apart.text))[rank]
    text = apart.text.copy()
    text[text == _NEWLINE] = _BLANK
    broken = np.insert(text, cuts[1:], _NEWLINE).tobytes()
    resolved = _resolved(broken.decode("utf-8", "replace"))
    points, shown = code_points(resolved), visible(resolved)
    # Each run of characters has a space before it, except the first of a line.
    heads = shown.copy()
    heads[1:] &= ~shown[:-1]
    # Every line but the first begins with its line break, so only an empty source has an empty one.
    edges = np.flatnonzero(points == _NEWLINE)
    if len(points):
        counts = np.add.reduceat(np.vstack((shown, heads)), np.append(0, edges), axis=1, dtype=np.int32)
    else:
        counts = np.zeros((2, 1), dtype=np.int32)
    size, spaces = counts[0], np.maximum(0, counts[1] - 1)
    line = np.repeat(np.arange(len(starts), dtype=np.int32), size)
    return _Lines((size + spaces).astype(np.int32), tags.astype(np.int32), points[shown], line, rebroken)


def _without_programs(whole: bytes) -> bytes:
    """The source without comments, scripts, styles and templates."""
    pieces = []
    at = 0
    while (found := _PROGRAM.search(whole, at)) is not None:
        begin, inside = found.span()
        pieces.append(whole[at:begin])
        ends = _ENDS_PROGRAM.get(whole[begin + 1 : inside].lower())
        if ends is None:
            close = whole.find(b"-->", inside)
            at = close + 3 if close >= 0 else len(whole)
        else:
            closed = ends.search(whole, inside)
            end = whole.find(b">", closed.start()) if closed is not None else -1
            at = end + 1 if end >= 0 else len(whole)
    pieces.append(whole[at:])
    return b"".join(pieces)


def _tags(whole: bytes, data: NDArray[np.uint8]) -> tuple[Places, Places]:
    """The ``<`` and ``>`` of each tag, in order; a ``>`` in quotes does not count, and tags do not nest."""
    opening = np.flatnonzero(data[:-1] == _LESS)
    opening = opening[_OPENS_TAG[data[opening + 1]]]
    closing = np.flatnonzero(data == _GREATER)
    nearest = np.searchsorted(closing, opening)
    closed = nearest < len(closing)
    first, nearest = opening[closed], nearest[closed]
    last = closing[nearest]
    ends_tag = np.zeros(len(closing), dtype=np.bool_)
    ends_tag[nearest] = True
    if not ends_tag.all():
        # A stray ">" may be a sign that the tag before it ended too early.
        doubtful = np.searchsorted(first, closing[~ends_tag]) - 1
        for number in sorted(set(doubtful[doubtful >= 0].tolist())):
            found = _QUOTING_TAG.match(whole, first[number])
            if found is not None:
                last[number] = found.end() - 1
    own = np.ones(len(last), dtype=np.bool_)
    own[1:] = first[1:] > np.maximum.accumulate(last)[:-1]
    return first[own], last[own]


def _unbreakable(apart: _Separated) -> tuple[Places, Places]:
    """The starts and ends, by weight, of what must not be broken: tags, and character references in the text.

    The first is at -1, so that one begins before every position.
    """
    begin, end = apart.begin, apart.end
    ampersands = np.flatnonzero(apart.text == _AMPERSAND)
    if len(ampersands):
        # A reference may lie between an ampersand and a near semicolon.
        semicolons = np.append(np.flatnonzero(apart.text == _SEMICOLON), len(apart.text) + MAX_REFERENCE_CHARS)
        nearest = semicolons[np.searchsorted(semicolons, ampersands)]
        near = nearest - ampersands < MAX_REFERENCE_CHARS
        inside = apart.inside[np.searchsorted(apart.place, ampersands[near], side="right")]
        begin = np.concatenate((begin, apart.printed[ampersands[near]] + inside))
        end = np.concatenate((end, apart.printed[nearest[near] + 1] + inside))
        order = np.argsort(begin, kind="stable")
        begin, end = begin[order], np.maximum.accumulate(end[order])
    return np.concatenate(([-1], begin)), np.concatenate(([-1], end))


def _broken(starts: Places, weight: Places, width: int, begin: Places, end: Places) -> Places:
    """The starts of lines and of their parts, broken after ``width``, but not between ``begin`` and ``end`` of anything
    unbreakable, the first of which precedes all lines. All are by weight.
    """
    long = weight > width
    added: list[int] = []
    begins, ends = begin.tolist(), end.tolist()
    for start, stop in zip(starts[long].tolist(), (starts + weight)[long].tolist(), strict=True):
        place = max(start + width, ends[bisect_left(begins, start + width) - 1])
        while place < stop:
            added.append(place)
            place = max(place + width, ends[bisect_left(begins, place + width) - 1])
    return np.sort(np.concatenate((starts, np.array(added, dtype=starts.dtype))), kind="stable")


def _resolved(text: str) -> str:
    """The text with its character references resolved, in as many lines as before."""
    if "&" not in text:
        return text
    # Most references are no-break spaces.
    resolved = html.unescape(text.replace("&nbsp;", "\xa0"))
    if resolved.count("\n") != text.count("\n"):
        resolved = "\n".join(html.unescape(line).replace("\n", " ") for line in text.split("\n"))
    return resolved


def _smooth(values: FloatArray, reach: float) -> FloatArray:
    """TR' of TR: Gaussian smoothing, as wide as the standard deviation of the values."""
    deviation = float(values.std())
    radius = min(math.ceil(deviation), int(reach * len(values)))
    return gaussian(values, radius, min(deviation, radius))


def _change(smooth_ratio: FloatArray, alpha: int) -> FloatArray:
    """abs(G): the distance of each line from the mean of the next lines."""
    count = len(smooth_ratio)
    total = sums_before(smooth_ratio)
    following = np.arange(1, count + 1)
    stop = np.minimum(following + alpha, count)
    mean = (total[stop] - total[following]) / np.maximum(1, stop - following)
    return np.abs(np.where(stop > following, mean - smooth_ratio, 0.0))


def _lowest(labels: IntArray, centroids: FloatArray) -> int:
    """The cluster with the lowest centroid; -1 if all lines are in one cluster."""
    used = np.flatnonzero(np.bincount(labels))
    return int(used[centroids[used, 0].argmin()]) if len(used) > 1 else -1


def _rows(page: Page, lines: _Lines, content: BoolArray, smooth_ratio: FloatArray) -> tuple[BoolArray, FloatArray]:
    """The text rows with more than half of their characters in content, and the mean ratio over each row."""
    shown = visible(page.text)
    line = _line_of_character(lines, code_points(page.text)[shown])
    # Line number -1 takes the last entry.
    inside = sums_before(np.append(content, False)[line])
    total = np.append(0.0, np.cumsum(np.append(smooth_ratio, 0.0)[line]))
    rows = np.flatnonzero(page.is_text)
    count = sums_before(shown)
    start, stop = count[page.start[rows]], count[page.stop[rows]]
    keep = 2 * (inside[stop] - inside[start]) > stop - start
    score = (total[stop] - total[start]) / np.maximum(1, stop - start)
    return spread(page, rows, keep), spread(page, rows, score)


def _line_of_character(lines: _Lines, ours: NDArray[np.uint32]) -> IntArray:
    """The line of each non-space character of the page, -1 if not found in the source."""
    # Most pages agree from end to end; others mostly do before and after one position.
    theirs, line = lines.visible, lines.line
    short = min(len(theirs), len(ours))
    before = _agreement(theirs[:short] == ours[:short])
    if before == len(theirs) == len(ours):
        return line
    after = min(short - before, _agreement(theirs[len(theirs) - short :][::-1] == ours[len(ours) - short :][::-1]))
    out: IntArray = np.full(len(ours), -1, dtype=np.int32)
    out[:before] = line[:before]
    out[len(ours) - after :] = line[len(line) - after :]
    if before + after < short:
        here, there = slice(before, len(theirs) - after), slice(before, len(ours) - after)
        _search(line[here], _string(theirs[here]), _string(ours[there]), out[there])
    return out


def _agreement(same: BoolArray) -> int:
    return len(same) if same.all() else int(same.argmin())


def _string(points: NDArray[np.uint32]) -> str:
    return points.tobytes().decode("utf-32-le", "surrogatepass")


def _search(line: IntArray, theirs: str, ours: str, out: IntArray) -> None:
    """Look up the lines of a text, ``theirs``, in another that mostly agrees with it, and write the line number of each
    character of the other to ``out``. Both texts have no white space.
    """
    edges = np.flatnonzero(np.diff(line, prepend=-1, append=-1)).tolist()
    cursor = 0
    for begin, end in itertools.pairwise(edges):
        piece = theirs[begin:end]
        # Short lines may occur anywhere, so they count only right after the previous line.
        reach = MAX_LOOKAHEAD if len(piece) >= MIN_DISTINCT_CHARS else 0
        at = ours.find(piece, cursor, cursor + reach + len(piece))
        if at >= 0:
            cursor = at + len(piece)
            out[at:cursor] = line[begin]


class Clusters(NamedTuple):
    """A partition of points.

    Attributes:
        labels: cluster of each point, shape (n,); 0 is the pinned one, if any.
        centroids: shape (k, dimensions).
    """

    labels: IntArray
    centroids: FloatArray


def k_means(points: FloatArray, k: int, *, pinned: bool = False) -> Clusters:
    """Lloyd's algorithm from a deterministic first partition.

    The first partition is the best one along the axis of the largest variance, found by dynamic programming over slices
    of about equally many points. A centroid without points stays where it is. A point goes to the first of equally near
    centroids.

    Args:
        points: shape (n, dimensions), n at least 1.
        k: number of clusters, the pinned one included; 1 to 127.
        pinned: keep the first centroid at the origin: it takes points, and never moves.

    Raises:
        ValueError: there are no points, or k is out of range.
    """
    if not len(points) or not 1 <= k <= 127:
        raise ValueError(f"k-means needs points and 1 to 127 clusters, not {len(points)} and {k}")
    # A row of ones gives cluster sizes along with the sums, in one product.
    columns: FloatArray = np.ones((points.shape[1] + 1, len(points)))
    columns[:-1] = points.T
    centroids = _first_centroids(columns, k, pinned)
    cluster = np.arange(k, dtype=np.int8)[:, None]
    labels = _nearest(columns, centroids)
    for _ in range(MAX_ITERATIONS):
        sums = (labels == cluster).astype(np.float64) @ columns.T
        moving = sums[:, -1] > 0
        moving[0] &= not pinned
        centroids[moving] = sums[moving, :-1] / sums[moving, -1:]
        before, labels = labels, _nearest(columns, centroids)
        if np.array_equal(before, labels):
            break
    return Clusters(labels.astype(np.int32), centroids)


def _nearest(columns: FloatArray, centroids: FloatArray) -> NDArray[np.int8]:
    """The nearest centroid of each point: the largest of 2 p.c - c.c, that is p.p minus the squared distance."""
    closeness = np.column_stack((2 * centroids, -np.square(centroids).sum(axis=1))) @ columns
    labels = np.zeros(columns.shape[1], dtype=np.int8)
    best = closeness[0]
    for number in range(1, len(centroids)):
        np.copyto(labels, np.int8(number), where=closeness[number] > best)
        best = np.maximum(best, closeness[number])
    return labels


def _first_centroids(columns: FloatArray, k: int, pinned: bool) -> FloatArray:
    """Centroids of the best partition of the axis of largest variance, in that axis's order; shape (k, dimensions).

    An empty cluster has its centroid at the origin. The columns are the points' coordinates, one dimension per row, and
    last a row of ones.
    """
    axis = int(columns[:-1].var(axis=1).argmax())
    order = np.argsort(columns[axis], kind="stable")
    slices = min(SLICES, len(order))
    cuts = np.arange(slices + 1) * len(order) // slices
    # Prefix sums at the cuts.
    total = np.zeros((len(columns), len(cuts)))
    np.cumsum(np.add.reduceat(columns[:, order], cuts[:-1], axis=1), axis=1, out=total[:, 1:])
    squares = np.append(0.0, np.cumsum(np.add.reduceat(np.square(columns[axis, order]), cuts[:-1])))
    # cost[i, j]: squared distances of the points between cuts i and j to their mean; no part ends before it begins.
    count = np.maximum(1, cuts - cuts[:, None])
    cost = squares - squares[:, None] - np.square(total[axis] - total[axis][:, None]) / count
    cost[np.tri(len(cuts), k=-1, dtype=np.bool_)] = np.inf
    # lowest[j]: the lowest cost of the points before cut j; back: where the last cluster then starts.
    lowest = squares if pinned else cost[0]
    ends = np.arange(len(cuts))
    back = []
    for _ in range(k - 1):
        totals = lowest[:, None] + cost
        back.append(totals.argmin(axis=0))
        lowest = totals[back[-1], ends]
    centroids: FloatArray = np.zeros((k, len(columns) - 1))
    end = slices
    for number in range(k - 1, -1, -1):
        begin = int(back[number - 1][end]) if number else 0
        if begin < end and (number or not pinned):
            sums = total[:, end] - total[:, begin]
            centroids[number] = sums[:-1] / sums[-1]
        end = begin
    return centroids
