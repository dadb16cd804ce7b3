"""Corpora of pages with gold answers: one reader per public format, and the records that all of them return.

`open_corpora` recognises a format by the shape of its folder; `broadsheet.corpora.formats` lists them. Gold answers are
checked when a corpus is opened; pages are read on demand.
"""

from broadsheet.corpora.base import Corpus, Gold, Includes, Sample
from broadsheet.corpora.errata import Errata, read_errata
from broadsheet.corpora.formats import FORMATS, VARIABLE, open_corpora, recognise
from broadsheet.corpora.labels import LABELLED, Label, digest, read_labels
from broadsheet.corpora.plain import open_corpus

__all__ = [
    "FORMATS",
    "LABELLED",
    "VARIABLE",
    "Corpus",
    "Errata",
    "Gold",
    "Includes",
    "Label",
    "Sample",
    "digest",
    "open_corpora",
    "open_corpus",
    "read_errata",
    "read_labels",
    "recognise",
]
