"""The dates that a page states for machines and shows to people, each with where it stands.

Sources in order: JSON-LD, microdata and RDFa, ``meta``, the address, ``time`` elements, dates near the headline; where
these name no day, scripts and any date in the text. It must not choose between them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate, islice, pairwise
from typing import Final, NamedTuple

import numpy as np

from broadsheet.metadata.boxes import is_of_other_article, leads_elsewhere
from broadsheet.metadata.context import Context, label_test
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import parted, parted_element
from broadsheet.metadata.moments import iso
from broadsheet.metadata.structured import Marked, clean, types
from broadsheet.metadata.written.bylines import is_byline
from broadsheet.metadata.written.dates import Written, dates_in, first_dates_in
from broadsheet.metadata.written.labels import is_label, says_changed, says_published
from broadsheet.metadata.written.names import is_credit, to_weekday
from broadsheet.page import tags

__all__ = [
    "LINE",
    "LONG",
    "MARKED",
    "MODIFIED",
    "Stated",
    "behind_head",
    "is_month_first",
    "is_of_change",
    "is_of_release",
    "read",
    "shown",
    "stated",
    "written",
    "written_in",
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
    "vr:published_time", "datecreated", "dc:created", "datum", "doc_date", "cdate", "creation_date", "timestamp",
    "hdl_p", "news_publication_date", "release_date", "buildtime", "last_published_date", "lastpublishdate",
    "issue_date", "issued", "published_on", "published_at", "published_date", "published-date", "publisheddate",
    "date_published", "date-published", "first_published", "article:published_date", "posted_date", "post_date",
    "publicationdate", "publishtime", "dateposted", "article:publish_date", "article.pubdate", "articledate",
    "firstpublishdatetime", "uploaddate", "pdate",
)  # fmt: skip
_WEAK: Final = frozenset({"meta:sailthru.date", "meta:uploaddate"})
"""Those of newsletters and videos: of the day on which the page was sent or changed, or of that of a film on it."""
_MAIN: Final = frozenset({"article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date"})
MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "og:article:modified_time", "datemodified", "dc.date.modified",
    "dcterms.modified", "lastmod", "last-modified", "revised", "utime", "article:modified", "og:modified_time",
    "modified_time", "article.updated", "date.updated", "dateupdated", "lastmodified", "last_modified", "updated",
    "cxenseparse:recs:modifiedtime", "bt:moddate", "vr:modified_time", "shareaholic:article_modified_time",
    "sailthru.modified", "dc.date.updated", "last-updated", "page-updated",
)  # fmt: skip
_IN_URL: Final = re.compile(r"(?<!\d)((?:19[89]|20[0-4])\d)[/_.-]?(0[1-9]|1[0-2])[/_.-]?(0[1-9]|[12]\d|3[01])(?!\d)")
_IN_URL_NAMED: Final = re.compile(r"/((?:19[89]|20[0-4])\d)/([a-z]{3,9})/(\d{1,2})(?:/|$)", re.IGNORECASE)
_IN_URL_APART: Final = re.compile(
    r"/((?:19[89]|20[0-4])\d)/(?:[A-Za-z]\w*/){1,3}(0[1-9]|1[0-2])/(0[1-9]|[12]\d|3[01])(?!\d)"
)
_IN_URL_TURNED: Final = re.compile(
    r"(?<!\d)(?P<day>0[1-9]|[12]\d|3[01])(?P<mark>[-.]?)(?P<month>0[1-9]|1[0-2])(?P=mark)(?P<year>(?:19[89]|20[0-4])\d)(?!\d)"
)
_CLASS: Final = tuple("date time publish posted datum fecha zeit byline meta".split())
"""What is in classes of dates."""
_CAPTION: Final = ("caption",)
_NEAR: Final = 3
"""What is in classes of captions, and ancestors of a date that may have them."""
_is_caption: Final = label_test(
    re.compile(
        r"^(?:(?:wp|img|image|photo|picture|figure|media|story(?:photo)?)[-_]*)?caption(?:[-_]*text)?$", re.IGNORECASE
    )
)
"""Whether a class or id is that of a caption and of nothing else."""
_ID: Final = ("date", "publish")
_DATED: Final = ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp")
"""Attributes of elements that show a date."""
_DATING: Final = (*_DATED, "content", "title")
"""Those that may hold one."""
MARKED: Final = ("time", "attribute")
"""Columns of dates that elements have for machines; their label is what the element shows."""
_IN_LINES: Final = ("line", "body", "end")
"""Columns of dates that no element is there for."""
_DIGIT: Final = re.compile(r"\d")
_LETTERS: Final = re.compile(r"[^\W\d_]{3}")
"""What is in every date, and in those whose month has a name."""
_TIME, _A = tags.IDS["time"], tags.IDS["a"]
_UP: Final = 7
"""Ancestors of a date that may be the link that it is in."""
_RIGHTS: Final = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
LONG: Final = 160
"""Characters of an element or line that is a date, with what stands around it."""
_MOST_CLAIMS: Final = 300
"""Claims of days on a page; who states more states nothing."""
_LATEST: Final = 1e14
"""Milliseconds beyond any year that a page is of."""
_LABEL: Final = 40
"""Characters before a date that say what it is."""
_VERB: Final = 24
"""Characters behind it that may, with a time in them: ``um 23:03 Uhr gepostet``."""
_LARGE: Final = 40
_PARTS: Final = 3
"""Rows of an element from which it has several texts, which may touch."""
_GLUED: Final = re.compile(r"\d(?:[^\W\d_]{3}|\d{4})|[^\W\d_]\d|[a-z][A-Z]")
"""Where they may: two numbers, a number and a word, two words."""
_MOST: Final = 80
_IN_SCRIPT: Final = re.compile(
    rb"(?:date_?published|publish(?:ed)?_?(?:at|time|date|on)|pub_?date|publication_?date|first_?published)"
    rb"[\"']?\s*[:=]\s*[\"']([^\"']{8,35})[\"']",
    re.IGNORECASE,
)
_SMALL_BIT: Final = np.uint8(0x20)
"""What small letters have in ASCII and large ones have not; an underscore with it is 0x7F."""
_STEM: Final = re.compile(rb"pub(?:lish|\x7F?date|lication)")
"""What is in the name of every such member, where all octets have that bit."""
_BEFORE_STEM: Final = (0, *(len(word) for word in ("date", "date_", "first_")))
"""How far in front of that its name may begin: ``first`` is as long as ``date_``."""
_FEW: Final = 10
"""Dates that are taken from a script or from anywhere in the text."""
LINE: Final = 80
"""Characters of a line that may be there to say a date; what is longer is a sentence."""
_IN_BODY: Final = 3
"""Lines of the body's beginning among which those of dates are, bylines and credits not counted."""
_OF_WRITERS: Final = 4
"""Bylines and credits that may be among them."""
_SMALL: Final = re.compile(r"(?<!\w)[^\W\d_A-Z]")
"""A word that is written small, or in a script that has no capitals: there a sentence and a label look alike."""
_GOES_ON: Final = re.compile(r"[\s,]*[a-zà-ÿ]")
"""How a sentence goes on behind a date in it."""
_GOES_ON_LONG: Final = re.compile(r"[\s,]*(?:[a-zà-ÿ]{1,3}\s+)?[a-zà-ÿ]{4}")
"""And behind a date that it begins with: with a longer word, which the first or the second is."""
_APART: Final = re.compile(r"[|•·]")
"""What stands between a date and what is no part of its sentence."""
_STOPS: Final = (".", "!", "?", "。", "।", "؟", "۔")
"""How sentences end."""
_ABBREVIATED: Final = re.compile(r"(?<!\w)[^\W\d_]\.$")
"""And how dates and times do: ``4 января 2012 г.``, ``21:15 น.``."""
_LONG_SMALL: Final = re.compile(r"(?<!\w)[^\W\d_A-Z]\w{3}")
"""A longer word that is written small."""
_LIST: Final = 3
_PATH: Final = 3
"""Days of a list, and the elements around each that are alike."""
_VERSION: Final = re.compile(r"-(?:snapshot|alpha|beta|rc|dev|nightly)|\.\d{1,3}(?![\d:.h])", re.IGNORECASE)
_DASHES: Final = ("-", "–", "—")
_PAIR: Final = 2
_VERSION_BEFORE: Final = re.compile(r"\b[vV]\.?$")
"""What is behind and in front of the number of a version."""
_WHOLE: Final = 60_000
"""Characters of a page's text that are searched for a date where none is found otherwise."""
_TO: Final = re.compile(
    r"\s*(?:[–—-]|to|until|through|bis|au|al|fino al|até|a|hasta el|tot|til|do|до|по)\s*", re.IGNORECASE
)
"""What stands between the first day of something and the last."""
_LABEL_BEHIND: Final = re.compile(
    r"\s*[日号號]?\s*(?:\d{1,2}\s?[:：時时点]\s?\d{1,2}分?\s*)?[にの]?"
    r"(更新|改訂|修订|修訂|修正|公開|掲載|配信|投稿|发布|發布)(?=\s*(?:[)）\]】|/／、，,　]|\d|$))"
)
"""What says behind a date, and its time, whether it is one of a change or one of publication."""
_CLASS_OF_CHANGE: Final = re.compile(r"(?:^|[\s_-])(?:updated?|modified|revised)(?![a-z])")
_CLASS_OF_PUBLICATION: Final = re.compile(r"publi|entry-date|post|creat")
"""What is in classes, in small letters, of the dates of changes, and of those of publication."""
_LIFE: Final = re.compile(r"\b1[89]\d\d\)?\s*[–—-]\s*$")
"""The year of a birth, before the day of a death."""
_BOX: Final = re.compile(r"(\w{1,12}\.?) • (\w{1,12}\.?,?) • (\w{1,12})")
"""A day, a month and a year in an element each, which touch."""
_OF_EVENTS: Final = ("startdate", "enddate", "doortime", "birthdate", "deathdate")
"""Properties of what an article is about."""
_NO_ARTICLES: Final = frozenset({"Comment", "UserComments", "Answer", "Event"})
"""Types of items whose days are never the article's."""
_BESIDE: Final = frozenset({"Review", "UserReview", "WPSideBar"})
"""Types of items that may be the article, or beside it."""
_ITEMS_BESIDE: Final = _NO_ARTICLES | _BESIDE
"""Both."""
_LINK: Final = 3
"""Words of a link, beside a date in it, that may be the headline of what it leads to."""
_WORD: Final = re.compile(r"(?<![\w.])[^\W\d_]{2,}(?!\w|\.\w)")
"""A word of a link that is no part of a host's name."""
_CLOCK_SPAN: Final = re.compile(
    r"[\s,|·•]*(?:um|at|à|a las|alle|kl\.?|o)?\s*[012]?\d(?:\s?[:.h]\s?[0-5]\d)?\s?(?:Uhr|hrs?|h|[ap]\.?m\.?)?\s*"
    r"(?:[–—-]|to|bis|until|till)\s*[012]?\d(?:\s?[:.h]\s?[0-5]\d(?![.\d])|\s?(?:Uhr|h\b|[ap]\.?m\b))",
    re.IGNORECASE,
)
"""How long something lasts, behind its day: ``, 13:15 Uhr - 19:00 Uhr``."""
_FIRST_DAY: Final = re.compile(
    r"(?<![\w.°º#/-])(?:(?P<day>[0-3]?\d)\.|[0-3]?\d\.?\s[^\W\d_]{3,9}\.?|[^\W\d_]{3,9}\.?\s[0-3]?\d(?:st|nd|rd|th)?)"
    r"\s*[–—-]\s*$",
    re.IGNORECASE,
)
"""The first day of something, without its year, before the last: ``14. - ``, ``Apr 15 - ``."""
_OF_OTHER: Final = (
    r"deadlines?|(?:an|ein)melde(?:schluss|frist)|(?:einsende|bewerbungs|melde|abgabe|redaktions|teilnahme)schluss|"
    r"bewerbungsfrist|(?:gültig|valid|good) (?:bis|until|through|till|thru)|valid from|"
    r"expir(?:es|ed|y|ation)(?: date| on)?|clos(?:es|ing date)(?: on)?|appl(?:y|ications?) (?:by|close)|"
    r"regist(?:er by|ration (?:closes|ends))|date limite|fecha l[ií]mite|plazo|scadenza|data limite|"
    r"sista (?:ansöknings|anmälnings)dag|ansøgningsfrist|søknadsfrist|termin składania|joined|member since|"
    r"registriert(?: seit)?|mitglied seit|dabei seit|beigetreten|inscrite?(?: le| depuis)|miembro desde|registrado|"
    r"iscritto|kinostart|expected availability|effective(?: date)?|beginn|(?:start|end)(?:s|ing|e)?(?: date)?"
)
_LABEL_OF_OTHER: Final = re.compile(
    rf"(?<![\w-])(?:{_OF_OTHER})(?: (?:on|am|at|le|el|il|den|der|the))?\s*:\s*$", re.IGNORECASE
)
"""What labels a day that is one of something else: a deadline, an event, a reader's first visit."""
_LINE_OF_OTHER: Final = re.compile(rf"\W*(?:{_OF_OTHER})\s*:?\s*", re.IGNORECASE)
"""And in a line of its own in front of the day's."""
_INTRODUCES_OTHER: Final = re.compile(
    r"(?<!\w)(?:in (?:uk |us |all )?(?:cinemas|theat(?:er|re)s)(?: (?:from|on|now))?|(?:ab )?im kino(?: ab)?|"
    r"(?:au cinéma|en salles?)(?: (?:le|dès le|à partir du))?|en (?:los )?cines(?: (?:desde )?el)?|"
    r"(?:al|nei) cinema(?: (?:dal|il))?|nos cinemas(?: (?:em|a partir de))?|in de bioscoop(?: vanaf)?|på bio|"
    r"в кино(?: с)?)[\s,:]*$",
    re.IGNORECASE,
)
"""What introduces such a day without a colon: that of a film."""
_CINEMA: Final = ("cinema", "cinéma", "theat", "kino", "кино", "salle", "cine", "bio")
"""In small letters; one of these is in all that it finds."""
_EVENT: Final = ("event",)
_EVENTS: Final = 3
"""What is in classes of the days of events, and how many of these a page about one has."""
_is_of_event: Final = label_test(
    re.compile(r"^(?:.*[-_])?events?[-_]*(?:start|end|begin)?[-_]*(?:date|time|day|datum|when)s?$", re.IGNORECASE)
)
"""Whether a class or id is that of the day of an event."""
_RELEASE: Final = re.compile(
    r"(?<![\w-])(?:release(?:d| date)?|erscheinungs(?:termin|datum)|date de sortie|lanzamiento)\s*:\s*$",
    re.IGNORECASE,
)
"""What is said before the day of a product, but before that of a press release as well."""
_TAIWAN: Final = re.compile(r"[-_]TW\b", re.IGNORECASE)
_MONTH_FIRST_IN: Final = ("en", "tl")
"""Languages in which numbers may be written as Americans do."""
_MONTH_FIRST: Final = re.compile(r"\.(?:com|us|org|net|edu|gov|ph)$")
_REGION: Final = re.compile(r"en[-_]([a-z]{2})(?![a-z])", re.IGNORECASE)
_AMERICAN: Final = ("us", "ph", "ca")
"""Regions of English in which numbers may be so."""
_DAY_FIRST: Final = re.compile(r"\.(?!us$|ph$)[a-z]{2}$")
"""How hosts end that are of countries where they are not, whatever a template says."""
_LD_DATES: Final = ("datePublished", "dateModified", "dateCreated")
"""Members of JSON-LD that hold dates."""
_NUMBERS: Final = re.compile(r"(?P<first>\d\d?)(?P<mark>[./-])(?P<second>\d\d?)(?P=mark)(?:19|20)\d\d(?!\d)")
"""A date in numbers that begins with the day or the month."""
_MONTHS: Final = 12


