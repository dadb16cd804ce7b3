"""The model card of the classifiers of nodes."""

from __future__ import annotations

import datetime as dt

from broadsheet.lab.train.cards import Figures, Origin
from broadsheet.lab.train.gcn import Trained, model_card
from broadsheet.lab.train.node_networks import Settings
from tests.lab.train.labelled import network_of


def test_the_model_card() -> None:
    network = network_of()
    found = {"c": Figures(3, 0.9, 0.8, 0.85), "all": Figures(3, 0.9, 0.8, 0.85)}
    origin = Origin(dt.date(2026, 1, 2), "broadsheet train gcn", "1")
    plain = Trained(network, False, 10, 2, 7, found)
    card = model_card("gcn2", [plain], Settings(), origin)
    assert "| c | 3 | 0.900 | 0.800 | 0.850 |" in card
    assert "Learnt without rendering" in card
    assert "7 passes (at most 40) at a rate of 0.0001" in card
    assert "rendered pages" not in card
    drawn = plain._replace(layout=True, learning=4)
    both = model_card("gcn2", [plain, drawn], Settings(), origin, same=found["c"])
    assert "## For rendered pages" in both
    assert "4 pages to learn from" in both
    assert "1000 pixels" in both
    assert both.count("| the same pages, not rendered | 3 | 0.900 | 0.800 | 0.850 |") == 1
