"""Mutant number n of a seed: a page, changed, with arguments to extract it with.

Each mutator takes a random generator and bytes and returns bytes; it never looks at what Broadsheet makes of them.
"""

from __future__ import annotations

import codecs
import json
import pkgutil
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from encodings import __path__ as _codec_path
from typing import Any, Final

from broadsheet.methods import catalog
from tests.fuzz.pages import Pages

MAX_BYTES: Final = 2_000_000
"""Size of the largest mutant. The limit on time is promised for pages of this size."""

PYTHON_CODECS: Final = sorted({module.name for module in pkgutil.iter_modules(_codec_path)} - {"aliases"})
WEB_LABELS: Final = (
    "utf-8 utf8 unicode-1-1-utf-8 utf-16 utf-16le utf-16be iso-8859-1 iso-8859-8-i latin1 windows-1250 windows-1252 "
    "windows-874 x-cp1251 koi8-r koi8-u macintosh x-mac-cyrillic gbk gb2312 gb18030 hz-gb-2312 big5 big5-hkscs euc-jp "
    "iso-2022-jp shift_jis euc-kr iso-2022-kr replacement x-user-defined ascii none utf-8; 'utf-8 \udc80 é \0 "
).split(" ")
_BOMS: Final = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, b"\x1b$B", b"\x00")
_TARGETS: Final = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-8", "cp1252", "cp1251", "shift_jis", "gb18030", "utf-7")
_ADDRESSES: Final = (
    (
        """https://courier.example/news/2024/05/07/ferry-returns-123.html
http://[::1]/a|http://[x|//b.example/x|https://ex\udc80.org/a|https://courier.example:99999999/|https:a||?
http://|https://a@b:c@d.example/?q#f|javascript:alert(1)|jAvA\tscript:alert(1)| javascript:x
data:text/html,<script>x</script>|file:///etc/passwd|mailto:a@b.c|https://bücher.example/ü|https://xn--.example/|http://%00.example/|http:///a
vbscript:x|https://courier.example/"><script>x</script>|ht\rtp://a.b/|https://a.example/?"""
        + "a/" * 500
    )
    .replace("\n", "|")
    .split("|")
)
_ATTRIBUTES: Final = """onclick=alert(1)|onerror='x'|style='display:none'|hidden|class='article-body byline comment'
id=''|itemprop=headline|itemprop=author|itemscope itemtype=https://schema.org/NewsArticle|rel='author canonical'
lang=xx-|colspan=99999999|rowspan=0|colspan=-1|width=1e99|datetime=2024-13-45T99:99|content='\0'|srcset='a 1x, , b -2w'
value=9|property=og:title|name=author|start=-99999999999999999999|dir=rtl""".replace("\n", "|").split("|")
_ELEMENTS: Final = """a abbr b blockquote button caption center code dd details div dl dt em fieldset figcaption figure
font form h1 h2 i iframe img input label li main mark math mi mrow noscript object ol option p picture pre q ruby rt s
section select small source span strong sub summary sup svg table tbody td template textarea th time title tr u ul
video wbr article aside header footer nav x-y script style body html head base meta link br hr""".split()
_FOREIGN: Final = (
    """<svg>{}</svg>|<math>{}</math>|<svg><foreignObject>{}|<math><annotation-xml encoding=text/html>{}
<template>{}</template>|<template shadowrootmode=open>{}</template>|<select>{}</select>|<table>{}</table>|<plaintext>{}
<table><tr>{}<td>x</table>|<noscript>{}</noscript>|<frameset>{}|<xmp>{}</xmp>|<!--{}|<![CDATA[{}]]>|<svg><title>{}</svg>
<math><mtext>{}<mglyph>|<iframe srcdoc='{}'></iframe>|<title>{}|<textarea>{}|<script>{}</script>|<svg><script>{}</svg>
<a href=x>{}|<form><form>{}|<button>{}|<caption>{}|<svg><style>{}|<object>{}</object>|<head>{}</head>|<body onload=x>{}
""".strip()
    .replace("\n", "|")
    .split("|")
)
_WORDS: Final = (
    "By ¦a - ¦ | ¦ » ¦• ¦1 ¦2024-05-07 ¦7 May 2024, ¦3 hours ago ¦Jane Doe, ¦and ¦&amp;¦&#x0;¦&#55296;¦&lt;¦&nbsp;¦x"
    "¦漢¦e\u0301\u0327¦&#1114112;¦\u200f¦\u200b¦\u202e¦\ufeff¦👩‍👩‍👧¦ß¦İ¦\t¦\n¦\r\n¦\x00¦\x0c¦\x85¦*¦_¦`¦[x](y) ¦# ¦> "
    "¦<¦>¦&¦/¦http://a.example/x ¦a@b.example ¦Photo: ¦(AP) ¦...¦'¦\"¦{¦[¦{{¦%s¦999999999999999999999999999999¦.¦\\¦(¦-"
).split("¦")
_INSIDE: Final = (
    """{}|<title>{}</title>|<h1>{}</h1>|<p>{}</p>|<meta property=og:title content='{}'>|<time>{}</time>
<meta name=author content='{}'>|<a href='{}'>x</a>|<p class='{}'>x</p>|<img alt='{}' src=x>|<pre>{}</pre>|<td>{}</td>
<script type=application/ld+json>{}</script>|<p class=byline>By {}</p>|<figcaption>{}</figcaption>|<!-- {} -->
<b>{}</b>|<script>window.state = {}</script>|<div itemprop=articleBody>{}</div>|<meta name=keywords content='{}'>
<base href='{}'>|<link rel=canonical href='https://a.example/{}'>|<style>{}</style>|<code>{}</code>
<img srcset='{}' src=x>|<img src='{}.jpg'>|<img width='{}' src=x>|<figure class='{}'><img src=x></figure>
<a rel='{}' href=x>x</a>|<p style='{}'>x</p>|<time datetime='{}'>x</time>|<td colspan='{}'>x</td>
<ol start='{}'><li>x</ol>|<meta name='{}' content=x>|<a href='https://a.example/{}'>x</a>|<div id='{}'>x</div>
<span itemprop='{}'>x</span>|<html lang='{}'>|<figure><img src=x>{}|<meta http-equiv=refresh content='{}'>
<meta property=article:published_time content='{}'>|<picture><source media='{}'></picture>
<script type=application/ld+json>{"@type":"NewsArticle","author":"{}"}</script>|<meta property=og:image content='{}'>
<script type=application/ld+json>{"@type":"NewsArticle","articleBody":"{}"}</script>
<iframe src='https://a.example/{}'></iframe>
""".strip()
    .replace("\n", "|")
    .split("|")
)
_MEMBERS: Final = """@type @graph @id headline name author publisher datePublished dateModified image url articleBody
keywords articleSection isAccessibleForFree hasPart cssSelector mainEntity mainEntityOfPage description inLanguage
liveBlogUpdate commentCount itemListElement thumbnailUrl logo text""".split()
_TYPES: Final = "NewsArticle Person Organization BreadcrumbList LiveBlogPosting WebPage VideoObject".split()
_TAG: Final = re.compile(rb"<[^<>]*>")
_LINKED_DATA: Final = re.compile(rb"(?is)(<script[^>]*ld\+json[^>]*>)(.*?)(</script>)")


