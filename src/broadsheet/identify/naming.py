"""What the authors of a page call its parts: words in classes and ids, and the software that made it.

Names of parts tell a thread's posts from an article's paragraphs where the tags are the same. No name of a site is
here; software is no site.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

from broadsheet.identify.words import Words
from broadsheet.metadata.elements import elements_of
from broadsheet.metadata.stated.structured import Structured
from broadsheet.page import Page

__all__ = ["NAMING", "SOFTWARE", "naming_features"]

_WORDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "post": ("post",),
        "comment": ("comment",),
        "forum": ("forum", "thread", "message", "reply", "replies", "topic", "signature", "vote", "answer", "question"),
        "user": ("user", "avatar", "member", "profile"),
        "product": ("product", "price", "cart", "sku", "variant", "swatch", "wishlist", "shop", "stock"),
        "filter": ("filter", "facet", "sort"),
        "docs": ("toc", "docs", "api-", "hljs", "prism", "codeblock", "admonition", "sphinx", "token"),
        "video": ("video", "player", "vjs"),
        "gallery": ("gallery", "slide", "carousel", "swiper", "lightbox"),
        "card": ("card", "teaser", "tile", "promo", "feed", "river", "stream", "listing", "list-item"),
        "grid": ("grid", "column", "col-"),
        "headline": ("headline",),
        "title": ("title",),
        "story": ("article", "story"),
        "byline": ("byline", "author", "dateline", "timestamp", "published", "entry-date", "post-date", "pubdate"),
        "body": (
            "article-body", "articlebody", "article_body", "article__body", "entry-content", "post-content",
            "story-body", "story-text", "article-content", "article-text", "post-body", "paragraph", "body-text",
            "single-post",
        ),
        "form": ("form", "input", "field", "calculator"),
        "hero": ("hero", "cta", "banner", "testimonial", "pricing", "feature"),
        "share": ("share", "social"),
        "related": ("related", "recommend", "trending", "most-"),
        "tags": ("tag-", "tags", "category"),
        "caption": ("caption", "credit"),
        "pages": ("pagination", "pager", "page-numbers", "load-more"),
        "index": ("archive", "home", "category-", "search", "section-front"),
    }
)  # fmt: skip
"""Words of names, by what they speak of."""
_SOFTWARE: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {
        "forum": re.compile(r"discourse|vbulletin|xenforo|phpbb|flarum|invision|mybb|smf|bbpress|nodebb|vanilla"),
        "docs": re.compile(r"docusaurus|sphinx|mkdocs|gitbook|vuepress|docfx|javadoc|rustdoc|mdbook|asciidoc"),
        "shop": re.compile(r"shopify|woocommerce|magento|prestashop|bigcommerce|opencart|shopware"),
        "blog": re.compile(r"wordpress|ghost|blogger|typepad|drupal|joomla|hugo|jekyll|movable type"),
    }
)
"""What the ``generator`` element may name."""

_FORUM_SOFTWARE: Final = (
    "bbp-", "wpforo", "phpbb", "postbit", "vbulletin", "message-cell", "message-userdetails", "block-body--",
    "ipscomment", "ipstype", "lia-message", "topic-post", "crawler-post", "post-stream", "poststream", "discussionlist",
    "discourse", "flarum", "s-topbar", "postcell", "answercell", "threadbody", "post_body", "posthead", "topic_title",
    "windowbg", "bestanswer", "kunena", "viewtopic",
)  # fmt: skip
"""Names of parts that software for forums gives, whatever the site calls itself."""
_SOUGHT: Final = Words([*chain.from_iterable(_WORDS.values()), *_FORUM_SOFTWARE])
NAMING: Final = (*(f"named_{name}" for name in _WORDS), "named_any", "forum_software")
SOFTWARE: Final = tuple(f"made_by_{name}" for name in _SOFTWARE)
_MOST: Final = 30_000
"""Characters of different names that are looked at."""


def naming_features(page: Page, structured: Structured) -> dict[str, float]:
    """How many different names of a page's parts speak of each thing (logarithms), and what made the page.

    Args:
        page: the page.
        structured: what was read of its structured data.
    """
    names = elements_of(page).text("class").split()
    text = " ".join(dict.fromkeys(names))[:_MOST]
    found = _SOUGHT.counts(text)
    out = {
        f"named_{kind}": math.log1p(sum([found[word] for word in words if word in found]))
        for kind, words in _WORDS.items()
    }
    out["forum_software"] = math.log1p(sum(word in found for word in _FORUM_SOFTWARE))
    out["named_any"] = math.log1p(len(names))
    generator = " ".join(structured.meta.get("generator", ())).lower()
    for kind, pattern in _SOFTWARE.items():
        out[f"made_by_{kind}"] = float(pattern.search(generator) is not None)
    return out
