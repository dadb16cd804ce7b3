"""Texts of a page that may be its headline, and the evidence for each.

The structured data state headlines, often with the site's name; the ``title`` element does so nearly always; headings,
elements whose class speaks of titles, and the segments before the body show one. Texts that fold to the same letters
are one candidate. Which is the headline is not decided here: `broadsheet.metadata.title` ranks them.
"""

from __future__ import annotations

import math
import re
import unicodedata
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import accumulate, filterfalse, islice, pairwise
from typing import ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from broadsheet.article.unsaid import SPOKEN
from broadsheet.metadata.context import Context, count_words, fold, is_wide, label_test, words
from broadsheet.metadata.context import ascii_ as _ascii
from broadsheet.metadata.language import tongue
from broadsheet.metadata.lines import spaced_element
from broadsheet.metadata.ranking import Candidate, evidence_of
from broadsheet.metadata.structured import clean, plain
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.introductions import starts_byline
from broadsheet.page import tags

__all__ = ["NAMES", "Headline", "headlines"]

_LONGEST: Final = 400
"""Characters of a candidate; no headline is longer."""
_ARTICLE: Final = re.compile(r"Article|Posting|Recipe")
_SEPARATOR: Final = re.compile(
    r"\s+(?:[|»«·•⋅∙⋆*★●▪▸▶►▷→┃│・–—:/\\>‹›~‐-]+|::|--)\s+|\s*[|｜丨»«·•]\s*|\s*－\s*|\s*--+\s*|:\s+|_(?=\S)|―|"
    r"(?<=[^\x00-\u2e7f])-(?=[^\x00-\u2e7f]{2,12}$)"
)
"""What is between a headline and the site's name; scripts that know no spaces have none beside a hyphen either."""
_MARKS: Final = tuple("|»·•–—:/>›-〉")
_MARK: Final = re.compile(r"^(?:[|»·•–—:/>›-]\s+|〉\s*)+")
"""What is left of a separator before a headline, and how it begins."""
_ANCHORS: Final = ("#", "🔗", "¶")
_ANCHOR: Final = re.compile(r"\s+[#🔗]$|\s*¶$|^[🔗¶]\s*")
"""What a heading has beside its words that links to itself."""
_INNER: Final = re.compile(r"[:：|–—] (?:(?<=\w[:：] )|(?<= [|–—] ))")
"""What stands between a kicker and a headline where they are one line; where they are two it is not shown."""
_EDGES: Final = " |｜丨－»«·•–—:/\\->‹›~_"
_GUILLEMETS: Final = ("«", "»")
_QUOTED: Final = re.compile(r"«[^«»]+»|»(?=\w)[^«»]+(?<=[\w.!?…,])«")
"""What is said between guillemets, whichever way they point: these part nothing."""
_META: Final = {
    "og": ("og:title",),
    "twitter": ("twitter:title",),
    "other": (
        "parsely-title", "sailthru.title", "dc.title", "dcterms.title", "citation_title", "headline", "hdl", "title",
        "mediator_title", "article:title", "og:headline", "dcsext.headline", "cxenseparse:title", "fb_title",
        "prism.title", "eprints.title", "bt:headline", "search_title",
    ),
}  # fmt: skip
_CLASS: Final = tuple("title headline heading titre titel titul schlagzeile hed".split())
"""What is in classes of headlines."""
_ID: Final = ("title", "headline")
_LEXICON: Final = re.compile(
    r"(?P<strong>entry-?_?title|post-?_?title|article-?_?(?:\w+-)?_*(?:title|head(?:line|ing)?)|headline|story-?_?(?:title|head)|"
    r"page-?_?title|single-?_?title|title-?_?(?:article|post)|p-name)|(?P<sub>sub-?_?(?:title|head)|kicker|teaser|widget|"
    r"related|comment|sidebar|nav|menu|section|block-?_?title|recommend|popular|promo|card|list)",
    re.IGNORECASE,
)
_STEMS: Final = tuple(
    "title head p-name kicker teaser widget related comment sidebar nav menu section recommend popular promo card "
    "list".split()
)
"""One of these is in all that the lexicon finds."""
_STRONG, _WEAK, _ANY = 1, 2, 4
"""What a class or id speaks of: a headline; something else that has titles; anything."""
_PARTS: Final = 3
"""Rows of a heading from which it has several texts, which may touch."""
_MOST_HEADINGS: Final = 24
_MOST_MAIN: Final = 36
_MOST_STATED: Final = 60
"""Statements of titles: real pages have six at the most."""
_MOST_H1: Final = 60
_MOST_CLASSES: Final = 24
_BEFORE: Final = 8
"""Segments before the body that are looked at."""
_INTO: Final = 2
"""Segments of the body that are looked at: the headline may have been taken for its first line."""
_WAY_BEFORE: Final = 12
_WAY_AFTER: Final = 3
"""Segments before and behind the body's first one in which a headline stands that nothing states."""
_PLAIN: Final = 200
"""Characters of a segment that may be a headline without being marked as one; it is no sentence with a full stop."""
_TELLING_WORDS, _TELLING_CHARS = 4, 30
"""Words of a headline that is a picture, or characters: scripts without spaces have one word."""
_TELLING_LETTERS: Final = 20
"""Letters of a heading that is no name of a site or section."""
_TELLING_STATED, _TELLING_H1 = 10, 8
"""Letters that are fewer than those of what is stated, and of a heading, that tells something within another text."""
_DATE_CHARS, _BESIDE_DATE = 40, 12
"""Characters of a line that is a date and no headline, and of what is on either side: a day of the week, a time."""
_LABELS: Final = frozenset(
    "hauptinhalt hauptnavigation navigation inhaltsbereich maincontent mainnavigation mainmenu contenuprincipal "
    "navigationprincipale contenidoprincipal navegaciónprincipal conteúdoprincipal contenutoprincipale hoofdinhoud "
    "huvudinnehåll hovedindhold hovedinnhold pääsisältö advertisement werbung anzeige publicité sitemap".split()
)
"""What parts of a page are called, folded, where only those who have it read to them are told."""
_ADDRESS: Final = ("http", "www.")
_NO_WORDS: Final = re.compile(r".*\son line \d+|(?:https?://|www\.)\S+")
"""Messages of programs that are shown by mistake, and addresses."""
_STEPS: Final = (" > ", " >> ", " » ", " › ")
_MOST_STEPS: Final = 1
"""What is between the steps of the way to a page, and how often it is in what is none."""
_CONTROLS: Final = tags.ids("option select button label legend textarea")
_names_caption: Final = label_test(
    re.compile(r"caption|(?:^|[^a-z])cap(?:$|[^a-z])|(?-i:Cap$)|legende?\b|bildunter|bildtext", re.IGNORECASE)
)
_CONTAINERS: Final = 6
"""Rows from a text upwards among which its picture's box is."""
_PICTURE, _DIGITS = 80, 5
"""Pixels of a picture that has a caption, since smaller ones are ornaments; and figures of a number of pixels."""
_INDENT: Final = 40
"""Characters at a row's beginning of which the first that is no white space is looked for."""
_LARGE: Final = 60
"""Rows of an element that can be a headline."""
_BIG: Final = tags.ids("big font b strong center")
_HEAD: Final = tags.ids("header hgroup")
_BUTTONS: Final = tags.ids("button time")
_is_spoken: Final = label_test(SPOKEN)
"""Whether a class hides words from all but screen readers."""
_A, _H1, _IMG = (tags.IDS[name] for name in ("a", "h1", "img"))
_HEADING: Final = {tags.IDS[f"h{level}"]: "h4+" if level > 3 else f"h{level}" for level in range(1, 7)}
"""The column of each level of headings."""
_NEAR: Final = 0.7
"""Similarity from which two texts are forms of one headline."""

