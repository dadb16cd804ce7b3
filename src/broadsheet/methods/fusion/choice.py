"""Which segments of a page are kept, as rules change it, and what is told of each rule.

It must not know the rules' work.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import numpy as np

from broadsheet.page.arrays import BoolArray, holds

__all__ = ["Choice", "Rule"]


class Rule(Enum):
    """What changes a choice: what is to be told of the segments that it changes."""

    HARDLY = "A rule keeps it: so little is kept that less is asked of each segment."
    ADVERTISEMENT = "A rule leaves it out: it is nothing but the label of an advertisement."
    TEASER = "A rule leaves it out: it says “read also” and leads to another article."
    LABEL = "A rule leaves it out: it says “read also” over links to other articles, or is one of them."
    SERVICE = "A rule leaves it out: it is a word of the site to its readers, and nothing else."
    CONSENT = "A rule leaves it out: it stands for something from elsewhere, which is shown to those who agree."
    COMMENTS = "A rule leaves it out: it stands below the heading of readers' comments."
    BETWEEN = "A rule keeps it: it stands between two that are kept, and less is asked there."
    HOLE = "A rule keeps it: it is a paragraph like those before and behind it."
    LAST_PARAGRAPH = "A rule keeps it: it is a paragraph like those before the box that it stands behind."
    BEHIND_BOX = "A rule keeps it: it heads what is kept behind it."
    SERIES = "A rule keeps it: it is one of several headings of a kind, most of which are kept or head what is."
    TERM = "A rule keeps it: it is a term whose definition is kept."
    LIST = "A rule leaves it out: it is of a list of links, most of which is left out."
    HEADLINE = "A rule leaves it out: it is the headline again."
    NEXT_ARTICLE = "A rule leaves it out: it is of another article, below the first."
    LAST_HEADING = "A rule leaves it out: it heads nothing that is kept."
    PROGRAM = "A rule keeps it: it is of a program, or of its output, beside what is kept."
    TABLE = "A rule keeps it: it is of a table of data, which is kept whole."
    AGAIN = "A rule leaves it out: it says once more what is kept before it."
    BUTTON = "A rule leaves it out: it is a button that does something elsewhere."
    CAPTION = "A rule leaves it out: its element says that it is a caption."
    INSIDE = "A rule leaves it out: it is of the teaser of another article, inside the text."
    APART = "A rule leaves it out: its box says that it has other articles, or opens when it is asked for."
    QUESTION = "A rule keeps it: it opens and closes what is kept behind it."
    CAPITAL = "A rule keeps it: it is the large first letter of what is kept behind it."
    QUOTE = "A rule keeps it: it is a quotation in a figure, between two that are kept."
    POST = "A rule keeps it: it is of an embedded post, which stands within the text."
    WHOLE_LIST = "A rule keeps it: it is of a list between two that are kept, which is kept whole."
    RANK = "A rule keeps or leaves it: it is the number of one of several headings, as the others are."
    ENTRY = "A rule keeps it: it is of a timeline, or a list like one, between two that are kept."
    DRAWN = "A rule leaves it out: it is a line drawn with characters, at the end."
    FAVOR = "A rule keeps or leaves it: with recall all is kept that is kept without, with precision nothing else is."
    LEAD = "A rule keeps it: it is the lead, between the headline and the text, as the page describes itself."

    @property
    def number(self) -> int:
        """Its place among the rules, from 1."""
        return _NUMBER[self]


_NUMBER: Final = {rule: number for number, rule in enumerate(Rule, start=1)}


class Choice:
    """Which segments of a page are kept, as it changes.

    Attributes:
        kept: the segments, shape (m,).
        rule: the number of the rule that changed each last, 0 where none did, shape (m,).
    """

    def __init__(self, kept: BoolArray) -> None:
        self.kept = kept
        self.rule = np.zeros(len(kept), dtype=np.uint8)

    def keep(self, rule: Rule, more: BoolArray, *, again: bool = True) -> None:
        """Keep some more segments.

        Args:
            rule: what says so.
            more: the segments.
            again: those that a rule has left out, too.
        """
        if holds(more):  # seldom
            self._change(rule, self.kept | (more if again else more & (self.rule == 0)))

    def leave(self, rule: Rule, some: BoolArray) -> None:
        """Keep some segments no longer."""
        if holds(some):
            self._change(rule, self.kept & ~some)

    def _change(self, rule: Rule, kept: BoolArray) -> None:
        self.rule[kept != self.kept] = rule.number
        self.kept = kept
