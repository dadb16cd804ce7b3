"""Phrases of pages that are not articles: errors, walls, legal texts, shops, forums; in many languages.

Looked for in the title and main heading, and in short lines; never in running text, where news may speak of them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from broadsheet import engine
from broadsheet.lexicon import PAGES, page_words
from broadsheet.lexicon import title_pattern as pattern

__all__ = ["phrases_in"]

_ERROR, _TROUBLE, _AROUND = (page_words("error", name) for name in ("phrases", "trouble", "around"))
_CONSENT, _SIGN_IN = page_words("wall", "consent"), page_words("wall", "sign_in")
_BANNER: Final = _CONSENT | _SIGN_IN
"""What banners and folded forms say too, on pages that hold an article."""
_WALL: Final = _BANNER | page_words("wall", "subscribe")
_MASTHEAD: Final = _SIGN_IN | {"already a subscriber"}
"""What stands above an article too."""
_PHRASES: Final = engine.Words([[*_WALL], PAGES["parts_of_lines"]["cart"]])
_TITLES: Final = {name: pattern(name) for name in PAGES["titles"]}
_HEADLINES: Final = ("question", "guide")
"""Patterns of headlines, without the name of the site."""
_LINES: Final = ("call", "forum", "shop")
_COUNTS: Final = page_words("lines", "counts")
_COMMANDS: Final = page_words("lines", "forum")
_OF_LINE: Final = {phrase: kind for kind in _LINES for phrase in PAGES["lines"][kind]}
"""The kind of a line that is a phrase and nothing else."""
_MAX_SHORT, _MAX_SENTENCE = 90, 300
"""Characters of a line that may hold a phrase: of any page, and of one with few lines."""
_MAX_HEADS: Final = 1000
"""Characters of titles and headings: patterns that begin with marks go back and forth in more."""
_MAX_LINES: Final = 3000
_FEW: Final = 60
"""Lines of a page that is short enough to be no more than an error."""
_WORD: Final = re.compile(r"[^\W\d_]+")
_EDGES: Final = " .:!>»›→…+·|-()[]*\u00a0\u200b"


def phrases_in(
    heads: str, texts: Sequence[str], *, headline: str = "", site: str = "", begins: int = -1,
    beside: Callable[[int], bool] = lambda line: False,
) -> dict[str, float]:  # fmt: skip
    """What a page says, by name: 0 or 1 for titles, logarithms of numbers for lines; ``says_banner`` where all that it
    says of walls may be a banner's.

    Args:
        heads: the parts of the title and the main heading, a line each.
        texts: the page's lines.
        headline: the title without the site's name, as far as that is known.
        site: the site's name.
        begins: the line of the main heading, or that where the text begins.
        beside: whether a line stands beside the article, where a page asks on behalf of others.
    """
    heads, headline = heads[:_MAX_HEADS].casefold(), headline[:_MAX_HEADS].casefold()
    longest = _MAX_SENTENCE if len(texts) < _FEW else _MAX_SHORT
    lines = {at: text.casefold() for at, text in enumerate(texts[:_MAX_LINES]) if len(text) <= longest}
    short = [line for line in lines.values() if len(line) <= _MAX_SHORT]
    found = _PHRASES.in_texts("\0".join(lines.values()), len(lines)).tolist() if lines else []
    with_wall = {at: line for (at, line), kinds in zip(lines.items(), found, strict=True) if kinds & 1}
    searched = dict.fromkeys(_TITLES, heads) | dict.fromkeys(_HEADLINES, headline)
    searched["forum_name"] = f"{heads}\n{site.casefold()}"
    out = {name: float(shape.search(searched[name]) is not None) for name, shape in _TITLES.items()}
    # A number that stands alone is an error's in a title; in a line it may be of a table.
    spoken = heads if len(texts) >= _FEW else "\n".join([heads, *(line for line in short if _WORD.search(line))])
    out["error"] = float(_is_error(spoken))
    counted = Counter(_kinds(short))
    out |= {name: math.log1p(counted[name]) for name in _LINES}
    out["cart"] = float(any(kinds & 2 for kinds in found))
    walls = {
        phrase
        for at, line in with_wall.items()
        for phrase in _WALL
        if phrase in line and (at > begins or phrase not in _MASTHEAD) and not beside(at)
    }
    out["wall"] = float(bool(walls))
    out["banner"] = float(bool(walls) and _BANNER.issuperset(walls) and not any(phrase in heads for phrase in _BANNER))
    return {f"says_{name}": value for name, value in out.items()}


def _is_error(text: str) -> bool:
    """Whether lines have an error's number or words; words that news have too must be nearly all of their line."""
    if _TITLES["error"].search(text) is not None or any(phrase in text for phrase in _ERROR):
        return True
    return any(
        phrase in line and _AROUND.issuperset(_WORD.findall(line.replace(phrase, " ")))
        for phrase in _TROUBLE
        if phrase in text
        for line in text.split("\n")
    )


def _kinds(lines: Iterable[str]) -> Iterable[str]:
    """The kinds of lines that are a phrase, or count or command in a forum: "12 replies", "Reply Quote"."""
    for line in lines:
        bare = line.strip(_EDGES)
        if bare in _OF_LINE:
            yield _OF_LINE[bare]
            continue
        first, _, rest = bare.partition(" ")
        if (rest in _COUNTS and first[0].isdigit()) or (first in _COMMANDS and _COMMANDS.issuperset(rest.split())):
            yield "forum"