_STATED: Final = ("headline", "alternative", "name", "og", "twitter", "other", "element", "marked")
_LIKE: Final = ("headline", "og", "element")
"""Kinds of statements with which candidates are compared letter by letter."""
_WAYS: Final = ("front", "back", "inner")

NAMES: Final[tuple[str, ...]] = (
    *(f"is {name}" for name in _STATED),
    *(f"like {name}" for name in _LIKE),
    *(f"{way} of {name}" for name in ("stated", "element") for way in _WAYS),
    *(f"page has {name}" for name in ("headline", "og", "element", "h1", "one h1", "marked")),
    "stated count", "most like another", "begins another", "within another", "holds another",
    "h1", "h2", "h3", "h4+", "first h1", "only h1", "first heading", "bold", "strong class", "weak class",
    "other class",
    "shown", "in link", "in aside", "in header", "in article", "in body", "before body", "just before body",
    "distance before", "distance after", "place", "times shown",
    "words 1-2", "words 3-4", "words 5-20", "words 21-30", "words more", "log characters",
    "cut off", "has separator", "has colon", "no letters lower", "ends with stop", "ends with question",
    "is site", "holds site", "is host", "digits", "has date",
    "slug recall", "slug precision", "no slug", "body recall", "rest is site", "rest is short", "rest is section",
    "part of heading", "only in text", "only in head",
    "families", "most families", "ahead of others", "holds h1", "rest is shown", "begins with mark",
    "is piece", "has pieces", "og is headline", "og is h1", "headline is h1", "og is a piece", "og piece",
    "headline piece", "within og", "holds og", "within headline", "holds headline", "og is cleaner",
)  # fmt: skip
"""Names of the columns of evidence, in order."""
_AT: Final = {name: at for at, name in enumerate(NAMES)}
_FAMILIES: Final = (("is headline",), ("is og", "is twitter", "is other"), ("is element", "front of element"), ("h1",))
"""Ways of stating a headline that publishing systems fill apart from each other."""
_WHOLE: Final = frozenset({"headline", "og", "twitter", "marked"})
"""Kinds of statements that are of a headline alone."""
_OF_HEADLINES: Final = _WHOLE | {"element"}
"""And those that are of one and, often, of the site."""
_IS: Final = [_AT[f"is {name}"] for name in _STATED]
_SIZES: Final = [_AT[name] for name in ("words 1-2", "words 3-4", "words 5-20", "words 21-30", "words more")]
_LIMITS: Final = (2, 4, 20, 30)
"""Words up to which a candidate is of each size."""
_BETWEEN: Final = re.compile(r"\s[|»«·•–—-]\s|\|")
_STOPS: Final = (".", "!", "。", "！")
_Stated = tuple[str, str, str]
"""What is stated: text, kind, source."""
_Shown = tuple[str, int, str]
"""What is shown: text, row, source."""
_DATE: Final = re.compile(r"\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b|\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d{1,2}:\d\d\b")


