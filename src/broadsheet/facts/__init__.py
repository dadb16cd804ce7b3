"""What one page states and shows, read once, for the steps that decide: methods, metadata and verdict.

`Facts` is made once per page and passed along. It computes costly attributes on first access and keeps them; there is
no other cache. A page *states* things for machines: the head, microdata, RDFa and JSON-LD (`structured`), its URLs
(`addresses`), and the state of a single-page application (`app_state`). It *shows* rows, which are found by their
attributes (`elements`) and by where they stand. `texts` cleans texts and folds them for comparison.

This package must not decide which rows are the article, nor what the value of a datum is.
"""

from broadsheet.facts.facts import Facts
from broadsheet.facts.texts import fold, words

__all__ = ["Facts", "fold", "words"]
