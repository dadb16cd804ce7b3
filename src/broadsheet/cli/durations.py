"""Durations on the command line: seconds that a clock can be set to. Infinity and not-a-number are none.

It must not know what takes so long.
"""

from __future__ import annotations

import math
from typing import Any

import click

from broadsheet.sources.options import LONGEST

__all__ = ["Seconds"]


class Seconds(click.FloatRange):
    """A number of seconds.

    Args:
        least: the least that makes sense.
        most: the most.
    """

    def __init__(self, *, least: float = 0.01, most: float = LONGEST) -> None:
        super().__init__(min=least, max=most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse what is no number in the range; not-a-number is not below or above anything."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds
