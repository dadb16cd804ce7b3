"""Option type for durations in seconds; infinity and NaN are rejected."""

from __future__ import annotations

import math
from typing import Any

import click

from broadsheet.crawl.sources.options import LONGEST

__all__ = ["Seconds"]


class Seconds(click.FloatRange):
    """A number of seconds.

    Args:
        least: minimum.
        most: maximum.
    """

    def __init__(self, *, least: float = 0.01, most: float = LONGEST) -> None:
        super().__init__(min=least, max=most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reject values outside the range and NaN, which compares as neither below nor above it."""
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value!r} is not a number of seconds", param, ctx)
        return seconds