@dataclass(slots=True, eq=False)
class Headline(Candidate):
    """A candidate.

    Attributes:
        text: how it is written, as shown on the page where it is.
        folded: its letters and digits.
        sources: where it stands, the most telling first.
        evidence: one number a column, shape (len(NAMES),), while they are gathered one by one.
        row: the row of the heading or element that shows it, -1 where none does.
    """

    columns: ClassVar[Mapping[str, int]] = _AT
    text: str
    folded: str
    sources: list[str]
    evidence: list[float] = field(default_factory=lambda: [0.0] * len(NAMES))
    row: int = -1


def headlines(context: Context) -> tuple[list[Headline], NDArray[np.float32]]:
    """The candidates of a page, in the order in which they were found; and their evidence, shape (n, columns)."""
    found: dict[str, Headline] = {}
    stated = context.once(_all_stated)
    for text, name, source in stated:
        one = _add(found, text, source)
        if one is not None:
            one.mark(f"is {name}")
    parts = [(name, source, *part) for text, name, source in stated for part in _parts(text)]
    named = {*found, *(fold(part) for _, _, part, _, _ in parts)}
    described: set[tuple[str, int]] = set()
    for text, row, source in _shown(context, named):
        one = _add(found, text, source, row=row)
        if one is not None:
            if (one.folded, row) not in described:
                described.add((one.folded, row))
                _describe_row(context, one, row)
            if source.endswith("(part)"):
                one.mark("is piece")
    rests = _Rests(context, {one.folded for one in found.values() if one.row >= 0})
    for name, source, part, way, rest in parts:
        one = _add(found, part, f"{source} (part)")
        if one is None:
            continue
        one.mark(f"{way} of {'element' if name == 'element' else 'stated'}")
        for column in rests.columns(rest):
            one.mark(column)
    candidates = list(found.values())
    return candidates, _describe(context, candidates, stated)


def _add(found: dict[str, Headline], text: str, source: str, *, row: int = -1) -> Headline | None:
    text = plain(text)
    if text.endswith(_ANCHORS) or text.startswith(_ANCHORS):
        text = _ANCHOR.sub("", text)
    mark = _MARK.match(text) if text.startswith(_MARKS) else None
    text = text if mark is None else text[mark.end() :].strip()
    if not text or len(text) > _LONGEST or "\ufffd" in text:
        return None
    folded = fold(text)
    if not any(map(str.isalpha, folded)):
        return None
    one = found.get(folded)
    if one is None:
        one = found[folded] = Headline(text=text, folded=folded, sources=[])
    if mark is not None:
        one.mark("begins with mark")
    if source not in one.sources:
        one.sources.append(source)
    if row >= 0 and one.row < 0:
        # As readers see it, but for shouting.
        shouted = text.isupper() and not one.text.isupper()
        if not (shouted or _adds_marks(text, one.text) or _is_parted(text, one.text)) and (
            _INNER.search(text) or not _INNER.search(one.text)
        ):
            one.text = text
        one.row = row
    elif _adds_marks(one.text, text):
        one.text = text
    return one


def _adds_marks(text: str, other: str) -> bool:
    """Whether a text is another with nothing but marks behind it or before it: the stars of a review, a sign for a
    link to itself, one for what costs.

    >>> _adds_marks("A play about bees ★★★☆☆", "A play about bees"), _adds_marks("Bridge agreed!", "Bridge agreed")
    (True, False)
    """
    if len(text) <= len(other) or not text.startswith(other):
        return text.endswith(f" {other}") and _are_marks(text[: -len(other)].strip().removeprefix("+"))
    return _are_marks(text[len(other) :].strip())


def _are_marks(rest: str) -> bool:
    return all(mark in _ANCHORS or unicodedata.category(mark) == "So" for mark in rest)


def _is_parted(text: str, other: str) -> bool:
    """Whether a text in a script without spaces is another that was broken into lines.

    >>> _is_parted("大橋終於 獲得同意", "大橋終於獲得同意"), _is_parted("Bridge agreed", "Bridgeagreed")
    (True, False)
    """
    return len(text) > len(other) and text.replace(" ", "") == other and is_wide(text)


