from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from broadsheet.body.fusion.profile import weigh
from broadsheet.errors import CorpusError
from broadsheet.lab.evaluate import neighbours
from broadsheet.methods.base import Given, Marking, marking
from broadsheet.page import Page
from tests.crawl.sites.newspapers import html, sentence
from tests.lab.made import write_corpus


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six pages of one site, the notice at whose foot is no part of the gold texts, and two of another."""
    folder = tmp_path_factory.mktemp("corpora")
    pages = []
    for number in range(8):
        site = "courier.example" if number < 6 else "herald.example"
        text = html(number)
        subject = text.partition("The ")[2].partition(" once more")[0]
        gold = "\n".join(sentence(subject, one + 10 * number) for one in range(5))
        pages.append((text, {"id": str(number), "url": f"https://{site}/{number}", "site": site, "text": gold}))
    write_corpus(folder / "small", pages)
    groups = (("courier.example", range(6)), ("herald.example", range(6, 8)))
    lines = (json.dumps({"site": site, "pages": [f"small/{number}" for number in some]}) for site, some in groups)
    (folder / "neighbours.jsonl").write_text("\n".join(lines))
    return folder


@dataclass(frozen=True)
class Unsure:
    """A method that finds every segment of more than a line, and is sure of none: what is measured is the profile."""

    weights: str = ""
    threshold: float = 0.6

    def mark(self, page: Page, given: Given) -> Marking:
        segments = page.segments
        probability = np.where(segments.chars > 40, 0.8, 0.2)
        if given.profile is not None:
            probability = weigh(page, probability, self.threshold, given.profile)
        return marking(page, segments.rows(probability >= self.threshold), trace={"probability": probability})


@pytest.fixture(scope="module")
def measured(corpus: Path) -> neighbours.Measured:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(neighbours, "Fusion", Unsure)
        return neighbours.measure(corpus, weights=None)


def test_figures(measured: neighbours.Measured) -> None:
    found = {(one.method, one.others): one for one in measured.figures}
    assert {others: one.pages for (method, others), one in found.items() if method == "fusion"} == {
        0: 8,
        2: 6,
        4: 6,
        None: 8,
    }
    none = found["fusion", 0]
    assert (none.without, none.low, none.high, none.lost, none.gained) == (none.with_, 0, 0, 0, 0)
    four = found["fusion", 4]
    assert four.groups == 1
    assert four.worst is None
    assert four.with_ >= four.without
    assert four.lost == 0
    assert four.low == pytest.approx(four.with_ - four.without) == four.high


def test_reports(measured: neighbours.Measured) -> None:
    text = neighbours.as_markdown(measured)
    assert text.startswith("With weights that have seen the sites:")
    assert "| fusion | 4 | 6 | 1 |" in text
    assert "| fusion | all | 8 | 2 |" in text
    data = json.loads(neighbours.as_json(measured))
    assert len(data["figures"]) == len(measured.figures)


@pytest.mark.parametrize("line", ["{half", "[]", '{"site": "a.example", "pages": 3}'])
def test_groups_that_cannot_be_read(tmp_path: Path, line: str) -> None:
    (tmp_path / "neighbours.jsonl").write_text(f"\n{line}\n")
    with pytest.raises(CorpusError, match=r"neighbours\.jsonl:2: "):
        neighbours.measure(tmp_path, weights=None)