class Stated(NamedTuple):
    """A date that a page states or shows.

    Attributes:
        value: ISO 8601.
        source: where it stands.
        column: the column of evidence of that source.
        row: the row that shows it, -1 for none.
        label: the words in front of it.
        otherwise: the same numbers with day and month the other way round, where they can be read so.
        clock: the end of the value that says the time, if it is this date's own; None for all of that end.
        is_of_other: what stands beside it says that it is one of something else: a deadline, an event.
        is_in_teaser: it stands in a box or a link of another article.
    """

    value: str
    source: str
    column: str
    row: int = -1
    label: str = ""
    otherwise: str = ""
    clock: str | None = None
    is_of_other: bool = False
    is_in_teaser: bool = False

    @property
    def form(self) -> str:
        """The value without a time that is another date's."""
        return self.value if self.clock is None else self.value[:10] + self.clock


_Claims = Iterator[Stated]


def stated(context: Context) -> list[Stated]:
    """The dates that the page states and shows, in the order of the sources."""
    return context.once(_stated)


def _stated(context: Context) -> list[Stated]:
    """The same, looked for."""
    return _settled(list(islice(_claims(context), _MOST_CLAIMS)))


def _settled(claims: list[Stated]) -> list[Stated]:
    """Dates in numbers that can be read both ways, in the reading that another date of the page confirms."""
    certain = {one.value[:10] for one in claims if not one.otherwise}
    return [
        one._replace(value=one.otherwise) if one.value[:10] not in certain and one.otherwise[:10] in certain else one
        for one in claims
    ]


