"""Whom a page names as its authors, to machines and to people, each with where they are named.

Sources in order: JSON-LD (``author``, ``creator``), microdata and RDFa, ``meta``, links to an author's page, elements
whose class speaks of bylines, and lines around the headline and at the end of the body that begin as bylines do.
It must not choose between them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, Literal, NamedTuple

from broadsheet.metadata.boxes import is_of_others
from broadsheet.metadata.context import TELLING, Context, fold, label_test
from broadsheet.metadata.elements import Elements, tokens
from broadsheet.metadata.json_ld import in_string, is_other_article
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import parted, parted_element
from broadsheet.metadata.mentions import is_mention
from broadsheet.metadata.parts import is_in_entry, is_in_part
from broadsheet.metadata.site import own_names
from broadsheet.metadata.structured import Marked, clean, types
from broadsheet.metadata.written import clocks
from broadsheet.metadata.written.beside_dates import stands_beside_dates
from broadsheet.metadata.written.bylines import byline_behind_date, is_byline, name_before_marks
from broadsheet.metadata.written.dates import Written, dates_in
from broadsheet.metadata.written.east_asian import (
    EAST_ASIAN,
    east_asian_byline,
    has_family_name,
    japanese_signature,
    may_sign_in_japanese,
)
from broadsheet.metadata.written.introductions import IN_FULL, byline_within, is_joint, starts_byline
from broadsheet.metadata.written.names import (
    BETWEEN,
    looks_like_name,
    may_be_name,
    plain_name,
    plainly_introduced,
    split_names,
    to_weekday,
    without_additions,
    without_kind_or_role,
    without_open_label,
    without_place_before,
    without_symbols,
)
from broadsheet.metadata.written.organisations import AGENCIES, is_organisation
from broadsheet.metadata.written.people import are_names
from broadsheet.metadata.written.roles import begins_with_role, is_role, without_roles
from broadsheet.metadata.written.tasks import stands_behind_other_label
from broadsheet.page import tags
from broadsheet.page.characters import is_small

__all__ = ["OWN", "Kind", "Named", "named", "stated_names"]

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
_AUTHOR_PAGE: Final = re.compile(
    r"[/?&](?:(?<=/)(?:@|u/|~)?(?:authors?|autor(?:en|es|i|zy)?|auteurs?|people|persons?|profiles?|profil|staff|journalists?|journalistes?|"
    r"redakteure?|redaktion|reporters?|contributors?|correspondents?|columnists?|writers?|by|bio|team|autore|skribent|"
    r"byline|news-authors?|experts?|users?|member|impressum/autor\w*)[/=-]|(?<=[?&])author=|(?<=/)author_)"
)
"""What is in addresses of authors' pages, in small letters."""
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
_CREDIT: Final = "credit"
"""What texts and pictures have."""
_TOOK: Final = ("photograph", "fotogra")
"""What is in classes of those who took pictures."""
_FN: Final = "fn"
"""The class of a name in hCard."""
_NAMED: Final = re.compile(
    r"author[-_]*(?:name|link|title)|name[-_]*author|byline[-_]*name|p-author|\bfn\b", re.IGNORECASE
)
_LARGE: Final = 60
"""Rows of an element that can be a byline."""
_LONG: Final = 220
"""Characters of a byline."""
_MOST: Final = 60
"""Elements that are looked at of each kind."""
_MOST_CLAIMS: Final = 400
"""Claims of authors on a page; who states more states nothing."""
_FEW_CLAIMS: Final = 20
"""Statements of authors that lines are compared with."""
_NEAR: Final = 12
"""Segments before the body that are looked at for lines that begin as bylines do."""
_SHORT_LINE, _SHORT_END = 60, 80
"""Characters of a name in a line of its own, or before a date; and of a line at the end that names somebody."""
_LICENCE: Final = "creativecommons.org/"
"""What is in addresses of licences, which end like those of authors' pages (``/by/4.0``)."""
_INTO: Final = 4
"""Segments of the body's beginning that are looked at for them, and for names alone."""
_BELOW, _ABOVE = 6, 2
"""Segments right below the headline, and right before the body's first paragraph, that are looked at for lines that
begin as bylines do."""
_PARAGRAPH: Final = 120
"""Characters of that."""
_INTRODUCTION: Final = 20
"""Characters of a line that is nothing but what introduces names."""
_NOTES: Final = 8
"""Segments at the body's end among which one is looked for that is a byline and nothing else."""
_BEHIND, _NEAR_BEHIND = 6, 3
"""Segments behind the body's last that are looked at for lines that begin as bylines do, and for names alone."""
_of_tags: Final = label_test(
    re.compile(r"^(?:.*[-_])?(?:tags?|topics?|keywords?|categor\w*|schlag\w*|rubri\w*)(?:[-_].*)?$", re.IGNORECASE)
)
"""Whether a class or id is of what an article is about."""
_FEW_NAMES: Final = 3
_INITIALS: Final = 4
"""Letters of those who sign with their initials."""
_LIST: Final = re.compile(
    r"[^\W\d_] [^\W\d_][\w.'’-]*\s*(?:[,&/;]|\s(?:[^\W\d_A-Z]{1,5})\s)\s*[^\W\d_a-z][\w.'’-]* [^\W\d_]"
)
_NO_LIST: Final = re.compile(r"[|•·–—:!]|\s-\s|\s(?:with|mit|avec|con)\s")
"""Names in a line that nothing introduces, what may part two of them, and what parts other things."""
_MARK: Final = re.compile(r"\.?\s*(?:[|•·–—・-]|//)\s*(?:\d{1,2}[:.]\d\d\s*(?:Uhr|h|am|pm)?\s*(?:[|•·–—・-]|//)?\s*)?")
"""What stands between a date and a name behind it: a mark, or two with a time."""
_UNIT_OF_TIME: Final = re.compile(r"\s*(?:Uhr|hrs?|hours|uur|h|น|WIB)\b\.?", re.IGNORECASE)
"""What is said behind a time of day."""
_MARK_OR_PLACE: Final = re.compile(r"\s*[|•·–—/・,]\s*|\s+-\s+|\s{2,}|\s+(?:in|on\s+behalf\s+of|for|at|from|via)\s")
_UNPARTED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""A letter of a script that does not part words."""
_REPORTING: Final = ("Reporting by ", "(Reporting by ")
"""How agencies credit in English behind a text, in lines that may be long."""
_PAIR: Final = 2
_NAME_AND_LABEL: Final = 3
"""Words of a name with what introduces it."""
_DASH: Final = re.compile(r"^[–—-]\s*(?=[^\W\d_])")
"""What stands before the name of who signs."""
_IN_BRACKETS: Final = re.compile(r"[(\[（［【]\s*([^()\[\]（）［］【】]{2,})\s*[)\]）］】]")
"""A name in brackets."""
_BRACKET_BEHIND: Final = re.compile(r"(?<=\w)\s+\([^()\d]{2,20}\)$")
"""What stands in brackets behind the name of who signs: an agency, where it was put together."""
_BEFORE_NAME: Final = 40
"""Characters before a name in which a label may be."""
_AROUND: Final = " ()[]/"
"""What papers set around agencies."""
_IN_LINE: Final = re.compile(r"[\s/,-]+")
"""What parts them from initials."""
_PAPER: Final = 24
"""Characters of the name of a paper behind that of who wrote for it, and of a line of agencies."""
_WORDS: Final = 9
"""Spaces in a line of a few names and a paper."""
_BEFORE_LAST: Final = re.compile(r"[,/|•·–—]|\s(?:-|and|und|et|y|e|og|och|en)\s")
"""What parts the last part of a line from the others."""
_CONTACT: Final = re.compile(
    r"\W*(?:(?:press|presse|media|medien|prasa|prensa|stampa|imprensa)\W?)?(?:contacts?|kontakt\w*|ansprechpartner\w*|"
    r"contatt[oi]|contactos?|contatos?|yhteystiedo\w*|rückfragen\w*|контакты?)\b",
    re.IGNORECASE,
)
"""What stands over those who may be asked."""
_AUTHORS: Final = frozenset({"author", "creator", "schema:author"})
_PICTURES: Final = frozenset({"ImageObject", "Photograph"})
"""Items whose author took a picture."""
OWN: Final = frozenset({"ld person", "ld organisation", "ld thing", "ld string"})
"""Where JSON-LD states the author of the article itself; each is an item of a list."""
_OF_OTHERS: Final = frozenset({"Comment", "UserComments", "Review", "Rating", "VideoObject", "AudioObject"})
"""Items whose author may be none of the article's."""
_NAV: Final = tags.IDS["nav"]
_HEADINGS: Final = tags.ids("h1 h2 h3 h4 h5 h6")
_A: Final = tags.IDS["a"]
_FIELDS: Final = tags.ids("form input textarea select")
_SMALL: Final = 12
"""Rows of a box that asks for an address."""


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


