"""Write the tables of docs/reference/python.md and docs/reference/json.md: from docstrings, signatures and the schema.

``python tools/reference.py`` writes them; ``--check`` fails if they are out of date. A table stands between two marks,
``<!-- arguments of broadsheet.extract -->`` and ``<!-- end -->``; what is around it is written by hand.
"""

import dataclasses
import importlib
import inspect
import json
import re
import sys
import typing
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import broadsheet
from broadsheet import errors

FOLDER = Path(__file__).parent.parent / "docs" / "reference"
PAGES = (FOLDER / "python.md", FOLDER / "json.md")
SCHEMA = json.loads(files("broadsheet.article").joinpath("article.schema.json").read_text(encoding="utf-8"))
Rows = Iterator[tuple[str, ...]]
_OF_ALL = ("type", "place")
"""Members of every block, which are told once."""
_ENTRY = re.compile(r"    ([a-z_0-9]+(?:, [a-z_0-9]+)*): (.*)")


def found(path: str) -> Any:
    """What a path names: ``broadsheet.article.Article``."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def described(thing: Any, section: str) -> dict[str, str]:
    """The entries of a section of a docstring."""
    out: dict[str, str] = {}
    names: list[str] = []
    inside = False
    for line in inspect.cleandoc(thing.__doc__ or "").splitlines():
        if line and not line.startswith(" "):
            inside = line == f"{section}:"
        elif inside and (entry := _ENTRY.fullmatch(line)) is not None:
            names = entry[1].split(", ")
            out.update(dict.fromkeys(names, entry[2]))
        elif inside and line.strip():
            out.update({name: f"{out[name]} {line.strip()}" for name in names})
    return out


def summary(thing: Any) -> str:
    """The first paragraph of a docstring."""
    return " ".join(inspect.cleandoc(thing.__doc__ or "").split("\n\n")[0].split())


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(_cell(one) for one in line)} |" for line in lines)


def _cell(text: str) -> str:
    return text.replace("``", "`").replace("|", "\\|") or " "


def _code(text: object) -> str:
    words = text if isinstance(text, str) else getattr(text, "__name__", str(text))
    return f"`{words}`"


def arguments(path: str) -> Rows:
    """The arguments of a function or of a class, with their types and defaults."""
    thing = found(path)
    words = described(thing, "Args")
    for name, parameter in inspect.signature(thing).parameters.items():
        if name != "self":
            default = "" if parameter.default is parameter.empty else _code(repr(parameter.default))
            yield _code(name), _code(parameter.annotation), default, words[name]


def attributes(path: str) -> Rows:
    """The attributes of a record, with their types."""
    thing = found(path)
    words = described(thing, "Attributes")
    types = {one.name: one.type for one in dataclasses.fields(thing)} if dataclasses.is_dataclass(thing) else {}
    missing = [name for name in types if name not in words and not name.startswith("_")]
    if missing:
        sys.exit(f"{path} says nothing of {', '.join(missing)}")
    for name, meaning in words.items():
        yield _code(name), _code(types[name]) if name in types else "", meaning


def members(path: str) -> Rows:
    """The properties and methods of a class that have no underscore before them."""
    for name, thing in vars(found(path)).items():
        if name.startswith("_"):
            continue
        if inspect.isfunction(thing):
            yield _code(f"{name}{_call(thing)}"), summary(thing)
        elif isinstance(thing, property) or hasattr(thing, "attrname"):
            yield _code(name), summary(thing)


def _call(function: Callable[..., Any]) -> str:
    names = [
        f"{'*' * (one.kind == one.VAR_POSITIONAL)}{name}"
        for name, one in inspect.signature(function).parameters.items()
        if name != "self"
    ]
    return f"({', '.join(names)})"


def names(path: str) -> Rows:
    """The public names of a package."""
    for name in sorted(importlib.import_module(path).__all__):
        yield _code(name), summary(found(f"{path}.{name}"))


def tree(_: str) -> Rows:
    """The errors, with their attributes."""
    for name in errors.__all__:
        thing = getattr(errors, name)
        where = "" if name in broadsheet.__all__ else " (`broadsheet.errors`)"
        yield f"`{name}`{where}", summary(thing), ", ".join(map(_code, described(thing, "Attributes")))


def schema(path: str) -> Rows:
    """The members of an object of the schema, or of the whole."""
    thing = SCHEMA["$defs"][path] if path != "article" else SCHEMA
    for name, part in thing["properties"].items():
        if name not in _OF_ALL:
            yield _code(name), _type(part), part.get("description", "")


def schemas(paths: str) -> Rows:
    """The members of several objects of the schema, in one table."""
    for path in paths.split(","):
        for row in schema(path):
            yield path.replace("_", " "), *row


def _type(part: dict[str, Any]) -> str:
    if "$ref" in part:
        return str(part["$ref"]).rpartition("/")[2].replace("_", " ")
    if "oneOf" in part:
        return " or ".join(map(_type, part["oneOf"]))
    if "const" in part:
        return _code(json.dumps(part["const"]))
    if "enum" in part:
        return ", ".join(_code(json.dumps(one)) for one in part["enum"])
    kind = part["type"]
    if kind == "array":
        return (
            f"list of {_type(part['items']).removesuffix('s')}s"
            if "$ref" in part["items"]
            else f"list: {_type(part['items'])}"
        )
    if kind == "object" and isinstance(part.get("additionalProperties"), dict):
        return f"object: {_type(part['additionalProperties'])} by key"
    return " or ".join(kind) if isinstance(kind, list) else typing.cast("str", kind)


WRITERS: dict[str, tuple[Callable[[str], Rows], tuple[str, ...]]] = {
    "arguments of": (arguments, ("argument", "type", "default", "meaning")),
    "attributes of": (attributes, ("name", "type", "meaning")),
    "members of": (members, ("name", "meaning")),
    "names of": (names, ("name", "what it is")),
    "errors of": (tree, ("error", "meaning", "attributes")),
    "schema of": (schema, ("member", "type", "meaning")),
    "schemas of": (schemas, ("of", "member", "type", "meaning")),
}
"""For each mark, the rows of its table and their heads."""
_PART = re.compile(rf"<!-- ({'|'.join(WRITERS)}) (\S+) -->\n.*?<!-- end -->", re.DOTALL)


def written(text: str) -> str:
    """A page with its tables as they are now."""

    def replaced(part: re.Match[str]) -> str:
        rows, heads = WRITERS[part[1]]
        return f"<!-- {part[1]} {part[2]} -->\n\n{table(heads, rows(part[2]))}\n\n<!-- end -->"

    return _PART.sub(replaced, text)


if __name__ == "__main__":
    for page in PAGES:
        old = page.read_text(encoding="utf-8")
        new = written(old)
        if "--check" not in sys.argv[1:]:
            page.write_text(new, encoding="utf-8")
        elif new != old:
            sys.exit(f"{page.name} is out of date: run python tools/reference.py")
