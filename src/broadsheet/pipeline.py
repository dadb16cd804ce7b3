"""The whole flow for one page, on one screen: HTML -> page -> marking -> article."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import Final, Literal, NamedTuple

from broadsheet import metadata
from broadsheet.article import Article, Switches, assemble
from broadsheet.article.addresses import count_lost
from broadsheet.article.blocks import Blocks, Paragraph, Text
from broadsheet.article.conventions import (
    with_captions,
    with_standfirst,
    without_bylines,
    without_repetition,
    without_signature,
    without_title,
)
from broadsheet.article.text import write_text
from broadsheet.metadata.stated.structured import read_structured
from broadsheet.metadata.written.bylines import is_byline, is_signature
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Marking, Method
from broadsheet.methods.fusion import Fusion
from broadsheet.methods.fusion.app_state import shown_by_app
from broadsheet.methods.fusion.method import SCRAMBLED
from broadsheet.methods.fusion.stated import stated_body, stated_paragraphs
from broadsheet.page import Page, is_address, page_of, switch
from broadsheet.verdict import judge

__all__ = ["ADDRESSES_LEFT_OUT", "Found", "extract", "settle"]

ADDRESSES_LEFT_OUT: Final = "relative addresses of links and pictures are left out"
"""How the note begins that is of no concern to who wants no addresses."""
_SHARE: Final = 0.0001
"""The least share of a page's characters that is said in figures."""
_LABELS: Final = 3
"""Labels of encodings that are noted as ignored."""
_LABEL: Final = 40
"""Characters of each that are quoted; the longest of the Encoding Standard has 19."""
_LINE: Final = 150
"""Characters of a text from which the page is taken to show its article."""
_TEXT: Final = 300
"""Characters of a text that is looked for elsewhere where it does not."""
_TIMES: Final = 3
"""How many times as long the text is that a page states for machines where it shows no more than the beginning."""


def extract(
    html: str | bytes | bytearray | memoryview | Page,
    *,
    url: str | None = None,
    method: str | Method = catalog.DEFAULT,
    given: Given | None = None,
    favor: Literal["precision", "recall"] | None = None,
    charset: str | None = None,
    with_images: bool = False,
    with_links: bool = False,
    with_tables: bool = True,
    with_metadata: bool = True,
    with_verdict: bool = True,
) -> Article:
    """Take the article out of a page.

    Args:
        html: the page: text, bytes (decoded by the WHATWG order), or a `Page` that is parsed already.
        url: where it is from, an absolute address. Links are made absolute against it (or against the page's own
            ``base``). Without it, what the page states as its own address stands for it (``link rel=canonical``,
            ``og:url``); without that too, relative ones are left out, with a note. What is no address of the web is
            left out, and noted. A `Page` has its own.
        method: which method finds the body: a name of the catalog, or a method with parameters of your own.
        given: what is known besides the page.
        favor: for the default method, rather miss a line than have a wrong one (``"precision"``), or the other way
            round (``"recall"``).
        charset: the label of the character encoding that the transport declared (HTTP ``Content-Type``), for bytes.
            Labels that the Encoding Standard of the WHATWG lacks are ignored, with a note. A `Page` is decoded already.
        with_images: write images, with their captions, where they stand. The words stay the same.
        with_links: write links. The words stay the same.
        with_tables: write tables; otherwise each of their rows is a paragraph. The words stay the same.
        with_metadata: read all metadata; otherwise the title alone, without which the body could not be told from its
            headline. The body stays the same.
        with_verdict: judge whether there is an article on the page. Where only the text is wanted, switching both off
            saves four tenths of the time.

    Returns:
        The article, with the verdict on the page; its body is without the headline, which is its title. A page that
        holds no article gives what the method found, which may be nothing.

    Raises:
        TypeError: an argument is of another type.
        ValueError: the method knows no ``favor``, or not this one; ``url`` or ``charset`` comes with a `Page`.
        NotHTML: the input is empty or of another format.
        PageTooLarge: it is beyond the limits that keep time and memory bounded.
        UnknownMethod: no method has this name.
        NeedsNotMet: the method lacks something that it cannot do without.
    """
    chosen = _checked(method, given)
    switches = Switches(
        images=switch(with_images, "with_images"),
        links=switch(with_links, "with_links"),
        tables=switch(with_tables, "with_tables"),
    )
    with_metadata, with_verdict = switch(with_metadata, "with_metadata"), switch(with_verdict, "with_verdict")
    page = page_of(html, url=url, charset=charset)
    if favor is not None:
        chosen = _favoring(chosen, favor)
    given = given if given is not None else Given()
    found = settle(chosen, page, given, _marked(chosen, page, given))
    page, marking, body = found.page, found.marking, found.body
    # After the marking: where the body is tells its byline and date from those of other articles.
    if with_metadata:
        data = metadata.read(
            page,
            home_link=given.home_link,
            captured=given.captured,
            keep=marking.keep,
            body=body,
            is_scrambled=SCRAMBLED in marking.notes,
        )
    else:
        data = metadata.read_title(page, home_link=given.home_link, keep=marking.keep)
    return Article(
        url=page.url,
        title=data.title,
        authors=data.authors,
        published=data.published,
        modified=data.modified,
        language=data.language,
        site_name=data.site_name,
        description=data.description,
        canonical_url=data.canonical_url,
        contributors=data.by,
        section=data.section,
        tags=data.tags,
        lead_image=data.lead_image,
        stated_images=data.images,
        access=data.access,
        comment_count=data.comment_count,
        origins=data.origins,
        body=_text_alone(body, data, page),
        method=chosen.name,
        notes=(*marking.notes, *found.notes, *_of_encoding(page), *_of_addresses(page, marking, url)),
        verdict=judge(page, read_structured(page)) if with_verdict else None,
        confidence=_confidence(found),
        switches=switches,
    )


