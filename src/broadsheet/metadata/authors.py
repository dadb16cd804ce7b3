"""Who wrote an article: people and organisations, one name each.

Sources in order: JSON-LD (``author``, ``creator``), microdata and RDFa, ``meta``, links to an author's page, elements
whose class speaks of bylines, and lines around the headline and at the end of the body that begin as bylines do.
Sources disagree: some give the paper instead of people, some the writers of comments. So each name is a candidate,
whose evidence is where it stands, and what names are taken is learnt (`broadsheet.train.metadata`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, ClassVar, Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.provenance import Author, Claim
from broadsheet.metadata.context import Context, fold
from broadsheet.metadata.east_asian import EAST_ASIAN, east_asian_byline
from broadsheet.metadata.elements import Elements, tokens
from broadsheet.metadata.lexicon import Lexicon
from broadsheet.metadata.names import (
    BETWEEN,
    WEEKDAY,
    byline_within,
    is_organisation,
    looks_like_name,
    may_be_name,
    plainly_introduced,
    split_names,
    starts_byline,
    without_open_label,
    without_roles,
)
from broadsheet.metadata.prose_dates import dates_in
from broadsheet.metadata.ranking import Candidate, Ranking
from broadsheet.metadata.structured import Marked, absolute, clean, plain, types
from broadsheet.page import tags

__all__ = ["NAMES", "About", "Name", "about", "authors", "candidates", "choose"]

Kind = Literal["person", "organisation"]

_META: Final = (
    "author", "article:author", "og:article:author", "dc.creator", "dcterms.creator", "parsely-author",
    "sailthru.author", "byl", "citation_author", "authors", "article:author_name", "cxenseparse:author", "byline",
    "creator", "shareaholic:article_author_name", "article.author", "mediator_author", "og:author", "dc.contributor",
    "articleauthor", "vr:author", "bt:author", "rbauthors", "cre", "lp.article:author", "twitter:creator:name",
)  # fmt: skip
_MAIN_META: Final = frozenset({"author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl"})
_WRITTEN: Final = re.compile(r"written|author|autor|von|par|by|escrit|geschr|скрив|автор", re.IGNORECASE)
_FAMILY_FIRST: Final = frozenset({"citation_author", "dc.creator", "dcterms.creator", "dc.contributor"})
"""Those in which each author has an element, often as libraries write names: the family name first."""
_PARTICLE: Final = r"(?:(?:[dD]e[lrs]?|[vV][ao]n|[dD][aiu]|[lL][ae])\s(?:de[nr]?\s)?)?"
_NO_FIRST_NAME: Final = r"(?:Ph|M\.?D|Jr|Sr|Esq|I+\b)"
_FAMILY_NAME: Final = re.compile(
    rf"\s*({_PARTICLE}[^\W\d_][^\s,;]+),\s+(?!{_NO_FIRST_NAME})([^\W\d_][^\s,;]*(?: [^\s,;]+){{0,2}})\s*"
)
_AUTHOR_PAGE: Final = re.compile(
    r"/(?:@|u/|~)?(?:authors?|autor(?:en|es|i|zy)?|auteurs?|people|persons?|profiles?|profil|staff|journalists?|journalistes?|"
    r"redakteure?|redaktion|reporters?|contributors?|correspondents?|columnists?|writers?|by|bio|team|autore|skribent|"
    r"byline|news-authors?|experts?|users?|member|impressum/autor\w*)[/=-]|[?&]author=|/author_",
    re.IGNORECASE,
)
_IN_AUTHOR_PAGE: Final = tuple(
    "aut people person profil staff journalist redakt reporter contributor correspondent columnist writer by bio team "
    "skribent expert user member".split()
)
"""What is in every address that the pattern above finds."""
_STRONG: Final = tuple(
    "author byline autor auteur writer journalist contributor creator credit verfasser reporter redakteur signature "
    "firma".split()
)
"""What is in classes of bylines."""
_STRONG_ID: Final = ("author", "byline")
_FN: Final = "fn"
"""The class of a name in hCard."""
_NAMED: Final = re.compile(
    r"author[-_]*(?:name|link|title)|name[-_]*author|byline[-_]*name|p-author|\bfn\b", re.IGNORECASE
)
_AWAY: Final = tuple(
    "comment kommentar reply disqus related recommend teaser card sidebar widget popular latest footer more-from "
    "morefrom carousel credit caption photo image img foto bild gallery respond bio about quote twitter tweet".split()
)
"""What is in a class or id of something beside the article."""
_LARGE: Final = 60
"""Rows of an element that can be a byline."""
_LONG: Final = 220
"""Characters of a byline."""
_MOST: Final = 60
"""Elements that are looked at of each kind."""
_MOST_CLAIMS: Final = 400
"""Claims of authors on a page; who states more states nothing."""
_NEAR: Final = 12
"""Segments before the body that are looked at for lines that begin as bylines do."""
_SHORT_LINE: Final = 60
"""Characters of a name in a line of its own, or before a date."""
_IMPROBABLE: Final = 0.1
"""Under this probability even the best candidate is not taken."""
_BESIDE: Final = 0.1
"""Probability from which a person is taken who is named beside an author, and whoever structured data list beside one
(swept on sites left out: 0.07 to 0.25)."""
_IN_LINE: Final = 0.02
"""Probability from which a person is taken whom one line names together with an author."""
_OF_SITE: Final = re.compile(r"^[Tt]he |[\w-]{2,}\.[a-z]{2,4}$")
"""What begins or ends a name that is no person's: an article, or the end of an address."""
_ITEM: Final = 1.75
"""What the probability of a name is taken times where the structured data have an item for it and no name is probable
(swept on sites left out, 1 to 2.5: from 1.75 on a page of `fundus` is right and one of `trafilatura` wrong, which is
0.001 more on the mean of five corpora)."""
_ORDINARY, _ORDINARY_LINE = 0.5, 0.3
"""The mean share of a name's words that are written small elsewhere from which it is taken for no name, and that of a
line that nothing marks (swept on sites left out: 0.35 to 0.7, and 0.2 to 0.4)."""
_AUTHORS: Final = frozenset({"author", "creator", "schema:author"})
_HEAD: Final = tags.IDS["header"]
_NAV: Final = tags.IDS["nav"]
_HEADINGS: Final = tags.ids("h1 h2 h3 h4 h5 h6")
_A: Final = tags.IDS["a"]

