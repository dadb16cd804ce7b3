"""Training pages with inserted pieces: the page's own segments keep their labels, and a piece's are known.

Each usable page gets a copy with some pieces (`broadsheet.lab.insertions`, set ``train``). Their text is drawn from
pages of the same fold of sites, so that a network trained without a fold has seen none of it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.lab.corpora import FOLDS, Gold, Sample, fold_of, stable_hash
from broadsheet.lab.insertions.generate import Inserted, Insertions
from broadsheet.lab.insertions.pieces import KINDS, Answer
from broadsheet.lab.train.spelled import Inputs
from broadsheet.page import read_page

__all__ = ["LEAVE_WEIGHT", "MAX_PIECES", "PIECE", "PIECE_WEIGHT", "Pieces", "Segments"]

MAX_PIECES: Final = 8  # most pieces per page; there are never more than paragraphs
PIECE_WEIGHT: Final = 5.0
"""Weight of a piece's segment, relative to the page's own: pieces are short, and long segments dominate the loss."""
LEAVE_WEIGHT: Final = 8.0  # the same for a piece to leave out, which is often a line or two
BRIEF_SHARE: Final = 0.25
"""Share of pages that are cut to a few paragraphs first: briefs are rare in the corpora, but common on the web."""
MAX_BRIEF_PARAGRAPHS: Final = 3  # most paragraphs of such a page
TEASERS_SHARE: Final = 0.5  # share of such pages with teasers, which are often longer than the brief itself
PIECE: Final = -1  # marks a piece's segment in `Segments.origin`


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """The segments of a page with pieces."""

    inputs: Inputs
    origin: NDArray[np.int64]  # index of each in the page without pieces, or `PIECE`, shape (m,)
    label: NDArray[np.float32]  # 1 for a piece's segment that belongs to the article, else 0, shape (m,)
    weight: NDArray[np.float32]  # weight of a piece's segment, 0 where the answer is open; 0 for others, shape (m,)


class Pieces:
    """Makes pages with pieces.

    Args:
        golds: answers whose sentences and headlines fill the pieces.
        seed: seed for drawing pieces.
    """

    def __init__(self, golds: Iterable[Gold], seed: int = 0) -> None:
        of_fold: list[list[Gold]] = [[] for _ in range(FOLDS)]
        for gold in golds:
            of_fold[fold_of(gold.site_or_page)].append(gold)
        self._insertions = [Insertions("train", some, seed=seed, vary=True) for some in of_fold]
        self._seed = seed

    def put_into(self, sample: Sample, texts: Sequence[str]) -> Segments | None:
        """Insert pieces into a page. None if it is no article, or has no place for one.

        ``texts`` are those of its segments.
        """
        gold = sample.gold
        if gold.is_article is False:
            return None
        insertions = self._insertions[fold_of(gold.site_or_page)]
        places = insertions.places(sample)
        if places is None:
            return None
        rnd = random.Random(stable_hash(f"{self._seed}/{gold.name}"))  # noqa: S311 - draws, no secrets
        now, indices, is_brief = list(texts), list(range(len(texts))), False
        if len(places.paragraphs) > MAX_BRIEF_PARAGRAPHS and rnd.random() < BRIEF_SHARE:
            brief = places.shortened(rnd.randint(1, MAX_BRIEF_PARAGRAPHS))
            left = _texts(brief.html, gold.url)
            kept = _indices_left(now, left) if left is not None else None
            if left is not None and kept is not None:
                now, indices, places, is_brief = left, kept, brief, True
        segments = [(at, 0.0, 0.0) for at in indices]  # origin, label and weight of each
        kinds = _draw_kinds(rnd, min(MAX_PIECES, len(places.paragraphs)))
        if is_brief and "teasers" not in kinds and rnd.random() < TEASERS_SHARE:
            kinds.insert(0, "teasers")
        for kind in kinds:
            made = insertions.make(gold, places, kind)
            if made is None:
                continue
            new = _texts(made.html, gold.url)
            span = _inserted(now, new, made.place) if new is not None else None
            if new is None or span is None:
                continue
            first, stop = span
            segments[first:first] = [(PIECE, *_answer(made, text, now)) for text in new[first:stop]]
            now, places = new, replace(places, html=made.html)
        if len(segments) == len(indices):
            return None
        inputs = Inputs.of(read_page(places.html, url=gold.url))
        origin, label, weight = zip(*segments, strict=True)
        return Segments(inputs, np.array(origin), np.array(label, dtype=np.float32), np.array(weight, dtype=np.float32))


def _draw_kinds(rnd: random.Random, most: int) -> list[str]:
    """Draw kinds of pieces. One that repeats the page's text comes last, since paragraphs are found by their text.

    Pieces to leave out are drawn twice as often, since they vary more.
    """
    kinds = sorted(KINDS)
    counts = [2 if KINDS[kind].answer is Answer.LEAVE else 1 for kind in kinds]
    drawn = list(dict.fromkeys(rnd.sample(kinds, rnd.randint(1, most), counts=counts)))
    once = [kind for kind in drawn if KINDS[kind].answer is Answer.ONCE]
    return [kind for kind in drawn if kind not in once] + once[:1]


def _texts(html: str, url: str | None) -> list[str] | None:
    try:
        return list(read_page(html, url=url).texts)
    except (NotHTML, PageTooLarge):
        return None


def _indices_left(old: Sequence[str], new: Sequence[str]) -> list[int] | None:
    """The index of each segment of a shortened page in the full one; None if a segment changed."""
    rest = iter(enumerate(old))
    indices = [next((at for at, text in rest if text == one), None) for one in new]
    return [at for at in indices if at is not None] if None not in indices else None


def _inserted(old: Sequence[str], new: Sequence[str], place: str) -> tuple[int, int] | None:
    """The first segment of a piece, and the one after its last; None if other segments changed too.

    Of two equal texts, the one nearer to the place is the piece's.
    """
    size = len(new) - len(old)
    if size <= 0:
        return None
    if place in ("before", "top"):
        same = next((n for n in range(len(old)) if old[-1 - n] != new[-1 - n]), len(old))
        first = len(old) - same
    else:
        first = next((n for n in range(len(old)) if old[n] != new[n]), len(old))
    return (first, first + size) if [*new[:first], *new[first + size :]] == list(old) else None


def _answer(made: Inserted, text: str, page: Sequence[str]) -> tuple[float, float]:
    match KINDS[made.kind].answer:
        case Answer.KEEP:
            # A button or a link within the piece is not one of its phrases: either answer is right.
            known = any(one in text or (text in one and 2 * len(text) > len(one)) for one in made.texts)
            return 1.0, PIECE_WEIGHT * known
        case Answer.LEAVE:
            return 0.0, LEAVE_WEIGHT
        case _:
            # Which of two equal texts to drop is not for the network to decide.
            return 0.0, LEAVE_WEIGHT * (text not in page)
