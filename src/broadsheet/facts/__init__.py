"""What one page states and shows, read once: the step between the page and everything that decides something.

`Facts` is made once for a page and passed along to the methods, the metadata and the verdict. What is costly is read
at the first access and kept by the object: there is no cache outside it. A page *states* things for machines: the
head, microdata, RDFa and JSON-LD (`structured`), its addresses (`addresses`), and the state of a single-page
application (`app_state`). It *shows* rows, which are found by their attributes (`elements`) and by where they stand.
`texts` cleans and folds texts so that they can be compared.

The room decides nothing: it must not know which rows are the article, nor what a datum's value is.
"""

from __future__ import annotations

from broadsheet.facts.facts import Facts
from broadsheet.facts.texts import fold, words

__all__ = ["Facts", "fold", "words"]
