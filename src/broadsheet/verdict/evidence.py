"""The evidence of a page as numbers: what it declares, and what its title and short lines say, with the other features.

It must not know how they are weighed. No feature depends on how a page was stored (its encoding, its compression,
whether its address is known), nor on what a method marks as the article: the verdict is the same for every method.
Phrases are looked for in the title, the main heading and short lines; never in running text, where news may speak of
them.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from broadsheet import engine
from broadsheet.facts import Facts
from broadsheet.facts.structured import types
from broadsheet.lexicon import PAGES, page_words, title_pattern
from broadsheet.page.arrays import FloatArray
from broadsheet.verdict.address import address_features
from broadsheet.verdict.text import SEPARATORS, Lines, heading_features, text_features

__all__ = ["DATED", "FEATURES", "SIGNS", "Evidence", "gather", "phrases_in"]

SIGNS: Final[Mapping[str, Mapping[str, float]]] = PAGES["signs"]
"""For each kind, the features that are signs of it, and above which value they are."""
FEATURES: Final[tuple[str, ...]] = (
    "log_prose", "prose_share", "one_parent", "parents_a_prose", "prose_list_share", "mean_prose", "teaser_share",
    "little_prose", "least_prose", "low_share",
    "headings_elsewhere", "headings_linked_share", "cards", "log_links", "headline_link_share", "links_a_prose",
    "og_title_size", "title_words", "short_title", "h1_words", "short_h1", "legal_title", "undated",
    "date_near", "byline_near", "price_near", "code_share",
    "says_legal", "says_guide", "says_forum", "says_forum_name", "says_shop", "says_call", "says_cart",
    "named_product", "named_gallery", "named_grid", "named_story", "named_byline", "named_body", "named_tags",
    "named_hero", "named_share", "named_related", "named_caption", "named_user", "named_any", "forum_software",
    "og_article", "ld_article", "ld_author", "ld_product", "ld_list", "meta_published",
    "url_root", "url_depth", "url_legal", "url_index", "url_video", "url_gallery", "url_forum", "url_product",
    "url_service", "url_documentation", "url_article",
    *(f"signs_{kind}" for kind in SIGNS),
)  # fmt: skip
"""The features that the models weigh, in order; the rules of `judge` look at others too."""
_MENU, _EDGE, _MAIN = {"nav", "aside", "li"}, {"header", "footer"}, {"main", "article"}
MAX_LEVELS: Final = 100  # around a line that are looked at
DATED: Final = ("meta_published", "ld_published", "date_near", "time_near")

_OPEN_GRAPH: Final = ("article", "video", "website", "product")
"""Values of ``og:type`` that are looked for."""
_TYPES: Final = {kind: tuple(endings) for kind, endings in PAGES["types"].items()}
_BODY: Final = {kind: page_words("body", kind) for kind in PAGES["body"]}
_FORUM_SOFTWARE: Final = "forum_software"
_NAMES: Final = engine.Words([*PAGES["names"].values()])
_ALIASES: Final = {"news": "article", "blog": "website", "movie": "video"}
_MAX_NAMES: Final = 30_000
"""Characters of different class names that are looked at."""

_ERROR, _TROUBLE, _AROUND = (page_words("error", name) for name in ("phrases", "trouble", "around"))
_CONSENT, _SIGN_IN = page_words("wall", "consent"), page_words("wall", "sign_in")
_BANNER: Final = _CONSENT | _SIGN_IN
"""What banners and folded forms say too, on pages that hold an article."""
_WALL: Final = _BANNER | page_words("wall", "subscribe")
_MASTHEAD: Final = _SIGN_IN | {"already a subscriber"}
"""What stands above an article too."""
_PHRASES: Final = engine.Words([[*_WALL], PAGES["parts_of_lines"]["cart"]])
_TITLES: Final = {name: title_pattern(name) for name in PAGES["titles"]}
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


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of a page.

    Attributes:
        found: numbers by name, NaN where they are not known.
        characters: of its running text, as they stand; in ``found`` those of Chinese and Japanese count for more.
    """

    found: Mapping[str, float]
    characters: int = 0

    def __getitem__(self, name: str) -> float:
        return self.found[name]

    @property
    def values(self) -> FloatArray:
        """The numbers that the models weigh, shape (len(FEATURES),)."""
        return np.array([self.found[name] for name in FEATURES], dtype=np.float64)

    def holds(self, *names: str) -> bool:
        """Whether any of some flags is set; one that is not known is not."""
        return any(self.found[name] >= 0.5 for name in names)

    def without_address(self) -> Evidence:
        """The same page, if its address were not known."""
        return Evidence(_combined({**self.found, **address_features(None)}), self.characters)

    def without_structured_data(self) -> Evidence:
        """The same page, if it stated no structured data: some are stored without their scripts."""
        cleared = {name: 0.0 for name in self.found if name.startswith("ld_")}
        return Evidence(_combined({**self.found, **cleared}), self.characters)


