"""The authors of an article, people and organisations.

Each name on the page that may be an author's is a candidate with its evidence: where it stands, and what it looks like.
A learnt ranking (`broadsheet.lab.train.metadata`) chooses among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from broadsheet import lexicon
from broadsheet.article import Author, Claim
from broadsheet.facts.addresses import absolute
from broadsheet.facts.elements import word_list
from broadsheet.facts.facts import MIN_DISTINCT_CHARS
from broadsheet.facts.texts import fold, for_output, plain
from broadsheet.metadata.authors.sources import (
    MAX_CLAIMS,
    OWN,
    Kind,
    Named,
    first_stated,
    of_bylines,
    of_lines,
    of_links,
)
from broadsheet.metadata.context import Context
from broadsheet.metadata.language import reading_language
from broadsheet.metadata.ranking import Array, Candidate, Ranking, evidence_of
from broadsheet.metadata.stated import own_names, site_name
from broadsheet.metadata.written.beside_names import starts_byline
from broadsheet.metadata.written.bylines import split_names
from broadsheet.metadata.written.name_shapes import (
    AGENCIES,
    EAST_ASIAN,
    PAIR,
    PARTICLES,
    are_names,
    has_family_name,
    is_organisation,
    looks_like_name,
    lowered,
    may_name_somebody,
    plain_letters,
    unaccented,
)

__all__ = ["NAMES", "STATED", "WORD", "Name", "authors", "candidates", "choose", "complete", "lowercase_share"]

_BOXES_BESIDE: Final = word_list(*lexicon.page_words("markup", "beside"))  # boxes beside the article
_CREDIT: Final = lexicon.Matcher(r"(?<!\w){did_other contributed}(?:\s+{by near_names})?\s*[:：]?\s*$", 0)
"""A label of people who did not write the text, in lower case."""
_MAX_CREDIT_CHARS: Final = 40  # characters before a name that are searched for such a label
MAX_PLACES: Final = 8  # occurrences of a name in the text at which it is searched for
_SOURCES: Final = (
    "ld person", "ld organisation", "ld thing", "ld string", "ld creator", "other ld", "marked", "meta", "other meta",
    "label", "rel", "page link", "class", "class name", "line", "bare line", "end",
)  # fmt: skip
"""The sources of names: the columns of `Named`."""
_STATING: Final = _SOURCES[:8]  # the sources that are stated for machines
STATED: Final = ("ld person", "ld organisation", "ld thing", "ld string", "ld creator", "marked", "meta")
"""The sources that state outright who wrote an article."""
_SHOWING: Final = ("rel", "class", "class name")  # sources of links and bylines that the markup names as such
_IN_BYLINE: Final = ("class", "class name", "line", "rel", "page link")  # sources of bylines that readers see
_LINK: Final = "page link"
_UNMARKED: Final = frozenset({"bare line", "end", _LINK})  # the sources that do not say that a text is a name
_MARKED: Final = tuple(name for name in _SOURCES if name not in _UNMARKED)  # the sources that do
_LINE: Final = "text:line"  # source of names that fill a line; two such lines are not a list
_GROUPS: Final = {
    "ld": {*_SOURCES[:5]}, "marked": {"marked"}, "meta": {"meta"}, "rel": {"rel"}, "page link": {"page link"},
    "class": {"class", "class name"}, "line": {"line"},
}  # fmt: skip
"""Groups of sources, each with a column that says whether the page has any of them."""
_STATEMENTS: Final = (_GROUPS["ld"], _GROUPS["marked"], _GROUPS["meta"])
NAMES: Final[tuple[str, ...]] = (
    *_SOURCES,
    *(f"page has {group}" for group in _GROUPS),
    "kinds of source", "first of source", "later of source",
    "like name", "one word", "two words", "three words", "four or more",
    "organisation", "is site", "within site", "holds site",
    "shown near headline", "shown", "in away", "in aside", "in body", "long after body",
    "distance", "begins byline", "text is short", "times in text", "part of another", "holds another",
    "has people", "cjk", "stated person", "people in source",
    "first stated", "list of many", "first of list", "person in list",
    "agency", "only bare person", "no person stated",
    "credited otherwise", "unseen beside byline", "byline beside unseen",
    "doubtful", "lower-case",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}

WORD: Final = re.compile(r"[^\W\d_]{2,}")  # a word whose case is known
_MIN_BEST_PROBABILITY: Final = 0.1  # of the best candidate, to be chosen if none reaches the threshold
_MIN_LIST_PROBABILITY: Final = 0.1  # of a name in one list with an author (swept on held-out sites: 0.07 to 0.25)
_MIN_LINE_PROBABILITY: Final = 0.02  # of a person in one line with an author
_MIN_LOWERCASE_SHARE, _MIN_LOWERCASE_SHARE_OF_LINE = 0.5, 0.3
"""Mean lower-case share of a candidate's words from which it is not a name, if no source says that it is one; and from
which it is not taken from an author's line (swept on held-out sites: 0.35 to 0.7, and 0.2 to 0.4)."""


