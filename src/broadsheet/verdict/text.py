"""Features of a page's text: its paragraphs, headlines and links, what is near the main heading, and phrases.

Amounts are logarithms of characters or counts. Phrases are looked for in the title, the main heading and short lines,
never in running text, where news may quote them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet import engine
from broadsheet.facts import Facts
from broadsheet.facts.texts import unspaced_words
from broadsheet.lexicon import PAGES, page_words, title_pattern
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray, sums_before
from broadsheet.page.forks import made_once

__all__ = ["SEPARATORS", "Lines", "heading_features", "phrases_in", "text_features"]

SEPARATORS: Final = re.compile(r"\s[|»«·•–—-]\s")  # between a title and the name of its site
MIN_PROSE_CHARS: Final = 80  # shortest line of running text
MIN_HEADLINE_CHARS: Final = 18
MAX_HEADLINE_CHARS: Final = 220
MAX_HEADING_CHARS: Final = 300  # characters of a main heading that are read
MAX_HEADINGS_READ: Final = 5  # main headings that are read
MAX_HEADING_WORDS: Final = 12.0  # words of a main heading that count, and of one that is missing
MAX_TITLE_WORDS: Final = 20.0
MAX_CARD_LEVELS: Final = 5  # levels above a heading where its card is looked for
MAX_CARD_CHARS: Final = 600
MAX_LINKS: Final = 1000  # links whose addresses are read
LINES_BEFORE, LINES_AFTER = 4, 12  # the lines around the main heading that are near it
MAX_NEAR_CHARS: Final = 120  # longest line near the heading that is read
_HEADING: Final = tags.mask("h1 h2 h3 h4")
_CODE: Final = tags.mask("pre code kbd samp xmp plaintext")
_H1, _ITEM, _TIME, _INPUT, _IMG, _FIGURE, _VIDEO, _AUDIO = (
    tags.IDS[name] for name in "h1 li time input img figure video audio".split()
)
_FRAMES: Final = {"iframe": "src", "embed": "src", "object": "data"}  # elements that may be players, by address
_PLAYER: Final = re.compile(r"player|embed|video|youtu|vimeo|audio|podcast", re.IGNORECASE)  # in such an address
_USERS: Final = "u user users usuario utilisateur member members mitglied profile profiles people".split()
_PEOPLE: Final = engine.Words([[f"{begin}{name}{end}" for begin in "/?&=." for name in _USERS for end in "/=?-"]])
"""In an address: the page of a user of the site."""
_UNMARKED: Final = (0x0E00, 0x17FF)  # code points of Thai to Khmer, where sentences need no punctuation
_DAY: Final = re.compile(
    r"\b(?:19|20)\d{2}\b|\b\d+ ?(?:min|mins|minutes?|hours?|h|hrs?|days?|weeks?|months?|years?|std|stunden?|tagen?)\b"
    r"(?: ago)?|\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}:\d{2}|年"
)
_PRICE: Final = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|zł|kr\b|руб|円|元)")
_BY: Final = page_words("lines", "by")

MAX_SHORT_CHARS: Final = 90  # longest line in which phrases are looked for
MAX_SENTENCE_CHARS: Final = 300  # the same on a page with few lines
MAX_TITLE_CHARS: Final = 1000  # characters of titles and headings in which patterns are looked for
MAX_LINES: Final = 3000  # lines that are read
FEW_LINES: Final = 60  # a page with fewer may be nothing but an error message
_ERROR, _TROUBLE, _AROUND = (page_words("error", name) for name in ("phrases", "trouble", "around"))
_CONSENT, _SIGN_IN = page_words("wall", "consent"), page_words("wall", "sign_in")
_BANNER: Final = _CONSENT | _SIGN_IN  # phrases that banners and folded forms show on pages with an article too
_WALL: Final = _BANNER | page_words("wall", "subscribe")
_MASTHEAD: Final = _SIGN_IN | {"already a subscriber"}  # phrases that also stand above articles
_TITLES: Final = {name: title_pattern(name) for name in PAGES["titles"]}
_HEADLINES: Final = ("question", "guide")  # patterns that are looked for in the headline without the site's name
_LINES: Final = ("call", "forum", "shop")
_COUNTS: Final = page_words("lines", "counts")
_COMMANDS: Final = page_words("lines", "forum")
_OF_LINE: Final = {phrase: kind for kind in _LINES for phrase in PAGES["lines"][kind]}  # kinds of whole lines
_PHRASES: Final = engine.Words([[*_WALL], PAGES["parts_of_lines"]["cart"], [*_OF_LINE, *_COUNTS, *_COMMANDS]])
_WORD: Final = re.compile(r"[^\W\d_]+")
_EDGES: Final = " .:!>»›→…+·|-()[]*\u00a0\u200b"


class Lines:
    """The segments of a page with their features; columns of shape (m,).

    The main heading is the ``h1`` that is most like the page's title.

    Attributes:
        page: the page.
        size: the length of each line, in characters of an alphabet.
        is_prose: whether it is running text.
        is_headline: whether it is a link as long as a headline.
        before: visible characters before each row, and on the whole page; shape (page size + 1,).
        links_before: the same for characters in links.
        h1: the row of the main heading, -1 if there is none.
        h1_text: its text.
    """

    def __init__(self, page: Page, title: str) -> None:
        self.page, segments = page, page.segments
        chars = segments.chars.astype(np.float64)
        # A Chinese or Japanese character says as much as several of an alphabet.
        size = np.where(segments.words > 0.5 * chars, np.maximum(chars, 3.0 * segments.words), chars)
        linked = segments.link_chars / chars
        self.size: FloatArray = size
        self.is_prose: BoolArray = (size >= MIN_PROSE_CHARS) & (linked < 0.3) & ((segments.punct > 0) | _unmarked(page))
        self.is_headline: BoolArray = (linked >= 0.8) & (size >= MIN_HEADLINE_CHARS) & (size <= MAX_HEADLINE_CHARS)
        self.before = sums_before(page.chars * page.shown)
        self.links_before = sums_before(page.link_chars * page.shown)
        rows = [row for row in page.rows_of(_H1) if self.before[page.end[row]] > self.before[row]]
        found = [(row, page.words_of(row)[:MAX_HEADING_CHARS]) for row in rows[:MAX_HEADINGS_READ]]
        wanted = set(title.lower().split())
        self.h1: int
        self.h1, self.h1_text = max(found, key=lambda one: _likeness(one[1], wanted), default=(-1, ""))

    @made_once
    def first(self) -> int:
        """The line of the main heading, else the first line of running text, else 0."""
        if self.h1 >= 0:
            return int(self.page.segments.start.searchsorted(self.page.start[self.h1]))
        return int(self.is_prose.argmax()) if self.is_prose.any() else 0

    def chars(self, rows: NDArray[np.integer]) -> NDArray[np.int64]:
        """The visible characters in the subtrees of some rows."""
        out: NDArray[np.int64] = self.before[self.page.end[rows]] - self.before[rows]
        return out


def _likeness(text: str, wanted: set[str]) -> float:
    """The Jaccard index of a text's words and some others."""
    found = set(text.lower().split())
    return len(found & wanted) / max(1, len(found | wanted))


