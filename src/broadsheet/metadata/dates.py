"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Sources in order: JSON-LD, microdata and RDFa, ``meta``, the address, ``time`` elements, dates near the headline.
Pages also state when they were changed, when readers wrote comments, and when other articles were published. So each
day is a candidate, whose evidence is where it stands, and which one is the day of publication is learnt
(`broadsheet.train.metadata`). Of what is said of that day, the most exact form is given.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from email.utils import parsedate_to_datetime
from functools import lru_cache
from itertools import accumulate, islice
from typing import ClassVar, Final, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import numpy as np

from broadsheet.article.provenance import Claim
from broadsheet.metadata.context import Context, label_test
from broadsheet.metadata.prose_dates import EARLIEST, Written, dates_in, first_dates_in, offset_of
from broadsheet.metadata.ranking import Candidate, Ranking
from broadsheet.metadata.structured import clean, types
from broadsheet.page import tags

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
_IN_URL_APART: Final = re.compile(
    r"/((?:19[89]|20[0-4])\d)/(?:[A-Za-z]\w*/){1,3}(0[1-9]|1[0-2])/(0[1-9]|[12]\d|3[01])(?!\d)"
)
_IN_URL_TURNED: Final = re.compile(r"(?<!\d)(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])((?:19[89]|20[0-4])\d)(?!\d)")
_PLACE: Final = re.compile(r"\s*\[?\b([A-Z][A-Za-z]+/[A-Za-z_]+(?:/[A-Za-z_]+)?)\]?$")
_DAY: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
_MOMENT: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]|\d{8}T\d{4}")
_STRICT: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?")
"""A moment as RFC 3339 writes it, which most pages do."""
_HALF: Final = re.compile(r"[T ]\s*(\d{1,2})(:\d\d.*?)\s*([AP])\.?M\b\.?", re.IGNORECASE)
_SPACE: Final = re.compile(r"^(\d{4}-\d\d-\d\d)\s+T?\s*")
_ONE_DIGIT: Final = re.compile(r"T(\d):")
_UNIVERSAL: Final = re.compile(r"\s*(?:UTC|GMT)$")
_ABBREVIATION: Final = re.compile(r"\s*\b([A-Z]{3,5})\)?$")
_NET: Final = re.compile(r"/?Date\((\d{10,13})([+-]\d{4})?\)/?")
_JAVA: Final = re.compile(r"[A-Z][a-z]{2} ([A-Z][a-z]{2} \d{1,2} \d\d:\d\d:\d\d) ([A-Z]{1,5}) (\d{4})")
"""How Java and Unix write a moment."""
_MAIL: Final = re.compile(r"[A-Z][a-z]{2}, ")
"""How mail headers begin."""
_ZONED: Final = re.compile(r"[+-]\d\d:\d\d$")
_YEAR: Final = re.compile(r"(?<!\d)((?:19[89]|20[0-4])\d)(?!\d)")
_OFFSET: Final = re.compile(r"\s*([+-]\d\d):?(\d\d)?$")
_CLASS: Final = tuple("date time publish posted datum fecha zeit byline meta".split())
"""What is in classes of dates."""
_ID: Final = ("date", "publish")
_DATED: Final = ("datetime", "data-date", "data-datetime", "data-published", "data-timestamp")
"""Attributes of elements that show a date."""
_DATING: Final = (*_DATED, "content", "title")
"""Those that may hold one."""
_TIME: Final = tags.IDS["time"]
_RIGHTS: Final = re.compile(r"©|\(c\)|copyright", re.IGNORECASE)
_OF_CHANGE: Final = (
    r"updat|aktualis|geändert|mis à jour|màj|actualiz|atualiz|aggiorn|bijgewerkt|gewijzigd|uppdater|oppdater|opdater|"
    r"päivit|frissít|güncel|обновл|изменен|ενημ|更新|수정"
)
_UPDATED: Final = re.compile(rf"{_OF_CHANGE}|modif|stand:|édité|zaktualiz|aktualiz|revis|edited|last", re.IGNORECASE)
_SAYS_UPDATED: Final = re.compile(rf"{_OF_CHANGE}|modifi|(?:^|[^\w\s]\s*)stand:?\s*$", re.IGNORECASE)
"""What is said of a date of change, and of no other."""
_CLOCK_OF_CHANGE: Final = re.compile(
    rf"(?<=\d)\D*\b(?:{_OF_CHANGE}|modifi)\D{{0,20}}(?P<clock>\d\d?\s?(?:[:.h]\s?[0-5]\d(?![\d.]|\s?[./-])|[ap]\.?m\b))",
    re.IGNORECASE,
)
"""A word of change with a time behind it, both behind a date."""
_WORDS_OF_CHANGE: Final = tuple(
    "aktualiz|ažurir|uuenda|atnaujin|atjaunin|posodob|endret|ændret|muokat|zmienion|upraven|módosít|оновл|обнав|актуал|"
    "ажур|последна промяна|cập nhật|diperbarui|diperbaharui|pembaruan|kemas kini|imesasishwa|güncell|yenilən|жаңарт|"
    "yangilan|թարմաց|განახლ|עודכן|עדכון אחרון|تحديث|تعديل|به‌روز|بروزرسانی|به روز رسانی|ویرایش|اپ ڈیٹ|تجدید|अपडेट|"
    "अद्यतन|संशोधित|আপডেট|হালনাগাদ|புதுப்பி|అప్డేట్|అప్‌డేట్|ಅಪ್‌ಡೇಟ್|അപ്‌ഡേറ്റ്|અપડેટ|ਅੱਪਡੇਟ|อัปเดต|อัพเดต|"
    "përditësu|uppfær|diweddarw|eguneratu|nuashonra|aġġornat|अद्यावधिक|යාවත්කාලීන|បច្ចុប្បន្នភាព|ອັບເດດ|"
    "ปรับปรุง|แก้ไข|最終改|更正|修订|修訂|업데이트".split("|")
)
"""Likewise, in small letters."""
_NEAR_BODY: Final = 10
"""Segments before the body among which such a line is."""
_IN_BODY: Final = 3
"""Segments of the body's beginning among which lines of dates are."""
_POSTED: Final = re.compile(
    r"publi|post|veröff|erschienen|erstellt|datum|am \d|gepubl|geplaatst|inserito|pubbl|opubl|dodan|megj|yayın|опубл|"
    r"δημοσ|ανάρτ|投稿|公開|发布|發布|時間|时间|등록|입력|created|issued|written|first|creat|origin|objav|објав|жариялан|"
    r"avaldat|paskelbt|birt\b|cyhoeddw|foilsi|argitarat|imechapish|inilathala|diterbit|հրապարակ|გამოქვეყნ|प्रकाशित|પ્રકાશિત|"
    r"ಪ್ರಕಟ|പ്രസിദ്ധീകരിച്ച|خپور|نشر|انتشار|פורסם|شائع|প্রকাশ",
    re.IGNORECASE,
)
_AWAY: Final = tuple(
    "comment kommentar reply disqus related recommend teaser card sidebar widget popular latest footer more carousel "
    "copyright event archive calendar recent list trending tweet next prev".split()
)
"""What is in a class or id of something beside the article."""
_is_todays: Final = label_test(
    re.compile(
        r"(?:current|to-?_?days?|head(?:er)?|site|top|page|server|heute)-?_?(?:date|day|datum|time)|(?:date|datum)-?_?(?:today|heute)",
        re.IGNORECASE,
    )
)
"""Whether a class or id is of the day on which the page is looked at."""
_HEADER: Final = tags.IDS["header"]
_LONG: Final = 160
"""Characters of an element or line that is a date, with what stands around it."""
_MOST_CLAIMS: Final = 300
"""Claims of days on a page; who states more states nothing."""
_LATEST: Final = 1e14
"""Milliseconds beyond any year that a page is of."""
_LABEL: Final = 40
"""Characters before a date that say what it is."""
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
    "first stated", "universal form", "local form", "times stated", "stated moment", "only in text",
    "another stated more", "another stated moment",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_STATING: Final = ("ld published", "marked published", "meta main", "meta other")
