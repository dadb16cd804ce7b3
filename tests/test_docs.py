"""Generated pages are up to date, and the examples of the guides work."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import importlib
import json
import pydoc
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import click
import pytest
from click.testing import CliRunner

import broadsheet
from broadsheet.cli import main
from broadsheet.crawl.batch import RunOptions, WorkOptions, read_rows, run

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("tool", ["equations.py", "help_pages.py", "readme.py", "reference.py"])
def test_written_pages_are_up_to_date(tool: str) -> None:
    done = subprocess.run(  # noqa: S603
        [sys.executable, ROOT / "tools" / tool, "--check"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


PAGES = [
    ROOT / "README.md",
    *(page for page in sorted((ROOT / "docs").rglob("*.md")) if "log" not in page.relative_to(ROOT).parts),
]
MOST_WORDS = 25_000  # of docs/ without docs/log, so that they can be read


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves a folder without logging."""

    def log_message(self, *args: object) -> None:
        pass


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


@pytest.mark.parametrize("page", [page for page in PAGES if ">>> " in page.read_text(encoding="utf-8")], ids=named)
def test_examples_run(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failures, tried = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried
    assert failures == 0


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_python_without_output_compiles_and_its_imports_exist(page: Path) -> None:
    for code in re.findall(r"^ *```python\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL):
        if ">>> " in code:
            continue
        for node in ast.walk(ast.parse(textwrap.dedent(code), str(page))):
            module = (node.module or "") if isinstance(node, ast.ImportFrom) else ""
            # The integrations import programs that need not be installed.
            if isinstance(node, ast.ImportFrom) and re.match(r"broadsheet(?!\.crawl\.integrations)\b", module):
                missing = [one.name for one in node.names if not hasattr(importlib.import_module(module), one.name)]
                assert missing == [], f"{module} has no {missing}"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_commands_and_their_options_exist(page: Path) -> None:
    """A command is at the beginning of a line of a code block, perhaps after a dollar sign."""
    blocks = re.findall(
        r"^ *```(?:shell|console)?\n(.*?)^ *```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    for line in re.findall(r"^ *(?:\$ )?broadsheet (.*)$", "\n".join(blocks), re.MULTILINE):
        words = shlex.split(re.split(r" (?:\||&&) ", line)[0], comments=True)
        command: click.Command = main
        while isinstance(command, click.Group) and words and not words[0].startswith("-"):
            found = command.get_command(click.Context(command), words.pop(0))
            assert found is not None, line
            command = found
        known = {option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)}
        given = {word.partition("=")[0] for word in words if word.startswith("-") and word != "-"}
        assert given <= known | {"--help"}, line


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_modules_names_and_files_exist(page: Path) -> None:
    """Dotted names of the package, and paths of files in the checkout."""
    text = page.read_text(encoding="utf-8")
    for name in set(re.findall(r"`(broadsheet(?:\.\w+)+)`", text)):
        if not name.startswith("broadsheet.crawl.integrations"):  # they import programs that need not be installed
            assert pydoc.locate(name) is not None, name
    for file in set(re.findall(r"`((?:src|tools|docs|broadsheet)/[\w./-]+)`", text)):
        assert (ROOT / file).exists() or (ROOT / "src" / file).exists(), file


@pytest.fixture(scope="module")
def extracted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the bundled page was extracted twice."""
    folder = tmp_path_factory.mktemp("tables")
    pages = folder / "pages"
    pages.mkdir()
    for name in ("one.html", "two.html"):
        shutil.copy(ROOT / "demo" / "article.html", pages / name)
    run(RunOptions(inputs=(pages,), work=WorkOptions(folder=folder / "articles"), jobs=1))
    return folder


TABLES = re.findall(
    r"^([\w ]+):\n\n```python\n(.*?)```",
    (ROOT / "docs/howto/tables.md").read_text(encoding="utf-8"),
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.parametrize(("library", "code"), TABLES, ids=[library for library, _ in TABLES])
def test_tables_are_read_as_shown(extracted: Path, library: str, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip(library.split()[0].lower())
    monkeypatch.chdir(extracted)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102
    assert len(names["articles"]) == (2 if library == "pyarrow alone" else 1)


def test_a_new_day_of_the_archive_is_fetched_as_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The how-to's command, with a site of this machine in place of its example."""
    (command,) = re.findall(r"broadsheet (batch .*--since .*)", (ROOT / "docs/howto/archive.md").read_text("utf-8"))
    shutil.copy(ROOT / "demo" / "article.html", tmp_path / "ferry.html")
    monkeypatch.chdir(tmp_path)
    handler = partial(QuietHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}"
        pages = "".join(
            f"<url><loc>{home}/{name}</loc><lastmod>{day}</lastmod></url>"
            for name, day in (("ferry.html", "2026-03-06"), ("old.html", "2026-03-01"), ("gone.html", "2026-03-06"))
        )
        space = "http://www.sitemaps.org/schemas/sitemap/0.9"
        (tmp_path / "sitemap.xml").write_text(f'<urlset xmlns="{space}">{pages}</urlset>', encoding="utf-8")
        done = CliRunner().invoke(main, f"{command.replace('https://courier.example', home)} --delay 0 -j 1".split())
        server.shutdown()
    assert done.exit_code == 0, done.stderr
    outcomes = {row["url"].rpartition("/")[2]: row["outcome"] for row in read_rows(tmp_path / "archive" / "2026-03-06")}
    assert outcomes == {"ferry.html": "extracted", "gone.html": "fetch_failed"}, (
        "old.html is older than the day asked for"
    )


def test_the_docs_stay_short() -> None:
    assert sum(len(page.read_text(encoding="utf-8").split()) for page in PAGES[1:]) <= MOST_WORDS


def test_the_reference_has_every_name() -> None:
    words = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    fields = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    for name in broadsheet.__all__:
        assert re.search(rf"`(broadsheet\.)?{name}\b", words), name
    for field in dataclasses.fields(broadsheet.Article):
        assert f"`{field.name}`" in words + fields, field.name
    for name, thing in vars(broadsheet.Article).items():
        if not name.startswith("_") and (callable(thing) or isinstance(thing, property)):
            assert re.search(rf"`{name}\b", words), name


def test_the_description_of_the_json_has_every_member() -> None:
    schema = json.loads((ROOT / "src/broadsheet/article/article.schema.json").read_text(encoding="utf-8"))
    words = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    for part in (schema, *schema["$defs"].values()):
        for name, member in part.get("properties", {}).items():
            if name not in ("type", "place"):  # what every block has is told once
                assert f"| `{name}` |" in words
                assert member["description"]


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", *map(str, sorted((ROOT / "docs").rglob("*.md")))])
def test_links_between_pages_are_valid(page: str) -> None:
    file = ROOT / page
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", file.read_text(encoding="utf-8")):
        if "://" not in target and not target.startswith("mailto:"):
            assert (file.parent / target).exists(), f"{page} links to {target}"


def test_the_citation_has_this_version() -> None:
    assert f"\nversion: {broadsheet.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
