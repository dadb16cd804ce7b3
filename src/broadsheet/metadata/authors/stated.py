"""Authors that the structured data of a page state: JSON-LD, microdata, RDFa and ``meta`` elements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from broadsheet import lexicon
from broadsheet.facts.facts import TELLING
from broadsheet.facts.structured import in_string, is_other_article, types
from broadsheet.facts.texts import clean, fold
from broadsheet.metadata.context import Context, is_of_other_article
from broadsheet.metadata.language import tongue
from broadsheet.metadata.site import own_names
from broadsheet.metadata.written.name_shapes import are_names, is_organisation
from broadsheet.metadata.written.names import plain_name, split_names

__all__ = [
    "MOST_CLAIMS",
    "OWN",
    "Kind",
    "Named",
    "first_stated",
    "is_of_others_than",
    "is_paper",
    "stated_names",
    "stated_people",
]

Kind = Literal["person", "organisation"]
_KINDS: Final[Mapping[str, Kind]] = {"person": "person", "organisation": "organisation"}
_MAIN_META: Final = ("author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl")
_OTHER_META: Final = re.compile(
    r"(?!twitter|fediverse|smartbanner)(?:.*[.:_-])?(?:article|content|page|display|r?b)?"
    r"(?:authors?(?:[.:_-]?names?)?|byline)|(?:dcterms\.)?creator|dc\.contributor|cre|twitter:creator:name"
)
"""Names of other elements that state authors; publishing systems make up their own (``mrf:authors``)."""
_WRITTEN: Final = lexicon.Matcher(r"(?<![^\W\d_]){by by_phrases wrote near_names}(?![^\W\d_])")
"""Labels of authors."""
_AROUND_PEOPLE: Final = ("author", "item", "itemListElement")
"""Members of schema.org objects that hold people: roles, list items and lists."""
_FAMILY_FIRST: Final = re.compile(
    r"\s*(?P<family>(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[-'’][^\W\d_]+)?),\s+"
    r"(?P<given>(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:-[^\W\d_]+)?)(?P<initial> [^\W\d_]\.?)?\s*"
)
"""A family name, a comma, a given name and perhaps an initial."""
_BETWEEN_PAIRS: Final = lexicon.Matcher(r"\s+(?:{and}|&)\s+|\s*;\s*")
MOST_CLAIMS: Final = 400
"""Claims of authors that are read from a page."""
_FEW_CLAIMS: Final = 20
"""Stated authors that lines of text are compared with."""
_AUTHORS: Final = frozenset({"author", "creator", "schema:author"})
_PICTURES: Final = frozenset({"ImageObject", "Photograph"})
"""Types of items whose author took a picture."""
OWN: Final = frozenset({"ld person", "ld organisation", "ld thing", "ld string"})
"""Columns of the article's own authors in JSON-LD; each is an item of a list."""


