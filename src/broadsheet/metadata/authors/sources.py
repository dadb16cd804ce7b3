"""Authors as a page names them: stated in JSON-LD, microdata, RDFa and ``meta`` elements, and shown in links to their
pages, elements named for bylines, and lines of text.

A line that begins like a byline names authors anywhere around the headline or at the end of the body. A bare line that
may be a name counts only if it is outside boxes, links to no other page, and is not a mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import chain, islice
from typing import Any, Final, Literal, NamedTuple

from broadsheet import lexicon
from broadsheet.facts.elements import Elements, tokens, word_list
from broadsheet.facts.structured import in_string, is_other_article, types
from broadsheet.facts.texts import clean, label_test
from broadsheet.metadata.context import MAX_LINE_CHARS, Context, is_of_other_article, parted, parted_element
from broadsheet.metadata.language import reading_language
from broadsheet.metadata.written.beside_names import IN_FULL, is_connector, starts_byline
from broadsheet.metadata.written.bylines import byline_of, names_alone, plain_name, split_names
from broadsheet.metadata.written.name_shapes import are_names, is_organisation, looks_like_name
from broadsheet.page import tags
from broadsheet.patterns import pattern

__all__ = ["MAX_CLAIMS", "OWN", "Kind", "Named", "first_stated", "of_bylines", "of_lines", "of_links", "stated_names"]

Kind = Literal["person", "organisation"]
_KINDS: Final[Mapping[str, Kind]] = {"person": "person", "organisation": "organisation"}
_MAIN_META: Final = ("author", "article:author", "dc.creator", "parsely-author", "sailthru.author", "byl")
_OTHER_META: Final = pattern(
    r"(?!twitter|fediverse|smartbanner)(?:.*[.:_-])?(?:article|content|page|display|r?b)?"
    r"(?:authors?(?:[.:_-]?names?)?|byline)|(?:dcterms\.)?creator|dc\.contributor|cre|twitter:creator:name"
)
"""Names of other elements that state authors; publishing systems invent their own (``mrf:authors``)."""
_WRITTEN: Final = lexicon.Matcher(r"(?<![^\W\d_]){by by_phrases wrote near_names}(?![^\W\d_])")  # labels of authors
_AROUND_PEOPLE: Final = ("author", "item", "itemListElement")  # members of roles, list items and lists that hold people
_FAMILY_FIRST: Final = pattern(
    r"\s*(?P<family>(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:[-'’][^\W\d_]+)?),\s+"
    r"(?P<given>(?-i:[^\W\d_a-zà-ÿ])[^\W\d_]+(?:-[^\W\d_]+)?)(?P<initial> [^\W\d_]\.?)?\s*"
)
"""A family name, a comma, a given name and perhaps an initial."""
_BETWEEN_PAIRS: Final = lexicon.Matcher(r"\s+(?:{and}|&)\s+|\s*;\s*")
MAX_CLAIMS: Final = 400  # most claims read from a page
_LETTERS: Final = pattern(r"[^\W\d_]+")
MAX_COMPARED: Final = 20  # stated authors that lines of text are compared with
_AUTHORS: Final = frozenset({"author", "creator", "schema:author"})
_PICTURES: Final = frozenset({"ImageObject", "Photograph"})  # types of items whose author took a picture
OWN: Final = frozenset({"ld person", "ld organisation", "ld thing", "ld string"})
"""Columns of the article's own authors in JSON-LD; each is an item of a list."""
_WORDS: Final = sorted(lexicon.page_words("markup", "author_paths"))
_AUTHOR_PAGE: Final = pattern(
    rf"[/?&](?:(?<=/)(?:@|u/|~)?{lexicon.one_of(_WORDS)}[/=-]|(?<=[?&])author=|(?<=/)author_)"
)
"""Addresses of authors' pages, in lower case."""
_IN_AUTHOR_PAGE: Final = word_list(*_WORDS)
_LICENCE: Final = "creativecommons.org/"  # its addresses end like those of authors' pages (``/by/4.0``)
_AUTHOR: Final = word_list("author")
_BYLINE_CLASS: Final = word_list(*lexicon.page_words("markup", "bylines"))  # parts of classes of bylines
_BYLINE_ID: Final = word_list("author", "byline")
_FN: Final = word_list("fn")  # the class of a name in hCard
_NAMED: Final = pattern(
    r"author[-_]*(?:name|link|title)|name[-_]*author|byline[-_]*name|p-author|(?<![\w-])fn(?![\w-])"
)
"""Classes and ids of names in bylines, in lower case."""
MAX_ELEMENTS: Final = 60  # most elements of each kind that are read
MAX_LINK_CHARS, MAX_SIGNATURE_CHARS = 80, 80  # longest link to an author's page, and line at the end of the body
NEAR_SEGMENTS, FIRST_SEGMENTS = 12, 4  # segments searched before the body, and at its beginning
SEGMENTS_BELOW, SEGMENTS_ABOVE = 6, 2  # segments searched below the headline, and above the body's first paragraph
MIN_PARAGRAPH_CHARS: Final = 120  # shortest such paragraph
MAX_BY_CHARS, MAX_INTRODUCED_CHARS = 20, 60  # longest line that only introduces a name (``By``), and name below it
LAST_SEGMENTS, SEGMENTS_BEHIND = 2, 6  # last segments of the body, and segments after it, searched for bylines
_NEAR, _NEAR_END = range(-NEAR_SEGMENTS, FIRST_SEGMENTS), range(-1, 3)
"""Segments around the beginning and the end of the body that are searched for names."""
_of_tags: Final = label_test(
    pattern(r"^(?:.*[-_])?(?:tags?|topics?|keywords?|categor\w*|schlag\w*|rubri\w*)(?:[-_].*)?$", re.IGNORECASE)
)
"""Whether a class or id names an article's topics."""
_NAV, _A, _H1 = tags.IDS["nav"], tags.IDS["a"], tags.IDS["h1"]


