"""Whom a page states as its authors, in a form that is meant for machines: JSON-LD, microdata and RDFa, ``meta``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from broadsheet.facts.facts import TELLING
from broadsheet.facts.json_ld import in_string, is_other_article, types
from broadsheet.facts.structured import Marked
from broadsheet.facts.texts import clean, fold
from broadsheet.metadata.around.boxes import is_of_others
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.around.parts import is_in_entry, is_in_part
from broadsheet.metadata.language import tongue
from broadsheet.metadata.site import own_names
from broadsheet.metadata.written.name_shapes import may_be_name
from broadsheet.metadata.written.names import split_names
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.metadata.written.people import are_names
from broadsheet.metadata.written.plain_names import plain_name
from broadsheet.metadata.written.roles import begins_with_role, is_role

__all__ = [
    "MOST_CLAIMS",
    "OWN",
    "Kind",
    "Named",
    "first_stated",
    "is_of_others_than",
    "is_of_part",
    "is_paper",
    "stated_names",
    "stated_people",
]


Kind = Literal["person", "organisation"]
_META: Final = (
    "author", "article:author", "og:article:author", "dc.creator", "dcterms.creator", "parsely-author",
    "sailthru.author", "byl", "citation_author", "authors", "article:author_name", "cxenseparse:author", "byline",
    "creator", "shareaholic:article_author_name", "article.author", "mediator_author", "og:author", "dc.contributor",
    "articleauthor", "vr:author", "bt:author", "rbauthors", "cre", "lp.article:author", "twitter:creator:name",
)  # fmt: skip
_OTHER_META: Final = re.compile(
    r"(?!twitter|fediverse|smartbanner)(?:.*[.:_-])?(?:article|content|page|display)?(?:authors?(?:[.:_-]?names?)?|byline)"
)
"""Names of other elements that state authors, as systems make them up (``mrf:authors``)."""
_MAIN_META: Final = frozenset({"author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl"})
_WRITTEN: Final = re.compile(
    r"written|author|autor|von|par|by|escrit|geschr|скрив|автор|verfasst|écrit|rédigé|scritto|napisan|skriven|skrevet|"
    r"skribent|napsal|pisan|scris|írta|szerző|kirjoitta|yaza[nr]|ditulis|oleh|penulis|tác giả|viết|napisa|γράφ|συντάκτ|"
    r"כתב|מאת|كتب|كاتب|نویسنده|लेखक|লেখক|ผู้เขียน|เขียนโดย|作者|撰文|執筆|著者|投稿者|글쓴이|작성자",
    re.IGNORECASE,
)
"""What is in labels of who wrote."""
_KEYS: Final = ("author", "authors", "creator")
"""Members of an article that state its authors; the second is none of schema.org."""
_AROUND_PEOPLE: Final = ("author", "item", "itemListElement")
"""Members of what stands around people: of roles, of the items of lists and of lists."""
_FAMILY_FIRST: Final = frozenset({"citation_author", "dc.creator", "dcterms.creator", "dc.contributor"})
"""Those in which each author has an element, often as libraries write names: the family name first."""
_PARTICLE: Final = r"(?:(?:[dD]e[lrs]?|[vV][ao]n|[dD][aiu]|[lL][ae])\s(?:de[nr]?\s)?)?"
_NO_FIRST_NAME: Final = r"(?:Ph|M\.?D|Jr|Sr|Esq|I+\b)"
_FAMILY_NAME: Final = re.compile(
    rf"\s*({_PARTICLE}[^\W\d_][^\s,;]+),\s+(?!{_NO_FIRST_NAME})([^\W\d_][^\s,;]*(?: [^\s,;]+){{0,2}})\s*"
)
_PAIR_OF_NAMES: Final = re.compile(
    r"\s*(?P<family>(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[-'’][^\W\d_]+)?),\s+"
    r"(?P<given>(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:-[^\W\d_]+)?)(?P<initial> [^\W\d_]\.?)?\s*"
)
"""One word and another, and the initial of a second first name."""
_BETWEEN_PAIRS: Final = re.compile(r"\s+(?:and|und|et|y|e|en|og|och|&)\s+")
MOST_CLAIMS: Final = 400
"""Claims of authors on a page; who states more states nothing."""
_FEW_CLAIMS: Final = 20
"""Statements of authors that lines are compared with."""
_AUTHORS: Final = frozenset({"author", "creator", "schema:author"})
_PICTURES: Final = frozenset({"ImageObject", "Photograph"})
"""Items whose author took a picture."""
OWN: Final = frozenset({"ld person", "ld organisation", "ld thing", "ld string"})
"""Where JSON-LD states the author of the article itself; each is an item of a list."""
_OF_OTHERS: Final = frozenset({"Comment", "UserComments", "Review", "Rating", "VideoObject", "AudioObject"})
"""Items whose author may be none of the article's."""


