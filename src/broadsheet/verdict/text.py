"""Features of a page's text: its paragraphs, headlines and links, what is near the main heading, and phrases.

Amounts are logarithms of characters or counts. Phrases are looked for in the title, the main heading and short lines,
never in running text, where news may quote them.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final

import numpy as np

from broadsheet import engine
from broadsheet.facts import Facts
from broadsheet.facts.elements import word_list
from broadsheet.facts.texts import unspaced_words
from broadsheet.lexicon import PAGES, one_of, page_words, words
from broadsheet.page import Page, tags
from broadsheet.patterns import pattern

__all__ = ["SEPARATORS", "WORD", "Lines", "heading_features", "phrases_in", "text_features"]

SEPARATORS: Final = pattern(r"\s[|»«·•–—-]\s")  # separates a title from the site's name
MAX_HEADING_CHARS: Final = 300  # characters of a main heading that are read
MAX_HEADINGS_READ: Final = 5  # main headings that are read
MAX_HEADING_WORDS: Final = 12.0  # words of a main heading that count; also the value of a missing one
MAX_TITLE_WORDS: Final = 20.0  # words of a title that count
MAX_LINKS: Final = 1000  # links whose addresses are read
LINES_BEFORE, LINES_AFTER = 4, 12  # the lines around the main heading that are near it
MAX_NEAR_CHARS: Final = 120  # longest line near the heading that is read
_COUNTED: Final = ("h1 h2 h3 h4", "a", "pre code kbd samp xmp plaintext", "li", "img")
_KINDS: Final = np.packbits([*map(tags.mask, _COUNTED)], axis=0)[0]
"""The groups of tags that `amounts.c` counts, as bits: headings, links, code, list items, images."""
_A, _H1, _TIME, _INPUT, _FIGURE, _VIDEO, _AUDIO = (
    tags.IDS[name] for name in "a h1 time input figure video audio".split()
)
_FRAMES: Final = tags.ids("iframe embed object")  # elements that may be players, by address
_PLAYER: Final = pattern(r"player|embed|video|youtu|vimeo|audio|podcast", re.IGNORECASE)  # in such an address
_USERS: Final = sorted(page_words("markup", "users"))
_PEOPLE: Final = word_list(*(f"{begin}{name}{end}" for begin in "/?&=." for name in _USERS for end in "/=?-"))
_PERSON: Final = pattern(rf"[/?&=.]{one_of(_USERS)}[/=?-]")
"""Occurs in the address of a user's page on the site. `_PEOPLE` finds these in any case."""
_YEAR: Final = r"(?:19|20|25(?=[5-9])|[٢۲२][٠۰०]|۱[۳۴])\d\d"  # also Thai and Persian years, and Arabic and Hindi digits
_DAY: Final = pattern(
    # Few characters are digits; the lookahead quickly rules out the others.
    rf"(?=[\d年])(?:\b{_YEAR}\b|\b\d+ ?{one_of(page_words('parts_of_lines', 'ages'))}\b|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2}\b|\d{1,2}:\d{2}|\d년|年)"
)
_PRICE: Final = pattern(r"[$€£¥₹]\s?\d|\d\s?(?:[€£¥₹]|zł|kr\b|руб|円|元)")
_BY: Final = page_words("lines", "by") | words("by", "wrote")