@dataclass(frozen=True)
class Mutant:
    """A page to extract, and with what arguments.

    Attributes:
        number: its number in the seed.
        kind: the mutators that made it, the first one first.
        page: the name of the page that it began as.
        html: the page.
        url, charset: arguments of `extract` and `identify`.
        options: other arguments of `extract`.
    """

    number: int
    kind: str
    page: str
    html: bytes | str
    url: str | None = None
    charset: str | None = None
    options: dict[str, Any] = field(default_factory=dict)


def _length(rng: random.Random, most: int, least: int = 1) -> int:
    """A length, its logarithm evenly distributed: most are short."""
    return min(most, int(least * (most / least) ** rng.random()))


def _cut(rng: random.Random, data: bytes) -> tuple[int, int]:
    """The ends of a chunk; half of the time they are ends of tags."""
    if rng.random() < 0.5 and len(places := [found.end() for found in _TAG.finditer(data, 0, 200_000)]) > 1:
        first, last = sorted(rng.sample(places, 2))
        return first, last
    start = rng.randrange(len(data) + 1)
    return start, min(len(data), start + _length(rng, max(1, len(data))))


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _insert(rng: random.Random, data: bytes, part: bytes) -> bytes:
    at = _cut(rng, data)[0]
    return data[:at] + part + data[at:]


