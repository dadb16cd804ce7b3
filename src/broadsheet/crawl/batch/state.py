"""Progress of a run, for display."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["State", "Watch"]


@dataclass
class State:
    """Progress of a run.

    Attributes:
        bytes: size of the input in bytes.
        bytes_before: bytes done by earlier runs.
        bytes_done: bytes done; an estimate inside a unit.
        pages_before: pages done by earlier runs.
        outcomes: pages of this run, by outcome.
        parts: parts written by this run.
        begun: start of this run, on the monotonic clock.
        learning: whether this is the first of two passes.
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
        """Seconds since the start of this run."""
        return time.monotonic() - self.begun

    @property
    def pages_per_second(self) -> float:
        """Pages per second of this run."""
        return self.pages / max(1e-9, self.seconds)

    @property
    def seconds_left(self) -> float | None:
        """Estimated seconds left, by bytes of input; None if it is too early."""
        gained = self.bytes_done - self.bytes_before
        if gained <= 0 or not self.pages:
            return None
        return self.seconds * max(0.0, self.bytes - self.bytes_done) / gained


Watch = Callable[[State], None]  # called with the progress