def named(context: Context) -> Iterator[Named]:
    """The texts that name authors, in the order of the sources."""
    return islice(chain(context.once(_first_stated), _shown(context)), _MOST_CLAIMS)


def stated_names(context: Context) -> frozenset[str]:
    """The names of the authors that the structured data of the page state."""
    language = tongue(context)
    return frozenset(
        name
        for one in context.once(_first_stated)[:_FEW_CLAIMS]
        for name in split_names(one.text, language, is_person=one.kind == "person")
    )


def _first_stated(context: Context) -> list[Named]:
    """What the structured data state, as much as is looked at."""
    return list(islice(_stated(context), _MOST_CLAIMS))


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
        if _is_of_part(context, one.row):
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


def _is_of_part(context: Context, row: int) -> bool:
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


def _shown(context: Context) -> Iterator[Named]:
    """What the page shows. Where links and bylines name all people that JSON-LD states, lines that nothing marks say
    nothing new: on 4,674 pages nothing else is chosen for them. They do where a link names somebody else as well.
    """
    people = _stated_people(context)
    left = set(people)
    has_others = False
    for one in chain(_of_links(context), _of_classes(context)):
        if left:
            folded = fold(one.text)
            left = {name for name in left if name not in folded}
        has_others = has_others or (one.column == "rel" and _is_of_others_than(people, one.text))
        yield one
    if left or not people or has_others:
        yield from _of_lines(context, people)


