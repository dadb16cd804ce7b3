"""The authors of an article: people and organisations, one name each.

Sources disagree, so each name is a candidate (`broadsheet.metadata.authors.candidates`); which candidates are taken is
learnt (`broadsheet.lab.train.metadata`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.provenance import Author, Claim
from broadsheet.facts.texts import given
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.candidates import AT, SOURCES, STATED, UNMARKED, Doubt, Name, candidates, kind_of
from broadsheet.metadata.ranking import Candidate, Ranking, evidence_of
from broadsheet.metadata.word_case import Lexicon
from broadsheet.metadata.written.name_shapes import without_particles
from broadsheet.metadata.written.organisations import AGENCIES, PRESS
from broadsheet.metadata.written.people import are_names

__all__ = ["About", "about", "authors", "choose"]

_IMPROBABLE: Final = 0.1
"""Probability below which even the best candidate is not taken."""
_BESIDE: Final = 0.1
"""Probability from which a name in one list with an author is taken (swept on held-out sites: 0.07 to 0.25)."""
_IN_LINE: Final = 0.02
"""Probability from which a person is taken who is in one line with an author."""
_ORDINARY, _ORDINARY_LINE = 0.5, 0.3
"""Mean lower-case share of a name's words from which it is no name, and that of an unmarked line (swept on held-out
sites: 0.35 to 0.7, and 0.2 to 0.4)."""
_LINES: Final = ("bare line", "end")
_NOT_LINES: Final = tuple(name for name in SOURCES if name not in _LINES)
_MARKED: Final = tuple(name for name in SOURCES if name not in UNMARKED)
_LINE: Final = "text:line"
"""Source of names that are all of a line; two such lines are no list."""
_VOUCHED: Final = (*STATED, "begins byline")
"""Evidence that accepts a name regardless of its words."""
_NO_PLACE: Final = ("first of source", "organisation", "all capitals", "no capitals", "cjk", "is site", *STATED)
"""Evidence that a single word is no place."""


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
        taken = [one for one in found if one.sources[0] == found[0].sources[0]]
        left = [one for one in found if one not in taken]
    else:
        evidence = evidence_of(found)
        # The headline is never an author.
        probability = ranking.probability(evidence) * np.array([one.elsewhere for one in found])
        chosen = choose(probability, evidence, [about(one) for one in found], ranking.threshold, ranking.lexicon)
        order = np.argsort(-probability, kind="stable").tolist()
        taken = [one for one, yes in zip(found, chosen.tolist(), strict=True) if yes]
        left = [found[at] for at in order if found[at] not in taken]
    people = tuple(Author(given(one.text), kind_of(one), one.url) for one in taken)
    claims = tuple(Claim(one.text, one.sources[0]) for one in left)
    return people, taken[0].sources[0] if taken else None, claims


class About(NamedTuple):
    """Facts of a candidate that the choice needs besides its evidence.

    Attributes:
        name: the name.
        folded: its letters and digits.
        source: its first source.
        item: whether the structured data have an item for this name alone.
        claims: the numbers of the claims that it is in; the names of one claim are a list.
        doubt: why a line that is only this may be no name.
    """

    name: str
    folded: str
    source: str
    item: bool = False
    claims: frozenset[int] = frozenset()
    doubt: Doubt | None = None


def about(one: Name) -> About:
    """Facts of a candidate that the choice needs."""
    return About(one.text, one.folded, one.sources[0], one.item, frozenset(one.claims), one.doubt)


@dataclass(slots=True, eq=False)
class _Weighed(Candidate):
    """A candidate while it is chosen.

    Attributes:
        about: the candidate.
        evidence: one number a column.
        chance: its probability; 0 if a rule rejects it.
        taken: whether it is taken.
    """

    columns: ClassVar[Mapping[str, int]] = AT
    about: About
    evidence: list[float]
    chance: float
    taken: bool = False

    @property
    def is_person(self) -> bool:
        """Whether the name is written as people's are, and is no organisation's."""
        return self.evidence[AT["like name"]] == 1 and not self.has("organisation")

    @property
    def is_agency(self) -> bool:
        """Whether the name is an agency's, in one word."""
        return self.about.name.casefold() in AGENCIES

    @property
    def is_unmarked(self) -> bool:
        """Whether no source says that this is a name."""
        return self.has_any(UNMARKED) and not self.has_any(_MARKED)


def choose(
    probability: NDArray[np.float64],
    evidence: NDArray[np.float32],
    names: Sequence[About],
    threshold: float,
    lexicon: Lexicon | None,
) -> NDArray[np.bool_]:
    """Which names are taken, shape (n,).

    Names above the threshold are taken; if there are none, the most probable one, unless it is improbable. A name
    beside an author needs less: lists are rarely half right.

    Args:
        probability: of each name by itself (`Ranking.probability`), shape (n,).
        evidence: shape (n, columns).
        names: the candidates.
        threshold: the probability from which a name is taken.
        lexicon: lower-case shares of words, if known.
    """
    ones = [_Weighed(*one) for one in zip(names, evidence.tolist(), probability.tolist(), strict=True)]
    of_whole = _claims_of(
        one for one in ones if one.is_person and one.has("first of source") and not one.has("one word")
    )
    for one in ones:
        is_doubtful = one.about.doubt is not None and one.is_unmarked
        is_ordinary = lexicon is not None and _is_ordinary(one, lexicon)
        if (
            (one.about.doubt == "headline" and one.is_unmarked)
            or (is_doubtful and is_ordinary)
            or _is_place_of_another(one, of_whole)
            or (lexicon is not None and _is_said_of_another(one, lexicon))
        ):
            one.chance = 0
        one.taken = one.chance >= threshold
        if not one.taken and (is_doubtful or is_ordinary):
            one.chance = 0
    _take_likeliest(ones)
    _take_beside(ones)
    if lexicon is not None:
        _take_in_line(ones, lexicon)
    _take_shown(ones, lexicon)
    return np.array([one.taken for one in ones], dtype=np.bool_)


