"""A page -> numbers that tell whether an article is on it. It gathers evidence and must not know how it is weighed.

No feature depends on how a page was stored (its encoding, its compression, whether its address is known), nor on what
a method marks as the article: the verdict is the same whichever method extracts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from broadsheet.facts import Facts
from broadsheet.lexicon import PAGES
from broadsheet.page import Page, tags
from broadsheet.page.arrays import BoolArray, FloatArray
from broadsheet.verdict.address import address_features
from broadsheet.verdict.declared import declared_features
from broadsheet.verdict.phrases import phrases_in
from broadsheet.verdict.text import SEPARATORS, Lines, heading_features, text_features

__all__ = ["FEATURES", "SIGNS", "Evidence", "gather"]

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
"""The features that the models weigh, in order; the rules of `kinds` look at others too."""
_MENU, _EDGE, _MAIN = tags.mask("nav aside li"), tags.mask("header footer"), tags.mask("main article")
_DATED: Final = ("meta_published", "ld_published", "date_near", "time_near")


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
    lines, texts = Lines.of(page, og_title or title), page.texts
    found = {
        **declared_features(facts),
        **address_features(next(iter(structured.addresses), None)),
        **text_features(facts, lines),
        **heading_features(page, lines, texts),
        **phrases_in(
            "\n".join([*SEPARATORS.split(title), lines.h1_text]), texts, headline=og_title or lines.h1_text or title,
            site=site, begins=lines.first, beside=_Beside(page),
        ),
    }  # fmt: skip
    return Evidence(_combined(found), characters=int(page.segments.chars[lines.is_prose].sum()))


class _Beside:
    """Whether a line stands in a menu, a list or an aside, or in a head or foot that is not an article's own.

    What asks to subscribe there asks for the site, or for another article. Looked at only where a phrase was found.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        self._rows: BoolArray | None = None

    def __call__(self, line: int) -> bool:
        page = self._page
        if self._rows is None:
            edge = page.under(_EDGE[page.tag]) & ~page.under(_MAIN[page.tag])
            self._rows = page.under(_MENU[page.tag]) | edge
        block: NDArray[np.int32] = page.segments.block
        return bool(self._rows[block[line]])


def _combined(found: dict[str, float]) -> dict[str, float]:
    """The numbers with what is made of them: thresholds, and how many signs of each kind there are.

    6.3 is the logarithm of about 540 characters, 7 that of 1,100.
    """
    prose = found["log_prose"]
    undated = not any(found[name] >= 0.5 for name in _DATED)
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
