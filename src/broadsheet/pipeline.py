"""One page through the whole pipeline: HTML -> page -> marking -> blocks -> metadata -> verdict -> `Article`."""

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
"""Prefix of the note about dropped links, which callers who ignore links may skip."""
MIN_STATED_SHARE: Final = 0.0001  # smallest share of undecodable characters that a note gives as a number
MAX_LABELS: Final = 3  # most ignored encoding labels that are noted
MAX_LABEL_CHARS: Final = 40  # Most characters quoted of a label. The longest label of the Encoding Standard has 19.
MIN_BODY_CHARS: Final = 150  # A shorter body counts as missing, and the article is looked for elsewhere in the page
MIN_FALLBACK_CHARS: Final = 300  # fewest characters of a body found elsewhere
MIN_STATED_RATIO: Final = 3  # A stated `articleBody` replaces the marked body if it is at least this many times as long


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
    """Extract the article from a page.

    Args:
        html: the page: text, bytes (decoded in the WHATWG order), or a parsed `Page`.
        url: the page's absolute URL. Links are made absolute against it, or against the page's ``base`` element.
            Without it the URL that the page states for itself is used (``link rel=canonical``, ``og:url``); without
            that, relative links are dropped, with a note. A URL that is neither http nor https is ignored, with a
            note. A `Page` has its own.
        method: the method that finds the body: a name from the catalog, or a method object with its own parameters.
        given: what else is known of the page.
        favor: for the default method: favour ``"precision"`` or ``"recall"``.
        charset: the encoding label declared by the transport (HTTP ``Content-Type``), for bytes. Labels unknown to
            the WHATWG Encoding Standard are ignored, with a note. A `Page` is already decoded.
        with_images: write images, with their captions, in place. The words do not change.
        with_links: write links. The words do not change.
        with_tables: write tables; otherwise each row becomes a paragraph. The words do not change.
        with_metadata: read all metadata; otherwise only the title, which is needed to tell the headline from the
            body. The body does not change.
        with_verdict: judge whether the page holds an article. Turning this and the metadata off saves four tenths of
            the time.

    Returns:
        The article, with the verdict on the page. Its body does not contain the headline, which is the title. On a
        page without an article, the body is what the method found, possibly nothing.

    Raises:
        TypeError: an argument has the wrong type.
        ValueError: the method does not support ``favor``, or not this value; ``url`` or ``charset`` was passed with a
            `Page`.
        NotHTML: the input is empty or in another format.
        PageTooLarge: the input exceeds the limits on time and memory.
        UnknownMethod: no method has this name.
        NeedsNotMet: something that the method requires is missing.
    """
    chosen = _resolve_method(method, given)
    switches = Switches(
        images=switch(with_images, "with_images"),
        links=switch(with_links, "with_links"),
        tables=switch(with_tables, "with_tables"),
    )
    with_metadata, with_verdict = switch(with_metadata, "with_metadata"), switch(with_verdict, "with_verdict")
    page = page_of(html, url=url, charset=charset)
    if favor is not None:
        chosen = _with_favor(chosen, favor)
    given = given if given is not None else Given()
    found = settle(chosen, page, given, _run(chosen, page, given))
    page, marking, body = found.page, found.marking, found.body
    # After the marking: the position of the body tells its byline and date from those of other articles.
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
        body=_without_metadata(body, data, page),
        method=chosen.name,
        notes=(*marking.notes, *found.notes, *_encoding_notes(page), *_address_notes(page, marking, url)),
        verdict=judge(page, read_structured(page)) if with_verdict else None,
        confidence=_confidence(found),
        switches=switches,
    )


def _without_metadata(body: Blocks, data: metadata.Metadata, page: Page) -> Blocks:
    """The body without headline, bylines, date lines and a repeated standfirst."""
    declared, names = read_structured(page).declared_language, data.stated_authors
    signs = partial(is_signature, names=names, language=declared)

    def says_who(line: str) -> bool:
        return is_byline(line, declared) or signs(line)

    body = without_signature(without_title(body, data.title), signs)
    return with_standfirst(without_repetition(without_bylines(body, says_who)))


class Found(NamedTuple):
    """A body and where it was found.

    Attributes:
        page: the page, or the version of it that shows the body.
        marking: the method's marking of that page.
        body: the blocks.
        notes: where the body comes from, if it is not the marked rows of the page as given.
        is_stated: the body is the page's ``articleBody``, not the marked rows.
    """

    page: Page
    marking: Marking
    body: Blocks
    notes: tuple[str, ...] = ()
    is_stated: bool = False


