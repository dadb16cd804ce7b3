"""Pages with inserted pieces, to learn from: the page's own segments keep their labels, a piece's are known.

Each usable page gets a copy with some pieces (`broadsheet.lab.insertions`, set ``train``). What a piece says is
drawn from pages of the same fold of sites, so that a network learnt without a fold has read nothing of it.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.corpora.folds import FOLDS, fold_of
from broadsheet.errors import NotHTML, PageTooLarge
from broadsheet.lab.insertions import KINDS, Answer, Insertions
from broadsheet.methods.base import Given
from broadsheet.methods.fusion.features import evidence
from broadsheet.page import read_page

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from broadsheet.corpora import Gold, Sample
    from broadsheet.lab.insertions import Inserted
    from broadsheet.methods.fusion.tokens import ElementNames, TextWords

__all__ = ["LEFT_WEIGHT", "PIECE", "PIECES", "PIECE_WEIGHT", "Pieces", "Segments"]

PIECES: Final = 8
"""Most pieces of a page; no page has more of them than paragraphs."""
PIECE_WEIGHT: Final = 5.0
"""Weight of a piece's segment; the page's own have 1. Pieces are short, and long segments count more in the loss."""
LEFT_WEIGHT: Final = 8.0
"""The same for a piece that is to be left out: many of them are a line or two."""
SHORTENED: Final = 0.25
"""Share of pages that lose all but a few paragraphs first: the corpora have few briefs, and the web has many."""
BRIEF: Final = 3
"""Most paragraphs that are left of such a page."""
SEED: Final = 0
PIECE: Final = -1
"""Stands in `Segments.origin` for a segment of a piece."""


@dataclass(frozen=True, slots=True, eq=False)
class Segments:
    """The segments of a page with pieces.

    Attributes:
        found: the page's evidence.
        chars: characters of each, shape (m,).
        origin: the place of each among those of the page without pieces, `PIECE` for a piece's own, shape (m,).
        label: of a piece's own: 1 for what belongs to the article; 0 elsewhere, shape (m,).
        weight: of a piece's own, 0 where the answer is open; 0 elsewhere, shape (m,).
    """

    columns: NDArray[np.float16]
    names: ElementNames
    words: TextWords
    chars: NDArray[np.int32]
    origin: NDArray[np.int64]
    label: NDArray[np.float32]
    weight: NDArray[np.float32]


class Pieces:
    """Makes pages with pieces.

    Args:
        golds: answers whose sentences and headlines fill the pieces.
        seed: another seed draws other pieces.
    """

    def __init__(self, golds: Iterable[Gold], seed: int = SEED) -> None:
        of_fold: list[list[Gold]] = [[] for _ in range(FOLDS)]
        for gold in golds:
            of_fold[fold_of(gold.site_or_page)].append(gold)
        self._insertions = [Insertions("train", some, seed=seed, vary=True) for some in of_fold]
        self._seed = seed

    def put_into(self, sample: Sample, texts: Sequence[str]) -> Segments | None:
        """The page with pieces; None where it is no article, or has no place for one.

        Args:
            sample: the page.
            texts: the texts of its segments.

        Raises:
            CorpusError: the page cannot be read.
        """
        gold = sample.gold
        if gold.is_article is False:
            return None
        insertions = self._insertions[fold_of(gold.site_or_page)]
        places = insertions.places(sample)
        if places is None:
            return None
        name = f"{self._seed}/{gold.corpus}/{gold.id}"
        rnd = random.Random(blake2b(name.encode(), digest_size=8).digest())  # noqa: S311 - draws, no secrets
        now, origin = list(texts), list(range(len(texts)))
        if len(places.paragraphs) > BRIEF and rnd.random() < SHORTENED:
            brief = places.shortened(rnd.randint(1, BRIEF))
            left = _texts(brief.html, gold.url)
            stood = _left(now, left) if left is not None else None
            if left is not None and stood is not None:
                now, origin, places = left, stood, brief
        page_alone = len(now)
        label, weight = [0.0] * len(now), [0.0] * len(now)
        for kind in _drawn(rnd, min(PIECES, len(places.paragraphs))):
            made = insertions.make(gold, places, kind)
            if made is None:
                continue
            new = _texts(made.html, gold.url)
            span = _inserted(now, new, made.place) if new is not None else None
            if new is None or span is None:
                continue
            first, stop = span
            answers = [_answer(made, text, now) for text in new[first:stop]]
            origin[first:first] = [PIECE] * len(answers)
            label[first:first] = [one for one, _ in answers]
            weight[first:first] = [two for _, two in answers]
            now, places = new, replace(places, html=made.html)
        if len(now) == page_alone:
            return None
        page = read_page(places.html, url=gold.url)
        found = evidence(page, Given())
        return Segments(
            found.columns.astype(np.float16),
            found.names.detached(),
            found.words.detached(),
            page.segments.chars.copy(),
            np.array(origin),
            np.array(label, dtype=np.float32),
            np.array(weight, dtype=np.float32),
        )


def _drawn(rnd: random.Random, most: int) -> list[str]:
    """Kinds of pieces; a text that repeats the page's comes last, since paragraphs are found by their text.

    Those to leave out are drawn twice as often as others: there are more ways to say them.
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


def _left(old: Sequence[str], new: Sequence[str]) -> list[int] | None:
    """Where each segment of a shortened page stood in the whole one; None where a segment changed."""
    rest = iter(enumerate(old))
    stood = [next((at for at, text in rest if text == one), None) for one in new]
    return [at for at in stood if at is not None] if None not in stood else None


def _inserted(old: Sequence[str], new: Sequence[str], place: str) -> tuple[int, int] | None:
    """The first segment of a piece, and the one behind its last; None where other segments changed as well.

    Of a text that stands there twice, the one nearer to the place is the piece's.
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
    """Label and weight of a segment of a piece."""
    match KINDS[made.kind].answer:
        case Answer.KEEP:
            # A button or a link within the piece is no phrase of it: either answer will do.
            told = any(one in text or (text in one and 2 * len(text) > len(one)) for one in made.texts)
            return 1.0, PIECE_WEIGHT * told
        case Answer.LEAVE:
            return 0.0, LEFT_WEIGHT
        case _:
            # Which of two equal texts goes is not for the network to say.
            return 0.0, LEFT_WEIGHT * (text not in page)
