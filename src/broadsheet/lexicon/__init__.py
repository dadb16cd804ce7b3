"""Words by language: names of months, words beside names and dates, roles, labels, agencies, cities.

The words are data: ``languages/`` has a file per language, and ``mul.txt`` for words of no single language. All files
have the same fields, with an entry per line (``docs/guide/languages.md`` tells how to edit them), and are read on first
use. ``pages.toml`` has words for kinds of pages and for their parts. This package must not refer to pages, nor know
what the words are used for.
"""

from __future__ import annotations

import operator
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from os.path import commonprefix
from pathlib import Path
from typing import Any, Final

from broadsheet.patterns import pattern

__all__ = [
    "ORDERED",
    "PAGES",
    "Matcher",
    "either",
    "entries",
    "folded",
    "languages",
    "lookup_code",
    "one_of",
    "page_words",
    "parts",
    "people",
    "rows",
    "words",
]

ORDERED: Final = frozenset({"months", "own_months", "weekdays", "units", "two_units"})
"""Fields in which a line's number has a meaning; forms of one thing are on one line, separated by commas."""
_NOTHING: Final = "-"  # a line of an ordered field for which a language has no word
_CODE: Final = pattern(r"\s*([a-z]{2,3})(?![a-z])", re.IGNORECASE)  # first part of a language tag
_LAST: Final = chr(sys.maxunicode)  # stands for a star, so that entries are sorted with letters before it
_SPECIAL: Final = {_LAST: r"[\w-]*", " ": r"\s+", "'": "['’]"}  # patterns of a star, a space and an apostrophe
_ESCAPED: Final = str.maketrans({sign: "\\" + sign for sign in r".^$+?{}[]\|()"} | _SPECIAL)

_HERE: Final = Path(__file__).parent
PAGES: Final[dict[str, dict[str, Any]]] = tomllib.loads((_HERE / "pages.toml").read_text("utf-8"))
"""Words for kinds and parts of pages: the lists and patterns of each section of ``pages.toml``."""
_SPECIAL_SIGN: Final = pattern("[* ']")
MAX_CHARS_IN_PART: Final = 10_000  # characters of text after which a `Matcher` compiles its whole expression
CHARS_PER_COMPILATION: Final = 1_000  # characters that each compilation of a part counts as
_FIELD: Final = pattern(r"\{([a-z_ ]+)\}")  # fields in a template; a count has digits between the braces


@cache
def languages() -> tuple[str, ...]:
    """The codes of the languages that have a file, and ``mul``."""
    return tuple(sorted(file.stem for file in (_HERE / "languages").glob("*.txt")))


@cache
def _fields(language: str) -> Mapping[str, tuple[str, ...]]:
    """The fields of a language's file, each with its lines; empty for a language without a file."""
    if language not in languages():
        return {}
    _, *blocks = (_HERE / "languages" / f"{language}.txt").read_text("utf-8").split("\n[")
    parts = (block.partition("]") for block in blocks)
    return {field: tuple([line for line in lines.split("\n") if line and line[0] != "#"]) for field, _, lines in parts}


def people() -> list[str]:
    """Given and family names without accents, in lower case."""
    return (_HERE / "people.txt").read_text("utf-8").split()


def lookup_code(language: str | None) -> str:
    """The code under which a language tag's words are filed (BCP 47); English if the tag is missing or invalid.

    >>> lookup_code("pt-BR"), lookup_code("deu"), lookup_code("fil_PH"), lookup_code("haw"), lookup_code("x-default")
    ('pt', 'de', 'tl', 'haw', 'en')
    """
    found = _CODE.match(language or "")
    code = found[1].lower() if found is not None else "en"
    return code if code in languages() else _other_codes().get(code, code)


@cache
def _other_codes() -> Mapping[str, str]:
    """The file of each other code of a language."""
    rows = map(str.split, (_HERE / "codes.txt").read_text("utf-8").split("\n"))
    return {other: file for file, *others in filter(None, rows) if file != "#" for other in others}


def entries(field: str, *codes: str) -> tuple[str, ...]:
    """The entries of a field, in the order of the files.

    Args:
        field: the field.
        codes: the languages; by default, all.

    >>> entries("today", "de", "fr")
    ('heute', "aujourd'hui")
    """
    lines = (line for code in codes or languages() for line in _fields(code).get(field, ()))
    if field in ORDERED:
        lines = (form for line in lines if line != _NOTHING for form in line.split(", "))
    return tuple(dict.fromkeys(lines))


def rows(field: str, language: str) -> tuple[tuple[str, ...], ...]:
    """The lines of an ordered field, each a tuple of the forms of one thing.

    >>> rows("months", "de")[0]
    ('januar', 'jänner', 'jan', 'jän')
    """
    lines = _fields(language).get(field, ())
    return tuple(() if line == _NOTHING else tuple(line.split(", ")) for line in lines)


@cache
def words(*fields: str) -> frozenset[str]:
    """The entries of the fields in all languages, folded.

    >>> "und" in words("and"), "reuters" in words("agencies")
    (True, True)
    """
    found = frozenset(entry.casefold() for field in fields for entry in entries(field))
    return found | {entry.replace("'", "’") for entry in found if "'" in entry}


