"""The inspector, which shows a page beside its article, and the HTTP server.

`inspect` runs methods on a page and keeps their labels and traces; `as_html` shows them. `run_server` serves the HTTP
API, with the inspector as one of its pages; it needs the extra ``serve``.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from broadsheet.show.serve.inspection import METHODS, Barred, Inspection, Run, inspect
    from broadsheet.show.serve.inspector import as_html
    from broadsheet.show.serve.options import ServeOptions
    from broadsheet.show.serve.running import run_server

__all__ = ["METHODS", "Barred", "Inspection", "Run", "ServeOptions", "as_html", "inspect", "run_server"]

# Modules of the names outside `inspection`. They are imported on access, so that help pages load no methods.
_MODULES: Final = {"as_html": "inspector", "ServeOptions": "options", "run_server": "running"}

if not TYPE_CHECKING:  # with it, type checkers would accept every name

    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module = importlib.import_module(f"{__name__}.{_MODULES.get(name, 'inspection')}")
        return globals().setdefault(name, getattr(module, name))