def agreed(context: Context) -> list[Headline]:
    """The headline and what else is stated, without evidence, where there is nothing to weigh; nothing where there is.

    So it is where the head states one headline alone, however often, and a heading of the first level near the body
    shows the same in one piece; and where the only such heading does so, and all that is stated, the ``title`` element
    too, is its words or begins with them and goes on behind a separator.
    On 4,674 pages it is what the learnt choice takes as well (on 1,772 of them).
    """
    stated = context.once(_all_stated)
    whole = {fold(text) for text, name, _ in stated if name in _WHOLE}
    alone = whole if len(whole) == 1 and whole.isdisjoint(context.site_names) else ()
    headings = (row for row in context.once(_headings)[:_MOST_HEADINGS] if context.tag[row] == _H1)
    shows = [row for row in headings if _is_close(context, row)]
    for row in shows:
        shown = context.words_of(row)
        folded = fold(shown)
        is_said = folded in alone or (len(shows) == 1 and _begins_all(context, folded, stated))
        if is_said and next(_pieces(context, row), None) is None:
            break
    else:
        return []
    found: dict[str, Headline] = {}
    for text, name, source in stated:
        if name in _WHOLE and fold(text) == folded:
            _add(found, text, source)
    _add(found, shown, "text:h1", row=row)
    for text, name, source in stated:
        _add(found, text, source)
        if name in _OF_HEADLINES and _fronts(folded, text):
            _add(found, shown, f"{source} (part)")
    return list(found.values())


def _begins_all(context: Context, heading: str, stated: Iterable[_Stated]) -> bool:
    """Whether all that is stated of headlines is a folded heading, or begins with it before a separator.

    It is no name of a site: neither a known one, nor short, nor with the word in it for which the address stands.
    """
    site = context.domain_word
    if len(heading) < _TELLING_LETTERS or heading in context.site_names or (site and site in heading):
        return False
    of_headlines = [text for text, name, _ in stated if name in _OF_HEADLINES]
    return bool(of_headlines) and all(fold(text) == heading or _fronts(heading, text) for text in of_headlines)


def _fronts(heading: str, stated: str) -> bool:
    """Whether a folded heading is what stands before one of the separators of what is stated."""
    return any(way == "front" and fold(part) == heading for part, way, _ in _parts(stated))


def _all_stated(context: Context) -> list[_Stated]:
    """What is stated, as far as it is worth comparing."""
    return list(islice(_stated(context), _MOST_STATED))


def _stated(context: Context) -> Iterator[_Stated]:
    """What is stated."""
    structured = context.structured
    for key, name in (("headline", "headline"), ("alternativeHeadline", "alternative"), ("name", "name")):
        for value, source in structured.stated(key):
            if isinstance(value, list):
                value = value[0]
            if text := clean(value):
                yield text, name, source
    for name, metas in _META.items():
        for value, source in structured.metas(*metas):
            yield value, name, source
    if structured.title and len(structured.title) <= _LONGEST:
        yield structured.title, "element", "title"
    for one in structured.marked:
        if "Breadcrumb" in one.type:
            continue
        if one.name in ("headline", "title") or (one.name == "name" and _ARTICLE.search(one.type)):
            yield one.value, "marked", f"{one.kind}:{one.type or 'Thing'}.{one.name}"


def _shown(context: Context, named: Collection[str]) -> Iterator[_Shown]:
    """What is shown.

    Args:
        context: the page.
        named: the folded texts that are candidates wherever they are shown.
    """
    letters = {text[:1] for text in named}

    def apart(row: int) -> bool:
        """Whether a row is far from where a headline stands, and begins otherwise than what is named."""
        if _near(context, row):
            return False
        letter = context.ahead(row, _INDENT).lstrip()[:1].casefold()
        return (letter.isalnum() and letter not in letters) or fold(context.words_of(row)) not in named

    yield from _of_headings(context, named, apart)
    yield from _of_classes(context, named, apart)
    yield from _of_segments(context, named)


def _of_headings(context: Context, named: Collection[str], apart: Callable[[int], bool]) -> Iterator[_Shown]:
    """What headings show: those of the first level wherever they are; of the others, those at the head of the page."""
    headings = context.once(_headings)
    main = [row for row in headings[_MOST_HEADINGS:] if context.tag[row] == _H1]
    for row in filterfalse(apart, [*headings[:_MOST_HEADINGS], *main[:_MOST_MAIN]]):
        name = context.page.name(row)
        if name == "h1":
            if not context.size(row) and (text := _pictured(context, row)):
                yield text, row, "text:h1[alt]"
                continue
        elif _is_no_headline(context, context.words_of(row), named):
            continue
        text = _without_buttons(context, row)
        if name == "h1" and context.end[row] - row > _PARTS and text == context.words_of(row):
            text = spaced_element(context, row)
        yield text, row, f"text:{name}"
        if name in ("h1", "h2") and 2 < context.end[row] - row < _LARGE:
            near = _near(context, row)
            for part in _pieces(context, row):
                if near or fold(part) in named:
                    yield part, row, f"text:{name} (part)"