MAX_SHORT_CHARS: Final = 90  # longest line in which phrases are looked for
MAX_SENTENCE_CHARS: Final = 300  # the same on a page with few lines
MAX_TITLE_CHARS: Final = 1000  # characters of titles and headings in which patterns are looked for
MAX_LINES: Final = 3000  # lines that are read
FEW_LINES: Final = 60  # a page with fewer lines may be only an error message
_ERROR, _TROUBLE, _AROUND = (page_words("error", name) for name in ("phrases", "trouble", "around"))
_CONSENT, _SIGN_IN = page_words("wall", "consent"), page_words("wall", "sign_in")
_BANNER: Final = _CONSENT | _SIGN_IN  # phrases of banners and folded forms, which article pages have too
_WALL: Final = _BANNER | page_words("wall", "subscribe")
_MASTHEAD: Final = _SIGN_IN | {"already a subscriber"}  # phrases that also stand above articles
_TITLES: Final = {name: pattern("".join(strings), re.MULTILINE) for name, strings in PAGES["titles"].items()}
_HEADLINES: Final = ("question", "guide")  # patterns that are looked for in the headline without the site's name
_LINES: Final = ("call", "forum", "shop")
_COUNTS: Final = page_words("lines", "counts")
_COMMANDS: Final = page_words("lines", "forum")
_OF_LINE: Final = {phrase: kind for kind in _LINES for phrase in PAGES["lines"][kind]}  # kinds of whole lines
_PHRASES: Final = engine.Words([[*_WALL], PAGES["parts_of_lines"]["cart"], [*_OF_LINE, *_COUNTS, *_COMMANDS]])
WORD: Final = pattern(r"[^\W\d_]+")
_EDGES: Final = " .:!>»›→…+·|-()[]*\u00a0\u200b"


class Lines:
    """The lines of a page as amounts, and its main heading: the ``h1`` that is most similar to the page's title.

    Attributes:
        amounts: lines, links and headings; sizes of lines are in characters of an alphabet.
        before: visible characters before each row and, last, on the whole page; shape (page size + 1,).
        h1: the row of the main heading, -1 if there is none.
        h1_text: its text.
        first: the line of the main heading, else the first line of running text, else 0.
    """

    def __init__(self, page: Page, title: str) -> None:
        self.amounts, self.before = page.document.amounts(page.segments.native, page.hidden, _KINDS)
        rows = [row for row in page.rows_of(_H1) if self.before[page.end[row]] > self.before[row]]
        found = [(row, page.words_of(row)[:MAX_HEADING_CHARS]) for row in rows[:MAX_HEADINGS_READ]]
        wanted = set(title.lower().split()) if len(found) > 1 else set()
        self.h1, self.h1_text = max(found, key=lambda one: _likeness(one[1], wanted), default=(-1, ""))
        segments, first = page.segments, self.amounts.first_prose
        self.first = int(segments.start.searchsorted(page.start[self.h1])) if self.h1 >= 0 else first


def _likeness(text: str, wanted: set[str]) -> float:
    """The Jaccard index of a text's words and the wanted ones."""
    found = set(text.lower().split())
    return len(found & wanted) / max(1, len(found | wanted))


def _word_count(text: str) -> float:
    """Words of a text; two Chinese or Japanese characters count as one."""
    wide = 0 if text.isascii() else sum(character >= "\u3040" for character in text)
    return max(len(text.split()), wide / 2, unspaced_words(text))


def text_features(facts: Facts, lines: Lines) -> dict[str, float]:
    """Running text, headlines, links, players and forms, by name; NaN where there is no running text or no heading."""
    page, structured, found = facts.page, facts.structured, lines.amounts
    # Without running text, its distribution is unknown.
    total, prose, lines_of_prose = max(1, found.text), found.prose or math.nan, found.prose_lines or math.nan
    og_title = next(iter(structured.meta.get("og:title", ())), "")
    title = og_title or structured.title or ""  # its longest part is seldom the site's name
    return {
        "log_text": math.log1p(total),
        "log_prose": math.log1p(found.prose),
        "prose_share": found.prose / total,
        "prose_segments": math.log1p(found.prose_lines),
        "one_parent": found.most_of_parent / prose,
        "parents_a_prose": found.parents / lines_of_prose,
        "prose_list_share": found.in_items / prose,
        "mean_prose": math.log(prose / lines_of_prose),
        "teaser_share": found.under_headlines / prose,
        "headings": math.log1p(found.headings),
        "headings_elsewhere": math.log1p(found.elsewhere),
        "headings_linked_share": found.elsewhere / (found.headings or math.nan),
        "cards": math.log1p(found.cards),
        "log_links": math.log1p(found.links),
        "headline_links": math.log1p(found.headline_lines),
        "headline_link_share": found.headlines / total,
        "links_a_prose": math.log((found.headlines + 50) / (found.prose + 50)),
        "people_links": math.log1p(_people_count(facts)),
        "times": math.log1p(len(page.rows_of(_TIME))),
        "pictures": math.log1p(max(len(page.rows_of(_FIGURE)), found.pictures)),
        "players": float(_player_count(page)),
        "passwords": float("password" in map(str.lower, page.joined(page.rows_of(_INPUT), ("type",)))),
        "code_share": found.code / max(1, int(lines.before[-1])),
        "title_words": min(MAX_TITLE_WORDS, max(map(_word_count, SEPARATORS.split(title)))),
        "og_title_size": math.log1p(len(og_title)) if og_title else math.nan,
    }