def gather(facts: Facts) -> Evidence:
    """The evidence of a page.

    Args:
        facts: what the page states and shows. If the page's URL is unknown, the one that it states is used.
    """
    page, structured, meta = facts.page, facts.structured, facts.structured.meta
    og_title, site = (next(iter(meta.get(f"og:{name}", ())), "") for name in ("title", "site_name"))
    title = structured.title or ""
    lines, texts = Lines(page, og_title or title), page.texts
    found = {
        **_declared(facts),
        **address_features(next(iter(structured.addresses), None)),
        **text_features(facts, lines),
        **heading_features(page, lines, texts),
        **phrases_in(
            "\n".join([*SEPARATORS.split(title), lines.h1_text]), texts, headline=og_title or lines.h1_text or title,
            site=site, begins=lines.first, beside=lambda line: _is_beside(facts, line),
        ),
    }  # fmt: skip
    return Evidence(_combined(found), characters=int(page.segments.chars[lines.is_prose].sum()))


def _is_beside(facts: Facts, line: int) -> bool:
    """Whether a line stands in a menu, a list or an aside, or in a head or foot that is not an article's own.

    What asks to subscribe there asks for the site, or for another article.
    """
    page = facts.page
    around = {page.name(row) for row in facts.chain(int(page.segments.block[line]), MAX_LEVELS)}
    return not _MENU.isdisjoint(around) or (not _EDGE.isdisjoint(around) and _MAIN.isdisjoint(around))


def _combined(found: dict[str, float]) -> dict[str, float]:
    """The numbers with what is made of them: thresholds, and how many signs of each kind there are.

    6.3 is the logarithm of about 540 characters, 7 that of 1,100.
    """
    prose = found["log_prose"]
    undated = not any(found[name] >= 0.5 for name in DATED)
    out = found | {
        "little_prose": min(3.0, max(0.0, 7 - prose)),
        "least_prose": float(prose < 6.3),
        "low_share": max(0.0, 1 - 5 * found["prose_share"]),
        "short_title": float(found["title_words"] <= 3),
        "short_h1": float(found["h1_words"] <= 2),
        "legal_title": float(found["says_legal"] > 0 and found["h1_words"] <= 7),
        "undated": float(undated),
    }
    counted = {kind: sum(out[name] > least for name, least in signs.items()) for kind, signs in SIGNS.items()}
    return out | {f"signs_{kind}": float(number) for kind, number in counted.items()}


# What a page declares.


def _declared(facts: Facts) -> dict[str, float]:
    """The features by name: flags and small numbers."""
    page, structured, elements = facts.page, facts.structured, facts.elements
    meta = structured.meta
    og = next(iter(meta.get("og:type", ())), "").strip().lower()
    kind = og.split(".")[0].split(":")[-1]
    kind = _ALIASES.get(kind, kind)
    stated = [name for thing in structured.objects for name in types(thing)]
    stated += [elements.value(row, "itemtype").rsplit("/", 1)[-1] for row in elements.having("itemtype")]
    found = Counter(one for name in stated for one in _spoken_of(name))
    body = f"{elements.value(page.body, 'class')} {elements.value(page.body, 'id')}".lower()
    body_words = set(_WORD.findall(body))
    card = next(iter(meta.get("twitter:card", ())), "")
    return {
        **{f"og_{name}": float(kind == name) for name in _OPEN_GRAPH},
        **{f"ld_{name}": float(name in found) for name in _TYPES},
        "ld_any": float(bool(stated)),
        "ld_articles": float(found["article"]),
        "ld_published": float(bool(structured.article.get("datePublished"))),
        "ld_author": float(bool(structured.article.get("author"))),
        "meta_published": float(not meta.keys().isdisjoint(PAGES["meta"]["published"])),
        "meta_author": float(not meta.keys().isdisjoint(PAGES["meta"]["author"])),
        "player_card": float(card == "player" or "og:video" in meta or "og:video:url" in meta),
        **{f"body_{name}": float(bool(body_words & known)) for name, known in _BODY.items()},
        **_named(elements.text("class").split()),
    }


@lru_cache(maxsize=1024)
def _spoken_of(name: str) -> tuple[str, ...]:
    """What a type of structured data speaks of."""
    return tuple(kind for kind, endings in _TYPES.items() if name.endswith(endings))


def _named(names: list[str]) -> dict[str, float]:
    """How many different class names hold words of each kind, as logarithms."""
    different = " ".join(dict.fromkeys(names))[:_MAX_NAMES].split(" ")
    found = zip(different, _NAMES.in_texts("\0".join(different), len(different)).tolist(), strict=True)
    telling = [(name, kinds) for name, kinds in found if kinds]
    out = {}
    for number, (kind, words) in enumerate(PAGES["names"].items()):
        text = " ".join([name for name, kinds in telling if kinds >> number & 1])
        times = map(text.__contains__ if kind == _FORUM_SOFTWARE else text.count, words if text else ())
        out[kind if kind == _FORUM_SOFTWARE else f"named_{kind}"] = math.log1p(sum(times))
    return out | {"named_any": math.log1p(len(names))}


# What it says.


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
