"""Is there an article on this page at all? And does an address lead to one?

`identify` answers with a `Verdict`: a calibrated probability, the kind of page, and the evidence in words. It comes
from numbers that `evidence` gathers (what the page declares, its headlines, prose, lists and names, its `address`) and
that `model` weighs; `judge` puts them together, `reasons` words them. Standke's system, from which it began, is beside
it: `targets`, `paper` and the learner `c45`. Nothing here trains: that is `broadsheet.train.identify`.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from broadsheet.identify.judge import identify, identify_url, judge

if TYPE_CHECKING:
    from broadsheet.article import Verdict
    from broadsheet.page import Page

__all__ = ["identify", "identify_url", "judge"]


class _Room(ModuleType):
    """The room, which can be called like its main function: ``broadsheet.identify(html)``."""

    def __call__(
        self, html: str | bytes | bytearray | memoryview | Page, *, url: str | None = None, charset: str | None = None
    ) -> Verdict:
        """As `broadsheet.identify.judge.identify`."""
        return identify(html, url=url, charset=charset)

    def __reduce__(self) -> tuple[Any, ...]:
        # Modules cannot be pickled, functions can: `multiprocessing` sends what it calls.
        return importlib.import_module, (self.__name__,)


# `broadsheet.identify` is a public function and the name of this room: importing the room must not hide the function.
sys.modules[__name__].__class__ = _Room
