"""A progress bar on the standard error, where that is a terminal.

It must not know what is counted. The bar is drawn by whoever moves it, never by a thread of its own: a thread would run
while a call is measured, and its time would be counted.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress, ProgressColumn, TaskID

__all__ = ["Bar", "progress"]

_REFRESH: Final = 0.2
"""Seconds between two drawings."""


class Bar:
    """A bar that is drawn a few times a second, however often it is moved."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar, self._task = bar, task
        self._drawn = 0.0

    def advance(self, by: int = 1, *, words: str | None = None) -> None:
        """Move on.

        Args:
            by: how far.
            words: what to say beside the bar from now on.
        """
        self._bar.update(self._task, advance=by, description=words)
        self._draw()

    def move(self, words: str, done: int, total: int) -> None:
        """Move to a place.

        Args:
            words: what to say beside the bar from now on.
            done: the place.
            total: where the end is.
        """
        self._bar.update(self._task, completed=done, total=total, description=words)
        self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if now - self._drawn > _REFRESH:
            self._drawn = now
            self._bar.refresh()


@contextmanager
def progress(what: str, total: int | None = None, *, of: Literal["pieces", "bytes"] = "pieces") -> Iterator[Bar]:
    """Show a bar as long as the block runs, and nothing after it.

    Args:
        what: what is done, in a word.
        total: how much there is of it, if that is known.
        of: what is counted.
    """
    # Imported here, so that help pages need not wait for it.
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    counted: ProgressColumn = DownloadColumn() if of == "bytes" else MofNCompleteColumn()
    with Progress(
        TextColumn("{task.description}", markup=False), BarColumn(), counted, TimeRemainingColumn(),
        console=console, auto_refresh=False, transient=True, disable=not console.is_terminal,
    ) as bar:  # fmt: skip
        yield Bar(bar, bar.add_task(what, total=total))
