"""Candidates for the authors of an article, one name each, with the evidence: where it stands, and what it looks like.

It must not choose between the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, islice
from typing import ClassVar, Final

from broadsheet import lexicon
from broadsheet.facts.addresses import absolute
from broadsheet.facts.elements import word_list
from broadsheet.facts.facts import TELLING
from broadsheet.facts.texts import fold, plain
from broadsheet.metadata.authors.elements import of_bylines, of_links
from broadsheet.metadata.authors.lines import of_lines
from broadsheet.metadata.authors.stated import (
    MOST_CLAIMS,
    OWN,
    Kind,
    Named,
    first_stated,
    is_of_others_than,
    stated_people,
)
from broadsheet.metadata.context import Context
from broadsheet.metadata.language import tongue
from broadsheet.metadata.ranking import Candidate
from broadsheet.metadata.site import site_name
from broadsheet.metadata.written.east_asian import EAST_ASIAN
from broadsheet.metadata.written.introductions import starts_byline
from broadsheet.metadata.written.letters import plain_letters, unaccented
from broadsheet.metadata.written.name_shapes import PAIR, are_names, looks_like_name, may_name_somebody
from broadsheet.metadata.written.names import split_names
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.page import tags

__all__ = ["NAMES", "SOURCES", "STATED", "Name", "candidates", "kind_of"]

_AWAY: Final = word_list(
    *"comment kommentar reply disqus related recommend teaser card sidebar widget popular latest footer more-from "
    "morefrom carousel credit caption photo image img foto bild gallery respond bio about quote twitter tweet".split()
)
"""Parts of classes and ids of boxes beside the article."""
_A: Final = tags.IDS["a"]
_IN_BYLINE: Final = ("class", "class name", "line", "rel", "page link")
"""Sources of bylines that readers see."""
_CREDIT: Final = lexicon.Matcher(r"(?<!\w){did_other contributed}(?:\s+(?:{by}|from))?\s*[:：]?\s*$")
"""A label of people who did not write."""
_WROTE: Final = lexicon.Matcher(r"(?<!\w){wrote by_phrases}(?:\s+{by})?\s*[:：]?\s*$")
"""A label of writers."""
_LABEL, _MOST_TIMES = 40, 8
"""Characters of such a label, and places of a name that are searched for it."""
_OF_SITE: Final = re.compile(r"^[Tt]he |[\w-]{2,}\.[a-z]{2,4}$")
"""An article before a name, or the end of an address: no person's."""
_DESK: Final = re.compile(r"(?:[^\W\d_][\w&-]* ){1,3}(?:Desk|Staff|Newsroom)")
"""A stated author that is a newsroom."""
SOURCES: Final = (
    "ld person", "ld organisation", "ld thing", "ld string", "ld creator", "other ld", "marked", "meta", "other meta",
    "label", "rel", "page link", "class", "class name", "line", "bare line", "end",
)  # fmt: skip
_GROUPS: Final = {
    "ld": {"ld person", "ld organisation", "ld thing", "ld string", "ld creator"}, "marked": {"marked"},
    "meta": {"meta"}, "rel": {"rel"}, "page link": {"page link"}, "class": {"class", "class name"}, "line": {"line"},
}  # fmt: skip
"""Sources of which a name's page may have some, whatever they say."""
NAMES: Final[tuple[str, ...]] = (
    *SOURCES,
    *(f"page has {group}" for group in _GROUPS),
    "kinds of source", "names beside", "first of source", "later of source",
    "like name", "one word", "two words", "three words", "four or more",
    "organisation", "is site", "within site", "holds site",
    "shown near headline", "shown", "in away", "in aside", "in body", "after body", "long after body",
    "distance", "begins byline", "text is short", "times in text", "part of another", "holds another",
    "has people", "initials", "cjk", "stated person", "people in source",
    "first stated", "list of many", "first of list", "person in list", "agency in list", "site alone in list",
    "agency", "only bare person", "no person stated",
    "credited otherwise", "unseen beside byline", "byline beside unseen",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_STATING: Final = SOURCES[:8]
"""The sources that are stated for machines."""
_LINK: Final = "page link"
_UNMARKED: Final = frozenset({"bare line", "end", _LINK})
"""The sources in which nothing says that it is a name."""
STATED: Final = ("ld person", "ld organisation", "ld thing", "ld string", "ld creator", "marked", "meta")
"""The sources that state outright who wrote an article."""
_MARKED: Final = tuple(name for name in SOURCES if name not in _UNMARKED)


@dataclass(slots=True, eq=False)
class Name(Candidate):
    """A candidate.

    Attributes:
        text: the name.
        folded: its letters and digits.
        sources: where it stands, the most telling first.
        kind: what the structured data say that it is, if they do.
        url: the author's page.
        item: whether the structured data have an item for this name alone.
        evidence: one number a column, shape (len(NAMES),).
        claims: the numbers of the claims that it is in; the names of one claim are a list.
        is_doubtful: whether it stands in an unmarked line or link first, and may be no name.
        chance: its probability while authors are chosen; 0 if a rule rejects it.
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
    is_doubtful: bool = False
    chance: float = 0.0
    taken: bool = False

    @property
    def is_person(self) -> bool:
        """Whether the name is written as people's are, and is neither an organisation's nor the site's."""
        return self.evidence[_AT["like name"]] == 1 and not self.has_any(("organisation", "is site"))

    @property
    def is_unmarked(self) -> bool:
        """Whether no source says that this is a name."""
        return self.has_any(_UNMARKED) and not self.has_any(_MARKED)


def candidates(context: Context) -> list[Name]:
    """The names on a page that may be its authors', in the order of the sources."""
    found: dict[str, Name] = {}
    has: set[str] = set()
    language = tongue(context)
    claims = islice(chain(context.once(first_stated), _shown(context)), MOST_CLAIMS)
    for number, (text, source, column, kind, url, row) in enumerate(claims):
        names = [name for one in split_names(text, language, is_person=kind == "person") if fold(name := plain(one))]
        if not names and kind is not None and _DESK.fullmatch(text) is not None:
            names = [text]
        if names:
            has.add(column)
        address = absolute(url, context.base) if url and not url.startswith("#") else None
        for at, name in enumerate(names):
            one = _candidate(found, name)
            if source not in one.sources:
                one.sources.append(source)
            one.kind = one.kind or kind
            one.url = one.url or (None if at else address)
            one.claims.add(number)
            one.mark(column)
            one.mark("later of source" if at else "first of source")
            one.mark("names beside", min(len(names) - 1, 4) / 4)
            one.item = one.item or (len(names) == 1 and column in OWN)
            if row >= 0:
                _describe_row(context, one, row, text)
            if column in _UNMARKED and len(one.claims) == 1:
                one.is_doubtful = _is_doubtful(context, one, row, language)
    whole = _without_short_forms(list(found.values()))
    _describe(context, whole, has)
    return whole


def _without_short_forms(names: list[Name]) -> list[Name]:
    """The names without short forms of a whole one (``A. Lovelace``, ``Ada``), to which their evidence is added."""
    left = []
    for one in names:
        wholes = [other for other in names if one.claims.isdisjoint(other.claims) and _is_short_for(one, other)]
        if len(wholes) != 1:
            left.append(one)
            continue
        whole = wholes[0]
        whole.evidence = list(map(max, whole.evidence, one.evidence))
        whole.sources += [source for source in one.sources if source not in whole.sources]
        whole.claims |= one.claims
        whole.kind, whole.url, whole.item = whole.kind or one.kind, whole.url or one.url, whole.item or one.item
    return left


def _is_short_for(short: Name, whole: Name) -> bool:
    """Whether a name is one word of a person's whole name, or has initials in place of the given name."""
    words, names = (plain_letters(one.text.replace(".", " ")).split() for one in (short, whole))
    if len(names) < PAIR or not (whole.has_any(STATED) or are_names(whole.text)) or is_organisation(short.text):
        return False
    if len(words) == 1:
        return words[0] in (names[0], names[-1])
    return len(names[0]) > 1 == len(words[0]) and words[0] == names[0][0] and words[-1] == names[-1]


def _shown(context: Context) -> Iterator[Named]:
    """Yield what the page shows. Unmarked lines are left out where links and bylines name all people that JSON-LD
    states, and no link names another person: they add nothing then.
    """
    people = stated_people(context)
    left = set(people)
    has_others = False
    for one in chain(of_links(context), of_bylines(context)):
        folded = fold(one.text) if left else ""
        left = {name for name in left if name not in folded}
        has_others = has_others or (one.column == "rel" and is_of_others_than(people, one.text))
        yield one
    if left or not people or has_others:
        yield from of_lines(context, people)


def _candidate(found: dict[str, Name], name: str) -> Name:
    """The candidate of a name, in the better of its spellings: some systems know no accents or small letters."""
    folded = fold(name)
    one = found.setdefault(unaccented(folded), Name(name, folded, []))
    is_better = (one.text.isupper() and not name.isupper()) or (one.text.islower() and not name.islower())
    if is_better or (one.text.isascii() and one.folded != folded):
        one.text, one.folded = name, folded
    return one


def _is_doubtful(context: Context, one: Name, row: int, language: str) -> bool:
    """Whether an unmarked line or link may be no name: no word of it is known, or it is a link above the headline."""
    is_above = row < context.headline_row and not one.has(_LINK)
    if is_above and any(context.tag[up] == _A for up in context.chain(row, 4)):
        return True
    return one.text.casefold() not in AGENCIES and not may_name_somebody(one.text, language)


def kind_of(one: Name) -> Kind:
    """Whether a name is a person's or an organisation's: by its words, then by what the structured data say."""
    if is_organisation(one.text) or _OF_SITE.search(one.text):
        return "organisation"
    first, _, last = one.text.partition(" ")
    is_person = one.kind == "person" and one.evidence[_AT["like name"]] == 1
    if one.has("is site") and not (
        is_person and last and len(first) > PAIR and are_names(first)
    ):  # sites are named for people, too
        return "organisation"
    return "person" if is_person else one.kind or "person"


def _describe_row(context: Context, one: Name, row: int, text: str) -> None:
    """Evidence of where a name is shown; of several places, each leaves its marks, and the nearest its distance."""
    place = context.place[row]
    before, after = context.first - place, place - context.last
    one.mark_all(
        {
            "shown": 1,
            "shown near headline": -3 <= before <= 12,
            "distance": 1 / (1 + abs(before)),
            "in body": context.is_in_body(row),
            "after body": 0 < after <= 8,
            "long after body": after > 8,
            "in aside": context.is_aside(row),
            "in away": not context.called(_AWAY).isdisjoint(context.chain(row, 6)),
            "begins byline": starts_byline(text),
            "text is short": len(text) <= len(one.text) + 12,
        }
    )


def _describe(context: Context, names: list[Name], has: set[str]) -> None:
    """Evidence in a name itself, in the others, and in the sources of which the page has some."""
    of_page = dict.fromkeys([f"page has {group}" for group, sources in _GROUPS.items() if sources & has], 1.0)
    for one in names:
        one.mark_all(of_page)
        _describe_words(one)
    _describe_sites(context, names)
    people = frozenset([one for one in names if one.is_person])
    _describe_people(names, people)
    _describe_lists(names, people)
    _describe_texts(context, names, people)


def _describe_words(one: Name) -> None:
    """Evidence in the words of a name."""
    text, size = one.text, len(one.text.split())
    is_east_asian = EAST_ASIAN.search(text) is not None
    one.mark_all(
        {
            "kinds of source": sum([value > 0 for value in one.evidence[: len(SOURCES)]]) / 5,
            "like name": looks_like_name(text),
            "one word": size == 1,
            "two words": size == 2,
            "three words": size == 3,
            "four or more": size > 3,
            "organisation": is_organisation(text),
            "initials": len(one.folded) <= 3 and not is_east_asian,
            "cjk": is_east_asian,
        }
    )


def _describe_sites(context: Context, names: list[Name]) -> None:
    """Evidence of names that are the site's."""
    shown = fold(site[0].value) if (site := context.once(site_name)) else ""
    exact = context.site_names | {shown, context.host_folded}
    sites = (*context.long_site_names, *([shown] if len(shown) > TELLING else []))
    all_sites = "\0".join(sites)
    for one in names:
        folded, is_site = one.folded, one.folded in exact
        one.mark_all(
            {
                "is site": is_site,
                "agency": one.has("organisation") and not is_site,
                "within site": len(folded) > 3 and folded in all_sites,
                "holds site": any(map(folded.__contains__, sites)),
            }
        )


def _describe_people(names: list[Name], people: frozenset[Name]) -> None:
    """Evidence of who is a person, stated or alone in a line, and who else is."""
    stated = {one for one in people if one.has_any(_STATING)}
    bare = [one for one in names if one in people and one.has("bare line")]
    first = next((source for source in _STATING if any(one.has(source) for one in names)), None)
    for one in names:
        is_person = one in people
        one.mark_all(
            {
                "has people": len(people) > is_person,
                "first stated": first is not None and one.has(first),
                "stated person": one in stated,
                "people in source": bool(stated) and not is_person,
                "no person stated": is_person and not stated,
                "only bare person": one in bare and len(bare) == 1,
            }
        )


def _describe_lists(names: list[Name], people: frozenset[Name]) -> None:
    """Evidence of who else is named in the same source."""
    lists: dict[str, list[Name]] = {}
    for one in names:
        for source in one.sources:
            lists.setdefault(source, []).append(one)
    for source, listed in lists.items():
        persons = sum(one in people for one in listed)
        agencies = sum(one.has("agency") for one in listed)
        for one in listed:
            if one.sources[0] == source:
                one.mark_all(
                    {
                        "list of many": min(len(listed) - 1, 4) / 4,
                        "first of list": one is listed[0],
                        "person in list": persons > (one in people),
                        "agency in list": agencies > one.has("agency"),
                        "site alone in list": len(listed) == 1 and one.has("is site"),
                    }
                )


def _describe_texts(context: Context, names: list[Name], people: frozenset[Name]) -> None:
    """Evidence of what else has a name in it: the page's text, and the other names."""
    text, lines = context.page.text, "\n".join(context.texts)
    credited = {one for one in names if not one.has("begins byline") and _is_credited_otherwise(lines, one.text)}
    unseen = {
        one
        for one in names
        if one.has_any(STATED)
        and not one.has("cjk")
        and (one in credited or (not one.has("shown") and one.text not in text))
    }
    words = {word for one in unseen for word in plain_letters(one.text).split()}
    shown = {
        one
        for one in people
        if one.has("shown near headline")
        and one.has_any(_IN_BYLINE)
        and not one.has("in away")
        and words.isdisjoint(plain_letters(one.text).split())
    }
    for one in names:
        others = [other.folded for other in names if other is not one]
        one.mark_all(
            {
                "times in text": min(4, text.count(one.text)) / 4,
                "part of another": len(one.folded) > 2 and one.folded in "\0".join(others),
                "holds another": any(other in one.folded for other in others if len(other) > 3),
                "credited otherwise": one in credited,
                "unseen beside byline": one in unseen and bool(shown - {one}),
                "byline beside unseen": one in shown and bool(unseen) and not one.has_any(STATED),
            }
        )


def _is_credited_otherwise(text: str, name: str) -> bool:
    """Whether a name stands in a text behind a label of photographers, editors or contributors, and of no writer."""
    places = islice(re.finditer(re.escape(name), text), _MOST_TIMES)
    before = [text[max(0, one.start() - _LABEL) : one.start()] for one in places]
    return any(map(_CREDIT.search, before)) and not any(map(_WROTE.search, before))
