"""Which columns matter to `fusion`: what is lost where a group of them says nothing.

It must not know how a network is learnt.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from broadsheet.methods.fusion.features import NAMES
from broadsheet.methods.fusion.tokens import ElementNames, TextWords

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from broadsheet.methods.fusion.network import Network
    from broadsheet.page.arrays import FloatArray
    from broadsheet.train.fusion import Example, Outcome

__all__ = ["GROUPS", "importance"]

GROUPS: Final = {
    "length": ("log_chars", "log_words", "chars_a_word", "text_rows"),
    "links": ("link_share", "inside_a", "around_a"),
    "punctuation and case": (
        "marks_a_char", "punctuation_any", "words_a_mark", "commas", "ends", "colon", "copyright", "at", "bars",
        "quotes", "brackets", "digits", "capitals", "ends_sentence", "ends_colon", "starts_capital", "starts_quote",
        "bold_share", "italic_share",
    ),
    "place on the page": ("position", "index", "log_segments", "start_share", "prose_before", "prose_after", "depth"),
    "neighbours in the tree": (
        "gap_before", "gap_after", "common_before", "common_after", "path_before", "path_after", "block_segments",
        "log_chars_mean_5", "link_share_mean_5",
    ),
    "same path of tags": ("path_log_chars", "path_share", "path_count", "path_link_share", "path_mean_chars"),
    "same names": ("kind_log_chars", "kind_share", "kind_count", "kind_link_share", "kind_mean_chars"),
    "title": (
        "title_found", "title_share", "same_as_title", "meta_found", "meta_share", "after_title", "title_distance",
        "title_common",
    ),
    "repeated text": ("seen_before", "seen_after", "lead_before", "lead_after"),
    "text stated for machines": ("stated_any", "stated", "described"),
    "mss and coreex": ("mss", "mss_value", "coreex", "coreex_score"),
    "page": ("page_log_chars", "page_link_share", "page_prose_share"),
    "containers": tuple(name for name in NAMES if name.startswith(("container_", "holder_"))),
    "tag of the block": tuple(name for name in NAMES if name.startswith("block_") and name != "block_segments"),
    "tags around": tuple(name for name in NAMES if name.startswith("around_") and name != "around_a"),
    "tags inside and between": tuple(
        name for name in NAMES if name.startswith(("inside_", "between_")) and name != "inside_a"
    ),
    "headings, articles, times before and after": tuple(
        name for name in NAMES if name.startswith(("earlier_", "later_"))
    ),
}  # fmt: skip
"""Columns that say much the same, by what they say. Every column is in one group."""


def importance(network: Network, found: Sequence[Outcome], seed: int) -> dict[str, float]:
    """What is lost when a group of columns is taken from another page: the fall of the mean soft F1.

    Args:
        network: a network.
        found: its outcomes on pages of sites that it has not seen.
        seed: of the draw.

    Returns:
        By group, and for the names of elements and the words of texts, largest first.
    """
    draw = np.random.default_rng(seed)
    pages = [outcome.page for outcome in found if outcome.page.gold.text is not None]
    pool = np.concatenate([page.columns for page in pages])

    def score(changed: Callable[[Example], Example] = lambda page: page) -> float:
        return float(np.mean([_soft_f1(page, changed(page).probabilities(network)) for page in pages]))

    def mixed(page: Example, at: list[int]) -> Example:
        columns = page.columns.copy()
        columns[:, at] = pool[draw.integers(len(pool), size=len(columns))][:, at]
        return replace(page, columns=columns)

    scores = {
        group: score(partial(mixed, at=[NAMES.index(name) for name in members])) for group, members in GROUPS.items()
    }
    scores["names of elements"] = score(
        lambda page: replace(page, names=ElementNames([()], np.zeros_like(page.names.around)))
    )
    scores["words of the text"] = score(
        lambda page: replace(page, words=TextWords([], np.zeros_like(page.words.edges)))
    )
    before = score()
    return dict(sorted(((what, before - one) for what, one in scores.items()), key=lambda item: -item[1]))


def _soft_f1(page: Example, probability: FloatArray) -> float:
    length = page.chars.astype(np.float64)
    both = float(((probability + page.label) * length).sum())
    return 2 * float((probability * page.label * length).sum()) / both if both else 1.0