"""Sources that state a day of publication outright."""
_OUTRIGHT: Final = (*_STATING, "ld created", "other ld", "address")
_SHOWING: Final = ("time", "class", "line", "body", "end", "attribute")
_EVENING: Final = 17
"""The hour from which what is published is printed, and dated, the next day."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_CLOCKS: Final = (timedelta(minutes=30), timedelta(hours=14), timedelta(minutes=2))
"""Steps between clocks of the world, the largest difference, and how far two writings of one moment are apart."""
_HOURS: Final = frozenset(timedelta(hours=hours) for hours in range(-12, 15))
_OFFSETS: Final = _HOURS | {
    timedelta(hours=hours) for hours in (-9.5, -3.5, -2.5, 3.5, 4.5, 5.5, 5.75, 6.5, 8.75, 9.5, 10.5, 12.75, 13.75)
}
"""The offsets of the clocks of the world, and of these the whole hours."""
_MIDNIGHT: Final = re.compile(r"T00:00:00(?!\.)")
_OF_PUBLICATION: Final = frozenset({"ld published", "marked published", "meta main", "ld created", "meta other"})
_OF_CHANGE_STATED: Final = frozenset({"ld modified", "marked modified", "meta modified"})
"""Columns of statements of one datum."""
_IN_SCRIPT: Final = re.compile(
    rb"(?:date_?published|publish(?:ed)?_?(?:at|time|date|on)|pub_?date|publication_?date|first_?published)"
    rb"[\"']?\s*[:=]\s*[\"']([^\"']{8,35})[\"']",
    re.IGNORECASE,
)
_STEM: Final = re.compile(rb"pub(?:lish|_?date|lication)")
"""What is in the name of every such member, in lower case."""
_BEFORE_STEM: Final = (0, *(len(word) for word in ("date", "date_", "first_")))
"""How far in front of that its name may begin: ``first`` is as long as ``date_``."""
_FEW: Final = 10
"""Dates that are taken from a script or from anywhere in the text."""
_DATE_LINE: Final = 80
"""Characters of a line that may be there to say a date; what is longer is a sentence."""
_SMALL: Final = re.compile(r"(?<!\w)[^\W\d_A-Z]")
"""A word that is written small, or in a script that has no capitals: there a sentence and a label look alike."""
_GOES_ON: Final = re.compile(r"[\s,]*[a-zà-ÿ]")
"""How a sentence goes on behind a date in it."""
_WHOLE: Final = 60_000
"""Characters of a page's text that are searched for a date where none is found otherwise."""
_MONTH_FIRST: Final = re.compile(r"\.(?:com|us|org|net|edu|gov|ph)$")