def _text_alone(body: Blocks, data: metadata.Metadata, page: Page) -> Blocks:
    """A body without what is metadata: the headline, and lines that say who wrote the text, or when; and without a
    standfirst that is there twice.
    """
    declared, names = read_structured(page).declared_language, data.stated_authors

    signs = partial(is_signature, names=names, language=declared)

    def says_who(line: str) -> bool:
        return is_byline(line, declared) or signs(line)

    body = without_signature(without_title(body, data.title), signs)
    return with_standfirst(without_repetition(without_bylines(body, says_who)))


class Found(NamedTuple):
    """A body, the page that shows it, and what the reader should know of where it was found.

    Attributes:
        page: the page.
        marking: what the method has marked on it.
        body: the blocks.
        notes: where they are from, if they are not what is marked.
        is_stated: they are what the page states for machines, and not what is marked.
    """

    page: Page
    marking: Marking
    body: Blocks
    notes: tuple[str, ...] = ()
    is_stated: bool = False


def settle(method: Method, page: Page, given: Given, marking: Marking) -> Found:
    """The body that a method has marked; where that is hardly a line, what the method finds on the page as it is
    without scripts; where it is that or no more than a beginning, what the page states for machines; and at last
    what it has for its own scripts.

    Args:
        method: the method.
        page: the page.
        given: what the method was given besides.
        marking: what it has marked.
    """
    found = Found(page, marking, with_captions(assemble(page, marking.keep)))
    if _size(found.body, _LINE) >= _LINE:
        if stated := _whole(page, found.body):
            return _stated(found, stated, shown="a part")
        return found
    plain = page.without_scripts()
    if plain is not None:
        shown = _elsewhere(method, plain, given, "the page shows this text only where no scripts run")
        if shown is not None:
            return shown
    if stated := stated_paragraphs(page):
        return _stated(found, stated, shown="none")
    of_app = shown_by_app(page)
    if of_app is not None:
        shown = _elsewhere(method, of_app, given, "the page has this text for its own scripts, and shows none")
        if shown is not None:
            return shown
    return found


