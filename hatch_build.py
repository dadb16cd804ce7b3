"""Build the engine: the C files of `src/broadsheet/engine` and lexbor, linked into one shared library.

lexbor's sources are taken from the folder in ``BROADSHEET_LEXBOR``; otherwise from ``lexbor`` in this folder, which our
source distribution has; otherwise from the source distribution of selectolax, which contains lexbor. That is downloaded
from the package index, checked against the hash below and unpacked; none of its code runs. Sources and the compiled
lexbor are cached in ``BROADSHEET_CACHE`` (``~/.cache/broadsheet``), so that later builds need no network and are fast.

The library works with every version of Python 3, because ctypes loads it.
"""

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from platform import machine
from typing import Any
from urllib.parse import urljoin

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ENGINE = "src/broadsheet/engine"
LIBRARY = f"{ENGINE}/_engine.so"
LICENCES = ("LICENSE", "NOTICE")

HOLDER, VERSION = "selectolax", "1.0.2"
SHA256 = "f0508ad927aa426425d4aa7a2bb2f8b21c01412534465bd227e241d4d0a6a418"
INDEX = "https://pypi.org/simple"
MODULES = ("core", "css", "dom", "html", "ns", "selectors", "tag")
PORT = "windows_nt" if os.name == "nt" else "posix"

OPTIONS = (
    "-std=c99",
    "-O3",
    "-fPIC",
    "-fvisibility=hidden",
    "-ffunction-sections",
    "-fdata-sections",
    "-DLEXBOR_STATIC",
)
OWN_OPTIONS = ("-ffp-contract=fast", "-Wall", "-Wextra")
# Windows lacks gcc's runtime library, so it is linked statically.
LINKED = ("-static",) if os.name == "nt" else ("-lm",)
UNUSED = "-Wl,-dead_strip" if sys.platform == "darwin" else "-Wl,--gc-sections"
SECONDS = 600  # time limit of one download or one command


def build(root: Path, library: Path | None = None, extra: tuple[str, ...] = (), linked: tuple[str, ...] = ()) -> None:
    """Build the engine of a checkout.

    Args:
        root: the checkout.
        library: the file to write; by default the one that the package loads.
        extra: further compiler options, also for lexbor.
        linked: further linker arguments.

    Raises:
        SystemExit: the build failed; the message says why.
    """
    compiler = shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        sys.exit(
            "broadsheet's engine needs a C compiler to be built: install one (Debian, Ubuntu: 'apt-get install gcc "
            "libc6-dev'; macOS: 'xcode-select --install') or name it in CC, or install a wheel of broadsheet."
        )
    lexbor = lexbor_sources(root)
    sources = sorted((root / ENGINE).glob("*.c"))
    include = f"-I{lexbor / 'source'}"
    command = [
        compiler,
        *OPTIONS,
        *OWN_OPTIONS,
        *extra,
        UNUSED,
        include,
        "-shared",
        "-o",
        str(library or root / LIBRARY),
    ]
    run([*command, *map(str, sources), str(static_library(compiler, lexbor, extra)), *linked, *LINKED])


def cache() -> Path:
    """Return the folder of cached sources and the compiled lexbor.

    Raises:
        SystemExit: the folder cannot be created.
    """
    folder = Path(os.environ.get("BROADSHEET_CACHE") or Path.home() / ".cache" / "broadsheet")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(f"the build cannot keep files in {folder} ({error}): name another folder in BROADSHEET_CACHE")
    return folder


def lexbor_sources(root: Path) -> Path:
    """Return the folder with lexbor's ``source``, ``LICENSE`` and ``NOTICE``."""
    named = os.environ.get("BROADSHEET_LEXBOR")
    for folder in (Path(named),) if named else (root / "lexbor", cache() / f"lexbor-{SHA256[:16]}"):
        if (folder / "source" / "lexbor" / "html" / "html.h").exists():
            return folder
    if named:
        sys.exit(f"BROADSHEET_LEXBOR={named} has no source/lexbor/html/html.h: name the folder of lexbor's sources")
    return unpacked(fetched(), cache() / f"lexbor-{SHA256[:16]}")