@dataclass(slots=True, eq=False)
class Day(Candidate):
    """A candidate for the day of publication.

    Attributes:
        day: ISO 8601 date.
        claims: what is said of it: values of any exactness and their sources, in order.
        forms: the same as far as a form of the day may be given out: without a time that is another date's.
        evidence: one number a column, shape (len(NAMES),).
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    day: str
    claims: list[Claim]
    forms: list[Claim] = field(default_factory=list)
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))


@lru_cache(maxsize=1024)
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
    if (whole := _DAY.fullmatch(text)) is not None:
        year, month, day = map(int, whole.groups())
        return _plausible(lambda: date(year, month, day))
    digits = len(text) if text.isascii() and text.isdigit() else 0
    if digits == 8:
        return _plausible(lambda: datetime.strptime(text, "%Y%m%d").replace(tzinfo=UTC).date())
    if digits == 14:
        return _plausible(lambda: datetime.strptime(text, "%Y%m%d%H%M%S"))
    if digits in (10, 13):
        return _plausible(lambda: datetime.fromtimestamp(int(text[:10]), UTC))
    if _MOMENT.match(text):
        normal, place = (text, None) if _STRICT.fullmatch(text) else _normal(text)
        found = _plausible(lambda: _at(datetime.fromisoformat(normal), place))
        # A time zone's name, or more digits of a second than Python reads, must not cost the day.
        return found or _plausible(lambda: datetime.fromisoformat(normal[:19])) or iso(text[:10])
    if (net := _NET.fullmatch(text.replace("\\", ""))) is not None:
        # As .NET writes moments: milliseconds, and the offset of the clock that they are to be shown by.
        seconds = int(net[1]) // (1000 if len(net[1]) > 10 else 1)
        return _plausible(lambda: datetime.fromtimestamp(seconds, (net[2] and _clock(net[2])) or UTC))
    if (java := _JAVA.fullmatch(text)) is not None:
        return _plausible(lambda: _at(datetime.strptime(f"{java[1]} {java[3]}", "%b %d %H:%M:%S %Y"), _clock(java[2])))
    if _MAIL.match(text):
        return _plausible(lambda: parsedate_to_datetime(text))
    return None


def _normal(text: str) -> tuple[str, tzinfo | None]:
    """A moment as RFC 3339 writes it, and the clock that it is by where a name of it is cut."""
    text, place = _without_place(text)
    if (half := _HALF.search(text)) is not None:
        hour = int(half[1]) % 12 + (12 if half[3] in "pP" else 0)
        text = f"{text[: half.start(1)]}{hour:02d}{half[2]}{text[half.end() :]}"
    normal = _SPACE.sub(r"\1T", text)
    normal = _ONE_DIGIT.sub(r"T0\1:", _UNIVERSAL.sub("+00:00", normal))
    normal = _OFFSET.sub(lambda found: f"{found[1]}:{found[2] or '00'}", normal)
    zone = _ABBREVIATION.search(normal.replace("(", " "))
    if zone is not None and (clock := _clock(zone[1])) is not None:
        return normal[: zone.start()], clock
    return normal, place


def _clock(zone: str) -> tzinfo | None:
    """The clock that a zone is written with, or that its abbreviation stands for."""
    offset = offset_of(zone)
    return None if offset is None else timezone(offset)


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
        score = ranking.score(np.array([one.evidence for one in found], dtype=np.float32))
        order = np.argsort(-score, kind="stable").tolist()
    best = _with_offset(_most_exact(found[order[0]].forms), context, _OF_PUBLICATION)
    others = tuple(_most_exact(found[at].forms) for at in order[1:])
    same = tuple(claim for claim in found[order[0]].forms if claim != best)
    return best, (*same, *others)


def _with_offset(best: Claim, context: Context, own: frozenset[str]) -> Claim:
    """A moment by a local clock with the offset that another statement of the same moment gives it, if there is one.

    That they are of one moment is taken from their minutes and seconds, and from what they are apart: as clocks of the
    world are. A minute alone says little; where several offsets fit, none is known.

    Args:
        best: the moment.
        context: the page.
        own: the columns of statements of the same datum, which are of one moment even on the full hour.
    """
    if "T" not in best.value or _ZONED.search(best.value) is not None or _is_midnight(best.value):
        return best
    local = datetime.fromisoformat(best.value).replace(microsecond=0)
    of_own: dict[timedelta, Claim] = {}
    of_others: dict[timedelta, Claim] = {}
    for moment, claim, column in context.once(_moments):
        ahead = local - moment
        if not local.second or not moment.second:
            ahead = local.replace(second=0) - moment.replace(second=0)
        if ahead not in (_HOURS if column not in own and local.minute in (0, 30) else _OFFSETS):
            continue
        if local.second and moment.second:
            return _at_offset(best, ahead, claim)
        if column in own:
            of_own.setdefault(ahead, claim)
        elif local.minute or local.second:
            of_others.setdefault(ahead, claim)
    fitting = of_own or of_others
    return _at_offset(best, *fitting.popitem()) if len(fitting) == 1 else best


def _at_offset(best: Claim, offset: timedelta, claim: Claim) -> Claim:
    """A moment by a local clock with its offset, which another claim tells."""
    moment = datetime.fromisoformat(best.value).replace(tzinfo=timezone(offset))
    return Claim(moment.isoformat(), f"{best.source} = {claim.source}")


def _moments(context: Context) -> list[tuple[datetime, Claim, str]]:
    """The moments that the page states with an offset, or shows so near the headline, in universal time to the second;
    the claim and the column of each.
    """
    return [
        (
            datetime.fromisoformat(one.value).astimezone(UTC).replace(tzinfo=None, microsecond=0),
            Claim(one.value, one.source),
            one.column,
        )
        for one in context.once(_stated)
        if "T" in one.value
        and _ZONED.search(one.value) is not None
        and not _is_midnight(one.value)
        and one.column not in ("script", "anywhere")
        and (one.row < 0 or _is_near(context, one.row))
    ]


def _is_midnight(moment: str) -> bool:
    """Whether a moment is midnight to the second, as publishing systems write that know the day alone."""
    return _MIDNIGHT.search(moment) is not None


def _is_near(context: Context, row: int) -> bool:
    """Whether a row is near the headline."""
    return context.first - _NEAR_BODY <= context.place[row] <= context.first + _IN_BODY


def _most_exact(claims: list[Claim]) -> Claim:
    """Of several forms of one day, the first with a time and an offset, else with a time, else the first."""

    def exactness(claim: Claim) -> int:
        if "T" not in claim.value:
            return 0
        zoned = _ZONED.search(claim.value) is not None
        # Publishing systems that know the day alone write midnight.
        midnight = "T00:00:00" in claim.value
        return (3 if zoned else 2) - midnight

    return max(claims, key=exactness)


def modified(context: Context, published_: str | None) -> tuple[Claim | None, tuple[Claim, ...]]:
    """When it was last changed, where the page says so: JSON-LD, ``meta``, microdata, a line that says "updated".

    Never before it was published; of two moments of one day, as far as they can be compared.
    """
    structured = context.structured
    found = [
        _with_offset(Claim(when, source), context, _OF_CHANGE_STATED)
        for value, source in (
            *((clean(value), source) for value, source in structured.stated("dateModified")),
            *structured.metas(*_MODIFIED),
            *((one.value, f"{one.kind}:{one.name}") for one in structured.marked if one.name == "dateModified"),
        )
        if value and (when := read(value, context))
    ]
    if not found:
        said = {one.row for one in shown(context) if _says_updated(one.label)}
        found = [
            _with_offset(Claim(_of_change(context, one), one.source), context, _OF_CHANGE_STATED)
            for one in shown(context)
            # What is said in front of one date is not said of another one before it.
            if (one.label or one.row not in said) and _is_update(context, one)
        ]
    fitting = [claim for claim in found if published_ is None or not _is_before(claim.value, published_)]
    if not fitting:
        return None, tuple(found)
    return fitting[0], tuple(claim for claim in found if claim is not fitting[0])


def _is_before(moment: str, other: str) -> bool:
    """Whether a moment is before another one: by the clock where both have one of the same kind, else by the day."""
    if "T" in moment and "T" in other:
        one, two = datetime.fromisoformat(moment), datetime.fromisoformat(other)
        if (one.tzinfo is None) == (two.tzinfo is None):
            return one < two
    return moment[:10] < other[:10]


def _is_update(context: Context, one: Stated) -> bool:
    """Whether a date near the headline is said to be that of a change."""
    if one.row < 0:
        return False
    place = context.place[one.row]
    # A byline stands between the standfirst and the text as well.
    is_sentence = place < len(context.is_body) and context.is_body[place] and context.size(one.row) > _DATE_LINE
    most = 1 if is_sentence else _IN_BODY
    return context.first - _NEAR_BODY <= place <= context.first + most and (
        _says_updated(one.label or context.words_of(one.row)) or _changed_at(context, one) is not None
    )


def _of_change(context: Context, one: Stated) -> str:
    """A date of change as far as it is known: with the time that is said to be that of the change, if there is one."""
    return _changed_at(context, one) or one.form


def _changed_at(context: Context, one: Stated) -> str | None:
    """A date with the time of a change, where a word for it and that time stand behind the only date of a line:
    ``12/09/2024 08:00. Actualizado a las 10:30``.
    """
    place = context.place[one.row]
    text = context.texts[place] if place < len(context.texts) else ""
    clock = _CLOCK_OF_CHANGE.search(text) if len(text) <= _LONG else None
    if clock is None or len(dates_in(text, context.tongue, month_first=_month_first(context))) != 1:
        return None
    written = next(iter(dates_in(f"{one.value[:10]} {text[clock.start('clock') :]}"[:_DATE_LINE])), None)
    return None if written is None or "T" not in written.value else written.value


def _says_updated(text: str) -> bool:
    """Whether something is said to be of a change."""
    small = text.lower()
    return _SAYS_UPDATED.search(text) is not None or any(word in small for word in _WORDS_OF_CHANGE)


def read(value: str, context: Context) -> str | None:
    """A stated date: ISO 8601 and its kin, else as it is written in prose."""
    found = iso(value)
    if found is None and len(value) <= _LONG:
        first = next(iter(dates_in(value, context.tongue, month_first=_month_first(context))), None)
        found = first.value if first is not None else None
    return found


def candidates(context: Context) -> list[Day]:
    """The days that a page names where days of publication stand, in the order of the sources."""
    claims = context.once(_stated)
    found: dict[str, Day] = {}
    of_site: set[str] = set()
    of_article: set[str] = set()
    for stated in claims:
        value, source, column, row, label = stated[:5]
        one = found.get(value[:10])
        if one is None:
            one = found[value[:10]] = Day(value[:10], [])
        claim = Claim(value, source)
        form = claim if stated.clock is None else Claim(stated.form, source)
        if claim not in one.claims:
            one.claims.append(claim)
        if form not in one.forms:
            one.forms.append(form)
        evidence = one.evidence
        evidence[_AT[column]] = 1
        evidence[_AT["mentions"]] += 0.2
        if row >= 0:
            _describe_row(context, one, row, label)
        (of_site if row >= 0 and _is_of_site(context, row) else of_article).add(one.day)
    days = list(found.values())
    out = _days_of_print(days) | _days_of_change(days)
    if of_article - out:
        out |= of_site - of_article
    days = [one for one in days if one.day not in out]
    _describe(context, days, {one.column for one in claims})
    return days


def _stated(context: Context) -> list[Stated]:
    """The dates that the page states and shows, in the order of the sources."""
    return _settled(list(islice(_claims(context), _MOST_CLAIMS)))


def _settled(claims: list[Stated]) -> list[Stated]:
    """Dates in numbers that can be read both ways, in the reading that another date of the page confirms."""
    certain = {one.value[:10] for one in claims if not one.otherwise}
    return [
        one._replace(value=one.otherwise) if one.value[:10] not in certain and one.otherwise[:10] in certain else one
        for one in claims
    ]


def _is_of_site(context: Context, row: int) -> bool:
    """Whether a row is in the head of the site, which has the day on which the page was looked at."""
    for up in context.chain(row, 9):
        if _is_todays(context.label(up)):
            return True
        if context.tag[up] == _HEADER:
            return context.headers[up]
    return False


def _month_first(context: Context) -> bool:
    """Whether numbers are written as Americans do, as far as the page's head and address tell."""
    tag = (context.structured.lang or "").lower().replace("_", "-")
    if tag == "en-us":
        return True
    return context.tongue == "en" and tag in ("", "en") and bool(_MONTH_FIRST.search(context.host))


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
    """

    value: str
    source: str
    column: str
    row: int = -1
    label: str = ""
    otherwise: str = ""
    clock: str | None = None

    @property
    def form(self) -> str:
        """The value without a time that is another date's."""
        return self.value if self.clock is None else self.value[:10] + self.clock


