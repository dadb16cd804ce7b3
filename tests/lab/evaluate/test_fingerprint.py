"""What results depend on: a change is seen, and nothing else is one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample
from broadsheet.lab.evaluate.entrants import of_library
from broadsheet.lab.evaluate.provenance import corpus_hashes, entrant_identity
from tests.lab.evaluate.entrants_for_tests import scripted


def corpus(html: bytes = b"<p>x", includes: Includes | None = None, **more: object) -> Corpus:
    gold = Gold(**{"id": "1", "corpus": "c", "text": "x", **more})  # type: ignore[arg-type]
    return Corpus("c", includes or Includes(), (Sample(gold, lambda: html),))


@pytest.mark.parametrize(
    "more", [{"html": b"<p>y"}, {"url": "https://a.example"}, {"lang": "de"}, {"encoding": "cp1252"}]
)
def test_extractions_depend_on_pages(more: dict[str, object]) -> None:
    changed, before = corpus_hashes(corpus(**more)), corpus_hashes(corpus())  # type: ignore[arg-type]
    assert changed.pages != before.pages
    assert changed.answers == before.answers
    assert changed.both != before.both


def test_a_library_is_its_version_and_parameters() -> None:
    library = of_library(scripted())
    named = replace(library, package="no-such-package", parameters={"b": 2, "a": "x"})
    assert entrant_identity(named) == {
        "package": "no-such-package",
        "version": "",
        "parameters": "a='x', b=2",
    }
    assert "code" not in entrant_identity(library)
