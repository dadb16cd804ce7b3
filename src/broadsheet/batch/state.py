"""How far a run is, for whoever watches it. It must not know what is done."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["State", "Watch"]


@dataclass
class State:
    """How far a run is, for whoever shows it.

    Attributes:
        bytes: bytes of the input.
        bytes_before: bytes of what was done by earlier runs.
        bytes_done: bytes of what is done; an estimate inside a unit.
        pages_before: pages that were done by earlier runs.
        outcomes: pages of this run, by outcome.
        parts: parts written by this run.
        begun: when this run began, on the monotonic clock.
        learning: it is the first of two passes.
    """

    bytes: int
    bytes_before: int = 0
    bytes_done: float = 0.0
    pages_before: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    parts: int = 0
    begun: float = field(default_factory=time.monotonic)
    learning: bool = False

    @property
    def pages(self) -> int:
        """Pages of this run."""
        return self.outcomes.total()

    @property
    def seconds(self) -> float:
        """Seconds that this run has taken."""
        return time.monotonic() - self.begun

    @property
    def pages_per_second(self) -> float:
        """Pages a second of this run."""
        return self.pages / max(1e-9, self.seconds)

    @property
    def seconds_left(self) -> float | None:
        """Seconds that are left, judged by the bytes of the input; None before there is something to judge by."""
        gained = self.bytes_done - self.bytes_before
        if gained <= 0 or not self.pages:
            return None
        return self.seconds * max(0.0, self.bytes - self.bytes_done) / gained


Watch = Callable[[State], None]
"""Is told how far a run is."""