_Claims = Iterator[Stated]


def _claims(context: Context) -> _Claims:
    """What is claimed: the value, its source, the column of evidence, the row (-1: none), the words around it."""
    structured = context.structured
    for key, column in (
        ("datePublished", "ld published"), ("dateCreated", "ld created"), ("uploadDate", "ld created"),
        ("dateModified", "ld modified"),
    ):  # fmt: skip
        for value, source in structured.stated(key):
            if (text := _written(value)) and (when := read(text, context)):
                yield Stated(when, source, column)
    for thing in context.other_objects:
        for key in ("datePublished", "uploadDate"):
            if (text := _written(thing.get(key))) and (when := read(text, context)):
                yield Stated(when, f"json-ld:{(types(thing) or ['Thing'])[0]}.{key}", "other ld")
    for one in structured.marked:
        column = {
            "datePublished": "marked published", "dateCreated": "marked published", "published": "marked published",
            "created": "marked published", "date": "marked published", "issued": "marked published",
            "dateModified": "marked modified", "modified": "marked modified", "uploadDate": "marked published",
        }.get(one.name, "")  # fmt: skip
        if column and one.type not in ("Comment", "UserComments", "Event") and (when := read(one.value, context)):
            yield Stated(when, f"{one.kind}:{one.type or 'Thing'}.{one.name}", column, one.row, one.value)
    for value, source in structured.metas(*_PUBLISHED):
        if when := read(value, context):
            yield Stated(when, source, "meta main" if source.removeprefix("meta:") in _MAIN else "meta other")
    for value, source in structured.metas(*_MODIFIED):
        if when := read(value, context):
            yield Stated(when, source, "meta modified")
    for address in dict.fromkeys(
        filter(None, (context.page.url, structured.links.get("canonical"), *structured.meta.get("og:url", ())))
    ):
        if day := _in_address(address):
            yield Stated(day, "url", "address")
    on_page = shown(context)
    yield from on_page
    if not any(one.column == "time" for one in on_page) and not _states(context):
        yield from _hidden(context, bare=not on_page)


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
    for value in islice(_in_scripts(page.utf8), _FEW):
        if when := iso(value):
            yield Stated(when, "script", "script")
    if bare:
        lines = zip(context.texts, page.segments.first.tolist(), context.is_body, strict=True)
        own = [(text, is_body) for text, row, is_body in lines if not (context.is_beside(row) or _RIGHTS.search(text))]
        own.insert(0, (context.structured.title or "", False))
        text = "\n".join(line for line, _ in own)[:_WHOLE]
        begins = [0, *accumulate(len(line) + 1 for line, _ in own)]

        def is_outside(one: Written) -> bool:
            """Whether a date is in no sentence of the body."""
            at = bisect_right(begins, one.start) - 1
            line, is_body = own[at]
            return not (is_body and _is_in_sentence(line, one.start - begins[at], one.stop - begins[at]))

        language, month_first = context.tongue, _month_first(context)
        for one in first_dates_in(text, _FEW, language, month_first=month_first, wanted=is_outside):
            yield Stated(one.value, "text:anywhere", "anywhere", -1, "", one.otherwise, one.own[10:])