def _claims(context: Context) -> _Claims:
    """What is claimed: the value, its source, the column of evidence, the row (-1: none), the words around it."""
    structured = context.structured
    for key, column in (
        ("datePublished", "ld published"), ("dateCreated", "ld created"), ("uploadDate", "ld created"),
        ("dateModified", "ld modified"),
    ):  # fmt: skip
        for value, source in structured.stated(key):
            if (text := written(value)) and (when := read(text, context)):
                yield Stated(when, source, column)
    for thing in context.other_objects:
        if not _ITEMS_BESIDE.isdisjoint(types(thing)):
            continue
        for key in ("datePublished", "uploadDate"):
            if (text := written(thing.get(key))) and (when := read(text, context)):
                yield Stated(when, f"json-ld:{(types(thing) or ['Thing'])[0]}.{key}", "other ld")
    for one in structured.marked:
        column = {
            "datePublished": "marked published", "dateCreated": "marked published", "published": "marked published",
            "created": "marked published", "date": "marked published", "issued": "marked published",
            "dateModified": "marked modified", "modified": "marked modified", "uploadDate": "marked published",
        }.get(one.name, "")  # fmt: skip
        if column and not _is_of_reader(context, one) and (when := read(one.value, context)):
            yield Stated(when, f"{one.kind}:{one.type or 'Thing'}.{one.name}", column, one.row, one.value)
    of_readers = _said_by_readers(context)
    metas = [
        Stated(when, source, "meta main" if source.removeprefix("meta:") in _MAIN else "meta other")
        for value, source in structured.metas(*_PUBLISHED)
        if value not in of_readers and (when := read(value, context))
    ]
    if any(one.source in _WEAK for one in metas):
        days = _stated_days(context)
        metas = [one for one in metas if one.source not in _WEAK or not days or one.value[:10] in days]
    yield from metas
    for value, source in structured.metas(*MODIFIED):
        if when := read(value, context):
            yield Stated(when, source, "meta modified")
    for address in dict.fromkeys(
        filter(None, (context.page.url, structured.links.get("canonical"), *structured.meta.get("og:url", ())))
    ):
        if day := _in_address(address):
            yield Stated(day, "url", "address")
    on_page = context.once(_on_page_apart)
    yield from on_page
    if not any(one.column == "time" for one in on_page) and not _states(context):
        yield from _hidden(context, bare=not shown(context))