def _claims_of(some: Iterable[_Weighed]) -> frozenset[int]:
    """The claims that some candidates are in."""
    return frozenset().union(*[one.about.claims for one in some])


def _take_likeliest(ones: Sequence[_Weighed]) -> None:
    """If none is taken, take the most probable one, unless it is improbable."""
    best = max(ones, key=lambda one: one.chance, default=None)
    if best is not None and best.chance >= _IMPROBABLE and not any(one.taken for one in ones):
        best.taken = True


def _take_beside(ones: Sequence[_Weighed]) -> None:
    """Take people, list items and agencies that are named beside an author in the same source."""
    taken = [one for one in ones if one.taken]
    trusted = {one.about.source for one in taken}
    lines = _claims_of(taken)
    of_agencies = _claims_of(one for one in taken if one.is_agency) - _claims_of(
        one for one in ones if not one.is_agency
    )
    for one in ones:
        source, claims = one.about.source, one.about.claims
        if (
            one.chance >= _BESIDE
            and source in trusted
            and (source != _LINE or not lines.isdisjoint(claims))
            and (
                one.is_person
                or (one.about.item and not one.has("is site"))
                or (one.is_agency and claims <= of_agencies)
            )
        ):
            one.taken = True


def _take_in_line(ones: Sequence[_Weighed], lexicon: Lexicon) -> None:
    """Take people who are in one line with an author: of ``By A and B`` often only A has a link.

    The line may also say what A is, so a name of lower-case words is not taken.
    """
    people = [one for one in ones if one.is_person and not one.has_any(("is site", "holds site"))]
    claims = _claims_of(one for one in people if one.taken)
    for one in people:
        if one.chance >= _IN_LINE and not claims.isdisjoint(one.about.claims):
            one.taken = one.taken or not _is_of_words(one.about.name, lexicon, _ORDINARY_LINE)


def _take_shown(ones: Sequence[_Weighed], lexicon: Lexicon | None) -> None:
    """Give up names that the page speaks against: photographers and the like beside authors, organisations where a
    person signs the text, and stated names that no reader sees where a byline shows a person.
    """
    taken = [one for one in ones if one.taken]
    first = taken[:1] if taken and taken[0].has_any(STATED) else []  # the first of a stated list wrote
    wrote = [one for one in taken if one in first or not one.has("credited otherwise")]
    for one in taken if wrote else ():
        one.taken = one in wrote
    instead: list[_Weighed] = []
    if all(one.has_any(("organisation", "is site", "ld organisation")) for one in taken):
        signed = [one for one in ones if one.is_person and one.has("end") and one.has("begins byline")]
        instead = [one for one in signed if not one.about.claims.isdisjoint(signed[0].about.claims)]
    if all(one.has_any(("unseen beside byline", "one word")) and not one.has("ld organisation") for one in taken):
        seen = [one for one in ones if one.has("byline beside unseen") and not one.has("one word")]
        seen = [one for one in seen if lexicon is None or not _is_of_words(one.about.name, lexicon, _ORDINARY_LINE)]
        instead = instead or sorted(seen, key=lambda one: -one.chance)[:1]
    if taken and instead:
        for one in ones:
            one.taken = one in instead


def _is_of_words(name: str, lexicon: Lexicon, most: float) -> bool:
    """Whether a name is made of words that are lower-case elsewhere, but is no whole name (``James Wood``)."""
    is_whole_name = name.count(" ") == 1 and are_names(name)
    return not is_whole_name and lexicon.written_small(without_particles(name)) >= most


def _is_said_of_another(one: _Weighed, lexicon: Lexicon) -> bool:
    """Whether lower-case words only stand behind a name in a byline (``By A, Politics Reporter``)."""
    return (
        one.has("later of source")
        and (not one.has("first of source") or one.has("one word"))
        and one.has("begins byline")
        and not one.has_any(STATED)
        and _is_of_words(one.about.name, lexicon, _ORDINARY)
    )


def _is_place_of_another(one: _Weighed, whole: frozenset[int]) -> bool:
    """Whether a single word only stands behind a whole name in bylines: a place (``By A B, Paris``)."""
    return (
        one.has("later of source")
        and one.has("one word")
        and one.has("begins byline")
        and not one.has_any(_NO_PLACE)
        and one.about.claims <= whole
    )


def _is_ordinary(one: _Weighed, lexicon: Lexicon) -> bool:
    """Whether an unvouched name is made of words that are lower-case elsewhere (``Related Stories``)."""
    if one.has_any(_VOUCHED) or one.about.name.casefold() in PRESS or one.is_agency:
        return False
    is_line = one.has_any(_LINES) and not one.has_any((*_NOT_LINES, "later of source"))
    return lexicon.written_small(without_particles(one.about.name)) >= (_ORDINARY_LINE if is_line else _ORDINARY)