def _is_in_sentence(line: str, start: int, stop: int) -> bool:
    """Whether a date is in a sentence of a line: the line is no short one, and the date does not stand at its beginning
    as that of a report does, behind names and labels alone.
    """
    if len(line) <= _DATE_LINE:
        return False
    before = line[:start]
    is_of_report = len(before) <= _LABEL and (not _SMALL.search(before) or _POSTED.search(before) is not None)
    return not is_of_report or _GOES_ON.match(line, stop) is not None


def _in_scripts(data: bytes) -> Iterator[str]:
    """What members of objects in scripts say whose names speak of publication, in order."""
    # Names of members begin with the stem or with a word before it.
    stems = [found.start() for found in _STEM.finditer(data.lower())]
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
        return iso("-".join(turned.groups()[::-1]))
    short = _IN_URL_SHORT.search(address)
    if short is not None:
        written = next(iter(dates_in(f"{short[3]} {short[2]} {short[1]}", "en")), None)
        return written.value if written is not None else None
    return None


def shown(context: Context) -> list[Stated]:
    """The dates that the page shows where days of publication stand, without those of readers' comments and
    of other articles.
    """
    return context.once(_shown)


def _shown(context: Context) -> list[Stated]:
    """The same, looked for."""
    return [one for one in _on_page(context) if not context.is_beside(one.row) and not _RIGHTS.search(one.label)]