def _of_links(context: Context) -> Iterator[Named]:
    """Links to authors' pages."""
    seen = 0
    elements = context.elements
    for row in context.links(elements.holding("rel", ("author",)) | elements.holding("href", _IN_AUTHOR_PAGE)):
        href = elements.value(row, "href")
        if not _is_of_author(elements, row) or context.is_beside(row) or context.is_in_caption(row):
            continue
        if _is_of_part(context, row):
            continue
        text = context.words_of(row)
        if (
            _may_hold_name(text)
            and len(text) <= 80
            and not is_of_others(context, row, text)
            and not _did_otherwise(context, row, text)
        ):
            seen += 1
            if seen > _MOST:
                break
            is_said = "author" in tokens(elements.value(row, "rel"))
            source, column = ("rel:author", "rel") if is_said else ("link:author", "page link")
            yield Named(text, source, column, None, href, row)


def _of_classes(context: Context) -> Iterator[Named]:
    """Elements whose class or id speaks of bylines."""
    elements = context.elements
    outer = -1
    seen = 0
    for row in _of_bylines(elements):
        if context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * _LONG:
            continue
        label = f"{elements.value(row, 'class')} {elements.value(row, 'id')}"
        has_name = _is_of_name(label)
        if (row < outer and not has_name) or context.is_beside(row) or context.is_in_caption(row):
            continue
        if _CREDIT in label and _is_of_picture(context, row):
            continue
        if _is_of_part(context, row):
            continue
        text = parted_element(context, row)
        text = east_asian_byline(text) or text
        if _may_hold_name(text) and len(text) <= _LONG and not is_of_others(context, row, text):
            seen += 1
            if seen > _MOST:
                break
            outer = context.end[row]
            source, column = ("class:author", "class name") if has_name else ("class:byline", "class")
            yield Named(text, source, column, row=row)