def _unmarked(page: Page) -> BoolArray:
    """Whether most of each segment is in a script whose sentences need no punctuation."""
    segments, (first, last) = page.segments, _UNMARKED
    flags = page.points - np.uint32(first) <= last - first  # lower code points wrap around to high ones
    if not flags.any():
        return np.zeros(len(segments), dtype=np.bool_)
    held = sums_before(flags)
    out: BoolArray = 2 * (held[segments.stop] - held[segments.start]) > segments.chars
    return out


def _word_count(text: str) -> float:
    """Words of a text; two Chinese or Japanese characters count as one."""
    wide = 0 if text.isascii() else sum(character >= "\u3040" for character in text)
    return max(len(text.split()), wide / 2, unspaced_words(text))


def text_features(facts: Facts, lines: Lines) -> dict[str, float]:
    """Running text, headlines, links, players and forms, by name; NaN where there is no running text or no heading."""
    page, structured = facts.page, facts.structured
    size, prose = lines.size, lines.is_prose
    secrets = facts.elements.pairs("type", lambda kind: kind.lower() == "password")
    total, amount, in_headlines = max(1.0, float(size.sum())), float(size @ prose), float(size @ lines.is_headline)
    og_title = next(iter(structured.meta.get("og:title", ())), "")
    links = tags.LINK.take(page.tag).nonzero()[0]
    code, images = _CODE.take(page.tag), page.rows_of(_IMG)
    in_code = page.under(code) & page.shown if code.any() else code
    return {
        "log_text": math.log1p(total),
        "log_prose": math.log1p(amount),
        "prose_share": amount / total,
        "prose_segments": math.log1p(np.count_nonzero(prose)),
        **_prose(lines, amount),
        **_headings(lines, links),
        "log_links": math.log1p(len(links)),
        "headline_links": math.log1p(np.count_nonzero(lines.is_headline)),
        "headline_link_share": in_headlines / total,
        "links_a_prose": math.log((in_headlines + 50) / (amount + 50)),
        "people_links": math.log1p(_people_count(page, links)),
        "times": math.log1p(len(page.rows_of(_TIME))),
        "pictures": math.log1p(max(len(page.rows_of(_FIGURE)), len(images) - int(page.in_link[images].sum()))),
        "players": float(_player_count(page)),
        "passwords": float(any(page.tag[row] == _INPUT for row, _ in secrets)),
        "code_share": float(page.chars[in_code].sum()) / max(1, int(lines.before[-1])),
        "title_words": min(MAX_TITLE_WORDS, _word_count(SEPARATORS.split(og_title or structured.title or "")[0])),
        "og_title_size": math.log1p(len(og_title)) if og_title else math.nan,
    }


