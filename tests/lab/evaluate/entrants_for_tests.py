"""Methods, libraries and corpora whose behaviour is known beforehand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np

from broadsheet.lab.corpora import Corpus, Gold, Includes
from broadsheet.lab.evaluate.entrants import Entrant, of_library
from broadsheet.lab.evaluate.libraries import Library
from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.page import Page, tags
from tests.lab.made import corpus_of


@dataclass(frozen=True)
class _Ours:
    paper: ClassVar[Paper | None] = None
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.TEXT


@dataclass(frozen=True)
class Paragraphs(_Ours):
    """Keeps the paragraphs of the article element, but the byline."""

    name: ClassVar[str] = "paragraphs"

    def mark(self, page: Page, given: Given) -> Marking:
        inside = page.under(page.tag == tags.IDS["article"]) & page.under(page.tag == tags.IDS["p"])
        byline = np.zeros(len(page), dtype=np.bool_)
        byline[page.select(".byline")] = True
        return marking(page, inside & ~page.under(byline))


@dataclass(frozen=True)
class Everything(_Ours):
    name: ClassVar[str] = "everything"

    def mark(self, page: Page, given: Given) -> Marking:
        return marking(page, page.is_text)


@dataclass(frozen=True)
class Nothing(_Ours):
    name: ClassVar[str] = "nothing"

    def mark(self, page: Page, given: Given) -> Marking:
        return marking(page, np.zeros(len(page), dtype=np.bool_))


@dataclass(frozen=True)
class Broken(_Ours):
    name: ClassVar[str] = "broken"

    def mark(self, page: Page, given: Given) -> Marking:
        raise ZeroDivisionError("no\nreason")


@dataclass(frozen=True)
class Worse(Everything):
    """Keeps all text under the name of the method that keeps the paragraphs."""

    name: ClassVar[str] = "paragraphs"


@dataclass(frozen=True)
class Sure(_Ours):
    """Keeps all text, and says how sure it is of it."""

    name: ClassVar[str] = "sure"

    confidence: float = 0.75

    def mark(self, page: Page, given: Given) -> Marking:
        return marking(page, page.is_text, trace={"confidence": self.confidence})


def scripted(answer: Callable[[str], str] = str) -> Library:
    """A library that gives what it is told to."""

    def text(html: str, *, url: str | None = None, lang: str | None = None) -> str:
        return answer(html)

    return Library("scripted", "broadsheet", text)


BODY = "The old ferry across the sound will stop running.\nA bridge has taken most of the passengers."
PAGE = (
    "<html><title>Last trip for the old ferry</title><body><h1>Last trip for the old ferry</h1><p>x</p></body></html>"
)


def untitled(*golds: Gold, html: str = PAGE) -> Corpus:
    """A corpus whose gold texts have no headline."""
    return corpus_of(*(replace(gold, includes=Includes(title=False)) for gold in golds), html=html)


def gold(name: str = "1", text: str | None = BODY, **more: object) -> Gold:
    return Gold(id=name, corpus="c", text=text, **more)  # type: ignore[arg-type]


def saying(text: str) -> Entrant:
    return replace(of_library(scripted(lambda html: text)), name=f"says {text}")
