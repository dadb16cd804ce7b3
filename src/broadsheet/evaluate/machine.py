"""What figures were measured on: the day, the machine, Python, and the versions of everything that takes part."""

from __future__ import annotations

import datetime as dt
import os
import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Machine", "this_machine"]

_ALWAYS: Final = ("broadsheet", "numpy", "selectolax")
_BELOW: Final = ("lxml", "lxml_html_clean")
"""What several of the libraries stand on."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where and when figures were measured.

    Attributes:
        date: the day and time, with its zone.
        python: the version of Python, and which Python it is.
        system: the operating system.
        processor: the model of the processor, as the system names it.
        cores: how many cores the system has; one of them was used.
        packages: versions by name on PyPI.
    """

    date: str
    python: str
    system: str
    processor: str
    cores: int
    packages: Mapping[str, str]


def this_machine(packages: Iterable[str] = ()) -> Machine:
    """This machine, now.

    Args:
        packages: names on PyPI whose versions matter, besides our own and what it stands on.
    """
    return Machine(
        date=dt.datetime.now().astimezone().isoformat(timespec="seconds"),
        python=f"{platform.python_implementation()} {platform.python_version()}",
        system=platform.platform(),
        processor=_processor(),
        cores=os.cpu_count() or 1,
        packages=dict(sorted(_versions({*_ALWAYS, *_BELOW, *packages}).items(), key=lambda item: item[0].lower())),
    )


def _versions(names: Iterable[str]) -> dict[str, str]:
    found = {}
    for name in names:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _processor() -> str:
    # Linux leaves the portable answer empty and has the model here.
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, "") or platform.processor() or platform.machine()