def _of_classes(context: Context, named: Collection[str], apart: Callable[[int], bool]) -> Iterator[_Shown]:
    """What elements show whose class or id speaks of titles."""
    rows = (
        row
        for row in sorted(context.elements.holding("class", _CLASS) | context.elements.holding("id", _ID))
        if not context.hidden[row] and 1 < context.end[row] - row < _LARGE and context.size(row) <= 2 * _LONGEST
    )
    for row in filterfalse(apart, islice(rows, _MOST_CLASSES)):
        text = context.words_of(row)
        if not (_is_no_headline(context, text, named) or (_is_way(text) and fold(text) not in named)):
            yield text, row, "class:title"


def _of_segments(context: Context, named: Collection[str]) -> Iterator[_Shown]:
    """What segments show before the body, and at its beginning; the last one of a page is nothing's headline."""
    chars, texts, begin = context.page.segments.chars.data, context.texts, context.first
    for at in range(max(0, begin - _BEFORE), min(len(texts) - 1, begin + _INTO)):
        text = texts[at]
        if chars[at] > _PLAIN or text.endswith(_STOPS) or starts_byline(text) or _is_date(text, context):
            continue
        if fold(text) in named or not (_is_other(context, at) or _is_signed(text, context)):
            yield text, context.first_row[at], "text:segment"


def _without_buttons(context: Context, row: int) -> str:
    """What a heading says, without the buttons and times before and behind it, and what only screen readers say; where
    it has nothing else, all of it.
    """
    whole = text = context.words_of(row)
    if _PARTS < context.end[row] - row < _LARGE:
        for at in range(row + 1, context.end[row]):
            if context.tag[at] in _BUTTONS or _is_spoken(context.label(at)):
                said = context.words_of(at)
                text = text.removesuffix(said).removeprefix(said).strip()
    return text or whole


def _pictured(context: Context, row: int) -> str | None:
    """What a heading says that is a picture; one of few words is the site's."""
    inside = range(row + 1, min(context.end[row], row + _LARGE))
    text = next((text for at in inside if (text := clean(context.elements.value(at, "alt")))), None)
    return text if text and (count_words(text) >= _TELLING_WORDS or len(text) >= _TELLING_CHARS) else None


def _is_date(text: str, context: Context) -> bool:
    """Whether a short text is a date, with no more than a word or two beside it."""
    if len(text) > _DATE_CHARS or not any(map(str.isdigit, text)):
        return False
    found = dates_in(text, tongue(context))
    return bool(found) and max(found[0].start, len(text) - found[0].stop) <= _BESIDE_DATE


def _is_signed(text: str, context: Context) -> bool:
    """Whether a short text ends with a day and the year, behind a name or a place."""
    if len(text) > 2 * _DATE_CHARS or not text[-4:].isdecimal():
        return False
    found = dates_in(text, tongue(context))
    return bool(found) and found[-1].stop == len(text) and found[-1].start <= _DATE_CHARS


def _is_no_headline(context: Context, text: str, named: Collection[str]) -> bool:
    """Whether a heading is a date or what a part of the page is called, and nothing states it.

    Args:
        context: the page.
        text: the heading.
        named: the folded texts that are candidates wherever they are shown.
    """
    if len(text) > _DATE_CHARS:
        return False
    folded = fold(text)
    return (folded in _LABELS or _is_date(text, context)) and folded not in named


def _is_way(text: str) -> bool:
    """Whether a line is the way to a page: what it is in, one in the other."""
    return sum(map(text.count, _STEPS)) > _MOST_STEPS


def _is_other(context: Context, at: int) -> bool:
    """Whether a segment that nothing marks as a headline is marked as something else: a label, a message of a program,
    an address, the way to the page, a control of a form, or a caption.
    """
    text, row = context.texts[at], context.first_row[at]
    if fold(text) in _LABELS or _is_way(text):
        return True
    if (text[-1:].isdecimal() or text.startswith(_ADDRESS)) and _NO_WORDS.fullmatch(text):
        return True
    chain = context.chain(row, _CONTAINERS)
    return not _CONTROLS.isdisjoint([context.tag[up] for up in chain[:4]]) or _is_caption(context, at, chain)


def _is_caption(context: Context, at: int, chain: list[int]) -> bool:
    """Whether a segment is the caption of a picture: called so, or alone with one in a box, behind it.

    Args:
        context: the page.
        at: the segment.
        chain: its first row and some ancestors.
    """
    row = chain[0]
    if context.is_in_caption(row):
        return True
    if any((label := context.label(up)) and _names_caption(label) for up in chain[1:3]):
        return True
    # The last segment of a page is none of these.
    start, stop = context.last_row[at - 1] if at else -1, context.first_row[at + 1]
    for up in chain[1:]:
        if up <= start or context.end[up] > stop:
            break
        if any(context.tag[one] == _IMG and _is_picture(context, one) for one in range(up + 1, row)):
            return True
    return False


def _is_picture(context: Context, row: int) -> bool:
    """Whether an image is said to be large."""
    sizes = [context.elements.value(row, name).removesuffix("px") for name in ("width", "height")]
    return all(size.isdecimal() and len(size) <= _DIGITS and int(size) >= _PICTURE for size in sizes)