def _people_count(page: Page, links: NDArray[np.intp]) -> int:
    """The number of different addresses of users among the first links."""
    values = page.values("href")["href"]
    if not (len(links) and len(values.rows)):
        return 0
    found = _PEOPLE.in_texts(values.text[:-1], len(values.different)).take(values.which).nonzero()[0]
    rows = values.rows[found]
    read = tags.LINK.take(page.tag[rows]) & (rows <= links[:MAX_LINKS][-1])
    return len(set(values.which[found[read]].tolist()))


def _prose(lines: Lines, amount: float) -> dict[str, float]:
    """How running text is spread over elements, and how much of it follows a link, as in teasers."""
    names = ("one_parent", "parents_a_prose", "prose_list_share", "mean_prose", "teaser_share")
    if not amount:
        return dict.fromkeys(names, math.nan)
    page, prose = lines.page, lines.is_prose
    block, size = page.segments.block[prose], lines.size[prose]
    by_parent = np.bincount(page.parent[block], weights=size)
    headline = np.concatenate(([False, False], lines.is_headline))
    under = (headline[1:-1] | headline[:-2])[prose]
    values = (
        float(by_parent.max()) / amount, np.count_nonzero(by_parent) / len(size),
        float(size @ (page.tag[block] == _ITEM)) / amount, math.log(amount / len(size)),
        float(size @ under) / amount,
    )  # fmt: skip
    return dict(zip(names, values, strict=True))


def _headings(lines: Lines, links: NDArray[np.intp]) -> dict[str, float]:
    """Headings that link elsewhere, and cards: small parts of the page with one heading and a link."""
    page = lines.page
    rows = _HEADING.take(page.tag).nonzero()[0]
    rows = rows[lines.chars(rows) > 0]
    linked = lines.links_before[page.end[rows]] - lines.links_before[rows]
    elsewhere = np.count_nonzero(linked > 0.5 * lines.chars(rows))
    up = np.maximum(page.upwards(rows, MAX_CARD_LEVELS + 1), 0)
    fits = rows.searchsorted(page.end[up]) - rows.searchsorted(up) == 1
    fits &= lines.chars(up) <= MAX_CARD_CHARS
    fits[0] = True
    level = np.logical_and.accumulate(fits).sum(axis=0) - 1
    card = up[level, np.arange(len(rows))]
    has_link = (links.searchsorted(page.end[card]) > links.searchsorted(card)) | page.in_link[card]
    return {
        "headings": math.log1p(len(rows)),
        "headings_elsewhere": math.log1p(elsewhere),
        "headings_linked_share": elsewhere / len(rows) if len(rows) else math.nan,
        "cards": math.log1p(np.count_nonzero(has_link)),
    }


def _player_count(page: Page) -> int:
    """The number of video and audio elements, and of frames whose address is that of a player."""
    count = len(page.rows_of(_VIDEO)) + len(page.rows_of(_AUDIO))
    for name, attribute in _FRAMES.items():
        if rows := page.rows_of(tags.IDS[name]):
            count += sum(_PLAYER.search(address) is not None for address in page.joined(rows, (attribute,)))
    return count


