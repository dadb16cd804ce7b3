"""The model card of `verdict`: what the models were learnt from, and how good they are on held-out sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from broadsheet.train.identify import ADDRESS_CHOSEN, CHOSEN, FOLDS

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Iterator, Mapping, Sequence

    from broadsheet.train.identify import Trained
    from broadsheet.train.identify_fit import Figures

__all__ = ["model_card"]


def model_card(trained: Trained, *, date: dt.date, command: str, version: str) -> str:
    """The card in Markdown.

    Args:
        trained: the models and what is known of them.
        date: when.
        command: how to repeat it.
        version: of the package.
    """
    lines = [
        "# Model card: identify",
        "",
        f"Learnt on {date.isoformat()} by Broadsheet {version}: `{command}`.",
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
        "## Candidates",
        "",
        *_candidates(trained.candidates, CHOSEN),
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
    if repeated := trained.repeated:
        yield ""
        yield (
            f"With the sites in {len(repeated)} other sets of folds, all pages: accuracy "
            f"{_spread([one.accuracy for one in repeated])}, F1 {_spread([one.f1 for one in repeated])}, "
            f"calibration error {_spread([one.error for one in repeated])} (mean, least, most)."
        )


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
        "",
    )
    if not np.isnan(trained.navigation):
        share = f"{100 * trained.navigation:.0f} %"
        yield f"Of the links in navigations of held-out sites, {share} are taken for no articles."
        yield ""
    yield from _candidates(trained.address_candidates, ADDRESS_CHOSEN)


def _row(name: str, one: Figures) -> str:
    return f"| {name} | {one.pages} | {one.articles} | {one.accuracy:.3f} | {one.f1:.3f} | {one.error:.3f} |"


def _candidates(candidates: Mapping[str, Figures], chosen: str) -> Iterator[str]:
    yield "| model | accuracy | F1 | calibration error |"
    yield "|---|--:|--:|--:|"
    for name, one in candidates.items():
        shipped = " (shipped)" if name == chosen else ""
        yield f"| {name}{shipped} | {one.accuracy:.3f} | {one.f1:.3f} | {one.error:.3f} |"


def _spread(values: Sequence[float]) -> str:
    return f"{np.mean(values):.3f} ({min(values):.3f}, {max(values):.3f})"
