"""An English article and a section's front, and the evidence on a page."""

from __future__ import annotations

import re

from broadsheet.facts import Facts
from broadsheet.page import read_page
from broadsheet.verdict.evidence import Evidence, gather
from tests.verdict.kinds import CASES, Case


def evidence(html: str | bytes, url: str | None = None) -> Evidence:
    """The evidence on a page."""
    return gather(Facts(read_page(html, url=url)))


def case(name: str) -> Case:
    """A case by its name."""
    return next(case for case in CASES if case.name == name)


def article(*, declared: bool = True) -> str:
    """An article, with or without declarations of one."""
    html = case("article en").html.replace("Maren Iversen", "By Maren Iversen")
    return html if declared else re.sub("<meta [^>]*>|<script.*?</script>", "", html)
