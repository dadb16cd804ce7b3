"""Arguments of the public functions: what they accept, and the errors for everything else."""

from __future__ import annotations

import io
import multiprocessing
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import broadsheet
from broadsheet.methods.coreex import CoreEx

DEMO = (Path(__file__).parent.parent.parent / "demo" / "article.html").read_text(encoding="utf-8")
ADDRESS = "https://courier.example/2026/03/06/ferry.html"


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify])
@pytest.mark.parametrize(
    ("html", "message"),
    [
        (None, "html must be str, bytes or Page, not NoneType"),
        (
            Path("in.html"),
            r"html must be str, bytes or Page, not PosixPath \(read the file first: path.read_bytes\(\)\)",
        ),
        (io.BytesIO(b"<p>x"), r"not BytesIO \(read the file first: file.read\(\)\)"),
        (3, "not int"),
    ],
)
def test_wrong_types_are_named(call: Any, html: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(html)


def test_any_bytes_like_object_is_accepted() -> None:
    article = broadsheet.extract(DEMO, url=ADDRESS)
    data = DEMO.encode()
    assert broadsheet.extract(bytearray(data), url=ADDRESS) == article
    assert broadsheet.extract(memoryview(data), url=f" {ADDRESS}\n") == article
    assert broadsheet.extract(np.bytes_(data), url=ADDRESS) == article
    with pytest.raises(TypeError, match="html must be str or bytes, not list"):
        broadsheet.read_page([])  # type: ignore[arg-type]


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify])
@pytest.mark.parametrize(
    "url", ["", "foo", "www.courier.example/a", "//courier.example/a", "https://", "http://[", "file:///a.html"]
)
def test_an_invalid_address_is_ignored(call: Any, url: str) -> None:
    found, without = call(DEMO, url=url), call(DEMO)
    if call is broadsheet.identify:
        assert found == without
    else:
        assert (found.text, found.origins) == (without.text, without.origins)
        assert any("is not an http or https address" in note for note in found.notes) == (url != "")


@pytest.mark.parametrize("call", [broadsheet.extract, broadsheet.identify])
def test_a_page_keeps_its_own_address_and_encoding(call: Any) -> None:
    page = broadsheet.read_page(DEMO, url=ADDRESS)
    assert call(page, url=ADDRESS) == call(page)
    with pytest.raises(ValueError, match="url goes with text or bytes: that of a Page is given to read_page"):
        call(page, url="https://other.example/")
    with pytest.raises(ValueError, match="charset goes with text or bytes"):
        call(page, charset="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"method": None}, "method must be a name of the catalog or a method, not NoneType"),
        ({"method": CoreEx}, "not the class CoreEx"),
        ({"given": {}}, "given must be Given or None, not dict"),
        ({"charset": b"utf-8"}, "charset must be str or None, not bytes"),
        ({"with_links": "no"}, "with_links must be bool, not str"),
        ({"with_images": 1}, "with_images must be bool, not int"),
        ({"with_tables": None}, "with_tables must be bool, not NoneType"),
        ({"with_metadata": "false"}, "with_metadata must be bool, not str"),
        ({"with_verdict": []}, "with_verdict must be bool, not list"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        broadsheet.extract(DEMO, **options)


@pytest.mark.parametrize("wrong", ["images", "links", "tables", "header"])
def test_switches_of_writers_must_be_bool(wrong: str) -> None:
    article = broadsheet.extract(DEMO)
    word: Any = {wrong: "no"}
    for write in (article.to_markdown, article.to_html, *([article.to_text] if wrong == "header" else [])):
        with pytest.raises(TypeError, match=f"{wrong} must be bool, not str"):
            write(**word)


def test_the_functions_can_be_pickled() -> None:
    for function in (broadsheet.extract, broadsheet.identify, broadsheet.identify_url):
        assert pickle.loads(pickle.dumps(function)) is function
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.map(broadsheet.identify, [DEMO]) == [broadsheet.identify(DEMO)]
