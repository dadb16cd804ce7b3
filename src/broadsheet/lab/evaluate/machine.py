"""The environment of a measurement: date, machine, Python, and package versions."""

from __future__ import annotations

import datetime as dt
import os
import platform
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

__all__ = ["Machine", "this_machine"]

_ALWAYS: Final = ("broadsheet", "numpy", "lxml", "lxml_html_clean")  # ours, and dependencies of several libraries


@dataclass(frozen=True, slots=True)
class Machine:
    """Environment of a measurement."""

    date: str  # date and time, with the zone
    python: str  # implementation and version of Python
    system: str  # operating system
    processor: str  # model of the processor, by the system
    cores: int  # number of cores; one was used
    packages: Mapping[str, str]  # versions by name on PyPI


def this_machine(packages: Iterable[str] = ()) -> Machine:
    """Return the current environment, with the versions of some packages besides our own and its dependencies."""
    versions = {}
    for name in sorted({*_ALWAYS, *packages}, key=str.lower):
        with suppress(PackageNotFoundError):
            versions[name] = version(name)
    return Machine(
        date=dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        packages=versions,
    )


def _processor() -> str:
    # On Linux platform.processor() is empty.
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
