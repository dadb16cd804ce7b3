"""One page through the whole pipeline: page -> facts -> body -> article -> metadata -> verdict."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Final, Literal

import numpy as np

from broadsheet import metadata
from broadsheet.article import Article, Switches
from broadsheet.article.blocks import Blocks, Rule
from broadsheet.article.conventions import with_standfirst, without_bylines, without_signature, without_title
from broadsheet.article.places import find_places
from broadsheet.body.find import Selection
from broadsheet.facts import Facts
from broadsheet.metadata.authors.sources import stated_names
from broadsheet.metadata.context import Context
from broadsheet.metadata.written.bylines import is_byline, is_signature
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method
from broadsheet.page import Page, is_address, page_of, switch, tags
from broadsheet.page.arrays import BoolArray
from broadsheet.patterns import pattern
from broadsheet.verdict import judge

__all__ = ["ADDRESSES_LEFT_OUT", "extract"]

ADDRESSES_LEFT_OUT: Final = "relative URLs of links and images are left out"
"""Prefix of the note about dropped links, which callers who ignore links may skip."""
_WHOLE: Final = pattern(r"[a-z][a-z0-9+.-]*:|#|\s*$", re.IGNORECASE)
"""The start of an absolute address, a fragment, or nothing at all."""
MIN_STATED_SHARE: Final = 0.0001  # smallest share of undecodable characters that a note gives as a number
MAX_LABELS: Final = 3  # most ignored encoding labels that are noted
MAX_LABEL_CHARS: Final = 40  # most characters quoted of a label; the longest of the Encoding Standard has 19


def extract(
    html: str | bytes | bytearray | memoryview | Page,
    *,
    url: str | None = None,
    method: str | Method = catalog.DEFAULT,
    given: Given | None = None,
    favor: Literal["precision", "recall"] | None = None,
    keep: str | Iterable[str] = (),
    drop: str | Iterable[str] = (),
    charset: str | None = None,
    with_images: bool = False,
    with_links: bool = False,
    with_tables: bool = True,
    with_metadata: bool = True,
    with_verdict: bool = True,
    with_places: bool = False,
) -> Article:
    """Extract the article from a page.

    Args:
        html: the page: text, bytes (decoded in the WHATWG order), or a parsed `Page`.
        url: the page's absolute URL. Links are made absolute against it, or against the page's ``base`` element.
            Without it the URL that the page states for itself is used (``link rel=canonical``, ``og:url``); without
            that, relative links are dropped, with a note. A URL that is neither http nor https is ignored, with a
            note. A `Page` has its own.
        method: the method that finds the body: a name from the catalog, or a method object with its own parameters.
        given: what else is known about the page.
        favor: for the default method: favour ``"precision"`` or ``"recall"``.
        keep: CSS selectors of elements whose text is in the body whatever the method decides, except headline and
            bylines. A note says what each adds.
        drop: CSS selectors of elements whose text and images are not in the body; they override ``keep``. The metadata
            are read from the whole page.
        charset: the encoding label declared by the transport (HTTP ``Content-Type``), for bytes. Labels unknown to
            the WHATWG Encoding Standard are ignored, with a note. A `Page` is already decoded.
        with_images: write images, with their captions, in place. The words do not change.
        with_links: write links. The words do not change.
        with_tables: write tables; otherwise each row becomes a paragraph. The words do not change.
        with_metadata: read all metadata; otherwise only the title, which is needed to tell the headline from the
            body. The body does not change.
        with_verdict: judge whether the page holds an article. Turning this and the metadata off saves four tenths of
            the time.
        with_places: find the place of each block in the page (`Article.places`, and ``place`` in JSON).

    Returns:
        The article, with the verdict on the page. Its body does not contain the headline, which is the title. On a
        page without an article, the body is what the method found, possibly nothing.

    Raises:
        BadSelector: an item of ``keep`` or ``drop`` is not a CSS selector.
        TypeError: an argument has the wrong type.
        ValueError: the method does not support ``favor``, or not this value; ``url`` or ``charset`` was passed with a
            `Page`.
        NotHTML: the input is empty or in another format.
        PageTooLarge: the input exceeds the limits on time and memory.
        UnknownMethod: no method has this name.
        NeedsNotMet: something that the method requires is missing.
    """
    chosen = _resolve_method(method, given, favor)
    switches = Switches(
        images=switch(with_images, "with_images"),
        links=switch(with_links, "with_links"),
        tables=switch(with_tables, "with_tables"),
    )
    with_metadata, with_verdict = switch(with_metadata, "with_metadata"), switch(with_verdict, "with_verdict")
    with_places = switch(with_places, "with_places")
    given = given if given is not None else Given()
    selection = Selection.of(keep, drop)
    whole = Facts(page_of(html, url=url, charset=charset))
    found = selection.find(whole, chosen, given)
    facts, marking = found.facts, found.marking
    context = Context(facts, marking.keep, captured=given.captured)
    data = metadata.read(context, home_link=given.home_link, body=found.body, only_title=not with_metadata)
    body = _without_metadata(found.body, data.title, context)
    is_shown = facts.page.document is whole.page.document and not found.is_stated
    return Article(
        url=facts.page.url,
        body=body,
        places=find_places(body, facts.page, marking.keep) if with_places and is_shown else (),
        method=chosen.name,
        notes=(
            *marking.notes,
            *found.notes,
            *_encoding_notes(facts.page),
            *_address_notes(facts, marking.keep, url),
        ),
        verdict=judge(facts) if with_verdict else None,
        confidence=found.confidence,
        switches=switches,
        **data.of_article(),
    )


def _without_metadata(body: Blocks, title: str | None, context: Context) -> Blocks:
    """The body without headline, bylines and date lines, nor rules that they leave at its ends."""
    declared = context.structured.declared_language
    signs = partial(is_signature, names=partial(stated_names, context), language=declared)
    body = without_signature(without_title(body, title), signs)
    body = with_standfirst(without_bylines(body, lambda line: is_byline(line, declared) or signs(line)))
    inner = [at for at, block in enumerate(body) if not isinstance(block, Rule)]
    return body[inner[0] : inner[-1] + 1] if inner else ()


def _resolve_method(method: str | Method, given: Given | None, favor: Literal["precision", "recall"] | None) -> Method:
    if given is not None and not isinstance(given, Given):
        raise TypeError(f"given must be Given or None, not {type(given).__name__}")
    if isinstance(method, str):
        method = catalog.get(method)
    elif isinstance(method, type) or not callable(getattr(method, "mark", None)):
        kind = f"the class {method.__name__}" if isinstance(method, type) else type(method).__name__
        raise TypeError(f"method must be a name of the catalog or a method, not {kind}")
    elif not isinstance(getattr(method, "name", None), str):
        raise TypeError(f"the method {type(method).__name__} needs a name, as in: name = 'mine'")
    return method if favor is None else catalog.with_favor(method, favor)


def _encoding_notes(page: Page) -> list[str]:
    """Notes about ignored encoding labels and undecodable characters."""
    decoded = page.encoding
    if decoded is None:
        return []
    notes = [
        f"the declared encoding {label[:MAX_LABEL_CHARS]!a} is ignored: the Encoding Standard has no such label"
        for label in decoded.ignored[:MAX_LABELS]
    ]
    if decoded.replaced:
        least = MIN_STATED_SHARE
        share = f"{decoded.replaced:.2%}" if decoded.replaced >= least else f"less than {least:.2%}"
        notes.append(f"{share} of the characters could not be decoded as {decoded.encoding} and became U+FFFD")
    return notes


def _address_notes(facts: Facts, keep: BoolArray, url: str | None) -> list[str]:
    """Notes about an invalid ``url``, and about links dropped because it is missing.

    Args:
        facts: what the page states and shows.
        keep: the rows of the body.
        url: the URL as the caller passed it.
    """
    notes = []
    if url and not is_address(url):
        notes.append("the given url is not an http or https URL, and is ignored")
    if not facts.base and (lost := _count_lost(facts, keep)):
        notes.append(f"{ADDRESSES_LEFT_OUT} ({lost}): pass the page's url to keep them")
    return notes


def _count_lost(facts: Facts, keep: BoolArray) -> int:
    """Count the links and images around the kept rows that cannot be resolved on a page without a URL."""
    rows = np.flatnonzero(keep & facts.page.shown)
    if not len(rows):
        return 0
    first, last = int(rows[0]), int(rows[-1])
    return sum(
        row <= last and first < facts.end[row] and facts.tag[row] == tags.IDS[tag]
        for tag, name in (("a", "href"), ("img", "src"))
        for row, _ in facts.elements.pairs(name, lambda address: _WHOLE.match(address) is None)
    )