def _is_of_reader(context: Context, one: Marked) -> bool:
    """Whether a property is of what a reader wrote, or of something else beside the article."""
    if one.type not in _BESIDE:
        return one.type in _NO_ARTICLES
    start = context.first_row[context.first] if len(context.page.segments) else 0
    return not one.scope <= start < context.end[one.scope]


def _said_by_readers(context: Context) -> frozenset[str]:
    """Values of microdata of such items alone: elements in the body are read as those of the head as well."""
    marked = context.structured.marked
    theirs = {one.value for one in marked if one.type in _ITEMS_BESIDE and _is_of_reader(context, one)}
    if theirs:
        theirs.difference_update([one.value for one in marked if not _is_of_reader(context, one)])
    return frozenset(theirs)


def _stated_days(context: Context) -> frozenset[str]:
    """The days of publication that JSON-LD, microdata, and ``meta`` elements whose names mean nothing else, state."""
    structured = context.structured
    values = [
        *[written(value) for value, _ in structured.stated("datePublished")],
        *[value for value, _ in structured.metas(*_MAIN)],
        *[one.value for one in structured.marked if one.name == "datePublished" and not _is_of_reader(context, one)],
    ]
    return frozenset([when[:10] for value in values if value and (when := read(value, context))])


def read(value: str, context: Context) -> str | None:
    """A stated date: ISO 8601 and its kin, else as it is written in prose."""
    found = iso(value)
    if found is None and len(value) <= LONG:
        first = next(iter(dates_in(value, written_in(context), month_first=_is_month_first_stated(context))), None)
        found = first.value if first is not None else None
    return found


