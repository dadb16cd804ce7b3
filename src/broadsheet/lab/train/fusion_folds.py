"""Train `fusion` with held-out folds, and write its model card.

Teachers come first, then a network without each fold, and one on all pages. The card has the training data and figures
on held-out sites.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from broadsheet.body.fusion.method import FAVOR, THRESHOLD
from broadsheet.body.fusion.network import Network
from broadsheet.lab.corpora import FOLDS, fold_of
from broadsheet.lab.evaluate.report import markdown_table, paragraphs
from broadsheet.lab.evaluate.summary import RIGHT
from broadsheet.lab.insertions.pieces import KINDS
from broadsheet.lab.train.cards import Figures, Origin, table
from broadsheet.lab.train.fusion import (
    DRAWS,
    TEACHER_WEIGHT,
    Example,
    Outcome,
    calibrate,
    calibration_error,
    figures,
    outcomes,
    pairs_without,
    weighted_pages,
)
from broadsheet.lab.train.fusion_model import Settings, train_all
from broadsheet.lab.train.pieces import LEAVE_WEIGHT, MAX_PIECES, PIECE_WEIGHT

__all__ = ["Trained", "check", "model_card", "train"]


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """The result of training."""

    network: Network  # the network to write: trained on all pages, or without the held-out fold
    by_fold: Mapping[int, Network]  # the networks trained without a fold, by fold
    found: list[Outcome]  # their outcomes on the pages of their folds
    training_pages: list[Example]  # the training pages of `network`, with weighted labels


def check(pages: Sequence[Example], hold_out: int | None = None) -> None:
    """Check that there are enough pages. Without a held-out fold, each is held out in turn."""
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
    *,
    hold_out: int | None = None,
    whole: bool = True,
    report: Callable[[str], None] = lambda words: None,
) -> Trained:
    """Train the networks, and the confidence weights that they share.

    Without a held-out fold, each is held out in turn, and if ``whole``, the last network is trained on all pages.
    ``report`` is called in the worker processes.
    """
    check(pages, hold_out)
    folds = _folds(hold_out)
    without = [*folds, None] if hold_out is None and whole else folds
    teachers = _teachers(pages, without, settings.of_teachers(), report)
    jobs = [weighted_pages(pages, teachers, fold) for fold in without]
    names = ["all pages" if fold is None else f"without fold {fold}" for fold in without]
    networks = train_all(jobs, settings, _passes(names, settings, report))
    by_fold = dict(zip(folds, networks, strict=False))
    found = [one for fold, network in by_fold.items() for one in outcomes(network, _of_fold(pages, fold))]
    confidence = calibrate(found)
    for network in networks:
        network.arrays["confidence"] = confidence
    return Trained(networks[-1], by_fold, found, jobs[-1])


def _teachers(
    pages: Sequence[Example], without: Sequence[int | None], settings: Settings, report: Callable[[str], None]
) -> dict[frozenset[int], Network]:
    """The teachers needed when some folds are held out, by the two folds that each has not seen."""
    pairs = sorted({pair for fold in without for pair in pairs_without(fold)}, key=sorted)
    jobs = [[page for page in pages if fold_of(page.site) not in pair] for pair in pairs]
    names = [f"teachers without folds {min(pair)} and {max(pair)}" for pair in pairs]
    return dict(zip(pairs, train_all(jobs, settings, _passes(names, settings, report)), strict=True))


def _folds(hold_out: int | None) -> list[int]:
    return list(range(FOLDS)) if hold_out is None else [hold_out]


def _of_fold(pages: Sequence[Example], fold: int) -> list[Example]:
    return [page for page in pages if fold_of(page.site) == fold]


def _passes(
    names: Sequence[str], settings: Settings, report: Callable[[str], None]
) -> Callable[[int, int, float], None]:
    passes = settings.epochs * settings.members
    return lambda job, epoch, loss: report(f"{names[job]}, epoch {epoch + 1} of {passes}: loss {loss:.4f}")


MIN_LANGUAGE_PAGES: Final = 20  # fewest pages of a language with a figure of its own
_THRESHOLDS: Final = tuple(step / 20 for step in range(2, 19))  # 0.1 to 0.9 in steps of 0.05


def model_card(trained: Trained, pages: Sequence[Example], settings: Settings, origin: Origin) -> str:
    """Return the model card in Markdown."""
    found = trained.found
    by_corpus = figures(found)
    return paragraphs(
        "# Model card: fusion.npz",
        markdown_table(("", ""), _facts(trained, pages, settings, origin).items(), words=2),
        "## On held-out sites",
        "Each page is judged by a network that was trained without the page's fold of sites (five folds by site,"
        f" threshold {THRESHOLD}).\n"
        "Figures are for shingles of four tokens, normalised by the conventions;"
        " if a corpus has segments instead of a text, for these.",
        table(by_corpus | {"**mean**": Figures(len(found), *_mean(by_corpus))}),
        _languages(found),
        "## Threshold",
        "Means over the corpora, on held-out sites.",
        _thresholds(found),
        "## Confidence",
        _quality_of_confidence(found),
    )


def _facts(trained: Trained, pages: Sequence[Example], settings: Settings, origin: Origin) -> dict[str, str]:
    """Describe the network, its pages, how they are used, and how many labels are contradicted."""
    network, training_pages = trained.network, trained.training_pages
    numbers = sum(array.size for array in network.arrays.values())
    counted = Counter(page.corpus for page in pages)
    weights = {(page.corpus, page.gold.id): page.weight for page in pages}
    doubted = sum(int((page.weight < weights[page.corpus, page.gold.id]).sum()) for page in training_pages)
    copies = sum(bool(page.pieces) for page in training_pages)
    return {
        "made by": f"`{origin.command}`, broadsheet {origin.version}, PyTorch on a CPU, one thread for each network",
        "date": f"{origin.date:%Y-%m-%d}",
        "what it is": f"{settings.members} networks of `broadsheet.body.fusion.network` whose logits are averaged:"
        f" {numbers:,} numbers in half precision,"
        f" {len(network.names):,} words of elements' names used by {settings.name_sites} or more sites, and"
        f" {len(network.words):,} words of texts used by {settings.word_sites} or more sites"
        f" ({settings.piece_sites} in pieces)",
        "trained on": f"{len(training_pages):,} of {len(pages):,} pages with gold texts: "
        + ", ".join(f"{name} {count}" for name, count in sorted(counted.items())),
        "how": f"{settings.epochs} epochs each (teachers {settings.of_teachers().epochs}), seed {settings.seed};"
        " labels come from aligning gold texts with the page's"
        " segments; the headline is not content; parts of a gold text that break the conventions are ignored;"
        " news pages with a clean gold text have more weight, pages that are not"
        " articles less (" + ", ".join(f"{name} {worth:g}" for name, worth in settings.worth.items()) + ")",
        "pieces": f"{copies:,} of these pages are used a second time with one to {MAX_PIECES} inserted pieces of"
        f" {len(KINDS)} kinds, in {DRAWS} draws (set `train` of `broadsheet.lab.insertions`); segments of pieces to"
        f" keep weigh {PIECE_WEIGHT:g}, of pieces to leave out {LEAVE_WEIGHT:g}",
        "contradicted labels": "teachers that had not seen a page's site found another text on"
        f" {len(pages) - len(training_pages)} pages, which are dropped, and contradicted {doubted:,} labels, which get"
        f" a tenth of the weight; their answer makes up {TEACHER_WEIGHT:g} of each other label, except for clean news,"
        " and labels unlabelled segments, with that weight",
        "does not contain": "texts of pages or gold texts; words used by one site only",
        "reproducible": "the same bytes on the same platform with the same versions",
        "weak on": "several articles on a page",
    }


def _mean(by_corpus: Mapping[str, Figures]) -> tuple[float, float, float]:
    precision, recall, f1 = np.mean([[one.precision, one.recall, one.f1] for one in by_corpus.values()], axis=0)
    return float(precision), float(recall), float(f1)


def _languages(found: Sequence[Outcome]) -> str:
    """F1 by corpus and language, worst first, relative to the corpus's mean."""
    means = {name: one.f1 for name, one in figures(found).items()}
    by_language: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in found:
        if outcome.page.gold.lang:
            by_language[outcome.page.corpus, outcome.page.gold.lang].append(outcome)
    rows = []
    for (corpus, language), some in by_language.items():
        if len(some) >= MIN_LANGUAGE_PAGES:
            one = figures(some)[corpus]
            rows.append((one.f1 - means[corpus], corpus, language, one.pages, f"{one.f1:.3f}"))
    if not rows:
        return ""
    return paragraphs(
        "## By language",
        f"For languages with {MIN_LANGUAGE_PAGES} or more pages in a corpus that gives the language of its pages.",
        markdown_table(
            ("corpus", "language", "pages", "F1", "difference from the corpus mean"),
            ((*row, f"{away:+.3f}") for away, *row in sorted(rows)),
            words=2,
        ),
    )