def _on_page(context: Context) -> _Claims:
    page = context.page
    language, month_first = context.tongue, _month_first(context)
    seen = 0
    elements = context.elements
    rows = elements.holding("class", _CLASS) | elements.holding("id", _ID)
    dating = set(elements.having(*_DATING))
    rows.update(elements.having(*_DATED), (page.tag == _TIME).nonzero()[0].tolist())
    for row in sorted(rows):
        if context.hidden[row] or context.end[row] - row > _LARGE or context.size(row) > 3 * _LONG:
            continue
        name = page.name(row)
        stated = False
        for key in _DATING if row in dating else ():
            value = elements.value(row, key)
            if value and (when := iso(value)):
                column = "time" if name == "time" else "attribute"
                yield Stated(when, f"text:{name}[{key}]", column, row, context.words_of(row))
                stated = True
                break
        if stated and name == "time":
            seen += 1
            continue
        text = context.words_of(row)
        if not 5 < len(text) <= _LONG:
            continue
        seen += 1
        if seen > _MOST:
            break
        for one, label in _labelled(text, language, month_first=month_first):
            yield Stated(one.value, f"text:{name}", "class", row, label, one.otherwise, one.own[10:])
    segments, texts = page.segments, context.texts
    first, last = context.first, context.last
    lines = [(at, "body" if at >= first else "line") for at in range(max(0, first - 15), min(len(texts), first + 3))]
    lines += [(at, "end") for at in range(max(first + 3, last), min(len(texts), last + 5))]
    for at, column in lines:
        text = context.parted(at)
        text = text[:_LONG] if column == "body" else text
        if len(text) <= _LONG:
            source = "text:end" if column == "end" else "text:line"
            for one, label in _labelled(text, language, month_first=month_first):
                row = int(segments.first[at])
                yield Stated(one.value, source, column, row, label, one.otherwise, one.own[10:])