class Named(NamedTuple):
    """A text that names authors.

    Attributes:
        text: the text.
        source: where it stands.
        column: the column of evidence of that source.
        kind: person or organisation, if the structured data say which.
        url: the page of the author.
        row: the row that shows it, -1 for none.
    """

    text: str
    source: str
    column: str
    kind: Kind | None = None
    url: str | None = None
    row: int = -1


def stated_names(context: Context, line: str) -> frozenset[str]:
    """The names of the authors in the page's structured data that a line may contain."""
    line_words, stated = set(_LETTERS.findall(line)), context.once(first_stated)[:MAX_COMPARED]
    # In scripts without spaces, names are parts of words.
    near = [one for one in stated if not (one.text.isascii() and line_words.isdisjoint(_LETTERS.findall(one.text)))]
    return frozenset(
        name
        for one in near
        for name in split_names(one.text, context.once(reading_language), is_person=one.kind == "person")
    )


def first_stated(context: Context) -> list[Named]:
    """The first `MAX_CLAIMS` stated authors, in the order of the sources."""
    return list(islice(chain(_in_json_ld(context), _marked(context), _in_metas(context)), MAX_CLAIMS))


def _in_json_ld(context: Context) -> Iterator[Named]:
    """Yield the authors of the article, then those of other objects in JSON-LD."""
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
    """Yield the authors in microdata and RDFa, but not those of pictures. An item with a name is given by its name."""
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
            yield Named(one.value, one.source, "marked", None, url, one.row)


@lru_cache(maxsize=4096)
def _states_authors(name: str) -> bool:
    """Whether the name of a ``meta`` element, other than the main ones, says that it states authors."""
    return name not in _MAIN_META and _OTHER_META.fullmatch(name) is not None


def _in_metas(context: Context) -> Iterator[Named]:
    """Yield the authors in ``meta`` elements."""
    structured = context.structured
    for value, source in structured.metas(*_MAIN_META, *structured.named(_states_authors)):
        yield Named(_given_first(value), source, "meta" if source.removeprefix("meta:") in _MAIN_META else "other meta")
    for at in ("1", "2"):
        label, data = structured.first_meta(f"twitter:label{at}"), structured.first_meta(f"twitter:data{at}")
        if label and data and _WRITTEN.search(label[0]):
            yield Named(data[0], data[1], "label")


def _given_first(text: str) -> str:
    """A name, or a list with semicolons or "and", with given names first; another text unchanged.

    Two people with one name each are rare, so it is enough that the second word is a known given name.

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
    """The value if it is an address, else None: some pages put a name there."""
    return value.strip() if isinstance(value, str) and value.strip().startswith(("http", "/")) else None


def of_links(context: Context) -> Iterator[Named]:
    """Yield the links to authors' pages."""
    elements = context.elements
    rows = context.links(elements.holding("rel", _AUTHOR) | elements.holding("href", _IN_AUTHOR_PAGE))
    for row in islice((row for row in rows if _names_author(context, row)), MAX_ELEMENTS):
        is_said = "author" in tokens(elements.value(row, "rel"))
        source, column = ("rel:author", "rel") if is_said else ("link:author", "page link")
        yield Named(context.words_of(row), source, column, None, elements.value(row, "href"), row)


def _names_author(context: Context, row: int) -> bool:
    """Whether a link leads to an author's page, and stands where the article's own author may."""
    if not _leads_to_author(context.elements, row) or context.is_beside(row) or context.is_in_caption(row):
        return False
    text = context.words_of(row)
    return 1 < len(text) <= MAX_LINK_CHARS and not is_of_other_article(context, row, text)