def settle(method: Method, page: Page, given: Given, marking: Marking) -> Found:
    """The body of a page, with fallbacks.

    In order: the marked rows; where they are too short, the rows marked on the page as it looks without scripts, then
    the ``articleBody`` that the page states, then the text in the state of its JavaScript application. A stated
    ``articleBody`` several times as long as the marked rows replaces them.

    Args:
        method: the method.
        page: the page.
        given: what the method was given besides the page.
        marking: the method's marking of the page.
    """
    found = Found(page, marking, with_captions(assemble(page, marking.keep)))
    if _text_chars(found.body, MIN_BODY_CHARS) >= MIN_BODY_CHARS:
        if stated := _longer_stated(page, found.body):
            return _with_stated(found, stated, shown="a part")
        return found
    plain = page.without_scripts()
    if plain is not None:
        shown = _found_on(method, plain, given, "the page shows this text only without JavaScript")
        if shown is not None:
            return shown
    if stated := stated_paragraphs(page):
        return _with_stated(found, stated, shown="none")
    with_state = shown_by_app(page)
    if with_state is not None:
        shown = _found_on(method, with_state, given, "this text is in the page's script data, and is not shown")
        if shown is not None:
            return shown
    return found


def _found_on(method: Method, page: Page, given: Given, note: str) -> Found | None:
    """The body marked on another version of a page, or None if it is too short."""
    marking = _run(method, page, given)
    body = with_captions(assemble(page, marking.keep))
    return Found(page, marking, body, (note,)) if _text_chars(body) >= MIN_FALLBACK_CHARS else None


def _longer_stated(page: Page, body: Blocks) -> tuple[str, ...]:
    """The paragraphs of the stated ``articleBody`` if it is much longer than the body, else none."""
    stated = stated_body(page)
    least = MIN_STATED_RATIO * _text_chars(body) if stated else 0
    if not stated or len(stated) < least:  # an upper bound: it may hold markup
        return ()
    paragraphs = stated_paragraphs(page, alone=True)
    return paragraphs if sum(map(len, paragraphs)) >= least else ()


def _with_stated(found: Found, texts: tuple[str, ...], *, shown: str) -> Found:
    body = tuple(Paragraph((Text(text),)) for text in texts)
    note = f"this text is the page's articleBody (JSON-LD), of which the page shows {shown}"
    return found._replace(body=body, notes=(note,), is_stated=True)


def _encoding_notes(page: Page) -> tuple[str, ...]:
    """Notes about ignored encoding labels and undecodable characters."""
    decoded = page.encoding
    if decoded is None:
        return ()
    notes = [
        f"the declared encoding {label[:MAX_LABEL_CHARS]!a} is ignored: the Encoding Standard has no such label"
        for label in decoded.ignored[:MAX_LABELS]
    ]
    if decoded.replaced:
        least = MIN_STATED_SHARE
        share = f"{decoded.replaced:.2%}" if decoded.replaced >= least else f"less than {least:.2%}"
        notes.append(f"{share} of the characters could not be decoded as {decoded.encoding} and became U+FFFD")
    return tuple(notes)


def _address_notes(page: Page, marking: Marking, url: str | None) -> tuple[str, ...]:
    """Notes about an invalid ``url``, and about links dropped because it is missing."""
    notes = []
    if url and not is_address(url):
        notes.append("the given url is not an http or https address, and is ignored")
    if lost := count_lost(page, marking.keep):
        notes.append(f"{ADDRESSES_LEFT_OUT} ({lost}): pass the page's url to keep them")
    return tuple(notes)


def _text_chars(body: Blocks, enough: float = math.inf) -> int:
    """Characters of a body's text. Counting stops once there are enough."""
    size = 0
    for block in body:
        size += len(write_text((block,)))
        if size >= enough:
            break
    return size


def _resolve_method(method: str | Method, given: Given | None) -> Method:
    if given is not None and not isinstance(given, Given):
        raise TypeError(f"given must be Given or None, not {type(given).__name__}")
    if isinstance(method, str):
        return catalog.get(method)
    if isinstance(method, type) or not callable(getattr(method, "mark", None)):
        raise TypeError(f"method must be a name of the catalog or a method, not {_type_name(method)}")
    return method


def _run(method: Method, page: Page, given: Given) -> Marking:
    """Mark a page, and check the type of the result: callers may pass methods of their own."""
    marking: object = method.mark(page, given)
    if not isinstance(marking, Marking):
        raise TypeError(f"{method.name}.mark must return a Marking, not {_type_name(marking)}")
    return marking


def _type_name(value: object) -> str:
    return f"the class {value.__name__}" if isinstance(value, type) else type(value).__name__


def _with_favor(method: Method, favor: Literal["precision", "recall"]) -> Method:
    if not isinstance(method, Fusion):
        raise ValueError(f"favor is supported by fusion only, not by {method.name}")  # noqa: TRY004 - a name, not a type
    return replace(method, favor=favor)


def _confidence(found: Found) -> float | None:
    """The method's estimate of the probability that the text is right; None without one, or if the text is stated."""
    estimate = None if found.is_stated else found.marking.trace.get("confidence")
    return None if estimate is None else float(estimate)
