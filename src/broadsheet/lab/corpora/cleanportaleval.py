"""CleanPortalEval (2013): 70 pages of four news portals and blogs, cleaned by hand in CleanEval's way.

**Source and licence**: ppke-nlpg/CleanPortalEval on GitHub; no licence is stated. The layout is known from the
repository's list of files and from one gold text and one page.

**Layout**: ``GoldStandard/<name>.txt`` and ``input/<name>.html``, in the format of `broadsheet.lab.corpora.cleaneval`;
the names are portals and numbers (``courier.example_news_01``), and the wrapper of a page has only ``id``.

**The gold text** begins with the headline, as ``<h>``; the rest is the text of the post or article.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from broadsheet.lab.corpora.cleaneval import read_pair
from broadsheet.lab.corpora.conventions import INCLUDES

if TYPE_CHECKING:
    from pathlib import Path

    from broadsheet.lab.corpora.base import Corpus

__all__ = ["read"]

_NAME: Final = "cleanportaleval"


def read(folder: Path) -> list[Corpus]:
    """Return the corpus of a folder.

    Raises:
        CorpusError: a file is missing or not in the format.
    """
    return [read_pair(folder / "GoldStandard", folder / "input", _NAME, "en", INCLUDES[_NAME])]
