"""Build the wheel, install it in an environment of its own, and use it as a stranger would: without the sources."""

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
MOST_MEGABYTES = 30


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command and give what it prints."""
    done = subprocess.run([str(part) for part in command], cwd=cwd, text=True, capture_output=True, check=False)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


with tempfile.TemporaryDirectory() as folder:
    work = Path(folder)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", work, ROOT, cwd=work)
    wheel = next(work.glob("*.whl"))
    if wheel.stat().st_size > MOST_MEGABYTES * 1e6:
        sys.exit(f"the wheel has {wheel.stat().st_size / 1e6:.1f} MB; the most is {MOST_MEGABYTES}")
    environment = work / "environment"
    venv.create(environment, with_pip=True)
    python = environment / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=work)
    run(python, "-m", "pip", "check", cwd=work)
    printed = run(
        environment / "bin" / "broadsheet", "extract", ROOT / "demo" / "article.html", "--format", "md", cwd=work
    )
    for wanted in (
        "# Ferry returns to the Lower Sound after eleven years",
        "Maren Iversen",
        "nobody looks at a screen",
    ):
        if wanted not in printed:
            sys.exit(f"the installed command does not print {wanted!r}:\n{printed}")
    listed = run(environment / "bin" / "broadsheet", "methods", cwd=work)
    for name in ("cetd", "coreex", "mss", "twcem"):
        if name not in listed:
            sys.exit(f"the installed command does not list {name}:\n{listed}")
    names = run(python, "-c", "import broadsheet; print(broadsheet.__all__, broadsheet.__file__)", cwd=work)
    if str(environment) not in names:
        sys.exit(f"the sources were imported, not the wheel: {names}")
    if not wheel.stem.split("-", 2)[2].startswith("py3-none-") or wheel.stem.endswith("-any"):
        sys.exit(f"{wheel.name} should be of any Python 3 and of one platform")
    print(f"{wheel.name}: {wheel.stat().st_size / 1e3:.0f} kB, installs and runs on its own")