def _is_of_picture(context: Context, row: int) -> bool:
    """Whether an element that is called a credit is that of a picture: by its own name, or by one within it."""
    return not context.called(_TOOK).isdisjoint(range(row, context.end[row]))


def _of_lines(context: Context, people: list[str]) -> Iterator[Named]:
    """Lines around the headline and at the end of the body that begin as bylines do, or may be a name.

    Args:
        context: the page.
        people: whom JSON-LD states as authors (`_stated_people`).
    """
    first, language, has_name = context.first, tongue(context), False
    near = range(max(0, first - _NEAR), min(len(context.texts), first + _INTO))
    for at in near:
        for one in _in_front(context, at, people, language):
            has_name = has_name or one.column == "bare line"
            yield one
    for at in _further(context, near):
        yield from _introduced(context, at, language)
    yield from _behind(context, people, has_name=has_name)


def _further(context: Context, near: range) -> list[int]:
    """The segments right below the headline, and right before the body's first paragraph, that are not near its first
    line: a box stands between, or a day that is taken for a part of the body.
    """
    headline, chars = context.headline_row, context.page.segments.chars
    some: set[int] = set()
    if headline >= 0:
        below = context.place[headline] + 1
        some.update(range(below, below + _BELOW))
    text = next((at for at in context.body if chars[at] >= _PARAGRAPH), None)
    if text is not None:
        some.update(range(text - _ABOVE, text))
    return sorted(at for at in some if 0 <= at < len(context.texts) and at not in near)


def _introduced(context: Context, at: int, language: str) -> Iterator[Named]:
    """Whom a line names that says that it is a byline, or that stands behind a line which says no more than that.

    Args:
        context: the page.
        at: the segment.
        language: that of the page.
    """
    row, text = context.first_row[at], plainly_introduced(parted(context, at), language)
    if len(text) > _LONG or _is_sentence(text) or _is_of_part(context, row):
        return
    line = _byline_of(context, at, text, language)
    if line is not None and not is_of_others(context, row, line):
        yield Named(line, "text:byline", "line", row=row)


def _byline_of(context: Context, at: int, text: str, language: str) -> str | None:
    """The byline that a line is or holds; with the line before it where that is nothing but what introduces one."""
    if starts_byline(text):
        return _without_sentence(text)
    return byline_within(text) or byline_behind_date(text, language) or _with_introduction(context, at, text)


def _with_introduction(context: Context, at: int, text: str) -> str | None:
    """A name of two words or more with the line before it, where that is nothing but what introduces one (``By``)."""
    before = context.texts[at - 1] if at else ""
    if not 0 < len(before) <= _INTRODUCTION or len(text) > _SHORT_LINE or not is_joint(before):
        return None
    is_whole = IN_FULL.match(text) is not None and looks_like_name(text.partition(",")[0]) >= 1
    both = f"{before} {text}"
    return both if is_whole and starts_byline(both) else None


