"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Sources in order: JSON-LD, microdata and RDFa, ``meta``, the address, ``time`` elements, dates near the headline.
Pages also state when they were changed, when readers wrote comments, and when other articles were published. So each
day is a candidate, whose evidence is where it stands, and which one is the day of publication is learnt
(`broadsheet.train.metadata`). Of what is said of that day, the most exact form is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime
from functools import lru_cache
from itertools import islice
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context
from broadsheet.metadata.prose_dates import EARLIEST, dates_in, offset_of
from broadsheet.metadata.ranking import Ranking
from broadsheet.metadata.structured import clean, types

__all__ = ["NAMES", "Day", "candidates", "iso", "modified", "published"]

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
)  # fmt: skip
_MAIN: Final = frozenset({"article:published_time", "og:article:published_time", "datepublished", "parsely-pub-date"})
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "og:article:modified_time", "datemodified", "dc.date.modified",
    "dcterms.modified", "lastmod", "last-modified", "revised", "utime", "article:modified", "og:modified_time",
    "modified_time", "article.updated", "date.updated", "dateupdated", "lastmodified", "last_modified", "updated",
    "cxenseparse:recs:modifiedtime", "bt:moddate", "vr:modified_time", "shareaholic:article_modified_time",
    "sailthru.modified", "dc.date.updated", "last-updated", "page-updated",
)  # fmt: skip
_IN_URL: Final = re.compile(r"(?<!\d)((?:19[89]|20[0-4])\d)[/_.-]?(0[1-9]|1[0-2])[/_.-]?(0[1-9]|[12]\d|3[01])(?!\d)")
_IN_URL_SHORT: Final = re.compile(r"/((?:19[89]|20[0-4])\d)/(\w{3})/(\d{1,2})/")
_PLACE: Final = re.compile(r"\s*\[?\b([A-Z][A-Za-z]+/[A-Za-z_]+(?:/[A-Za-z_]+)?)\]?$")
_OFFSET: Final = re.compile(r"\s*([+-]\d\d):?(\d\d)?$")
_CLASS: Final = (
    'time, [datetime], [class*="date" i], [class*="time" i], [class*="publish" i], [class*="posted" i],'
    ' [class*="datum" i],'
    ' [class*="fecha" i], [class*="zeit" i], [class*="byline" i], [class*="meta" i], [id*="date" i], [id*="publish" i],'
    " [data-date], [data-datetime], [data-published], [data-timestamp]"
)
_UPDATED: Final = re.compile(
    r"updat|modif|aktualis|geändert|stand:|édité|mis à jour|màj|actualiz|atualiz|aggiorn|bijgewerkt|gewijzigd|uppdater|"
    r"oppdater|opdater|päivit|zaktualiz|aktualiz|frissít|güncel|обновл|изменен|ενημ|更新|수정|revis|edited|last",
    re.IGNORECASE,
)
_POSTED: Final = re.compile(
    r"publi|post|veröff|erschienen|erstellt|datum|am \d|gepubl|geplaatst|inserito|pubbl|opubl|dodan|megj|yayın|опубл|"
    r"δημοσ|ανάρτ|投稿|公開|发布|發布|時間|时间|등록|입력|created|issued|written|first|creat|origin",
    re.IGNORECASE,
)
_AWAY: Final = re.compile(
    r"comment|kommentar|reply|disqus|related|recommend|teaser|card|sidebar|widget|popular|latest|footer|more|carousel|"
    r"copyright|event|archive|calendar|recent|list|trending|tweet|next|prev",
    re.IGNORECASE,
)
_LONG: Final = 160
"""Characters of an element or line that is a date, with what stands around it."""
_LARGE: Final = 40
_MOST: Final = 80
_SOURCES: Final = (
    "ld published", "ld created", "ld modified", "other ld", "marked published", "marked modified", "meta main",
    "meta other", "meta modified", "time", "class", "address", "line", "body", "end", "attribute",
    "script", "anywhere",
)  # fmt: skip
NAMES: Final[tuple[str, ...]] = (
    *_SOURCES,
    *(
        f"page has {name}"
        for name in ("ld published", "marked published", "meta main", "meta other", "time", "address")
    ),
    "kinds of source", "mentions", "earliest", "latest", "only", "earliest stated", "first in text", "with time",
    "with offset", "updated", "posted", "in away", "in aside", "before body", "just before body", "in body",
    "after body", "distance before", "distance after", "short text", "as in address",
    "year of address", "before address", "after another stated", "recent", "old", "first of year", "next to another",
    "first stated", "universal form", "local form",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_CLOCKS: Final = (timedelta(minutes=30), timedelta(hours=14), timedelta(minutes=2))
"""Steps between clocks of the world, the largest difference, and how far two writings of one moment are apart."""
_KEYS: Final = (
    "datepublished", "date_published", "publish", "pubdate", "pub_date", "publication_date", "publicationdate",
    "first_published", "firstpublished",
)  # fmt: skip
"""Names of members that hold a day of publication begin with one of these, in lower case."""
_IN_SCRIPT: Final = re.compile(
    r"(?:date_?published|publish(?:ed)?_?(?:at|time|date|on)|pub_?date|publication_?date|first_?published)"
    r"[\"']?\s*[:=]\s*[\"']([^\"']{8,35})[\"']",
    re.IGNORECASE,
)
_STATED: Final = frozenset({"time"})
_FEW: Final = 10
"""Dates that are taken from a script or from anywhere in the text."""
_WHOLE: Final = 60_000
"""Characters of a page's text that are searched for a date where none is found otherwise."""
_MONTH_FIRST: Final = re.compile(r"\.(?:com|us|org|net|edu|gov|ph)$")


@dataclass(slots=True, eq=False)
class Day:
    """A candidate for the day of publication.

    Attributes:
        day: ISO 8601 date.
        claims: what is said of it: values of any exactness and their sources, in order.
        evidence: one number a column, shape (len(NAMES),).
    """

    day: str
    claims: list[Claim]
    evidence: NDArray[np.float32] = field(default_factory=lambda: np.zeros(len(NAMES), dtype=np.float32))


def iso(value: str) -> str | None:
    """An ISO 8601 date or date-time in the form that Python writes, from the forms that pages use.

    >>> iso("2024-03-05T09:07:00Z")
    '2024-03-05T09:07:00+00:00'
    >>> iso("20240305")
    '2024-03-05'
    >>> iso("Tue, 05 Mar 2024 09:07:00 +0100")
    '2024-03-05T09:07:00+01:00'
    >>> iso("yesterday") is None
    True
    """
    text = value.strip().replace("\u2212", "-")
    if re.fullmatch(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}", text):
        year, month, day = map(int, re.split(r"[-/.]", text))
        return _plausible(lambda: date(year, month, day))
    if re.fullmatch(r"\d{8}", text):
        return _plausible(lambda: datetime.strptime(text, "%Y%m%d").replace(tzinfo=UTC).date())
    if re.fullmatch(r"\d{14}", text):
        return _plausible(lambda: datetime.strptime(text, "%Y%m%d%H%M%S"))
    if re.fullmatch(r"\d{10}|\d{13}", text):
        return _plausible(lambda: datetime.fromtimestamp(int(text[:10]), UTC))
    if re.match(r"\d{4}-\d\d-\d\d[T ]", text) or re.match(r"\d{8}T\d{4}", text):
        text, place = _without_place(text)
        if (half := re.search(r"[T ]\s*(\d{1,2})(:\d\d.*?)\s*([AP])\.?M\b\.?", text, re.IGNORECASE)) is not None:
            hour = int(half[1]) % 12 + (12 if half[3] in "pP" else 0)
            text = f"{text[: half.start(1)]}{hour:02d}{half[2]}{text[half.end() :]}"
        normal = re.sub(r"^(\d{4}-\d\d-\d\d)\s+T?\s*", r"\1T", text)
        normal = re.sub(r"T(\d):", r"T0\1:", re.sub(r"\s*(?:UTC|GMT)$", "+00:00", normal))
        normal = _OFFSET.sub(lambda found: f"{found[1]}:{found[2] or '00'}", normal)
        if (zone := re.search(r"\s*\b([A-Z]{3,5})\)?$", normal.replace("(", " "))) is not None and (
            offset := offset_of(zone[1])
        ) is not None:
            place, normal = timezone(offset), normal[: zone.start()]
        found = _plausible(lambda: _at(datetime.fromisoformat(normal), place))
        # A time zone's name, or more digits of a second than Python reads, must not cost the day.
        return found or _plausible(lambda: datetime.fromisoformat(normal[:19])) or iso(text[:10])
    if (net := re.fullmatch(r"/?Date\((\d{10,13})([+-]\d{4})?\)/?", text.replace("\\", ""))) is not None:
        # As .NET writes moments: milliseconds, and the offset of the clock that they are to be shown by.
        seconds, shown = int(net[1]) // (1000 if len(net[1]) > 10 else 1), offset_of(net[2]) if net[2] else None
        return _plausible(lambda: datetime.fromtimestamp(seconds, UTC if shown is None else timezone(shown)))
    if re.match(r"[A-Z][a-z]{2}, ", text):
        return _plausible(lambda: parsedate_to_datetime(text))
    return None


def _without_place(text: str) -> tuple[str, tzinfo | None]:
    """A moment without the name of a place whose clock it is by, and that clock: ``... Europe/Berlin``."""
    found = _PLACE.search(text)
    if found is None:
        return text, None
    try:
        return text[: found.start()], ZoneInfo(found[1])
    except (ValueError, OSError, ZoneInfoNotFoundError):
        return text[: found.start()], None


def _at(moment: datetime, clock: tzinfo | None) -> datetime:
    """A moment by a clock, unless it says its offset itself."""
    return moment if clock is None or moment.tzinfo is not None else moment.replace(tzinfo=clock)


def _plausible(make: object) -> str | None:
    try:
        value = make()  # type: ignore[operator]
    except (ValueError, OverflowError, OSError, TypeError, IndexError):
        return None
    day = value.date() if isinstance(value, datetime) else value
    if not isinstance(day, date) or day < EARLIEST or day > datetime.now(UTC).date() + timedelta(days=366):
        return None
    return str(value.isoformat())


def published(context: Context, ranking: Ranking | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When the article was first published, and the other days that sources name, most probable first."""
    found = candidates(context)
    if not found:
        return None, ()
    order = list(range(len(found)))
    if ranking is not None:
        score = ranking.score(np.stack([one.evidence for one in found]))
        order = np.argsort(-score, kind="stable").tolist()
    best = _most_exact(found[order[0]].claims)
    others = tuple(_most_exact(found[at].claims) for at in order[1:])
    same = tuple(claim for claim in found[order[0]].claims if claim != best)
    return best, (*same, *others)


def _most_exact(claims: list[Claim]) -> Claim:
    """Of several forms of one day, the first with a time and an offset, else with a time, else the first."""

    def exactness(claim: Claim) -> int:
        if "T" not in claim.value:
            return 0
        zoned = re.search(r"[+-]\d\d:\d\d$", claim.value) is not None
        # Publishing systems that know the day alone write midnight.
        midnight = "T00:00:00" in claim.value
        return (3 if zoned else 2) - midnight

    return max(claims, key=exactness)


def modified(context: Context, published_: str | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When it was last changed, where the page says so: JSON-LD, ``meta``, microdata. Never before it was published."""
    structured = context.structured
    found = [
        Claim(when, source)
        for value, source in (
            *((clean(value), source) for value, source in structured.stated("dateModified")),
            *structured.metas(*_MODIFIED),
            *((one.value, f"{one.kind}:{one.name}") for one in structured.marked if one.name == "dateModified"),
        )
        if value and (when := read(value, context))
    ]
    fitting = [claim for claim in found if published_ is None or claim.value[:10] >= published_[:10]]
    if not fitting:
        return None, tuple(found)
    return fitting[0], tuple(claim for claim in found if claim is not fitting[0])


def read(value: str, context: Context) -> str | None:
    """A stated date: ISO 8601 and its kin, else as it is written in prose."""
    found = iso(value)
    if found is None and len(value) <= _LONG:
        first = next(iter(dates_in(value, _language(context), month_first=_month_first(context))), None)
        found = first.value if first is not None else None
    return found


def candidates(context: Context) -> list[Day]:
    """The days that a page names where days of publication stand, in the order of the sources."""
    found: dict[str, Day] = {}
    has: set[str] = set()
    for value, source, column, row, label in _claims(context):
        one = found.setdefault(value[:10], Day(value[:10], []))
        claim = Claim(value, source)
        if claim not in one.claims:
            one.claims.append(claim)
        has.add(column)
        evidence = one.evidence
        evidence[_AT[column]] = 1
        evidence[_AT["mentions"]] += 0.2
        if row >= 0:
            _describe_row(context, one, row, label)
    days = list(found.values())
    _describe(context, days, has)
    return days


def _language(context: Context) -> str:
    return (context.structured.lang or context.language_hint or "en").lower()[:2]


def _month_first(context: Context) -> bool:
    """Whether numbers are written as Americans do, as far as the page's head and address tell."""
    tag = (context.structured.lang or "").lower().replace("_", "-")
    if tag == "en-us":
        return True
    return _language(context) == "en" and tag in ("", "en") and bool(_MONTH_FIRST.search(context.host))


_Claims = Iterator[tuple[str, str, str, int, str]]


def _claims(context: Context) -> _Claims:
    """What is claimed: the value, its source, the column of evidence, the row (-1: none), the words around it."""
    structured = context.structured
    for key, column in (
        ("datePublished", "ld published"), ("dateCreated", "ld created"), ("uploadDate", "ld created"),
        ("dateModified", "ld modified"),
    ):  # fmt: skip
        for value, source in structured.stated(key):
            if (text := clean(value)) and (when := read(text, context)):
                yield when, source, column, -1, ""
    for thing in structured.objects:
        if thing is not structured.article:
            for key in ("datePublished", "uploadDate"):
                if (text := clean(thing.get(key))) and (when := read(text, context)):
                    yield when, f"json-ld:{(types(thing) or ['Thing'])[0]}.{key}", "other ld", -1, ""
    for one in structured.marked:
        column = {
            "datePublished": "marked published", "dateCreated": "marked published", "published": "marked published",
            "created": "marked published", "date": "marked published", "issued": "marked published",
            "dateModified": "marked modified", "modified": "marked modified", "uploadDate": "marked published",
        }.get(one.name, "")  # fmt: skip
        if column and one.type not in ("Comment", "UserComments", "Event") and (when := read(one.value, context)):
            yield when, f"{one.kind}:{one.type or 'Thing'}.{one.name}", column, one.row, one.value
    for value, source in structured.metas(*_PUBLISHED):
        if when := read(value, context):
            yield when, source, "meta main" if source.removeprefix("meta:") in _MAIN else "meta other", -1, ""
    for value, source in structured.metas(*_MODIFIED):
        if when := read(value, context):
            yield when, source, "meta modified", -1, ""
    for address in dict.fromkeys(
        filter(None, (context.page.url, structured.links.get("canonical"), *structured.meta.get("og:url", ())))
    ):
        if day := _in_address(address):
            yield day, "url", "address", -1, ""
    shown = list(_shown(context))
    yield from shown
    if not any(column in _STATED for column in (one[2] for one in shown)) and not _states(context):
        yield from _hidden(context, bare=not shown)


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
    for value in islice(_in_scripts(page.source), _FEW):
        if when := iso(value):
            yield when, "script", "script", -1, ""
    if bare:
        for one in islice(dates_in(page.text[:_WHOLE], _language(context), month_first=_month_first(context)), _FEW):
            yield one.value, "text:anywhere", "anywhere", -1, ""


def _in_scripts(source: str) -> Iterator[str]:
    """What members of objects in scripts say whose names speak of publication, in order."""
    lower = source.lower()
    if len(lower) != len(source):
        return  # a letter whose small form is longer: rare, and not worth a second way
    places = sorted({found.start() for key in _KEYS for found in re.finditer(key, lower)})
    for at in places:
        if (found_ := _IN_SCRIPT.match(source, at)) is not None:
            yield found_[1]


def _in_address(address: str) -> str | None:
    found = _IN_URL.search(address)
    if found is not None:
        return iso("-".join(found.groups()))
    short = _IN_URL_SHORT.search(address)
    if short is not None:
        written = next(iter(dates_in(f"{short[3]} {short[2]} {short[1]}", "en")), None)
        return written.value if written is not None else None
    return None


def _shown(context: Context) -> _Claims:
    page = context.page
    language, month_first = _language(context), _month_first(context)
    seen = 0
    for row, attributes in page.query(_CLASS):
        if page.hidden[row] or page.end[row] - row > _LARGE or page.stop[row] - page.start[row] > 3 * _LONG:
            continue
        name = page.name(row)
        stated = False
        for key in ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp", "content", "title"):
            value = attributes.get(key)
            if value and (when := iso(value)):
                yield when, f"text:{name}[{key}]", "time" if name == "time" else "attribute", row, page.words_of(row)
                stated = True
                break
        if stated and name == "time":
            seen += 1
            continue
        text = page.words_of(row)
        if not 5 < len(text) <= _LONG:
            continue
        seen += 1
        if seen > _MOST:
            break
        for one in dates_in(text, language, month_first=month_first):
            yield one.value, f"text:{name}", "class", row, _around(text, one.start)
    segments, texts = page.segments, context.texts
    first, last = context.first, context.last
    for at in range(max(0, first - 15), min(len(texts), first + 3)):
        text = texts[at][:_LONG] if at >= first else texts[at]
        if len(text) <= _LONG:
            for one in dates_in(text, language, month_first=month_first):
                column = "body" if at >= first else "line"
                yield one.value, "text:line", column, int(segments.first[at]), _around(text, one.start)
    for at in range(max(first + 3, last), min(len(texts), last + 5)):
        if len(texts[at]) <= _LONG:
            for one in dates_in(texts[at], language, month_first=month_first):
                yield one.value, "text:end", "end", int(segments.first[at]), _around(texts[at], one.start)


def _around(text: str, at: int) -> str:
    """The words before a date."""
    return text[max(0, at - 40) : at]


def _describe_row(context: Context, one: Day, row: int, label: str) -> None:
    """Evidence of where a day is shown; of several places, each leaves its marks."""
    page, at, evidence = context.page, _AT, one.evidence

    def mark(name: str, value: float) -> None:
        evidence[at[name]] = max(evidence[at[name]], value)

    place = int(context.place[row])
    before = context.first - place
    mark("before body", before > 0)
    mark("just before body", 0 <= before <= 6)
    mark("in body", place < len(context.in_body) and bool(context.in_body[place]))
    mark("after body", place > context.last)
    mark("distance before", 1 / (1 + before) if before >= 0 else 0.0)
    mark("distance after", 1 / (1 - before) if before < 0 else 0.0)
    mark("in aside", bool(context.aside[row]))
    mark("in away", any(_is_away(context.label(up)) for up in context.chain(row, 7)))
    near = f"{label} {page.attr(row, 'class') or ''}"
    mark("updated", bool(_UPDATED.search(near)))
    mark("posted", bool(_POSTED.search(near)))
    mark("short text", page.stop[row] - page.start[row] < 40)


@lru_cache(maxsize=8192)
def _is_away(label: str) -> bool:
    """Whether a class or id is of something beside the article."""
    return _AWAY.search(label) is not None


def _describe(context: Context, days: list[Day], has: set[str]) -> None:
    """Evidence in a day itself, and in the others."""
    if not days:
        return
    at = _AT
    ordered = sorted(one.day for one in days)
    stated = [one.day for one in days if any(one.evidence[at[name]] for name in _SOURCES[:9] if "modified" not in name)]
    address = [one.day for one in days if one.evidence[at["address"]]]
    # In the order of the sources, which is that of the claims.
    order = ("ld published", "marked published", "meta main", "ld created", "meta other")
    first = next((one.day for name in order for one in days if one.evidence[at[name]]), None)
    shown = [
        one.day for one in days if one.evidence[at["line"]] or one.evidence[at["class"]] or one.evidence[at["time"]]
    ]
    years = {
        year for text in (context.page.url or "",) for year in re.findall(r"(?<!\d)((?:19[89]|20[0-4])\d)(?!\d)", text)
    }
    values: Mapping[str, int] = {day: number for number, day in enumerate(ordered)}
    for one in days:
        for other in days:
            if other is not one and _same_moment(one, other):
                one.evidence[at["universal form"]] = 1
                other.evidence[at["local form"]] = 1
    for one in days:
        evidence = one.evidence
        for name in ("ld published", "marked published", "meta main", "meta other", "time", "address"):
            evidence[at[f"page has {name}"]] = name in has
        evidence[at["kinds of source"]] = sum(evidence[at[name]] > 0 for name in _SOURCES) / 5
        evidence[at["mentions"]] = min(1.0, float(evidence[at["mentions"]]))
        evidence[at["earliest"]] = values[one.day] == 0
        evidence[at["latest"]] = values[one.day] == len(ordered) - 1
        evidence[at["only"]] = len(days) == 1
        evidence[at["earliest stated"]] = bool(stated) and one.day == min(stated)
        evidence[at["first in text"]] = bool(shown) and one.day == shown[0]
        evidence[at["with time"]] = any("T" in claim.value for claim in one.claims)
        evidence[at["with offset"]] = any(re.search(r"[+-]\d\d:\d\d$", claim.value[10:]) for claim in one.claims)
        evidence[at["as in address"]] = one.day in address
        evidence[at["year of address"]] = one.day[:4] in years
        evidence[at["before address"]] = bool(address) and one.day < min(address)
        evidence[at["after another stated"]] = any(day < one.day for day in stated)
        evidence[at["first stated"]] = one.day == first
        evidence[at["recent"]] = one.day >= (datetime.now(UTC).date() - timedelta(days=2)).isoformat()
        evidence[at["old"]] = one.day < "2000"
        evidence[at["first of year"]] = one.day.endswith("-01-01")
        evidence[at["next to another"]] = any(
            other is not one and abs((date.fromisoformat(other.day) - date.fromisoformat(one.day)).days) == 1
            for other in days
        )


def _same_moment(universal: Day, local: Day) -> bool:
    """Whether a day is another one only because the moment is written in universal time there, and by a local clock
    here.
    """
    if abs((date.fromisoformat(universal.day) - date.fromisoformat(local.day)).days) != 1:
        return False
    step, most, slack = _CLOCKS
    for one in universal.claims:
        if not one.value.endswith("+00:00") or "T00:00:00" in one.value:
            continue
        moment = datetime.fromisoformat(one.value)
        for other in local.claims:
            if "T" not in other.value or other.value.endswith("+00:00"):
                continue
            clock = datetime.fromisoformat(other.value)
            if clock.tzinfo is not None:
                if abs(moment - clock) <= slack:
                    return True
                continue
            apart = abs(moment.replace(tzinfo=None) - clock)
            if apart <= most and min(apart % step, step - apart % step) <= slack:
                return True
    return False
