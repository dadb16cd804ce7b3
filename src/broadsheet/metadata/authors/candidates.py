"""Those who may have written an article, one name each, with the evidence: where it stands, and what it looks like.

Some pages give the paper instead of people, some the writers of comments. It must not choose between the names.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, Literal

from broadsheet.facts.addresses import absolute
from broadsheet.facts.elements import word_list
from broadsheet.facts.facts import TELLING
from broadsheet.facts.json_ld import types
from broadsheet.facts.structured import texts_of
from broadsheet.facts.texts import fold, plain
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.authors.claims import named
from broadsheet.metadata.authors.stated import OWN, Kind
from broadsheet.metadata.language import tongue
from broadsheet.metadata.ranking import Candidate
from broadsheet.metadata.site import site_name
from broadsheet.metadata.written.around_names import plainly_introduced
from broadsheet.metadata.written.east_asian import EAST_ASIAN, east_asian_byline, has_family_name
from broadsheet.metadata.written.introductions import starts_byline, without_introduction
from broadsheet.metadata.written.letters import unaccented
from broadsheet.metadata.written.name_shapes import looks_like_name, without_inner_particles
from broadsheet.metadata.written.names import split_names
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation, may_be_family_name
from broadsheet.metadata.written.people import are_names, may_name_somebody
from broadsheet.metadata.written.short_forms import initials_of, is_short_for, may_be_short
from broadsheet.page import tags

__all__ = ["AT", "NAMES", "SOURCES", "STATED", "UNMARKED", "Doubt", "Name", "candidates", "kind_of"]

_AWAY: Final = word_list(
    *"comment kommentar reply disqus related recommend teaser card sidebar widget popular latest footer more-from "
    "morefrom carousel credit caption photo image img foto bild gallery respond bio about quote twitter tweet".split()
)
"""What is in a class or id of something beside the article."""
_HEAD, _H1, _A = tags.IDS["header"], tags.IDS["h1"], tags.IDS["a"]
_ARTICLE: Final = 2
"""Letters of an article, as it stands before the names of papers."""
_OF_SITE: Final = re.compile(r"^[Tt]he |[\w-]{2,}\.[a-z]{2,4}$")
"""What begins or ends a name that is no person's: an article, or the end of an address."""
_DESK: Final = re.compile(r"(?:[^\W\d_][\w&-]* ){1,3}(?:Desk|Staff|Newsroom)")
"""Those who put a paper together, as structured data state them: in bylines it is what somebody is."""
SOURCES: Final = (
    "ld person", "ld organisation", "ld thing", "ld string", "ld creator", "other ld", "marked", "marked other", "meta",
    "other meta", "label", "rel", "page link", "class", "class name", "line", "bare line", "end",
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
    "like name", "one word", "two words", "three words", "four or more", "all capitals", "no capitals", "digits",
    "organisation", "is site", "within site", "holds site", "is host",
    "shown near headline", "shown", "in away", "in aside", "in header", "in body", "after body", "long after body",
    "distance", "begins byline", "text is short", "text is long", "times in text", "part of another", "holds another",
    "only person", "has people", "initials", "cjk", "stated people", "stated person", "people in source",
    "first stated", "list of many", "first of list", "person in list", "agency in list", "site alone in list",
    "agency", "initials in small", "only bare person", "no person stated", "nearest bare line",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
AT: Final = {name: at for at, name in enumerate(NAMES)}
_STATING: Final = SOURCES[:9]
"""The sources that are stated for machines."""
_LINK: Final = "page link"
UNMARKED: Final = frozenset({"bare line", "end", _LINK})
"""The sources in which nothing says that it is a name."""
STATED: Final = ("ld person", "ld organisation", "ld thing", "ld string", "ld creator", "marked", "meta")
"""The sources that state outright who wrote an article."""
_ABBREVIATED: Final = re.compile(r"^\w\.?\s|\s\w\.?$")
"""An initial that begins or ends a name."""
Doubt = Literal["headline", "link", "unknown"]
"""Why a line, or a link, may be nobody's name: it is in the headline and no word of it is known as a name, it is a link
above the headline, or only no word of it is known."""


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
        claims: the numbers of the claims that it is in.
        elsewhere: it is named elsewhere than in a heading of the first level that is nothing but a name.
        doubt: why this may be nobody, where it stands in such a line or link first.
    """

    columns: ClassVar[Mapping[str, int]] = AT
    text: str
    folded: str
    sources: list[str]
    kind: Kind | None = None
    url: str | None = None
    item: bool = False
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))
    claims: set[int] = field(default_factory=set)
    elsewhere: bool = False
    doubt: Doubt | None = None


def candidates(context: Context) -> list[Name]:
    """The names of a page that may be its authors', in the order of the sources."""
    found: dict[str, Name] = {}
    has: set[str] = set()
    language = tongue(context)
    for number, (claim, source, column, kind, url, row) in enumerate(named(context)):
        text = (east_asian_byline(claim) or claim) if row < 0 else plainly_introduced(claim, language)
        names = split_names(text, language, is_person=kind == "person")
        if not names and kind is not None and _DESK.fullmatch(desk := without_introduction(text)) is not None:
            names = [desk]
        names = [name for name in names if not _is_account(name, language)]
        if not names:
            continue
        has.add(column)
        is_headline = column == "bare line" and _H1 in [context.tag[up] for up in context.chain(row, 4)]
        address = absolute(url, context.base) if url and not url.startswith("#") else None
        for at, name in enumerate(names):
            one = _add(found, name, source, kind, None if at else address)
            if one is None:
                continue
            one.claims.add(number)
            one.elsewhere = one.elsewhere or not is_headline
            one.mark(column)
            one.mark("later of source" if at else "first of source")
            one.mark("names beside", min(len(names) - 1, 4) / 4)
            one.item = one.item or (len(names) == 1 and column in OWN)
            if row >= 0:
                _describe_row(context, one, row, text)
            if column in UNMARKED and len(one.claims) == 1:
                one.doubt = _doubt(context, one, column, row, language)
    names_ = _whole(context, list(found.values()))
    _spell(context, names_)
    _describe(context, names_, has)
    return names_


def _whole(context: Context, names: list[Name]) -> list[Name]:
    """The names without short forms of others, which say of these what they say of themselves. A form of two names is
    nobody's, and a name that one text has beside another is somebody else's.
    """
    wholes: dict[str, list[Name]] = {}
    for one in names:
        if " " in one.text and _is_whole(one):
            for initial in initials_of(one.text):
                wholes.setdefault(initial, []).append(one)
    left = []
    for one in names:
        near = [whole for initial in initials_of(one.text) for whole in wholes.get(initial, ())]
        theirs = {whole for whole in near if _is_form(context, one, whole)} if may_be_short(one.text) else set()
        if len(theirs) == 1:
            _take_over(theirs.pop(), one)
        else:
            left.append(one)
    return left


def _spell(context: Context, names: list[Name]) -> None:
    """Write the accounts among stated names as the structured data name a person elsewhere, who wrote nothing there."""
    accounts = [one for one in names if " " not in one.text and one.has_any(STATED)]
    if not accounts:
        return
    people = [name for thing in context.structured.objects if "Person" in types(thing) for name in texts_of(thing)]
    wholes = {name for name in people if " " in name and looks_like_name(name) == 1 and not is_organisation(name)}
    for one in accounts:
        theirs = [name for name in wholes if one.folded == fold(name) or is_short_for(one.text, name)]
        if len(theirs) == 1 and not _is_of_body(context, one):
            one.text, one.folded = theirs[0], fold(theirs[0])


def _is_form(context: Context, one: Name, whole: Name) -> bool:
    """Whether a person's name is a short form of another, and nowhere named beside it."""
    return (
        one is not whole
        and one.claims.isdisjoint(whole.claims)
        and is_short_for(one.text, whole.text)
        and not _is_of_body(context, one)
    )


def _is_of_body(context: Context, one: Name) -> bool:
    """Whether a name is an organisation's or the site's."""
    return is_organisation(one.text) or one.folded in context.site_names or one.folded == context.host_folded


def _is_whole(one: Name) -> bool:
    """Whether a name is a person's as it is written in full: stated, or made of words that are known as names; else two
    words, of which the first is or which a link says are an author's.
    """
    text = one.text
    if looks_like_name(text) < 1 or is_organisation(text) or any(map(str.isdigit, text)) or _ABBREVIATED.search(text):
        return False
    if one.has_any(STATED) or are_names(text):
        return True
    first, *others = without_inner_particles(text).split()
    return len(others) == 1 and (one.has("rel") or are_names(first))


def _take_over(whole: Name, short: Name) -> None:
    """Let a name have what its short form has."""
    whole.evidence = list(map(max, whole.evidence, short.evidence))
    whole.sources += [source for source in short.sources if source not in whole.sources]
    whole.claims |= short.claims
    whole.kind = whole.kind or short.kind
    whole.url = whole.url or short.url
    whole.item = whole.item or short.item
    whole.elsewhere = whole.elsewhere or short.elsewhere


def _is_account(name: str, language: str) -> bool:
    """Whether a name is an account of the publishing system, put together from two words that name nobody by themselves
    (``User Admin``).
    """
    words = name.split()
    is_pair = len(words) == 2 and not is_organisation(name)
    return is_pair and not any(split_names(word, language, is_person=True) for word in words)


def _add(found: dict[str, Name], name: str, source: str, kind: Kind | None, url: str | None) -> Name | None:
    name = plain(name)
    folded = fold(name)
    if not folded:
        return None
    key = unaccented(folded)  # some systems know no accents
    one = found.get(key)
    if one is None:
        one = found[key] = Name(text=name, folded=folded, sources=[])
    of_one_case = (one.text.isupper() and not name.isupper()) or (one.text.islower() and not name.islower())
    if of_one_case or (one.text.isascii() and (one.folded != folded or "ß" in name)):
        one.text, one.folded = name, folded
    if source not in one.sources:
        one.sources.append(source)
    one.kind = one.kind or kind
    one.url = one.url or url
    return one


def _doubt(context: Context, one: Name, column: str, row: int, language: str) -> Doubt | None:
    """What speaks against a line that is nothing but a name, or a link to what may be an author's page."""
    is_known = one.text.casefold() in AGENCIES or may_name_somebody(one.text, language)
    if column == _LINK:
        return None if is_known else "unknown"
    if not is_known and any(one.folded in headline for headline in context.once(_headlines)):
        return "headline"
    if row < context.headline_row and any(context.tag[up] == _A for up in context.chain(row, 4)):
        return "link"
    return None if is_known else "unknown"


def _headlines(context: Context) -> list[str]:
    """The headlines that the page states and shows, folded."""
    shown = context.words_of(context.headline_row) if context.headline_row >= 0 else ""
    return [fold(text) for text in (*context.headlines, shown)]


def kind_of(one: Name) -> Kind:
    """Whether a name is a person's or an organisation's: by its words, then by what the structured data say."""
    if one.kind == "person" and may_be_family_name(one.text) and not one.has("is site"):
        return "person"
    if is_organisation(one.text) or _OF_SITE.search(one.text):
        return "organisation"
    if one.kind == "person" and one.evidence[AT["like name"]] == 1:
        return "person" if not one.has("is site") or _may_give_its_name(one.text) else "organisation"
    if one.has("is site"):
        return "organisation"
    return one.kind or "person"


def _may_give_its_name(name: str) -> bool:
    """Whether a site may be named for somebody: a first name that is known, longer than an article, and another
    word, or a family name of East Asia.
    """
    first, _, last = name.partition(" ")
    is_known = bool(last) and len(first) > _ARTICLE and are_names(first)
    return is_known or bool(has_family_name(name.replace(" ", "")))


def _describe_row(context: Context, one: Name, row: int, text: str) -> None:
    """Evidence of where a name is shown; of several places, each leaves its marks, and the nearest its distance."""
    place = context.place[row]
    before, after = context.first - place, place - context.last
    chain = context.chain(row, 9)
    one.mark_all(
        {
            "shown": 1,
            "shown near headline": -3 <= before <= 12,
            "distance": 1 / (1 + abs(before)),
            "in body": context.is_in_body(row),
            "after body": 0 < after <= 8,
            "long after body": after > 8,
            "in aside": context.is_aside(row),
            "in header": _HEAD in [context.tag[up] for up in chain],
            "in away": not context.called(_AWAY).isdisjoint(chain[:6]),
            "begins byline": starts_byline(text),
            "text is short": len(text) <= len(one.text) + 12,
            "text is long": len(text) > 100,
        }
    )


def _describe(context: Context, names: list[Name], has: set[str]) -> None:
    """Evidence in a name itself, and in the others.

    Args:
        context: the page.
        names: the names.
        has: the sources of which the page has some.
    """
    of_page = dict.fromkeys([f"page has {group}" for group, sources in _GROUPS.items() if sources & has], 1.0)
    for one in names:
        one.mark_all(of_page)
        _describe_words(one)
    _describe_sites(context, names)
    people = frozenset([one for one in names if _is_person(one)])
    _describe_people(names, people)
    _describe_lists(names, people)
    _describe_texts(context, names)


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
            "all capitals": text.isupper(),
            "no capitals": text.islower(),
            "digits": any(map(str.isdigit, text)),
            "organisation": is_organisation(text),
            "initials": len(one.folded) <= 3 and not is_east_asian,
            "initials in small": len(one.folded) <= 4 and text.islower(),
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
                "is host": folded == context.domain_word,
            }
        )


