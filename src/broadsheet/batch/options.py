"""What a run is asked to do. It must not know how it is done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from broadsheet.batch.work import WorkOptions
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
        inputs: paths; ``-`` is the standard input.
        work: what is made of them, and where it goes.
        kind: what all files are; each is looked at by default.
        jobs: worker processes; as many as the process may use cores, by default.
        engine: who does the work.
        ray_address: the cluster's address, for Ray; a cluster of this machine alone by default.
        learn_sites: learn what the pages of each site repeat first, and use that.
        resume: go on with the run that the folder holds; else a folder that holds one is refused.
    """

    inputs: tuple[str, ...]
    work: WorkOptions
    kind: Kind | None = None
    jobs: int | None = None
    engine: Engine = Engine.LOCAL
    ray_address: str | None = None
    learn_sites: bool = False
    resume: bool = True