def _in_front(context: Context, at: int, people: list[str], language: str) -> Iterator[Named]:
    """Whom a line around the headline names.

    Args:
        context: the page.
        at: the segment.
        people: whom JSON-LD states.
        language: that of the page.
    """
    row = context.first_row[at]
    if _is_of_part(context, row):
        return
    text = plainly_introduced(parted(context, at), language)
    if (byline := east_asian_byline(text)) is not None:
        yield Named(byline, "text:byline", "line", row=row)
    if len(text) > _LONG or _is_sentence(text):
        return
    line = _byline_of(context, at, text, language)
    if line is not None:
        if not is_of_others(context, row, line):
            yield Named(line, "text:byline", "line", row=row)
    elif len(text) <= 2 * _SHORT_LINE and not _is_of_others_than(people, text):  # no sentence
        name = _bare_name(_without_paper(context, text), language)
        if name is not None and not _is_beside(context, at, name):
            yield Named(name, "text:line", "bare line", row=row)


def _is_beside(context: Context, at: int, name: str) -> bool:
    """Whether a line around the headline that is a name is no author's by where it stands."""
    row = context.first_row[at]
    return (
        context.is_beside(row)
        or _leads_elsewhere(context, row)
        or _is_in_box(context, row, name)
        or is_of_others(context, row, name)
        or is_mention(context, at)
    )


def _behind(context: Context, people: list[str], *, has_name: bool) -> Iterator[Named]:
    """Whom lines at the end of the body name, and behind it.

    Args:
        context: the page.
        people: whom JSON-LD states.
        has_name: a line in front of these is a name.
    """
    last = context.last
    begin = max(context.first + _INTO, last - 1)
    yield from _above_notes(context, range(max(context.first + _INTO, last - _NOTES), begin))
    for at in range(begin, min(len(context.texts), last + _BEHIND)):
        if _is_of_part(context, row := context.first_row[at]):
            continue
        line, introduced = _DASH.sub("", parted(context, at)), None
        text, is_near = _unbracketed(line), at < last + _NEAR_BEHIND
        if is_near and (byline := east_asian_byline(text)) is not None:
            yield Named(byline, "text:byline", "line", row=row)
        elif is_near and (byline := japanese_signature(line)) is not None:
            yield Named(byline, "text:end", "end", row=row)
        elif (len(text) > _SHORT_END and not text.startswith(_REPORTING)) or context.is_beside(row):
            continue
        elif starts_byline(text) or (is_near and (introduced := _with_introduction(context, at, text))):
            if not is_of_others(context, row, text):
                yield Named(introduced or text, "text:end", "end", row=row)
        elif is_near and not _is_of_others_than(people, text) and _may_sign(context, at, line, text, has_name=has_name):
            has_name = True
            yield Named(text, "text:end", "end", row=row)


def _above_notes(context: Context, lines: range) -> Iterator[Named]:
    """Whom a line among the last ones of the body names that is a byline and nothing else: notes stand behind it."""
    language = tongue(context)
    for at in lines:
        row, text = context.first_row[at], parted(context, at)
        is_signature = len(text) <= _SHORT_END and starts_byline(text) and is_byline(text, language, accounts=False)
        if is_signature and not _is_of_part(context, row):
            yield Named(text, "text:end", "end", row=row)


def _may_sign(context: Context, at: int, line: str, text: str, *, has_name: bool) -> bool:
    """Whether a line behind the body may be the name of who wrote, by its words and by where it stands.

    Args:
        context: the page.
        at: the segment.
        line: what it says, without a dash in front.
        text: the same without brackets around it.
        has_name: a line in front of it is a name.
    """
    row, above = context.first_row[at], context.texts[at - 1]
    return (
        (
            may_be_name(_BRACKET_BEHIND.sub("", text))
            or _is_of_agencies(text)
            or (text != line and may_sign_in_japanese(text))
        )
        and not _is_in_box(context, row, text, above=has_name)
        and not _is_of_something_else(context, row)
        and not is_of_others(context, row, text)
        and not is_mention(context, at, has_dash=line != parted(context, at))
        and not (len(above) <= _SHORT_LINE and _CONTACT.match(above))
    )


def _is_sentence(text: str) -> bool:
    """Whether a line of East Asia goes on behind what it begins with."""
    return "。" in text or (len(text) > _SHORT_LINE and "，" in text)


