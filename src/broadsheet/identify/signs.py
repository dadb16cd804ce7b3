"""Signs of each kind of page, counted: one of them is found on many pages, three of them on one kind.

It knows thresholds of single features and must not know how they are weighed.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

__all__ = ["SIGNS", "signs_of"]

SIGNS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        "article": {
            "og_article": 0, "ld_article": 0, "meta_published": 0, "ld_author": 0, "byline_near": 0, "date_near": 0,
            "body_story": 0, "url_story": 0, "card_labels": 1,
        },
        "list": {
            "url_section": 0, "short_title": 0, "page_undated": 0, "cards": 2, "headings_elsewhere": 1.5,
            "body_list": 0, "teaser_share": 0.4, "url_root": 0,
        },
        "forum": {
            "ld_forum": 0, "items_forum": 0, "url_forum": 0.9, "made_by_forum": 0, "says_forum": 1.5, "named_forum": 3,
            "people_links": 1, "says_forum_name": 0, "forum_software": 0,
        },
        "product": {
            "ld_product": 0, "og_product": 0, "items_product": 0, "url_product": 0.9, "says_shop": 1.1, "body_shop": 0,
            "made_by_shop": 0, "named_product": 3, "says_cart": 0, "price_near": 0,
        },
        "headline": {
            "says_question": 0, "says_guide": 0, "says_year": 0, "says_parts": 0, "title_words": 6, "slug_words": 3,
            "url_last_hyphens": 4,
        },
        "documentation": {
            "url_documentation": 0.4, "made_by_docs": 0, "code_share": 0.05, "oembed": 0, "named_docs": 2,
        },
    }
)  # fmt: skip
"""For each kind, the features that are signs of it, and above which value they are."""


def signs_of(found: Mapping[str, float]) -> dict[str, float]:
    """How many signs of each kind there are; a feature that is not known (NaN) is none.

    Args:
        found: features by name.
    """
    return {
        f"signs_{kind}": float(sum(found[name] > least for name, least in signs.items()))
        for kind, signs in SIGNS.items()
    }
