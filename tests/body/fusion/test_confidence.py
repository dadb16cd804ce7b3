from __future__ import annotations

import numpy as np
import pytest

from broadsheet.body.fusion.method import SIGNS, confidence, signs
from broadsheet.body.fusion.network import load


def test_signs_by_hand() -> None:
    probability = np.array([0.0, 0.9, 0.8, 0.3])
    kept = probability >= 0.5
    found = dict(zip(SIGNS, signs(probability, kept, np.array([50, 100, 200, 100])), strict=True))
    right, wanted, given = 90 + 160, 90 + 160 + 30, 300
    assert found["expected_f1"] == pytest.approx(2 * right / (wanted + given))
    assert found["certainty"] == pytest.approx((80 + 120 + 40) / 400)
    assert found["doubtful"] == pytest.approx(300 / 300)
    assert found["share"] == pytest.approx(300 / 450)
    assert found["mean_kept"] == pytest.approx(250 / 300)
    assert found["mean_left"] == pytest.approx(30 / 300)
    assert found["runs"] == pytest.approx(np.log(2))
    assert found["none_kept"] == 0
    assert found["longest"] == pytest.approx(np.log(201) / 10)


@pytest.mark.parametrize("kept", [0, 1])
def test_rejected_segments_that_may_be_content_lower_the_confidence(kept: int) -> None:
    probability, chars = np.full(30, 0.2), np.array([9] + [300] * 29)
    found = signs(probability, np.arange(30) < kept, chars)
    assert found[SIGNS.index("mean_left")] <= 2
    assert confidence(found, load("fusion.npz").arrays["confidence"]) < 0.1
