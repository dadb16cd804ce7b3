"""Choose segments from their probabilities: a threshold, then a few rules (`docs/methods/fusion.md`)."""

from __future__ import annotations

from typing import Literal

from broadsheet.article.posts import posts_in
from broadsheet.body.fusion.again import repeated
from broadsheet.body.fusion.choice import Choice, Rule
from broadsheet.body.fusion.features import Evidence
from broadsheet.body.fusion.lines import below_comments, between, repeated_headline
from broadsheet.body.fusion.whole import data_tables, lists, posts
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray, FloatArray

__all__ = ["Choice", "Rule", "chosen"]


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
    choice.drop(Rule.POST, choice.kept & apart)
    choice.drop(Rule.HEADLINE, repeated_headline(found, probability, choice.kept))
    choice.drop(Rule.COMMENTS, choice.kept & below_comments(page, segments, choice.kept))
    choice.drop(Rule.AGAIN, repeated(page, segments, choice.kept, embedded, found.titles))
    if never is not None:
        choice.kept &= ~never
        choice.rule[never] = 0
    return choice
