"""The exam that every method in the catalog must pass."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from broadsheet.errors import UnknownMethod
from broadsheet.methods import catalog
from broadsheet.methods.base import Given, Method, Need
from broadsheet.page import Page, read_page

_PARAGRAPH = "The city council met on Tuesday, and after a long debate it agreed on the new bridge. "
_LINES = (
    _PARAGRAPH,
    "The council heard the city's ferry owners on the bridge, and after a long debate they left the hall on Tuesday. ",
    "A new committee of the city met on the bridge as well, and after a long debate the council agreed on Tuesday. ",
    "Shops wanted the bridge later, but on Tuesday the city council agreed, after a long debate, on a new quay. ",
    "On Tuesday money for the bridge was found: the council agreed, after a long debate, on a new city tax. ",
    "The mayor met the council on Tuesday, and said that after a long debate the city agreed with the new bridge. ",
)
_NEWS = (
    "<html><head><title>Council agrees on new bridge</title></head><body>"
    "<nav><a href=/>Home</a> <a href=/n>News</a></nav>"
    "<h1>Council agrees on new bridge</h1><div id=body>"
    + "".join(f"<p>{line * 3}</p>" for line in _LINES)
    + "<p>The bridge will open next year, the council said.</p></div>"
    "<ul><li><a href=/1>Other story</a></li><li><a href=/2>Another story</a></li></ul><p>Copyright</p></body></html>"
)
_CJK = "市议会周二开会，经过长时间辩论，就新桥达成一致。"
PAGES = {
    "news": _NEWS,
    "no body": "<title>x</title>",
    "no text": "<div><img src=a><br></div><p> </p>",
    "one text": "<p>one</p>",
    "only links": "<ul>" + "<li><a href=x>link text here</a></li>" * 30 + "</ul>",
    "no links": "<body>" + f"<p>{_PARAGRAPH}</p>" * 5,
    "text without elements": "Plain words, first.<b>",
    "deep": "<div>" * 2_000 + "<p>" + _PARAGRAPH * 5,
    "wide": "<body>" + "<p>Short one, here.</p>" * 2_000,
    "hidden": f"<body><div hidden><p>{_PARAGRAPH * 9}</p></div><p>{_PARAGRAPH}</p>",
    "cjk": f"<title>新桥达成一致</title><h1>新桥达成一致</h1><div>{f'<p>{_CJK * 4}</p>' * 6}</div><a href=x>首页</a>",
    "right to left": "<html dir=rtl lang=ar><h1>المجلس يوافق على الجسر</h1><div>"
    + "<p>اجتمع مجلس المدينة يوم الثلاثاء، وبعد نقاش طويل وافق على الجسر الجديد.</p>" * 6
    + "</div><a href=x>الرئيسية</a>",
    "frameset": "<html><frameset><frame src=a></frameset></html>",
    "form": f"<body><form>{f'<p>{_PARAGRAPH * 3}</p>' * 5}</form>",
    "linked": f"<body><a href=x><h2>All</h2><p>{_PARAGRAPH * 5}</p></a>",
}


@pytest.fixture(scope="module")
def pages() -> dict[str, Page]:
    return {name: read_page(html, url="https://example.org/a") for name, html in PAGES.items()}


@pytest.fixture(params=catalog.names())
def method(request: pytest.FixtureRequest) -> Method:
    return catalog.get(request.param)


def kept_text(page: Page, keep: np.ndarray) -> str:
    return " ".join(page.raw(int(row)) for row in np.flatnonzero(keep))


def test_it_says_what_it_is(method: Method) -> None:
    assert catalog.CATALOG[method.name].partition(":")[2] == type(method).__name__
    assert dataclasses.is_dataclass(method)
    for field in dataclasses.fields(method):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(method, field.name, 0)


class _Watched(Given):
    """Notes what is asked of it."""

    def __getattribute__(self, name: str) -> Any:
        if name in _OFFERED:
            _ASKED.add(_OFFERED[name])
        return super().__getattribute__(name)


_OFFERED = {"home_link": Need.HOME_LINK, "neighbours": Need.NEIGHBOURS, "profile": Need.PROFILE}
_ASKED: set[Need] = set()


def test_it_uses_what_it_says(method: Method, pages: dict[str, Page]) -> None:
    given = _Watched()
    _ASKED.clear()
    method.mark(pages["news"], given)
    assert method.needs & set(_OFFERED.values()) == _ASKED


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_a_marking(method: Method, name: str, pages: dict[str, Page]) -> None:
    page = pages[name]
    before = [array.copy() for array in (page.tag, page.end, page.chars, page.hidden)]
    marking = method.mark(page, Given())
    assert marking.keep.shape == marking.score.shape == (len(page),)
    assert marking.keep.dtype == np.bool_
    assert not marking.keep.any() or name not in {"no body", "no text", "frameset"}
    assert not (marking.keep & ~page.shown).any(), "only shown text rows are kept"
    assert np.isfinite(marking.score).all()
    for value in marking.trace.values():
        assert not np.isnan(value).any()
    assert all((a == b).all() for a, b in zip(before, (page.tag, page.end, page.chars, page.hidden), strict=True))
    again = method.mark(page, Given())
    assert (again.keep == marking.keep).all()
    assert (again.score == marking.score).all()


def test_it_survives_pickling(method: Method, pages: dict[str, Page]) -> None:
    copy: Method = pickle.loads(pickle.dumps(method))
    assert copy == method
    marking = method.mark(pages["news"], Given())
    again = pickle.loads(pickle.dumps(copy.mark(pages["news"], Given())))
    assert (again.keep == marking.keep).all()
    assert (again.score == marking.score).all()
    assert set(again.trace) == set(marking.trace)
    for one in (marking, again):
        with pytest.raises(ValueError, match="read-only"):
            one.keep[0] = True
        with pytest.raises(TypeError):
            one.trace["x"] = np.zeros(1)  # type: ignore[index]


@pytest.mark.parametrize("name", ["news", "cjk", "right to left", "deep"])
def test_it_finds_a_plain_article(method: Method, name: str, pages: dict[str, Page]) -> None:
    page = pages[name]
    text = kept_text(page, method.mark(page, Given()).keep)
    sentence = {
        "news": "after a long debate",
        "deep": "after a long debate",
        "cjk": "就新桥达成一致",
        "right to left": "وبعد نقاش طويل",
    }
    assert text.count(sentence[name]) >= 5
    assert "Other story" not in text


@pytest.fixture(scope="module")
def some_real_pages(real_pages: Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]) -> list[Page]:
    return [read_page(data, url=truth.get("url")) for _, data, truth in real_pages(150)]


@pytest.mark.corpora
def test_it_runs_on_real_pages(method: Method, some_real_pages: list[Page]) -> None:
    found = total = 0
    for page in some_real_pages:
        marking = method.mark(page, Given())
        assert not (marking.keep & ~page.shown).any()
        assert np.isfinite(marking.score).all()
        total += 1
        found += bool(marking.keep.any())
    assert found > 0.8 * total


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownMethod, match=r"unknown method 'magic'; methods: .*coreex"):
        catalog.get("magic")


def test_parameters_are_passed_on() -> None:
    assert catalog.get("twcem", delta3=1) == catalog.get("twcem", delta3=1) != catalog.get("twcem")
