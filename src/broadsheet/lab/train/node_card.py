"""The model card of `gcn2`, `gcn3`, `mlp` and `svc`: their training data and figures."""

from __future__ import annotations

from collections.abc import Sequence

from broadsheet.lab.corpora.folds import FOLDS
from broadsheet.lab.train.cards import Figures, Origin, table
from broadsheet.lab.train.embeddings import HELD_OUT
from broadsheet.lab.train.gcn import Trained
from broadsheet.lab.train.node_figures import GAPS
from broadsheet.lab.train.node_networks import Settings

__all__ = ["model_card"]


def model_card(
    name: str, trained: Sequence[Trained], settings: Settings, origin: Origin, *, same: Figures | None = None
) -> str:
    """Return the model card in Markdown.

    ``same`` are figures of the first classifier on the evaluation pages of the second, not rendered.
    """
    parts = [
        *origin.head(f"Weights of `{name}`"),
        "Pages to learn from, and of other sites for development, are of folds other than "
        f"{HELD_OUT} of {FOLDS} (by a hash of the registered domain). A block of text, the nearest line-break element "
        "of its text nodes, is content if half of its characters are in text nodes that are aligned with the gold "
        "text; where a corpus names only some segments, other blocks count in no figure, and are learnt from, as "
        "negative, only where most pages are such."
        + (
            f" At most {settings.nodes:,} nodes are drawn: content, other blocks and other nodes in thirds, each with "
            "its share of the whole weight. Of a machine with negative nodes at 0.01 and one with equal weights, the "
            "better by F1 on the development pages is kept."
            if settings.model == "svc"
            else ""
        ),
        "",
        "Precision, recall and F1 are in characters of blocks against these labels, means over the pages of the "
        f"sites of fold {HELD_OUT}, which neither the weights nor the embeddings were trained on.",
        "",
    ]
    for one in trained:
        parts += _card_of(one, settings, same if one.layout else None)
    return "\n".join(parts)


def _card_of(one: Trained, settings: Settings, same: Figures | None) -> list[str]:
    unit = (
        "1000 pixels" if one.layout else "no limit" if one.learnt.gap >= max(GAPS) else f"{one.learnt.gap:g} characters"
    )
    passes = (
        ""
        if settings.model == "svc"
        else (f"; {one.passes} passes (at most {settings.epochs}) at a rate of {settings.rate:g}")
    )
    found = one.figures | ({"the same pages, not rendered": same} if same is not None else {})
    return [
        "## For rendered pages" if one.layout else "## For pages that are not rendered",
        "",
        "Learnt from rendered pages, with all features"
        + ("." if settings.model == "svc" else ", from the weights above on: there are many more pages for these.")
        if one.layout
        else "**Learnt without rendering**: the visual features are neutral, and the figures say nothing of the "
        "paper's method with them.",
        f"{one.learning} pages to learn from, {one.development} for development.",
        "",
        *table(found),
        "",
        f"Threshold {one.learnt.threshold:g}; largest gap inside a group: {unit}; seed {settings.seed}{passes}.",
        "",
    ]
