"""The JSON is what its schema and its documentation say."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import Any

from hypothesis import given, settings

from broadsheet.article import Article, Blocks
from broadsheet.article import json as writer
from tests.article.trees import blocks

SCHEMA = json.loads(files("broadsheet.article").joinpath("article.schema.json").read_text(encoding="utf-8"))
TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": (int, float),
}
KEYWORDS = {
    *("$schema", "$defs", "$ref", "title", "description", "type", "const", "enum", "oneOf", "required", "properties"),
    *("additionalProperties", "items", "minimum", "maximum"),
}


def problems(value: Any, schema: dict[str, Any], path: str = "$") -> list[str]:
    """What is wrong with a value by a schema, for the keywords that ours uses."""
    assert set(schema) <= KEYWORDS, f"the check does not know {set(schema) - KEYWORDS}"
    if "$ref" in schema:
        return problems(value, SCHEMA["$defs"][schema["$ref"].removeprefix("#/$defs/")], path)
    if "oneOf" in schema:
        found = [problems(value, choice, path) for choice in schema["oneOf"]]
        return [] if found.count([]) == 1 else [f"{path}: {found.count([])} of the choices fit {value!r}"]
    out = []
    if "const" in schema and value != schema["const"]:
        out.append(f"{path}: {value!r} is not {schema['const']!r}")
    if "enum" in schema and value not in schema["enum"]:
        out.append(f"{path}: {value!r} is none of {schema['enum']}")
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        fits = any(isinstance(value, TYPES[name]) for name in names)
        if not fits or (isinstance(value, bool) and "boolean" not in names):
            return [*out, f"{path}: {value!r} is not of type {names}"]
    if isinstance(value, int | float) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        out.append(f"{path}: {value} is out of range")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        out += [f"{path}: no {name}" for name in schema.get("required", ()) if name not in value]
        for name, part in value.items():
            if name in known:
                out += problems(part, known[name], f"{path}.{name}")
            elif schema.get("additionalProperties") is False:
                out.append(f"{path}: {name} is not in the schema")
    if isinstance(value, list) and "items" in schema:
        for place, part in enumerate(value):
            out += problems(part, schema["items"], f"{path}[{place}]")
    return out


@given(blocks)
@settings(max_examples=25)
def test_every_tree_fits_the_schema(tree: Blocks) -> None:
    record = json.loads(Article(body=tree, authors=("A",), confidence=0.5).to_json())
    assert problems(record, SCHEMA) == []


def test_the_documentation_names_every_key() -> None:
    documented = re.findall(r"^(\w+) +(?:1|string|number|list|object)\b", writer.__doc__ or "", re.MULTILINE)
    assert documented == list(Article().to_dict())
    assert (
        Article().to_dict()["schema_version"]
        == writer.SCHEMA_VERSION
        == SCHEMA["properties"]["schema_version"]["const"]
    )