def _headings(context: Context) -> list[int]:
    """The rows of headings that are shown, in document order."""
    page = context.page
    rows: list[int] = (tags.HEADING.take(page.tag) & ~page.hidden).nonzero()[0].tolist()
    return rows


def _near(context: Context, row: int) -> bool:
    """Whether a row is near enough to the body's beginning to show its headline, or is a heading of the first level.

    The others are headlines of other articles, unless something states the same: half of all that pages show as titles.
    Of 2,145 pages on which the headline is known it is one of them on four.
    """
    return context.tag[row] == _H1 or _is_close(context, row)


def _is_close(context: Context, row: int) -> bool:
    """Whether a row is near enough to the body's beginning to show its headline."""
    return -_WAY_BEFORE <= context.place[row] - context.first <= _WAY_AFTER


def _pieces(context: Context, row: int) -> Iterator[str]:
    """The texts of a heading's own elements and lines: a kicker and the headline often share one heading."""
    page = context.page
    children = [child for child in page.children(row) if context.size(child)]
    if len(children) > 1:
        for at, child in enumerate(children):
            if text := context.words_of(child) if not page.is_text[child] else " ".join(page.raw(child).split()):
                yield text
            if at and (text := " ".join(page.raw(row)[page.start[child] - page.start[row] :].split())):
                yield text
    elif len(children) == 1 and not page.is_text[children[0]]:
        yield from _pieces(context, children[0])


@lru_cache(maxsize=64)
def _parts(text: str) -> tuple[tuple[str, str, str], ...]:
    """Parts that separators set off: the part, where it is (front, back, inner), and what is left out; remembered while
    a page is read, which states the same several times.
    """
    return tuple(_set_off(text))


def _set_off(text: str) -> Iterator[tuple[str, str, str]]:
    """The same, looked for."""
    cuts = [(found.start(), found.end()) for found in _SEPARATOR.finditer(text)]
    if not cuts or len(cuts) > 8:
        return
    bare = _bare
    if any(map(text.__contains__, _GUILLEMETS)):
        marks = {at for found in _QUOTED.finditer(text) for at in (found.start(), found.end() - 1)}
        cuts = [(begin, end) for begin, end in cuts if marks.isdisjoint(range(begin, end))]
        bare = _with_quotes
    for begin, end in cuts:
        yield bare(text[:begin]), "front", bare(text[end:])
        yield bare(text[end:]), "back", bare(text[:begin])
    for one, (_, end) in enumerate(cuts):
        for begin, _ in cuts[one + 1 :]:
            yield bare(text[end:begin]), "inner", bare(text[begin:])


def _bare(part: str) -> str:
    """A part without what is left of separators around it."""
    return part.strip(_EDGES)


def _with_quotes(part: str) -> str:
    """The same, with the guillemets at its edges that belong to one in it, or to each other.

    >>> _with_quotes(" «Enough» | "), _with_quotes(": »Enough«"), _with_quotes("« Bridge agreed")
    ('«Enough»', '»Enough«', 'Bridge agreed')
    """
    bare = part.strip(_EDGES)
    begin = part.find(bare)
    end = begin + len(bare)
    for found in _QUOTED.finditer(part):
        if found.start() < begin < found.end():
            begin = found.start()
        if found.start() < end < found.end():
            end = found.end()
    return part[begin:end]


def _describe_row(context: Context, one: Headline, row: int) -> None:
    """Evidence of where a candidate is shown; of several places, each leaves its marks."""
    page = context.page
    chain = context.chain(row, 7)
    names = [context.tag[up] for up in chain]
    if heading := next((_HEADING[name] for name in names[:4] if name in _HEADING), None):
        one.mark(heading)
    kinds = 0
    for up in chain[:3]:
        kinds |= _kinds(context.label(up))
    holds_link = context.size(row) > 0 and any(context.tag[child] == _A for child in page.children(row))
    place = context.place[row]
    before = context.first - place
    one.mark_all(
        {
            "bold": not _BIG.isdisjoint(names[:3]),
            "strong class": kinds & _STRONG > 0,
            "weak class": kinds & _WEAK > 0,
            "other class": kinds & _ANY > 0,
            "shown": 1,
            "in link": holds_link or context.is_in_link(row),
            "in aside": context.is_aside(row),
            "in header": not _HEAD.isdisjoint(names),
            "in article": context.is_in_article(row),
            "in body": context.is_in_body(row),
            "before body": before > 0,
            "just before body": 0 <= before <= 3,
            "distance before" if before >= 0 else "distance after": 1 / (1 + abs(before)),
            "place": 1 - place / max(1, len(page.segments)),
        }
    )


@lru_cache(maxsize=8192)
def _kinds(label: str) -> int:
    """What classes or ids speak of: `_STRONG`, `_WEAK`, and `_ANY` where there are some."""
    kinds = _ANY if label else 0
    for name in label.split():
        kinds |= _kinds_of_one(name)
    return kinds


