"""Forms are accepted as the OpenAPI description says; ``make api`` checks it for all requests, with Schemathesis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("uvicorn")

from tests.show.serve.serving import Serving

PAGE = "<title>Bridge to close</title><p>The council decided that the old bridge will be closed to cars from May on."


@pytest.fixture(scope="module")
def served() -> Iterator[Serving]:
    with Serving(fetch=False, page_seconds=60) as server:
        yield server


@pytest.mark.parametrize(
    ("fields", "accepted"),
    [
        ({"html": PAGE}, True),
        ({"html": PAGE, "url": "x", "method": ["coreex", "cetd"]}, True),
        ({"file": PAGE}, True),
        ({"file": PAGE, "captured": "2026-03-06T09:30:00Z"}, True),
        ({"url": "http://courier.example/"}, True),
        ({"file": PAGE, "html": "", "url": "", "captured": "", "method": [""]}, True),
        ({"html": PAGE, "file": "", "url": "x", "method": ["", "coreex"]}, True),
        ({"html": "", "file": "", "url": "http://courier.example/"}, True),
        ({"html": "", "file": "", "url": ""}, False),
        ({}, False),
        ({"url": "x"}, False),
        ({"html": "plain text"}, False),
        ({"file": "plain text"}, False),
        ({"file": PAGE, "html": PAGE}, False),
        ({"file": PAGE, "method": ["magic"]}, False),
        ({"html": PAGE, "colour": "red"}, False),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_forms(served: Serving, fields: dict[str, Any], accepted: bool, named: bool) -> None:
    """Also where the page is a field without the name of a file."""
    parts = [
        (name, ("page.html" if named and name == "file" else None, value.encode()))
        for name, values in fields.items()
        for value in (values if isinstance(values, list) else [values])
    ]
    answer = served.client.post("/inspect", files=parts or [("nothing", (None, b""))])
    assert (answer.status_code not in {400, 415, 422}) == accepted, answer.text
