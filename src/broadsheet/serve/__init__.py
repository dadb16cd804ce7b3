"""The inspector, and the server: what shows a page beside its article, and what answers over HTTP.

`inspect` runs methods on a page and keeps what each of them said; `as_html` shows it beside the page. `run_server` is
the HTTP API with the inspector as one of its pages; it needs the extra ``serve``. The room must not decide anything
about content: what it shows and sends is in the markings, the articles and the page's columns.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from broadsheet.serve.inspection import METHODS, Barred, Inspection, Run, inspect
    from broadsheet.serve.inspector import as_html
    from broadsheet.serve.options import ServeOptions
    from broadsheet.serve.running import run_server

__all__ = ["METHODS", "Barred", "Inspection", "Run", "ServeOptions", "as_html", "inspect", "run_server"]

_ROOMS: Final = {"as_html": "inspector", "ServeOptions": "options", "run_server": "running"}
"""Where a name lives, if not in `inspection`. Modules are loaded when a name of theirs is asked for: the options of a
server are wanted by a help page, which need not wait for methods."""


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(f"{__name__}.{_ROOMS.get(name, 'inspection')}"), name)
    globals()[name] = value
    return value
