"""Fixtures of the inspector's tests: a page, the results of methods, and the inspector's page parsed as XML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from broadsheet.page import Page, read_page
from broadsheet.show.serve import Inspection, as_html, inspect

DEMO = Path(__file__).parent.parent.parent.parent / "demo" / "article.html"
ADDRESS = "https://courier.example/2026/03/06/ferry.html"


def parsed(html: str) -> ET.Element:
    """Parse the page as XML; text that cannot be encoded or is not well-formed is an error."""
    assert html.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(html.encode("utf-8").removeprefix(b"<!DOCTYPE html>\n"))  # noqa: S314 - our own page


def with_class(tree: ET.Element, name: str) -> list[ET.Element]:
    """The elements that have a class, in document order."""
    return [one for one in tree.iter() if name in one.get("class", "").split()]


def text_in(element: ET.Element) -> str:
    """All text of an element, white space collapsed."""
    return " ".join("".join(element.itertext()).split())


@pytest.fixture(scope="module")
def served() -> Iterator[Any]:
    """The server with its default options."""
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    from tests.show.serve.serving import Serving

    with Serving() as server:
        yield server


@pytest.fixture(scope="session")
def demo() -> Page:
    return read_page(DEMO.read_bytes(), url=ADDRESS)


@pytest.fixture(scope="session")
def inspection(demo: Page) -> Inspection:
    return inspect(demo)


@pytest.fixture(scope="session")
def html(inspection: Inspection) -> str:
    return as_html(inspection)


@pytest.fixture(scope="session")
def tree(html: str) -> ET.Element:
    return parsed(html)
