"""Pages with known answers: one reader for each public format, and the records that all of them give.

`open_corpora` recognises a format by the shape of its folder; `broadsheet.corpora.formats` lists them. Readers check
answers when a corpus is opened, and only look the pages up: a page is read when it is asked for, and not kept. Nothing
in a corpus is ever executed.

The room knows files and formats. It must not know methods or metrics: what is done with the answers is for `evaluate`.
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
