"""The kept segments of a page, and the rule that changed each."""

from __future__ import annotations

from enum import Enum
from typing import Final

import numpy as np

from broadsheet.page.arrays import BoolArray, holds

__all__ = ["Choice", "Rule"]


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