def _labelled(text: str, language: str, *, month_first: bool) -> Iterator[tuple[Written, str]]:
    """The dates in a text, each with the words before it."""
    end = 0
    for one in dates_in(text, language, month_first=month_first):
        yield one, text[max(end, one.start - _LABEL) : one.start]
        end = one.stop


def _written(value: object) -> str | None:
    """A date in JSON-LD as text: a string, a number of seconds or milliseconds, one of these in a list or an object."""
    if isinstance(value, list):
        value = next(iter(value), None)
    if isinstance(value, Mapping):
        value = value.get("@value")
    return str(int(value)) if isinstance(value, int | float) and 0 < value < _LATEST else clean(value)


def _describe_row(context: Context, one: Day, row: int, label: str) -> None:
    """Evidence of where a day is shown; of several places, each leaves its marks.

    Args:
        context: the page.
        one: the day.
        row: the row that shows it.
        label: the words in front of it.
    """
    mark = one.mark
    place = context.place[row]
    before = context.first - place
    mark("before body", before > 0)
    mark("just before body", 0 <= before <= 6)
    mark("in body", context.is_in_body(row))
    mark("after body", place > context.last)
    mark("distance before" if before >= 0 else "distance after", 1 / (1 + abs(before)))
    mark("in aside", context.is_aside(row))
    mark("in away", not context.called(_AWAY).isdisjoint(context.chain(row, 7)))
    updated, posted = _said(f"{label} {context.elements.value(row, 'class')}")
    mark("updated", updated)
    mark("posted", posted)
    mark("short text", context.size(row) < 40)