@lru_cache(maxsize=8192)
def _kinds_of_one(name: str) -> int:
    lower = name.lower()
    if not any(map(lower.__contains__, _STEMS)):
        return 0
    found = {match.lastgroup for match in _LEXICON.finditer(name)}
    return _STRONG * ("strong" in found) | _WEAK * ("sub" in found)


class _Rests:
    """Evidence of what was cut off a text; the same is cut off several."""

    def __init__(self, context: Context, shown: set[str]) -> None:
        self._context = context
        self._shown = shown
        self._sections = {
            fold(value) for value, _ in context.structured.metas("article:section", "section", "parsely-section")
        }
        self._known: dict[str, list[str]] = {}

    def columns(self, rest: str) -> list[str]:
        """The columns that it marks."""
        found = self._known.get(rest)
        if found is None:
            folded = fold(rest)
            found = self._known[rest] = [
                name
                for name, is_so in (
                    ("rest is shown", folded in self._shown),
                    ("rest is site", self._context.is_site(rest) or _names_site(self._context, rest)),
                    ("rest is short", len(rest.split()) <= 4),
                    ("rest is section", folded in self._sections),
                )
                if is_so
            ]
        return found


def _names_site(context: Context, folded: str) -> bool:
    """Whether a folded text holds a name of the site, or the site's address the text."""
    return any(map(folded.__contains__, context.long_site_names)) or (len(folded) > 3 and folded in context.host_folded)


class _Others(NamedTuple):
    """What a page states and shows of headlines, folded: candidates are compared with it.

    Attributes:
        stated: what is stated.
        of_kind: the same, by its kind.
        h1: the headings of the first level, in order.
        heading: the first heading of any level.
        pieces: the candidates that are parts of headings.
    """

    stated: frozenset[str]
    of_kind: Mapping[str, frozenset[str]]
    h1: Sequence[str]
    heading: str
    pieces: frozenset[str]


def _others(context: Context, candidates: list[Headline], stated: list[_Stated]) -> _Others:
    """What the candidates are compared with."""
    folded = [(text, kind) for whole, kind, _ in stated if (text := fold(whole))]
    headings = context.once(_headings)
    h1 = [row for row in headings if context.tag[row] == _H1][:_MOST_H1]
    return _Others(
        stated=frozenset([text for text, _ in folded]),
        of_kind={name: frozenset([text for text, kind in folded if kind == name]) for name in ("og", "headline")},
        h1=[text for row in h1 if (text := fold(_without_buttons(context, row)))],
        heading=fold(_without_buttons(context, headings[0])) if headings else "",
        pieces=frozenset([one.folded for one in candidates if one.has("is piece")]),
    )


def _describe(context: Context, candidates: list[Headline], stated: list[_Stated]) -> NDArray[np.float32]:
    """Evidence that is in a candidate's words, and in the other candidates."""
    if not candidates:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    others = _others(context, candidates, stated)
    for one in candidates:
        _describe_beside_stated(one, others)
        _describe_beside_shown(context, one, others)
        _describe_words(context, one)
    of_page = [_AT[name] for name in _of_page(others, {kind for _, kind, _ in stated})]
    for one in candidates:
        for at in of_page:
            one.evidence[at] = 1
    _describe_likeness(candidates, stated)
    return evidence_of(candidates)


def _of_page(others: _Others, has: set[str]) -> list[str]:
    """The columns that all candidates of a page have.

    Args:
        others: what the page states and shows.
        has: the kinds of statements of which it has some.
    """
    first = others.h1[0] if others.h1 else ""
    ogs, headlines_ = others.of_kind["og"], others.of_kind["headline"]
    columns = {
        **{f"page has {kind}": kind in has for kind in ("headline", "og", "element", "marked")},
        "page has h1": bool(others.h1),
        "page has one h1": len(set(others.h1)) == 1,
        "og is headline": not ogs.isdisjoint(headlines_),
        "og is h1": first in ogs,
        "headline is h1": first in headlines_,
        "og is a piece": not ogs.isdisjoint(others.pieces - {first}),
        "og is cleaner": any(og in text and og != text for og in ogs for text in headlines_),
    }
    return [name for name, is_so in columns.items() if is_so]


def _describe_beside_stated(one: Headline, others: _Others) -> None:
    """Evidence of what is stated beside a candidate: whether it is a part of that, or that of it."""
    mine = one.folded
    beside = others.stated - {mine}
    if around := [text for text in beside if mine in text]:
        one.mark("within another")
        one.mark("begins another", any(text.startswith(mine) for text in around))
        for kind, texts in others.of_kind.items():
            one.mark(f"within {kind}", not texts.isdisjoint(around))
    if inside := [text for text in beside if text in mine]:
        one.mark("holds another", max(map(len, inside)) > _TELLING_STATED)
        for kind, texts in others.of_kind.items():
            one.mark(f"holds {kind}", not texts.isdisjoint(inside))


