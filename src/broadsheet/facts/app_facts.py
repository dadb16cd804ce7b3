"""Authors and dates of an article in the state of a single-page application.

Publishing systems use member names of their own, and nest people in objects and lists. The values are written as
microdata beside the text. Whether they are a person and a date is for the metadata to decide.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

__all__ = ["microdata"]

_AUTHORS: Final = tuple(
    "coauthors authors author authorlist authorslist authordata articleauthor articleauthors primaryauthor authorname "
    "authornames bylines byline writers writer writtenby authoredby creators creator reporters reporter journalists "
    "journalist autoren autores autor auteurs auteur contributors by".split()
)
"""Members that hold the authors, the most reliable first; case and underscores do not count."""
_PUBLISHED: Final = tuple(
    "datepublished firstpublishdate firstpublisheddate firstpublishedat firstpublished displaydate publishedat "
    "publishedon publisheddate publisheddatetime publishedtime publishedtimestamp publicationdate publicationdatetime "
    "publicationtime publishdate publishdatetime publishtime publishon datepublish datepublication pubdate published "
    "livedate postdate dateposted releasedate date dategmt datetime datecreated createdat created".split()
)
_MODIFIED: Final = tuple(
    "datemodified modifiedat modifieddate lastmodified lastmodifieddate lastupdateddate lastupdated dateupdated "
    "updateddate updatedat modified updated changed".split()
)
"""Members that hold the date of publication or change, the most reliable first."""
_NAMES: Final = tuple("displayname fullname name byline text label".split())
_NAME_PARTS: Final = (("firstname", "lastname"), ("givenname", "familyname"), ("first", "last"))
"""Members that hold a person's name in parts."""
_WRAPPERS: Final = tuple(
    "_embedded credits fields attributes data node nodes edges items by metadata meta dates publication sys".split()
)
"""Members that wrap an object or list."""
_PERSON_WRAPPERS: Final = (*_WRAPPERS, "author", "person", "contributor", "name")  # members that wrap a person
_ROLES: Final = ("role", "type", "contributortype")
_OTHER_ROLE: Final = re.compile(r"photo|illustrat|camera|video|graphic|edit(?:or|ed)|translat|produc", re.IGNORECASE)
"""Roles other than writing."""
_REFERENCE: Final = "__ref"  # the member of a reference to another object in the store of Apollo's client
_DATE_WRAPPERS: Final = ("date", "$date", "iso", "value", "gmt", "utc", "published", "publish")
_UNDERSCORES: Final = re.compile(r"[_-]+")
_NAME: Final = re.compile(r"(?=.*[^\W\d_])[^<>{}@/\\=]{2,120}")
_DATE: Final = re.compile(r"(?=.*\d)[^<>{}\"]{6,60}")
MIN_SECONDS: Final = 631_152_000  # 1990-01-01, in seconds since 1970. Smaller numbers count something else.
MAX_SECONDS: Final = 4_102_444_800  # 2100-01-01
MAX_PEOPLE: Final = 12
MAX_DEPTH: Final = 5


def microdata(article: Mapping[str, Any], around: Mapping[str, Any]) -> str:
    """The authors and dates of an article as ``meta`` elements.

    Args:
        article: the object with the headline.
        around: the object around it, to resolve references.
    """
    given = [("author", name) for name in _authors(article, around)]
    given += [("datePublished", day) for day in _dates(article, _PUBLISHED)]
    given += [("dateModified", day) for day in _dates(article, _MODIFIED)]
    return "".join([f'<meta itemprop="{name}" content="{html.escape(value)}">' for name, value in given])


def _authors(article: Mapping[str, Any], around: Mapping[str, Any]) -> list[str]:
    """The names in the first member that has any."""
    for members in _member_sets(article):
        for name in _AUTHORS:
            if names := list(dict.fromkeys(_people(members.get(name), around, 0)))[:MAX_PEOPLE]:
                return names
    return []


def _people(value: Any, around: Mapping[str, Any], depth: int) -> Iterator[str]:
    """The names in the value of a member for people."""
    if isinstance(value, str):
        if _NAME.fullmatch(value.strip()):
            yield value.strip()
    elif depth < MAX_DEPTH and isinstance(value, list):
        for one in value[:MAX_PEOPLE]:
            yield from _people(one, around, depth + 1)
    elif depth < MAX_DEPTH and isinstance(value, dict):
        if isinstance(name := value.get(_REFERENCE), str):
            value = around.get(name)
            value = value if isinstance(value, dict) else {}
        members = _normalised(value)
        if any(isinstance(role := members.get(key), str) and _OTHER_ROLE.search(role) for key in _ROLES):
            return
        names = [[members.get(key)] for key in _NAMES] + [[members.get(key) for key in parts] for parts in _NAME_PARTS]
        whole = next((name for name in names if all(isinstance(part, str) and part.strip() for part in name)), None)
        if whole is not None:
            yield from _people(" ".join(map(str, whole)), around, depth)
        elif all(map(str.isdigit, value)):
            yield from _people(list(value.values()), around, depth + 1)
        else:
            for wrapper in _PERSON_WRAPPERS:
                if isinstance(inner := value.get(wrapper), dict | list):
                    yield from _people(inner, around, depth + 1)


def _dates(article: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """The date in the most reliable member that has one, as a list; empty if there is none."""
    for members in _member_sets(article):
        for name in names:
            if (day := _date(members.get(name))) is not None:
                return [day]
    return []


def _date(value: Any) -> str | None:
    """A date as text; ISO 8601 if it is a number of seconds or milliseconds since 1970."""
    if isinstance(value, dict):
        members = (value.get(name) for name in _DATE_WRAPPERS)
        return next((day for member in members if (day := _date(member)) is not None), None)
    if isinstance(value, str) and not value.strip().isdecimal():
        return value.strip() if _DATE.fullmatch(value.strip()) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return None
    if seconds > MAX_SECONDS:
        seconds /= 1000
    if not MIN_SECONDS < seconds < MAX_SECONDS:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _member_sets(article: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The members of an article, and of its wrappers."""
    yield _normalised(article)
    for name in _WRAPPERS:
        inner = article.get(name)
        if isinstance(inner, dict):
            yield _normalised(inner)


def _normalised(members: Mapping[str, Any]) -> dict[str, Any]:
    """Members by lower-case name without underscores."""
    return {_UNDERSCORES.sub("", name).lower(): value for name, value in members.items()}
