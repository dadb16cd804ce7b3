"""What several data look at besides the structured data: the page's segments, where its body begins, its own names.

It must not decide anything about a datum.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any, Final, TypeVar
from urllib.parse import unquote, urlsplit

import numpy as np
from numpy.typing import NDArray

from broadsheet.article.addresses import Addresses, own_address
from broadsheet.engine import mapped
from broadsheet.metadata.elements import Elements, elements_of
from broadsheet.metadata.stated.json_ld import is_article, types
from broadsheet.metadata.stated.structured import FIRST_PAGE, Structured, clean
from broadsheet.page import Page, tags
from broadsheet.page.characters import SIGNS, normal_form, without_optional
from broadsheet.page.once import made_once

__all__ = ["TELLING", "Context", "ascii_", "count_words", "fold", "is_wide", "label_test", "unspaced_words", "words"]

_T = TypeVar("_T")
_BEGINNING: Final = 30
"""Segments of the body whose words tell what it is about."""
_HEAD: Final = 3
"""Segments at the beginning of the body among which the headline may be."""
_LONG: Final = 120
"""Characters of a segment without links that is taken for prose where no method has marked the body."""
_ASIDE: Final = tags.mask("nav aside footer")
_ARTICLE: Final = tags.mask("article main")
_A, _HEADER, _H1, _FIGCAPTION = (tags.IDS[name] for name in ("a", "header", "h1", "figcaption"))
_ORGANISATION: Final = re.compile(r"Organi[sz]ation|WebSite|Corporation|Periodical|Brand|Newspaper")
_HOME: Final = re.compile(rf"(?:https?://[^/?#]+/?|/){FIRST_PAGE}", re.IGNORECASE)
_SLASHES: Final = 4
"""Slashes in the address of a first page, at the most."""
_ENDING: Final = re.compile(r"\.\w{2,5}$")
_WORD: Final = re.compile(rf"[\w{SIGNS}]+")
TELLING: Final = 3
"""Letters of a site's name up to which it may be in a text by chance."""
_NO_LETTERS: Final = bytes(number for number in range(128) if not chr(number).isalnum())
_CAPITALS: Final = bytes(number for number in range(128) if chr(number).isupper())
_SMALL: Final = bytes.maketrans(_CAPITALS, _CAPITALS.lower())
_SPACES: Final = bytes.maketrans(_NO_LETTERS + _CAPITALS, b" " * len(_NO_LETTERS) + _CAPITALS.lower())
"""Bytes are translated several times as fast as characters."""
_LATIN_SPACES: Final = bytes(number if chr(number).isalnum() else ord(" ") for number in range(256))
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""A letter of Thai, Lao, Burmese or Khmer, which put spaces between clauses at the most."""
_MOST_WORDS: Final = 1_500
"""Characters of an element's text that are read: each of nested elements would be read whole."""
_LETTERS_OF_WORD: Final = 5
"""How many of these letters a word has."""
_SOFT_HYPHEN: Final = b"\xad"
"""The one optional character of Latin-1."""
_TYPOGRAPHIC: Final = re.compile("[\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u20ac]")
"""The marks that texts in Latin letters have beyond Latin-1: dashes, quotation marks, bullets, the euro."""

