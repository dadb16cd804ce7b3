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
        "# Model card: identify",
        "",
        f"Learnt on {origin.date.isoformat()} by Broadsheet {origin.version}: `{origin.command}`.",
        "",
        "Is there an article on a page (`page.npz`), what kind of page is it else, and does an address lead to an "
        "article (`address.npz`).",
        "The probability comes from a linear model of "
        f"{len(trained.page.names)} features, calibrated by Platt's method on folds by site.",
        "Addresses are weighed by trees, calibrated likewise.",
        "Evidence comes from the page alone; no method's marking is used, so the weights of others do not matter.",
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
        f"{FOLDS} folds by site. `og:type` = article alone stands beside it.",
        "",
        "| pages | number | articles | accuracy | F1 | calibration error | og:type: accuracy | F1 |",
        "|---|--:|--:|--:|--:|--:|--:|--:|",
    )
    for name, one in trained.figures.items():
        beside = trained.baseline.get(name)
        yield _row(name, one) + (f" {beside.accuracy:.3f} | {beside.f1:.3f} |" if beside is not None else " - | - |")


def _kinds(trained: Trained) -> Iterator[str]:
    yield from (
        "## Kinds of pages that are no articles, on held-out sites",
        "",
        "| kind | pages | found |",
        "|---|--:|--:|",
        *(f"| {name} | {pages} | {right} |" for name, (pages, right) in trained.kinds_right.items()),
        "",
        "Where several signs of a kind agree the model is not asked; how many are enough was chosen on these pages.",
        "Live blogs, galleries, videos, recordings, errors, walls and legal texts are told by rules: the corpora name "
        "hardly any, and pages written for the tests, in several languages, check them. So are discussions of which "
        "there are three signs or more.",
        "On the pages above a rule speaks so often:",
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