def _in_prose(value: str, context: Context) -> str | None:
    """The date that an attribute has as people write it, with the month in letters: ``May 5, 2025 at 2:30 PM``."""
    if len(value) > LINE or not (_DIGIT.search(value) and _LETTERS.search(value)):
        return None
    return read(value, context)


def written_in(context: Context) -> str:
    """The language that dates are read in, with the region where it has years of its own."""
    language = tongue(context)
    if language == "zh" and (_TAIWAN.search(context.structured.lang or "") or context.host.endswith(".tw")):
        return "zh-TW"
    return language


def is_month_first(context: Context) -> bool:
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


def _is_month_first_stated(context: Context) -> bool:
    """Whether numbers are so where they are stated for machines, which one that can be read one way alone tells."""
    order = context.once(_order_of_stated)
    return is_month_first(context) if order is None else order


def _order_of_stated(context: Context) -> bool | None:
    """Whether the month stands first in the first stated date that can be read one way alone; None if there is none."""
    structured = context.structured
    values = (
        *[written(value) for name in _LD_DATES for value, _ in structured.stated(name)],
        *[value for value, _ in structured.metas(*_MAIN, *MODIFIED)],
    )
    for value in values:
        if value and (numbers := _NUMBERS.match(value)) is not None:
            first, second = int(numbers["first"]), int(numbers["second"])
            if max(first, second) > _MONTHS:
                return second > _MONTHS
    return None


def _states(context: Context) -> bool:
    """Whether the structured data name a day of publication."""
    structured = context.structured
    return bool(
        "datePublished" in structured.article
        or any(name in structured.meta for name in _MAIN)
        or any(one.name == "datePublished" for one in structured.marked)
    )


def _hidden(context: Context, *, bare: bool) -> _Claims:
    """Where nothing else says it: members of objects in scripts that are named so; and any date in the text."""
    page = context.page
    others = {value for thing in context.structured.strangers for value in thing.values() if isinstance(value, str)}
    for value in islice(_in_scripts(page.utf8), _FEW):
        if value not in others and (when := iso(value)):
            yield Stated(when, "script", "script")
    if bare:
        yield from _anywhere(context)


def _anywhere(context: Context) -> _Claims:
    """The first dates in the title and the text that stand in no sentence, no list, and nothing of other articles; if
    some are said to be of a publication, the first of these alone.
    """
    lines = zip(context.texts, context.page.segments.first.tolist(), context.is_body, strict=True)
    own = [
        (text, row, is_body)
        for text, row, is_body in lines
        if not (context.is_beside(row) or _is_in_caption(context, row) or _RIGHTS.search(text))
    ]
    own.insert(0, (context.structured.title or "", -1, False))
    text = "\n".join([line for line, _, _ in own])[:_WHOLE]
    begins = [0, *accumulate(len(line) + 1 for line, _, _ in own)]

    def is_outside(one: Written) -> bool:
        """Whether a date is in no sentence, and in no box of something else."""
        at = bisect_right(begins, one.start) - 1
        line, row, is_body = own[at]
        if row < 0:
            return True
        start, stop = one.start - begins[at], one.stop - begins[at]
        return not (
            _is_in_sentence(line, start, stop, is_body=bool(is_body))
            or _is_no_day(line, start, stop, one)
            or _is_of_other(line, start, stop)
            or _is_in_teaser(context, row)
        )

    language, month_first = written_in(context), is_month_first(context)
    found = []
    dates = first_dates_in(text, _FEW, language, month_first=month_first, wanted=is_outside)
    lasting = {at for at, (one, two) in enumerate(pairwise(dates), 1) if _is_span(text, one, two)}
    for one in dates:
        at = bisect_right(begins, one.start) - 1
        start = one.start - begins[at]
        found.append(
            (Stated(one.value, "text:anywhere", "anywhere", -1, "", one.otherwise, one.own[10:]), own[at], start)
        )
    said = [
        one for one, (line, row, _), start in found if row >= 0 and says_published(line[max(0, start - _LABEL) : start])
    ]
    if said:
        yield said[0]
        return
    found = [one for at, one in enumerate(found) if not (at in lasting or at + 1 in lasting)]
    listed = _listed(context, [(one.value[:10], row) for one, (_, row, _), _ in found])
    yield from (one for one, (_, row, _), _ in found if row not in listed)


def _listed(context: Context, found: list[tuple[str, int]]) -> set[int]:
    """The rows of several days in elements that are alike: those of a list, of which none is the page's.

    Args:
        context: the page.
        found: days and the rows of their lines.
    """
    alike: dict[tuple[str, ...], list[tuple[str, int]]] = {}
    for day, row in found:
        if row >= 0:
            path = tuple(
                f"{context.page.name(up)} {context.elements.value(up, 'class')}" for up in context.chain(row, _PATH)
            )
            alike.setdefault(path, []).append((day, row))
    lists = [ones for ones in alike.values() if min(len(set(each)) for each in zip(*ones, strict=True)) >= _LIST]
    return {row for ones in lists for _, row in ones}


