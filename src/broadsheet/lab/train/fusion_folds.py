"""Train `fusion` with held-out folds: teachers first, then a network without each fold, and one on all pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from broadsheet.body.fusion.network import Network
from broadsheet.lab.train.fusion import FOLDS, Example, Outcome, calibrate, fold_of, outcomes
from broadsheet.lab.train.fusion_model import Settings, train_all
from broadsheet.lab.train.second_look import pairs_without, weighted_pages

__all__ = ["Trained", "check", "train"]


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """The result of training."""

    network: Network  # the network to write: trained on all pages, or without the held-out fold
    by_fold: Mapping[int, Network]  # the networks trained without a fold, by fold
    found: list[Outcome]  # their outcomes on the pages of their folds
    training_pages: list[Example]  # the training pages of `network`, with weighted labels


def check(pages: Sequence[Example], hold_out: int | None = None) -> None:
    """Check that there are enough pages. Without a held-out fold, each is held out in turn.

    Raises:
        ValueError: there are too few sites, or a fold has no page with a gold text.
    """
    for fold in _folds(hold_out):
        outside = _of_fold(pages, fold)
        if not outside or len(outside) == len(pages):
            raise ValueError(f"too few sites: fold {fold} has {len(outside)} of {len(pages)} pages")
        if all(page.gold.text is None for page in outside):
            raise ValueError(f"no page of fold {fold} has a gold text")
    for pair in pairs_without(hold_out):
        if all(fold_of(page.site) in pair for page in pages):
            raise ValueError(f"too few sites: all pages are of the folds {min(pair)} and {max(pair)}")


def train(
    pages: Sequence[Example],
    settings: Settings,
    threshold: float,
    *,
    hold_out: int | None = None,
    told: Callable[[str], None] = lambda words: None,
) -> Trained:
    """Train the networks, and the confidence weights that they share.

    Without a held-out fold, each is held out in turn, and the last network is trained on all pages. ``told`` is called
    in the worker processes.

    Raises:
        ValueError: there are too few pages.
        MissingExtra: PyTorch is not installed.
    """
    check(pages, hold_out)
    folds = _folds(hold_out)
    without = [*folds, None] if hold_out is None else folds
    teachers = _teachers(pages, without, settings.of_teachers(), told)
    jobs = [weighted_pages(pages, teachers, fold) for fold in without]
    names = ["all pages" if fold is None else f"without fold {fold}" for fold in without]
    networks = train_all(jobs, settings, _passes(names, settings, told))
    by_fold = dict(zip(folds, networks, strict=False))
    found = [one for fold, network in by_fold.items() for one in outcomes(network, _of_fold(pages, fold))]
    confidence = calibrate(found, threshold)
    for network in networks:
        network.arrays["confidence"] = confidence
    return Trained(networks[-1], by_fold, found, jobs[-1])


def _teachers(
    pages: Sequence[Example], without: Sequence[int | None], settings: Settings, told: Callable[[str], None]
) -> dict[frozenset[int], Network]:
    """The teachers needed when some folds are held out, by the two folds that each has not seen."""
    pairs = sorted({pair for fold in without for pair in pairs_without(fold)}, key=sorted)
    jobs = [[page for page in pages if fold_of(page.site) not in pair] for pair in pairs]
    names = [f"teachers without folds {min(pair)} and {max(pair)}" for pair in pairs]
    return dict(zip(pairs, train_all(jobs, settings, _passes(names, settings, told)), strict=True))


def _folds(hold_out: int | None) -> list[int]:
    return list(range(FOLDS)) if hold_out is None else [hold_out]


def _of_fold(pages: Sequence[Example], fold: int) -> list[Example]:
    return [page for page in pages if fold_of(page.site) == fold]


def _passes(names: Sequence[str], settings: Settings, told: Callable[[str], None]) -> Callable[[int, int, float], None]:
    """A callback that reports the passes of some networks."""
    passes = settings.epochs * settings.members
    return lambda job, epoch, loss: told(f"{names[job]}, pass {epoch + 1} of {passes}: loss {loss:.4f}")
