"""Who wrote an article: people and organisations, one name each.

Sources are those of `broadsheet.metadata.authors.claims`, in that order. They disagree, so each name is a candidate
(`broadsheet.metadata.authors.candidates`), and what names are taken is learnt (`broadsheet.train.metadata`).
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
from broadsheet.metadata.authors.credits import credited
from broadsheet.metadata.ranking import Candidate, Ranking, evidence_of
from broadsheet.metadata.word_case import Lexicon
from broadsheet.metadata.written.name_shapes import without_inner_particles, without_particles
from broadsheet.metadata.written.organisations import AGENCIES, PRESS
from broadsheet.metadata.written.people import are_names, is_vietnamese
from broadsheet.metadata.written.short_forms import spelt_out

__all__ = ["About", "about", "authors", "choose"]

_IMPROBABLE: Final = 0.1
"""Under this probability even the best candidate is not taken."""
_BESIDE: Final = 0.1
"""Probability from which a person is taken who is named beside an author, and whoever structured data list beside one
(swept on sites left out: 0.07 to 0.25)."""
_IN_LINE: Final = 0.02
"""Probability from which a person is taken whom one line names together with an author."""
_ORDINARY, _ORDINARY_LINE = 0.5, 0.3
"""The mean share of a name's words that are written small elsewhere from which it is taken for no name, and that of a
line that nothing marks (swept on sites left out: 0.35 to 0.7, and 0.2 to 0.4)."""
_LINES: Final = ("bare line", "end")
_NOT_LINES: Final = tuple(name for name in SOURCES if name not in _LINES)
_MARKED: Final = tuple(name for name in SOURCES if name not in UNMARKED)
_LINE: Final = "text:line"
"""The source of names that are all of a line: two such lines are no list."""
_VOUCHED: Final = (*STATED, "begins byline")
"""What speaks for a name, whatever its words are."""
_NO_PLACE: Final = ("first of source", "organisation", "all capitals", "no capitals", "cjk", "is site", *STATED)
"""What speaks against one word being the name of a place."""


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
        # The headline is nobody.
        probability = ranking.probability(evidence) * np.array([one.elsewhere for one in found])
        chosen = choose(probability, evidence, [about(one) for one in found], ranking.threshold, ranking.lexicon)
        order = np.argsort(-probability, kind="stable").tolist()
        taken = [one for one, yes in zip(found, chosen.tolist(), strict=True) if yes]
        taken = credited(context, taken, found, probability.tolist(), ranking.lexicon)
        left = [found[at] for at in order if found[at] not in taken]
    people = tuple(Author(given(_spelt(one)), kind_of(one), one.url) for one in taken)
    claims = tuple(Claim(one.text, one.sources[0]) for one in left)
    return people, taken[0].sources[0] if taken else None, claims


def _spelt(one: Name) -> str:
    """A name as it is given: an account that is stated and is a name, as that."""
    return spelt_out(one.text) if one.has_any(STATED) else one.text


class About(NamedTuple):
    """What the choice must know of a candidate besides its evidence.

    Attributes:
        name: the name.
        folded: its letters and digits.
        source: its first source.
        item: whether the structured data have an item for this name alone.
        claims: the numbers of the claims that it is in; names that are in one are one list.
        doubt: why a line that is nothing but this may be nobody's.
    """

    name: str
    folded: str
    source: str
    item: bool = False
    claims: frozenset[int] = frozenset()
    doubt: Doubt | None = None


def about(one: Name) -> About:
    """What the choice must know of a candidate."""
    return About(one.text, one.folded, one.sources[0], one.item, frozenset(one.claims), one.doubt)


@dataclass(slots=True, eq=False)
class _Weighed(Candidate):
    """A candidate while it is chosen.

    Attributes:
        about: the candidate.
        evidence: one number a column.
        chance: how probable it is; 0 if something speaks against it.
        taken: whether it is taken.
    """

    columns: ClassVar[Mapping[str, int]] = AT
    about: About
    evidence: list[float]
    chance: float
    taken: bool = False


def choose(
    probability: NDArray[np.float64],
    evidence: NDArray[np.float32],
    names: Sequence[About],
    threshold: float,
    lexicon: Lexicon | None,
) -> NDArray[np.bool_]:
    """Which names are taken, shape (n,).

    Those that are probable enough; else the most probable one, if it is not improbable. Who is named beside an author,
    in the same source, needs less: a list of people is rarely half right, nor is one of agencies.

    What is only shown, and is made of words that are written small elsewhere (``Related Stories``), must be probable
    enough by itself. On sites left out, of the pages for which a corpus has no authors 2 to 17 % get such a line for
    one then, where 22 to 54 % did (five corpora); F1 of authors is as without it on news, +0.012 on `trafilatura`,
    -0.006 on `wcxb`.

    A line that is nothing but a name, and that no byline introduces, is nobody's where no word of it is known as a name
    and it is in the headline; and where it is not probable by itself, wherever no word of it is known (this is asked of
    links to what may be authors' pages, too), or it is a link above the headline
    (`broadsheet.metadata.authors.candidates.Doubt`). Of 240 pages of many kinds that were read, 37 had a name for an
    author that was none; 16 have with this, and of the authors of 1,046 pages, sites left out, one is lost.

    Args:
        probability: of each name by itself (`Ranking.probability`), shape (n,).
        evidence: shape (n, columns).
        names: the candidates.
        threshold: the probability from which a name is taken.
        lexicon: how words are written elsewhere, if it is known.
    """
    ones = [_Weighed(*one) for one in zip(names, evidence.tolist(), probability.tolist(), strict=True)]
    of_whole = _claims_of(one for one in ones if _is_first_of_two_words(one))
    for one in ones:
        if _is_nobody(one, of_whole, lexicon):
            one.chance = 0
        one.taken = one.chance >= threshold
        if not one.taken and _is_doubtful(one, lexicon):
            one.chance = 0
    _take_likeliest(ones)
    _take_beside(ones)
    if lexicon is not None:
        _take_in_line(ones, lexicon)
    return np.array([one.taken for one in ones], dtype=np.bool_)


def _claims_of(some: Iterable[_Weighed]) -> frozenset[int]:
    """The claims that some candidates are in."""
    return frozenset().union(*[one.about.claims for one in some])


def _is_nobody(one: _Weighed, whole: frozenset[int], lexicon: Lexicon | None) -> bool:
    """Whether something is nobody's name, however probable it is: words of the headline, a place, what somebody is.

    Args:
        one: the candidate.
        whole: the claims that begin with a whole name.
        lexicon: how words are written elsewhere, if it is known.
    """
    return (
        (one.about.doubt == "headline" and _is_unmarked(one))
        or _is_place_of_another(one, whole)
        or (lexicon is not None and (_is_said_of_another(one, lexicon) or _is_doubtful_line(one, lexicon)))
    )


def _is_doubtful_line(one: _Weighed, lexicon: Lexicon) -> bool:
    """Whether something is only shown, made of ordinary words, and a line that something speaks against."""
    return one.about.doubt is not None and _is_unmarked(one) and _is_ordinary(one, lexicon)


def _is_doubtful(one: _Weighed, lexicon: Lexicon | None) -> bool:
    """Whether something is nobody's name if it is not probable by itself."""
    return (one.about.doubt is not None and _is_unmarked(one)) or (lexicon is not None and _is_ordinary(one, lexicon))


def _take_likeliest(ones: Sequence[_Weighed]) -> None:
    """Where none is taken, take the most probable one, if it is not improbable."""
    best = max(ones, key=lambda one: one.chance, default=None)
    if best is not None and best.chance >= _IMPROBABLE and not any(one.taken for one in ones):
        best.taken = True


def _take_beside(ones: Sequence[_Weighed]) -> None:
    """Take whoever is named beside those who are taken, in the same source: people, items of a list, and agencies."""
    taken = [one for one in ones if one.taken]
    trusted = {one.about.source for one in taken}
    lines, of_agencies = _claims_of(taken), _claims_of_agencies(ones)
    for one in ones:
        source, claims = one.about.source, one.about.claims
        if (
            one.chance >= _BESIDE
            and source in trusted
            and (source != _LINE or not lines.isdisjoint(claims))
            and (_is_person(one) or _is_item(one) or (_is_agency(one) and claims <= of_agencies))
        ):
            one.taken = True


def _take_in_line(ones: Sequence[_Weighed], lexicon: Lexicon) -> None:
    """Take people whom one line names together with somebody who is taken: of ``By A and B`` often only A has a link.
    What is said of A stands in that line as well, so words that are written small elsewhere are nobody.
    """
    people = [one for one in ones if _is_person(one) and not one.has("is site") and not one.has("holds site")]
    chosen = [one for one in people if one.taken]
    known, claims = [one.about.folded for one in chosen], _claims_of(chosen)
    for one in people:
        name, folded = one.about.name, one.about.folded
        if (
            one.chance >= _IN_LINE
            and not claims.isdisjoint(one.about.claims)
            and (lexicon.written_small(without_particles(name)) < _ORDINARY_LINE or _is_of_two_names(name))
            and not any(folded in other or other in folded for other in known)
        ):
            one.taken = True


def _claims_of_agencies(ones: Sequence[_Weighed]) -> frozenset[int]:
    """The claims of which agencies alone are taken: one that stands with them is named as they are (``dpa/AFP``)."""
    taken = _claims_of(one for one in ones if one.taken and _is_agency(one))
    return taken - _claims_of(one for one in ones if not _is_agency(one))


def _is_agency(one: _Weighed) -> bool:
    """Whether a name is an agency's, in one word."""
    return one.about.name.casefold() in AGENCIES


def _is_person(one: _Weighed) -> bool:
    """Whether a name is written as people's are, and is no organisation's."""
    return one.evidence[AT["like name"]] == 1 and not one.has("organisation")


def _is_item(one: _Weighed) -> bool:
    """Whether the structured data have an item for a name alone that is not the site's."""
    return one.about.item and not one.has("is site")


def _is_unmarked(one: _Weighed) -> bool:
    """Whether nothing says that something is a name."""
    return one.has_any(UNMARKED) and not one.has_any(_MARKED)


def _is_said_of_another(one: _Weighed, lexicon: Lexicon) -> bool:
    """Whether something only stands behind a name in a byline, in words that are written small elsewhere (``By A,
    Politics Reporter``); one word may stand elsewhere by itself as well.
    """
    return (
        one.has("later of source")
        and (not one.has("first of source") or one.has("one word"))
        and one.has("begins byline")
        and not one.has_any(STATED)
        and lexicon.written_small(without_particles(one.about.name)) >= _ORDINARY
        and not _is_of_two_names(one.about.name)
    )


def _is_of_two_names(name: str) -> bool:
    """Whether a name is two words that are known as names, which may be other words as well (``James Wood``)."""
    return name.count(" ") == 1 and are_names(name)


def _is_first_of_two_words(one: _Weighed) -> bool:
    """Whether a name of several words stands at the beginning of a byline."""
    return one.has("first of source") and one.evidence[AT["like name"]] == 1 and not one.has("one word")


def _is_place_of_another(one: _Weighed, whole: frozenset[int]) -> bool:
    """Whether something is one word that only stands behind a whole name in bylines: where its bearer is (``By A B,
    Paris``), since people are named alike there. Agencies stand there as well.
    """
    return (
        one.has("later of source")
        and one.has("one word")
        and one.has("begins byline")
        and not one.has_any(_NO_PLACE)
        and one.about.claims <= whole
    )


def _is_ordinary(one: _Weighed, lexicon: Lexicon) -> bool:
    """Whether nothing states a name, no word of bylines introduces it, it is neither an agency's nor a Vietnamese one,
    and its words are no names elsewhere; behind another in a line of its own it may have a word more.
    """
    name = one.about.name
    if one.has_any(_VOUCHED) or name.casefold() in PRESS or _is_agency(one) or is_vietnamese(name):
        return False
    is_line = one.has_any(_LINES) and not one.has_any(_NOT_LINES)
    is_behind = one.has("bare line") and one.has("later of source") and not one.has("first of source")
    most = _ORDINARY_LINE if is_line and not is_behind else _ORDINARY
    return lexicon.written_small(without_inner_particles(name)) >= most
