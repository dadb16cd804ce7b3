"""The authors of an article: people and organisations, one name each.

Sources disagree, so each name is a candidate (`broadsheet.metadata.authors.candidates`); which candidates are taken is
learnt (`broadsheet.lab.train.metadata`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.article import Author, Claim
from broadsheet.facts.texts import given
from broadsheet.metadata.authors.candidates import STATED, Name, candidates, kind_of
from broadsheet.metadata.context import Context
from broadsheet.metadata.ranking import Ranking, evidence_of
from broadsheet.metadata.written.name_shapes import AGENCIES, PARTICLES, PRESS, are_names

__all__ = ["WORD", "authors", "choose", "written_small"]

WORD: Final = re.compile(r"[^\W\d_]{2,}")
"""A word whose case is known."""
_IMPROBABLE: Final = 0.1
"""Probability below which even the best candidate is not taken."""
_BESIDE: Final = 0.1
"""Probability from which a name in one list with an author is taken (swept on held-out sites: 0.07 to 0.25)."""
_IN_LINE: Final = 0.02
"""Probability from which a person is taken who is in one line with an author."""
_ORDINARY, _ORDINARY_LINE = 0.5, 0.3
"""Mean lower-case share of a name's words from which it is no name, and that of a name taken from an author's line or
in place of a stated one (swept on held-out sites: 0.35 to 0.7, and 0.2 to 0.4)."""
_LINE: Final = "text:line"
"""Source of names that are all of a line; two such lines are no list."""


def authors(context: Context, ranking: Ranking | None) -> tuple[tuple[Author, ...], str | None, tuple[Claim, ...]]:
    """The authors, where the first was found, and the names that were not taken.

    Args:
        context: the page.
        ranking: the learnt choice; without it, the names of the first source are taken.
    """
    found = candidates(context)
    if not found:
        return (), None, ()
    if ranking is None:
        order, taken = found, [one for one in found if one.sources[0] == found[0].sources[0]]
    else:
        probability = ranking.probability(evidence_of(found))
        order = [found[at] for at in np.argsort(-probability, kind="stable").tolist()]
        taken = choose(found, probability, ranking.threshold, ranking.lexicon)
    people = tuple(Author(given(one.text), kind_of(one), one.url) for one in taken)
    claims = tuple(Claim(one.text, one.sources[0]) for one in order if one not in taken)
    return people, taken[0].sources[0] if taken else None, claims


def choose(
    names: Sequence[Name], probability: NDArray[np.float64], threshold: float, lexicon: Mapping[str, float] | None
) -> list[Name]:
    """The names that are taken.

    Names above the threshold are taken; if there are none, the most probable one, unless it is improbable. A name
    beside an author needs less: lists are rarely half right.

    Args:
        names: the candidates.
        probability: of each name by itself (`Ranking.probability`), shape (n,).
        threshold: the probability from which a name is taken.
        lexicon: lower-case shares of words, if known.
    """
    for one, chance in zip(names, probability.tolist(), strict=True):
        is_ordinary = lexicon is not None and _is_ordinary(one, lexicon)
        is_doubtful = one.is_doubtful and one.is_unmarked
        one.taken = chance >= threshold and not (is_ordinary and (is_doubtful or one.has("begins byline")))
        one.chance = chance if one.taken or not (is_doubtful or is_ordinary) else 0
    best = max(names, key=lambda one: one.chance, default=None)
    if best is not None and best.chance >= _IMPROBABLE and not any(one.taken for one in names):
        best.taken = True
    _take_beside(names, lexicon)
    _take_shown(names, lexicon)
    return [one for one in names if one.taken]


def _take_beside(names: Sequence[Name], lexicon: Mapping[str, float] | None) -> None:
    """Take people and list items that are named beside an author in the same source, or in one line: of ``By A and B``
    often only A has a link. The line may also say what A is, so a name of lower-case words is not taken from it.
    """
    taken = [one for one in names if one.taken]
    trusted = {one.sources[0] for one in taken} - {_LINE}
    of_agencies = all(one.text.casefold() in AGENCIES for one in taken)
    claims = frozenset().union(*[one.claims for one in taken if one.is_person])
    for one in names:
        is_agency = of_agencies and one.text.casefold() in AGENCIES
        is_item = one.is_person or is_agency or (one.item and not one.has("is site"))
        is_in_line = one.is_person and not one.has("holds site") and not claims.isdisjoint(one.claims)
        if (one.chance >= _BESIDE and is_item and one.sources[0] in trusted) or (
            one.chance >= _IN_LINE and is_in_line and not _is_of_words(one.text, lexicon, _ORDINARY_LINE)
        ):
            one.taken = True


def _take_shown(names: Sequence[Name], lexicon: Mapping[str, float] | None) -> None:
    """Drop photographers and the like beside authors, organisations where a person signs the text, and names that are
    stated but not shown where a byline shows a person.
    """
    taken = [one for one in names if one.taken]
    first = taken[:1] if taken and taken[0].has_any(STATED) else []  # the first of a stated list wrote
    wrote = [one for one in taken if one in first or not one.has("credited otherwise")]
    for one in taken if wrote else ():
        one.taken = one in wrote
    if taken and all(one.has_any(("organisation", "is site", "ld organisation")) for one in taken):
        signed = [one for one in names if one.is_person and one.has("end") and one.has("begins byline")]
        if signed:
            for one in names:
                one.taken = one.is_person and not one.claims.isdisjoint(signed[0].claims)
            return
    if all(one.has_any(("unseen beside byline", "one word")) and not one.has("ld organisation") for one in taken):
        seen = [one for one in names if one.has("byline beside unseen") and not one.has("one word")]
        seen = [one for one in seen if not _is_of_words(one.text, lexicon, _ORDINARY_LINE)]
        if taken and seen:
            best = max(seen, key=lambda one: one.chance)
            for one in names:
                one.taken = one is best


def _is_of_words(name: str, lexicon: Mapping[str, float] | None, most: float) -> bool:
    """Whether a name is made of words that are lower-case elsewhere, but is no whole name (``James Wood``)."""
    is_whole_name = name.count(" ") == 1 and are_names(name)
    return lexicon is not None and not is_whole_name and written_small(name, lexicon) >= most


def written_small(name: str, lexicon: Mapping[str, float]) -> float:
    """The mean lower-case share of a name's words without particles; unknown words count as never lower-case.

    >>> shares = {"related": 0.9, "stories": 1.0, "rose": 0.6, "de": 1.0}
    >>> written_small("RELATED STORIES", shares), written_small("Rose de Wit", shares)
    (0.95, 0.3)
    """
    words = [word for word in WORD.findall(name.casefold()) if word not in PARTICLES]
    return sum([lexicon.get(word, 0.0) for word in words]) / len(words) if words else 0.0


def _is_ordinary(one: Name, lexicon: Mapping[str, float]) -> bool:
    """Whether an unvouched name is made of words that are lower-case elsewhere (``Related Stories``). A byline vouches
    for the name that it begins with; others in it may be what that one is (``By A, Politics Reporter``).
    """
    is_behind = one.has("later of source") and (not one.has("first of source") or one.has("one word"))
    if one.has_any(STATED):
        return False
    if one.has("begins byline"):
        return is_behind and _is_of_words(one.text, lexicon, _ORDINARY)
    if one.text.casefold() in PRESS | AGENCIES:
        return False
    return written_small(one.text, lexicon) >= _ORDINARY
