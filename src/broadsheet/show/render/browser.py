"""Render pages in the system's Chromium, driven by Playwright. No other module uses either.

The browser is found or named, never downloaded. Scripts are off, and by default nothing leaves the machine: the page is
served from memory, every other request is refused before it is made, and no host name resolves. After a timeout the
browser's process group is killed, and the next page gets a new browser.

Each browser has a thread with its own event loop, so it can be used from any thread, and waits can be abandoned.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import threading
import time
from base64 import b64encode
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as FutureTimeout
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar
from urllib.parse import urlsplit

from broadsheet.errors import MissingExtra, NeedsNotMet, RenderFailed
from broadsheet.page import Page, read_page
from broadsheet.show.render.capture import STYLES, map_rows, nodes
from broadsheet.show.render.snapshot import Snapshot

__all__ = ["Browser", "Options", "find_browser", "render"]

VARIABLE: Final = "BROADSHEET_CHROMIUM"  # environment variable with the path of the browser
_NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome", "chrome.exe")
_OFFLINE: Final = (
    "--blink-settings=imagesEnabled=false",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    "--dns-prefetch-disable",
    "--no-pings",
)
_QUIET: Final = ("--disable-gpu", "--disable-extensions", "--mute-audio")
_PAGE: Final = {"responseCode": 200, "responseHeaders": [{"name": "Content-Type", "value": "text/html; charset=utf-8"}]}
_NO_URL: Final = "http://page.invalid/"  # for pages without a URL (RFC 2606: never resolves)
_CLOSE_SECONDS: Final = 10.0  # for operations that should be immediate, such as closing
_SETTLE_SECONDS: Final = 0.05
_START_SECONDS: Final = 60.0  # for the browser to start, which is slow from a slow disk
_LOADING_SHARE: Final = 0.5  # share of the time limit spent on waiting for images and style sheets

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Options of rendering.

    Attributes:
        browser: path of the Chromium to use; None for that of `find_browser`.
        timeout: time limit of a page in seconds.
        width, height: window size in CSS pixels.
        network: let the page load its style sheets, images and frames; otherwise nothing leaves the machine.
        scripts: run the page's scripts; the resulting document is then parsed again.
        sandbox: the browser's own sandbox; None for on, except for root, which Chromium does not allow.
    """

    browser: str | None = None
    timeout: float = 30.0
    width: int = 1280
    height: int = 1024
    network: bool = False
    scripts: bool = False
    sandbox: bool | None = None


def find_browser(named: str | None = None) -> str:
    """Return the path of Chromium: named, from ``BROADSHEET_CHROMIUM``, or the first of the usual names.

    Raises:
        NeedsNotMet: no browser found.
    """
    wanted = named or os.environ.get(VARIABLE)
    if wanted:
        found = shutil.which(wanted)
        if found is None:
            raise NeedsNotMet(f"no browser at {wanted}")
        return found
    for name in _NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    raise NeedsNotMet(f"rendering needs Chromium: install it, or name it with {VARIABLE}")


def render(html: str | bytes | Page, *, url: str | None = None, options: Options | None = None) -> Snapshot:
    """Render one page. For several pages, `Browser` is faster.

    Args:
        html: text, bytes (decoded by the WHATWG order), or a page.
        url: its URL, the base of its links.
        options: options of rendering.

    Raises:
        NotHTML, PageTooLarge: see `read_page`.
        NeedsNotMet: no browser found.
        MissingExtra: Playwright is not installed.
        RenderFailed: timeout, or the browser failed.
    """
    with Browser(options) as browser:
        return browser.render(html, url=url)


