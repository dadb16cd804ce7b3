"""Measure methods on CleanEval, the one collection that several papers share with us."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.lab.reproduce.pages import Subject, choose, subjects
from broadsheet.lab.reproduce.scores import Tally
from broadsheet.methods.base import Given

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from broadsheet.lab.corpora import Corpus
    from broadsheet.lab.evaluate.metrics import Overlap
    from broadsheet.lab.reproduce.base import Options
    from broadsheet.methods.base import Method
    from broadsheet.page.arrays import BoolArray

__all__ = ["CLEANEVAL", "on_cleaneval"]

CLEANEVAL: Final = "cleaneval"


def on_cleaneval(
    corpora: Sequence[Corpus],
    methods: Mapping[str, Method],
    compared: Callable[[Subject, BoolArray], Overlap],
    what: str,
    options: Options,
) -> Tally:
    """Score methods on CleanEval; an empty tally if the corpus is missing.

    Args:
        corpora: all corpora.
        methods: methods by name.
        compared: compares what a method keeps of a page with the gold text.
        what: description for the progress.
        options: options.
    """
    tally = Tally()
    if any(corpus.name == CLEANEVAL for corpus in corpora):
        for subject in subjects(choose(corpora, (CLEANEVAL,), options), what, options):
            for name, method in methods.items():
                tally.add(name, subject.corpus, compared(subject, method.mark(subject.parsed, Given()).keep))
    return tally
