from __future__ import annotations

from importlib import import_module

import pytest

from broadsheet.errors import CorpusError
from broadsheet.lab.corpora import Corpus, Gold, Sample


@pytest.mark.parametrize("learner", ["fusion", "identify", "metadata"])
def test_an_unreadable_page_is_an_error(learner: str) -> None:
    def damaged() -> bytes:
        raise CorpusError("1.html.gz: not readable as gzip")

    gold = Gold(
        id="1", corpus="c", site="courier.example", title="A bridge", text="A bridge.", extra={"label": "article"}
    )
    corpus = Corpus("c", (Sample(gold, damaged),))
    module = import_module(f"broadsheet.lab.train.{learner}")
    with pytest.raises(CorpusError, match="not readable"):
        list(module.examples([corpus]))
