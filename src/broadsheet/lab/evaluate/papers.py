"""The papers' metrics over many pages, each aggregated as in its paper."""

from __future__ import annotations

from dataclasses import astuple, dataclass, fields
from statistics import fmean
from typing import TYPE_CHECKING

from broadsheet.lab.evaluate.metrics import macro, micro, node_scores

if TYPE_CHECKING:
    from collections.abc import Sequence

    from broadsheet.lab.evaluate.score import Papers

__all__ = ["PaperScores", "mean_paper_scores", "paper_scores"]


@dataclass(frozen=True, slots=True)
class PaperScores:
    """Scores by the papers' metrics; between 0 and 1, except ``edits``.

    Attributes:
        words_precision, words_recall, words_f1: bag of words, means over pages (Barua 2014).
        words_micro_f1: bag of words, counts of all pages summed.
        folded_f1: bag of lower-case words, mean of the pages' F1 (WCXB).
        ordered_f1: words in order, mean of the pages' F1 (CETD; WCEB's Levenshtein ratio).
        edits: mean edit distance in characters; lower is better (Hausner 2021).
        nodes_micro_f1, nodes_macro_f1: over the classes of text nodes (Hausner 2021).
        sizes_f1: text nodes weighted by size, mean of the pages' F1 (Zhang 2018).
        lines_f1: sets of lines, mean of the pages' F1 (a reading of Tan 2018).
    """

    words_precision: float
    words_recall: float
    words_f1: float
    words_micro_f1: float
    folded_f1: float
    ordered_f1: float
    edits: float
    nodes_micro_f1: float
    nodes_macro_f1: float
    sizes_f1: float
    lines_f1: float


def paper_scores(pages: Sequence[Papers]) -> PaperScores | None:
    """Aggregate pages; None for no pages. Node metrics cover only pages that could be parsed."""
    if not pages:
        return None
    words = macro([page.words for page in pages])
    marks = [page.marks for page in pages if page.marks is not None]
    nodes = node_scores(mark.nodes for mark in marks)
    return PaperScores(
        words_precision=words.precision,
        words_recall=words.recall,
        words_f1=words.f1,
        words_micro_f1=micro([page.words for page in pages]).f1,
        folded_f1=macro([page.folded for page in pages]).f1,
        ordered_f1=macro([page.ordered for page in pages]).f1,
        edits=fmean(page.edits for page in pages),
        nodes_micro_f1=nodes.micro.f1,
        nodes_macro_f1=nodes.macro.f1,
        sizes_f1=macro([mark.sizes for mark in marks]).f1,
        lines_f1=macro([mark.lines for mark in marks]).f1,
    )


def mean_paper_scores(corpora: Sequence[PaperScores]) -> PaperScores | None:
    """Average over corpora, equally weighted; None for none."""
    if not corpora:
        return None
    columns = zip(*(astuple(scores) for scores in corpora), strict=True)
    return PaperScores(
        **{field.name: fmean(column) for field, column in zip(fields(PaperScores), columns, strict=True)}
    )