def _thresholds(found: Sequence[Outcome]) -> str:
    named = {THRESHOLD: "default"} | {value: f'`favor="{name}"`' for name, value in FAVOR.items()}
    rows = (
        (f"{value:.2f}", *(f"{share:.3f}" for share in _mean(figures(found, value))), named.get(value, ""))
        for value in _THRESHOLDS
    )
    return markdown_table(("threshold", "precision", "recall", "F1", ""), rows, words=0)


def _quality_of_confidence(found: Sequence[Outcome]) -> str:
    """The quality of the confidence on folds that its weights were not trained on."""
    errors, caught = [], []
    for fold in range(FOLDS):
        inside = [outcome for outcome in found if fold_of(outcome.page.site) != fold]
        outside = [outcome for outcome in found if fold_of(outcome.page.site) == fold]
        if inside and outside:
            error, worst = calibration_error(outside, calibrate(inside))
            errors.append(error)
            caught.append(worst)
    if not errors:
        return "Trained but not evaluated: only one fold was trained."
    return (
        f"The probability that a text's F1 is {RIGHT} or more."
        f" Trained on four folds and measured on the fifth, mean of the five: the expected calibration error is"
        f" {np.mean(errors):.3f};"
        f" the tenth with the lowest confidence has {100 * np.mean(caught):.0f} % of the wrong texts."
    )