def _people_count(facts: Facts) -> int:
    """The number of different addresses of users among the first links."""
    rows = facts.elements.holding("href", _PEOPLE)
    read = rows.intersection(facts.page.rows_of(_A)[:MAX_LINKS]) if rows else ()
    return len(set(filter(_PERSON.search, [facts.elements.value(row, "href") for row in read])))


def _player_count(page: Page) -> int:
    """The number of video and audio elements, and of frames whose address is that of a player."""
    frames = [row for tag in _FRAMES for row in page.rows_of(tag)]
    found = sum(_PLAYER.search(address) is not None for address in page.joined(frames, ("src", "data")))
    return found + len(page.rows_of(_VIDEO)) + len(page.rows_of(_AUDIO))


def heading_features(page: Page, lines: Lines, texts: Sequence[str]) -> dict[str, float]:
    """The main heading's words, and a date, byline and price near it (or near the text), by name; NaN if unknown."""
    h1_words = min(MAX_HEADING_WORDS, _word_count(lines.h1_text)) if lines.h1 >= 0 else MAX_HEADING_WORDS
    heading = {"h1": float(lines.h1 >= 0), "h1_words": h1_words}
    if lines.h1 < 0 and not lines.amounts.prose_lines:
        return dict.fromkeys(("date_near", "time_near", "byline_near", "price_near"), math.nan) | heading
    around = slice(max(0, lines.first - LINES_BEFORE), lines.first + LINES_AFTER)
    near = [text for text in texts[around] if len(text) < MAX_NEAR_CHARS]
    joined = "\0".join(near)  # no pattern matches the separator
    first, last = int(page.segments.first[around][0]), int(page.segments.last[around][-1])
    return heading | {
        "date_near": float(_DAY.search(joined) is not None),
        "time_near": float(any(first <= row <= last for row in page.rows_of(_TIME))),
        "byline_near": float(any(_first_word(text) in _BY for text in near)),
        "price_near": float(_PRICE.search(joined) is not None) if lines.h1 >= 0 else math.nan,
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
    # Folded one by one, because this is fast for ASCII, and with the phrases' apostrophe.
    joined = "\0".join([texts[at].casefold() for at in places]).replace("’", "'")
    lines = joined.split("\0") if places else []
    kinds = _PHRASES.in_texts(joined, len(lines)) if lines else np.zeros(0, dtype=np.uint64)
    found = [(places[at], lines[at], int(kinds[at])) for at in kinds.nonzero()[0].tolist()]
    searched = dict.fromkeys(_TITLES, heads) | dict.fromkeys(_HEADLINES, headline)
    searched["forum_name"] = f"{heads}\n{site.casefold()}"
    out = {name: float(shape.search(searched[name]) is not None) for name, shape in _TITLES.items() if name != "error"}
    # A number alone is that of an error in a title; in a line, it may be from a table.
    short = [line for line in lines if len(line) <= MAX_SHORT_CHARS] if len(texts) < FEW_LINES else ()
    spoken = "\n".join([heads.replace("’", "'"), *filter(WORD.search, short)])
    out["error"] = float(_is_error(spoken))
    counted = list(_kinds(line for _, line, lists in found if lists & 4 and len(line) <= MAX_SHORT_CHARS))
    out |= {name: math.log1p(counted.count(name)) for name in _LINES}
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
    """Whether lines have the number or words of an error; words that news also use must be nearly all of their line."""
    if _TITLES["error"].search(text) is not None or any(phrase in text for phrase in _ERROR):
        return True
    return any(
        phrase in line and _AROUND.issuperset(WORD.findall(line.replace(phrase, " ")))
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
