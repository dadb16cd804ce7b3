"""CPU times of methods, page by page, and their ratios. Corpora weigh the same whatever their sizes."""

from __future__ import annotations

from collections.abc import Callable
from statistics import fmean
from time import process_time
from typing import TypeVar

import numpy as np

from broadsheet.lab.evaluate.metrics import RESAMPLES, interval

__all__ = ["Times"]

T = TypeVar("T")


class Times:
    """CPU times of several entrants, page by page."""

    def __init__(self) -> None:
        self._pages: dict[str, dict[str, list[float]]] = {}

    def add(self, entrant: str, corpus: str, work: Callable[[], T]) -> T:
        """Do some work on a page and add its time. All entrants must get the same pages in the same order."""
        start = process_time()
        done = work()
        self._pages.setdefault(entrant, {}).setdefault(corpus, []).append(process_time() - start)
        return done

    def milliseconds(self) -> dict[str, float]:
        """Return the mean time per page of every entrant."""
        return {entrant: round(1000 * _mean(corpora), 3) for entrant, corpora in self._pages.items()}

    def ratio(self, one: str, other: str, *, seed: int = 0) -> dict[str, float]:
        """Return the time ratio of two entrants, with the 95 % interval of the paired bootstrap."""
        rng = np.random.default_rng(seed)
        samples = np.zeros((2, RESAMPLES))
        for corpus in self._pages[one]:
            pages = np.array([self._pages[one][corpus], self._pages[other][corpus]])
            samples += pages[:, rng.integers(pages.shape[1], size=(RESAMPLES, pages.shape[1]))].mean(axis=2)
        low, high = interval(samples[0] / samples[1])
        mean = _mean(self._pages[one]) / _mean(self._pages[other])
        return {"mean": round(mean, 3), "low": round(low, 3), "high": round(high, 3)}


def _mean(corpora: dict[str, list[float]]) -> float:
    return fmean(map(fmean, corpora.values()))
