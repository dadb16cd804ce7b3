"""A lock for calls into packages that take locks of their own: `os.fork` waits until no thread holds it.

A lock that another thread holds during a fork stays locked in the child for ever. This package takes no locks to read
a page. Where it calls one that does, it holds `FORKS_WAIT`, so that no fork happens in the meantime.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import Final

__all__ = ["FORKS_WAIT"]

FORKS_WAIT: Final = RLock()
if hasattr(os, "register_at_fork"):  # Windows has no fork
    os.register_at_fork(
        before=FORKS_WAIT.acquire, after_in_parent=FORKS_WAIT.release, after_in_child=FORKS_WAIT.release
    )
