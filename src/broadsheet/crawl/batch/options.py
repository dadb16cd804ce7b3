"""Options and progress of a run."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from broadsheet.crawl.batch.checks import instance, member, path, positive
from broadsheet.crawl.batch.work import WorkOptions
from broadsheet.crawl.sources.options import Kind, Politeness, check_since
from broadsheet.page import switch

__all__ = ["Engine", "RunOptions", "State", "Watch"]


class Engine(StrEnum):
    """Where the work is done."""

    LOCAL = "local"
    RAY = "ray"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Options of a run.

    Attributes:
        inputs: paths and URLs, as strings or `Path`; ``-`` is standard input. A single input need not be in a tuple.
        work: what to do with them, and the output.
        kind: type of all files: ``"warc"``, ``"tar"``, ``"zip"``, ``"parquet"``, ``"jsonl"``, ``"files"`` (pages) or
            ``"addresses"``; by default detected for each.
        jobs: worker processes; by default the number of available cores.
        engine: ``"local"`` or ``"ray"``.
        ray_address: address of the Ray cluster; by default one is started on this machine.
        since: skip URLs that their lists date before this day (``YYYY-MM-DD``).
        politeness: rules of fetching.
        learn_sites: learn the site profiles first, and use them.
        resume: continue the run in the folder; otherwise refuse a folder that holds one.

    Raises:
        TypeError: an option has a wrong type.
        ValueError: an option has an invalid value.
    """

    inputs: tuple[str, ...]
    work: WorkOptions
    kind: Kind | None = None
    jobs: int | None = None
    engine: Engine = Engine.LOCAL
    ray_address: str | None = None
    since: str | None = None
    politeness: Politeness = field(default_factory=Politeness)
    learn_sites: bool = False
    resume: bool = True

    def __post_init__(self) -> None:
        # For untyped callers: a string value is not a member, and not a tuple.
        inputs = (self.inputs,) if isinstance(self.inputs, (str, os.PathLike)) else self.inputs
        object.__setattr__(self, "inputs", tuple(path(one, "an input") for one in inputs))
        if not self.inputs:
            raise ValueError("inputs must be one or more")
        instance(self.work, WorkOptions, "work")
        if self.kind is not None:
            object.__setattr__(self, "kind", member(Kind, self.kind, "kind"))
        if self.jobs is not None:
            positive(self.jobs, "jobs")
        if self.since is not None:
            object.__setattr__(self, "since", check_since(self.since))
        instance(self.politeness, Politeness, "politeness")
        for name in ("learn_sites", "resume"):
            object.__setattr__(self, name, switch(getattr(self, name), name))
        object.__setattr__(self, "engine", member(Engine, self.engine, "engine"))


@dataclass
class State:
    """Progress of a run.

    Attributes:
        bytes: size of the input in bytes.
        bytes_before: bytes done by earlier runs.
        bytes_done: bytes done; an estimate inside a unit.
        pages_before: pages done by earlier runs.
        outcomes: pages of this run, by outcome.
        begun: start of this run, on the monotonic clock.
        learning: whether this is the first of two passes.
    """

    bytes: int
    bytes_before: int = 0
    bytes_done: float = 0.0
    pages_before: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
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
