"""What a page shows as the name of its site: beside its title, in lines at its end, on logos, in links home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, NamedTuple

from broadsheet.article.provenance import Claim
from broadsheet.metadata.around.context import Context, fold, is_wide, label_test
from broadsheet.metadata.elements import tokens
from broadsheet.metadata.section.chosen import may_be_named, section
from broadsheet.metadata.site.hosts import (
    GENERAL,
    TELLING,
    bare_name,
    is_like_host,
    is_like_site,
    own_host,
    site_labels,
    without_form,
)
from broadsheet.metadata.site.stated import ADDRESS, HOME_WORDS, LONGEST, RIGHTS, but_authors
from broadsheet.metadata.stated.structured import FIRST_PAGE, clean
from broadsheet.metadata.written.introductions import starts_byline
from broadsheet.page import tags

__all__ = ["ENDS", "MOST_WORDS", "PART", "beside_headline", "home_names", "of_lines", "of_logos", "of_title"]

_LINK, _PICTURE = tags.IDS["a"], tags.IDS["img"]
MOST_WORDS: Final = 6
PART: Final = re.compile(
    r"\s+(?:[|»«·•⋆*★●▪▸▶►▷→┃│・–—:/\\>‹›~_-]|::|--|//)\s+|\s*[|｜»«·•]\s*|_(?=\S)|:\s+|\s*[-–—－]\s*(?=[^\x00-\u2e7f])"
)
"""What a title has before or behind the site's name. Scripts that know no spaces have none there either."""
_OF_ADDRESS: Final = re.compile(r"\s[^\W\d_A-Z]+\s(?P<address>[\w-]+(?:\.[\w-]+)+)$")
"""An address behind what it has there (``Recipe from ...``)."""
_HOLDER: Final = re.compile(
    r"(?:[©ⓒⒸ]|\(c\)|\bcopyright\b)(?:\s*(?:[©ⓒⒸ]|\(c\)|copyright|by)(?!\w))*[\s,:]*"
    r"(?:(?:19|20)\d\d(?:\s*[-–—]\s*(?:(?:19|20)\d\d)?)?)?[\s,:–-]*(?:by\s)?\s*(?P<name>[^\n;|,]*)",
    re.IGNORECASE,
)
"""A line of rights up to the name."""
_HOLDER_END: Final = re.compile(
    r"(?<=[\w\u0900-\u0dff][\w\u0900-\u0dff])[.।](?=\s|$|(?-i:[A-Z][a-z]))|\s*\w?ICP[备備证證]|\s\w公网安备|"
    r"\s(?:सर्वाधिकार|सर्व हक्क|সর্বস্বত্ব)|\s[-–—·]\s|\ball rights\b|\balle rechte\b|\btous droits\b|"
    r"\btodos (?:los|os)\b|\btutti i\b|\bwszelkie\b|\bвсе права\b|https?:|[(©ⓒⒸ]|\b(?:19|20)\d\d\b|版",
    re.IGNORECASE,
)
"""What comes behind the name."""
_STATES_RIGHTS: Final = re.compile(
    r"(?:19|20)\d\d|rights reserved|rechte vorbehalten|droits réservés|reservados", re.IGNORECASE
)
_NAMED_SO: Final = re.compile(r"[|,;·•]")
"""What stands beside a name in such a line."""
_OF_SOFTWARE: Final = re.compile(r"\bpowered by\b|\bwebsite by\b|\btheme\b", re.IGNORECASE)
_OF_RIGHTS: Final = re.compile(r"[©ⓒⒸCc版](?:(?<=[©ⓒⒸ])|(?<=\b[Cc])(?i:opyright)\b|(?<=版)(?:权所有|權所有))")
"""What begins with one of some characters is looked for several times as fast as what begins in one of some ways."""
_FOOTER: Final = 25
"""Segments at the end of a page among which the line of rights is."""
_WIDE: Final = 3
"""The same for scripts of which a character is a syllable or a word."""
ENDS: Final = 4
"""Parts at each end of a title that are looked at."""
_MARKS: Final = re.compile(r"([\W_]+)")
_WRAPPED: Final = re.compile(r"[(\[【『「（](.+)[)\]】』」）]")
"""What stands between words, and a name between brackets."""
_LINES: Final = 8
"""Segments before the body of which one may show the headline."""
_LITTLE: Final = 6
"""Letters that the link to the home page may have besides those that the address has, where nothing else names the
site."""
_AGENCIES: Final = frozenset(
    "theassociatedpress associatedpress reuters thomsonreuters afp agencefrancepresse dpa upi ap".split()
)
"""Who has the rights in a text that others print."""
_ANY_SITE: Final = frozenset("新聞 新闻 網站 网站 論壇 论坛 博客 頻道 频道 中文 返回 回到 回".split())
"""What may stand before those words and is no name."""
_HOST: Final = re.compile(r"^\w[\w-]*(?:\.[\w-]+)*\.[a-z]{2,4}$", re.IGNORECASE)
_HOME: Final = re.compile(FIRST_PAGE, re.IGNORECASE)
_HOME_CHARS: Final = 16
_NOT_HOME: Final = re.compile(rf"/(?!web/)[^/]+/[^/]|https?://[^/]+/(?!web/)(?:[^/]+/[^/]|[^/]{{{_HOME_CHARS + 1}}})")
"""The beginnings of most addresses that are not of a first page, nor of one in an archive."""
_SCHEMES: Final = ("http:", "https:", "")
_is_called_logo: Final = label_test(
    re.compile(r"(?:^|[-_])(?:logo|brand|masthead)|site-?_?(?:title|name|logo)|(?-i:[a-z]Logo)", re.IGNORECASE)
)
"""Whether a class or id is that of a logo."""
_AROUND: Final = 3
_LOGO_ROWS: Final = 30
"""Rows of a link to the home page that holds a logo."""