def flip(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """Some bits or bytes, anywhere."""
    changed = bytearray(data)
    for _ in range(_length(rng, 200) if changed else 0):
        at = rng.randrange(len(changed))
        changed[at] = changed[at] ^ 1 << rng.randrange(8) if rng.random() < 0.5 else rng.randrange(256)
    return bytes(changed)


def truncate(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """Only a chunk, or all but a chunk."""
    first, last = _cut(rng, data)
    return rng.choice((data[:last], data[first:], data[:first] + data[last:]))


def duplicate(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """A chunk many times."""
    first, last = _cut(rng, data)
    times = _length(rng, max(1, most // max(1, last - first)))
    return data[:last] + data[first:last] * times + data[last:]


def splice(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """A chunk of another page in place of one, or in the middle of it."""
    other = pages.any(rng)[1]
    (first, last), (start, end) = _cut(rng, data), _cut(rng, other)
    return data[:first] + other[start:end] + data[last if rng.random() < 0.5 else first :]


def _atom(rng: random.Random) -> str:
    """Something to repeat: start tags left open, elements, end tags, attributes or words."""
    name = rng.choice(_ELEMENTS)
    attribute = rng.choice(_ATTRIBUTES) if rng.random() < 0.3 else ""
    word = rng.choice(_WORDS)
    forms = (
        f"<{name} {attribute}>",
        f"<{name} {attribute}>{word}</{name}>",
        f"</{name}>",
        f"<{name}>{word}",
        word,
        word,
    )
    if rng.random() < 0.15:
        return f"<{name} {attribute}>{_atom(rng)}"
    return rng.choice((*forms, f" {attribute or 'a=b'}"))


def flood(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """One or two things repeated, numbered or not, within some element of the page."""
    parts = []
    for _ in range(1 if rng.random() < 0.6 else 2):
        atom = _atom(rng)
        times = _length(rng, max(1, most // len(atom.encode("utf-8", "surrogatepass"))))
        if "x" in atom and rng.random() < 0.3:
            parts.append("".join(atom.replace("x", f"x{n}") for n in range(times)))
        else:
            parts.append(atom * times)
    inside = rng.choice(_INSIDE)
    if inside.startswith(("<title", "<h1", "<meta")) and rng.random() < 0.5:  # the title and the headline agree
        parts.append(f"<h1>{parts[0]}</h1>")
    part = _encoded(inside.replace("{}", parts[0], 1) + "".join(parts[1:]))
    return part + data if rng.random() < 0.3 else _insert(rng, data, part)


def charset(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """A declaration, a byte order mark or an encoding of a part that the rest does not agree with."""
    label = _encoded(rng.choice(PYTHON_CODECS) if rng.random() < 0.6 else rng.choice(WEB_LABELS))
    declared = rng.choice((b"<meta charset=%s>", b'<meta http-equiv=content-type content="text/html; charset=%s">'))
    if rng.random() < 0.8:
        data = re.sub(rb"(?i)<meta[^>]*charset[^>]*>", b"", data) if rng.random() < 0.5 else data
        data = declared % label + data
    if rng.random() < 0.5:
        first, last = (0, len(data)) if rng.random() < 0.5 else _cut(rng, data)
        text = data[first:last].decode(rng.choice(("utf-8", "cp1252")), "replace")
        data = data[:first] + text.encode(rng.choice(_TARGETS), "ignore") + data[last:]
    if rng.random() < 0.6:  # what is ASCII throughout is never decoded by a label
        data = _insert(rng, data, bytes(rng.randrange(128, 256) for _ in range(_length(rng, 400))))
    return rng.choice(_BOMS) + data if rng.random() < 0.3 else data


def foreign(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """A chunk within elements that the parser treats by other rules; several times over at times."""
    for _ in range(rng.randint(1, 4)):
        first, last = _cut(rng, data)
        before, _, after = rng.choice(_FOREIGN).encode().partition(b"{}")
        data = data[:first] + before + data[first:last] + after + data[last:]
    return data


def attributes(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """Attributes and addresses of some tags, in place of theirs or besides."""
    for _ in range(_length(rng, 60)):
        tag = _tag(rng, data)
        if tag is None:
            return data
        first, last = tag
        if rng.random() < 0.5:
            extra = _encoded(rng.choice(_ATTRIBUTES))
        else:
            name = rng.choice(
                ("href", "src", "content", "cite", "action", "data-src", "srcset", "poster", "xlink:href")
            )
            extra = _encoded(f'{name}="{rng.choice(_ADDRESSES)}"')
        name_end = re.compile(rb"[\s>]").search(data, first, last)
        at = last - 1 if name_end is None else name_end.start()
        data = data[:at] + b" " + extra + data[at if rng.random() < 0.7 else last - 1 :]
    return data


def _tag(rng: random.Random, data: bytes) -> tuple[int, int] | None:
    found = _TAG.search(data, rng.randrange(len(data) + 1)) or _TAG.search(data)
    return found.span() if found is not None else None


def tags(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """Tags removed, moved, renamed or left open."""
    for _ in range(_length(rng, 60)):
        tag = _tag(rng, data)
        if tag is None:
            return data
        first, last = tag
        match rng.randrange(3):
            case 0:
                data = data[:first] + data[last:]
            case 1:
                data = _insert(rng, data[:first] + data[last:], data[first:last])
            case _:
                slash = b"/" if rng.random() < 0.4 else b""
                data = data[:first] + b"<" + slash + rng.choice(_ELEMENTS).encode() + b">" + data[last:]
    return data


def _value(rng: random.Random, depth: int = 0) -> Any:
    """Any JSON, with members of schema.org's."""
    match rng.randrange(8 if depth < 4 else 5):
        case 0:
            return rng.choice((None, True, False, 0, -1, 1e999, 10**40, float("nan"), 3.5))
        case 1:
            return rng.choice((*_ADDRESSES, *_TYPES))
        case 2:
            return rng.choice(_WORDS) * _length(rng, 300)
        case 3 | 4:
            return rng.choice(
                ("2024-05-07T08:00:00+99:00", "0000-00-00", "\ud800", "<p>a</p><script>x</script>", "Jane Doe")
            )
        case 5:
            return [_value(rng, depth + 1) for _ in range(rng.randrange(5))]
        case _:
            return {rng.choice(_MEMBERS): _value(rng, depth + 1) for _ in range(rng.randrange(7))}


def json_ld(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """Linked data of any shape, and damaged in its text; deeply nested at times."""
    found = _LINKED_DATA.search(data)
    value = {"@type": rng.choice(_TYPES)} | {rng.choice(_MEMBERS): _value(rng) for _ in range(rng.randint(1, 8))}
    if found is not None and rng.random() < 0.6:
        try:
            old = json.loads(found[2])
        except (ValueError, RecursionError):
            old = {}
        items = old.get("@graph", [old]) if isinstance(old, dict) else old
        if isinstance(items, list) and items and isinstance(items[0], dict):
            items[0].update(value)
            value = old
    written = json.dumps(value, ensure_ascii=rng.random() < 0.5)
    if rng.random() < 0.1:
        written = rng.choice(("[", '{"@graph":', '{"author":[')) * _length(rng, min(most // 11, 20_000)) + written
    body = _encoded(written)
    if rng.random() < 0.3:
        body = rng.choice((flip, truncate, duplicate))(rng, body, pages, min(most, 20_000))
    part = b"<script type=application/ld+json>" + body + b"</script>"
    return data[: found.start()] + part + data[found.end() :] if found is not None else _insert(rng, data, part)


def address(rng: random.Random, data: bytes, pages: Pages, most: int) -> bytes:
    """Addresses that a page states of itself."""
    stated = rng.choice(("<base href='{}'>", "<link rel=canonical href='{}'>", "<meta property=og:url content='{}'>"))
    return _encoded(stated.replace("{}", rng.choice(_ADDRESSES))) + data


_Mutator = Callable[[random.Random, bytes, Pages, int], bytes]
KINDS: Final[dict[str, _Mutator]] = {
    mutator.__name__: mutator
    for mutator in (flip, truncate, duplicate, splice, flood, charset, foreign, attributes, tags, json_ld, address)
}
"""The mutators by name."""


def mutant(seed: int, number: int, pages: Pages, largest: int = MAX_BYTES) -> Mutant:
    """One mutant, the same each time for the same pages.

    Args:
        seed: the seed of the run.
        number: which mutant of it.
        pages: the pages to begin with.
        largest: most bytes of the mutant, and of what is repeated in it.
    """
    rng = random.Random(f"{seed}/{number}")  # noqa: S311 - not for secrets
    page, data = pages.any(rng)
    names = [list(KINDS)[number % len(KINDS)]]
    while rng.random() < 0.3:
        names.append(rng.choice(list(KINDS)))
    for name in names:
        data = KINDS[name](rng, data, pages, largest)[:largest]
    html: bytes | str = data
    if rng.random() < 0.1:
        html = data.decode("utf-8", rng.choice(("replace", "surrogateescape")))
    label = rng.choice((*PYTHON_CODECS, *WEB_LABELS)) if rng.random() < (0.6 if "charset" in names else 0.1) else None
    url = rng.choice(_ADDRESSES) if rng.random() < 0.5 else None
    return Mutant(number, "+".join(names), page, html, url, label, _options(rng))


def _options(rng: random.Random) -> dict[str, Any]:
    """Arguments of `extract`; most of the time the default method."""
    options: dict[str, Any] = {}
    for name in ("with_images", "with_links", "with_tables", "with_metadata", "with_verdict"):
        if rng.random() < (0.5 if name in {"with_images", "with_links"} else 0.1):
            options[name] = rng.random() < 0.5 or name in {"with_images", "with_links"}
    if rng.random() < 0.1:
        options["method"] = rng.choice((*catalog.names(), "none"))
    elif rng.random() < 0.2:
        options["favor"] = rng.choice(("precision", "recall"))
    return options
