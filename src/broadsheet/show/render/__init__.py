"""Rendering: a headless browser lays out a page; boxes, fonts and colours become columns beside the page's.

`browser` drives Chromium and is the only module that uses Playwright (extra ``render``); `capture` reads the browser's
snapshot and maps it to the page's nodes; `snapshot` is the result and its file, which needs no browser.
"""

from broadsheet.show.render.browser import Browser, Options, find_browser, render
from broadsheet.show.render.snapshot import Snapshot, load

__all__ = ["Browser", "Options", "Snapshot", "find_browser", "load", "render"]
