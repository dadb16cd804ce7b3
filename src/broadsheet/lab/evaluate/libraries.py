"""Adapters for other extraction libraries, for comparison: a function a library, which imports it.

The libraries come with the extra ``compare``. An adapter calls its library as the library's own documentation or
evaluation does, and does not improve its output. Each raises `MissingExtra` if its library is not installed.
"""

from __future__ import annotations

import importlib
import logging
import re
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

from broadsheet.errors import MissingExtra

__all__ = [
    "EXTRA",
    "LIBRARIES",
    "Library",
    "balanced",
    "boilerpipe",
    "justext",
    "load",
    "newspaper_parser",
    "quiet",
]

EXTRA: Final = "compare"  # the extra that installs the libraries
NOWHERE: Final = "https://example.org/"  # newspaper4k requires a URL; this one is for pages without
_INLINE: Final = frozenset({
    "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "label", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike", "strong", "sub", "sup",
    "time", "tt", "u", "var", "wbr",
})  # fmt: skip
"""Elements that do not break a line."""
_SPACE: Final = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Library:
    """A library that extracts the main text of a page.

    Attributes:
        name: its name among the methods.
        package: the name on PyPI.
        text: extracts the text, empty if the library finds none, given HTML and, as ``url`` and ``lang``, the page's
            address and the ISO 639-1 code of its language, each None if unknown. Exceptions of the library pass
            through. Nothing is printed, logged or fetched.
    """

    name: str
    package: str
    text: Callable[..., str]


def load(module: str, library: str, *, extra: str = EXTRA) -> Any:
    """Import a module of a library.

    Args:
        module: the full module name.
        library: the library's name.
        extra: the extra that has it.

    Raises:
        MissingExtra: the library, or a dependency of it, is not installed.
    """
    try:
        # Several libraries warn on import about deprecations and optional dependencies.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(library, extra) from error


@contextmanager
def quiet() -> Iterator[None]:
    """Silence warnings and loggers. Not thread-safe, since both belong to the process."""
    disabled = logging.root.manager.disable
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable()
        try:
            yield
        finally:
            logging.disable(disabled)


def boilerpipe(extractor: str = "ArticleExtractor") -> Library:
    """boilerpy3, the Python port of boilerpipe: shallow text features of blocks (Kohlschütter and others 2010).

    By default with the extractor that its documentation names for news articles; on HTML with balanced tags. The Java
    original reads what NekoHTML has repaired; the port reads the page with Python's ``html.parser``, which repairs
    nothing: an end tag without a start tag, or text before the first tag, would be an exception, and an ``embed``,
    which has no end tag, or an ``option`` without one would hide the rest of the page.
    """
    extract = getattr(load("boilerpy3.extractors", "boilerpy3"), extractor)().get_content

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        with quiet():
            found: str = extract(balanced(html))
        return found

    return Library("boilerpipe", "boilerpy3", text)


def balanced(html: str) -> str:
    """A page with an end tag for every start tag, as the HTML standard repairs it, without ``embed``.

    >>> balanced("</b>one<embed><p>two")
    '<html><head></head><body>one<p>two</p></body></html>'
    """
    tree = load("selectolax.lexbor", "selectolax").LexborHTMLParser(html)
    for element in tree.css("embed"):
        element.decompose()
    whole: str | None = tree.html
    return whole or ""


def justext() -> Library:
    """jusText: length, link density and stop words of paragraphs and their neighbours (Pomikálek 2011).

    ``justext.justext(html, stoplist)`` with its defaults: the paragraphs that are not boilerplate, one per line. The
    stop list is that of the given language. Without one (Chinese, Japanese, no language given), it runs in the
    language-independent mode of its command line: an empty list and stop-word densities of 0, so that length and links
    decide.
    """
    module = load("justext", "jusText")
    stoplist = cache(module.get_stoplist)
    names = tomllib.loads((files(__package__) / "stoplists.toml").read_text("utf-8"))

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        with quiet():
            language = names.get((lang or "").lower().partition("-")[0])
            if language is None:
                paragraphs = module.justext(html, frozenset(), stopwords_low=0, stopwords_high=0)
            else:
                paragraphs = module.justext(html, stoplist(language))
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return Library("justext", "jusText", text)


