"""Corpora of one page, and a library that says what it is told to."""

from __future__ import annotations

from broadsheet.lab.corpora import Corpus, Gold, Includes, Sample
from broadsheet.lab.evaluate.entrants import Entrant, of_library
from tests.lab.evaluate import entrants_for_tests

BODY = "The old ferry across the sound will stop running.\nA bridge has taken most of the passengers."
PAGE = (
    "<html><title>Last trip for the old ferry</title><body><h1>Last trip for the old ferry</h1><p>x</p></body></html>"
)


def corpus_of(*golds: Gold, html: str = PAGE, includes: Includes | None = None) -> Corpus:
    samples = tuple(Sample(gold, html.encode) for gold in golds)
    return Corpus("c", includes if includes is not None else Includes(title=False), samples)


def gold(name: str = "1", text: str | None = BODY, **more: object) -> Gold:
    return Gold(id=name, corpus="c", text=text, **more)  # type: ignore[arg-type]


def scripted(text: str) -> Entrant:
    return of_library(entrants_for_tests.scripted(lambda html: text))
