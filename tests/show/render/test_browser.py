"""Rendering in a real browser, if there is one: layouts, requests to the network, and the end of the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest

from broadsheet.errors import MissingExtra, NeedsNotMet, RenderFailed
from broadsheet.methods import catalog
from broadsheet.methods.base import Given
from broadsheet.page import read_page
from broadsheet.show.render import Browser, Options, Snapshot, find_browser, render
from broadsheet.show.render.browser import VARIABLE
from tests.crawl.sources.loopback import Loopback, answer
from tests.processes import descendants, gone, running

PAGE = """<!doctype html><title>Ferry</title><body style="background: #102030; color: #ffffff">
<h1 style="font-size: 40px">Ferry returns</h1><p>Two boats cross <b>every hour</b>.<p style="display: none">Gone</p>
<noscript>Without scripts</noscript><script>document.body.append("scripted")</script></body>"""


@pytest.fixture(scope="module")
def browser(browser_path: str) -> Iterator[Browser]:
    with Browser(Options(timeout=120)) as running:
        yield running


def row_of(snapshot: Snapshot, text: str) -> int:
    page = snapshot.page
    return next(int(row) for row in np.flatnonzero(page.is_text) if text in page.raw(int(row)))


def test_layout_of_a_page(browser: Browser) -> None:
    snapshot = browser.render(PAGE, url="https://courier.example/a")
    layout, page = snapshot.layout, snapshot.page
    assert snapshot.mapped.all()
    assert snapshot.engine.startswith("Chromium")
    head, text, bold, gone = (row_of(snapshot, part) for part in ("Ferry returns", "Two boats", "every", "Gone"))
    assert layout.font_size[head] == 40
    assert layout.font_size[text] == 16
    assert layout.colour[text] == 0xFFFFFFFF
    assert layout.background[text].tolist() == [0x10, 0x20, 0x30]
    assert layout.visible[[head, text, bold]].all()
    assert not layout.visible[gone]
    assert layout.y[head] < layout.y[text]
    assert layout.x[bold] > layout.x[text]
    assert layout.font_weight is not None
    assert layout.font_weight[bold] == 700
    assert "scripted" not in page.text
    assert layout.visible[row_of(snapshot, "Without scripts")]
    assert page.url == "https://courier.example/a"


def test_nothing_leaves_the_machine(browser: Browser, site: Loopback) -> None:
    address = site.url("")
    page = f"""<meta http-equiv=refresh content="0;url={address}/refresh"><link rel=preconnect href={address}>
        <link rel=prefetch href={address}/p><link rel=stylesheet href={address}/s.css><h1>Ferry</h1>
        <img src={address}/i.png><iframe src={address}/f.html></iframe><object data={address}/o></object>
        <script src={address}/j.js></script><p style="background: url({address}/b.png)">Text</p>"""
    snapshot = browser.render(page, url=f"{address}/page")
    assert snapshot.mapped.all()
    assert snapshot.layout.font_size[row_of(snapshot, "Ferry")] == 32
    assert site.connections == 0


def test_style_sheets_are_fetched_when_asked(browser: Browser, site: Loopback) -> None:
    address = site.url("")
    site.routes["/s.css"] = answer("h1 { font-size: 77px }", type_="text/css")
    page = f"<link rel=stylesheet href=/s.css><meta http-equiv=refresh content='0;url={address}/refresh'><h1>Ferry</h1>"
    snapshot = render(page, url=f"{address}/page", options=Options(network=True, timeout=120))
    assert snapshot.layout.font_size[row_of(snapshot, "Ferry")] == 77
    assert [path for path, _ in site.requests if path != "/favicon.ico"] == ["/s.css"], (
        "the page itself is never fetched"
    )


def test_scripts_when_asked(browser: Browser) -> None:
    snapshot = render(PAGE, options=Options(scripts=True, timeout=120))
    assert "scripted" in snapshot.page.text
    assert snapshot.share_mapped == 1.0


def test_after_a_timeout_the_next_page_is_rendered(browser: Browser, caplog: pytest.LogCaptureFixture) -> None:
    browser.render(PAGE)
    process, patient = browser.process, browser.options
    assert process is not None
    browser.options = Options(timeout=2, scripts=True)
    with pytest.raises(RenderFailed, match="more than 2 seconds"):
        browser.render(f"{PAGE}<script>for (;;);</script>")
    assert gone(process)
    browser.options = patient
    assert browser.render(PAGE).mapped.all()
    assert browser.process not in (None, process)
    assert not caplog.records


def test_a_browser_that_dies_is_replaced(browser: Browser) -> None:
    browser.render(PAGE)
    process = browser.process
    assert process is not None
    os.kill(process, signal.SIGKILL)
    assert gone(process)
    try:
        snapshot = browser.render(PAGE)
    except RenderFailed:  # its end may be noticed late
        snapshot = browser.render(PAGE)
    assert snapshot.mapped.all()


def test_nothing_is_left_of_a_program_that_is_killed(browser: Browser) -> None:
    code = (
        "from broadsheet.show.render import Browser, Options; import time; b = Browser(Options(timeout=120));"
        "b.render('<p>x'); print(b.process, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as program:  # noqa: S603
        assert program.stdout is not None
        process = int(program.stdout.readline())
        assert running(process)
        everything = descendants([program.pid])
        assert process in everything
        program.kill()
    assert gone(*everything)


def test_methods_see_the_layout(browser: Browser) -> None:
    small = "".join(
        f"<p style='font-size: 10px; color: #888'>Terms of use, number {n}, in small print.</p>" for n in range(4)
    )
    news = "".join(
        f"<p>The council met on day {n}, and after a long debate it agreed on the bridge.</p>" for n in range(9)
    )
    snapshot = browser.render(f"<style>.x {{ font-size: 10px }}</style><h1>Council</h1>{news}{small}")
    for name in ("mss", "clg", "svc"):
        drawn = catalog.get(name).mark(snapshot.page, Given())
        plain = catalog.get(name).mark(read_page(snapshot.source), Given())
        assert drawn.notes != plain.notes, name
    kept = catalog.get("mss").mark(snapshot.page, Given()).keep
    assert kept[row_of(snapshot, "day 3")]
    assert not kept[row_of(snapshot, "number 2")], "the font size tells small print from text"


@pytest.mark.corpora
def test_text_of_real_pages_is_found(
    browser: Browser, real_pages: Callable[..., Iterator[tuple[str, bytes, dict[str, Any]]]]
) -> None:
    """``BROADSHEET_RENDER`` is the number of pages; by default a few, because each takes a second."""
    wanted = int(os.environ.get("BROADSHEET_RENDER", "3"))
    shown = found = pages = 0
    for _, data, truth in islice(real_pages(max(1, 4000 // wanted)), wanted):
        snapshot = browser.render(data, url=truth.get("url"))
        text = snapshot.page.shown
        shown += int(text.sum())
        found += int(snapshot.mapped[text].sum())
        pages += 1
    assert pages >= wanted / 2
    assert found >= 0.99 * shown


def test_without_a_browser_the_message_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises((NeedsNotMet, MissingExtra), match=r"no browser at /nowhere|the extra .render. has it"):
        render("<p>x", options=Options(browser="/nowhere/chromium"))
    monkeypatch.setenv(VARIABLE, "/nowhere/else")
    with pytest.raises(NeedsNotMet, match="no browser at /nowhere/else"):
        find_browser()
    monkeypatch.delenv(VARIABLE)
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(NeedsNotMet, match=f"install it, or name it with {VARIABLE}"):
        find_browser()


def test_without_playwright_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(MissingExtra, match="install the extra 'render'"):
        render("<p>x")