def _is_person(one: Name) -> bool:
    """Whether a name is written as people's are, and is neither an organisation's nor the site's."""
    return one.evidence[AT["like name"]] == 1 and not one.has_any(("organisation", "is site"))


def _describe_people(names: list[Name], people: frozenset[Name]) -> None:
    """Evidence of who is a person, stated or alone in a line, and who else is."""
    stated = {one for one in people if one.has_any(_STATING)}
    bare = [one for one in names if one in people and one.has("bare line")]
    nearest = max(bare, key=lambda one: one.evidence[AT["distance"]], default=None)
    first = next((source for source in _STATING if any(one.has(source) for one in names)), None)
    for one in names:
        is_person = one in people
        one.mark_all(
            {
                "only person": is_person and len(people) == 1,
                "has people": len(people) > is_person,
                "first stated": first is not None and one.has(first),
                "stated people": min(len(stated), 3) / 3,
                "stated person": one in stated,
                "people in source": bool(stated) and not is_person,
                "no person stated": is_person and not stated,
                "only bare person": one is nearest and len(bare) == 1,
                "nearest bare line": one is nearest,
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


def _describe_texts(context: Context, names: list[Name]) -> None:
    """Evidence of what else has a name in it: the page's text, and the other names."""
    text = context.page.text
    for one in names:
        others = [other.folded for other in names if other is not one]
        one.mark_all(
            {
                "times in text": min(4, text.count(one.text)) / 4,
                "part of another": len(one.folded) > 2 and one.folded in "\0".join(others),
                "holds another": any(other in one.folded for other in others if len(other) > 3),
            }
        )
