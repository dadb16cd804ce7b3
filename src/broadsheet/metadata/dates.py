"""When an article was published and last changed, as ISO 8601; a time zone is kept, and a bare day stays a day.

Sources in order: JSON-LD, ``meta``, microdata and ``time`` elements, a date in the address.
Dates in prose are not read.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

from broadsheet.metadata.structured import Structured, clean
from broadsheet.page import Page

__all__ = ["iso", "modified", "published"]

_PUBLISHED: Final = (
    "article:published_time", "og:article:published_time", "og:published_time", "datepublished", "parsely-pub-date",
    "sailthru.date", "dc.date.issued", "dcterms.issued", "dcterms.created", "dc.date.created", "dc.date",
    "dcterms.date",
    "pubdate", "publishdate", "publish_date", "publish-date", "published", "publication_date", "article_date_original",
    "originalpublicationdate", "date", "cxenseparse:recs:publishtime", "prism.publicationdate",
    "citation_publication_date",
    "bt:pubdate", "rnews:datepublished", "displaydate", "ptime", "lastpublishdate",
)  # fmt: skip
_MODIFIED: Final = (
    "article:modified_time", "og:updated_time", "og:article:modified_time", "datemodified", "dc.date.modified",
    "dcterms.modified", "lastmod", "last-modified", "revised", "utime",
)  # fmt: skip
_EARLIEST: Final = date(1990, 1, 1)
"""Nothing on the web is older; an earlier date is a placeholder."""
_IN_URL: Final = re.compile(r"/((?:19|20)\d\d)[/-]?(0[1-9]|1[0-2])[/-]?(0[1-9]|[12]\d|3[01])(?:[/_.-]|$)")
_OFFSET: Final = re.compile(r"\s*([+-]\d\d):?(\d\d)?$")


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
    text = value.strip()
    if re.fullmatch(r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}", text):
        year, month, day = map(int, re.split(r"[-/.]", text))
        return _plausible(lambda: date(year, month, day))
    if re.fullmatch(r"\d{8}", text):
        return _plausible(lambda: datetime.strptime(text, "%Y%m%d").replace(tzinfo=UTC).date())
    if re.fullmatch(r"\d{10}|\d{13}", text):
        return _plausible(lambda: datetime.fromtimestamp(int(text[:10]), UTC))
    if re.match(r"\d{4}-\d\d-\d\d[T ]", text):
        normal = _OFFSET.sub(lambda found: f"{found[1]}:{found[2] or '00'}", text)
        found = _plausible(lambda: datetime.fromisoformat(normal))
        # A time zone's name, or more digits of a second than Python reads, must not cost the day.
        return found or _plausible(lambda: datetime.fromisoformat(normal[:19])) or iso(text[:10])
    if re.match(r"[A-Z][a-z]{2}, ", text):
        return _plausible(lambda: parsedate_to_datetime(text))
    return None


def _plausible(make: object) -> str | None:
    try:
        value = make()  # type: ignore[operator]
    except (ValueError, OverflowError, OSError, TypeError, IndexError):
        return None
    day = value.date() if isinstance(value, datetime) else value
    if not isinstance(day, date) or day < _EARLIEST or day > datetime.now(UTC).date() + timedelta(days=366):
        return None
    return str(value.isoformat())


def published(page: Page, structured: Structured) -> tuple[str, str] | None:
    """When the article was first published."""
    return (
        _json_ld(structured, "datePublished", "dateCreated", "uploadDate")
        or _meta(structured, _PUBLISHED)
        or _elements(page, '[itemprop~="datePublished" i], time[pubdate]', "microdata:datePublished")
        or _elements(page, "time[datetime]", "time")
        or _address(page, structured)
    )


def modified(page: Page, structured: Structured) -> tuple[str, str] | None:
    """When it was last changed, where the page says so."""
    return (
        _json_ld(structured, "dateModified")
        or _meta(structured, _MODIFIED)
        or _elements(page, '[itemprop~="dateModified" i]', "microdata:dateModified")
    )


def _json_ld(structured: Structured, *keys: str) -> tuple[str, str] | None:
    for key in keys:
        value = clean(structured.article.get(key))
        if value and (found := iso(value)):
            return found, f"json-ld:{key}"
    return None


def _meta(structured: Structured, names: tuple[str, ...]) -> tuple[str, str] | None:
    for name in names:
        for value in structured.meta.get(name, ()):
            if found := iso(value):
                return found, f"meta:{name}"
    return None


def _elements(page: Page, selector: str, source: str) -> tuple[str, str] | None:
    for row, attributes in page.query(selector):
        for value in (attributes.get("datetime"), attributes.get("content"), page.words_of(row)):
            if value and (found := iso(value)):
                return found, source
    return None


def _address(page: Page, structured: Structured) -> tuple[str, str] | None:
    for url in (page.url, structured.links.get("canonical")):
        found = _IN_URL.search(url or "")
        if found is not None and (day := iso("-".join(found.groups()))):
            return day, "url"
    return None
