"""What the training of the support vector machine gives."""

from __future__ import annotations

import numpy as np
import pytest

from broadsheet.train.node_figures import figures
from tests.train.labelled import learn


def test_the_machine_learns_and_is_exported() -> None:
    pytest.importorskip("sklearn", reason="scikit-learn is not installed (extra train)")
    learnt, check, unseen = learn(model="svc", nodes=600)
    assert figures(learnt, unseen)["all"].f1 > 0.9
    assert learnt.threshold == 0.5
    found = learnt.probabilities(check["check.features"].astype(np.float32))  # type: ignore[call-arg]
    assert found == pytest.approx(check["check.answer"], abs=1e-5)