def fetched() -> bytes:
    """Download the source distribution that contains lexbor.

    Raises:
        SystemExit: the download failed, or has another hash.
    """
    index = os.environ.get("PIP_INDEX_URL", INDEX).rstrip("/")
    file = f"{HOLDER}-{VERSION}.tar.gz"
    try:
        page = urllib.request.Request(f"{index}/{HOLDER}/", headers={"Accept": "application/vnd.pypi.simple.v1+json"})
        with urllib.request.urlopen(page, timeout=SECONDS) as answer:
            addresses = re.findall(rf'"([^"]*/{re.escape(file)})', answer.read().decode())
        if not addresses:
            sys.exit(f"{index} has no {file}, which holds lexbor's sources: name their folder in BROADSHEET_LEXBOR")
        with urllib.request.urlopen(urljoin(page.full_url, addresses[0]), timeout=SECONDS) as answer:
            data: bytes = answer.read()
    except OSError as error:
        sys.exit(
            f"lexbor's sources cannot be fetched from {index} ({error}): name their folder in BROADSHEET_LEXBOR, or "
            "set PIP_INDEX_URL to an index that has selectolax"
        )
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"{file} from {index} is not the file that was expected: its SHA-256 differs")
    return data


def unpacked(archive: bytes, folder: Path) -> Path:
    """Unpack the needed files of lexbor into a folder, atomically."""
    start = f"{HOLDER}-{VERSION}/lexbor/"
    wanted = {f"{start}{name}" for name in LICENCES}
    parts = tuple(f"{start}source/lexbor/{name}/" for name in (*MODULES, "ports"))
    with tempfile.TemporaryDirectory(dir=folder.parent) as work:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            members = [one for one in tar if one.isfile() and (one.name in wanted or one.name.startswith(parts))]
            if hasattr(tarfile, "data_filter"):  # from Python 3.11.4 on
                tar.extraction_filter = tarfile.data_filter
            tar.extractall(work, members=members)  # noqa: S202 - the archive has the known hash
        moved(Path(work) / start, folder)
    return folder


def static_library(compiler: str, lexbor: Path, extra: tuple[str, ...] = ()) -> Path:
    """Return lexbor as a static library, from the cache or compiled now."""
    source = lexbor / "source"
    folders = [*(source / "lexbor" / name for name in MODULES), source / "lexbor" / "ports" / PORT]
    files = sorted(file for folder in folders for file in folder.rglob("*.c"))
    key = hashlib.sha256("\0".join((run([compiler, "--version"]), sysconfig.get_platform(), *OPTIONS, *extra)).encode())
    for file in sorted(file for folder in folders for file in folder.rglob("*.[ch]")):
        key.update(file.read_bytes())
    library = cache() / f"liblexbor-{key.hexdigest()[:16]}.a"
    if library.exists():
        return library
    with tempfile.TemporaryDirectory(dir=library.parent) as work:
        objects = [f"{work}/{number}.o" for number in range(len(files))]
        command = [compiler, *OPTIONS, *extra, f"-I{source}", "-c"]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(lambda file, made: run([*command, str(file), "-o", made]), files, objects))
        run([os.environ.get("AR", "ar"), "rcs", f"{work}/lexbor.a", *objects])
        moved(Path(work) / "lexbor.a", library)
    return library


def moved(made: Path, place: Path) -> None:
    """Move a file or folder to its place atomically; if another build was first, keep that one."""
    try:
        made.replace(place)
    except OSError:
        if not place.exists():
            raise


def run(command: list[str]) -> str:
    """Run a command and return its output.

    Raises:
        SystemExit: the command failed.
    """
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        sys.exit(f"broadsheet's engine cannot be built: {error}")
    if done.returncode:
        sys.exit(f"broadsheet's engine cannot be built: {' '.join(command[:1])} says\n{done.stderr.strip()[-2000:]}")
    return done.stdout


class EngineHook(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the library and lexbor's licence to the wheel, which is for one platform and every Python 3.

    The source distribution gets lexbor's sources, so that building from it needs no network.
    """

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the engine; hatchling calls this before it makes a distribution or an editable install."""
        root = Path(self.root)
        lexbor = lexbor_sources(root)
        if self.target_name == "sdist":
            build_data["force_include"][str(lexbor)] = "lexbor"
            return
        build(root)
        # The compiler produces code for this processor only, even if Python is a universal2 build.
        platform = re.sub(r"[-.]", "_", sysconfig.get_platform()).replace("universal2", machine())
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{platform}"
        build_data["artifacts"].append(LIBRARY)
        for name in LICENCES:
            build_data["force_include"][str(lexbor / name)] = f"broadsheet/engine/lexbor-{name}"
