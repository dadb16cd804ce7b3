"""What the state of a single-page application says of an article besides its text: who wrote it, and when.

Systems for editing call these by names of their own, and put people into objects and lists of their own forms. What is
read is written as microdata, to stand beside the text: whether it is a person and a day at all is for the metadata to
say. It must not know where in the state an article is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

__all__ = ["microdata"]

_WRITERS: Final = tuple(
    "coauthors authors author authorlist authorslist authordata articleauthor articleauthors primaryauthor authorname "
    "authornames bylines byline writers writer writtenby authoredby creators creator reporters reporter journalists "
    "journalist autoren autores autor auteurs auteur contributors by".split()
)
"""Members that have the authors, the surest first; capitals and underscores do not count."""
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
"""Members that have the day on which an article appeared or was changed, the surest first."""
_NAMES: Final = tuple("displayname fullname name byline text label".split())
_PARTS: Final = (("firstname", "lastname"), ("givenname", "familyname"), ("first", "last"))
"""Members that have the name of somebody: the whole of it, or its parts."""
_HELD: Final = tuple(
    "_embedded credits fields attributes data node nodes edges items by metadata meta dates publication sys".split()
)
"""Members that hold an object or a list in place of it."""
_PEOPLE_HELD: Final = (*_HELD, "author", "person", "contributor", "name")
"""And those that hold somebody."""
_ROLES: Final = ("role", "type", "contributortype")
_OTHER_TASK: Final = re.compile(r"photo|illustrat|camera|video|graphic|edit(?:or|ed)|translat|produc", re.IGNORECASE)
"""Members that say what somebody did, and what did not write the text."""
_REFERENCE: Final = "__ref"
"""The member of an object that stands for another one, by its name in the store of Apollo's client."""
_DATES_HELD: Final = ("date", "$date", "iso", "value", "gmt", "utc", "published", "publish")
_UNDERSCORES: Final = re.compile(r"[_-]+")
_NAME: Final = re.compile(r"(?=.*[^\W\d_])[^<>{}@/\\=]{2,120}")
_DAY: Final = re.compile(r"(?=.*\d)[^<>{}\"]{6,60}")
_SECONDS: Final = (631_152_000, 4_102_444_800)
"""1990 and 2100: what is outside counts something else."""
_MOST: Final = 12
"""So many people are read."""
_DEEPEST: Final = 5


def microdata(article: Mapping[str, Any], around: Mapping[str, Any]) -> str:
    """Elements with the authors and days of an article.

    Args:
        article: the object that has its headline.
        around: the object that it is in, where those are which it refers to.
    """
    given = [("author", name) for name in _writers(article, around)]
    given += [("datePublished", day) for day in _days(article, _PUBLISHED)]
    given += [("dateModified", day) for day in _days(article, _MODIFIED)]
    return "".join([f'<meta itemprop="{name}" content="{html.escape(value)}">' for name, value in given])


def _writers(article: Mapping[str, Any], around: Mapping[str, Any]) -> list[str]:
    """The names of those whom the first member that has any says to be the authors."""
    for members in _levels(article):
        for name in _WRITERS:
            if names := list(dict.fromkeys(_people(members.get(name), around, 0)))[:_MOST]:
                return names
    return []


def _people(value: Any, around: Mapping[str, Any], depth: int) -> Iterator[str]:
    """The names in what a member for people holds."""
    if isinstance(value, str):
        if _NAME.fullmatch(value.strip()):
            yield value.strip()
    elif depth < _DEEPEST and isinstance(value, list):
        for one in value[:_MOST]:
            yield from _people(one, around, depth + 1)
    elif depth < _DEEPEST and isinstance(value, dict):
        if isinstance(name := value.get(_REFERENCE), str):
            value = around.get(name)
            value = value if isinstance(value, dict) else {}
        members = _plain(value)
        if any(isinstance(role := members.get(key), str) and _OTHER_TASK.search(role) for key in _ROLES):
            return
        names = [[members.get(key)] for key in _NAMES] + [[members.get(key) for key in parts] for parts in _PARTS]
        whole = next((name for name in names if all(isinstance(part, str) and part.strip() for part in name)), None)
        if whole is not None:
            yield from _people(" ".join(map(str, whole)), around, depth)
        elif all(map(str.isdigit, value)):
            yield from _people(list(value.values()), around, depth + 1)
        else:
            for held in _PEOPLE_HELD:
                if isinstance(inner := value.get(held), dict | list):
                    yield from _people(inner, around, depth + 1)


def _days(article: Mapping[str, Any], names: Iterable[str]) -> list[str]:
    """The day that the surest of some members has, in a list; none where none has one."""
    for members in _levels(article):
        for name in names:
            if (day := _day(members.get(name))) is not None:
                return [day]
    return []


def _day(value: Any) -> str | None:
    """A moment as text: ISO 8601 where it is a number of seconds or milliseconds since 1970."""
    if isinstance(value, dict):
        members = (value.get(name) for name in _DATES_HELD)
        return next((day for member in members if (day := _day(member)) is not None), None)
    if isinstance(value, str) and not value.strip().isdecimal():
        return value.strip() if _DAY.fullmatch(value.strip()) else None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        seconds = float(value)
    except OverflowError:
        return None
    if seconds > _SECONDS[1]:
        seconds /= 1000
    if not _SECONDS[0] < seconds < _SECONDS[1]:
        return None
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _levels(article: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The members of an article, and those of what it holds in place of them."""
    yield _plain(article)
    for name in _HELD:
        inner = article.get(name)
        if isinstance(inner, dict):
            yield _plain(inner)


def _plain(members: Mapping[str, Any]) -> dict[str, Any]:
    """Members by their names in small letters, without underscores."""
    return {_UNDERSCORES.sub("", name).lower(): value for name, value in members.items()}