def of_title(context: Context) -> Iterator[Claim]:
    """The parts of the title that are names of the site, by what the address and other lines of the page say."""
    title = clean(context.structured.title) or ""
    parts = [part for one in PART.split(title) if (part := bare_name(one))]
    if len(parts) < 2:
        if parts and fold(parts[0]) in home_names(context) and is_like_site(context, parts[0]):
            yield Claim(parts[0], "title")
        return
    longest = max(map(len, parts))
    parts = parts if len(parts) <= 2 * ENDS else [*parts[:ENDS], *parts[-ENDS:]]
    repeated = []
    for part in (parts[-1], parts[0], *parts[-2:0:-1]):
        if len(part) > LONGEST or len(part.split()) > MOST_WORDS or not any(map(str.isalpha, part)):
            continue
        if is_like_site(context, part):
            yield Claim(_own_address_in(context, part), "title (part)")
        elif len(part) == longest and (part == parts[0] or is_wide(part)):
            continue  # the headline
        elif _HOST.match(part):
            yield Claim(part, "title (part)")
        elif _is_said_elsewhere(context, part):
            repeated.append(Claim(part, "title (part)"))
    yield from repeated


def beside_headline(context: Context) -> Iterator[Claim]:
    """What the title has behind the headline that is stated or shown, or else before it, the outermost part first,
    where nothing else names the site: what is shorter than that, and no section, day or byline.
    """
    tokens = _MARKS.split(title := clean(context.structured.title) or "")
    if len(tokens) == 1:
        return
    stated = (clean(context.structured.article.get("headline")), *context.structured.meta.get("og:title", ()))
    shown = context.texts[max(0, context.first - _LINES) : context.first + 1]
    headlines = {fold(text) for text in (*stated, *shown) if text and len(text) <= 2 * len(title)}
    folded = list(map(fold, tokens))
    whole = "".join(folded)
    # Comparing lengths, not the two halves of the title at each mark, keeps this linear in the title.
    fronts = {len(one) for one in headlines if whole.startswith(one)}
    backs = {len(one) for one in headlines if whole.endswith(one)}
    lengths = list(accumulate(map(len, folded)))
    for at in range(1, len(tokens), 2):
        front, back = lengths[at - 1], len(whole) - lengths[at - 1]
        if not tokens[at].strip():
            continue
        if front in fronts and front > back:
            rest = PART.split("".join(tokens[at:]))[::-1]
        elif back in backs and back > front:
            rest = PART.split("".join(tokens[: at + 1]))
        else:
            continue
        sections = {fold(claim.value) for claim in context.once(section)}
        for one in rest:
            if len(part := bare_name(one).strip("：")) > LONGEST + len("()"):
                continue
            part = _WRAPPED.sub(r"\1", part)
            is_short = len(part.split()) <= MOST_WORDS and fold(part) not in sections
            if is_short and may_be_named(context, part) and not starts_byline(part):
                yield Claim(part, "title (part)")
        return


def _own_address_in(context: Context, part: str) -> str:
    """The site's own address in a part of a title; the part where it has none."""
    found = _OF_ADDRESS.search(part)
    is_own = found is not None and fold(found["address"]) == fold(context.once(own_host))
    return found["address"] if found is not None and is_own else part


def _is_said_elsewhere(context: Context, part: str) -> bool:
    """Whether a link to the home page says a part of the title, or a line of rights has it."""
    name = fold(part)
    return len(name) >= (_WIDE if is_wide(part) else TELLING) and any(
        name == fold(line.text) or (line.rights and name in fold(line.text)) for line in context.once(_elsewhere)
    )


def home_names(context: Context) -> set[str]:
    """What links to the home page say, folded."""
    return {fold(line.text) for line in context.once(_elsewhere) if not line.rights}