def _without_sentence(text: str) -> str:
    """A line without what follows a name of two words, where neither capitals nor spaces between words tell where that
    ends: as Thai papers set a byline before the first sentence.
    """
    is_line = len(text) <= _SHORT_LINE or text.isascii() or not _UNPARTED.search(text)
    return text if is_line else " ".join(text.split()[:_NAME_AND_LABEL])


def _stated_people(context: Context) -> list[str]:
    """The people whom JSON-LD states as authors, folded. Beside them a line that nothing marks says nothing new."""
    stated = [one.text for one in context.once(_first_stated) if one.column == "ld person" and " " in one.text]
    return [folded for text in stated if not _is_paper(context, folded := fold(text))]


def _is_of_others_than(people: list[str], text: str) -> bool:
    """Whether there are such people, and a line has none of their names."""
    if not people:
        return False
    folded = fold(text)
    return not any(name in folded for name in people)


def _did_otherwise(context: Context, row: int, name: str) -> bool:
    """Whether the line that a link is in says that its bearer did something else than write, and who wrote."""
    at = context.place[row]
    if at >= len(context.texts):
        return False
    start, begin = int(context.page.start[row]), int(context.page.segments.start[at])
    if not stands_behind_other_label(context.page.text[max(begin, start - _BEFORE_NAME) : start]):
        return False
    writers = split_names(context.texts[at], tongue(context))
    return bool(writers) and name not in writers


def _may_hold_name(text: str) -> bool:
    """Whether a text is long enough for a name: two characters are those of East Asia."""
    return len(text) > _PAIR or bool(has_family_name(text))


@lru_cache(maxsize=4096)
def _is_of_name(label: str) -> bool:
    """Whether a class or id is that of a name: sites use the same again and again."""
    return _NAMED.search(label) is not None


def _unbracketed(text: str) -> str:
    """A short line without the brackets around it, in which papers set who signs."""
    found = _IN_BRACKETS.fullmatch(text) if len(text) <= _SHORT_LINE else None
    return text if found is None else found[1]


def _without_paper(context: Context, text: str) -> str:
    """A short line without the name of the site, or of an agency, at its end: ``Ada Lovelace, The Courier``."""
    if len(text) > _SHORT_LINE + _PAPER or is_small(text[:1]) or text.count(" ") > _WORDS:
        return text
    begin = end = 0
    for one in _BEFORE_LAST.finditer(text):
        begin, end = one.span()
    rest = text[end:].strip()
    if not end or not 1 < len(rest) <= _PAPER:
        return text
    return text[:begin].rstrip() if _is_agency(rest) or _is_paper(context, fold(rest)) else text


def _is_paper(context: Context, folded: str) -> bool:
    """Whether a folded text is the name of the site, or begins as its address does."""
    begins_as_address = len(context.domain_word) > TELLING and folded.startswith(context.domain_word)
    return begins_as_address or folded in context.once(own_names)


def _is_of_author(elements: Elements, row: int) -> bool:
    """Whether a link leads to an author's page, by what it says or by its address; licences have such addresses too."""
    href = elements.value(row, "href")
    is_said = "author" in tokens(elements.value(row, "rel"))
    return _LICENCE not in href and (is_said or _AUTHOR_PAGE.search(href.lower()) is not None)


def _bare_name(text: str, language: str) -> str | None:
    """The name, or the few names, that a line without a word of bylines is, or has before its date or behind it."""
    if text.isascii() and " " not in text:  # a word is an agency, or nobody
        return text if _is_of_agencies(text) else None
    text = without_symbols(text)
    dates = dates_in(text, language)
    if (name := _before_date(text, dates)) is not None and (_may_be_names(name) or _is_of_agencies(name)):
        return name.strip(_AROUND)
    name = _behind_date(text, dates)
    return name if name is not None and may_be_name(name) and not is_organisation(name) else None


def _is_agency(name: str) -> bool:
    """Whether a text is the name of an agency, in one word."""
    return name.casefold() in AGENCIES


