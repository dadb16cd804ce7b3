"""A page -> numbers that tell whether an article is on it: what it declares, its headlines, its prose, its lists.

It gathers evidence and must not know how it is weighed. No feature depends on how a page was stored (its encoding,
its compression, whether its address is known): a page without an address has NaN there. What headlines, prose and links
tell is measured in `about_headlines`, `about_prose` and `about_links`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from broadsheet.identify.about_headlines import SEPARATORS, linked_articles, measure_headlines
from broadsheet.identify.about_links import measure_furniture, measure_links, measure_posts
from broadsheet.identify.about_prose import measure_heading, measure_prose, measure_voice
from broadsheet.identify.address import ADDRESS, address_features
from broadsheet.identify.beside import Beside
from broadsheet.identify.declared import DECLARED, declared_features
from broadsheet.identify.listings import listing_of
from broadsheet.identify.measures import Lines
from broadsheet.identify.naming import NAMING, SOFTWARE, naming_features
from broadsheet.identify.phrases import PHRASES, phrases_in
from broadsheet.identify.signs import SIGNS, signs_of
from broadsheet.metadata.stated.structured import Structured
from broadsheet.methods.standke.targets import COUNTS
from broadsheet.page import Page
from broadsheet.page.arrays import FloatArray
from broadsheet.page.once import made_once

__all__ = ["NAMES", "Evidence", "gather"]

_OFTEN: Final = ("forum", "product", "docs", "byline", "body", "card", "hero", "comment")
"""Names of parts whose share of all names is looked at, besides their number."""
NAMES: Final[tuple[str, ...]] = (
    *DECLARED,
    # Headlines.
    "headings", "headings_linked_share", "headings_elsewhere", "headings_unlinked", "h1", "h1_linked", "h1_size",
    "h1_as_title", "h1_position", "h1_to_prose", "prose_after_h1", "title_size", "og_title_size", "title_parts",
    "title_marks", "headings_size", "headings_alike", "headings_per_prose", "h2_prose_share", "articles",
    "article_share", "article_largest", "articles_linked", "times", "times_share", "cards", "cards_share",
    "title_words", "slug_words", "slug_in_title",
    # Prose.
    "log_text", "log_segments", "log_prose", "prose_share", "prose_segments", "long_prose", "longest", "longest_run",
    "run_share", "run_links", "one_parent", "parents_a_prose", "holder_depth", "holder_share", "holder_links",
    "holder_headings", "holder_linked_headings", "prose_in_p", "prose_ends", "prose_marks", "prose_digits",
    "prose_words_a_mark", "teaser_share", "prose_position", "prose_spread", "quotes", "prose_list_share", "mean_prose",
    "similar_prose", "ellipsis",
    # Lists of links.
    "link_share", "log_links", "headline_links", "headline_link_share", "headline_links_before", "regular_links",
    "regular_share", "regular_prose", "links_a_prose", "link_depth_spread", "image_links", *COUNTS,
    *(f"{name}_share" for name in COUNTS), "story_links", "people_links",
    # Media, forms and other furniture.
    "images", "figures", "slides", "videos", "audios", "iframes", "players", "media_before_prose", "inputs",
    "passwords", "forms", "buttons", "tables", "cells_share", "code", "code_share", "prices", "dates", "asides",
    "telephones", "lists_share", "li_prose", "definition", "source_a_text",
    "date_near", "byline_near", "time_near", "price_near", "few_words_h1", "voice_we", "voice_you", "voice_said",
    "voice_i", "voice_past", "posts",
    "post_share",
    *(f"says_{name}" for name in PHRASES),
    *NAMING, *SOFTWARE,
    # Thresholds and products of the above that the linear part could not make of them.
    "little_prose", "least_prose", "low_share", "short_title", "short_h1", "shorter_h1", "teasers", "player_first",
    "linked_headlines", "thread", "legal_title", "links_to_prose", "calls_a_line", "section_like", "page_undated",
    "story_links_a_prose", *(f"often_{name}" for name in _OFTEN),
    *(f"signs_{kind}" for kind in SIGNS),
    *ADDRESS,
)  # fmt: skip
"""The features, in order."""
_OF_ARTICLES: Final = ("og_article", "ld_article", "items_article", "meta_published", "ld_published", "time_near")
"""What pages with an article declare, and the time beside its heading."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What is known of a page.

    Attributes:
        values: one number a name of `NAMES`, NaN where it is not known; shape (len(NAMES),).
        url: the address that was looked at: the page's own, or the one that it calls its own.
        banner: whether what it says as walls do are only phrases of consent and of signing in, which banners and forms
            say as well that are folded away.
        listing: what it says it is that lists what stands elsewhere (`listing_of`), or nothing.
        characters: of its running text. In ``values`` those of Chinese and Japanese count as the letters that say as
            much.
    """

    values: FloatArray
    url: str | None
    banner: bool = False
    listing: str = ""
    characters: int = 0

    @made_once
    def by_name(self) -> dict[str, float]:
        """The values by name."""
        return dict(zip(NAMES, self.values.tolist(), strict=True))

    def __getitem__(self, name: str) -> float:
        return self.by_name[name]


def gather(page: Page, structured: Structured) -> Evidence:
    """The evidence of a page.

    Args:
        page: the page.
        structured: what was read of its structured data.
    """
    out: dict[str, float] = {}
    url = page.url or structured.links.get("canonical") or next(iter(structured.meta.get("og:url", ())), None)
    out |= declared_features(page, structured)
    lines = Lines.of(page)
    measure_headlines(out, page, structured, lines, url)
    measure_prose(out, page, lines)
    measure_links(out, page, lines)
    measure_furniture(out, page, lines)
    heads = "\n".join([*SEPARATORS.split(structured.title or ""), lines.h1_text])
    og_title, site = (next(iter(structured.meta.get(f"og:{name}", ())), "") for name in ("title", "site_name"))
    headline = og_title or lines.h1_text or structured.title or ""
    texts = page.texts
    out["dates"] = _dates(texts)
    measure_heading(out, page, lines, texts)
    measure_voice(out, lines, texts)
    measure_posts(out, page, lines)
    out |= naming_features(page, structured)
    said = phrases_in(
        heads, texts, headline=headline, site=site, declared=any(out[name] == 1 for name in _OF_ARTICLES),
        begins=lines.begins, beside=Beside(page),
    )  # fmt: skip
    out |= {f"says_{name}": value for name, value in said.items()}
    out |= address_features(url)
    _combined(out)
    values = np.array(list(map(out.__getitem__, NAMES)), dtype=np.float64)
    listing = listing_of(page, structured, url, lambda: linked_articles(lines))
    characters = int(page.segments.chars[lines.prose_at].sum())
    return Evidence(values=values, url=url, banner=bool(said["banner"]), listing=listing, characters=characters)


def _dates(texts: list[str]) -> float:
    """Short lines with a year of this century, an hour, or "ago"."""
    short = [text for text in texts if len(text) < 60]
    return math.log1p(sum(["20" in text or " ago" in text or ":" in text[-6:] for text in short]))


def _combined(out: dict[str, float]) -> None:
    """Thresholds and products. Prose is in logarithms: 6.3 is about 540 characters, 7 about 1,100."""
    prose = out["log_prose"]
    words = 12.0 if math.isnan(out["few_words_h1"]) else out["few_words_h1"]
    teasers = 0.0 if math.isnan(out["teaser_share"]) else out["teaser_share"]
    linked = 0.0 if math.isnan(out["headings_linked_share"]) else out["headings_linked_share"]
    out["little_prose"] = min(3.0, max(0.0, 7 - prose))
    out["least_prose"] = float(prose < 6.3)
    out["low_share"] = max(0.0, 1 - 5 * out["prose_share"])
    out["short_title"] = float(out["title_words"] <= 3)
    out["short_h1"] = float(words <= 3)
    out["shorter_h1"] = float(words <= 2)
    out["teasers"] = float(teasers > 0.4)
    out["player_first"] = float(out["media_before_prose"] > 0 and prose < 7)
    out["linked_headlines"] = linked * (out["headings_elsewhere"] > 1.5)
    out["thread"] = out["post_share"] * (out["posts"] > 1.5)
    out["legal_title"] = float(out["says_legal"] > 0 and words <= 7)
    out["links_to_prose"] = out["headline_links"] - out["prose_segments"]
    out["calls_a_line"] = out["says_call"] - 0.3 * out["log_segments"]
    out["section_like"] = out["url_section"] * (out["headings_elsewhere"] > 1.5 or out["cards"] > 2)
    dated = out["meta_published"] or out["ld_published"] or out["date_near"] == 1 or out["time_near"] == 1
    out["page_undated"] = float(not dated)
    out["story_links_a_prose"] = out["story_links"] - out["prose_segments"]
    out |= signs_of(out)
    for name in _OFTEN:
        out[f"often_{name}"] = out[f"named_{name}"] - 0.5 * out["named_any"]