def _is_in_sentence(line: str, start: int, stop: int, *, is_body: bool) -> bool:
    """Whether a date is in a sentence of a line: in a short one it is told, and in a long one it does not stand at the
    beginning as that of a report does, behind names and labels alone. Outside the body a line may say much, and when it
    was published or changed.
    """
    before = line[:start]
    if len(line) <= LINE:
        return (_is_told if is_body else _is_told_in_head)(line, before[-_LABEL:], start, stop)
    if not is_body and (not start or _says_when(before[-_LABEL:]) or _says_when(line[stop : stop + _VERB])):
        return False
    is_of_report = len(before) <= _LABEL and (
        not _SMALL.search(before) or (says_published(before) and is_label(before))
    )
    return not is_of_report or _GOES_ON.match(line, stop) is not None


def _says_when(words: str) -> bool:
    """Whether words beside a date say that something was published or changed then."""
    return says_published(words) or says_changed(words)


def _is_told(line: str, label: str, start: int, stop: int, *, is_cut: bool = False) -> bool:
    """Whether a date is told in a sentence: no label stands in front of it but words that are written small, and the
    sentence ends or goes on behind it; or it begins the sentence.

    Args:
        line: the line.
        label: the words in front of the date.
        start: where the date begins.
        stop: where it ends.
        is_cut: the line is the beginning of a longer one, whose end is not known: then long words are in front.
    """
    ends = _ends_sentence(line)
    if _SMALL.search(to_weekday(_APART.split(line[:start])[-1])) is None:
        is_told = (ends or is_cut) and _GOES_ON_LONG.match(line, stop) is not None
    else:
        is_told = ends or _GOES_ON.match(line, stop) is not None or (is_cut and start > _LABEL)
    return is_told and not is_label(_to_its_beginning(line, label, start))


def _is_told_in_head(line: str, label: str, start: int, stop: int) -> bool:
    """Likewise outside the body, where bylines are: in a whole sentence, and with longer words, if any, in front."""
    if not _ends_sentence(line):
        return False
    before = _APART.split(line[:start])[-1]
    return (not _SMALL.search(before) or _LONG_SMALL.search(before) is not None) and _is_told(line, label, start, stop)


def _ends_sentence(line: str) -> bool:
    """Whether a line ends as sentences do."""
    return line.endswith(_STOPS) and _ABBREVIATED.search(line) is None


def _to_its_beginning(line: str, label: str, start: int) -> str:
    """The words in front of a date, with what stands in front of a label that is cut, up to another number."""
    if len(label) < _LABEL:
        return label
    return _DIGIT.split(line[: start - _LABEL])[-1] + label


def _in_scripts(data: bytes) -> Iterator[str]:
    """What members of objects in scripts say whose names speak of publication, in order."""
    # Names of members begin with the stem or with a word before it.
    small = (np.frombuffer(data, dtype=np.uint8) | _SMALL_BIT).data  # a fifth of the time of ``lower``
    stems = [found.start() for found in _STEM.finditer(small)]
    for at in sorted({at - before for at in stems for before in _BEFORE_STEM if at >= before}):
        if (found_ := _IN_SCRIPT.match(data, at)) is not None:
            yield found_[1].decode("utf-8", "replace")


def _in_address(address: str) -> str | None:
    found = _IN_URL.search(address)
    if found is not None:
        return iso("-".join(found.groups()))
    if (apart := _IN_URL_APART.search(address)) is not None:
        return iso("-".join(apart.groups()))
    if (turned := _IN_URL_TURNED.search(address)) is not None:
        return iso("-".join(turned.group("year", "month", "day")))
    named = _IN_URL_NAMED.search(address)
    if named is not None:
        written = next(iter(dates_in(f"{named[3]} {named[2]} {named[1]}", "en")), None)
        return written.value if written is not None else None
    return None


def shown(context: Context) -> list[Stated]:
    """The dates that the page shows where days of publication stand, without those of readers' comments and
    of other articles.
    """
    return context.once(_shown)


def _shown(context: Context) -> list[Stated]:
    """The same, looked for."""
    return [one for one in context.once(_on_page_apart) if not one.is_in_teaser]


def _on_page_apart(context: Context) -> list[Stated]:
    """The same, and those in boxes and links of other articles, which are told where the page states no day itself."""
    states = _states(context)
    return [
        one._replace(is_in_teaser=True) if not states and _is_in_teaser(context, one.row) else one
        for one in _on_page(context)
        if not (context.is_beside(one.row) or _is_in_caption(context, one.row))
        and not (one.label and _RIGHTS.search(one.label))
        and not _is_marked_change(context, one)
    ]


def _is_in_caption(context: Context, row: int) -> bool:
    """Whether a row is in the caption of a picture, by its element or by its class."""
    if context.is_in_caption(row):
        return True
    called = context.called(_CAPTION)
    return bool(called) and any(_is_caption(context.label(up)) for up in context.chain(row, _NEAR) if up in called)


def _is_in_teaser(context: Context, row: int) -> bool:
    """Whether a row is in a box or in a link with the headline of another article, or of something else; between the
    headline and the body there are none.
    """
    if 0 <= context.headline_row < row and context.place[row] <= context.first:
        return False
    return is_of_other_article(context, row, "") or _is_in_headline(context, row)


