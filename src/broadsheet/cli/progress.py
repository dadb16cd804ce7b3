"""A progress bar on standard error, if that is a terminal.

Only the calling thread draws it: a drawing thread would run during timed calls and distort them.
"""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.progress import Progress, ProgressColumn, TaskID

__all__ = ["progress"]

_REDRAW_SECONDS: Final = 0.2  # minimum time between two redraws
_SHORT_COLUMNS: Final = 16  # width of a short bar


class Bar:
    """A progress bar that is redrawn a few times a second at most."""

    def __init__(self, bar: Progress, task: TaskID) -> None:
        self._bar, self._task = bar, task
        self._drawn = 0.0

    def advance(self, by: int = 1, *, words: str | None = None) -> None:
        """Advance the bar by ``by`` steps, and change its description unless ``words`` is None."""
        self._bar.update(self._task, advance=by, description=words)
        self._draw()

    def move(self, words: str, done: int, total: int) -> None:
        """Set the position of the bar, its end and its description."""
        self._bar.update(self._task, completed=done, total=total, description=words)
        self._draw()

    def _draw(self) -> None:
        now = time.monotonic()
        if now - self._drawn > _REDRAW_SECONDS:
            self._drawn = now
            self._bar.refresh()


@contextmanager
def progress(
    what: str, total: int | None = None, *, of: Literal["pieces", "bytes", "share"] = "pieces"
) -> Iterator[Bar]:
    """Show a bar during the block.

    Args:
        what: description.
        total: number of steps, if known.
        of: unit of the steps; with ``share`` the bar is short, to leave space for a long description.
    """
    # Imported here to keep help fast.
    from rich import progress as bars
    from rich.console import Console
    from rich.table import Column

    console = Console(stderr=True)
    words = bars.TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=of == "share", ratio=1))
    counted: ProgressColumn = bars.DownloadColumn() if of == "bytes" else bars.MofNCompleteColumn()
    columns: tuple[ProgressColumn, ...] = (words, bars.BarColumn(), counted, bars.TimeRemainingColumn())
    if of == "share":
        columns = (bars.BarColumn(bar_width=_SHORT_COLUMNS), bars.TaskProgressColumn(), words)
    with bars.Progress(
        *columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal,
        expand=of == "share",
    ) as bar:  # fmt: skip
        yield Bar(bar, bar.add_task(what, total=total))