def _elsewhere(method: Method, page: Page, given: Given, note: str) -> Found | None:
    """What a method finds on another form of a page, if that is a text."""
    marking = _marked(method, page, given)
    body = with_captions(assemble(page, marking.keep))
    return Found(page, marking, body, (note,)) if _size(body) >= _TEXT else None


def _whole(page: Page, body: Blocks) -> tuple[str, ...]:
    """The text that a page states where a body is no more than its beginning; none else."""
    stated = stated_body(page)
    least = _TIMES * _size(body) if stated else 0
    if not stated or len(stated) < least:  # with its markup
        return ()
    paragraphs = stated_paragraphs(page, alone=True)
    return paragraphs if sum(map(len, paragraphs)) >= least else ()


def _stated(found: Found, texts: tuple[str, ...], *, shown: str) -> Found:
    """What is found where the paragraphs that a page states stand for those that are marked."""
    body = tuple(Paragraph((Text(text),)) for text in texts)
    note = f"the page states this text for machines (articleBody), and shows {shown}"
    return found._replace(body=body, notes=(note,), is_stated=True)


def _of_encoding(page: Page) -> tuple[str, ...]:
    """Notes about labels of encodings that were ignored, and about characters that could not be decoded."""
    decoded = page.encoding
    if decoded is None:
        return ()
    notes = [
        f"the stated encoding {label[:_LABEL]!a} is ignored: it is no label by which browsers decode"
        for label in decoded.ignored[:_LABELS]
    ]
    if decoded.replaced:
        share = f"{decoded.replaced:.2%}" if decoded.replaced >= _SHARE else f"less than {_SHARE:.2%}"
        notes.append(f"{share} of the page's characters are none in {decoded.encoding} and became U+FFFD")
    return tuple(notes)


def _of_addresses(page: Page, marking: Marking, url: str | None) -> tuple[str, ...]:
    """What there is to say of what was given as the page's address, and of links that are left out for want of it."""
    notes = []
    if url and not is_address(url):
        notes.append("what was given as the page's address (url) is no address of the web, and is left out")
    if lost := count_lost(page, marking.keep):
        notes.append(f"{ADDRESSES_LEFT_OUT} ({lost}): give the page's own (url)")
    return tuple(notes)


def _size(body: Blocks, enough: float = math.inf) -> int:
    """The characters of the text of a body, or at least so many as are enough."""
    size = 0
    for block in body:
        size += len(write_text((block,)))
        if size >= enough:
            break
    return size


def _checked(method: str | Method, given: Given | None) -> Method:
    """The method that is meant, when it and what is given are of the right types."""
    if given is not None and not isinstance(given, Given):
        raise TypeError(f"given must be Given or None, not {type(given).__name__}")
    if isinstance(method, str):
        return catalog.get(method)
    if isinstance(method, type) or not callable(getattr(method, "mark", None)):
        raise TypeError(f"method must be a name of the catalog or a method, not {_described(method)}")
    return method


def _marked(method: Method, page: Page, given: Given) -> Marking:
    """What a method marks, if that is a marking: a caller's own method may give anything."""
    marking: object = method.mark(page, given)
    if not isinstance(marking, Marking):
        raise TypeError(f"mark of {method.name} must give a Marking, not {_described(marking)}")
    return marking


def _described(value: object) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def _favoring(method: Method, favor: Literal["precision", "recall"]) -> Method:
    if not isinstance(method, Fusion):
        raise ValueError(f"favor goes with fusion, not with {method.name}")  # noqa: TRY004 - a name, not a type
    return replace(method, favor=favor)


def _confidence(found: Found) -> float | None:
    """The probability that the text is right, from methods that estimate it: of what they have marked, and of no other
    text.
    """
    estimate = None if found.is_stated else found.marking.trace.get("confidence")
    return None if estimate is None else float(estimate)