def of_lines(context: Context) -> Iterator[Claim]:
    """What the link to the home page says, if it is like the host, and who has the rights by the last line of them,
    or by one that names somebody like the host.
    """
    found = []
    labels = context.once(site_labels)
    for line in context.once(_elsewhere):
        name = (_holder(line.text) or _like_site_in(context, line.text)) if line.rights else line.text
        is_like = any(
            is_like_host(name, label) and (line.rights or len(fold(name)) <= len(label) + _LITTLE) for label in labels
        )
        if line.rights and not but_authors(context, [Claim(name, "")]):
            continue
        if name and (line.rights or line.is_labelled or is_like) and fold(name) not in _AGENCIES:
            claim = Claim(name, "text:rights" if line.rights else "text:home")
            found.append((not is_like, ADDRESS.search(name) is not None, line.rights, claim))
    found.reverse()  # of the lines of rights, the last is the site's
    for *_, claim in sorted(found, key=lambda one: one[:3]):
        yield claim


def _like_site_in(context: Context, line: str) -> str:
    """What is like the host in a line of rights that says otherwise whose they are: ``The Courier © 2026``."""
    pieces = (without_form(bare_name(piece)) for one in RIGHTS.split(line) for piece in _NAMED_SO.split(one))
    short = (one for one in pieces if len(one.split()) <= MOST_WORDS and "@" not in one)
    return next((one for one in short if is_like_site(context, one)), "")


def of_logos(context: Context) -> Iterator[Claim]:
    """What the link to the home page says that is called a logo, where nothing else names the site."""
    for line in context.once(_elsewhere):
        if line.is_logo and len(line.text.split()) <= MOST_WORDS and may_be_named(context, line.text):
            yield Claim(line.text, "text:home")


def _holder(line: str) -> str:
    """Who has the rights by a line of them; empty where it does not say it.

    >>> _holder("© 2026 The Harbour Courier. All rights reserved."), _holder("Copyright notice")
    ('The Harbour Courier', '')
    """
    found = _HOLDER.search(line)
    if found is None or not _STATES_RIGHTS.search(line) or _OF_SOFTWARE.search(line[: found.end()]):
        return ""
    name = _HOLDER_END.split(without_form(found["name"].strip()), maxsplit=1)[0]
    name = without_form(bare_name(name))
    is_name = 1 < len(name) <= LONGEST and len(name.split()) <= MOST_WORDS and any(map(str.isalpha, name))
    return name if is_name else ""


def _leads_to_site(context: Context, address: str) -> bool:
    """Whether an address is that of the first page of the page's own site, so that what is linked to it may be the
    site's name: not of a part of the site, as for `Context.is_home`, but of an archived one too, and of that which
    only links tell.
    """
    before, absolute, rest = address.strip().rpartition("//")
    host, slash, path = rest.partition("/")
    if not absolute:
        return not host and bool(slash) and _HOME.fullmatch(path) is not None
    if len(path) > _HOME_CHARS or _HOME.fullmatch(path) is None:
        return False
    if before not in _SCHEMES and ("/web/" not in before or "?" in before):
        return False
    own, host = context.once(own_host), host.partition(":")[0].lower().removeprefix("www.")
    return bool(own) and (host == own or own.endswith(f".{host}"))


class _Line(NamedTuple):
    """Where a page names its site.

    Attributes:
        text: what stands there.
        rights: whether it is a line of rights, of which a name is a part, and no link to the home page.
        is_labelled: whether it says in a script without spaces, or by its ``rel``, that it leads to the home page of
            what it names.
        is_logo: whether the link, what is right around it, or a picture in it is called a logo or the site's name.
    """

    text: str
    rights: bool = False
    is_labelled: bool = False
    is_logo: bool = False


def _elsewhere(context: Context) -> list[_Line]:
    """Where the page names its site: lines of rights, and links to its home, without the words that say that."""
    lines = [
        _Line(text, rights=True) for text in context.texts[-_FOOTER:] if len(text) < 300 and _OF_RIGHTS.search(text)
    ]
    elements = context.elements
    for row, address in elements.column("href").items():
        if _NOT_HOME.match(address):  # most
            continue
        if context.tag[row] != _LINK or context.end[row] - row > _LOGO_ROWS or not _leads_to_site(context, address):
            continue
        inside = range(row, context.end[row])
        around = (*context.chain(row, _AROUND), *inside)
        said = [context.words_of(row), *(elements.value(at, "alt") for at in inside if context.tag[at] == _PICTURE)]
        for name in said if any(said) else (elements.value(row, "aria-label"), elements.value(row, "title")):
            if len(name) <= 2 * LONGEST:
                bare, times = HOME_WORDS.subn(" ", name)
                bare = bare_name(bare)
                lines.append(
                    _Line(
                        bare,
                        is_labelled=len(bare) > 1
                        and bare not in _ANY_SITE
                        and fold(bare) not in GENERAL
                        and ((times == 1 and min(bare) > "\u2e7f") or "home" in tokens(elements.value(row, "rel"))),
                        is_logo=any(_is_called_logo(context.label(at)) for at in around),
                    )
                )
    return [line for line in lines if (name := fold(line.text)) and name not in GENERAL]