def _leads_to_author(elements: Elements, row: int) -> bool:
    """Whether a link leads to an author's page, by its ``rel`` or its address."""
    href = elements.value(row, "href")
    is_author = _AUTHOR_PAGE.search(href.lower()) is not None or "author" in tokens(elements.value(row, "rel"))
    return is_author and _LICENCE not in href


def of_bylines(context: Context) -> Iterator[Named]:
    """Yield the elements whose class or id names bylines."""
    elements = context.elements
    rows = elements.holding("class", _BYLINE_CLASS)
    rows |= elements.holding("id", _BYLINE_ID) | elements.holding("data-testid", _BYLINE_ID)
    rows.update(row for row in elements.holding("class", _FN) if "fn" in elements.value(row, "class").split())
    outer, left = -1, MAX_ELEMENTS
    for row in sorted(rows):
        if context.hidden[row] or context.size(row) > 3 * MAX_LINE_CHARS:
            continue
        is_name = _NAMED.search(context.label(row).lower()) is not None
        if (row < outer and not is_name) or context.is_beside(row) or context.is_in_caption(row):
            continue
        text = parted_element(context, row)
        if left and 1 < len(text) <= MAX_LINE_CHARS and not is_of_other_article(context, row, text):
            outer, left = context.end[row], left - 1
            source, column = ("class:author", "class name") if is_name else ("class:byline", "class")
            yield Named(text, source, column, row=row)


def of_lines(context: Context) -> Iterator[Named]:
    """Yield the lines around the headline and at the end of the body that are bylines, or may be names."""
    begin, end = max(context.first + FIRST_SEGMENTS, context.last - LAST_SEGMENTS + 1), len(context.texts)
    for at in _around(context):
        yield from _of_line(context, at, is_end=False)
    for at in range(begin, min(end, context.last + SEGMENTS_BEHIND)):
        yield from _of_line(context, at, is_end=True)


def _around(context: Context) -> list[int]:
    """Segments around the beginning of the body, below the headline, and before the body's first paragraph."""
    first, headline, chars = context.first, context.headline_row, context.page.segments.chars
    segments = {*range(first - NEAR_SEGMENTS, first + FIRST_SEGMENTS)}
    if headline >= 0:
        segments.update(range(context.segment_of[headline] + 1, context.segment_of[headline] + 1 + SEGMENTS_BELOW))
    text = next((at for at in context.body if chars[at] >= MIN_PARAGRAPH_CHARS), first)
    segments.update(range(text - SEGMENTS_ABOVE, text))
    return sorted(at for at in segments if 0 <= at < len(context.texts))


def _of_line(context: Context, at: int, *, is_end: bool) -> Iterator[Named]:
    """Yield the names in a line, if it is a byline or may be a name."""
    row, text, language = context.first_row[at], parted(context, at), context.once(reading_language)
    if len(text) > (MAX_SIGNATURE_CHARS if is_end else MAX_LINE_CHARS):
        return
    place = at - (context.last if is_end else context.first)
    named, column = byline_of(text) or _with_introduction(context, at, text), "line"
    is_elsewhere = is_end and context.is_beside(row)
    if named is None and place in (_NEAR_END if is_end else _NEAR):
        is_elsewhere = context.is_beside(row) or _is_of_something_else(context, row, is_end=is_end)
        named = None if is_elsewhere else names_alone(text, language)  # slow, so last
        column = "line" if named and starts_byline(named) else "bare line"
    if named is not None and not is_elsewhere and not is_of_other_article(context, row, named):
        source = "text:end" if is_end else "text:byline" if column == "line" else "text:line"
        yield Named(named, source, "end" if is_end else column, row=row)


def _with_introduction(context: Context, at: int, text: str) -> str | None:
    """A name of two words or more together with the line before it, if that only introduces a name (``By``)."""
    before = context.texts[at - 1] if at else ""
    if not 0 < len(before) <= MAX_BY_CHARS or len(text) > MAX_INTRODUCED_CHARS or not is_connector(before):
        return None
    is_whole = IN_FULL.match(text) is not None and looks_like_name(text.partition(",")[0]) >= 1
    both = f"{before} {text}"
    return both if is_whole and starts_byline(both) else None


def _is_of_something_else(context: Context, row: int, *, is_end: bool) -> bool:
    """Whether the place of a bare name shows that it is not an author's: the headline, the navigation, a list of tags,
    a link to the home page, or a link after the body to anything but an author's page.
    """
    chain = context.chain(row, 12)
    above = [context.tag[up] for up in chain]
    if _H1 in above[:4] or _NAV in above:
        return True
    link = chain[above.index(_A)] if _A in above else -1
    if is_end and link >= 0:
        return not _leads_to_author(context.elements, link)
    is_home = link >= 0 and context.is_home(context.elements.value(link, "href"))
    return is_home or (is_end and any(_of_tags(context.label(up)) for up in chain[:6]))
