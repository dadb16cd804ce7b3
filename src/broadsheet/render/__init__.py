"""Rendering: a headless browser lays a page out, and its boxes, fonts and colours become columns beside the page's.

`browser` drives Chromium and is the only module that knows Playwright (extra ``render``); `capture` reads what the
browser answers; `mapping` finds the page's rows in it; `snapshot` is the result and its file. Everything after works
from the file and needs no browser. The room must not know what methods do with a layout.
"""

from broadsheet.render.browser import Browser, Options, find_browser, render
from broadsheet.render.snapshot import Snapshot, load

__all__ = ["Browser", "Options", "Snapshot", "find_browser", "load", "render"]
