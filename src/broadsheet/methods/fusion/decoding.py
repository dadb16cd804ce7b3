"""Turn probabilities into a choice of segments: a threshold, then the few rules that change the result.

Why there are so few is in `docs/methods/fusion.md`. It must not know where the probabilities come from.
"""

from __future__ import annotations

from typing import Literal

from broadsheet.methods.fusion.again import said_again
from broadsheet.methods.fusion.choice import Choice, Rule
from broadsheet.methods.fusion.features import Evidence
from broadsheet.methods.fusion.lines import below_comments, between, headline_again
from broadsheet.methods.fusion.whole import lists, posts, tables_of_data
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
        probability: the probability of each segment, shape (m,).
        threshold: the lowest probability of a segment that is kept.
        tables: keep tables of data in the text whole.
        favor: with ``"precision"``, rules that add what is not certain are skipped.
        never: segments that are kept by no rule.
    """
    segments, choice = found.segments, Choice(probability >= threshold)
    if never is not None:
        choice.kept &= ~never
    choice.keep(Rule.BETWEEN, between(found, probability, choice.kept))
    if favor != "precision":
        choice.keep(Rule.WHOLE_LIST, lists(page, segments, probability, choice.kept))
    if tables:
        choice.keep(Rule.TABLE, tables_of_data(page, segments, choice.kept))
    choice.keep(Rule.POST, posts(page, segments, choice.kept))
    choice.leave(Rule.HEADLINE, headline_again(found, probability, choice.kept))
    choice.leave(Rule.COMMENTS, choice.kept & below_comments(page, segments, choice.kept))
    choice.leave(Rule.AGAIN, said_again(page, segments, choice.kept, found.titles))
    if never is not None:
        choice.kept &= ~never
        choice.rule[never] = 0
    return choice
