"""The papers by name. A paper's module is imported on first use."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, cast

from broadsheet.errors import BroadsheetError

if TYPE_CHECKING:
    from broadsheet.lab.reproduce.base import Study

__all__ = ["STUDIES", "UnknownStudy", "load", "names"]

STUDIES: Final[dict[str, str]] = {  # in the order of the document
    "tan2018": "broadsheet.lab.reproduce.tan2018",
    "barua2014": "broadsheet.lab.reproduce.barua2014",
    "zhang2018": "broadsheet.lab.reproduce.zhang2018",
    "standke2019": "broadsheet.lab.reproduce.standke2019",
    "hausner2021": "broadsheet.lab.reproduce.hausner2021",
}


class UnknownStudy(BroadsheetError):
    """No paper has this name."""


def names() -> list[str]:
    """Return the names of the papers that can be measured, in the order of the document."""
    return [name for name, module in STUDIES.items() if find_spec(module) is not None]


def load(name: str) -> Study:
    """Return a paper's module.

    Raises:
        UnknownStudy: unknown name.
    """
    known = names()
    if name not in known:
        raise UnknownStudy(f"unknown paper {name!r}; papers: {', '.join(known)}")
    return cast("Study", importlib.import_module(STUDIES[name]))
