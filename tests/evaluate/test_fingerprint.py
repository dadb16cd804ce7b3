"""What results depend on: a change is seen, and nothing else is one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest

from broadsheet.corpora import Corpus, Gold, Includes, Sample
from broadsheet.errors import MissingExtra
from broadsheet.evaluate.entrants import LibraryEntrant, OurEntrant, enter
from broadsheet.evaluate.fingerprint import code_hash, corpus_hashes, entrant_identity
from broadsheet.methods import catalog
from tests.evaluate.entrants_for_tests import Scripted, Sure

if TYPE_CHECKING:
    from collections.abc import Mapping


def corpus(html: bytes = b"<p>x", includes: Includes | None = None, **more: object) -> Corpus:
    gold = Gold(**{"id": "1", "corpus": "c", "text": "x", **more})  # type: ignore[arg-type]
    return Corpus("c", includes or Includes(), (Sample(gold, lambda: html),))


def test_the_same_pages_have_the_same_hash() -> None:
    assert corpus_hashes(corpus()) == corpus_hashes(corpus())
    assert corpus_hashes(corpus()).both == corpus_hashes(corpus()).both


@pytest.mark.parametrize(
    "more", [{"html": b"<p>y"}, {"url": "https://a.example"}, {"lang": "de"}, {"encoding": "cp1252"}]
)
def test_extractions_depend_on_pages(more: dict[str, object]) -> None:
    changed, before = corpus_hashes(corpus(**more)), corpus_hashes(corpus())  # type: ignore[arg-type]
    assert changed.pages != before.pages
    assert changed.answers == before.answers
    assert changed.both != before.both


@pytest.mark.parametrize(
    "more", [{"text": "y"}, {"title": "t"}, {"with_": ("a",)}, {"without": ("a",)}, {"includes": Includes(title=True)}]
)
def test_scores_depend_on_answers(more: dict[str, object]) -> None:
    changed, before = corpus_hashes(corpus(**more)), corpus_hashes(corpus())  # type: ignore[arg-type]
    assert changed.pages == before.pages
    assert changed.answers != before.answers
    assert changed.both != before.both


@dataclass
class Named:
    name: str = "x"
    ours: bool = False
    package: str = "no-such-package"
    parameters: Mapping[str, object] = field(default_factory=dict)

    def extract(self, *_: object, **__: object) -> object:
        raise NotImplementedError


def test_a_library_is_its_version_and_parameters() -> None:
    assert entrant_identity(Named(parameters={"b": 2, "a": "x"})) == {  # type: ignore[arg-type]
        "package": "no-such-package",
        "version": "",
        "parameters": "a='x', b=2",
    }
    assert "code" not in entrant_identity(LibraryEntrant(Scripted(str)))


def test_parameters_are_told_alike_in_every_process() -> None:
    """Neither the order of a set, which is another in every process, nor a place in memory is in them."""
    identity = entrant_identity(Named(parameters={"words": frozenset("badc"), "parse": code_hash}))  # type: ignore[arg-type]
    assert identity["parameters"] == "parse=broadsheet.evaluate.fingerprint.code_hash, words={'a', 'b', 'c', 'd'}"


@dataclass(frozen=True)
class Loaded(Scripted):
    _parse: object = field(default_factory=object)


def test_what_a_library_keeps_for_itself_is_no_parameter() -> None:
    assert not LibraryEntrant(Loaded(str)).parameters.keys() & {"_parse"}


@pytest.mark.parametrize("name", sorted(catalog.OUTSIDE))
def test_a_real_library_is_the_same_in_the_next_process(name: str) -> None:
    try:
        said = entrant_identity(enter(name))["parameters"]
    except MissingExtra as error:
        pytest.skip(str(error))
    assert " at 0x" not in said
    assert "frozenset" not in said


def test_ours_are_their_code_too() -> None:
    one = entrant_identity(OurEntrant(Sure()))
    other = entrant_identity(OurEntrant(Sure(confidence=0.5)))
    assert one["code"] == other["code"] == code_hash("page", "metadata", "methods", "article", "pipeline.py")
    assert one["parameters"] != other["parameters"]
    assert code_hash("page") != one["code"] != code_hash("page", "metadata", "methods", "article")


def test_the_parameters_of_a_real_method_are_its_fields() -> None:
    assert "parameters" in entrant_identity(OurEntrant(catalog.get("mss")))
    assert "delta" in entrant_identity(OurEntrant(catalog.get("twcem")))["parameters"]
