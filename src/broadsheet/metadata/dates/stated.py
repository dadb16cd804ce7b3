"""The dates that a page states for machines, and how dates are written on it.

Sources in order: JSON-LD, microdata and RDFa, ``meta``, the address; and scripts. It must not choose between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Final, NamedTuple

from broadsheet.facts.json_ld import types
from broadsheet.facts.texts import clean
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.dates.moments import iso
from broadsheet.metadata.language import tongue
from broadsheet.metadata.written.dates import Written, dates_in

__all__ = [
    "LONG",
    "Stated",
    "changes_in_metas",
    "dates_on",
    "how_written",
    "in_scripts",
    "read",
    "stated",
    "states_day",
    "written",
]

_PUBLISHED: Final = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "parsely-pub-date",
    "sailthru.date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dc.date",
    "dcterms.date", "pubdate", "publishdate", "publish_date", "publish-date", "published", "publication_date",
    "article_date_original", "originalpublicationdate", "date", "cxenseparse:recs:publishtime",
    "prism.publicationdate", "citation_publication_date", "citation_date", "bt:pubdate", "rnews:datepublished",
    "displaydate", "ptime", "og:pubdate", "article.published", "article:published", "published_time", "created",
    "date.created", "article.created", "pub_date", "publication-date", "og:publish_date", "mediator_published_time",
    "shareaholic:article_published_time", "live_date", "iso-8601-publish-date",
    "vr:published_time", "datecreated", "dc.created", "datum", "doc_date", "cdate", "creation_date", "timestamp",
    "hdl_p", "news_publication_date", "release_date", "buildtime", "last_published_date", "lastpublishdate",
    "issue_date", "issued", "published_on", "published_at", "published_date", "published-date", "publisheddate",
    "date_published", "date-published", "first_published", "article:published_date", "posted_date", "post_date",
    "publicationdate", "publishtime", "dateposted", "article:publish_date", "article.pubdate", "articledate",
    "firstpublishdatetime", "uploaddate", "pdate",
)  # fmt: skip
_MAIN: Final = frozenset({"article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date"})
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "og:article:modified_time", "datemodified", "dc.date.modified",
    "dcterms.modified", "lastmod", "last-modified", "revised", "utime", "article:modified", "og:modified_time",
    "modified_time", "article.updated", "date.updated", "dateupdated", "lastmodified", "last_modified", "updated",
    "cxenseparse:recs:modifiedtime", "bt:moddate", "vr:modified_time", "shareaholic:article_modified_time",
    "sailthru.modified", "dc.date.updated", "last-updated", "page-updated",
)  # fmt: skip
_KNOWN: Final = frozenset((*_PUBLISHED, *_MODIFIED))
_OTHER_PUBLISHED: Final = re.compile(
    r"(?!.*(?:last|unpub|video|published-time))(?:.*[.:_-])?(?:first|page|article|art|news|doc)?[._-]?"
    r"(?:pub(?:lish(?:ed)?|lication)?[._-]?(?:time|date|at|on)|date[._-]?(?:published|pub)|published|release[._-]?date)"
)
_OTHER_MODIFIED: Final = re.compile(
    r"(?:.*[.:_-])?(?:page|article)?(?:last)?[._-]?(?:mod(?:ified)?|updated?|modification)[._-]?(?:time|date|at|on)?"
)
"""Names of other elements that state dates, as systems make them up: ``mrf:published_time``, ``article_updatetime``;
``published-time`` is when the page was last made."""
_YEAR, _MONTH = r"(?P<year>(?:19[89]|20[0-4])\d)", r"(?P<month>0[1-9]|1[0-2])"
_DAY: Final = r"(?P<day>0[1-9]|[12]\d|3[01])"
_IN_URL: Final = (
    re.compile(rf"(?<!\d){_YEAR}[/_.-]?{_MONTH}[/_.-]?{_DAY}(?!\d)"),
    re.compile(rf"/{_YEAR}/(?:[A-Za-z]\w*/){{1,3}}{_MONTH}/{_DAY}(?!\d)"),
    re.compile(rf"(?<!\d){_DAY}(?P<mark>[-.]?){_MONTH}(?P=mark){_YEAR}(?!\d)"),
)
_IN_URL_NAMED: Final = re.compile(r"/((?:19[89]|20[0-4])\d)/([a-z]{3,9})/(\d{1,2})(?:/|$)", re.IGNORECASE)
LONG: Final = 160
"""Characters of an element or line that is a date, with what stands around it."""
_LATEST: Final = 1e14
"""Milliseconds beyond any year that a page is of."""
_IN_SCRIPT: Final = re.compile(
    rb"(?:date_?published|publish(?:ed)?_?(?:at|time|date|on)|pub_?date|publication_?date|first_?published)"
    rb"[\"']?\s*[:=]\s*[\"']([^\"']{8,35})[\"']",
    re.IGNORECASE,
)
_STEM: Final = re.compile(rb"[pP][uU][bB](?:[lL][iI]|_?[dD][aA])")
"""The stem of each of these names, which is found in a tenth of the time."""
_BEFORE_STEM: Final = (*(len(word) for word in ("first_", "first", "date")), 0)
"""Characters of a name before it: "date_" is as long as "first"."""
_FEW: Final = 10
"""Dates that are taken from scripts."""
_ITEMS_BESIDE: Final = frozenset({"Comment", "UserComments", "Answer", "Event", "Review", "UserReview", "WPSideBar"})
"""Types of items whose days are not the article's."""
_TAIWAN: Final = re.compile(r"[-_]TW\b", re.IGNORECASE)
_MONTH_FIRST_IN: Final = ("en", "tl")
"""Languages in which numbers may be written as Americans do."""
_MONTH_FIRST: Final = re.compile(r"\.(?:com|us|org|net|edu|gov|ph)$")
_REGION: Final = re.compile(r"en[-_]([a-z]{2})(?![a-z])", re.IGNORECASE)
_AMERICAN: Final = ("us", "ph", "ca")
"""Regions of English in which numbers may be so."""
_DAY_FIRST: Final = re.compile(r"\.(?!us$|ph$)[a-z]{2}$")
"""How hosts end that are of countries where they are not, whatever a template says."""
_LD_COLUMNS: Final = {
    "datePublished": "ld published", "dateCreated": "ld created", "uploadDate": "ld created",
    "dateModified": "ld modified",
}  # fmt: skip
_MARKED_COLUMNS: Final = {
    **dict.fromkeys(
        ("datePublished", "dateCreated", "published", "created", "date", "issued", "uploadDate"), "marked published"
    ),
    **dict.fromkeys(("dateModified", "modified"), "marked modified"),
}
"""The columns of evidence of members and properties that hold dates."""