def _describe_beside_shown(context: Context, one: Headline, others: _Others) -> None:
    """Evidence of what is shown beside a candidate: the headings, and parts of them."""
    at, row, mine, pieces = _AT, one.evidence, one.folded, others.pieces
    row[at["times shown"]] = min(3, context.texts.count(one.text)) / 3
    row[at["only in head"]] = one.row < 0
    row[at["first heading"]] = mine == others.heading
    if others.h1 and mine == others.h1[0]:
        row[at["first h1"]] = 1
        row[at["only h1"]] = len(set(others.h1)) == 1
    elif mine in pieces:
        row[at["og piece"]] = mine in others.of_kind["og"]
        row[at["headline piece"]] = mine in others.of_kind["headline"]
    if pieces and mine not in pieces:
        row[at["has pieces"]] = any(map(mine.__contains__, pieces))
    for text in others.h1:
        if mine in text and text != mine:
            row[at["part of heading"]] = 1
        elif text in mine and text != mine and len(text) > _TELLING_H1:
            row[at["holds h1"]] = 1


def _describe_likeness(candidates: list[Headline], stated: list[_Stated]) -> None:
    """Evidence that takes all candidates together: how alike they are, and how many sources agree."""
    at = _AT
    by_kind = {
        kind: texts
        for kind in _LIKE
        if (texts := [text.casefold()[:_LONGEST] for text, name, _ in stated if name == kind])
    }
    if by_kind:
        alike = _alike(
            [one.text.casefold() for one in candidates], [text for texts in by_kind.values() for text in texts]
        )
        ends = [*accumulate(map(len, by_kind.values()), initial=0)]
        columns = [(at[f"like {kind}"], begin, end) for kind, (begin, end) in zip(by_kind, pairwise(ends), strict=True)]
        for one, likeness in zip(candidates, alike, strict=True):
            for column, begin, end in columns:
                one.evidence[column] = max(likeness[begin:end])
    folded = [one.folded for one in candidates]
    alike = _alike(folded, folded)
    families = [sum([one.has_any(names) for names in _FAMILIES]) for one in candidates]
    best, second = sorted([*families, 0], reverse=True)[:2]
    for number, (one, likeness, own) in enumerate(zip(candidates, alike, families, strict=True)):
        row, rival = one.evidence, second if own == best else best
        times = sum([row[column] != 0 for column in _IS])
        likeness[number] = 0  # to itself
        row[at["most like another"]] = max(likeness)
        row[at["stated count"]] = times / 4
        row[at["only in text"]] = times == 0
        row[at["families"]] = own / len(_FAMILIES)
        row[at["most families"]] = own > rival
        row[at["ahead of others"]] = (own - rival) / len(_FAMILIES)


def _is_unspaced(folded: str) -> bool:
    """Whether most of a text is Chinese or Japanese, which has spaces between clauses at the most.

    >>> _is_unspaced("當心選前症候群醫師提醒健康為重"), _is_unspaced("다리합의"), _is_unspaced("bridge")
    (True, False, False)
    """
    return (
        not folded.isascii()
        and is_wide(folded)
        and 2 * sum("\u2e7f" < letter < "\ua000" for letter in folded) > len(folded)
    )


def _describe_words(context: Context, one: Headline) -> None:
    """Evidence in the words themselves."""
    at, row, text, folded = _AT, one.evidence, one.text, one.folded
    tokens = words(text)
    size = count_words(text, tokens)
    if len(folded) >= 9 * size or _is_unspaced(folded):
        size = len(folded) / 2  # characters of scripts without spaces count for half a word
    row[_SIZES[bisect_left(_LIMITS, size)]] = 1
    row[at["log characters"]] = math.log1p(len(text)) / 6
    row[at["cut off"]] = text.endswith(("…", "..."))
    row[at["has separator"]] = _BETWEEN.search(text) is not None
    row[at["has colon"]] = ": " in text
    row[at["no letters lower"]] = text.isupper()
    row[at["ends with stop"]] = text.endswith(_STOPS) and not text.endswith("...")
    row[at["ends with question"]] = text.endswith(("?", "？"))
    row[at["is site"]] = folded in context.site_names
    row[at["holds site"]] = _names_site(context, folded)
    row[at["is host"]] = len(folded) > 3 and folded in context.host_folded
    if not folded.isalpha():
        row[at["digits"]] = sum(map(str.isdigit, folded)) / len(folded)
        row[at["has date"]] = _DATE.search(text) is not None
    slug = context.slug_plain
    row[at["no slug"]] = not slug
    if slug:
        # Slugs are written without accents; a prefix is enough.
        plain_ = set(tokens if text.isascii() else map(_ascii, tokens))
        shared = sum(map(plain_.__contains__, slug))
        row[at["slug recall"]] = shared / len(slug)
        row[at["slug precision"]] = shared / len(plain_)
    content = [token for token in tokens if len(token) > 3]
    if content:
        row[at["body recall"]] = sum(map(context.says_in_body, content)) / len(content)


def _alike(some: list[str], others: list[str]) -> list[list[float]]:
    """How alike texts are, 0 where they hardly are: for each of some a list with all others."""
    likeness: list[list[float]] = process.cdist(
        some, others, scorer=Levenshtein.normalized_similarity, score_cutoff=_NEAR, dtype=np.float32
    ).tolist()
    return likeness