class Named(NamedTuple):
    """A text that names authors.

    Attributes:
        text: the text.
        source: where it stands.
        column: the column of evidence of that source.
        kind: what the structured data say that they are, if anything.
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
    """The stated authors in the order of the sources, up to a bound."""
    return list(islice(_stated(context), MOST_CLAIMS))


def _stated(context: Context) -> Iterator[Named]:
    yield from _in_json_ld(context)
    yield from _marked(context)
    yield from _in_metas(context)


def _in_json_ld(context: Context) -> Iterator[Named]:
    """Yield the authors of the article, then those of other objects."""
    structured = context.structured
    for key in ("author", "authors", "creator"):  # the second is not in schema.org
        for value, source in structured.stated(key):
            for text, kind, url in _people(value):
                column = "ld creator" if key == "creator" else f"ld {kind}"
                yield Named(_given_first(text), source, column, _KINDS.get(kind), url)
    for thing in structured.objects:
        if thing is structured.article or is_other_article(thing, structured.article):
            continue
        if "author" in thing and _PICTURES.isdisjoint(types(thing)):
            source = f"json-ld:{(types(thing) or ['Thing'])[0]}.author"
            for text, kind, url in _people(thing["author"]):
                yield Named(text, source, "other ld", _KINDS.get(kind), url)


def _marked(context: Context) -> Iterator[Named]:
    """Yield the authors in microdata and RDFa, but not those of pictures; an item that has a name is given by that."""
    marked, value = context.structured.marked, context.elements.value
    named = {one.scope for one in marked if one.name == "name"}
    around = {one.row: one.type for one in marked}  # types of the items around people
    for one in marked:
        is_name = one.name == "name" and one.type == "Person"
        if is_name:
            properties = f"{value(one.scope, 'itemprop')} {value(one.scope, 'property')}".split()
            is_author = not _AUTHORS.isdisjoint(properties)
        else:
            is_author = one.name == "creator" or (one.name == "author" and one.row not in named)
        work = around.get(one.scope, "") if is_name else one.type
        if not is_author or work in _PICTURES or context.is_beside(one.row):
            continue
        if not is_of_other_article(context, one.row, one.value):
            links = (other.row for other in marked if other.name == "url" and other.scope == one.scope)
            url = next((href for row in links if (href := value(row, "href"))), None) if is_name else None
            yield Named(one.value, f"{one.kind}:{one.type or 'Thing'}.{one.name}", "marked", None, url, one.row)


@lru_cache(maxsize=4096)
def _states_authors(name: str) -> bool:
    """Whether a ``meta`` element other than the main ones states authors by its name."""
    return name not in _MAIN_META and _OTHER_META.fullmatch(name) is not None


def _in_metas(context: Context) -> Iterator[Named]:
    """Yield the authors in ``meta`` elements."""
    structured = context.structured
    for value, source in structured.metas(*_MAIN_META, *structured.named(_states_authors)):
        yield Named(_given_first(value), source, "meta" if source.removeprefix("meta:") in _MAIN_META else "other meta")
    for at in ("1", "2"):
        label = structured.first_meta(f"twitter:label{at}")
        data = structured.first_meta(f"twitter:data{at}")
        if label and data and _WRITTEN.search(label[0]):
            yield Named(data[0], data[1], "label")


def _given_first(text: str) -> str:
    """A name, or a list with semicolons or "and", with given names first; another text as it is.

    Two people with one word each are rare, so it is enough that the second word is known as a name.

    >>> _given_first("Lovelace, Ada"), _given_first("Reuters, AFP"), _given_first("Lovelace, Ada; Curie, Marie")
    ('Ada Lovelace', 'Reuters, AFP', 'Ada Lovelace; Marie Curie')
    """
    if "," not in text:
        return text
    turned = []
    for part in _BETWEEN_PAIRS.on(text).split(text):
        found = _FAMILY_FIRST.fullmatch(part)
        if found is None or is_organisation(part) or not are_names(found["given"]) or not plain_name(found["family"]):
            return text
        turned.append(f"{found['given']}{found['initial'] or ''} {found['family']}")
    return "; ".join(turned)


def _people(value: Any, depth: int = 0) -> Iterator[tuple[str, str, str | None]]:
    """Yield the names in a value of ``author``: text, kind (person, organisation, thing, string), address."""
    if depth > 4:
        return
    if isinstance(value, str):
        if (thing := in_string(value)) is not None:
            yield from _people(thing, depth + 1)
        elif text := clean(value):
            yield text, "string", None
    elif isinstance(value, list):
        for item in value[:40]:
            yield from _people(item, depth + 1)
    elif isinstance(value, Mapping):
        declared = " ".join(types(value))
        kind = "person" if "Person" in declared else "organisation" if "Organi" in declared else "thing"
        same = value.get("sameAs")
        url = _address(value.get("url")) or _address(same if isinstance(same, str) else None)
        name = value.get("name") or " ".join(
            filter(None, (clean(value.get(key)) for key in ("givenName", "familyName")))
        )
        for key in () if name else _AROUND_PEOPLE:
            yield from _people(value.get(key), depth + 1)
        for text, _, _ in _people(name, depth + 1):
            yield text, kind, url


def _address(value: Any) -> str | None:
    """An address, or the first of a list; some pages put a name there, which is None."""
    value = next(iter(value), None) if isinstance(value, list) else value
    return value.strip() if isinstance(value, str) and value.strip().startswith(("http", "/")) else None


def stated_people(context: Context) -> list[str]:
    """The folded names of people whom JSON-LD states as authors; other unmarked lines add nothing to them."""
    stated = [one.text for one in context.once(first_stated) if one.column == "ld person" and " " in one.text]
    return [folded for text in stated if not is_paper(context, folded := fold(text))]


def is_of_others_than(people: list[str], text: str) -> bool:
    """Whether people are stated, and a line has none of their names."""
    folded = fold(text) if people else ""
    return bool(people) and not any(name in folded for name in people)


def is_paper(context: Context, folded: str) -> bool:
    """Whether a folded text is the name of the site, or begins as its address does."""
    begins_as_address = len(context.domain_word) > TELLING and folded.startswith(context.domain_word)
    return begins_as_address or folded in context.once(own_names)
