"""Help pages, the modules that they load, and the list of methods."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import TYPE_CHECKING

import click
import pytest

from broadsheet.cli import COMMANDS, main
from broadsheet.methods import catalog

if TYPE_CHECKING:
    from conftest import Program, Run

CONTEXT = click.Context(main)
NAMES = main.list_commands(CONTEXT)


@pytest.mark.parametrize("name", NAMES)
def test_the_help_page_names_every_option_and_says_what_it_does(run: Run, name: str) -> None:
    command = main.get_command(CONTEXT, name)
    assert command is not None
    result = run(name, "--help")
    assert result.exit_code == 0
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name
            for option in parameter.opts:
                assert option in result.stdout
        else:
            assert parameter.human_readable_name in result.stdout
    assert run(name, "-h").stdout == result.stdout


def test_the_list_of_commands(run: Run) -> None:
    shown = run("--help").stdout
    assert all(f"  {name}" in shown and COMMANDS[name] in shown for name in NAMES)
    assert "--debug" in shown
    assert run().exit_code == 2


def test_the_version(run: Run) -> None:
    assert run("--version").stdout == f"broadsheet {version('broadsheet')}\n"


def commands(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for name in command.list_commands(CONTEXT):
            below = command.get_command(CONTEXT, name)
            assert below is not None
            yield from commands(below)


def test_an_empty_path_is_refused_everywhere() -> None:
    """``--output "$FOLDER"`` with a variable that was not set is an error; it does not mean the current folder."""
    paths = [one for command in commands(main) for one in command.params if isinstance(one.type, click.Path)]
    assert len(paths) > 20
    for parameter in paths:
        if not parameter.type.allow_dash:  # type: ignore[attr-defined] # the command reads it as it is
            with pytest.raises(click.BadParameter, match="the file name is empty"):
                parameter.type.convert("", parameter, CONTEXT)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["extract", "--help"], ["methods", "--help"]])
def test_help_does_not_wait_for_the_network_client_or_the_tables(words: list[str]) -> None:
    code = (
        "import sys; from broadsheet.cli import main; main(sys.argv[1:], standalone_mode=False);"
        "print({'httpx', 'rich', 'chardetng_py'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, *words], capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0
    assert done.stderr == "set()\n"


def test_every_method_is_a_line(run: Run) -> None:
    result = run("methods")
    assert result.exit_code == 0
    header, *lines = result.stdout.splitlines()
    assert header.split() == ["name", "paper", "uses", "unit"]
    assert [line.split()[0] for line in lines] == catalog.names()
    assert [line.split()[0] for line in lines if line.split()[1] == "*"] == [catalog.DEFAULT]
    assert "\x1b" not in result.stdout


def test_shells_complete_words_after_an_address_without_an_error() -> None:
    assert main.get_command(click.Context(main, resilient_parsing=True), "https://courier.example/") is None


def test_methods_as_json(run: Run) -> None:
    listed = json.loads(run("methods", "--format", "json").stdout)
    assert [entry["name"] for entry in listed] == catalog.names()
    assert [entry["name"] for entry in listed if entry["default"]] == [catalog.DEFAULT]
    for entry in listed:
        assert set(entry) == {"name", "paper", "needs", "unit", "default"}
        assert entry["paper"] is None or set(entry["paper"]) == {"authors", "year", "title", "venue", "doi"}


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of another kind")
@pytest.mark.parametrize("columns", ["100", "40"])
def test_in_a_terminal_methods_are_a_table_if_it_is_wide(program: Program, columns: str) -> None:
    import pty

    outer, inner = pty.openpty()
    try:
        done = program("methods", stdout=inner, COLUMNS=columns, TERM="xterm")
        drawn = os.read(outer, 100_000).decode("utf-8")
    finally:
        os.close(inner)
        os.close(outer)
    assert (done.returncode, done.stderr) == (0, b"")
    assert ("─" in drawn) == (columns == "100")
    assert all(name in drawn for name in catalog.names())
