"""`Facts`: what one page states and shows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import unquote

import numpy as np

from broadsheet.facts.addresses import Addresses, is_first_page, split
from broadsheet.facts.elements import Elements, WordList
from broadsheet.facts.structured import (
    Structured,
    choose_article,
    is_other_article,
    marked_in,
    objects,
    parse,
    read_head,
    texts_of,
    types,
)
from broadsheet.facts.texts import ascii_, clean, fold, words
from broadsheet.lexicon import page_words
from broadsheet.page import Page, tags
from broadsheet.page.forks import made_once
from broadsheet.patterns import pattern

__all__ = ["MIN_DISTINCT_CHARS", "Facts"]

_ASIDE, _ARTICLE, _CAPTION, _LINK = 128, 64, 32, 16  # kinds of boxes, as bits
_BOXES: Final = np.packbits([*map(tags.mask, ("nav aside footer", "article main", "figcaption", "a"))], axis=0)[0]
"""The kind of box that each tag is."""
_A: Final = tags.IDS["a"]
_ORGANISATION: Final = pattern(r"Organi[sz]ation|WebSite|Corporation|Periodical|Brand|Newspaper")
_ENDING: Final = pattern(r"\.\w{2,5}$")
MIN_DISTINCT_CHARS: Final = 4  # shortest distinctive name of a site; shorter ones are in other texts by chance
MIN_SLUG_WORDS: Final = 3  # fewest words of a slug
MAX_WORDS_CHARS: Final = 1_500  # characters of an element's text; reading nested elements in full is quadratic


class Facts:
    """What one page states and shows. Costly attributes are computed on first access.

    Attributes:
        page: the page.
        elements: its elements by their attributes.
        tag, end, parent, hidden: columns of the page as views, which are faster for single rows.
        first_row, last_row: the first and the last row of each segment, likewise.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.elements = Elements(page)
        self.tag, self.end, self.parent, self.hidden = page.tag.data, page.end.data, page.parent.data, page.hidden.data
        self.first_row, self.last_row = page.segments.first.data, page.segments.last.data
        self._start_of, self._stop_of = page.start.data, page.stop.data
        self._words_of: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._chains: dict[int, list[int]] = {}
        self._named: dict[WordList, set[int]] = {}

    # What the page states.

    @made_once
    def head(self) -> Structured:
        """The ``meta`` elements, links, title and language, without JSON-LD and microdata."""
        return read_head(self.page)

    @made_once
    def structured(self) -> Structured:
        """All that the page states for machines."""
        scripts = self.page.scripts(lambda kind: "ld+json" in kind.lower())
        things = tuple(objects([value for script in scripts for value in parse(script)]))
        article = choose_article(things, self.head.addresses)
        return replace(self.head, article=article, objects=things, marked=tuple(marked_in(self.page)))

    @made_once
    def article_bodies(self) -> tuple[str, ...]:
        """All ``articleBody`` values in JSON-LD."""
        stated = (thing.get("articleBody") for thing in self.structured.objects)
        return tuple(body for body in stated if isinstance(body, str))

    @made_once
    def article_body(self) -> str:
        """The longest ``articleBody``, or an empty string."""
        return max(self.article_bodies, key=len, default="")

    @made_once
    def headlines(self) -> tuple[str, ...]:
        """The headlines stated by the ``title`` element, JSON-LD and Open Graph."""
        structured = self.structured
        stated = (structured.title, clean(structured.article.get("headline")), *structured.meta.get("og:title", ()))
        return tuple(text for text in stated if text)

    @made_once
    def other_objects(self) -> list[Mapping[str, Any]]:
        """The JSON-LD objects besides the page's article, without articles that have another headline."""
        own = self.structured.article
        return [thing for thing in self.structured.objects if thing is not own and not is_other_article(thing, own)]

    # The site and its addresses.

    @made_once
    def _addresses(self) -> Addresses:
        return Addresses(self.page, self.head.addresses)

    @made_once
    def address(self) -> str | None:
        """The page's URL, given or stated."""
        return self._addresses.own or None

    @made_once
    def base(self) -> str | None:
        """The URL against which those on the page are resolved."""
        return self._addresses.base or None

    @made_once
    def host(self) -> str:
        """The host of the page's URL without ``www``; empty if unknown."""
        hosts = (split(address).hostname for address in self.head.addresses)
        return next(filter(None, hosts), "").removeprefix("www.")

    @made_once
    def slug_plain(self) -> tuple[str, ...]:
        """The words of the last part of the page's URL with at least `MIN_SLUG_WORDS`, without accents and numbers."""
        for address in self.head.addresses:
            for part in reversed(unquote(split(address).path).split("/")):
                found = [word for word in words(_ENDING.sub("", part)) if not word.isdigit()]
                if len(found) >= MIN_SLUG_WORDS:
                    return tuple(map(ascii_, dict.fromkeys(found)))
        return ()

    @made_once
    def site_names(self) -> frozenset[str]:
        """The stated names of the site, its host, and the longest label of the host; folded."""
        structured = self.structured
        found = [value for value, _ in structured.metas(*page_words("markup", "site_metas"))]
        found += texts_of(structured.article.get("publisher"))
        for thing in structured.objects:
            if any(map(_ORGANISATION.search, types(thing))):
                found += texts_of([thing.get(key) for key in ("name", "alternateName", "legalName")])
        folded = {fold(name.lstrip("@")) for value in found if (name := clean(value))}
        label = fold(max(self.host.split(".")[:-1], key=len, default=""))
        return frozenset(name for name in folded | {fold(self.host), label} if name)

    @made_once
    def long_site_names(self) -> tuple[str, ...]:
        """The names of the site that are too long to be in a text by chance."""
        return tuple(name for name in self.site_names if len(name) >= MIN_DISTINCT_CHARS)

    def is_site(self, text: str) -> bool:
        """Whether a text is a name of the page's own site."""
        return fold(text) in self.site_names

    def is_home(self, address: str) -> bool:
        """Whether an address is the home page of the page's own site, or of its subdomain or parent domain."""
        if not is_first_page(address):
            return False
        host, own = (split(address.strip()).hostname or "").removeprefix("www."), self.host
        return not host or (own != "" and (host == own or host.endswith(f".{own}") or own.endswith(f".{host}")))

    # What the page shows.

    @made_once
    def texts(self) -> list[str]:
        """The text of each segment."""
        return self.page.texts

    @made_once
    def is_text_shown(self) -> memoryview:
        """Flags of the text rows that are not hidden, white space included."""
        return (self.page.is_text & ~self.page.hidden).data

    @made_once
    def segment_of(self) -> memoryview:
        """The number of each row's segment, or of the next one; shape (page size + 1,)."""
        last = np.bincount(self.page.segments.last + 1, minlength=len(self.page) + 1)
        return np.cumsum(last[: len(self.page) + 1]).data

    def is_aside(self, row: int) -> bool:
        """Whether a row is in the navigation, an aside or a footer."""
        return self._boxes[row] & _ASIDE > 0

    def is_in_article(self, row: int) -> bool:
        """Whether a row is inside an ``article`` or ``main`` element."""
        return self._boxes[row] & _ARTICLE > 0 and not _BOXES[self.tag[row]] & _ARTICLE

    def is_in_caption(self, row: int) -> bool:
        """Whether a row is in a ``figcaption``."""
        return self._boxes[row] & _CAPTION > 0

    def is_in_link(self, row: int) -> bool:
        """Whether a row is a link or inside one."""
        return self._boxes[row] & _LINK > 0

    @made_once
    def _boxes(self) -> memoryview:
        """The kinds of boxes that each row is, or is in, as bits."""
        return self.page.document.hand_down(_BOXES.take(self.page.tag)).data

    @made_once
    def headings(self) -> list[int]:
        """The rows of shown headings."""
        page = self.page
        rows: list[int] = (tags.HEADING.take(page.tag) & ~page.hidden).nonzero()[0].tolist()
        return rows

    def words_of(self, row: int) -> str:
        """The text of a row's subtree, up to `MAX_WORDS_CHARS`."""
        text = self._words_of.get(row)
        if text is None:
            text = self._words_of[row] = self.page.words_of(row, MAX_WORDS_CHARS)
        return text

    def size(self, row: int) -> int:
        """The characters of a row's subtree, white space included."""
        return self._stop_of[row] - self._start_of[row]

    def chain(self, row: int, most: int) -> list[int]:
        """A row and its ancestors, nearest first, at most ``most`` rows in all."""
        out = self._chains.get(row)
        if out is None:
            out = self._chains[row] = [row]
        at, parent = out[-1], self.parent
        for _ in range(len(out), most):
            at = parent[at]
            if at < 0:
                break
            out.append(at)
        return out[:most]

    def links(self, rows: Iterable[int]) -> list[int]:
        """The rows that are shown links, in document order."""
        return [row for row in sorted(rows) if self.tag[row] == _A and not self.hidden[row]]

    def named(self, words: WordList) -> set[int]:
        """The rows whose class or id contains any word of a list."""
        found = self._named.get(words)
        if found is None:
            found = self._named[words] = self.elements.holding("class", words) | self.elements.holding("id", words)
        return found

    def label(self, row: int) -> str:
        """The class and the id of a row."""
        label = self._labels.get(row)
        if label is None:
            value = self.elements.value
            label = self._labels[row] = f"{value(row, 'class')} {value(row, 'id')}".strip()
        return label