class Named(NamedTuple):
    """A text that names authors.

    Attributes:
        text: the text.
        source: where it stands.
        column: the column of evidence of that source.
        kind: what the structured data say that they are, if they do.
        url: the page of the author.
        row: the row that shows it, -1 for none.
    """

    text: str
    source: str
    column: str
    kind: Kind | None = None
    url: str | None = None
    row: int = -1


def stated_names(context: Context) -> frozenset[str]:
    """The names of the authors that the structured data of the page state."""
    language = tongue(context)
    return frozenset(
        name
        for one in context.once(first_stated)[:_FEW_CLAIMS]
        for name in split_names(one.text, language, is_person=one.kind == "person")
    )


def first_stated(context: Context) -> list[Named]:
    """What the structured data state, as much as is looked at."""
    return list(islice(_stated(context), MOST_CLAIMS))


def _stated(context: Context) -> Iterator[Named]:
    """What the structured data state, in the order of the sources."""
    yield from _in_json_ld(context)
    yield from _marked(context)
    yield from _in_metas(context)


def _in_json_ld(context: Context) -> Iterator[Named]:
    """Whom the article names, then whom other objects do."""
    structured = context.structured
    for key in _KEYS:
        for value, source in structured.stated(key):
            for text, kind, url in _people(value):
                column = "ld creator" if key == "creator" else f"ld {kind}"
                yield Named(_first_names_first(text), source, column, _known(kind), url)
    for thing in structured.objects:
        if thing is structured.article or is_other_article(thing, structured.article):
            continue
        if "author" in thing and _PICTURES.isdisjoint(types(thing)):
            source = f"json-ld:{(types(thing) or ['Thing'])[0]}.author"
            for text, kind, url in _people(thing["author"]):
                yield Named(text, source, "other ld", _known(kind), url)


def _marked(context: Context) -> Iterator[Named]:
    """Whom microdata and RDFa name."""
    for one in context.once(_of_items):
        if is_of_part(context, one.row):
            continue
        if not (context.is_beside(one.row) or is_of_others(context, one.row, one.value)):
            is_other = one.type in _OF_OTHERS or is_in_part(context, one.row)
            url = _marked_address(context, one) if one.name == "name" else None
            source = f"{one.kind}:{one.type or 'Thing'}.{one.name}"
            yield Named(one.value, source, "marked other" if is_other else "marked", None, url, one.row)


def _of_items(context: Context) -> list[Marked]:
    """The properties of items that are authors, but not those of pictures."""
    marked = context.structured.marked
    pictures = _items_of_pictures(context)
    named = frozenset([one.scope for one in marked if one.name == "name"])
    return [
        one
        for one in marked
        if _names_author(context, one, named) and one.type not in _PICTURES and one.scope not in pictures
    ]


def is_of_part(context: Context, row: int) -> bool:
    """Whether a row is in a part of the article whose authors are none of the page's: those of comments, reviews and
    what is quoted never are, those of the entries of a live blog only where nobody is stated who wrote all of it.
    """
    return is_in_part(context, row) and (not is_in_entry(context, row) or context.once(_has_own_author))


def _has_own_author(context: Context) -> bool:
    """Whether the data state who wrote the article itself."""
    items = any(not is_in_part(context, one.row) for one in context.once(_of_items))
    return items or any(column in OWN for _, _, column, *_ in _in_json_ld(context))


def _items_of_pictures(context: Context) -> frozenset[int]:
    """The rows of what stands in items of pictures: who took one may be an item there."""
    return frozenset([one.row for one in context.structured.marked if one.type in _PICTURES])


def _names_author(context: Context, one: Marked, named: frozenset[int]) -> bool:
    """Whether a property is an author, without a name of its own in it, which says it better; or such a name.

    Args:
        context: the page.
        one: the property.
        named: the items that have a name.
    """
    if one.name == "author":
        return one.row not in named
    return one.name == "creator" or (one.name == "name" and one.type == "Person" and _is_author(context, one.scope))


@lru_cache(maxsize=4096)
def _states_authors(name: str) -> bool:
    """Whether a ``meta`` element that is in no list states authors by its name."""
    return name not in _META and _OTHER_META.fullmatch(name) is not None


def _in_metas(context: Context) -> Iterator[Named]:
    """Whom ``meta`` elements name."""
    structured = context.structured
    for value, source in structured.metas(*_META, *structured.named(_states_authors)):
        name = source.removeprefix("meta:")
        value = _first_names_first(value)
        if name in _FAMILY_FIRST and (turned := _FAMILY_NAME.fullmatch(value)) is not None:
            value = f"{turned[2]} {turned[1]}"
        yield Named(value, source, "meta" if name in _MAIN_META else "other meta")
    for at in ("1", "2"):
        label = structured.first_meta(f"twitter:label{at}")
        data = structured.first_meta(f"twitter:data{at}")
        if label and data and _WRITTEN.search(label[0]):
            yield Named(data[0], data[1], "label")