def _is_of_agencies(text: str) -> bool:
    """Whether a text is the name of an agency, alone or with initials: ``(mkl, ČTK)``."""
    if len(text) > _PAPER:
        return False
    parts = _IN_LINE.split(text.strip(_AROUND))
    return (
        len(parts) <= _FEW_NAMES
        and all((part.isalpha() and len(part) <= _INITIALS) or _is_agency(part) for part in parts)
        and any(map(_is_agency, parts))
    )


def _may_be_names(text: str) -> bool:
    """Whether a text may be a person's name, or several with what parts them."""
    if may_be_name(text):
        return True
    if not _LIST.search(text) or _NO_LIST.search(text):
        return False
    names = split_names(text)
    return 1 < len(names) <= _FEW_NAMES and all(may_be_name(name) and " " in name for name in names)


def _behind_date(text: str, dates: Sequence[Written]) -> str | None:
    """What a short line says behind a date, its time and a mark, up to the next mark, or to where it was written or for
    whom.
    """
    if not dates or not stands_beside_dates(to_weekday(without_open_label(text[: dates[0].start]))):
        return None
    mark = _MARK.match(text, dates[-1].stop) or _MARK.match(text, _behind_time(text, dates[-1].stop))
    return (_MARK_OR_PLACE.split(text[mark.end() :])[0].strip() or None) if mark is not None else None


def _before_date(text: str, dates: Sequence[Written]) -> str | None:
    """What a short line says before a date and its time, and all of it where it has none."""
    if not dates:
        if len(text) > _SHORT_LINE:
            return None
        line = without_place_before(name_before_marks(text))
        return without_kind_or_role(without_roles(without_additions(line)))
    before = without_open_label(to_weekday(text[: _before_time(text, dates[0].start)]))
    name = without_kind_or_role(without_roles(without_additions(name_before_marks(before.strip(BETWEEN)))))
    return name if name and len(name) <= _SHORT_LINE and not stands_beside_dates(name) else None


def _before_time(text: str, start: int) -> int:
    """Where the time begins that stands before a date, with only words between that stand beside dates, or the date."""
    clock = clocks.before(text, start)
    return start if clock is None or not stands_beside_dates(text[clock.end() : start]) else clock.start()


def _behind_time(text: str, stop: int) -> int:
    """Where the time ends that stands behind a date, with what only stands beside dates, or the date."""
    clock = clocks.behind(text, stop)
    if clock is None or not stands_beside_dates(text[stop : clock.start()]):
        return stop
    end = clocks.span(clock)[1]
    unit = _UNIT_OF_TIME.match(text, end)
    return end if unit is None else unit.end()


def _is_in_box(context: Context, row: int, text: str, *, above: bool = False) -> bool:
    """Whether a line whose script has no capitals is the heading of a box, a link, or beside what readers fill in:
    there nothing else tells these from names. Behind the body, where boxes are, such a line counts only if there is
    none above it.
    """
    if any(unicodedata.category(char) != "Lo" for char in text if char.isalpha()) or EAST_ASIAN.search(text):
        return False
    chain = context.chain(row, 6)
    return above or any(context.tag[up] == _A or context.tag[up] in _HEADINGS for up in chain) or _asks(context, chain)


def _asks(context: Context, chain: Sequence[int]) -> bool:
    """Whether one of the small elements around a line has a field to fill in."""
    small = [up for up in chain if context.end[up] - up <= _SMALL]
    return any(context.tag[row] in _FIELDS for up in small[-1:] for row in range(up, context.end[up]))


def _is_of_something_else(context: Context, row: int) -> bool:
    """Whether a line is what an article is about: a link, but to nobody's page, or in a list of tags."""
    for up in context.chain(row, 6):
        if context.tag[up] == _A:
            return not _is_of_author(context.elements, up)
        if _of_tags(context.label(up)):
            return True
    return False


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