@cache
def either(*fields: str) -> str:
    """A pattern for any entry of the fields in all languages, as from `one_of`."""
    return one_of(entry for field in fields for entry in entries(field))


class Matcher:
    r"""A regular expression with fields in it.

    The entries of all languages are slow to compile, and a text contains few of them. At first the expression is
    compiled with the entries that occur in the texts so far; after many characters, with all.

    Args:
        template: the expression; ``{by wrote}`` stands for any entry of these fields, in any language.
        flags: flags of `re`.

    >>> Matcher(r"{by}\s").match("Von Anna")[0]
    'Von '
    """

    def __init__(self, template: str, flags: int = re.IGNORECASE) -> None:
        self.template, self._flags = template, flags
        self._fields = {field for group in _FIELD.findall(template) for field in group.split()}
        self._part: tuple[frozenset[tuple[str, str]], re.Pattern[str] | None] = frozenset(), None
        """The entries so far, each with its field, and the expression with these."""
        self._chars_left = MAX_CHARS_IN_PART
        self._whole: re.Pattern[str] | None = None

    def on(self, text: str) -> re.Pattern[str]:
        """The expression with all entries that the text contains, and perhaps others."""
        if self._whole is not None:
            return self._whole
        known, compiled = self._part
        self._chars_left -= len(text)
        if self._chars_left < 0:
            self._whole = self._with(either)
            return self._whole
        needed = known.union(_entries_in(text, self._fields))
        if compiled is None or len(needed) > len(known):
            self._chars_left -= CHARS_PER_COMPILATION
            compiled = self._with(lambda *fields: f"(?:{one_of(entry for field, entry in needed if field in fields)})")
            self._part = needed, compiled
        return compiled

    def _with(self, pattern: Callable[..., str]) -> re.Pattern[str]:
        """The expression, given a function from fields to a pattern of their entries."""
        return re.compile(_FIELD.sub(lambda found: pattern(*found[1].split()), self.template), self._flags)

    def match(self, text: str, at: int = 0) -> re.Match[str] | None:
        """Like `re.Pattern.match`."""
        return self.on(text).match(text, at)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        """Like `re.Pattern.fullmatch`."""
        return self.on(text).fullmatch(text)

    def search(self, text: str, at: int = 0) -> re.Match[str] | None:
        """Like `re.Pattern.search`."""
        return self.on(text).search(text, at)

    def sub(self, by: str, text: str) -> str:
        """Like `re.Pattern.sub`."""
        return self.on(text).sub(by, text)


def _entries_in(text: str, fields: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield fields with those of their entries whose longest part without a star, space or apostrophe is in a text."""
    text = folded(text)
    starts = {*text, *map(operator.add, text, text[1:])}
    for field in fields:
        beginnings = _by_start(field)
        for start in starts & beginnings.keys():
            for part, entry in beginnings[start]:
                if part in text:
                    yield field, entry


def parts(*fields: str) -> list[str]:
    """Each entry's longest part without star, space or apostrophe; a `folded` text without any of them has no entry."""
    return [part for field in fields for found in _by_start(field).values() for part, _ in found]


@cache
def _by_start(field: str) -> dict[str, list[tuple[str, str]]]:
    """The longest parts of a field's entries, each with its entry, by the first two letters of the part."""
    found: dict[str, list[tuple[str, str]]] = {}
    whole = entries(field)
    for entry, small in zip(whole, folded("\n".join(whole)).split("\n"), strict=True):
        part = max(_SPECIAL_SIGN.split(small), key=len)
        found.setdefault(part[:2], []).append((part, entry))
    return found


def folded(text: str) -> str:
    """A text in which letters are equal if case-insensitive patterns treat them as equal."""
    return text.casefold().replace("\u0307", "").replace("ı", "i")


def one_of(forms: Iterable[str]) -> str:
    r"""A pattern without groups for any of the entries, the longest first, for texts in lower case.

    A star stands for any letters and hyphens, a space for any white space, and an apostrophe for both its forms.
    Entries that begin alike share their beginning, so that few letters rule out thousands of entries.

    >>> one_of(["by", "written by", "written*"])
    '(?:by|written(?:\\s+by|[\\w-]*))'
    """
    whole = sorted({entry.lower().replace("*", _LAST) for entry in forms})
    return _remainders(whole, 0) if whole else r"(?!)"


def _remainders(sorted_entries: list[str], start: int) -> str:
    """The pattern of sorted entries that agree up to a position, from there."""
    first = sorted_entries[0]
    end = len(commonprefix((first, sorted_entries[-1])))  # noqa: RUF071 (of characters, not of folders)
    others = sorted_entries[1:] if end == len(first) else sorted_entries
    agreeing = first[start:end].translate(_ESCAPED)
    if not others:
        return agreeing
    parts = (_remainders(list(group), end) for _, group in groupby(others, operator.itemgetter(end)))
    return f"{agreeing}(?:{'|'.join(parts)}){'?' if end == len(first) else ''}"


def page_words(section: str, name: str) -> frozenset[str]:
    """One list of a section of `PAGES`."""
    return frozenset(PAGES[section][name])