_IN_ASCII: Final = str.maketrans(
    {"ß": "ss", "ł": "l", "ø": "o", "đ": "d", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th", "ħ": "h"}
)
"""How addresses write small letters that are no others with a mark on them."""
_FOLDED_HERE: Final = 0x2100
"""The first code point beyond the alphabets and the marks of most texts in them."""
_SHARP_S: Final = "ß"
"""It is two letters when it is folded: alone of the letters of these alphabets it is often written."""
CATEGORY: Final = re.compile(
    r"/(?:categor(?:y|ies|ias?|ies?|ie)|kategori(?:en?|a|e)?|rubri(?:k(?:en)?|ques?|cas?|ky?)|ressorts?|secci[oó]n(?:es)?|"
    r"secao|sezion[ei]|rubryka|rubrika|dzial)/[^/]+$",
    re.IGNORECASE,
)
"""Addresses of categories: what leads there is marked as a tag too, and names the section."""


@lru_cache(maxsize=2048)
def fold(text: str) -> str:
    """A text without what two writings of it may differ in: NFKC, case, and everything but letters and digits.

    >>> fold("The “Ｂridge”, agreed!") == fold("the bridge agreed")
    True
    """
    if text.isascii():
        return text.encode().translate(_SMALL, _NO_LETTERS).decode()
    return "".join(words(text))


def label_test(is_so: re.Pattern[str] | Callable[[str], bool]) -> Callable[[str], bool]:
    """A function that says whether a pattern is in one of an element's classes and ids, or one of them is so in another
    way; each is looked at once.
    """
    # Neighbours have ancestors in common, and sites use the same names again and again.

    @lru_cache(maxsize=8192)
    def found(name: str) -> bool:
        return is_so(name) if callable(is_so) else is_so.search(name) is not None

    @lru_cache(maxsize=8192)
    def speaks_of_it(label: str) -> bool:
        return any(map(found, label.split()))

    return speaks_of_it


def words(text: str) -> list[str]:
    """The words of a text, folded: without what is optional in them (`broadsheet.page.characters`).

    >>> words("Bridge, agreed")
    ['bridge', 'agreed']
    >>> len(words("हिन्दी में"))
    2
    """
    if text.isascii():
        return text.encode().translate(_SPACES).decode().split()
    text = normal_form("NFKC", text).casefold()
    try:
        encoded = _TYPOGRAPHIC.sub(" ", text).encode("latin-1")
        return encoded.translate(_LATIN_SPACES, _SOFT_HYPHEN).decode("latin-1").split()
    except UnicodeEncodeError:
        return _WORD.findall(without_optional(text).replace("_", " "))


def count_words(text: str, parted: Sequence[str] | None = None) -> float:
    """How many words a text has; one in a script of South-East Asia without spaces, about how many. (For those of East
    Asia, see `is_wide`.)

    Args:
        text: the text.
        parted: its words (`words`), for whoever has them already.

    >>> count_words("Bridge, agreed"), count_words("สะพานเก่า ในเมือง")
    (2, 3.2)
    """
    return max(len(words(text) if parted is None else parted), unspaced_words(text))


def unspaced_words(text: str) -> float:
    """How many words the letters of such scripts make in a text, about."""
    return 0 if text.isascii() else len(_UNSPACED.findall(text)) / _LETTERS_OF_WORD


def is_wide(text: str) -> bool:
    """Whether a text has letters of East Asia, of which few say much.

    >>> is_wide("Bridge agreed"), is_wide("橋の合意")
    (False, True)
    """
    return any(map("\u2e7f".__lt__, text))


def _is_composed(point: int) -> bool:
    """Whether a code point is made one with its neighbours by NFKC: marks on letters are, and parts of Korean ones."""
    return unicodedata.category(chr(point)).startswith("M") or 0x1100 <= point < 0x1200


@cache
def _folded() -> NDArray[np.uint16]:
    """What `words` makes of a code point, with a space for what parts words; 0 where that is more than one letter, or
    depends on its neighbours.
    """
    units = np.zeros(_FOLDED_HERE, dtype=np.uint16)
    for point in range(1, len(units)):
        folded = unicodedata.normalize("NFKC", chr(point)).casefold()
        parts = not any(map(str.isalnum, folded))
        if (parts or len(folded) == 1) and not _is_composed(point) and without_optional(chr(point)):
            units[point] = ord(" ") if parts else ord(folded)
    units[ord(_SHARP_S)] = ord(_SHARP_S)
    return units


@lru_cache(maxsize=16384)
def ascii_(word: str) -> str:
    """A word as addresses have it, without accents; a word of another script as it is.

    >>> ascii_("größe"), ascii_("đường"), ascii_("мост")
    ('grosse', 'duong', 'мост')
    """
    if word.isascii():
        return word
    return unicodedata.normalize("NFKD", word.translate(_IN_ASCII)).encode("ascii", "ignore").decode() or word


_OF_OTHERS: Final = tuple(
    "more comment kommentar disqus respond repl related recommend popular latest trending read also outbrain "
    "taboola twitter-tweet instagram-media tiktok-embed bluesky-embed mastodon-embed fb-post".split()
)
"""In lower case; one of these is in all that the test below finds."""
_OF_OTHERS_AFTER_ALL: Final = re.compile(
    r"comment|kommentar|disqus|respond\b|repl(?:y|ies)\b|related|recommend|popular|latest|trending|"
    r"more-?_?(?:from|stor|news|art)|most-?_?read|read-?_?next|see-?_?also|also-?_?(?:like|read)|"
    r"outbrain|taboola|twitter-tweet|instagram-media|tiktok-embed|bluesky-embed|mastodon-embed|fb-post"
)
"""In small letters, since what may be written in any is found several times as slowly."""


def _is_of_others(name: str) -> bool:
    """Whether a class or id is that of what readers wrote, or of a box of other articles."""
    small = name.lower()
    if "by-line" in small or "byline" in small:
        return False
    return small == "more" or _OF_OTHERS_AFTER_ALL.search(small) is not None


_names_others: Final = label_test(_is_of_others)


class Context:
    """A page as its data are looked for in it. What is costly is made when it is asked for.

    Attributes:
        page: the page.
        structured: what it says for machines.
        keep: the rows of the body, shape (page size,), if a method has marked them.
        captured: the moment at which the page was captured, with an offset, if it is known.
        tag, end, parent, hidden: columns of the page as views, in which single rows are looked up faster.
        first_row, last_row: likewise the first and the last row of each segment.
    """

    def __init__(
        self,
        page: Page,
        structured: Structured,
        keep: NDArray[np.bool_] | None = None,
        *,
        captured: datetime | None = None,
    ) -> None:
        self.page = page
        self.structured = structured
        self.keep = keep
        self.captured = captured
        self.tag, self.end, self.parent, self.hidden = page.tag.data, page.end.data, page.parent.data, page.hidden.data
        self.first_row, self.last_row = page.segments.first.data, page.segments.last.data
        self._start_of, self._stop_of = page.start.data, page.stop.data
        self._words_of: dict[int, str] = {}
        self._labels: dict[int, str] = {}
        self._chains: dict[int, list[int]] = {}
        self._made: dict[object, Any] = {}

    def once(self, make: Callable[[Context], _T]) -> _T:
        """What a function makes of this page, made once."""
        if make not in self._made:
            self._made[make] = make(self)
        made: _T = self._made[make]
        return made

    @made_once
    def texts(self) -> list[str]:
        """The text of each segment."""
        return self.page.texts

    @made_once
    def in_body(self) -> NDArray[np.bool_]:
        """Segments of the body, shape (m,)."""
        segments = self.page.segments
        if self.keep is not None and len(segments):
            marked: NDArray[np.bool_] = self.keep[segments.first]
            if marked.any():
                return marked
        prose: NDArray[np.bool_] = (segments.chars >= _LONG) & (segments.link_chars < 0.3 * segments.chars)
        return prose

    @made_once
    def body(self) -> list[int]:
        """The numbers of these segments, in order."""
        body: list[int] = self.in_body.nonzero()[0].tolist()
        return body

    @made_once
    def first(self) -> int:
        """The first segment of the body; that of the page where there is none."""
        return self.body[0] if self.body else 0

    @made_once
    def last(self) -> int:
        """The last segment of the body; that of the page where there is none."""
        return self.body[-1] if self.body else len(self.page.segments) - 1

    @made_once
    def body_text(self) -> str:
        """The text of the body."""
        texts = self.texts
        return "\n".join([texts[at] for at in self.body])

    def says_in_body(self, word: str) -> bool:
        """Whether a word, folded (`words`), is in the body's beginning, but for its first segment, which may be the
        headline.
        """
        return word in self._body_words

    @made_once
    def _body_words(self) -> frozenset[str]:
        """The words of that beginning."""
        beginning, segments = self.body[1:_BEGINNING], self.page.segments
        text, whole = mapped(self.page.points, segments.start[beginning], segments.stop[beginning], _folded())
        left = [at for at, done in zip(beginning, whole.tolist(), strict=True) if not done]
        said = text.replace(_SHARP_S, "ss").split()
        for at in left:
            said += words(self.texts[at])
        return frozenset(said)

    def is_aside(self, row: int) -> bool:
        """Whether a row is in the navigation, an aside or a footer."""
        return bool(self._asides[row])

    @made_once
    def _asides(self) -> memoryview:
        return self.page.under(_ASIDE.take(self.page.tag)).data

    def is_in_article(self, row: int) -> bool:
        """Whether a row is inside an article or the main part."""
        return bool(self._articles[row]) and not _ARTICLE[self.tag[row]]

    @made_once
    def _articles(self) -> memoryview:
        return self.page.under(_ARTICLE.take(self.page.tag)).data

    def is_in_caption(self, row: int) -> bool:
        """Whether a row is in the caption of a figure."""
        return bool(self._captions[row])

    @made_once
    def _captions(self) -> memoryview:
        return self.page.under(self.page.tag == _FIGCAPTION).data

    @made_once
    def headline_row(self) -> int:
        """The last ``h1`` before the text that is not the site's name; -1 where there is none. The body may begin with
        the headline, or with what stands right before it.
        """
        segments = len(self.page.segments)
        stop = self.first_row[min(self.first + _HEAD, segments - 1)] if segments else 0
        own = (self.page.tag[:stop] == _H1).nonzero()[0].tolist()
        return next((at for at in reversed(own) if not self.is_site(self.words_of(at))), -1)

    def is_in_link(self, row: int) -> bool:
        """Whether a row is inside a link, or is one."""
        return bool(self._links[row])

    @made_once
    def _links(self) -> memoryview:
        return self.page.in_link.data

    @made_once
    def headers(self) -> dict[int, bool]:
        """The ``header`` elements, and whether they are the site's: in no article, and without a heading in it that is
        none of the site's.
        """
        page = self.page
        rows = (page.tag == _HEADER).nonzero()[0]
        own = [at for at in page.rows_of(_H1) if not self.is_site(self.words_of(at))]
        held = np.searchsorted(own, page.end[rows]) > np.searchsorted(own, rows)
        return {
            row: not (holds or self.is_in_article(row)) for row, holds in zip(rows.tolist(), held.tolist(), strict=True)
        }

    def holds_heading(self, row: int) -> bool:
        """Whether there is a heading in an element that is not the site's name."""
        stop = int(self.page.end[row])
        headings = tags.HEADING.take(self.page.tag[row:stop]).nonzero()[0] + row
        return any(not self.is_site(self.words_of(at)) for at in headings.tolist())

    @made_once
    def elements(self) -> Elements:
        """The elements by what their attributes say."""
        return elements_of(self.page)

    @made_once
    def is_text_shown(self) -> memoryview:
        """Text rows that are not hidden, white space among them, to look at single ones."""
        return (self.page.is_text & ~self.page.hidden).data

    @made_once
    def places(self) -> NDArray[np.intp]:
        """For each row the number of the segment that it is in, or of the next one, shape (page size + 1,)."""
        last = np.bincount(self.page.segments.last + 1, minlength=len(self.page) + 1)
        return np.cumsum(last[: len(self.page) + 1])

    @made_once
    def place(self) -> memoryview:
        """The same, to look at single rows."""
        return self.places.data

    @made_once
    def is_body(self) -> memoryview:
        """Segments of the body, to look at single ones."""
        return self.in_body.data

    def is_in_body(self, row: int) -> bool:
        """Whether a row is in a segment of the body, or right before one."""
        place = self.place[row]
        return place < len(self.is_body) and bool(self.is_body[place])

    def words_of(self, row: int) -> str:
        """`Page.words_of` up to `_MOST_WORDS`, remembered: several data ask for the same row."""
        text = self._words_of.get(row)
        if text is None:
            text = self._words_of[row] = self.page.words_of(row, _MOST_WORDS)
        return text

    def ahead(self, row: int, most: int) -> str:
        """Some characters of the page's text from where a row begins, white space included."""
        start = self._start_of[row]
        return self.page.text[start : start + most]

    def size(self, row: int) -> int:
        """The characters of a row's subtree, white space included."""
        return self._stop_of[row] - self._start_of[row]

    def chain(self, row: int, most: int) -> list[int]:
        """A row and its ancestors, the nearest first, up to a number of rows."""
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

    def called(self, words: tuple[str, ...]) -> set[int]:
        """The rows in whose class or id any of some words is, in lower case and of two letters or more."""
        found: set[int] | None = self._made.get(words)
        if found is None:
            found = self._made[words] = self.elements.holding("class", words) | self.elements.holding("id", words)
        return found

    def is_under(self, words: tuple[str, ...], row: int) -> bool:
        """Whether a row is below one that is `called` by any of some words."""
        key = ("under", words)
        if key not in self._made:
            flags = np.zeros(len(self.page), dtype=np.bool_)
            flags[list(self.called(words))] = True
            self._made[key] = self.page.under(flags).data
        return bool(self._made[key][self.parent[row]]) if row else False

    def label(self, row: int) -> str:
        """The class and the id of a row."""
        label = self._labels.get(row)
        if label is None:  # neighbours have ancestors in common
            class_of, classes, id_of, ids = self._naming
            name, number = classes[class_of[row]], ids[id_of[row]]
            label = self._labels[row] = f"{name} {number}" if name and number else name or number
        return label

    @made_once
    def _naming(self) -> tuple[memoryview, list[str], memoryview, list[str]]:
        """The classes and ids of the page, to look up those of single rows."""
        return (*self.elements.by_row("class"), *self.elements.by_row("id"))

    @made_once
    def long_site_names(self) -> tuple[str, ...]:
        """The names of the site that are long enough to be looked for in another text."""
        return tuple(name for name in self.site_names if len(name) > TELLING)

    @made_once
    def other_objects(self) -> list[Mapping[str, Any]]:
        """The JSON-LD objects besides the article's own, without those of other articles: with another headline."""
        own = self.structured.article
        headline = fold(str(own.get("headline") or ""))

        def of_another(thing: Mapping[str, Any]) -> bool:
            theirs = fold(str(thing.get("headline") or ""))
            return is_article(thing) and theirs not in headline and headline not in theirs

        return [thing for thing in self.structured.objects if thing is not own and not of_another(thing)]

    @made_once
    def headlines(self) -> tuple[str, ...]:
        """What the page states as its headline or its title."""
        structured = self.structured
        stated = (structured.title, clean(structured.article.get("headline")), *structured.meta.get("og:title", ()))
        return tuple(text for text in stated if text)

    @made_once
    def host_folded(self) -> str:
        """The host, folded."""
        return fold(self.host)

    @made_once
    def site_names(self) -> frozenset[str]:
        """What the page calls its own site, folded."""
        structured = self.structured
        found = [value for value, _ in structured.metas(
            "og:site_name", "application-name", "apple-mobile-web-app-title", "cre", "twitter:site", "copyright",
            "publisher", "dc.publisher", "dcterms.publisher", "article:publisher", "twitter:app:name:iphone",
        )]  # fmt: skip
        publisher = structured.article.get("publisher")
        for one in publisher if isinstance(publisher, list) else [publisher]:
            name = one.get("name") if isinstance(one, dict) else one
            if isinstance(name, str):
                found.append(name)
        for thing in structured.objects:
            if any(_ORGANISATION.search(kind) for kind in types(thing)):
                names = (thing.get(key) for key in ("name", "alternateName", "legalName"))
                found += [name for name in names if isinstance(name, str)]
        folded = {fold(name.lstrip("@")) for value in found if (name := clean(value))}
        return frozenset(name for name in folded | {fold(self.host), self.domain_word} if name)

    @made_once
    def host(self) -> str:
        """The host of the page's address, without ``www``; empty where it is not known."""
        for address in (self.page.url, self.structured.links.get("canonical"), *self.structured.meta.get("og:url", ())):
            try:
                host = urlsplit(address or "").hostname
            except ValueError:
                continue
            if host:
                return host.removeprefix("www.")
        return ""

    @made_once
    def domain_word(self) -> str:
        """The longest label of the host: the site's name as far as an address has it."""
        labels = self.host.split(".")[:-1]
        return fold(max(labels, key=len)) if labels else ""

    @made_once
    def slug(self) -> frozenset[str]:
        """The words of the last part of the page's address that has some."""
        for address in (self.page.url, self.structured.links.get("canonical"), *self.structured.meta.get("og:url", ())):
            try:
                path = unquote(urlsplit(address or "").path)
            except ValueError:
                continue
            for part in reversed(path.split("/")):
                found = [word for word in words(_ENDING.sub("", part)) if not word.isdigit()]
                if len(found) >= 3:
                    return frozenset(found)
        return frozenset()

    @made_once
    def slug_plain(self) -> tuple[str, ...]:
        """Those words without accents."""
        return tuple(map(ascii_, self.slug))

    @made_once
    def address(self) -> str | None:
        """The page's address, or what it calls its own."""
        return own_address(self.page) or None

    @made_once
    def base(self) -> str | None:
        """What the addresses on the page are resolved against."""
        return Addresses(self.page).base or None

    def links(self, rows: Iterable[int]) -> list[int]:
        """Those of some rows that are links and shown, in document order."""
        return [row for row in sorted(rows) if self.tag[row] == _A and not self.hidden[row]]

    def is_beside(self, row: int) -> bool:
        """Whether a row is in what readers wrote, or in a box of other articles: in an element that is named so and
        does not hold the beginning of the body.
        """
        return bool(self._beside[row])

    @made_once
    def _beside(self) -> memoryview:
        page, start, elements = self.page, self._start, self.elements
        named = [row for row in self.called(_OF_OTHERS) if _names_others(self.label(row))]
        named += elements.holding("itemtype", ("comment",))
        found = np.zeros(len(page), dtype=np.bool_)
        # Pages say in classes of the body and the article whether comments are open.
        found[[row for row in named if not row <= start < self.end[row]]] = True
        return page.under(found).data

    @made_once
    def _start(self) -> int:
        """The first row of the body."""
        return self.first_row[self.first] if len(self.page.segments) else 0

    def is_home(self, address: str) -> bool:
        """Whether an address is that of the first page of the page's own site, of a part of it (``sport.``), or of what
        it is a part of: what is linked to it is neither a section nor an author.
        """
        if address.count("/") > _SLASHES or _HOME.fullmatch(address.strip()) is None:
            return False
        try:
            host = urlsplit(address.strip()).hostname
        except ValueError:
            return False
        if host is None:
            return True
        host = host.removeprefix("www.")
        return bool(self.host) and (
            host == self.host or host.endswith("." + self.host) or self.host.endswith("." + host)
        )  # fmt: skip

    def is_site(self, text: str) -> bool:
        """Whether a text is a name of the page's own site."""
        return fold(text) in self.site_names  # the host is one of them
