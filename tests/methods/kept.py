from __future__ import annotations

import numpy as np

from broadsheet.methods.base import Given, Method
from broadsheet.page import Page


def row(page: Page, selector: str) -> int:
    return int(page.select(selector)[0])


def kept(page: Page, method: Method, given: Given | None = None) -> list[str]:
    return [page.words_of(int(at)) for at in np.flatnonzero(method.mark(page, given or Given()).keep)]
