"""What a run is asked to do. It must not know how it is done."""

from __future__ import annotations

import os
from dataclasses import dataclass
from enum import StrEnum

from broadsheet.batch.checks import instance, member, path, positive
from broadsheet.batch.work import WorkOptions
from broadsheet.page import switch
from broadsheet.sources.units import Kind

__all__ = ["Engine", "RunOptions"]


class Engine(StrEnum):
    """Who does the work."""

    LOCAL = "local"
    RAY = "ray"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a run is.

    Attributes:
        inputs: paths and addresses, as strings or `Path`; ``-`` is the standard input. One may stand for itself.
        work: what is made of them, and where it goes.
        kind: what all files are: ``"warc"``, ``"tar"``, ``"zip"``, ``"parquet"``, ``"jsonl"``, ``"files"`` (pages) or
            ``"addresses"``; each is looked at by default.
        jobs: worker processes; as many as the process may use cores, by default.
        engine: who does the work: ``"local"`` or ``"ray"``.
        ray_address: the cluster's address, for Ray; a cluster of this machine alone by default.
        learn_sites: learn what the pages of each site repeat first, and use that.
        resume: go on with the run that the folder holds; else a folder that holds one is refused.

    Raises:
        TypeError: something is of another type.
        ValueError: something has a value that means nothing.
    """

    inputs: tuple[str, ...]
    work: WorkOptions
    kind: Kind | None = None
    jobs: int | None = None
    engine: Engine = Engine.LOCAL
    ray_address: str | None = None
    learn_sites: bool = False
    resume: bool = True

    def __post_init__(self) -> None:
        # Also for callers whose types nobody checks: a string would not be the member of its value, and is no tuple.
        inputs = (self.inputs,) if isinstance(self.inputs, (str, os.PathLike)) else self.inputs
        object.__setattr__(self, "inputs", tuple(path(one, "an input") for one in inputs))
        if not self.inputs:
            raise ValueError("inputs must be one or more")
        instance(self.work, WorkOptions, "work")
        if self.kind is not None:
            object.__setattr__(self, "kind", member(Kind, self.kind, "kind"))
        if self.jobs is not None:
            positive(self.jobs, "jobs")
        for name in ("learn_sites", "resume"):
            object.__setattr__(self, name, switch(getattr(self, name), name))
        object.__setattr__(self, "engine", member(Engine, self.engine, "engine"))