class Browser:
    """A running Chromium, for any number of pages in sequence; a context manager.

    Args:
        options: options of rendering.

    Attributes:
        process: process id of the browser; None if it is not running.
    """

    def __init__(self, options: Options | None = None) -> None:
        self.options = options if options is not None else Options()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._playwright: Any = None
        self._browser: Any = None
        self.process: int | None = None
        self._engine = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def render(self, html: str | bytes | Page, *, url: str | None = None) -> Snapshot:
        """Render a page; arguments and errors are those of the function `render`.

        After `RenderFailed`, the next page gets a new browser.
        """
        page = html if isinstance(html, Page) else read_page(html, url=url)
        self._start()
        options = self.options
        try:
            answer, rendered = self._wait(self._capture(page.source, page.url), options.timeout)
        except BaseException as error:
            self._kill()
            if isinstance(error, FutureTimeout):
                raise RenderFailed(f"it took more than {options.timeout:g} seconds") from error
            if isinstance(error, Exception) and not isinstance(error, RenderFailed):
                raise RenderFailed(_words(error)) from error
            raise
        if rendered is not None:
            page = read_page(rendered, url=page.url)
        layout, mapped = map_rows(page, nodes(answer))
        return Snapshot(
            source=page.source,
            layout=layout,
            mapped=mapped,
            url=page.url,
            engine=self._engine,
            viewport=(options.width, options.height),
        )

    def close(self) -> None:
        """End the browser and all its processes. May be called repeatedly."""
        if self._loop is None:
            return
        if self._browser is not None:
            with suppress(Exception):
                self._wait(self._browser.close(), _CLOSE_SECONDS)
        self._kill()
        if self._playwright is not None:
            driver = _driver(self._playwright)
            with suppress(Exception):
                self._wait(self._playwright.stop(), _CLOSE_SECONDS)
            self._playwright = None
            if driver is not None:
                with suppress(ProcessLookupError):
                    driver.kill()
        with suppress(Exception):
            self._wait(_settle(), _CLOSE_SECONDS)
        loop, thread = self._loop, self._thread
        self._loop = self._thread = None
        loop.call_soon_threadsafe(loop.stop)
        if thread is not None:
            thread.join(_CLOSE_SECONDS)
        if not loop.is_running():
            loop.close()

    # In the caller's thread.

    def _start(self) -> None:
        if self._browser is not None and self._browser.is_connected():
            return
        if self._loop is None:
            _import()
            find_browser(self.options.browser)
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._run, args=(self._loop,), daemon=True, name="broadsheet-render")
            self._thread.start()
        self._kill()
        try:
            self._wait(self._launch(), _START_SECONDS)
        except BaseException as error:
            self.close()
            if isinstance(error, FutureTimeout):
                raise RenderFailed(f"the browser did not start within {_START_SECONDS:g} seconds") from error
            if isinstance(error, Exception) and not isinstance(error, NeedsNotMet):
                raise RenderFailed(f"the browser did not start: {_words(error)}") from error
            raise

    @staticmethod
    def _run(loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        loop.run_forever()

    def _wait(self, work: Coroutine[Any, Any, T], seconds: float) -> T:
        """Run a coroutine on the browser's event loop and wait for it."""
        if self._loop is None:
            work.close()
            raise RenderFailed("the browser is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result(seconds)
        except BaseException:
            future.cancel()
            raise

    def _kill(self) -> None:
        process, self.process, self._browser = self.process, None, None
        if process is None:
            return
        for target, number in ((os.killpg, process), (os.kill, process)):
            with suppress(ProcessLookupError, PermissionError, OSError):
                target(number, signal.SIGKILL)
        deadline = time.monotonic() + _CLOSE_SECONDS
        while _is_running(process) and time.monotonic() < deadline:
            time.sleep(0.01)

    # In the browser's thread.

    async def _launch(self) -> None:
        options = self.options
        if self._playwright is None:
            self._playwright = await _import()().start()
        sandbox = options.sandbox if options.sandbox is not None else getattr(os, "geteuid", lambda: 1)() != 0
        self._browser = await self._playwright.chromium.launch(
            executable_path=find_browser(options.browser),
            chromium_sandbox=sandbox,
            args=[*_QUIET] if options.network else [*_QUIET, *_OFFLINE],
            headless=True,
        )
        session = await self._browser.new_browser_cdp_session()
        answer = await session.send("SystemInfo.getProcessInfo")
        self.process = next(int(one["id"]) for one in answer["processInfo"] if one["type"] == "browser")
        await session.detach()
        self._engine = f"Chromium {self._browser.version}"

    async def _capture(self, source: str, url: str | None) -> tuple[dict[str, Any], str | None]:
        """Return the browser's snapshot, and the resulting source if scripts ran."""
        options = self.options
        address = url if url and urlsplit(url).scheme in ("http", "https") and urlsplit(url).netloc else _NO_URL
        context = await self._browser.new_context(
            java_script_enabled=options.scripts,
            offline=not options.network,
            service_workers="block",
            accept_downloads=False,
            viewport={"width": options.width, "height": options.height},
        )
        try:
            tab = await context.new_page()
            session = await context.new_cdp_session(tab)
            body = b64encode(source.encode("utf-8", "replace")).decode("ascii")
            delivered = False

            async def answer(request: dict[str, Any]) -> None:
                nonlocal delivered
                number = {"requestId": request["requestId"]}
                # A request may be cancelled before it is answered.
                with suppress(Exception):
                    if not delivered:
                        delivered = True
                        await session.send("Fetch.fulfillRequest", {**number, **_PAGE, "body": body})
                    elif options.network and request["frameId"] != main:
                        await session.send("Fetch.continueRequest", number)
                    else:
                        # "Aborted" keeps the current page; other failures replace it with an error page.
                        await session.send("Fetch.failRequest", {**number, "errorReason": "Aborted"})

            def paused(request: dict[str, Any]) -> None:
                task = asyncio.ensure_future(answer(request))
                tasks.add(task)
                task.add_done_callback(tasks.discard)

            tasks: set[asyncio.Future[None]] = set()
            session.on("Fetch.requestPaused", paused)
            main = (await session.send("Page.getFrameTree"))["frameTree"]["frame"]["id"]
            # Documents only: the browser itself refuses all other requests.
            await session.send("Fetch.enable", {"patterns": [{"urlPattern": "*", "resourceType": "Document"}]})
            await tab.goto(address, wait_until="domcontentloaded", timeout=1000 * options.timeout)
            with suppress(_timeout()):
                await tab.wait_for_load_state("load", timeout=1000 * options.timeout * _LOADING_SHARE)
            captured = await session.send("DOMSnapshot.captureSnapshot", {"computedStyles": list(STYLES)})
            rendered = await tab.content() if options.scripts else None
            if options.network:
                # After the session ends, requests are not intercepted any more, such as the page's own refresh.
                await tab.goto("about:blank", timeout=1000 * options.timeout)
            return captured, rendered
        finally:
            with suppress(Exception):  # the browser may have been killed, as after a timeout
                await context.close()


def _driver(playwright: Any) -> Any:
    """Return the process of Playwright's driver, to kill it if it hangs; None if it cannot be found.

    It has no public name. If Playwright renames it, the driver ends with this process, when its input is closed.
    """
    try:
        return playwright._impl_obj._connection._transport._proc  # noqa: SLF001
    except AttributeError:
        return None


async def _settle() -> None:
    """Cancel the tasks on the event loop, and let it notice closed processes and pipes."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.sleep(_SETTLE_SECONDS)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    try:
        # Zombies count as ended.
        with open(f"/proc/{process}/stat", encoding="ascii", errors="replace") as stat:  # noqa: PTH123
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return True


def _import() -> Any:
    try:
        from playwright.async_api import async_playwright
    except ImportError as error:
        raise MissingExtra("Playwright", "render") from error
    return async_playwright


def _timeout() -> type[Exception]:
    from playwright.async_api import TimeoutError as PlaywrightTimeout

    # Typed here, because type checkers do not know Playwright without the extra.
    timeout: type[Exception] = PlaywrightTimeout
    return timeout


def _words(error: Exception) -> str:
    """Return the first line of Playwright's message; the rest is a log."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]
