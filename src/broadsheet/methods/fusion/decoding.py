"""From probabilities to a choice: what is read off them, and what rules change in it.

Each rule was measured on sites that were left out of training (`docs/methods/fusion.md`), and which one changed a
segment is written down. It must not know where the probabilities come from.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from broadsheet.methods.fusion import lines
from broadsheet.methods.fusion.again import said_again
from broadsheet.methods.fusion.choice import Choice, Rule
from broadsheet.methods.fusion.features import Evidence
from broadsheet.methods.fusion.series import entries, headings_in_series, numbered_lines, numbers_of_headings
from broadsheet.methods.fusion.stacked import first_article
from broadsheet.methods.fusion.tables import linked_lists, lists, posts, programs, quotations, speakers, tables_in_text
from broadsheet.page import Page, tags
from broadsheet.page.arrays import FloatArray, holds

__all__ = ["Choice", "Rule", "chosen", "complete"]

_ARTICLE, _BUTTON, _SUMMARY, _QUOTE, _INPUT, _IFRAME = (
    tags.IDS[name] for name in ("article", "button", "summary", "blockquote", "input", "iframe")
)
_HARDLY: Final = 150
_HARDLY_AT: Final = 0.3
"""Characters of a text that is hardly one, and the probability that is asked of its segments then."""


def chosen(
    page: Page,
    found: Evidence,
    probability: FloatArray,
    threshold: float,
    favor: str | None = None,
    *,
    is_clear: bool = False,
) -> tuple[Choice, int]:
    """The segments that are content by their probability, as the rules about lines of text change them.

    Args:
        page: the page.
        found: its evidence.
        probability: of each segment, shape (m,).
        threshold: the least that is kept.
        favor: ``"precision"`` or ``"recall"`` where one of these is wanted: rules that would work against it are left
            out.
        is_clear: nobody doubts the probabilities: what seldom helps is not asked.

    Returns:
        The choice, and how many articles the page has one below the other.
    """
    segments, choice = found.segments, Choice(probability >= threshold)
    if favor is None and segments.chars[choice.kept].sum() < _HARDLY:
        # Of a text of a line or two the network is less sure. Sites left out: `dragnet` +0.0011, `daniel` +0.0013,
        # `cleaneval` +0.0001, no other corpus moves.
        choice.keep(Rule.HARDLY, probability >= min(threshold, _HARDLY_AT))
    if favor != "precision":
        choice.keep(Rule.LEAD, lines.leads(found, probability, choice.kept))
    choice.keep(Rule.BETWEEN, lines.between(page, found, probability, choice.kept))
    linked = 2 * segments.link_chars >= segments.chars
    notes = lines.notes(page, segments, choice.kept)
    choice.leave(Rule.TEASER, lines.teased(page, segments, choice.kept & linked))
    for rule, at in notes.items():
        choice.leave(rule, np.isin(np.arange(len(segments)), at))
    if page.has(_INPUT):
        choice.leave(Rule.SERVICE, lines.asking_for_mail(page, segments, choice.kept))
    if page.has(_BUTTON):
        choice.leave(Rule.BUTTON, lines.buttons(page, segments, choice.kept))
    if not is_clear:
        choice.leave(Rule.APART, lines.apart(page, segments, choice.kept))
    choice.leave(Rule.CAPTION, lines.captions(page, segments, choice.kept))
    choice.leave(Rule.CAPTION, lines.said_of_pictures(page, segments, choice.kept))
    if page.has(_IFRAME):
        choice.leave(Rule.CAPTION, lines.said_of_frames(page, segments, choice.kept))
    if page.has(_ARTICLE):
        choice.leave(Rule.INSIDE, lines.inside(page, segments, choice.kept))
    if favor != "precision":
        choice.keep(Rule.HOLE, lines.holes(page, segments, choice.kept), again=False)
        choice.keep(Rule.LAST_PARAGRAPH, lines.behind_last_box(page, segments, choice.kept), again=False)
        choice.keep(Rule.BEHIND_BOX, lines.behind_box(page, found, probability, choice.kept), again=False)
        series = headings_in_series(page, segments, probability, choice.kept)
        choice.keep(Rule.SERIES, series, again=False)
        choice.keep(Rule.SERIES, numbered_lines(page, segments, choice.kept), again=False)
        choice.keep(Rule.ENTRY, entries(page, segments, choice.kept), again=False)
        if page.has(_BUTTON) or page.has(_SUMMARY):
            choice.keep(Rule.QUESTION, lines.opening(page, segments, probability, choice.kept), again=False)
    choice.keep(Rule.TERM, lines.terms(page, segments, choice.kept))
    choice.keep(Rule.CAPITAL, lines.capitals(page, segments, probability, choice.kept), again=False)
    choice.leave(Rule.HEADLINE, lines.headline_again(found, probability, choice.kept))
    if holds(choice.kept & linked):  # seldom
        choice.leave(Rule.LIST, choice.kept & linked_lists(page, segments, probability, choice.kept))
    choice.leave(Rule.COMMENTS, choice.kept & lines.below_comments(page, segments, choice.kept))
    first, articles = first_article(page, segments, choice.kept, partial(lines.titled, found))
    choice.leave(Rule.NEXT_ARTICLE, choice.kept & ~first)
    choice.leave(Rule.DRAWN, lines.drawn_last(page, segments, choice.kept))
    choice.leave(Rule.LAST_HEADING, lines.headings_last(page, segments, choice.kept))
    return choice, articles


def complete(
    page: Page, found: Evidence, probability: FloatArray, choice: Choice, *, tables: bool, favor: str | None = None
) -> None:
    """Keep whole what is no line of text, and nothing twice.

    Args:
        page: the page.
        found: its evidence.
        probability: of each segment, shape (m,).
        choice: what is kept; it is changed.
        tables: keep tables of data that stand in the text.
        favor: as in `chosen`.
    """
    segments = found.segments
    quoted = page.has(_QUOTE)
    if favor != "precision":
        if quoted:
            choice.keep(Rule.QUOTE, quotations(page, segments, probability, choice.kept), again=False)
            choice.keep(Rule.QUOTE, speakers(page, segments, choice.kept), again=False)
        whole = lists(page, segments, probability, choice.kept)
        choice.keep(Rule.WHOLE_LIST, whole & (choice.rule == Rule.LAST_HEADING.number))
        choice.keep(Rule.WHOLE_LIST, whole, again=False)
    numbered = numbers_of_headings(page, segments, probability, choice.kept)
    if numbered is not None:
        choice.keep(Rule.RANK, numbered, again=False)
        choice.leave(Rule.RANK, choice.kept & ~numbered)
    choice.keep(Rule.PROGRAM, programs(page, segments, choice.kept))
    if tables:
        choice.keep(Rule.TABLE, tables_in_text(page, segments, choice.kept))
    if quoted:
        choice.keep(Rule.POST, posts(page, segments, choice.kept))
    choice.leave(Rule.AGAIN, said_again(page, segments, choice.kept, found.titles))