@dataclass(slots=True, eq=False)
class Name(Candidate):
    """A candidate.

    Attributes:
        text: the name.
        folded: its letters and digits.
        sources: where it stands, the most telling first.
        kind: person or organisation, if the structured data say which.
        url: the author's page.
        item: whether the structured data have an item for this name alone.
        evidence: one number per column, shape (len(NAMES),).
        claims: the numbers of the claims that it is in; the names of one claim are a list.
        chance: its probability while authors are chosen; 0 if it is doubtful and below the threshold.
        taken: whether it is an author.
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    text: str
    folded: str
    sources: list[str]
    kind: Kind | None = None
    url: str | None = None
    item: bool = False
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))
    claims: set[int] = field(default_factory=set)
    chance: float = 0.0
    taken: bool = False

    @property
    def is_person(self) -> bool:
        """Whether the name looks like a person's, and is neither an organisation's nor the site's."""
        return self.evidence[_AT["like name"]] == 1 and not self.has_any(("organisation", "is site"))


def authors(context: Context, ranking: Ranking) -> tuple[tuple[Author, ...], str | None, tuple[Claim, ...]]:
    """The authors, the source of the first, and the other names: the most probable first or, where the page agrees on
    its authors, in the order found.

    Args:
        context: the page.
        ranking: the learnt choice.
    """
    found = candidates(context, agreed=True)
    if not found:
        return (), None, ()
    order, taken = found, [one for one in found if one.taken]
    if not taken:
        probability = ranking.probability(complete(found, ranking.lexicon))
        order = [found[at] for at in np.argsort(-probability, kind="stable").tolist()]
        taken = choose(found, probability, ranking.threshold)
    people = tuple(Author(for_output(one.text), _kind_of(one), one.url) for one in taken)
    claims = tuple(Claim(one.text, one.sources[0]) for one in order if one not in taken)
    return people, taken[0].sources[0] if taken else None, claims


def _kind_of(one: Name) -> Kind:
    """Whether a name is a person's or an organisation's: by its words, then by the structured data."""
    first, _, last = one.text.partition(" ")
    is_person = one.kind != "organisation" and one.evidence[_AT["like name"]] == 1
    # Some sites are named after people.
    is_whole = is_person and last and len(first) > PAIR and are_names(first if one.kind else one.text)
    is_organised = is_organisation(one.text) or (one.has("is site") and not is_whole)
    return "organisation" if is_organised else one.kind or "person"


# Candidates.


