"""The features of Standke 2019: link targets, the maximum scoring subsequence, CoreEx.

Adam Standke. Identifying Online News Articles. 2019 (slides; block design, experiment factors). Link targets, what an
address alone says about its page, are those of: R. Ferreira et al. Appling Link Target Identification and
Content Extraction to improve Web News Summarization. DocEng 2016, 197-200. doi:10.1145/2960811.2967158.

=========================================== ==================== ====================================
factor                                      name in code         where in the paper
=========================================== ==================== ====================================
the page's own address                      `TARGETS`                link target identification
"# of links that ..."                       `COUNTS`              block design, first row
"the highest scoring subsequence"           ``mss``              block design, second row
"the main content node's HTML tag"          ``main_tag``         block design, third row
"the HTML tag with the highest frequency"   ``frequent_tag``     likewise; the tags of the set S
"score for the main content node"           ``score``            likewise
frequency count of that tag                 ``frequency``        not in the slides: the cases have it
DOM tree depth of the main content node     ``depth``            likewise; steps to the document
=========================================== ==================== ====================================

============================= ================== ======================================================
feature                       name in code       where in the paper
============================= ================== ======================================================
a number or identification    number             Standke, feature a
a date                        date               feature b
ends with a slash             ending_slash       feature c
a reserved word               reserved_word      second feature a; the words are Ferreira's and Standke's
length                        length             second feature b; characters of the target
slashes                       slashes            Ferreira's sixth feature
"# of links that contain ..." `counts`           Standke, block design: the five features over a page's links
predetermined threshold       SHORT              no number given; the cut that Standke's trees learnt
============================= ================== ======================================================

Where the paper is silent or contradicts itself, and what we chose:

* The block design counts the links of a page, Standke's own table has the features of the page's address: both are
  here, and the experiment names which it uses.
* The block design has MSS; the trees of the report had none, but two more features of CoreEx. The sets
  with and without are both here.
* In the ``.names`` files slashes and depth are discrete: each number is a value of its own. So they are here (`NAMED`).
* The program of CoreEx is not that of the slides: it compares and adds up running totals of the children so far, not
  the child's own counts, so that its scores exceed 1; and it leaves out texts that have elements as siblings. Ours is
  that of the slides, so our scores and tags differ from the author's; the experiment also has theirs.
* The paper's pages were rendered. Where `page.layout` is there, MSS uses its font sizes and colours; else what the
  markup declares.
* The slides' constants are passed to both methods, whose own defaults may be chosen for extraction. Scores of CoreEx
  tie where they are identical, and then the higher node is the main one, as the slides say (``tie=0``).
* A tie of the most frequent tag: the first in alphabetical order. A text node is a child like another: ``#text``.
* A page without a main node has no tag and no score: both are missing values.
* Standke's program cuts the address up to and including ``com/`` and leaves other hosts whole, so that the length
  depends on the registry. Two of the slides' own examples then come out opposite: nothing is left of
  ``https://news.yahoo.com/`` that could end with a slash, and ``https://video.foxnews.com/v/6026408055001/`` has lost
  its reserved word. The default is the program's reading, with which the table was made; ``whole=True`` is the slides'.
* The program's pattern cuts up to the last ``com/`` of the address and keeps what is before a hyphen of the host; we
  cut all up to the first. On the author's pages that we have it makes no difference.
* No date pattern is printed. Standke's program takes 2-4 digits, ``-`` or ``/``, 1-2 digits, ``-`` or ``/``, 1-4
  digits, or eight digits between ``/`` and ``-``.
* The slides call short links news, the report and the trees long ones: the raw length goes to the learner, and the
  count of short links is only a count.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from types import MappingProxyType
from typing import Final
from urllib.parse import urljoin

import numpy as np

from broadsheet.methods.base import Given
from broadsheet.methods.coreex import CoreEx
from broadsheet.methods.mss import MSS
from broadsheet.page import Page
from broadsheet.page.arrays import FloatArray

__all__ = ["COREEX", "COUNTS", "NAMED", "SETS", "TARGETS", "counts", "paper_features", "target"]

_AFTER_COM: Final = re.compile(r"^.*?com/", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_NUMBER: Final = re.compile(r"id=\d+|[a-z-]\d{6,}|/\d{5,}/", re.IGNORECASE)
_DATE: Final = re.compile(r"\d{2,4}[-/]\d{1,2}[-/]\d{1,4}|/\d{8}-")
_RESERVED: Final = re.compile(
    r"\b(?:gallery|galleries|video|image|photo|slideshow|episode|player|podcast|picture)s?", re.IGNORECASE
)
SHORT: Final = 49  # characters of a target up to which it counts as short


@dataclass(frozen=True, slots=True)
class Target:
    """The features of one address.

    Attributes:
        number: it holds a number that looks like an identification.
        date: it holds a date.
        ending_slash: it ends with a slash.
        reserved_word: it names a gallery, a video or the like.
        length: its characters.
        slashes: its slashes.
    """

    number: bool
    date: bool
    ending_slash: bool
    reserved_word: bool
    length: int
    slashes: int


TARGETS: Final = tuple(field.name for field in fields(Target))  # the features of an address, in order
COUNTS: Final = ("number_links", "date_links", "ending_slash_links", "reserved_word_links", "short_links")
"""The features of the links of a page, in order."""


def target(url: str, *, whole: bool = False) -> Target:
    """The features of an address.

    Args:
        url: the address.
        whole: read all of it, as the slides' examples do, and not only the part after ``com/``.
    """
    url = url.strip()
    rest = url if whole or "com/" not in url.lower() else _AFTER_COM.sub("", url, count=1)
    digits = _DIGIT.search(rest) is not None
    return Target(
        number=digits and _NUMBER.search(rest) is not None,
        date=digits and _DATE.search(rest) is not None,
        ending_slash=rest.endswith("/"),
        reserved_word=_RESERVED.search(rest) is not None,
        length=len(rest),
        slashes=rest.count("/"),
    )


def counts(urls: Iterable[str]) -> FloatArray:
    """The number of addresses with each feature, in the order of `COUNTS`, shape (5,)."""
    found = map(target, urls)
    rows = [(one.number, one.date, one.ending_slash, one.reserved_word, one.length <= SHORT) for one in found]
    total: FloatArray = np.array(rows, dtype=np.float64).reshape(len(rows), len(COUNTS)).sum(axis=0)
    return total


CONTENT: Final = ("mss", "main_tag", "frequent_tag", "score")
COREEX: Final = ("main_tag", "frequent_tag", "frequency", "score", "depth")
NAMED: Final = frozenset({"main_tag", "frequent_tag", "slashes", "depth"})
"""Features whose values are names for the learner, and not numbers."""
SETS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "CoreEx": COREEX,
        "links": TARGETS,
        "links + CoreEx": (*TARGETS, *COREEX),
        "MSS + CoreEx": CONTENT,
        "links + MSS + CoreEx": (*TARGETS, *CONTENT),
        "links of the page + MSS + CoreEx": (*COUNTS, *CONTENT),
        "all": (*TARGETS, *COUNTS, *dict.fromkeys((*CONTENT, *COREEX))),
    }
)
"""The sets that the experiment compares."""

_MSS: Final = MSS(c1=0.7, c2=0.2, c3=0.5, sheet=False)
_COREEX: Final = CoreEx(
    threshold=0.9, weight_ratio=0.99, weight_text=0.01, page_text="words", ignore_forms=False, tie=0
)
"""With the constants of the slides, which ignore no elements; all words of the page are its text, as in the program."""

Value = float | str | None


def paper_features(page: Page) -> dict[str, Value]:
    """The features of a page by name: numbers, tag names, and None for missing values."""
    own: dict[str, Value] = dict.fromkeys(TARGETS)
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
        **dict(zip(COUNTS, links.tolist(), strict=True)),
        "mss": float(mss.trace["value"]),
        "main_tag": page.name(best) if best >= 0 else None,
        "frequent_tag": frequent,
        "score": float(coreex.score[best]) if best >= 0 else None,
        "frequency": None if frequent is None else float(in_set[frequent]),
        "depth": float(page.depth[best] + 1) if best >= 0 else None,
    }


def _addresses(page: Page) -> Iterator[str]:
    """The addresses of the links of a page."""
    for _, attributes in page.query("a[href]"):
        # An address that cannot be parsed (brackets without a number) is skipped.
        with suppress(ValueError):
            yield urljoin(page.url or "", attributes["href"].strip())
