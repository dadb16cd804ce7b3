"""Run Python with an engine that stops at memory errors and undefined behaviour.

``python tools/instrumented.py ARGUMENTS`` runs ``python ARGUMENTS`` with AddressSanitizer and
UndefinedBehaviorSanitizer in the engine and in lexbor. ``--fuzzer`` as the first argument adds libFuzzer, which needs
clang. The engine is built in ``build/sanitizers`` or ``build/fuzzer``, unless it is newer than its sources. Links to
the package's other files are beside it, so the normal engine is not replaced.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from platform import machine

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "broadsheet"
CHECKS = ("-O1", "-g", "-fno-omit-frame-pointer", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
DRIVER = f"libclang_rt.fuzzer_no_main-{machine()}.a"
SETTINGS = {
    # Python frees little memory at exit, and probes for memory with allocations that may fail.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    # Python's pools of small objects would hide reads beyond the end of an object.
    "PYTHONMALLOC": "malloc",
}


def clang() -> str:
    """Return the newest clang that has libFuzzer.

    Raises:
        SystemExit: none is installed.
    """
    for name in ("clang", *(f"clang-{version}" for version in range(25, 13, -1))):
        if shutil.which(name) and Path(asked(name, f"-print-file-name={DRIVER}")).is_absolute():
            return name
    sys.exit(
        "libFuzzer is needed: install clang and its runtime "
        "(Debian, Ubuntu: 'apt-get install clang-19 libclang-rt-19-dev')"
    )


def asked(*command: str) -> str:
    """Return what a compiler prints about itself."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def built(*, fuzzer: bool) -> dict[str, str]:
    """Build the engine, and return the environment in which Python loads it."""
    sys.path.insert(0, str(ROOT))
    import hatch_build

    folder = ROOT / "build" / ("fuzzer" if fuzzer else "sanitizers")
    engine, linked_package = folder / "_engine.so", folder / "package"
    # Folders are copied and files are linked: hatchling enters no folder twice, also through links.
    shutil.rmtree(linked_package, ignore_errors=True)
    left_out = shutil.ignore_patterns("_engine.so", "__pycache__")
    shutil.copytree(PACKAGE, linked_package / "broadsheet", copy_function=os.symlink, ignore=left_out)
    (linked_package / "broadsheet" / "engine" / "_engine.so").symlink_to(engine)
    checks: tuple[str, ...] = CHECKS
    compiler, runtime = os.environ.get("CC", "gcc"), "libasan.so"
    if fuzzer:
        compiler = clang()
        driver = asked(compiler, f"-print-file-name={DRIVER}")
        checks = (*CHECKS, "-fsanitize=fuzzer-no-link", "-shared-libasan")
        # The sanitizer's library defines empty functions with the names of libFuzzer's coverage callbacks.
        linked = ("-Wl,-u,LLVMFuzzerRunDriver", "-Wl,-Bsymbolic", driver, "-lstdc++")
        runtime = f"libclang_rt.asan-{machine()}.so"
    os.environ["CC"] = compiler
    sources = [Path(__file__), ROOT / "hatch_build.py", *(PACKAGE / "engine").glob("*.[ch]")]
    if not engine.exists() or engine.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        hatch_build.build(ROOT, engine, checks, linked if fuzzer else ())
    preload = asked(compiler, f"-print-file-name={runtime}")
    return {**os.environ, **SETTINGS, "PYTHONPATH": f"{linked_package}{os.pathsep}{ROOT}", "LD_PRELOAD": preload}


def main() -> None:
    """Build the engine, and replace this process by the command."""
    arguments = sys.argv[1:]
    fuzzer = arguments[:1] == ["--fuzzer"]
    environment = built(fuzzer=fuzzer)
    os.execve(sys.executable, [sys.executable, *arguments[fuzzer:]], environment)  # noqa: S606


if __name__ == "__main__":
    main()