def _is_in_headline(context: Context, row: int) -> bool:
    """Whether a row is in a link outside the body that says more than a day, and leads to another page."""
    if not context.is_in_link(row) or context.is_in_body(row):
        return False
    link = next((up for up in context.chain(row, _UP) if context.tag[up] == _A), -1)
    if link < 0 or link <= context.headline_row < context.end[link]:
        return False
    known = context.once(_known_links)
    if link not in known:
        text = context.words_of(link)
        found = dates_in(text, written_in(context), month_first=is_month_first(context)) if len(text) <= _WHOLE else ()
        rest = text[: found[0].start] + text[found[0].stop :] if found else text
        known[link] = (
            len(_WORD.findall(rest)) >= _LINK
            and not (found and _says_when(text[: found[0].start]))
            and leads_elsewhere(context, link)
        )
    return known[link]


def _known_links(_: Context) -> dict[int, bool]:
    """Links that were looked at: several dates are in the same one."""
    return {}


def _is_marked_change(context: Context, one: Stated) -> bool:
    """Whether a date is that of an element which microdata mark as that of a change, and not as one of publication."""
    marked = context.once(_marked_changes)
    return bool(marked) and any(row <= one.row < context.end[row] and day == one.value[:10] for row, day in marked)


def _marked_changes(context: Context) -> list[tuple[int, str]]:
    """The rows of these elements, and their days."""
    marked = context.structured.marked
    published = {one.row for one in marked if one.name == "datePublished"}
    return [
        (one.row, when[:10])
        for one in marked
        if one.name == "dateModified" and one.row not in published and (when := read(one.value, context))
    ]


def is_of_change(context: Context, one: Stated) -> bool:
    """Whether a date is said to be that of a change by what stands before it, as labels say it and not sentences."""
    if one.column in _IN_LINES:
        return says_changed(one.label) and is_label(one.label)
    return says_changed(one.label) or (one.column in MARKED and says_changed(_before(context, one.row)))


def is_classed_publication(context: Context, row: int) -> bool:
    """Whether the class of an element says that its date is one of publication."""
    return _CLASS_OF_PUBLICATION.search(context.elements.value(row, "class").lower()) is not None


def is_classed_change(context: Context, row: int) -> bool:
    """Whether the class of an element says that its date is one of a change (hAtom's ``updated``, ``dt-updated``), and
    not that it is one of publication as well, as themes write that show one date alone.
    """
    names = context.elements.value(row, "class").lower()
    return _CLASS_OF_CHANGE.search(names) is not None and not is_classed_publication(context, row)


def _before(context: Context, row: int) -> str:
    """What stands before an element in its line, behind any number."""
    page, place = context.page, context.place[row]
    if place >= len(page.segments):
        return ""
    begin, end = int(page.start[context.first_row[place]]), int(page.start[row])
    return _DIGIT.split(page.text[max(begin, end - LONG) : end])[-1]


def behind_head(context: Context) -> int:
    """The segment behind those of the body's beginning among which lines of dates are."""
    return context.once(_behind_head)


def _behind_head(context: Context) -> int:
    """The same, looked for."""
    language, left, first = tongue(context), _IN_BODY, context.first
    lines = context.texts[first : first + _IN_BODY + _OF_WRITERS]
    for at, line in enumerate(lines, first):
        left -= len(line) > LINE or not (is_credit(line) or is_byline(line, language))
        if not left:
            return at + 1
    return first + max(_IN_BODY, len(lines))


def _on_page(context: Context) -> _Claims:
    page = context.page
    language, month_first = written_in(context), is_month_first(context)
    seen = 0
    elements, texts = context.elements, context.texts
    rows = elements.holding("class", _CLASS) | elements.holding("id", _ID)
    dating = elements.having_any(_DATING)
    rows.update(elements.having_any(_DATED), page.rows_of(_TIME))
    about = elements.holding("itemprop", _OF_EVENTS)
    for row in sorted(rows - about):
        if context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * LONG:
            continue
        name = page.name(row)
        stated = False
        for key in _DATING if row in dating else ():
            value = elements.value(row, key)
            if value and (when := iso(value) or (_in_prose(value, context) if key != "content" else None)):
                column = "time" if name == "time" else "attribute"
                yield Stated(when, f"text:{name}[{key}]", column, row, context.words_of(row))
                stated = True
                break
        if stated and name == "time":
            seen += 1
            continue
        text = context.words_of(row)
        if context.end[row] - row >= _PARTS and _GLUED.search(text):
            text = parted_element(context, row)
            text = " ".join(box.groups()) if (box := _BOX.fullmatch(text)) is not None else text
        if not 5 < len(text) <= LONG:
            continue
        seen += 1
        if seen > _MOST:
            break
        place = context.place[row]
        before = texts[place - 1] if 0 < place < len(texts) and text == texts[place] else ""
        for one, label in _labelled(text, language, month_first=month_first):
            of_other = _is_of_other(text, one.start, one.stop, before) or _is_in_event(context, row)
            yield Stated(one.value, f"text:{name}", "class", row, label, one.otherwise, one.own[10:], of_other)
    first, last = context.first, context.last
    # A day that the page states needs no more lines that confirm it, maybe by another clock.
    head = first + _IN_BODY if _states(context) else behind_head(context)
    behind: list[Stated] = []
    lines = [(at, "body" if at >= first else "line") for at in range(max(0, first - 15), min(len(texts), head))]
    lines += [(at, "end") for at in range(max(head, last), min(len(texts), last + 5))]
    for at, column in lines:
        text = parted(context, at)
        text = text[:LONG] if column == "body" else text
        if len(text) <= LONG:
            source = "text:end" if column == "end" else "text:line"
            is_cut = len(text) < len(context.texts[at])
            for one, label in _labelled(text, language, month_first=month_first):
                if (
                    _is_told_in_head(text, label, one.start, one.stop)
                    if column == "line"
                    else _is_told(text, label, one.start, one.stop, is_cut=is_cut)
                ):
                    continue
                row = context.first_row[at]
                of_other = _is_of_other(text, one.start, one.stop, texts[at - 1] if at else "")
                of_other = of_other or _is_in_event(context, row)
                line = Stated(one.value, source, column, row, label, one.otherwise, one.own[10:], of_other)
                if column != "end":
                    yield line
                else:
                    behind.append(line)
    listed = _listed(context, [(one.value[:10], one.row) for one in behind if not one.label]) if behind else ()
    yield from (one for one in behind if one.row not in listed)