def candidates(context: Context, *, agreed: bool = False) -> list[Name]:
    """The names on a page that may be its authors', in the order of the sources, with their evidence.

    Args:
        context: the page.
        agreed: where the page agrees on its authors (`_agreed`), take them, and gather no evidence.
    """
    found: dict[str, Name] = {}
    has: set[str] = set()
    doubtful: list[Name] = []
    rows: list[tuple[Name, int, str]] = []
    language = context.once(reading_language)
    claims = islice(chain(context.once(first_stated), _shown(context, found, agreed=agreed)), MAX_CLAIMS)
    for number, (text, source, column, kind, url, row) in enumerate(claims):
        listed = [name for one in split_names(text, language, is_person=kind == "person") if fold(name := plain(one))]
        if not listed and kind is not None and is_organisation(text):
            listed = [text]
        if listed:
            has.add(column)
        address = absolute(url, context.base) if url and not url.startswith("#") else None
        for at, name in enumerate(listed):
            one = _candidate(found, name)
            if column in _UNMARKED and not one.sources:
                is_known = name.casefold() in AGENCIES or may_name_somebody(name, language)
                is_of_menu = row < context.headline_row and context.is_in_link(row)
                if not is_known or (has_family_name(name) is False if column == _LINK else is_of_menu):
                    doubtful.append(one)
            if source not in one.sources:
                one.sources.append(source)
            one.kind = one.kind or kind
            one.url = one.url or (None if at else address)
            one.claims.add(number)
            one.mark_all({column: 1, "later of source" if at else "first of source": 1})
            one.item = one.item or (len(listed) == 1 and column in OWN)
            if row >= 0:
                rows.append((one, row, text))
    names = list(found.values())
    if agreed and (people := _agreed(context, names)):
        for one in people:
            one.taken = True
        return names
    for one in doubtful:
        one.mark_all({"doubtful": not one.has_any(_MARKED)})
    for one, row, text in rows:
        _describe_row(context, one, row, text)
    _describe_alone(context, names, has)
    _describe_among(context, names)
    return names


def _agreed(context: Context, names: Iterable[Name]) -> list[Name]:
    """The people on whom a page agrees: all that it states outright, if each is stated in two of JSON-LD, microdata and
    ``meta``, or if bylines and links show exactly these. The ranking would choose them too.
    """
    stated, own = [one for one in names if one.has_any(STATED)], context.once(own_names)
    for one in stated:
        if one.folded in own or looks_like_name(one.text) != 1 or is_organisation(one.text):
            return []
    if all(sum(map(one.has_any, _STATEMENTS)) > 1 and not one.text.isupper() for one in stated):
        return stated
    return stated if stated == [one for one in names if one.has_any(_SHOWING)] else []


def _shown(context: Context, found: Mapping[str, Name], *, agreed: bool) -> Iterator[Named]:
    """Yield the shown names. Where statements agree, only links are read, for the addresses of authors. Where links and
    bylines name all people in the structured data, and no link names another person, lines are not read.
    """
    if agreed and (known := _agreed(context, found.values())):
        yield from of_links(context) if not all(one.url for one in known) else ()
        return
    stated = [one for one in found.values() if one.kind != "organisation" and one.has_any(STATED) and " " in one.text]
    people = {one.folded for one in stated if looks_like_name(one.text) == 1 and not is_organisation(one.text)}
    people -= context.once(own_names)
    left, has_others = set(people), False
    for one in chain(of_links(context), of_bylines(context)):
        folded = fold(one.text) if people else ""
        named = {name for name in people if name in folded}
        left -= named
        has_others |= one.column == "rel" and not named
        yield one
    if left or not people or has_others:
        yield from of_lines(context)


def _candidate(found: dict[str, Name], name: str) -> Name:
    """The candidate of a name, in the better of its spellings: some systems drop accents or write capitals only."""
    folded = fold(name)
    key = unaccented(folded)
    one = found.get(key) or found.setdefault(key, Name(name, folded, []))
    is_better = (one.text.isupper() and not name.isupper()) or (one.text.islower() and not name.islower())
    if is_better or (one.text.isascii() and one.folded != folded):
        one.text, one.folded = name, folded
    return one


def _describe_row(context: Context, one: Name, row: int, text: str) -> None:
    """Evidence of where a name is shown. Several places add up; the distance is that of the nearest."""
    place = context.segment_of[row]
    before, after = context.first - place, place - context.last
    one.mark_all(
        {
            "shown": 1,
            "shown near headline": -3 <= before <= 12,
            "distance": 1 / (1 + abs(before)),
            "in body": context.is_in_body(row),
            "long after body": after > 8,
            "in aside": context.is_aside(row),
            "in away": not context.named(_BOXES_BESIDE).isdisjoint(context.chain(row, 6)),
            "begins byline": starts_byline(text),
            "text is short": len(text) <= len(one.text) + 12,
        }
    )