class Stated(NamedTuple):
    """A date that a page states or shows.

    Attributes:
        value: ISO 8601.
        source: where it stands.
        column: the column of evidence of that source.
        row: the row that shows it, -1 for none.
        label: the words in front of it.
        otherwise: the same numbers with day and month the other way round, where they can be read so.
    """

    value: str
    source: str
    column: str
    row: int = -1
    label: str = ""
    otherwise: str = ""


def stated(context: Context) -> Iterator[Stated]:
    """The dates that the page states for machines, and those in its addresses, in the order of the sources."""
    yield from _in_json_ld(context)
    yield from _marked(context)
    yield from _in_metas(context)
    yield from _in_addresses(context)


def _in_json_ld(context: Context) -> Iterator[Stated]:
    """The dates of the article, then those of other objects."""
    for key, column in _LD_COLUMNS.items():
        for value, source in context.structured.stated(key):
            yield from _read_as(column, source, value, context)
    for thing in context.other_objects:
        if _ITEMS_BESIDE.isdisjoint(types(thing)):
            for key in ("datePublished", "uploadDate"):
                source = f"json-ld:{(types(thing) or ['Thing'])[0]}.{key}"
                yield from _read_as("other ld", source, thing.get(key), context)


def _marked(context: Context) -> Iterator[Stated]:
    """The dates in microdata and RDFa."""
    for one in context.structured.marked:
        column = _MARKED_COLUMNS.get(one.name)
        if column and one.type not in _ITEMS_BESIDE:
            source = f"{one.kind}:{one.type or 'Thing'}.{one.name}"
            yield from _read_as(column, source, one.value, context, one.row, one.value)


def _in_metas(context: Context) -> Iterator[Stated]:
    """The dates in ``meta`` elements."""
    for value, source in context.structured.metas(*_PUBLISHED, *context.once(_others)["published"]):
        column = "meta main" if source.removeprefix("meta:") in _MAIN else "meta other"
        yield from _read_as(column, source, value, context)
    for value, source in changes_in_metas(context):
        yield from _read_as("meta modified", source, value, context)


def _read_as(
    column: str, source: str, value: object, context: Context, row: int = -1, label: str = ""
) -> Iterator[Stated]:
    """A stated value as a date, if it is one: ISO 8601 and its kin, else as it is written in prose."""
    text = written(value)
    if not text:
        return
    if (when := iso(text)) is not None:
        yield Stated(when, source, column, row, label)
    elif (first := _first_in_prose(text, context)) is not None:
        yield Stated(first.value, source, column, row, label, first.otherwise)


def changes_in_metas(context: Context) -> Iterator[tuple[str, str]]:
    """The values of ``meta`` elements for the last change, with their source."""
    return context.structured.metas(*_MODIFIED, *context.once(_others)["modified"])


