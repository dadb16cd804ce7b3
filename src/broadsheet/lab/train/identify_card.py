"""The model card of `verdict`: what the models were learnt from, and how good they are on held-out sites."""

from __future__ import annotations

from collections.abc import Iterator

from broadsheet.lab.train.cards import Origin
from broadsheet.lab.train.identify import FOLDS, Trained
from broadsheet.lab.train.identify_fit import Figures

__all__ = ["model_card"]


def model_card(trained: Trained, origin: Origin) -> str:
    """Return the model card in Markdown."""
    lines = [
        *origin.head("Model card: identify"),
        "Whether a page is an article and, if not, of which kind (`page.npz`), and whether an address leads to an "
        "article (`address.npz`).",
        f"The probability for a page comes from a linear model of {len(trained.page.names)} features, calibrated by "
        "Platt's method on folds by site; that for an address from trees, calibrated in the same way.",
        "No method's marking is used, so the weights of methods do not matter.",
        "",
        "## Pages",
        "",
        "| source | pages | articles | sites |",
        "|---|--:|--:|--:|",
        *(f"| {name} | {pages} | {articles} | {sites} |" for name, (pages, articles, sites) in trained.learnt.items()),
        "",
        *_accuracy(trained),
        "",
        *_kinds(trained),
        "",
        *_addresses(trained),
    ]
    return "\n".join(lines) + "\n"


def _accuracy(trained: Trained) -> Iterator[str]:
    yield from (
        "## Accuracy on held-out sites",
        "",
        f"{FOLDS} folds by site. For comparison: `og:type` = article alone.",
        "",
        "| pages | number | articles | accuracy | F1 | calibration error | og:type: accuracy | F1 |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    )
    for name, one in trained.figures.items():
        beside = trained.baseline.get(name)
        yield _row(name, one) + (f" {beside.accuracy:.3f} | {beside.f1:.3f} |" if beside is not None else " - | - |")


def _kinds(trained: Trained) -> Iterator[str]:
    yield from (
        "## Kinds of non-articles, on held-out sites",
        "",
        "| kind | pages | found |",
        "|---|--:|--:|",
        *(f"| {name} | {pages} | {right} |" for name, (pages, right) in trained.kinds_right.items()),
        "",
        "Where several signs of a kind agree, a rule decides and not the model; how many are enough was chosen on "
        "these pages.",
        "Only rules decide on live blogs, galleries, videos, recordings, errors, walls and legal texts, since the "
        "corpora label hardly any; pages in several languages, written for the tests, check these rules. Discussions "
        "with three signs or more are decided by rule too.",
        "Pages above on which a rule decides:",
        "",
        "| rule | articles | other pages |",
        "|---|--:|--:|",
        *(f"| {kind} | {articles} | {others} |" for kind, (articles, others) in trained.rules.items()),
    )


def _addresses(trained: Trained) -> Iterator[str]:
    yield from (
        "## Addresses alone, on held-out sites",
        "",
        "| pages | number | articles | accuracy | F1 | calibration error |",
        "|---|--:|--:|--:|--:|--:|",
        *(_row(name, one) for name, one in trained.addresses.items()),
    )


def _row(name: str, one: Figures) -> str:
    return f"| {name} | {one.pages} | {one.articles} | {one.accuracy:.3f} | {one.f1:.3f} | {one.error:.3f} |"
