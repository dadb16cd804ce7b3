"""The inspector's page in Chromium, if there is one: no requests, no errors, and the switch works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from broadsheet.page import read_page
from broadsheet.show.serve import METHODS, as_html, inspect
from tests.show.serve.conftest import DEMO
from tests.show.serve.test_inspector import hostile

PAINTED = "getComputedStyle(document.querySelector('.seg[data-i=\"{0}\"]')).{1}"
VISIBLE = "[...document.querySelectorAll('{0}')].filter(one => one.getClientRects().length).length"
Open = Callable[..., "Tab"]


class Tab:
    """A page in the browser, the URLs that it requested, and its messages and errors on the console."""

    def __init__(self, context: Any, address: Path | str) -> None:
        self.page = context.new_page()
        self.asked: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("dialog", lambda dialog: self.said.append(dialog.message))
        self.page.goto(address if isinstance(address, str) else address.as_uri())


@pytest.fixture
def open_tab(chromium: Any, tmp_path: Path) -> Iterator[Open]:
    """Open a URL or the markup of a page in a new window; the options are Playwright's."""
    contexts = []

    def open_(shown: str, **options: Any) -> Tab:
        file = tmp_path / "report.html"
        if shown.startswith("<"):
            file.write_text(shown, encoding="utf-8")
        contexts.append(chromium.new_context(**options))
        return Tab(contexts[-1], file if shown.startswith("<") else shown)

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture
def shown(open_tab: Open, html: str) -> Iterator[Tab]:
    tab = open_tab(html, viewport={"width": 1200, "height": 900})
    yield tab
    assert tab.asked == [tab.page.url]
    assert tab.said == []


def test_segments_have_the_colour_of_the_chosen_method(shown: Tab) -> None:
    page, kept = shown.page, page_of(shown, 20)
    first = page.evaluate(PAINTED.format(kept, "backgroundColor"))
    assert first not in ("rgba(0, 0, 0, 0)", "transparent")
    assert "✓" in page.evaluate(
        f"getComputedStyle(document.querySelector('.seg[data-i=\"{kept}\"]'), '::before').content"
    )
    page.check("#m4", force=True)  # cedst
    assert page.evaluate(PAINTED.format(kept, "backgroundColor")) != first


def page_of(shown: Tab, number: int) -> int:
    """Return a segment that the default method keeps, near this number."""
    found = shown.page.evaluate("[...document.querySelectorAll('.seg.m0k')].map(one => Number(one.dataset.i))")
    return min(found, key=lambda one: abs(one - number))


def test_a_segment_and_its_place_in_the_article_are_shown_together(shown: Tab) -> None:
    page = shown.page
    words = "The crossing takes nine minutes"
    page.locator(".seg", has_text=words).click()
    marked = page.locator(".now")
    assert [text[:31] for text in marked.all_inner_texts()] == [words, words]
    details = page.inner_text("#details")
    for wanted in ("kept by fusion; probability", "div.body > p", "characters", "✓ coreex"):
        assert wanted in details, wanted
    page.locator(".article .piece", has_text="Not everyone is pleased").first.click()
    assert all("Not everyone is pleased" in text for text in marked.all_inner_texts())
    assert marked.count() == 2
    page.check("#m2", force=True)
    assert "by mss; length, signed" in page.inner_text("#details")
    page.locator(".seg", has_text="Tunnel toll rises").click()
    details = page.inner_text("#details")
    assert "kept by mss" in details
    assert "· fusion" in details
    page.set_viewport_size({"width": 1200, "height": 600})
    page.focus("#page")
    for _ in range(9):
        page.keyboard.press("ArrowDown")
        end, covered = (page.locator(one).first.bounding_box() for one in (".seg.now", "#details"))
        assert end["y"] + end["height"] <= covered["y"], "the details cover no selected segment"


