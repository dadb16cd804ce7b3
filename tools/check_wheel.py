"""Install the wheel in a clean environment, and use it as a user would: without sources and compiler.

Without arguments it builds the wheel first. ``--tests`` runs tests of the library on the installed package.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_MEGABYTES = 30
MOST_INSTALLED_MEGABYTES = 110
MOST_DEPENDENCIES = 10
# Imported by tests of the library; those that need more are skipped.
NEEDED = ("pytest", "hypothesis", "markdown-it-py", "pyyaml", "selectolax", "turbohtml")
PAGE = ROOT / "demo" / "article.html"


def run(*command: str | Path, cwd: Path, shown: bool = False) -> str:
    """Run a command without a compiler, and return its output."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "LD_PRELOAD"}}
    environment |= {"CC": "no-compiler", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, env=environment, text=True, capture_output=not shown, check=False
    )
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout or ''}{done.stderr or ''}")
    return done.stdout or ""


def built(work: Path) -> Path:
    """The wheel of this checkout."""
    command = [sys.executable, "-m", "build", "--wheel", "--outdir", str(work), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the wheel cannot be built:\n{done.stdout}{done.stderr}")
    return next(work.glob("*.whl"))


def check_file(wheel: Path) -> None:
    """Size and tags of the file."""
    if wheel.stat().st_size > MOST_MEGABYTES * 1e6:
        sys.exit(f"the wheel has {wheel.stat().st_size / 1e6:.1f} MB; the most is {MOST_MEGABYTES}")
    if not wheel.stem.split("-", 2)[2].startswith("py3-none-") or wheel.stem.endswith("-any"):
        sys.exit(f"{wheel.name} should be of any Python 3 and of one platform")


def check_installed(python: Path, folder: Path, work: Path) -> None:
    """Check the commands, the public names, and the contents of the environment."""
    broadsheet = python.with_name("broadsheet")
    run(python, "-m", "pip", "check", cwd=work)
    printed = run(broadsheet, "extract", PAGE, "--format", "md", cwd=work)
    for wanted in (
        "# Ferry returns to the Lower Sound after eleven years",
        "Maren Iversen",
        "nobody looks at a screen",
    ):
        if wanted not in printed:
            sys.exit(f"the installed command does not print {wanted!r}:\n{printed}")
    listed = run(broadsheet, "methods", cwd=work)
    for name in ("cetd", "coreex", "mss", "twcem"):
        if name not in listed:
            sys.exit(f"the installed command does not list {name}:\n{listed}")
    where = run(python, "-c", "import broadsheet; print(broadsheet.__all__, broadsheet.__file__)", cwd=work)
    if str(folder) not in where:
        sys.exit(f"the sources were imported, not the wheel: {where}")
    needed = run(
        python,
        "-c",
        "from importlib.metadata import requires\n"
        "from pip._vendor.packaging.requirements import Requirement\n"
        "needed = [Requirement(one) for one in requires('broadsheet')]\n"
        "print(sum(one.marker is None or one.marker.evaluate({'extra': ''}) for one in needed))",
        cwd=work,
    )
    if int(needed) > MOST_DEPENDENCIES:
        sys.exit(f"the core needs {needed.strip()} libraries; the most is {MOST_DEPENDENCIES}")


def megabytes(folder: Path) -> float:
    """Return the size of a folder's files without compiled modules, which pip may write."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file() and file.suffix != ".pyc") / 1e6


def check(wheel: Path, interpreter: str, tests: list[str]) -> None:
    """Install the wheel for one Python, and use it."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name).resolve()
        folder = work / "environment"
        run(interpreter, "-m", "venv", folder, cwd=work)
        python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
        before, began = megabytes(folder), time.monotonic()
        run(python, "-m", "pip", "install", "--quiet", "--only-binary", "broadsheet", wheel, cwd=work)
        seconds, weight = time.monotonic() - began, megabytes(folder) - before
        if weight > MOST_INSTALLED_MEGABYTES:
            sys.exit(f"an installation has {weight:.0f} MB; the most is {MOST_INSTALLED_MEGABYTES}")
        check_installed(python, folder, work)
        version = run(python, "-c", "import platform; print(platform.python_version())", cwd=work).strip()
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, installed {weight:.0f} MB in {seconds:.0f} s")
        print(f"Python {version}: the command and the library work", flush=True)
        if tests:
            project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
            wanted = [one for one in project["dependency-groups"]["test"] if re.split(r"[<>=~]", one)[0] in NEEDED]
            run(python, "-m", "pip", "install", "--quiet", *wanted, cwd=work)
            for one in ("tests", "demo", "docs"):
                shutil.copytree(ROOT / one, work / one)
            shutil.copy(ROOT / "pyproject.toml", work)
            run(python, "-m", "pytest", *tests, cwd=work, shown=True)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser()
    parser.add_argument("wheel", type=Path, nargs="?", help="the wheel; without it, one of this checkout is built")
    parser.add_argument(
        "--python", action="append", metavar="COMMAND", help="a Python to install it for; more than once"
    )
    parser.add_argument("--tests", nargs="+", default=[], help="tests that are run on the installation")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wheel = options.wheel.resolve() if options.wheel is not None else built(Path(folder))
        check_file(wheel)
        for interpreter in options.python or [sys.executable]:
            check(wheel, interpreter, options.tests)


if __name__ == "__main__":
    main()