def _describe_alone(context: Context, names: list[Name], has: set[str]) -> None:
    """Evidence from a name itself, from the site's names, and from the kinds of sources that the page has."""
    of_page = dict.fromkeys([f"page has {group}" for group, sources in _GROUPS.items() if sources & has], 1.0)
    shown = fold(site[0].value) if (site := context.once(site_name)) else ""
    sites = (*context.long_site_names, *([shown] if len(shown) >= MIN_DISTINCT_CHARS else []))
    for one in names:
        size, is_organised = len(one.text.split()), is_organisation(one.text)
        is_site = one.folded in context.site_names or one.folded == shown
        one.mark_all(of_page)
        one.mark_all(
            {
                "kinds of source": sum([value > 0 for value in one.evidence[: len(_SOURCES)]]) / 5,
                "like name": looks_like_name(one.text),
                "one word": size == 1,
                "two words": size == 2,
                "three words": size == 3,
                "four or more": size > 3,
                "cjk": EAST_ASIAN.search(one.text) is not None,
                "organisation": is_organised,
                "agency": is_organised and not is_site,
                "is site": is_site,
                "within site": len(one.folded) >= MIN_DISTINCT_CHARS and any(one.folded in name for name in sites),
                "holds site": any(name in one.folded for name in sites),
                "times in text": min(4, context.page.text.count(one.text)) / 4,
            }
        )


def _describe_among(context: Context, names: list[Name]) -> None:
    """Evidence from comparing each name with the others that are stated and shown."""
    people = {one for one in names if one.is_person}
    stated = {one for one in people if one.has_any(_STATING)}
    bare = [one for one in names if one in people and one.has("bare line")]
    first = next((source for source in _STATING if any(one.has(source) for one in names)), _SOURCES[0])
    credited, unseen, seen = _shown_otherwise(context, names, people)
    for one in names:
        others = [other.folded for other in names if other is not one]
        listed = [other for other in names if one.sources[0] in other.sources]
        one.mark_all(
            {
                "part of another": len(one.folded) > 2 and any(one.folded in other for other in others),
                "holds another": any(other in one.folded for other in others if len(other) > 3),
                "has people": len(people) > (one in people),
                "first stated": one.has(first),
                "stated person": one in stated,
                "people in source": bool(stated) and one not in people,
                "no person stated": one in people and not stated,
                "only bare person": bare == [one],
                "list of many": min(len(listed) - 1, 4) / 4,
                "first of list": one is listed[0],
                "person in list": any(other in people for other in listed if other is not one),
                "credited otherwise": one in credited,
                "unseen beside byline": one in unseen and bool(seen - {one}),
                "byline beside unseen": one in seen and bool(unseen) and not one.has_any(STATED),
            }
        )


def _shown_otherwise(context: Context, names: list[Name], people: set[Name]) -> tuple[set[Name], set[Name], set[Name]]:
    """The names shown after a label of other work; the stated names that are not shown, or only so; and other people
    in bylines.
    """
    text = "\n".join(context.texts)
    credited = {one for one in names if not one.has("begins byline") and _is_credited_otherwise(text, one.text)}
    stated = [one for one in names if one.has_any(STATED) and not one.has("cjk")]
    unseen = {one for one in stated if one in credited or not one.has_any(("shown", "times in text"))}
    words = {word for one in unseen for word in plain_letters(one.text).split()}
    near = [one for one in people if one.has("shown near headline") and one.has_any(_IN_BYLINE)]
    seen = {one for one in near if not one.has("in away") and words.isdisjoint(plain_letters(one.text).split())}
    return credited, unseen, seen


def _is_credited_otherwise(text: str, name: str) -> bool:
    """Whether a name stands in a text after a label of photographers, editors or contributors."""
    at = -1
    for _ in range(MAX_PLACES):
        if (at := text.find(name, at + 1)) < 0:
            break
        if _CREDIT.search(lowered(text[max(0, at - _MAX_CREDIT_CHARS) : at])):
            return True
    return False