def _labelled(text: str, language: str, *, month_first: bool) -> Iterator[tuple[Written, str]]:
    """The dates in a text, each with the words before it, and the one behind it where that says what it is, as in
    Chinese and Japanese; not the two ends of a time that something lasts.
    """
    found = dates_in(text, language, month_first=month_first)
    if not found:
        return
    lasting = {at for one, at in pairwise(range(len(found))) if _is_span(text, found[one], found[at])}
    end = 0
    for at, one in enumerate(found):
        label = text[max(end, one.start - _LABEL) : one.start]
        is_span = at in lasting or at + 1 in lasting
        if not (is_span or _is_no_day(text, one.start, one.stop, one)):
            behind = _LABEL_BEHIND.match(text, one.stop)
            yield one, label if behind is None else behind[1]
            if behind is not None:  # it is not said of the next date
                end = behind.end()
                continue
        end = one.stop


def _is_no_day(text: str, start: int, stop: int, one: Written) -> bool:
    """Whether a date is the number of a version, or the last day, without a time, of something that began on another
    day of the same year, or of somebody's life.

    Args:
        text: what it stands in.
        start: where it begins.
        stop: where it ends.
        one: the date.
    """
    if text[stop : stop + 1] in ("-", ".") and _VERSION.match(text, stop):
        return True
    before = text[max(0, start - _LABEL) : start]
    if before[-_PAIR:].rstrip(".").endswith(("v", "V")) and _VERSION_BEFORE.search(before):
        return True
    if not before.rstrip().endswith(_DASHES):
        return False
    if _LIFE.search(before):
        return True
    if len(one.value) > len("2000-01-01"):
        return False
    first = _FIRST_DAY.search(before)
    return first is not None and (first["day"] is None or (text[start].isdecimal() and int(first["day"]) < one.day.day))


def _is_of_other(text: str, start: int, stop: int, before: str = "") -> bool:
    """Whether a date is said to be one of something else than the article.

    Args:
        text: what it stands in.
        start: where it begins.
        stop: where it ends.
        before: the line before that, which is its label where it has none.
    """
    if start:
        is_labelled = ":" in text[max(0, start - _PAIR) : start]
        label = _LABEL_OF_OTHER.search(text, max(0, start - _LABEL), start) if is_labelled else None
        words = text[max(0, start - _LABEL) : start]
        if label is None and any(map(words.lower().__contains__, _CINEMA)):
            label = _INTRODUCES_OTHER.search(words)
    else:
        label = _LINE_OF_OTHER.fullmatch(before) if 0 < len(before) <= _LABEL else None
    return label is not None or _CLOCK_SPAN.match(text, stop) is not None


def _is_in_event(context: Context, row: int) -> bool:
    """Whether an element says by its class that its date is that of an event, or the one around it does."""
    events = context.once(_events)
    return bool(events) and not events.isdisjoint(context.chain(row, _NEAR))


def _events(context: Context) -> frozenset[int]:
    """The elements that are called so; none where they are many: then the site calls all its dates so."""
    rows = {row for row in context.called(_EVENT) if _is_of_event(context.label(row))}
    return frozenset(rows if len(rows) <= _EVENTS else ())


def is_of_release(one: Stated) -> bool:
    """Whether a date is said to be that of a release, of a product or a press release."""
    return bool(one.label) and _RELEASE.search(one.label) is not None


def _is_span(text: str, one: Written, two: Written) -> bool:
    """Whether two days without a time are the first and the last of something."""
    return (
        len(one.value) == len(two.value) == len("2000-01-01") and _TO.fullmatch(text, one.stop, two.start) is not None
    )


def written(value: object) -> str | None:
    """A date in JSON-LD as text: a string, a number of seconds or milliseconds, one of these in a list or an object."""
    if isinstance(value, list):
        value = next(iter(value), None)
    if isinstance(value, Mapping):
        value = value.get("@value")
    return str(int(value)) if isinstance(value, int | float) and 0 < value < _LATEST else clean(value)