def heading_features(page: Page, lines: Lines, texts: Sequence[str]) -> dict[str, float]:
    """A date, a byline and a price near the main heading, NaN if there is none; and the heading's words."""
    if lines.h1 < 0:
        unknown = dict.fromkeys(("date_near", "time_near", "byline_near", "price_near"), math.nan)
        return unknown | {"h1": 0.0, "h1_words": MAX_HEADING_WORDS}
    around = slice(max(0, lines.first - LINES_BEFORE), lines.first + LINES_AFTER)
    near = [text for text in texts[around] if len(text) < MAX_NEAR_CHARS]
    joined = "\0".join(near)  # which no pattern matches
    first, last = int(page.segments.first[around][0]), int(page.segments.last[around][-1])
    return {
        "date_near": float(_DAY.search(joined) is not None),
        "time_near": float(any(first <= row <= last for row in page.rows_of(_TIME))),
        "byline_near": float(any(_first_word(text) in _BY for text in near)),
        "price_near": float(_PRICE.search(joined) is not None),
        "h1": 1.0,
        "h1_words": min(MAX_HEADING_WORDS, _word_count(lines.h1_text)),
    }


def _first_word(text: str) -> str:
    return text.casefold().lstrip(" \t(|-–—•*:").partition(" ")[0].rstrip(":")


# Phrases.


def phrases_in(
    heads: str, texts: Sequence[str], *, headline: str = "", site: str = "", begins: int = -1,
    beside: Callable[[int], bool] = lambda line: False,
) -> dict[str, float]:  # fmt: skip
    """Phrases by kind: 0 or 1 for titles, logarithms of counts for lines.

    ``says_banner`` is 1 if all phrases of walls may be those of a banner.

    Args:
        heads: the parts of the title, and the main heading, one per line.
        texts: the page's lines.
        headline: the title without the site's name, if known.
        site: the site's name.
        begins: the line where the article begins.
        beside: whether a line is outside the article, where calls to subscribe are the site's.
    """
    heads, headline = heads[:MAX_TITLE_CHARS].casefold(), headline[:MAX_TITLE_CHARS].casefold()
    longest = MAX_SENTENCE_CHARS if len(texts) < FEW_LINES else MAX_SHORT_CHARS
    places = [at for at, text in enumerate(texts[:MAX_LINES]) if len(text) <= longest]
    lines = [texts[at].casefold() for at in places]  # one by one, because this is fast for ASCII
    short = [line for line in lines if len(line) <= MAX_SHORT_CHARS]
    kinds = _PHRASES.in_texts("\0".join(lines), len(lines)) if lines else np.zeros(0, dtype=np.uint64)
    found = [(places[at], lines[at], int(kinds[at])) for at in kinds.nonzero()[0].tolist()]
    searched = dict.fromkeys(_TITLES, heads) | dict.fromkeys(_HEADLINES, headline)
    searched["forum_name"] = f"{heads}\n{site.casefold()}"
    out = {name: float(shape.search(searched[name]) is not None) for name, shape in _TITLES.items() if name != "error"}
    # In a title, a number alone is an error's; in a line it may be a table's.
    spoken = heads if len(texts) >= FEW_LINES else "\n".join([heads, *(line for line in short if _WORD.search(line))])
    out["error"] = float(_is_error(spoken))
    counted = Counter(_kinds(line for _, line, lists in found if lists & 4 and len(line) <= MAX_SHORT_CHARS))
    out |= {name: math.log1p(counted[name]) for name in _LINES}
    out["cart"] = float(any(lists & 2 for _, _, lists in found))
    walls = {
        phrase
        for at, line, lists in found
        if lists & 1
        for phrase in _WALL
        if phrase in line and (at > begins or phrase not in _MASTHEAD) and not beside(at)
    }
    out["wall"] = float(bool(walls))
    out["banner"] = float(bool(walls) and _BANNER.issuperset(walls) and not any(phrase in heads for phrase in _BANNER))
    return {f"says_{name}": value for name, value in out.items()}


def _is_error(text: str) -> bool:
    """Whether lines have the number or words of an error; words that news use too must be nearly all of their line."""
    if _TITLES["error"].search(text) is not None or any(phrase in text for phrase in _ERROR):
        return True
    return any(
        phrase in line and _AROUND.issuperset(_WORD.findall(line.replace(phrase, " ")))
        for phrase in _TROUBLE
        if phrase in text
        for line in text.split("\n")
    )


def _kinds(lines: Iterable[str]) -> Iterable[str]:
    """The kinds of lines that are whole phrases, or counts or commands of a forum: "12 replies", "Reply Quote"."""
    for line in lines:
        bare = line.strip(_EDGES)
        if bare in _OF_LINE:
            yield _OF_LINE[bare]
            continue
        first, _, rest = bare.partition(" ")
        if (first in _COMMANDS and _COMMANDS.issuperset(rest.split())) or (rest in _COUNTS and first[0].isdigit()):
            yield "forum"
