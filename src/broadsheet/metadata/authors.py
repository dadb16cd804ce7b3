"""Who wrote an article: people and organisations, one name each.

Sources are those of `broadsheet.metadata.author_claims`, in that order. They disagree, so each name is a candidate
(`broadsheet.metadata.writers`), and what names are taken is learnt (`broadsheet.train.metadata`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.provenance import Author, Claim
from broadsheet.metadata.author_corrections import corrected
from broadsheet.metadata.context import Context
from broadsheet.metadata.lexicon import Lexicon
from broadsheet.metadata.ranking import Ranking, evidence_of
from broadsheet.metadata.structured import given
from broadsheet.metadata.writers import AT, SOURCES, STATED, UNMARKED, Doubt, Name, candidates, kind_of
from broadsheet.metadata.written.names import without_inner_particles, without_particles
from broadsheet.metadata.written.organisations import AGENCIES
from broadsheet.metadata.written.people import are_names

__all__ = ["About", "about", "authors", "choose"]

_IMPROBABLE: Final = 0.1
"""Under this probability even the best candidate is not taken."""
_BESIDE: Final = 0.1
"""Probability from which a person is taken who is named beside an author, and whoever structured data list beside one
(swept on sites left out: 0.07 to 0.25)."""
_IN_LINE: Final = 0.02
"""Probability from which a person is taken whom one line names together with an author."""
_ITEM: Final = 1.75
"""What the probability of a name is taken times where the structured data have an item for it and no name is probable
(swept on sites left out, 1 to 2.5: from 1.75 on a page of `fundus` is right and one of `trafilatura` wrong, which is
0.001 more on the mean of five corpora)."""
_ORDINARY, _ORDINARY_LINE = 0.5, 0.3
"""The mean share of a name's words that are written small elsewhere from which it is taken for no name, and that of a
line that nothing marks (swept on sites left out: 0.35 to 0.7, and 0.2 to 0.4)."""
_LINES: Final = [AT[name] for name in ("bare line", "end")]
_NOT_LINES: Final = [AT[name] for name in SOURCES if AT[name] not in _LINES]
_UNMARKED: Final = [AT[name] for name in UNMARKED]
_MARKED: Final = [AT[name] for name in SOURCES if name not in UNMARKED]
_LINE: Final = "text:line"
"""The source of names that are all of a line: two such lines are no list."""
_OF_PAPER: Final = [AT[name] for name in ("is site", "holds site")]
_VOUCHED: Final = [*STATED, AT["begins byline"]]
"""What speaks for a name, whatever its words are."""


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
        taken = corrected(context, taken, found, probability.tolist(), ranking.lexicon)
        left = [found[at] for at in order if found[at] not in taken]
    people = tuple(Author(given(one.text), kind_of(one), one.url) for one in taken)
    claims = tuple(Claim(one.text, one.sources[0]) for one in left)
    return people, taken[0].sources[0] if taken else None, claims


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


def choose(
    probability: NDArray[np.float64],
    evidence: NDArray[np.float32],
    names: Sequence[About],
    threshold: float,
    lexicon: Lexicon | None,
) -> NDArray[np.bool_]:
    """Which names are taken, shape (n,).

    Those that are probable enough; else the most probable one, if it is not improbable, where one that the structured
    data have an item for, and that is not the site, counts for a little more. Who is named beside an author, in the
    same source, needs less: a list of people is rarely half right, nor is one of agencies. Of two forms of one name the
    more probable is taken.

    What is only shown, and is made of words that are written small elsewhere (``Related Stories``), must be probable
    enough by itself. On sites left out, of the pages for which a corpus has no authors 2 to 17 % get such a line for
    one then, where 22 to 54 % did (five corpora); F1 of authors is as without it on news, +0.012 on `trafilatura`,
    -0.006 on `wcxb`.

    A line that is nothing but a name, and that no byline introduces, is nobody's where no word of it is known as a name
    and it is in the headline; and where it is not probable by itself, wherever no word of it is known (this is asked of
    links to what may be authors' pages, too), or it is a link above the headline (`broadsheet.metadata.writers.Doubt`).
    Of 240 pages of many kinds that were read, 37 had a name for an author that was none; 16 have with this, and of the
    authors of 1,046 pages, sites left out, one is lost.

    Args:
        probability: of each name by itself (`Ranking.probability`), shape (n,).
        evidence: shape (n, columns).
        names: the candidates.
        threshold: the probability from which a name is taken.
        lexicon: how words are written elsewhere, if it is known.
    """
    rows: list[list[float]] = evidence.tolist()
    chances: list[float] = probability.tolist()
    unmarked = [any(row[at] for at in _UNMARKED) and not any(row[at] for at in _MARKED) for row in rows]
    chances = [
        0 if line and one.doubt == "headline" else chance
        for chance, line, one in zip(chances, unmarked, names, strict=True)
    ]
    whole = [one.claims for row, one in zip(rows, names, strict=True) if _is_first_of_two_words(row)]
    of_whole = frozenset().union(*whole)
    chances = [
        0 if _is_place_of_another(row, one, of_whole) else chance
        for chance, row, one in zip(chances, rows, names, strict=True)
    ]
    if lexicon is not None:
        chances = [
            0 if _is_said_of_another(row, one, lexicon) else chance
            for chance, row, one in zip(chances, rows, names, strict=True)
        ]
    taken = [chance >= threshold for chance in chances]
    chances = [
        0 if line and not yes and one.doubt is not None else chance
        for chance, line, yes, one in zip(chances, unmarked, taken, names, strict=True)
    ]
    if lexicon is not None:
        chances = [
            0 if not yes and _is_ordinary(row, one, lexicon) else chance
            for chance, yes, row, one in zip(chances, taken, rows, names, strict=True)
        ]
    weighed = [
        chance * (_ITEM if one.item and not row[AT["is site"]] else 1)
        for chance, row, one in zip(chances, rows, names, strict=True)
    ]
    if not any(taken) and max(weighed, default=0) >= _IMPROBABLE:
        taken[weighed.index(max(weighed))] = True
    trusted = {one.source for one, yes in zip(names, taken, strict=True) if yes}
    is_person = [row[AT["like name"]] == 1 and not row[AT["organisation"]] for row in rows]
    lines = frozenset().union(*[one.claims for one, yes in zip(names, taken, strict=True) if yes])
    of_agencies = _claims_of_agencies(taken, names)
    taken = [
        yes
        or (
            chance >= _BESIDE
            and (person or (one.item and not row[AT["is site"]]) or (_is_agency(one) and one.claims <= of_agencies))
            and one.source in trusted
            and (one.source != _LINE or not lines.isdisjoint(one.claims))
        )
        for yes, chance, person, row, one in zip(taken, chances, is_person, rows, names, strict=True)
    ]
    if lexicon is not None:
        people = [person and not any(row[at] for at in _OF_PAPER) for person, row in zip(is_person, rows, strict=True)]
        for at in _in_line(taken, chances, people, names, lexicon):
            taken[at] = True
    for at in _numbers(taken):
        name = names[at].folded
        for other in _numbers(taken):
            if other != at and name in names[other].folded:
                taken[at if chances[other] >= chances[at] else other] = False
    return np.array(taken, dtype=np.bool_)


def _claims_of_agencies(taken: Sequence[bool], names: Sequence[About]) -> frozenset[int]:
    """The claims of which agencies alone are taken: one that stands with them is named as they are (``dpa/AFP``)."""
    agencies = frozenset().union(
        *[one.claims for one, yes in zip(names, taken, strict=True) if yes and _is_agency(one)]
    )
    others = frozenset().union(*[one.claims for one in names if not _is_agency(one)])
    return agencies - others


def _is_agency(one: About) -> bool:
    """Whether a name is an agency's, in one word."""
    return one.name.casefold() in AGENCIES


def _numbers(taken: Sequence[bool]) -> list[int]:
    """The numbers of those that are taken."""
    return [at for at, yes in enumerate(taken) if yes]


def _is_said_of_another(row: Sequence[float], one: About, lexicon: Lexicon) -> bool:
    """Whether something only stands behind a name in a byline, in words that are written small elsewhere (``By A,
    Politics Reporter``); one word may stand elsewhere by itself as well.
    """
    return (
        row[AT["later of source"]] > 0
        and (not row[AT["first of source"]] or row[AT["one word"]] > 0)
        and row[AT["begins byline"]] > 0
        and not any(row[at] for at in STATED)
        and lexicon.written_small(without_particles(one.name)) >= _ORDINARY
        and not _is_of_two_names(one.name)
    )


def _is_of_two_names(name: str) -> bool:
    """Whether a name is two words that are known as names, which may be other words as well (``James Wood``)."""
    return name.count(" ") == 1 and are_names(name)


def _is_first_of_two_words(row: Sequence[float]) -> bool:
    """Whether a name of several words stands at the beginning of a byline."""
    return row[AT["first of source"]] > 0 and row[AT["like name"]] == 1 and not row[AT["one word"]]


def _is_place_of_another(row: Sequence[float], one: About, whole: frozenset[int]) -> bool:
    """Whether something is one word that only stands behind a whole name in bylines: where its bearer is (``By A B,
    Paris``), since people are named alike there. Agencies stand there as well.
    """
    return (
        row[AT["later of source"]] > 0
        and row[AT["one word"]] > 0
        and row[AT["begins byline"]] > 0
        and not row[AT["first of source"]]
        and not any(row[AT[name]] for name in ("organisation", "all capitals", "no capitals", "cjk", "is site"))
        and not any(row[at] for at in STATED)
        and one.claims <= whole
    )


def _in_line(
    taken: Sequence[bool], chances: Sequence[float], people: Sequence[bool], names: Sequence[About], lexicon: Lexicon
) -> list[int]:
    """The numbers of people whom one line names together with somebody who is taken: of ``By A and B`` often only A
    has a link. What is said of A stands in that line as well, so words that are written small elsewhere are nobody.
    """
    chosen = [one for one, yes, person in zip(names, taken, people, strict=True) if yes and person]
    claims = frozenset().union(*[one.claims for one in chosen])
    return [
        at
        for at, one in enumerate(names)
        if people[at]
        and not taken[at]
        and chances[at] >= _IN_LINE
        and not claims.isdisjoint(one.claims)
        and (lexicon.written_small(without_particles(one.name)) < _ORDINARY_LINE or _is_of_two_names(one.name))
        and not any(one.folded in other.folded or other.folded in one.folded for other in chosen)
    ]


def _is_ordinary(row: Sequence[float], one: About, lexicon: Lexicon) -> bool:
    """Whether nothing states a name, no word of bylines introduces it, and its words are no names elsewhere; behind
    another in a line of its own it may have a word more.
    """
    if any(row[at] for at in _VOUCHED):
        return False
    is_line = any(row[at] for at in _LINES) and not any(row[at] for at in _NOT_LINES)
    is_behind = row[AT["bare line"]] > 0 and row[AT["later of source"]] > 0 and not row[AT["first of source"]]
    return lexicon.written_small(without_inner_particles(one.name)) >= (
        _ORDINARY_LINE if is_line and not is_behind else _ORDINARY
    )