def _first_names_first(text: str) -> str:
    """One name, or a list with semicolons or "and", as it is spoken, where family names stand first with a comma."""
    if "," not in text:
        return text
    if ";" in text:
        return _turned(text)
    parts = _BETWEEN_PAIRS.split(text)
    turned = [_given_first(part) for part in parts]
    return text if any(map(str.__eq__, turned, parts)) else "; ".join(turned)


def _turned(text: str) -> str:
    """Names with the family name first, as libraries write lists of them; another text as it is.

    >>> _turned("Lovelace, Ada; Babbage, Charles"), _turned("Lovelace, Ada; dpa")
    ('Ada Lovelace; Charles Babbage', 'Ada Lovelace; dpa')
    """
    names = []
    for part in map(str.strip, text.split(";")):
        if (found := _FAMILY_NAME.fullmatch(part)) is not None:
            names.append(f"{found[2]} {found[1]}")
        elif part.casefold() in AGENCIES:
            names.append(part)
        else:
            return text
    return "; ".join(names)


def _given_first(text: str) -> str:
    """A name with the family name first, and a comma, as people write it; another text as it is. Two people with one
    word each are rare, so that it is enough if the second is known as a name and the first may be one.

    >>> _given_first("Lovelace, Ada"), _given_first("Reuters, AFP"), _given_first("Lovelace, Ada; Babbage, Charles")
    ('Ada Lovelace', 'Reuters, AFP', 'Lovelace, Ada; Babbage, Charles')
    """
    found = _PAIR_OF_NAMES.fullmatch(text)
    if found is None or is_organisation(text) or not are_names(found["given"]) or plain_name(found["family"]) is None:
        return text
    return f"{found['given']}{found['initial'] or ''} {found['family']}"


def _is_author(context: Context, scope: int) -> bool:
    """Whether an item is marked as the author of something."""
    value = context.elements.value
    return not _AUTHORS.isdisjoint(f"{value(scope, 'itemprop')} {value(scope, 'property')}".split())


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
        if (thing := in_string(value)) is not None:
            yield from _people(thing, depth + 1)
        else:
            for text in filter(None, map(clean, _lines(value))):
                yield text, "string", None
    elif isinstance(value, list):
        for item in value[:40]:
            yield from _people(item, depth + 1)
    elif isinstance(value, Mapping):
        declared = " ".join(types(value))
        kind = "person" if "Person" in declared else "organisation" if "Organi" in declared else "thing"
        url = _first_address(value.get("url")) or _address(value.get("sameAs"))
        name = value.get("name") or " ".join(
            filter(None, (clean(value.get(key)) for key in ("givenName", "familyName")))
        )
        if not name and all(str(key).isdigit() for key in value):  # a list, as some systems write it
            yield from _people(list(value.values()), depth + 1)
        for key in () if name else _AROUND_PEOPLE:
            yield from _people(value.get(key), depth + 1)
        for text, _, _ in _people(name, depth + 1):
            yield text, kind, url


def _lines(text: str) -> list[str]:
    """The lines of a text but those that are what somebody is, if each may be a person's name; else the text."""
    lines = [line.strip() for line in text.splitlines() if line.strip()] if "\n" in text else []
    lines = [line for line in lines if not is_role(line) and (may_be_name(line) or not begins_with_role(line))]
    return lines if lines and all(" " in line and may_be_name(line) for line in lines) else [text]


def _first_address(value: Any) -> str | None:
    """An address, or the first of a list of them."""
    return _address(next(iter(value), None) if isinstance(value, list) else value)


def _address(value: Any) -> str | None:
    """A string that is written as an address; some state a name there."""
    return value.strip() if isinstance(value, str) and value.strip().startswith(("http", "/")) else None


def stated_people(context: Context) -> list[str]:
    """The people whom JSON-LD states as authors, folded. Beside them a line that nothing marks says nothing new."""
    stated = [one.text for one in context.once(first_stated) if one.column == "ld person" and " " in one.text]
    return [folded for text in stated if not is_paper(context, folded := fold(text))]


def is_of_others_than(people: list[str], text: str) -> bool:
    """Whether there are such people, and a line has none of their names."""
    if not people:
        return False
    folded = fold(text)
    return not any(name in folded for name in people)


def is_paper(context: Context, folded: str) -> bool:
    """Whether a folded text is the name of the site, or begins as its address does."""
    begins_as_address = len(context.domain_word) > TELLING and folded.startswith(context.domain_word)
    return begins_as_address or folded in context.once(own_names)