def test_without_scripts_the_switch_and_the_colours_work(open_tab: Open, html: str) -> None:
    tab = open_tab(html, java_script_enabled=False)
    tab.page.check("#m1", force=True)
    # `evaluate` works even if the page's scripts are off.
    assert tab.page.evaluate(VISIBLE.format(".of-m1")) == 3
    assert tab.page.evaluate(VISIBLE.format(".of-m0")) == 0
    assert tab.page.evaluate("document.documentElement.classList.contains('live')") is False
    assert tab.page.is_visible("noscript")


def test_a_hostile_page_does_nothing(open_tab: Open) -> None:
    tab = open_tab(as_html(inspect(read_page(hostile(), url="https://a.example/'\"><script>alert(1)</script>"))))
    tab.page.locator(".seg").nth(1).click()
    tab.page.locator(".seg").nth(1).hover()
    tab.page.wait_for_timeout(200)
    assert tab.asked == [tab.page.url]
    assert tab.said == []
    assert tab.page.evaluate("document.querySelectorAll('script').length") == 2


def test_the_form_leads_to_the_inspector(open_tab: Open, served: Any) -> None:
    """Over HTTP, the policy is also in the header, and the page has an opaque origin."""
    base = f"http://127.0.0.1:{served.port}"
    tab = open_tab(f"{base}/")
    page = tab.page
    page.fill("#html", DEMO.read_text(encoding="utf-8"))
    page.click("button")
    page.locator(".seg", has_text="The crossing takes nine minutes").click()
    assert "kept by fusion; probability" in page.inner_text("#details")
    assert page.evaluate("origin") == "null"
    assert tab.asked == [f"{base}/", f"{base}/inspect"]
    assert tab.said == []
    page.goto(f"{base}/")
    page.set_input_files("#file", DEMO)
    page.uncheck("input[value=coreex]")
    page.click("button")
    page.wait_for_selector(".seg")
    assert page.locator("input[name=method]").count() == len(METHODS) - 1
    page.goto(f"{base}/")
    page.fill("#url", "http://127.0.0.1/")
    page.click("button")
    page.get_by_text("Back to the form").click()
    page.wait_for_selector("#html")
    assert page.url == f"{base}/"
    page.click("button")
    said = page.inner_text("body")
    assert "Please check the form" in said
    assert "enter a URL, paste the HTML of a page, or choose a file" in said


def test_a_dark_window_prints_dark_text_on_white_paper(open_tab: Open, html: str) -> None:
    page = open_tab(html, color_scheme="dark").page
    page.emulate_media(media="print")
    style = "getComputedStyle(document.querySelector('.switch input:checked + span'))"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(29, 31, 35)"
    assert page.evaluate(f"[{style}.backgroundColor, {style}.printColorAdjust]") == ["rgb(29, 31, 35)", "exact"]
    pane = "(one => [one.scrollHeight, one.clientHeight])(document.querySelector('.pane'))"
    assert len(set(page.evaluate(pane))) == 1, "nothing is cut off"


@pytest.mark.parametrize("width", [480, 1280])
def test_bullets_stand_before_their_items(open_tab: Open, width: int) -> None:
    """Also in narrow windows, text begins after the bullet."""
    prose = (
        "<p>The council said on Friday that the bridge would close in March for two years, by a vote of nine to two."
    )
    items = "<li>The first of the items that were decided on.<li>The second of them."
    quote = "<blockquote><p>We did not take this decision lightly, said the mayor of the town.</blockquote>"
    page = read_page(f"<article><h1>Bridge to close</h1>{prose}<ul>{items}</ul>{quote}{prose}</article>")
    tab = open_tab(as_html(inspect(page, ["fusion"])), viewport={"width": width, "height": 800})
    room = """name => {
        const one = document.querySelector(name), mark = getComputedStyle(one, "::after");
        const drawn = mark.content === "none" ? 0 : parseFloat(mark.left) + 0.5 * parseFloat(mark.fontSize);
        return parseFloat(getComputedStyle(one).paddingLeft) - drawn;
    }"""
    assert tab.page.evaluate(room, ".is-item") > 0
    assert tab.page.evaluate(room, ".is-quote") > tab.page.evaluate(room, ".seg:not(.is-item, .is-quote)")
