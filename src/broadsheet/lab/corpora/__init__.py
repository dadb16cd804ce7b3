"""Corpora of pages with gold answers: one reader per public format, and the records that all of them return.

`open_corpora` recognises a format by the shape of its folder; `broadsheet.lab.corpora.formats` lists them. Gold answers
are checked when a corpus is opened; pages are read on demand.
"""

from broadsheet.lab.corpora.base import FOLDS, Corpus, Gold, Includes, Sample, fold_of, stable_hash
from broadsheet.lab.corpora.formats import FORMATS, named_folders, open_corpora, recognise
from broadsheet.lab.corpora.judgements import LABELLED, Errata, Label, digest, read_errata, read_labels

__all__ = [
    "FOLDS",
    "FORMATS",
    "LABELLED",
    "Corpus",
    "Errata",
    "Gold",
    "Includes",
    "Label",
    "Sample",
    "digest",
    "fold_of",
    "named_folders",
    "open_corpora",
    "read_errata",
    "read_labels",
    "recognise",
    "stable_hash",
]
