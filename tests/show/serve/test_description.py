"""The server accepts what its OpenAPI description allows, and refuses what it forbids."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from tests.show.serve.serving import Serving

PAGE = "<title>Bridge to close</title><p>The council decided that the old bridge will be closed to cars from May on."
REFUSED = {400, 415, 422}
TYPES = {"string": str, "boolean": bool, "null": type(None), "object": dict, "array": list}


@pytest.fixture(scope="module")
def served() -> Iterator[Serving]:
    with Serving(fetch=False, page_seconds=60) as server:
        yield server


@pytest.fixture(scope="module")
def said(served: Serving) -> dict[str, Any]:
    description: dict[str, Any] = served.client.get("/openapi.json").json()
    return description


def allows(schema: dict[str, Any], value: Any, said: dict[str, Any]) -> bool:
    """Whether a schema allows a value, by the words of JSON Schema that the description uses."""

    def holds(word: str, told: Any) -> bool:
        match word:
            case "$ref":
                return allows(said["components"]["schemas"][told.rpartition("/")[2]], value, said)
            case "type":
                return isinstance(value, TYPES[told])
            case "enum":
                return value in told
            case "pattern":
                return not isinstance(value, str) or re.search(told, value) is not None
            case "anyOf":
                return any(allows(one, value, said) for one in told)
            case "oneOf":
                return sum(allows(one, value, said) for one in told) == 1
            case "not":
                return not allows(told, value, said)
            case "required":
                return not isinstance(value, dict) or set(told) <= set(value)
            case "properties":
                return not isinstance(value, dict) or all(
                    allows(one, value[name], said) for name, one in told.items() if name in value
                )
            case "additionalProperties":
                assert told is False
                return not isinstance(value, dict) or set(value) <= set(schema["properties"])
            case "items":
                return not isinstance(value, list) or all(allows(told, one, said) for one in value)
            case "maxLength":
                return not isinstance(value, str) or len(value) <= told
            case "minItems":
                return not isinstance(value, list) or len(value) >= told
            case "maxItems":
                return not isinstance(value, list) or len(value) <= told
            case "format":
                # The values below are times in RFC 3339 format, or no times.
                assert told == "date-time"
                return not isinstance(value, str) or "T" in value
            case _:
                assert word in {"title", "description", "examples", "default", "contentMediaType"}, word
                return True

    return all(holds(word, told) for word, told in schema.items())


TEXTS = st.sampled_from([PAGE, f"  {PAGE.upper()}", "<html>", "", "plain text", "a < b", "<svg><path/></svg>"])
ADDRESSES = st.sampled_from(["https://courier.example/1", "HTTP://courier.example", "http://", "ftp://a/", "", "x"])
METHODS = st.sampled_from(["fusion", "coreex", "cetd", "magic", ""])
SELECTORS = st.lists(
    st.sampled_from(["aside", 'div.a > p[class="x"], #b', "p:nth-of-type(2)", "p >", "//p", "", "p" * 2000]), max_size=2
) | st.just("aside")
MEMBERS: dict[str, Any] = {
    "html": TEXTS | st.none() | st.just(7),
    "url": ADDRESSES | st.none() | st.just([]),
    "format": st.sampled_from(["json", "md", "pdf"]),
    "favor": st.sampled_from(["precision", "recall", None, "speed"]),
    "captured": st.sampled_from(["2026-03-06T09:30:00Z", None, "2026-03-06", "today"]),
    "keep": SELECTORS,
    "drop": SELECTORS,
    "with_images": st.booleans(),
    "with_everything": st.booleans(),
}


def bodies(names: set[str], method: Any) -> Any:
    """Objects with some members of these names; half of them have a page."""
    members = {name: values for name, values in (MEMBERS | {"method": method}).items() if name in names}
    others = {name: values for name, values in members.items() if name != "html"}
    return st.fixed_dictionaries({}, optional=members) | st.fixed_dictionaries({"html": st.just(PAGE)}, optional=others)


@pytest.mark.parametrize("path", ["/extract", "/identify", "/inspect"])
def test_json_is_accepted_if_the_description_allows_it(served: Serving, said: dict[str, Any], path: str) -> None:
    schema = said["paths"][path]["post"]["requestBody"]["content"]["application/json"]["schema"]
    names = said["components"]["schemas"][schema["$ref"].rpartition("/")[2]]["properties"].keys() | {"with_everything"}
    seen = set()

    @given(bodies(names, st.lists(METHODS, max_size=2) if path == "/inspect" else METHODS))
    @settings(max_examples=20)
    def check(body: dict[str, Any]) -> None:
        allowed = allows(schema, body, said)
        seen.add(allowed)
        answer = served.client.post(path, json=body)
        assert (answer.status_code not in REFUSED) == allowed, (body, answer.text)

    check()
    assert seen == {True, False}


@pytest.mark.parametrize(
    "fields",
    [
        {"html": PAGE},
        {"html": PAGE, "url": "x", "method": ["coreex", "cetd"]},
        {"file": PAGE},
        {"file": PAGE, "captured": "2026-03-06T09:30:00Z"},
        {"url": "http://courier.example/"},
        {"file": PAGE, "html": "", "url": "", "captured": "", "method": [""]},
        {"html": PAGE, "file": "", "url": "x", "method": ["", "coreex"]},
        {"html": "", "file": "", "url": "http://courier.example/"},
        {"html": "", "file": "", "url": ""},
        {},
        {"url": "x"},
        {"html": "plain text"},
        {"file": "plain text"},
        {"file": PAGE, "html": PAGE},
        {"file": PAGE, "method": ["magic"]},
        {"html": PAGE, "colour": "red"},
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_a_form_is_accepted_if_the_description_allows_it(
    served: Serving, said: dict[str, Any], fields: dict[str, Any], named: bool
) -> None:
    """Also where the page is a field without the name of a file."""
    schema = said["paths"]["/inspect"]["post"]["requestBody"]["content"]["multipart/form-data"]["schema"]
    parts = [
        (name, ("page.html" if named and name == "file" else None, value.encode()))
        for name, values in fields.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    if not parts:
        parts = [("nothing", (None, b""))]
    answer = served.client.post("/inspect", files=parts)
    assert (answer.status_code not in REFUSED) == allows(schema, fields, said), answer.text
