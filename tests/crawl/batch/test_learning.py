"""Counts of a first pass: the order, the grouping and interruptions do not matter."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

pytest.importorskip("rensa", reason="the extra batch is not installed")

from broadsheet.crawl.batch import learning
from broadsheet.crawl.batch.learning import LearnOptions, SoFar
from broadsheet.crawl.batch.stream import entry_of
from tests.crawl.sites.newspapers import html


def test_counts_of_parts_are_those_of_the_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = ["www.courier.example" if number % 3 else "herald.example" for number in range(18)]
    observe = LearnOptions(method="coreex").begin()
    rows = [
        observe(entry_of(html(number), url=f"https://{host}/{number}", number=number))
        for number, host in enumerate(hosts)
    ]
    with SoFar(None) as whole:
        whole.count(0, deepcopy(rows))
        whole.flush()
        expected = list(whole.profiles())
    assert [(one.site, one.pages) for one in expected] == [("courier.example", 12), ("herald.example", 6)]
    monkeypatch.setattr(learning, "_MAX_HELD", 40)
    for part in range(3):
        with SoFar(tmp_path) as so_far:
            assert so_far.pages == 6 * part
            so_far.count(0, rows[part::3][::-1])
            so_far.flush()
            assert so_far.has_all(0) is False
            so_far.note_end(0, len(rows))
    with SoFar(tmp_path) as so_far:
        assert so_far.pages == 18
        assert all(so_far.has(0, number) for number in range(18))
        assert list(so_far.profiles()) == expected
