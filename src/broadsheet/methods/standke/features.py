"""The features of Standke 2019: link targets, the maximum scoring subsequence, CoreEx.

Adam Standke. Identifying Online News Articles. 2019 (slides; block design, experiment factors).

=========================================== ==================== ====================================
factor                                      name in code         where in the paper
=========================================== ==================== ====================================
the page's own address                      `OWN`                link target identification
"# of links that ..."                       `LINKS`              block design, first row
"the highest scoring subsequence"           ``mss``              block design, second row
"the main content node's HTML tag"          ``main_tag``         block design, third row
"the HTML tag with the highest frequency"   ``frequent_tag``     likewise; the tags of the set S
"score for the main content node"           ``score``            likewise
frequency count of that tag                 ``frequency``        not in the slides: his cases have it
DOM tree depth of the main content node     ``depth``            likewise; steps to the document
=========================================== ==================== ====================================

Where the paper is silent or contradicts itself, and what we chose:

* The block design counts the links of a page, Standke's own table has the features of the page's address: both are
  here, and the experiment names which it uses.
* The block design has MSS; the trees whose accuracy he reports had none, but two more features of CoreEx. The sets
  with and without are both here.
* In his ``.names`` files slashes and depth are discrete: each number is a value of its own. So they are here (`NAMED`).
* His program of CoreEx is not that of the slides: it compares and adds up running totals of the children so far, not
  the child's own counts, so that its scores exceed 1; and it leaves out texts that stand beside elements. Ours is that
  of the slides, so our scores and tags differ from his; the experiment has a row with his values.
* The paper's pages were rendered. Where `page.layout` is there, MSS uses its font sizes and colours; else what the
  markup declares.
* The slides' constants are passed to both methods, whose own defaults may be chosen for extraction. Scores of CoreEx
  tie where they are identical, and then the higher node is the main one, as the slides say (``tie=0``).
* A tie of the most frequent tag: the first in alphabetical order. A text node is a child like another: ``#text``.
* A page without a main node has no tag and no score: both are missing values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict
from types import MappingProxyType
from typing import Final
from urllib.parse import urljoin

import numpy as np

from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.mss import MSS
from broadsheet.methods.standke.targets import COUNTS, TARGETS, counts, target
from broadsheet.page import Page

__all__ = ["CONTENT", "COREEX", "LINKS", "NAMED", "OWN", "SETS", "paper_features"]

OWN: Final = TARGETS
LINKS: Final = COUNTS
CONTENT: Final = ("mss", "main_tag", "frequent_tag", "score")
COREEX: Final = ("main_tag", "frequent_tag", "frequency", "score", "depth")
NAMED: Final = frozenset({"main_tag", "frequent_tag", "slashes", "depth"})
"""Features whose values are names for the learner, and not numbers."""
SETS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "CoreEx": COREEX,
        "links": OWN,
        "links + CoreEx": (*OWN, *COREEX),
        "MSS + CoreEx": CONTENT,
        "links + MSS + CoreEx": (*OWN, *CONTENT),
        "links of the page + MSS + CoreEx": (*LINKS, *CONTENT),
        "all": (*OWN, *LINKS, *dict.fromkeys((*CONTENT, *COREEX))),
    }
)
"""The sets that the experiment compares."""

_MSS: Final = MSS(c1=0.7, c2=0.2, c3=0.5, sheet=False)
_COREEX: Final = CoreEx(
    threshold=0.9, weight_ratio=0.99, weight_text=0.01, page_text="words", ignore_forms=True, tie=0
)  # fmt: skip
"""With the constants of the slides; all words of the page are its text, as in his program."""

Value = float | str | None


def paper_features(page: Page) -> dict[str, Value]:
    """The features of a page by name: numbers, tag names, and None for what is missing.

    Args:
        page: the page; its own address is missing where it is not known.
    """
    own: dict[str, Value] = dict.fromkeys(OWN)
    if page.url:
        own = {name: float(value) for name, value in asdict(target(page.url)).items()}
    links = counts(_addresses(page))
    mss = _MSS.mark(page, Given())
    coreex = _COREEX.mark(page, Given())
    best = int(coreex.trace["best"])
    in_set = Counter(page.name(int(row)) for row in np.flatnonzero(coreex.trace["in_set"]))
    frequent = min(in_set, key=lambda name: (-in_set[name], name), default=None)
    return {
        **own,
        **dict(zip(LINKS, links.tolist(), strict=True)),
        "mss": float(mss.trace["value"]),
        "main_tag": page.name(best) if best >= 0 else None,
        "frequent_tag": frequent,
        "score": float(coreex.score[best]) if best >= 0 else None,
        "frequency": None if frequent is None else float(in_set[frequent]),
        "depth": float(page.depth[best] + 1) if best >= 0 else None,
    }


def _addresses(page: Page) -> Iterator[str]:
    """Where the links of a page lead."""
    for _, attributes in page.query("a[href]"):
        # An address that cannot be read (brackets that hold no number) leads nowhere.
        with suppress(ValueError):
            yield urljoin(page.url or "", attributes["href"].strip())