# The choice.


def complete(names: Sequence[Name], lexicon: Mapping[str, float] | None) -> Array:
    """The evidence of candidates, with the lower-case shares of their words, if known; shape (n, len(NAMES))."""
    for one in names:
        one.evidence[_AT["lower-case"]] = lowercase_share(one.text, lexicon) if lexicon is not None else 0.0
    return evidence_of(names)


def choose(names: Sequence[Name], probability: NDArray[np.float64], threshold: float) -> list[Name]:
    """Choose the authors.

    These are the names above the threshold or, if there are none, the most probable one, unless it is improbable. A
    name beside an author needs less: lists are rarely half right.

    Args:
        names: the candidates.
        probability: of each name by itself (`Ranking.probability`), shape (n,).
        threshold: the lowest probability of an author.
    """
    for one, chance in zip(names, probability.tolist(), strict=True):
        one.taken = chance >= threshold
        one.chance = chance if one.taken or not _is_doubtful(one) else 0
    best = max(names, key=lambda one: one.chance, default=None)
    if best is not None and best.chance >= _MIN_BEST_PROBABILITY and not any(one.taken for one in names):
        best.taken = True
    _take_beside(names)
    _take_shown(names)
    return [one for one in names if one.taken]


def _is_doubtful(one: Name) -> bool:
    """Whether neither the source nor the words of a candidate say that it is a name (``Related Stories``)."""
    is_ordinary = one.evidence[_AT["lower-case"]] >= _MIN_LOWERCASE_SHARE and one.text.casefold() not in AGENCIES
    return one.has("doubtful") or (is_ordinary and not one.has_any(_MARKED))


def _take_beside(names: Sequence[Name]) -> None:
    """Take people and list items that are named beside an author in the same source, or in one line: in ``By A and B``
    often only A has a link. The line may also give A's role, so a name of lower-case words is not taken from it.
    """
    taken = [one for one in names if one.taken]
    trusted = {one.sources[0] for one in taken} - {_LINE}
    of_agencies = all(one.text.casefold() in AGENCIES for one in taken)
    claims = frozenset().union(*[one.claims for one in taken if one.is_person])
    for one in names:
        is_agency = of_agencies and one.text.casefold() in AGENCIES
        is_item = one.is_person or is_agency or (one.item and not one.has("is site"))
        is_in_line = one.is_person and not one.has("holds site") and not claims.isdisjoint(one.claims)
        if (one.chance >= _MIN_LIST_PROBABILITY and is_item and one.sources[0] in trusted) or (
            one.chance >= _MIN_LINE_PROBABILITY and is_in_line and not _is_of_words(one)
        ):
            one.taken = True


def _take_shown(names: Sequence[Name]) -> None:
    """Drop photographers and the like beside authors, and organisations where a person signs the text."""
    taken = [one for one in names if one.taken]
    first = taken[:1] if taken and taken[0].has_any(STATED) else []  # the first of a stated list wrote
    instead = [one for one in taken if one in first or not one.has("credited otherwise")]
    if taken and all(one.has_any(("organisation", "is site", "ld organisation")) for one in taken):
        instead = [one for one in names if one.is_person and one.has("end") and one.has("begins byline")] or instead
    for one in names if instead else ():
        one.taken = one in instead


def _is_of_words(one: Name) -> bool:
    """Whether a name is made of words that are lower-case elsewhere, and is not a full name (like ``James Wood``)."""
    is_whole_name = one.text.count(" ") == 1 and are_names(one.text)
    return not is_whole_name and one.evidence[_AT["lower-case"]] >= _MIN_LOWERCASE_SHARE_OF_LINE


def lowercase_share(name: str, lexicon: Mapping[str, float]) -> float:
    """The mean lower-case share of a name's words without particles; unknown words count as never lower-case."""
    words = [word for word in WORD.findall(name.casefold()) if word not in PARTICLES]
    return sum([lexicon.get(word, 0.0) for word in words]) / len(words) if words else 0.0
