"""Builds the compiled parts (`kernel.c` in two rooms) where there is a C compiler; the package works without them.

The libraries have no tie to Python's own version: they are loaded by ctypes. ``BROADSHEET_KERNEL=0`` leaves them out.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOMS = ("src/broadsheet/page", "src/broadsheet/methods/fusion")
SOURCE, LIBRARY = "kernel.c", "_kernel.so"
OPTIONS = ("-O3", "-std=c99", "-ffp-contract=fast", "-fPIC", "-shared")
SECONDS = 120


def compiled(root: Path) -> list[str]:
    """Compile the kernels in a checkout. The libraries that were made: none where there is no compiler, or it fails."""
    for room in ROOMS:
        (root / room / LIBRARY).unlink(missing_ok=True)
    named = os.environ.get("CC", "")
    compiler = shutil.which(named or "cc") or shutil.which("gcc") or shutil.which("clang")
    if os.environ.get("BROADSHEET_KERNEL") == "0" or os.name != "posix" or sys.maxsize < 2**32 or compiler is None:
        return []
    return [f"{room}/{LIBRARY}" for room in ROOMS if _compiled(compiler, root / room)]


def _compiled(compiler: str, room: Path) -> bool:
    library = room / LIBRARY
    command = [compiler, *OPTIONS, "-o", str(library), str(room / SOURCE), "-lm"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"{room / SOURCE} is left out: {error}", file=sys.stderr)
        return False
    if done.returncode:
        print(f"{room / SOURCE} is left out: {done.stderr.strip()[:500]}", file=sys.stderr)
        library.unlink(missing_ok=True)
    return done.returncode == 0


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the libraries into the wheel, which is then of one platform, but of any Python 3."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel or an editable install is made."""
        if self.target_name == "wheel" and (libraries := compiled(Path(self.root))):
            build_data["pure_python"] = False
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"py3-none-{platform}"
            build_data["artifacts"] += libraries
