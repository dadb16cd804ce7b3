"""Program: print where extractions take locks after libraries and models are loaded, one line for each place."""

from __future__ import annotations

import _thread
import functools
import sys
import threading
import traceback
from typing import Any

taken: set[str] = set()
watching = False


def recorded(make: Any) -> Any:
    """A lock that records where it is taken, unless forks wait for it."""

    class Recorded:
        def __init__(self) -> None:
            self.lock = make()

        def note(self) -> None:
            if watching and self is not forks.FORKS_WAIT and not forks.FORKS_WAIT._is_owned():
                frames = reversed(traceback.extract_stack(limit=6)[:-2])
                taken.add(" < ".join(f"{frame.filename}:{frame.lineno}" for frame in frames))

        def acquire(self, *arguments: Any, **named: Any) -> Any:
            self.note()
            return self.lock.acquire(*arguments, **named)

        def __enter__(self) -> Any:
            self.note()
            return self.lock.__enter__()

        def __exit__(self, *error: object) -> None:
            self.lock.__exit__(*error)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.lock, name)

    return Recorded


_thread.allocate_lock = threading.Lock = recorded(_thread.allocate_lock)  # type: ignore[misc, assignment]
_thread.RLock = threading.RLock = functools.RLock = recorded(_thread.RLock)  # type: ignore[attr-defined, misc, assignment]

from broadsheet import extract  # noqa: E402
from broadsheet.page import forks  # noqa: E402
from tests.forks.written import pages  # noqa: E402

for page in pages(2024):
    extract(page, url="https://courier.example/2024/03/05/bridge.html")
watching = True
for page in pages(2025):
    extract(page, url="https://courier.example/2025/03/05/bridge.html")
sys.stdout.write("\n".join(sorted(taken)))
