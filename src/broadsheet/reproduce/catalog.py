"""The papers by name. A paper's module is imported when it is first asked for."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, cast

from broadsheet.errors import BroadsheetError

if TYPE_CHECKING:
    from broadsheet.reproduce.base import Study

__all__ = ["STUDIES", "UnknownStudy", "load", "names"]

STUDIES: Final[dict[str, str]] = {
    "tan2018": "broadsheet.reproduce.tan2018",
    "barua2014": "broadsheet.reproduce.barua2014",
    "zhang2018": "broadsheet.reproduce.zhang2018",
    "standke2019": "broadsheet.reproduce.standke2019",
    "hausner2021": "broadsheet.reproduce.hausner2021",
}
"""The papers, in the order of the document."""


class UnknownStudy(BroadsheetError):
    """No paper of that name can be measured."""


def names() -> list[str]:
    """The papers that can be measured, in the order of the document."""
    return [name for name, module in STUDIES.items() if find_spec(module) is not None]


def load(name: str) -> Study:
    """A paper's module.

    Raises:
        UnknownStudy: there is none of that name.
    """
    known = names()
    if name not in known:
        raise UnknownStudy(f"no paper is called {name!r}; there are: {', '.join(known)}")
    return cast("Study", importlib.import_module(STUDIES[name]))
