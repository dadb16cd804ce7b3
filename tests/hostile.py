"""Generators of hostile pages: one unit repeated until the page has a given size.

`GENERATORS` has every generator by name, ``family:variant``. A page has a short article and, somewhere in it, a
repeated unit: nested elements, siblings, long values, long texts, structured data, tables and so on. Nothing is random.

It must not know how the pages are used: `tests.instructions` measures them, and the fuzzer mutates them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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
_PATHS: Final = {
    "list": ("<ul><li>", "</li></ul>"),
    "definitions": ("<dl><dt>a<dd>", "</dd></dl>"),
    "table": ("<table><tr><td>", "</td></tr></table>"),
    "table with header": ("<table><tr><th>a<td>", "</td></tr></table>"),
    "figure": ("<figure><img src=a.jpg><figcaption>a", "</figcaption></figure>"),
    "quotation": ("<blockquote><p>a</p>", "</blockquote>"),
    "section": ("<section><h2>Harbour</h2>", "</section>"),
    "headings": ("<h2><div>a", "</div></h2>"),
    "article": ("<article><h2>Harbour</h2><p>words</p>", "</article>"),
    "math": ("<math><mi>", "</mi></math>"),
    "svg": ("<svg><g>", "</g></svg>"),
    "template": ("<div><template shadowrootmode=open><p>a", "</template></div>"),
    "select": ("<select><optgroup><option>a", "</select>"),
    "form": ("<form><label>a<input></label><div>", "</div></form>"),
    "hidden": ("<div style='display:none'><div>", "</div></div>"),
    "classes": ("<div class='post-body comments sidebar related'>", "</div>"),
    "program": ("<div><pre>1", "</pre></div>"),
    "inline": ("<span><b><i>a", "</i></b></span>"),
    "item": ("<div itemscope itemtype=https://schema.org/Article><span itemprop=author>a</span>", "</div>"),
    "divs without text": ("<div><div>", "</div></div>"),
    "divs with images": ("<div><img src=a.jpg alt=a>", "</div>"),
    "divs with paragraphs": (f"<div><p>{_SENTENCE}</p>", "</div>"),
}


def _nested() -> Iterator[Generator]:
    """Nested elements: of one kind, and in combinations; closed and left open."""
    before = _document()
    for name in _ELEMENTS:
        yield Generator(f"nested:{name}", before, f"<{name}>", f"</{name}>", _END)
        yield Generator(f"nested with text:{name}", before, f"<{name}>a ", f"</{name}>", _END)
    for name, (start, end) in _PATHS.items():
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


_ATOMS: Final = {
    "letter": "a",
    "words": "harbour ",
    "numbered words": "w§ ",
    "names": "Ann Lee, ",
    "by": "By ",
    "hyphens": "a - ",
    "bars": "a | ",
    "commas": "a, ",
    "spaces": " ",
    "digits": "1",
    "single digits": "row=0 ",
    "days": "2020-01-02 ",
    "dates": "January 5, 2020 ",
    "addresses": "http://a.b/c ",
    "slashes": "a/",
    "backslashes": "\\",
    "escaped quotes": "\\'",
    "references": "&amp;",
    "chinese": "桥",
    "combining": "e\u0301",
    "joiners": "\u200d",
    "sentences": "The bridge is old. ",
}
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
        '<title>a</title><div id=app></div><script>window.__INITIAL_STATE__={"article":{"body":"',
        '"}}</script>',
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
        for kind, atom in _ATOMS.items():
            yield Generator(f"text:{place}, {kind}", before, atom, "", after)


_HEAD_UNITS: Final = {
    "meta author": "<meta name=author content='Ann Lee §'>",
    "meta article:author": "<meta property=article:author content='Ann Lee §'>",
    "meta description": "<meta name=description content='The bridge §'>",
    "meta date": "<meta name=date content='2020-01-02T10:§'>",
    "meta og:title": "<meta property=og:title content='The bridge §'>",
    "meta og:site_name": "<meta property=og:site_name content='Courier §'>",
    "meta og:url": "<meta property=og:url content='https://a.b/§'>",
    "meta article:section": "<meta property=article:section content='Section §'>",
    "meta unknown": "<meta name=key§ content=§>",
    "link canonical": "<link rel=canonical href=https://a.b/§>",
    "base": "<base href=https://a.b/§>",
    "title": "<title>The bridge §</title>",
    "style": "<style>.a§{display:none}</style>",
    "script": "<script>var a=§</script>",
    "ld+json article": '<script type=application/ld+json>{"@type":"NewsArticle","headline":"Bridge §"}</script>',
    "ld+json author": '<script type=application/ld+json>{"@type":"Person","@id":"#p§","name":"Ann Lee §"}</script>',
    "ld+json breadcrumbs": (
        '<script type=application/ld+json>{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem",'
        '"position":§,"name":"A§"}]}</script>'
    ),
    "comment": "<!-- a -->",
}
_JSON: Final = {
    "deep objects": ("", '{"a":', "}", ""),
    "deep articles": (
        '{"@type":"NewsArticle","headline":"Bridge","isPartOf":',
        '{"@type":"WebPage","isPartOf":',
        "}",
        "}",
    ),
    "open lists": ("", "[", "", ""),
    "open strings": ("", '"', "", ""),
    "escapes": ('{"@type":"NewsArticle","headline":"', "\\u0041", "", '"}'),
    "backslashes": ('{"@type":"NewsArticle","headline":"', "\\\\", "", '"}'),
    "numbers": ("[", "1,", "", "1]"),
    "graph": ('{"@graph":[', '{"@type":"NewsArticle","headline":"Bridge §"},', "", "{}]}"),
    "graph of persons": ('{"@graph":[', '{"@type":"Person","@id":"#§","name":"Ann Lee §"},', "", "{}]}"),
    "references": ('{"@graph":[', '{"@type":"NewsArticle","@id":"#a","author":{"@id":"#a"}},', "", "{}]}"),
    "chain of references": ('{"@graph":[', '{"@id":"#§","@type":"Person","author":{"@id":"#§1"}},', "", "{}]}"),
    "names": ('{"@type":"NewsArticle","author":[', '"Ann Lee §",', "", '""]}'),
    "images": ('{"@type":"NewsArticle","image":[', '"https://a.b/§.jpg",', "", '""]}'),
    "keywords": ('{"@type":"NewsArticle","keywords":[', '"bridge §",', "", '""]}'),
    "breadcrumbs": (
        '{"@type":"BreadcrumbList","itemListElement":[',
        '{"position":§,"name":"A§","item":"/§"},',
        "",
        "{}]}",
    ),
    "body": ('{"@type":"NewsArticle","articleBody":"', "The bridge is old.\\n\\n", "", '"}'),
    "body of markup": ('{"@type":"NewsArticle","articleBody":"', "<p>The bridge is old.<\\/p>", "", '"}'),
    "comments": ("", "/*a*/", "", "{}"),
    "open comments": ("", "/*", "", "{}"),
}
_DATA_SCRIPTS: Final = {
    "ld+json": "<script type=application/ld+json>",
    "json": "<script type=application/json id=__NEXT_DATA__>",
    "state": "<script>window.__INITIAL_STATE__ = ",
    "flight": "<script>self.__next_f.push([1,",
}


def _heads() -> Iterator[Generator]:
    """Many elements of the head, in it and in the body."""
    in_head, in_body = _document(head="¤").split("¤"), _document()
    for kind, unit in _HEAD_UNITS.items():
        yield Generator(f"head:{kind}", in_head[0], unit, "", in_head[1] + _END)
        yield Generator(f"head in body:{kind}", in_body, unit, "", _END)


def _structured() -> Iterator[Generator]:
    """Long and deep JSON, with a visible article and without."""
    in_head = _document(head="¤").split("¤")
    for script, start in _DATA_SCRIPTS.items():
        for kind, (before, unit, closing, after) in _JSON.items():
            name = f"{script}, {kind}"
            before, after = start + before, f"{after}</script>"
            yield Generator(f"data:{name}", in_head[0] + before, unit, closing, after + in_head[1] + _END)
            yield Generator(f"data alone:{name}", f"<title>{_TITLE}</title>{before}", unit, closing, after)


_BODY_UNITS: Final = {
    "rows": ("<table>", "<tr><td>a<td>1</tr>", "</table>"),
    "cells": ("<table><tr>", "<td>1</td>", "</table>"),
    "wide spans": ("<table>", "<tr><td colspan=1000>a</tr>", "</table>"),
    "tall spans": ("<table>", "<tr><td rowspan=65534>a</tr>", "</table>"),
    "tall spans in a row": ("<table><tr>", "<td rowspan=65534>a</td>", "<tr><td>b<tr><td>c</table>"),
    "captions": ("<table>", "<caption>a</caption>", "<tr><td>a</table>"),
    "tables": ("", "<table><tr><th>a<td>1<tr><td>b<td>2<tr><td>c<td>3</table>", ""),
    "text in tables": ("<table>", "words", "</table>"),
    "paragraphs": ("", f"<p>{_SENTENCE}</p>", ""),
    "short paragraphs": ("", "<p>Yes, §.</p>", ""),
    "breaks": ("<p>", "a<br>", "</p>"),
    "dialogue": ("", "<p>– Yes, said Ann.</p>", ""),
    "lines with colons": ("", "<p>Answer:</p>", ""),
    "headings": ("", "<h2>The bridge §</h2>", ""),
    "links": ("", "<a href=/a/§>The bridge §</a> ", ""),
    "links in paragraphs": ("", f"<p>{_SENTENCE}<a href=/a/§>bridge</a></p>", ""),
    "home links": ("", "<a href=/>Courier §</a> ", ""),
    "author links": ("", "<a rel=author href=/ann/§>Ann Lee §</a> ", ""),
    "list of links": ("<ul>", "<li><a href=/a/§>The bridge §</a>", "</ul>"),
    "lists": ("", "<ul><li>a<li>b</ul>", ""),
    "numbered list": ("<ol>", "<li value=§>a", "</ol>"),
    "items in no list": ("", "<li>a§</li>", ""),
    "lists right in a list": ("<ul><li>a", "<ul><li>a§</ul>", "</ul>"),
    "definitions": ("<dl>", "<dt>a<dd>b", "</dl>"),
    "teasers": ("", "<div class=teaser><h3><a href=/a/§>The bridge §</a></h3><p>Words of it.</p></div>", ""),
    "articles": ("", f"<article><h2>The bridge §</h2><p>{_SENTENCE}</p></article>", ""),
    "bylines": ("", "<p class=byline>By Ann Lee §</p>", ""),
    "authors": ("", "<span class=author>Ann Lee §</span>", ""),
    "scopes of authors": ("", "<span itemprop=author itemscope><b itemprop=name>Ann Lee §</b></span>", ""),
    "references of items": ("", "<div itemscope itemref='a§ b§' id=a§><b itemprop=name>A</b></div>", ""),
    "times": ("", "<time datetime=2020-01-02T10:§>May §</time>", ""),
    "days in text": ("", "<p>January 5, 2020</p>", ""),
    "figures": ("", "<figure><img src=§.jpg><figcaption>The bridge §</figcaption></figure>", ""),
    "images": ("", "<img src=§.jpg alt='The bridge §'>", ""),
    "same images": ("", "<img src=a.jpg>", ""),
    "sources in a picture": ("<picture>", "<source srcset='§.jpg 1x, §b.jpg 2x'>", "<img src=a.jpg></picture>"),
    "frames": ("", "<iframe src=https://video.example/embed/§></iframe>", ""),
    "embedded posts": ("", "<blockquote class=twitter-tweet><p>Yes</p>— Ann (@ann)</blockquote>", ""),
    "quotations with speakers": ("", "<blockquote><p>Yes, it is.</p><footer>— Ann</footer></blockquote>", ""),
    "programs with buttons": ("", "<div><pre>a = §</pre><button>Copy</button></div>", ""),
    "lines of a program": ("<pre>", "a = §\n", "</pre>"),
    "groups of options": ("<select>", "<optgroup label=a><option>b</optgroup>", "</select>"),
    "forms": ("", "<form><input><button>Go</button></form>", ""),
    "hidden": ("", "<div hidden>a</div><p>b</p>", ""),
    "rules of style": ("<style>", ".a§{display:none}", "</style>"),
    "shadow roots": ("", "<div><template shadowrootmode=open><p>a §</template></div>", ""),
    "slots": ("", "<x-a><template shadowrootmode=open><slot name=s§></slot></template><p slot=s§>a</p></x-a>", ""),
    "formulas": ("", "<p>So <math><mi>x</mi></math> is.</p>", ""),
    "formulas with sources": (
        "",
        "<span><math><semantics><mi>x</mi><annotation encoding=application/x-tex>x</annotation></semantics></math>"
        "</span><span aria-hidden=true>x</span>",
        "",
    ),
    "details": ("", "<details><summary>a</summary><p>b</details>", ""),
    "navigation": ("", "<nav><a href=/§>a</a></nav>", ""),
    "breadcrumbs": ("<nav class=breadcrumb>", "<a href=/§>A§</a> › ", "</nav>"),
    "empty blocks": ("", "<div></div>", ""),
    "empty blocks with classes": ("", "<div class=c§></div>", ""),
    "empty inline elements": ("<p>", "<span></span>", "</p>"),
    "unclosed anchors": ("", "<a href=/§>a", ""),
    "misnested": ("", "<b><i>a</b></i>", ""),
    "end tags": ("", "</div></p>", ""),
    "bodies": ("", "<body class=a§>", ""),
    "comments": ("", "<!-- a -->a", ""),
    "comments in words": ("<p>", "a<!-- -->b ", "</p>"),
    "less than": ("<p>", "<", "</p>"),
    "open tags": ("", "<a ", ""),
    "open comments": ("", "<!--", ""),
    "open quotes in tags": ("", "<a b='", ""),
    "scripts": ("", "<script>a</script>", ""),
    "custom elements": ("", "<x-a§>a</x-a§>", ""),
}


def _bodies() -> Iterator[Generator]:
    """Many units inside an article, before it, after it, and with nothing else."""
    inside, end = _document(), _END
    for kind, (before, unit, after) in _BODY_UNITS.items():
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
