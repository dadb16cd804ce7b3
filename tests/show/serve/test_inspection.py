"""Each method runs once; its results are kept, and methods that cannot run are named."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import pytest

import broadsheet
from broadsheet.errors import MissingExtra, NeedsNotMet
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.page import Page, read_page
from broadsheet.show.serve import METHODS, inspect

if TYPE_CHECKING:
    from broadsheet.show.serve import Inspection


class Simple:
    """A method that keeps all text, or cannot run."""

    name: ClassVar[str] = "simple"
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.TEXT

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error

    def mark(self, page: Page, given: Given) -> Marking:
        if self.error is not None:
            raise self.error
        return marking(page, page.shown)


def test_the_article_is_that_of_extract(demo: Page, inspection: Inspection) -> None:
    assert inspection.article == broadsheet.extract(demo)
    assert [run.name for run in inspection.runs] == list(METHODS)
    for run in inspection.runs[1:]:
        assert run.article.body == broadsheet.extract(demo, method=run.name).body
        assert run.article.verdict is None


@pytest.mark.parametrize("error", [NeedsNotMet("a rendering is needed"), MissingExtra("torch", "train")])
def test_a_method_that_cannot_run_is_named_with_its_reason(demo: Page, error: Exception) -> None:
    found = inspect(demo, [Simple(error), "mss"])
    assert [run.name for run in found.runs] == ["mss"]
    assert found.barred == (("simple", str(error)),)
    assert found.article.verdict is not None, "the first that runs is the chosen one"


def test_text_that_shows_without_scripts_is_inspected_where_it_shows() -> None:
    words = (
        "The ferry across the sound runs again, the harbour board said on Monday, and it is on time. ",
        "It had lain in the dock since the storm in March, when a wave broke two of its windows and a door. ",
        "Commuters had to take the long way round by bus, which costs them an hour in the morning and at night. ",
        "The first crossing after the repair is free, and the captain has promised coffee to all who come. ",
    )
    text = "".join(f"<p>{line}</p>" for line in words)
    page = read_page(f"<h1>Ferry</h1><p>Please wait.</p><noscript>{text}</noscript>")
    (run,) = inspect(page, ["fusion"]).runs
    assert "only without JavaScript" in " ".join(run.article.notes)
    assert run.page is not page
    assert run.page.chars[run.marking.keep].sum() > 300


def test_blocks_know_their_segments(demo: Page, inspection: Inspection) -> None:
    texts = demo.texts
    for run in inspection.runs:
        for piece in run.pieces:
            said = "".join(broadsheet.article.write_text((piece.block,)).split())
            own = "".join("".join(texts[number].split()) for number in piece.segments)
            assert own in (said, ""), run.name
    pieces = inspection.runs[0].pieces
    assert all(piece.segments for piece in pieces if not isinstance(piece.block, broadsheet.article.Figure))
    (steps,) = (piece for piece in pieces if isinstance(piece.block, broadsheet.article.List))
    assert [texts[number].split()[0] for number in steps.segments] == ["hulls", "batteries", "and"]