_SOURCES: Final = (
    "ld person", "ld organisation", "ld thing", "ld string", "ld creator", "other ld", "marked", "marked other", "meta",
    "other meta", "label", "rel", "page link", "class", "class name", "line", "bare line", "end",
)  # fmt: skip
NAMES: Final[tuple[str, ...]] = (
    *_SOURCES,
    *(f"page has {name}" for name in ("ld", "marked", "meta", "rel", "page link", "class", "line")),
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
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_ITEMS: Final = frozenset({"ld person", "ld organisation", "ld thing", "ld string"})
"""Sources in which each author is an item of a list."""
_LINES: Final = [_AT[name] for name in ("bare line", "end")]
_NOT_LINES: Final = [_AT[name] for name in _SOURCES if _AT[name] not in _LINES]
_OF_PAPER: Final = [_AT[name] for name in ("is site", "holds site")]
_STATED: Final = [
    _AT[name]
    for name in ("ld person", "ld organisation", "ld thing", "ld string", "ld creator", "marked", "meta")
]  # fmt: skip
_VOUCHED: Final = [*_STATED, _AT["begins byline"]]
"""What speaks for a name, whatever its words are."""


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
        evidence = np.array([one.evidence for one in found], dtype=np.float32)
        probability = ranking.probability(evidence)
        chosen = choose(probability, evidence, [about(one) for one in found], ranking.threshold, ranking.lexicon)
        order = np.argsort(-probability, kind="stable").tolist()
        taken = [one for one, yes in zip(found, chosen.tolist(), strict=True) if yes]
        left = [found[at] for at in order if not chosen[at]]
    people = tuple(Author(one.text, kind_of(one), one.url) for one in taken)
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
    """

    name: str
    folded: str
    source: str
    item: bool = False
    claims: frozenset[int] = frozenset()


def about(one: Name) -> About:
    """What the choice must know of a candidate."""
    return About(one.text, one.folded, one.sources[0], one.item, frozenset(one.claims))


def choose(
    probability: NDArray[np.float64],
    evidence: NDArray[np.float32],
    names: Sequence[About],
    threshold: float,
    lexicon: Lexicon | None,
) -> NDArray[np.bool_]:
    """Which names are taken, shape (n,).

    Those that are probable enough; else the most probable one, if it is not improbable, where one that the structured
    data have an item for counts for a little more. Who is named beside an author, in the same source, needs less: a
    list of people is rarely half right. Of two forms of one name the more probable is taken.

    What is only shown, and is made of words that are written small elsewhere (``Related Stories``), must be probable
    enough by itself. On sites left out, of the pages for which a corpus has no authors 2 to 17 % get such a line for
    one then, where 22 to 54 % did (five corpora); F1 of authors is as without it on news, +0.012 on `trafilatura`,
    -0.006 on `wcxb`.

    Args:
        probability: of each name by itself (`Ranking.probability`), shape (n,).
        evidence: shape (n, columns).
        names: the candidates.
        threshold: the probability from which a name is taken.
        lexicon: how words are written elsewhere, if it is known.
    """
    rows: list[list[float]] = evidence.tolist()
    chances: list[float] = probability.tolist()
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
    if lexicon is not None:
        chances = [
            0 if not yes and _is_ordinary(row, one, lexicon) else chance
            for chance, yes, row, one in zip(chances, taken, rows, names, strict=True)
        ]
    weighed = [chance * (_ITEM if one.item else 1) for chance, one in zip(chances, names, strict=True)]
    if not any(taken) and max(weighed, default=0) >= _IMPROBABLE:
        taken[weighed.index(max(weighed))] = True
    trusted = {one.source for one, yes in zip(names, taken, strict=True) if yes}
    is_person = [row[_AT["like name"]] == 1 and not row[_AT["organisation"]] for row in rows]
    taken = [
        yes or (chance >= _BESIDE and (person or (one.item and not row[_AT["is site"]])) and one.source in trusted)
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


def _numbers(taken: Sequence[bool]) -> list[int]:
    """The numbers of those that are taken."""
    return [at for at, yes in enumerate(taken) if yes]


def _is_said_of_another(row: Sequence[float], one: About, lexicon: Lexicon) -> bool:
    """Whether something only stands behind a name in a byline, in words that are written small elsewhere (``By A,
    Politics Reporter``).
    """
    return (
        row[_AT["later of source"]] > 0
        and not row[_AT["first of source"]]
        and row[_AT["begins byline"]] > 0
        and not any(row[at] for at in _STATED)
        and lexicon.written_small(one.name) >= _ORDINARY
    )


def _is_first_of_two_words(row: Sequence[float]) -> bool:
    """Whether a name of several words stands at the beginning of a byline."""
    return row[_AT["first of source"]] > 0 and row[_AT["like name"]] == 1 and not row[_AT["one word"]]


def _is_place_of_another(row: Sequence[float], one: About, whole: frozenset[int]) -> bool:
    """Whether something is one word that only stands behind a whole name in bylines: where its bearer is (``By A B,
    Paris``), since people are named alike there. Agencies stand there as well.
    """
    return (
        row[_AT["later of source"]] > 0
        and row[_AT["one word"]] > 0
        and row[_AT["begins byline"]] > 0
        and not row[_AT["first of source"]]
        and not any(row[_AT[name]] for name in ("organisation", "all capitals", "no capitals", "cjk", "is site"))
        and not any(row[at] for at in _STATED)
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
        and lexicon.written_small(one.name) < _ORDINARY_LINE
        and not any(one.folded in other.folded or other.folded in one.folded for other in chosen)
    ]


def _is_ordinary(row: Sequence[float], one: About, lexicon: Lexicon) -> bool:
    """Whether nothing states a name, no word of bylines introduces it, and its words are no names elsewhere."""
    if any(row[at] for at in _VOUCHED):
        return False
    is_line = any(row[at] for at in _LINES) and not any(row[at] for at in _NOT_LINES)
    return lexicon.written_small(one.name) >= (_ORDINARY_LINE if is_line else _ORDINARY)


def kind_of(one: Name) -> Kind:
    """Whether a name is a person's or an organisation's: by its words, then by what the structured data say."""
    if is_organisation(one.text) or _OF_SITE.search(one.text):
        return "organisation"
    if one.kind == "person" and one.evidence[_AT["like name"]] == 1:
        return "person"  # and the site may be named for them
    if one.evidence[_AT["is site"]]:
        return "organisation"
    return one.kind or "person"


def candidates(context: Context) -> list[Name]:
    """The names of a page that may be its authors', in the order of the sources."""
    found: dict[str, Name] = {}
    has: set[str] = set()
    for number, (claim, source, column, kind, url, row) in enumerate(islice(_claims(context), _MOST_CLAIMS)):
        text = claim if row < 0 else plainly_introduced(claim, context.tongue)
        names = split_names(text)
        if not names:
            continue
        has.add(column)
        address = absolute(url, context.base) if url and not url.startswith("#") else None
        for at, name in enumerate(names):
            one = _add(found, name, source, kind, None if at else address)
            if one is None:
                continue
            one.claims.add(number)
            one.mark(column)
            one.mark("later of source" if at else "first of source")
            one.mark("names beside", min(len(names) - 1, 4) / 4)
            one.item = one.item or (len(names) == 1 and column in _ITEMS)
            if row >= 0:
                _describe_row(context, one, row, text)
    names_ = list(found.values())
    _describe(context, names_, has)
    return names_


def _add(found: dict[str, Name], name: str, source: str, kind: Kind | None, url: str | None) -> Name | None:
    name = plain(name)
    folded = fold(name)
    if not folded:
        return None
    key = _unaccented(folded)
    one = found.get(key)
    if one is None:
        one = found[key] = Name(text=name, folded=folded, sources=[])
    of_one_case = (one.text.isupper() and not name.isupper()) or (one.text.islower() and not name.islower())
    if of_one_case or (one.text.isascii() and one.folded != folded):
        one.text, one.folded = name, folded
    if source not in one.sources:
        one.sources.append(source)
    one.kind = one.kind or kind
    one.url = one.url or url
    return one


def _unaccented(folded: str) -> str:
    """A folded name without accents: some systems know none."""
    if folded.isascii():
        return folded
    return "".join(char for char in unicodedata.normalize("NFKD", folded) if unicodedata.category(char) != "Mn")


_Claims = Iterator[tuple[str, str, str, "Kind | None", "str | None", int]]


def _claims(context: Context) -> _Claims:
    """What is claimed: the text, its source, the column of evidence, kind, address, row."""
    structured = context.structured
    for key in ("author", "creator"):
        for value, source in structured.stated(key):
            for text, kind, url in _people(value):
                column = {"person": "ld person", "organisation": "ld organisation", "thing": "ld thing"}.get(
                    kind, "ld string"
                )
                yield text, source, column if key == "author" else "ld creator", _known(kind), url, -1
    for thing in structured.objects:
        if thing is not structured.article and "author" in thing:
            source = f"json-ld:{(types(thing) or ['Thing'])[0]}.author"
            for text, kind, url in _people(thing["author"]):
                yield text, source, "other ld", _known(kind), url, -1
    for one in structured.marked:
        if one.name in ("author", "creator") or (
            one.name == "name" and one.type == "Person" and _is_author(context, one.scope)
        ):
            if context.is_beside(one.row):
                continue
            column = "marked other" if one.type in ("Comment", "UserComments", "Review", "Rating") else "marked"
            if one.name == "author" and any(
                other.scope == one.row and other.name == "name" for other in structured.marked
            ):
                continue  # its name says it better
            url = _marked_address(context, one) if one.name == "name" else None
            yield one.value, f"{one.kind}:{one.type or 'Thing'}.{one.name}", column, None, url, one.row
    for value, source in structured.metas(*_META):
        name = source.removeprefix("meta:")
        if name in _FAMILY_FIRST and (turned := _FAMILY_NAME.fullmatch(value)) is not None:
            value = f"{turned[2]} {turned[1]}"
        yield value, source, "meta" if name in _MAIN_META else "other meta", None, None, -1
    for at in ("1", "2"):
        label = structured.first_meta(f"twitter:label{at}")
        data = structured.first_meta(f"twitter:data{at}")
        if label and data and _WRITTEN.search(label[0]):
            yield data[0], data[1], "label", None, None, -1
    yield from _shown(context)


def _is_author(context: Context, scope: int) -> bool:
    """Whether an item is marked as the author of something."""
    value = context.elements.value
    return scope >= 0 and not _AUTHORS.isdisjoint(f"{value(scope, 'itemprop')} {value(scope, 'property')}".split())


def _marked_address(context: Context, name: Marked) -> str | None:
    """The address of somebody's page that is marked beside the name, or around it."""
    value = context.elements.value
    beside = (one.row for one in context.structured.marked if one.name == "url" and one.scope == name.scope)
    return next((href for row in beside if (href := value(row, "href"))), None)


def _known(kind: str) -> Kind | None:
    return "person" if kind == "person" else "organisation" if kind == "organisation" else None


def _people(value: Any, depth: int = 0) -> Iterator[tuple[str, str, str | None]]:
    """Names in the value of ``author``: text, kind (person, organisation, thing, string), address."""
    if depth > 4:
        return
    if isinstance(value, str):
        if text := clean(value):
            yield text, "string", None
    elif isinstance(value, list):
        for item in value[:40]:
            yield from _people(item, depth + 1)
    elif isinstance(value, Mapping):
        declared = " ".join(types(value))
        kind = "person" if "Person" in declared else "organisation" if "Organi" in declared else "thing"
        url = _first_address(value.get("url")) or _address(value.get("sameAs"))
        name = value.get("name")
        if not name and (value.get("givenName") or value.get("familyName")):
            name = " ".join(filter(None, (clean(value.get("givenName")), clean(value.get("familyName")))))
        for text, _, _ in _people(name, depth + 1):
            yield text, kind, url


def _first_address(value: Any) -> str | None:
    """An address, or the first of a list of them."""
    return _address(next(iter(value), None) if isinstance(value, list) else value)


def _address(value: Any) -> str | None:
    """A string that is written as an address; some state a name there."""
    return value.strip() if isinstance(value, str) and value.strip().startswith(("http", "/")) else None


def _shown(context: Context) -> _Claims:
    seen = 0
    elements = context.elements
    for row in context.links(elements.holding("rel", ("author",)) | elements.holding("href", _IN_AUTHOR_PAGE)):
        href = elements.value(row, "href")
        author = "author" in tokens(elements.value(row, "rel"))
        if not (author or _AUTHOR_PAGE.search(href)) or context.is_beside(row):
            continue
        text = context.words_of(row)
        if 2 < len(text) <= 80:
            seen += 1
            if seen > _MOST:
                break
            yield (
                text, "rel:author" if author else "link:author", "rel" if author else "page link", None,
                href, row,
            )  # fmt: skip
    outer = -1
    seen = 0
    for row in _of_bylines(elements):
        if context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * _LONG:
            continue
        label = f"{elements.value(row, 'class')} {elements.value(row, 'id')}"
        named = _NAMED.search(label) is not None
        if (row < outer and not named) or context.is_beside(row):
            continue
        text = _spaced(context, row)
        text = east_asian_byline(text) or text
        if 2 < len(text) <= _LONG:
            seen += 1
            if seen > _MOST:
                break
            outer = context.end[row]
            yield text, "class:author" if named else "class:byline", "class name" if named else "class", None, None, row
    segments, texts = context.page.segments, context.texts
    first, last = context.first, context.last
    above = False
    for at in [*range(max(0, first - _NEAR), min(len(texts), first + 4))]:
        row = int(segments.first[at])
        text = plainly_introduced(context.parted(at), context.tongue)
        if (byline := east_asian_byline(text)) is not None:
            yield byline, "text:byline", "line", None, None, row
        if len(text) > _LONG:
            continue
        if starts_byline(text):
            yield text, "text:byline", "line", None, None, row
        elif (within := byline_within(text)) is not None:
            yield within, "text:byline", "line", None, None, row
        elif (
            (name := _before_date(text, context.tongue)) is not None
            and may_be_name(name)
            and not (context.is_beside(row) or _leads_elsewhere(context, row) or _is_in_box(context, row, name))
        ):
            above = True
            yield name, "text:line", "bare line", None, None, row
    for at in [*range(max(first + 4, last - 1), min(len(texts), last + 3))]:
        text = texts[at]
        row = int(segments.first[at])
        if (byline := east_asian_byline(text)) is not None:
            yield byline, "text:byline", "line", None, None, row
        elif (
            len(text) <= 80
            and (starts_byline(text) or (may_be_name(text) and not _is_in_box(context, row, text, above=above)))
            and not context.is_beside(row)
        ):
            above = True
            yield text, "text:end", "end", None, None, row


def _before_date(text: str, language: str) -> str | None:
    """What a short line says before a date, and all of it where it has none."""
    if len(text) > 2 * _SHORT_LINE:  # a sentence
        return None
    found = dates_in(text, language)
    if not found:
        return without_roles(text) if len(text) <= _SHORT_LINE else None
    before = without_open_label(WEEKDAY.sub("", text[: found[0].start]))
    name = without_roles(before.strip(BETWEEN))
    return name if name and len(name) <= _SHORT_LINE else None


def _is_in_box(context: Context, row: int, text: str, *, above: bool = False) -> bool:
    """Whether a line whose script has no capitals is the heading of a box, or a link: there nothing else tells these
    from names. Behind the body, where boxes are, such a line counts only if there is none above it.
    """
    if any(unicodedata.category(char) != "Lo" for char in text if char.isalpha()) or EAST_ASIAN.search(text):
        return False
    return above or any(context.tag[up] == _A or context.tag[up] in _HEADINGS for up in context.chain(row, 6))


def _leads_elsewhere(context: Context, row: int) -> bool:
    """Whether a line is in the navigation, or is a link to the site's first page: the site's name."""
    for up in context.chain(row, 12):
        if context.tag[up] == _NAV or (context.tag[up] == _A and context.is_home(context.elements.value(up, "href"))):
            return True
    return False


def _of_bylines(elements: Elements) -> list[int]:
    """The rows of elements that are named for bylines."""
    found = elements.holding("class", _STRONG)
    found |= elements.holding("id", _STRONG_ID) | elements.holding("data-testid", _STRONG_ID)
    found.update(elements.having("data-author"))
    found.update(row for row in elements.holding("class", (_FN,)) if _FN in elements.value(row, "class").split())
    return sorted(found)


def _spaced(context: Context, row: int) -> str:
    """The text of an element, with a mark where two elements touch: the space between them is the style sheet's."""
    rows = [at for at in range(row, context.end[row]) if context.tag[at] == tags.TEXT and not context.hidden[at]]
    texts = map(context.page.raw, rows)
    out = ""
    for text in texts:
        if out and text and not out[-1].isspace() and not text[0].isspace() and out[-1].isalpha() and text[0].isalpha():
            out += " • "
        out += text
    return " ".join(out.split())


def _describe_row(context: Context, one: Name, row: int, text: str) -> None:
    """Evidence of where a name is shown; of several places, each leaves its marks, and the nearest its distance."""
    mark = one.mark
    place = context.place[row]
    before, after = context.first - place, place - context.last
    mark("shown")
    mark("shown near headline", -3 <= before <= 12)
    mark("distance", 1 / (1 + abs(before)))
    mark("in body", context.is_in_body(row))
    mark("after body", 0 < after <= 8)
    mark("long after body", after > 8)
    mark("in aside", context.is_aside(row))
    chain = context.chain(row, 9)
    mark("in header", any(context.tag[up] == _HEAD for up in chain))
    mark("in away", not context.called(_AWAY).isdisjoint(chain[:6]))
    mark("begins byline", starts_byline(text))
    mark("text is short", len(text) <= len(one.text) + 12)
    mark("text is long", len(text) > 100)


def _describe(context: Context, names: list[Name], has: set[str]) -> None:
    """Evidence in a name itself, and in the others."""
    at = _AT
    groups = {
        "ld": {"ld person", "ld organisation", "ld thing", "ld string", "ld creator"}, "marked": {"marked"},
        "meta": {"meta"}, "rel": {"rel"}, "page link": {"page link"}, "class": {"class", "class name"}, "line":
        {"line"},
    }  # fmt: skip
    is_site = [one.folded in context.site_names or one.folded == context.host_folded for one in names]
    is_body = [is_organisation(one.text) for one in names]
    is_person = [
        looks_like_name(one.text) == 1.0 and not body and not site
        for one, body, site in zip(names, is_body, is_site, strict=True)
    ]
    is_agency = [body and not site for body, site in zip(is_body, is_site, strict=True)]
    people = sum(is_person)
    text = context.page.text
    stated = _SOURCES[:9]
    first = next((name for name in stated if any(one.evidence[at[name]] for one in names)), None)
    is_stated = [any(one.evidence[: len(stated)]) for one in names]
    stated_people = sum(person and yes for person, yes in zip(is_person, is_stated, strict=True))
    sites = context.long_site_names
    page_has = [at[f"page has {group}"] for group, columns in groups.items() if columns & has]
    lists: dict[str, list[int]] = {}
    for number, one in enumerate(names):
        for source in one.sources:
            lists.setdefault(source, []).append(number)
    bare = [number for number, one in enumerate(names) if one.evidence[at["bare line"]] and is_person[number]]
    nearest = max(bare, key=lambda number: names[number].evidence[at["distance"]], default=-1)
    for number, one in enumerate(names):
        evidence = one.evidence
        beside = lists[one.sources[0]]
        evidence[at["list of many"]] = min(len(beside) - 1, 4) / 4
        evidence[at["first of list"]] = beside[0] == number
        evidence[at["person in list"]] = any(is_person[other] for other in beside if other != number)
        evidence[at["agency in list"]] = any(
            is_body[other] and not is_site[other] for other in beside if other != number
        )
        evidence[at["site alone in list"]] = is_site[number] and len(beside) == 1
        evidence[at["agency"]] = is_agency[number]
        evidence[at["initials in small"]] = len(one.folded) <= 4 and one.text.islower()
        evidence[at["only bare person"]] = bare == [number]
        evidence[at["no person stated"]] = is_person[number] and stated_people == 0
        evidence[at["nearest bare line"]] = number == nearest
        for column in page_has:
            evidence[column] = 1
        tokens = one.text.split()
        evidence[at["kinds of source"]] = sum([value > 0 for value in evidence[: len(_SOURCES)]]) / 5
        evidence[at["like name"]] = looks_like_name(one.text)
        evidence[at["one word"]] = len(tokens) == 1
        evidence[at["two words"]] = len(tokens) == 2
        evidence[at["three words"]] = len(tokens) == 3
        evidence[at["four or more"]] = len(tokens) > 3
        evidence[at["all capitals"]] = one.text.isupper()
        evidence[at["no capitals"]] = one.text.islower()
        evidence[at["digits"]] = any(map(str.isdigit, one.text))
        evidence[at["organisation"]] = is_body[number]
        evidence[at["is site"]] = is_site[number]
        evidence[at["within site"]] = len(one.folded) > 3 and any(one.folded in name for name in sites)
        evidence[at["holds site"]] = any(name in one.folded for name in sites)
        evidence[at["is host"]] = one.folded == context.domain_word
        evidence[at["times in text"]] = min(4, text.count(one.text)) / 4
        others = [other.folded for other in names if other is not one]
        evidence[at["part of another"]] = len(one.folded) > 2 and any(one.folded in other for other in others)
        evidence[at["holds another"]] = any(other in one.folded for other in others if len(other) > 3)
        person = is_person[number]
        evidence[at["first stated"]] = first is not None and evidence[at[first]] > 0
        evidence[at["stated people"]] = min(stated_people, 3) / 3
        evidence[at["stated person"]] = person and is_stated[number]
        evidence[at["people in source"]] = stated_people > 0 and not person
        evidence[at["only person"]] = person and people == 1
        evidence[at["has people"]] = people - person > 0
        evidence[at["initials"]] = len(one.folded) <= 3 and not EAST_ASIAN.search(one.text)
        evidence[at["cjk"]] = bool(EAST_ASIAN.search(one.text))
