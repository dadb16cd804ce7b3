"""Choose segments from their probabilities: a threshold, then a few rules (`docs/methods/fusion.md`)."""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal

import numpy as np

from broadsheet.article.posts import posts_in
from broadsheet.body.fusion.again import repeated
from broadsheet.body.fusion.features import Evidence
from broadsheet.body.fusion.lines import below_comments, between, repeated_headline
from broadsheet.body.fusion.whole import data_tables, lists, posts
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray, holds

__all__ = ["Choice", "Rule", "chosen"]


class Rule(Enum):
    """A reason to keep or drop a segment against the network, with the sentence that the inspector shows."""

    BETWEEN = "A rule keeps it: it stands between two kept segments, and needs a lower probability there."
    WHOLE_LIST = "A rule keeps it: it is part of a list in the text, which is kept whole."
    TABLE = "A rule keeps it: it is part of a table of data in the text, which is kept whole."
    POST = "A rule for embedded posts: those in the text are kept, others are left out."
    HEADLINE = "A rule leaves it out: it repeats the headline."
    COMMENTS = "A rule leaves it out: it stands below the heading of readers' comments."
    AGAIN = "A rule leaves it out: it repeats what is kept before it."
    FAVOR = "`favor` keeps or leaves it out: recall only adds to the usual text, precision only takes away from it."

    @property
    def number(self) -> int:
        """Its number among the rules, from 1."""
        return _NUMBER[self]


_NUMBER: Final = {rule: number for number, rule in enumerate(Rule, start=1)}


class Choice:
    """The kept segments of a page, as rules change them.

    Attributes:
        kept: whether each segment is kept, shape (m,).
        rule: number of the last rule that changed each segment, 0 for none, shape (m,).
    """

    def __init__(self, kept: BoolArray) -> None:
        self.kept = kept
        self.rule = np.zeros(len(kept), dtype=np.uint8)

    def keep(self, rule: Rule, more: BoolArray) -> None:
        """Keep more segments."""
        if holds(more):
            self._change(rule, self.kept | more)

    def drop(self, rule: Rule, some: BoolArray) -> None:
        """Drop some segments."""
        if holds(some):
            self._change(rule, self.kept & ~some)

    def _change(self, rule: Rule, kept: BoolArray) -> None:
        self.rule[kept != self.kept] = rule.number
        self.kept = kept


def chosen(
    page: Page,
    found: Evidence,
    probability: FloatArray,
    threshold: float,
    *,
    tables: bool,
    favor: Literal["precision", "recall"] | None = None,
    never: BoolArray | None = None,
) -> Choice:
    """Choose the segments that are content.

    Args:
        page: the page.
        found: its evidence.
        probability: probability of each segment, shape (m,).
        threshold: lowest probability of a kept segment.
        tables: keep data tables in the text whole.
        favor: with ``"precision"``, skip the rule for lists, which adds uncertain segments.
        never: segments that no rule may keep.
    """
    segments, choice = found.segments, Choice(probability >= threshold)
    if never is not None:
        choice.kept &= ~never
    choice.keep(Rule.BETWEEN, between(found, probability, choice.kept))
    if favor != "precision":
        choice.keep(Rule.WHOLE_LIST, lists(page, segments, probability, choice.kept))
    if tables:
        choice.keep(Rule.TABLE, data_tables(page, segments, choice.kept))
    embedded = posts_in(page)
    inside, apart = posts(page, segments, choice.kept, embedded)
    choice.keep(Rule.POST, inside)
    choice.drop(Rule.POST, apart)
    choice.drop(Rule.HEADLINE, repeated_headline(found, probability, choice.kept))
    choice.drop(Rule.COMMENTS, below_comments(page, segments, choice.kept))
    choice.drop(Rule.AGAIN, repeated(page, segments, choice.kept, embedded, found.titles))
    if never is not None:
        choice.kept &= ~never
        choice.rule[never] = 0
    return choice