def newspaper() -> Library:
    """newspaper4k: scoring of containers by the stop words of their paragraphs; see `newspaper_parser`.

    The language is the given one, else the one that the page declares, by default. The library also reads the page's
    metadata in the same call, which adds to the measured time.
    """
    parse = newspaper_parser()
    languages = frozenset(load("newspaper.languages", "newspaper4k").get_available_languages())

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        code = (lang or "").lower().partition("-")[0]
        found: str = parse(html, url, code if code in languages else None).text
        return found

    return Library("newspaper", "newspaper4k", text)


def newspaper_parser() -> Callable[[str, str | None, str | None], Any]:
    """Return a function from HTML, URL and language, each None if unknown, to newspaper4k's article.

    ``Article(url, language=lang, fetch_images=False).download(input_html=html).parse()``, as in its documentation for a
    page in memory: nothing is downloaded. Some languages need a tokeniser from an extra of newspaper4k (``zh``, ``ja``,
    ``th`` ...); without it, the page is treated as English. A page that it cannot parse, which it only logs, is a
    `ValueError`.
    """
    article_of = load("newspaper", "newspaper4k").Article

    def parsed(html: str, url: str | None, language: str | None) -> Any:
        article = article_of(url or NOWHERE, language=language, fetch_images=False)
        article.download(input_html=html).parse()
        if article.doc is None:
            raise ValueError("newspaper4k could not parse the page")
        return article

    def parse(html: str, url: str | None, language: str | None) -> Any:
        with quiet():
            try:
                return parsed(html, url, language)
            except ImportError:
                return parsed(html, url, "en")

    return parse


def readability() -> Library:
    """readability-lxml: the Python port of arc90's readability, scoring paragraphs and their parents.

    ``Document(html).summary()``, as in its documentation, which is HTML; then its text, one block per line. The page's
    URL is not passed on, as it would only make links absolute, at a cost. The summary includes the headline if the
    chosen container does.
    """
    document_of = load("readability", "readability-lxml").Document
    parse = load("lxml.html", "readability-lxml").document_fromstring
    walk = load("lxml.etree", "readability-lxml").iterwalk

    def lines(root: Any) -> str:
        pieces = []
        for event, element in walk(root, events=("start", "end")):
            if element.tag not in _INLINE:
                pieces.append("\n")
            following = element.text if event == "start" else element.tail
            if following:
                pieces.append(_SPACE.sub(" ", following))
        return "\n".join(filter(None, (line.strip() for line in "".join(pieces).split("\n"))))

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        with quiet():
            summary = document_of(html).summary()
            return lines(parse(summary)) if summary.strip() else ""

    return Library("readability", "readability-lxml", text)


def resiliparse() -> Library:
    """Resiliparse: fast rule-based main content extraction on lexbor's tree (Bevendorff and others 2018).

    ``extract_plain_text`` with ``main_content=True``, no alternative texts, no comments, no list bullets. The last
    three are options of the library's manual. Turning them off raises its score on article corpora: alternative texts
    are not visible, comments are not the article, and list numbers are in no gold text.
    """
    extract = load("resiliparse.extract.html2text", "resiliparse").extract_plain_text

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        found: str = extract(html, main_content=True, alt_texts=False, comments=False, list_bullets=False)
        return found

    return Library("resiliparse", "resiliparse", text)


def trafilatura() -> Library:
    """trafilatura: rules over the tree, with readability and jusText as fallbacks (Barbaresi 2021).

    ``trafilatura.extract`` with ``include_comments=False``, as in the library's own evaluation (tests/eval_common.py,
    ``EXTRACT_OPTS``) and in the public benchmarks; tables are in and formatting is out, by default. The URL is passed
    on.
    """
    extract = load("trafilatura", "trafilatura").extract

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        with quiet():
            return extract(html, url=url, include_comments=False) or ""

    return Library("trafilatura", "trafilatura", text)


def turbohtml() -> Library:
    """turbohtml: readability's scoring by content density, in C.

    ``turbohtml.parse(html).article().text``, as in its documentation for article text. The record also holds the page's
    metadata, which adds a little to the measured time.
    """
    parse = load("turbohtml", "turbohtml").parse

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        found: str = parse(html).article().text
        return found

    return Library("turbohtml", "turbohtml", text)


LIBRARIES: Final[Mapping[str, Callable[[], Library]]] = {
    make.__name__: make for make in (boilerpipe, justext, newspaper, readability, resiliparse, trafilatura, turbohtml)
}
"""The adapters by name."""
