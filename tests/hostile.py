"""Generators of hostile pages: one unit repeated until the page has a given size.

`GENERATORS` has every generator by name, ``family:variant``. A page has a short article and, somewhere in it, a
repeated unit: nested elements, siblings, long values, long texts, structured data, tables and so on. Nothing is random.

It must not know how the pages are used: `tests.instructions` measures them, and the fuzzer mutates them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["GENERATORS", "Generator"]

_NUMBER: Final = "§"
"""Placeholder in a unit for the number of its repetition."""
_SENTENCE: Final = (
    "The harbour council agreed on Monday to repair the old bridge, which was closed after the storm of last winter. "
)
_ARTICLE: Final = f"<p>{_SENTENCE * 3}</p>" * 3
_LINES: Final = "<p>Ann Lee, council</p><p>Open from 9 to 5</p><p>Harbour Road 12</p>"
_TITLE: Final = "Council agrees to repair the old bridge"


_UNITS: Final = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8").replace("{sentence}", _SENTENCE))
"""Tables of ``hostile.toml``."""


@dataclass(frozen=True, slots=True)
class Generator:
    """A page on which a unit is repeated.

    Attributes:
        name: ``family:variant``.
        before: the page up to the first unit.
        unit: the repeated text. A ``§`` stands for the number of the repetition.
        closing: text that is repeated as often after all units, such as end tags.
        middle: the text between the two.
        after: the rest of the page.
    """

    name: str
    before: str
    unit: str
    closing: str = ""
    after: str = ""
    middle: str = ""

    def page(self, size: int) -> str:
        """Return a page whose repeated part has at most `size` characters (the numbers of units aside)."""
        times = size // (len(self.unit) + len(self.closing))
        if _NUMBER in self.unit:
            units = "".join(self.unit.replace(_NUMBER, str(at)) for at in range(times))
        else:
            units = self.unit * times
        return f"{self.before}{units}{self.middle}{self.closing * times}{self.after}"


def _document(*, head: str = "", title: str = _TITLE, attributes: str = "", headline: str = _TITLE) -> str:
    """Return the beginning of a page up to the middle of its article."""
    return (
        f"<!doctype html><html lang=en{attributes}><head><title>{title}</title>{head}</head><body>"
        f"<header><a href=/>Harbour Courier</a></header><main><article><h1>{headline}</h1>{_ARTICLE}"
    )


_END: Final = f"{_ARTICLE}</article></main><footer>© 2026 Harbour Courier</footer></body></html>"

_ELEMENTS: Final = (
    "a abbr address article aside audio b bdi bdo blockquote body button canvas caption center cite code col data "
    "datalist dd del details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 "
    "h6 header hgroup hr i iframe img input ins kbd label legend li link main map mark marquee math menu meta meter "
    "nav nobr noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search "
    "section select slot small source span strike strong style sub summary sup svg table tbody td template textarea "
    "tfoot th thead time tr tt u ul var video wbr x-card"
).split()


def _nested() -> Iterator[Generator]:
    """Nested elements: of one kind, and in combinations; closed and left open."""
    before = _document()
    for name in _ELEMENTS:
        yield Generator(f"nested:{name}", before, f"<{name}>", f"</{name}>", _END)
        yield Generator(f"nested with text:{name}", before, f"<{name}>a ", f"</{name}>", _END)
    for name, (start, end) in _UNITS["paths"].items():
        yield Generator(f"nested:{name} (path)", before, start, end, _END)
        yield Generator(f"nested and left open:{name}", before, start)
        yield Generator(f"nested around lines:{name}", before, start, end, _END, middle=_LINES)
        yield Generator(f"nested at the end around lines:{name}", before, start, end, middle=_LINES)


_DEPTH: Final = 4  # one fourth of the page is nesting around siblings


@dataclass(frozen=True, slots=True)
class Deep(Generator):
    """A page with a unit repeated inside nested elements: depth times siblings."""

    def page(self, size: int) -> str:
        """Return the page; a quarter of its size is start and end tags of nested elements."""
        depth = size // _DEPTH // len("<div></div>")
        units = Generator(self.name, "", self.unit).page(size - size // _DEPTH)
        return f"{self.before}{'<div>' * depth}{units}{'</div>' * depth}{self.after}"


_CONTENTS: Final = {
    "empty": "",
    "word": "harbour",
    "number": "harbour §",
    "sentence": _SENTENCE,
    "link": "<a href=/bridge/§>harbour</a>",
    "picture": "<img src=/§.jpg alt='bridge §'>",
    "block": "<div>harbour</div>",
}


def _siblings() -> Iterator[Generator]:
    """Many elements of one kind side by side, with different contents."""
    before = _document()
    for name in _ELEMENTS:
        for kind, content in _CONTENTS.items():
            yield Generator(f"siblings:{name}, {kind}", before, f"<{name}>{content}</{name}>", "", _END)
        yield Generator(
            f"siblings:{name} in paragraphs", before, f"<p>Words <{name}>harbour</{name}> more.</p>", "", _END
        )


_ATTRIBUTES: Final = (
    "a href, a rel, a title, a class, a id, img src, img alt, img srcset, img data-src, img sizes, img width, "
    "div class, div id, div style, div role, div itemtype, div data-json, div aria-label, div onclick, "
    "p class, p lang, p dir, "
    "span itemprop, span class, time datetime, source srcset, video poster, iframe src, td colspan, td rowspan, "
    "h2 class, h2 id, ul class, section class, figure class, table class, body class, form action, input value, "
    "math alttext, blockquote cite, link href, meta content"
).split(", ")
_VALUES: Final = {
    "commas": "a,",
    "only commas": ",",
    "letters": "a",
    "words": "harbour ",
    "numbered words": "w§ ",
    "hyphens": "a-",
    "slashes": "a/",
    "spaces": " ",
    "declarations": "a:b;",
    "addresses": "https://a.b/§ 2x, ",
    "references": "&amp;",
    "braces": "{",
}


def _attributes() -> Iterator[Generator]:
    """Long attribute values, and many elements with different values."""
    before = _document()
    for at in _ATTRIBUTES:
        element, attribute = at.split()
        for kind, value in _VALUES.items():
            start = f"{before}<{element} {attribute}='"
            yield Generator(f"value:{element} {attribute}, {kind}", start, value, "", f"'>harbour</{element}>{_END}")
        many = f"<{element} {attribute}='w§'>harbour</{element}>"
        yield Generator(f"values:{element} {attribute}", before, many, "", _END)
    yield Generator("attributes:many", f"{before}<div ", "a§=b ", "", f">harbour</div>{_END}")


_PLACES: Final = {
    "title": (_document().split(_TITLE)[0], f"</title></head><body><h1>{_TITLE}</h1>{_ARTICLE}"),
    "behind the headline": (
        _document().split("</title>")[0] + " ",
        f"</title></head><body><h1>{_TITLE}</h1>{_ARTICLE}",
    ),
    "headline": (_document(headline="¤").split("¤")[0], f"</h1>{_ARTICLE}{_END}"),
    "second heading": (f"{_document()}<h2>", f"</h2>{_END}"),
    "paragraph": (f"{_document()}<p>", f"</p>{_END}"),
    "bare text": (f"{_document()}", f"{_END}"),
    "first paragraph": (f"<title>{_TITLE}</title><h1>{_TITLE}</h1><p>", f"</p>{_END}"),
    "link": (f"{_document()}<p>Words <a href=/a>", f"</a> words</p>{_END}"),
    "byline": (f"{_document(headline='¤').split('¤')[0]}{_TITLE}</h1><p class=byline>", f"</p>{_ARTICLE}{_END}"),
    "author": (f"<title>{_TITLE}</title><h1>{_TITLE}</h1><a rel=author href=/ann>", f"</a>{_ARTICLE}{_END}"),
    "time": (f"<title>{_TITLE}</title><h1>{_TITLE}</h1><time>", f"</time>{_ARTICLE}{_END}"),
    "date": (f"<title>{_TITLE}</title><h1>{_TITLE}</h1><div class=date>", f"</div>{_ARTICLE}{_END}"),
    "caption": (f"{_document()}<figure><img src=a.jpg><figcaption>", f"</figcaption></figure>{_END}"),
    "item": (f"{_document()}<ul><li>a<li>", f"</li></ul>{_END}"),
    "cell": (f"{_document()}<table><tr><th>a<td>b<tr><td>", f"</td><td>a</table>{_END}"),
    "program": (f"{_document()}<pre>", f"</pre>{_END}"),
    "footer": (f"{_document()}{_ARTICLE}</article></main><footer>", "</footer>"),
    "breadcrumbs": (f"<title>{_TITLE}</title><nav class=breadcrumb><a href=/>", f"</a></nav>{_ARTICLE}{_END}"),
    "tag": (f"{_document()}<div class=tags><a rel=tag href=/tag/a>", f"</a></div>{_END}"),
    "script": (f"{_document()}<script>", f"</script>{_END}"),
    "style": (f"{_document()}<style>", f"</style>{_END}"),
    "app state": (f'{_document()}<script id=__NEXT_DATA__ type=application/json>{{"body":"', f'"}}</script>{_END}'),
    "app state alone": (
        f'<title>a</title><script>window.__INITIAL_STATE__={{"article":{{"title":"{_TITLE}","body":"{_SENTENCE * 3}',
        'words"}}</script>',
    ),
    **{
        f"meta {name}": (_document(head=f"<meta {key}='{name}' content='¤").split("¤")[0], f"'></head>{_ARTICLE}{_END}")
        for key, name in (
            ("name", "author"),
            ("name", "description"),
            ("name", "keywords"),
            ("name", "date"),
            ("property", "og:title"),
            ("property", "og:site_name"),
            ("property", "og:url"),
            ("property", "og:image"),
            ("property", "article:published_time"),
            ("property", "article:author"),
            ("property", "article:section"),
            ("http-equiv", "content-type"),
        )
    },
    **{
        f"ld+json {name}": (
            _document(head=f'<script type=application/ld+json>{{"@type":"NewsArticle","{name}":"¤').split("¤")[0],
            f'"}}</script></head>{_ARTICLE}{_END}',
        )
        for name in "headline author datePublished articleBody keywords articleSection url image publisher".split()
    },
}


def _texts() -> Iterator[Generator]:
    """Long texts of each kind at each place of a page."""
    for place, (before, after) in _PLACES.items():
        for kind, atom in _UNITS["atoms"].items():
            yield Generator(f"text:{place}, {kind}", before, atom, "", after)


def _heads() -> Iterator[Generator]:
    """Many elements of the head, in it and in the body."""
    in_head, in_body = _document(head="¤").split("¤"), _document()
    for kind, unit in _UNITS["head_units"].items():
        yield Generator(f"head:{kind}", in_head[0], unit, "", in_head[1] + _END)
        yield Generator(f"head in body:{kind}", in_body, unit, "", _END)


def _structured() -> Iterator[Generator]:
    """Long and deep JSON, with a visible article and without."""
    in_head = _document(head="¤").split("¤")
    for script, start in _UNITS["data_scripts"].items():
        for kind, (before, unit, closing, after) in _UNITS["json"].items():
            name = f"{script}, {kind}"
            before, after = start + before, f"{after}</script>"
            yield Generator(f"data:{name}", in_head[0] + before, unit, closing, after + in_head[1] + _END)
            yield Generator(f"data alone:{name}", f"<title>{_TITLE}</title>{before}", unit, closing, after)


def _bodies() -> Iterator[Generator]:
    """Many units inside an article, before it, after it, and with nothing else."""
    inside, end = _document(), _END
    for kind, (before, unit, after) in _UNITS["body_units"].items():
        yield Generator(f"body:{kind}", inside + before, unit, "", after + end)
        yield Generator(f"before article:{kind}", f"<title>{_TITLE}</title>{before}", unit, "", f"{after}{inside}{end}")
        yield Generator(f"behind article:{kind}", f"{inside}{end}{before}", unit, "", after)
        yield Generator(f"alone:{kind}", f"<title>{_TITLE}</title>{before}", unit, "", after)
        if not before:
            yield Deep(f"deep:{kind}", inside, unit, "", end)


def _all() -> Iterator[Generator]:
    for family in (_nested, _siblings, _attributes, _texts, _heads, _structured, _bodies):
        yield from family()


GENERATORS: Final = {generator.name: generator for generator in _all()}
"""Every generator, by name."""
