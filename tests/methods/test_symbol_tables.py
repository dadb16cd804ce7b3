"""The defaults of the papers' methods are those of the tables at the head of their modules."""

from __future__ import annotations

import ast
import dataclasses
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import pytest

from broadsheet.body.fusion.method import FAVOR
from broadsheet.methods import catalog
from broadsheet.methods.dom_nodes import PIXELS
from broadsheet.methods.maths import word_vectors

PAPERS: Final = [name for name in catalog.names() if catalog.get(name).paper is not None]


def defaults_of(module: str) -> dict[str, object]:
    """The defaults that a module's symbol tables state, by the name in code; of ``learnt`` ones None."""
    found: dict[str, object] = {}
    lines = (sys.modules[module].__doc__ or "").splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("===") or "name in code" not in lines[number + 1]:
            continue
        _, name, default, *_ = columns(line)
        assert lines[number + 1][default].strip() == "default", module
        for row in lines[number + 3 :]:
            if row.startswith("==="):
                break
            if stated := row[default].strip().strip("`"):
                found[row[name].strip()] = None if stated == "learnt" else value_of(stated)
    return found


def columns(border: str) -> Iterator[slice]:
    """The places of a table's columns in its lines, from its border; the last one has no end."""
    start = 0
    for width in map(len, border.split()):
        yield slice(start, start + width)
        start += width + 1


def value_of(stated: str) -> object:
    """What a cell says: a number or a word; the cell itself where it is a formula."""
    try:
        return ast.literal_eval(stated)
    except (SyntaxError, ValueError):
        return stated


def fields_of(method: type) -> Iterator[tuple[str, dataclasses.Field[Any]]]:
    """The parameters of a method, each with the module of the class that has it."""
    for field in dataclasses.fields(method):
        owner = next(one for one in reversed(method.__mro__) if field.name in vars(one).get("__annotations__", {}))
        yield owner.__module__, field


def is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


@pytest.mark.parametrize("name", PAPERS)
def test_defaults_are_those_of_the_symbol_table(name: str) -> None:
    checked = 0
    for module, field in fields_of(type(catalog.get(name))):
        stated = defaults_of(module)
        assert field.name in stated or not is_number(field.default), f"{field.name} is not in the table of {module}"
        if field.name in stated:
            assert field.default == stated[field.name], field.name
            checked += 1
    assert checked or name == "cetd"


_AS_PUBLISHED: Final = re.compile(r"``(\w+)=([^`]+)``\s+as\s+published")
"""How the docstring of a module names a parameter that is otherwise in the paper."""


@pytest.mark.parametrize("name", PAPERS)
def test_as_published_has_the_readings_that_are_not_the_default(name: str) -> None:
    kind = type(catalog.get(name))
    documented = " ".join(sys.modules[one.__module__].__doc__ or "" for one in kind.__mro__)
    stated = {field: value_of(value) for field, value in _AS_PUBLISHED.findall(documented)}
    default, published = kind(), getattr(kind, "as_published", kind)()
    differing = {
        field.name: getattr(published, field.name)
        for field in dataclasses.fields(kind)
        if getattr(published, field.name) != getattr(default, field.name)
    }
    assert type(published) is kind
    assert differing == stated
    assert hasattr(kind, "as_published") == bool(stated)


def test_defaults_of_c45() -> None:
    pytest.importorskip("sklearn", reason="C4.5 is an estimator of scikit-learn (extra train)")
    from broadsheet.methods.standke.c45 import C45

    stated: Mapping[str, object] = defaults_of("broadsheet.methods.standke.c45")
    parameters = C45().get_params()
    assert len(stated) == 5
    assert {name: parameters[name] for name in stated} == stated


def test_constants_of_the_papers() -> None:
    assert defaults_of("broadsheet.methods.dom_nodes")["gap"] == PIXELS
    assert defaults_of(word_vectors.__name__)["A"] == word_vectors.A


def test_thresholds_of_favor_are_those_of_the_guide() -> None:
    guide = (Path(__file__).parents[2] / "docs" / "methods" / "fusion.md").read_text(encoding="utf-8")
    precision, recall = FAVOR["precision"], FAVOR["recall"]
    assert f'`favor="precision"` keeps segments from {precision} ' in guide
    assert f'`favor="recall"` keeps them from {recall}.' in guide
