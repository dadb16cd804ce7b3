"""Builds the compiled walk (`src/broadsheet/page/kernel.c`) where there is a C compiler; the package works without it.

The library has no tie to Python's own version: it is loaded by ctypes. ``BROADSHEET_KERNEL=0`` leaves it out.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCE = "src/broadsheet/page/kernel.c"
LIBRARY = "src/broadsheet/page/_kernel.so"
SECONDS = 120


def compiled(root: Path) -> bool:
    """Compile the kernel in a checkout. False where there is no compiler, or it fails; then no library is left."""
    library = root / LIBRARY
    library.unlink(missing_ok=True)
    named = os.environ.get("CC", "")
    compiler = shutil.which(named or "cc") or shutil.which("gcc") or shutil.which("clang")
    if os.environ.get("BROADSHEET_KERNEL") == "0" or os.name != "posix" or sys.maxsize < 2**32 or compiler is None:
        return False
    command = [compiler, "-O3", "-std=c99", "-fPIC", "-shared", "-o", str(library), str(root / SOURCE)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        print(f"the compiled walk is left out: {error}", file=sys.stderr)
        return False
    if done.returncode:
        print(f"the compiled walk is left out: {done.stderr.strip()[:500]}", file=sys.stderr)
        library.unlink(missing_ok=True)
    return done.returncode == 0


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the library into the wheel, which is then of one platform, but of any Python 3."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a wheel or an editable install is made."""
        if self.target_name == "wheel" and compiled(Path(self.root)):
            build_data["pure_python"] = False
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["tag"] = f"py3-none-{platform}"
            build_data["artifacts"].append(LIBRARY)
