"""Run Python on an engine that stops at memory errors and undefined behaviour.

``python tools/instrumented.py ARGUMENTS`` runs ``python ARGUMENTS`` with AddressSanitizer and
UndefinedBehaviorSanitizer compiled into the engine and lexbor, and ``--fuzzer`` before them adds libFuzzer, which needs
clang. The engine is built in ``build/sanitizers`` or ``build/fuzzer``, beside links to the package's other files, so
that the usual engine stays as it is.
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
    # Python itself frees little at its end, and asks for more memory than there is to see whether there is some.
    "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
    # numpy's and Python's small objects would hide what is read beyond their ends.
    "PYTHONMALLOC": "malloc",
}


def clang() -> str:
    """The newest clang.

    Raises:
        SystemExit: there is none with libFuzzer.
    """
    for name in ("clang", *(f"clang-{version}" for version in range(25, 13, -1))):
        if shutil.which(name) and Path(asked(name, f"-print-file-name={DRIVER}")).is_absolute():
            return name
    sys.exit(
        "libFuzzer is needed: install clang and its runtime "
        "(Debian, Ubuntu: 'apt-get install clang-19 libclang-rt-19-dev')"
    )


def asked(*command: str) -> str:
    """What a compiler says of itself."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def built(*, fuzzer: bool) -> dict[str, str]:
    """Build the engine, and give the environment that has Python use it."""
    sys.path.insert(0, str(ROOT))
    import hatch_build

    folder = ROOT / "build" / ("fuzzer" if fuzzer else "sanitizers")
    engine = folder / "broadsheet" / "engine"
    # Links to files, in folders of their own: a build of the package goes into no folder twice, links included.
    shutil.rmtree(folder, ignore_errors=True)
    left_out = shutil.ignore_patterns("_engine.so", "__pycache__")
    shutil.copytree(PACKAGE, folder / "broadsheet", copy_function=os.symlink, ignore=left_out)
    compiler, checks, runtime = os.environ.get("CC", "gcc"), CHECKS, "libasan.so"
    if fuzzer:
        compiler = clang()
        driver = asked(compiler, f"-print-file-name={DRIVER}")
        checks = (*CHECKS, "-fsanitize=fuzzer-no-link", "-shared-libasan")
        # The sanitizer's library has empty functions of the names by which code tells libFuzzer what was reached.
        linked = ("-Wl,-u,LLVMFuzzerRunDriver", "-Wl,-Bsymbolic", driver, "-lstdc++")
        runtime = f"libclang_rt.asan-{machine()}.so"
    os.environ["CC"] = compiler
    hatch_build.build(ROOT, engine / "_engine.so", checks, linked if fuzzer else ())
    preload = asked(compiler, f"-print-file-name={runtime}")
    return {**os.environ, **SETTINGS, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "LD_PRELOAD": preload}


def main() -> None:
    """Build, then become the command."""
    arguments = sys.argv[1:]
    fuzzer = arguments[:1] == ["--fuzzer"]
    environment = built(fuzzer=fuzzer)
    os.execve(sys.executable, [sys.executable, *arguments[fuzzer:]], environment)  # noqa: S606


if __name__ == "__main__":
    main()