@lru_cache(maxsize=1024)
def _said(near: str) -> tuple[bool, bool]:
    """Whether words beside a date say that it is one of a change, and one of publication."""
    return _UPDATED.search(near) is not None, _POSTED.search(near) is not None


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
    years = {year for text in (context.page.url or "",) for year in _YEAR.findall(text)}
    values: Mapping[str, int] = {day: number for number, day in enumerate(ordered)}
    lately = (datetime.now(UTC).date() - timedelta(days=2)).isoformat()
    number = {one.day: date.fromisoformat(one.day).toordinal() for one in days}
    for one in days:
        for other in days:
            if abs(number[one.day] - number[other.day]) == 1 and _same_moment(one, other):
                one.evidence[at["universal form"]] = 1
                other.evidence[at["local form"]] = 1
    times = [sum(one.evidence[at[name]] > 0 for name in _STATING) for one in days]
    moments = [_stated_moment(one) for one in days]
    for one, stated_times, moment in zip(days, times, moments, strict=True):
        evidence = one.evidence
        evidence[at["times stated"]] = stated_times / len(_STATING)
        evidence[at["stated moment"]] = moment is not None
        evidence[at["only in text"]] = not any(evidence[: _SOURCES.index("time")])
        evidence[at["another stated more"]] = (max(times) - stated_times) / len(_STATING)
        evidence[at["another stated moment"]] = moment is None and any(moments)
        for name in ("ld published", "marked published", "meta main", "meta other", "time", "address"):
            evidence[at[f"page has {name}"]] = name in has
        evidence[at["kinds of source"]] = sum([value > 0 for value in evidence[: len(_SOURCES)]]) / 5
        evidence[at["mentions"]] = min(1.0, float(evidence[at["mentions"]]))
        evidence[at["earliest"]] = values[one.day] == 0
        evidence[at["latest"]] = values[one.day] == len(ordered) - 1
        evidence[at["only"]] = len(days) == 1
        evidence[at["earliest stated"]] = bool(stated) and one.day == min(stated)
        evidence[at["first in text"]] = bool(shown) and one.day == shown[0]
        evidence[at["with time"]] = any("T" in claim.value for claim in one.claims)
        evidence[at["with offset"]] = any(_ZONED.search(claim.value[10:]) for claim in one.claims)
        evidence[at["as in address"]] = one.day in address
        evidence[at["year of address"]] = one.day[:4] in years
        evidence[at["before address"]] = bool(address) and one.day < min(address)
        evidence[at["after another stated"]] = any(day < one.day for day in stated)
        evidence[at["first stated"]] = one.day == first
        evidence[at["recent"]] = one.day >= lately
        evidence[at["old"]] = one.day < "2000"
        evidence[at["first of year"]] = one.day.endswith("-01-01")
        own = number[one.day]
        evidence[at["next to another"]] = any(abs(theirs - own) == 1 for theirs in number.values())


def _days_of_change(days: list[Day]) -> set[str]:
    """Days of which nothing is said but that the article was changed then, where two sources agree on an earlier day of
    publication; where one states it, those on which the structured data say that it was changed and nobody else a word.
    """
    times = {one.day: sum(one.evidence[_AT[name]] > 0 for name in _STATING) for one in days}
    stated = [day for day, count in times.items() if count > 1]
    if len(stated) != 1:
        first = min((day for day, count in times.items() if count), default=None)
        return {one.day for one in days if first is not None and one.day > first and _is_of_change_alone(one)}
    return {
        one.day
        for one in days
        if one.day > stated[0]
        and not any(one.evidence[_AT[name]] for name in _OUTRIGHT)
        and (one.evidence[_AT["updated"]] or not any(one.evidence[_AT[name]] for name in _SHOWING))
    }


def _is_of_change_alone(one: Day) -> bool:
    """Whether all that is said of a day is said by statements of changes."""
    said = {name for name in _SOURCES if one.evidence[_AT[name]]}
    return bool(said) and said <= _OF_CHANGE_STATED


def _days_of_print(days: list[Day]) -> set[str]:
    """Days that are those of the printed paper: bare, and the morrow of an evening by the local clock at which the
    structured data say that the article was published.
    """
    bare = {one.day for one in days if not any("T" in claim.value for claim in one.claims)}
    evenings = [
        moment for one in days if (moment := _stated_moment(one)) is not None
        and moment.hour >= _EVENING and moment.utcoffset()
    ]  # fmt: skip
    return bare & {(moment.date() + timedelta(days=1)).isoformat() for moment in evenings}


def _stated_moment(one: Day) -> datetime | None:
    """The moment of publication, by a local clock, that the structured data state outright, if it is of a day."""
    if not any(one.evidence[_AT[name]] for name in _STATING):
        return None
    for claim in one.claims:
        if not claim.source.startswith("text:") and "T" in claim.value and "T00:00:00" not in claim.value:
            moment = datetime.fromisoformat(claim.value)
            if moment.tzinfo is not None:
                return moment
    return None


def _same_moment(universal: Day, local: Day) -> bool:
    """Whether a day is the one before or behind it only because the moment is written in universal time there, and by a
    local clock here.
    """
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