def _others(context: Context) -> dict[str, list[str]]:
    """The names of ``meta`` elements that are in no list, by the date that they state by their words."""
    found: dict[str, list[str]] = {"published": [], "modified": []}
    for name in context.structured.named(_stated_by):
        for kind in _stated_by(name):
            found[kind].append(name)
    return found


@lru_cache(maxsize=4096)
def _stated_by(name: str) -> tuple[str, ...]:
    """The kinds of date that a ``meta`` element states by its name, if the name is in no list."""
    kinds = (("published", _OTHER_PUBLISHED), ("modified", _OTHER_MODIFIED))
    return () if name in _KNOWN else tuple(kind for kind, named in kinds if named.fullmatch(name))


def states_day(context: Context) -> bool:
    """Whether the structured data name a day of publication."""
    structured = context.structured
    return bool(
        "datePublished" in structured.article
        or any(name in structured.meta for name in _MAIN)
        or any(one.name == "datePublished" for one in structured.marked)
    )


def _in_addresses(context: Context) -> Iterator[Stated]:
    """The days in the page's own addresses."""
    structured = context.structured
    own = (context.page.url, structured.links.get("canonical"), *structured.meta.get("og:url", ()))
    for address in dict.fromkeys(filter(None, own)):
        if day := _in_address(address):
            yield Stated(day, "url", "address")


def _in_address(address: str) -> str | None:
    for form in _IN_URL:
        if (found := form.search(address)) is not None:
            return iso("-".join(found.group("year", "month", "day")))
    if (named := _IN_URL_NAMED.search(address)) is not None:
        return next((one.value for one in dates_in(f"{named[3]} {named[2]} {named[1]}", "en")), None)
    return None


def in_scripts(context: Context) -> Iterator[Stated]:
    """The dates that members of objects in scripts say whose names speak of publication, but for other articles'."""
    structured = context.structured
    own = {id(thing) for thing in (structured.article, *context.other_objects)}
    theirs = (*structured.strangers, *(thing for thing in structured.objects if id(thing) not in own))
    others = {value for thing in theirs for value in thing.values() if isinstance(value, str)}
    for value in islice(_members(context.page.utf8), _FEW):
        if value not in others and (when := iso(value)):
            yield Stated(when, "script", "script")


def _members(data: bytes) -> Iterator[str]:
    """The values of members of objects in scripts whose names speak of publication."""
    for stem in _STEM.finditer(data):
        places = (max(0, stem.start() - before) for before in _BEFORE_STEM)
        found = next(filter(None, (_IN_SCRIPT.match(data, at) for at in places)), None)
        if found is not None:
            yield found[1].decode("utf-8", "replace")


def written(value: object) -> str | None:
    """A date in JSON-LD as text: a string, a number of seconds or milliseconds, or the first of a list."""
    if isinstance(value, list):
        value = next(iter(value), None)
    return str(int(value)) if isinstance(value, int | float) and 0 < value < _LATEST else clean(value)


def read(value: str, context: Context) -> str | None:
    """The value of a stated date: ISO 8601 and its kin, else as it is written in prose."""
    return next((one.value for one in _read_as("", "", value, context)), None)


def _first_in_prose(value: str, context: Context) -> Written | None:
    """The first date in a stated value that people wrote."""
    if len(value) > LONG:
        return None
    return next(iter(dates_on(context, value)), None)


def dates_on(context: Context, text: str) -> tuple[Written, ...]:
    """The dates in a text of the page, read as they are written there."""
    language, month_first = how_written(context)
    return dates_in(text, language, month_first=month_first)


def how_written(context: Context) -> tuple[str, bool]:
    """The language that dates are read in, and whether numbers are written as Americans do."""
    return context.once(_how_written)


def _how_written(context: Context) -> tuple[str, bool]:
    """The language and order of dates, uncached."""
    language = tongue(context)
    if language == "zh" and (_TAIWAN.search(context.structured.lang or "") or context.host.endswith(".tw")):
        language = "zh-TW"  # which has years of its own
    return language, _is_month_first(context)


def _is_month_first(context: Context) -> bool:
    """Whether numbers are written as Americans do, as far as the page's head, its language and its address tell."""
    # Templates are American where the paper is not.
    if tongue(context) not in _MONTH_FIRST_IN:
        return False
    tag = (context.structured.lang or "").lower().replace("_", "-")
    if tag == "en-us":
        return True
    if tongue(context) != "en" or tag not in ("", "en") or _DAY_FIRST.search(context.host):
        return False
    stated = context.structured.first_meta("og:locale", "content-language", "dc.language", "language")
    region = _REGION.match(stated[0]) if stated is not None else None
    return _MONTH_FIRST.search(context.host) is not None if region is None else region[1].lower() in _AMERICAN
