"""Link targets: what an address alone says about the page behind it, by the features of Ferreira and Standke.

R. Ferreira et al. Appling Link Target Identification and Content Extraction to improve Web News Summarization. DocEng
2016, 197-200. doi:10.1145/2960811.2967158. Told in, and patterns from: Adam Standke, Identifying Online News Articles,
2019.

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

* Standke's program cuts the address up to and including ``com/`` and leaves other hosts whole, so that the length
  depends on the registry. Two of his slides' own examples then come out opposite: nothing is left of
  ``https://news.yahoo.com/`` that could end with a slash, and ``https://video.foxnews.com/v/6026408055001/`` has lost
  its reserved word. The default is the program's reading, with which his table was made; ``whole=True`` is the slides'.
* His pattern cuts up to the last ``com/`` of the address and keeps what stands before a hyphen of the host; we cut all
  up to the first. On the pages of his that we have it makes no difference.
* No date pattern is printed. Standke's program takes 2-4 digits, ``-`` or ``/``, 1-2 digits, ``-`` or ``/``, 1-4
  digits, or eight digits between ``/`` and ``-``.
* The slides call short links news, his report and his trees long ones: the raw length goes to the learner, and the
  count of short links is only a count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Final

import numpy as np

from broadsheet.page.arrays import FloatArray

__all__ = ["COUNTS", "SHORT", "TARGETS", "Target", "counts", "target"]

_AFTER_COM: Final = re.compile(r"^.*?com/", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_NUMBER: Final = re.compile(r"id=\d+|[a-z-]\d{6,}|/\d{5,}/", re.IGNORECASE)
_DATE: Final = re.compile(r"\d{2,4}[-/]\d{1,2}[-/]\d{1,4}|/\d{8}-")
_RESERVED: Final = re.compile(
    r"\b(?:gallery|galleries|video|image|photo|slideshow|episode|player|podcast|picture)s?", re.IGNORECASE
)
SHORT: Final = 49
"""Characters of a target up to which it counts as short."""


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


TARGETS: Final = tuple(field.name for field in fields(Target))
"""The features of an address, in order."""
COUNTS: Final = ("number_links", "date_links", "ending_slash_links", "reserved_word_links", "short_links")
"""The features of the links of a page, in order."""


def target(url: str, *, whole: bool = False) -> Target:
    """The features of an address.

    Args:
        url: the address.
        whole: read all of it, as the slides' examples do, and not only what comes after ``com/``.

    >>> target("https://abcnews.example.com/story?id=62025268").number
    True
    >>> target("https://www.example.com/2019/04/15/us/politics/vote.html").date
    True
    """
    rest = _rest(url, whole=whole)
    digits = _DIGIT.search(rest) is not None
    return Target(
        number=digits and _NUMBER.search(rest) is not None,
        date=digits and _DATE.search(rest) is not None,
        ending_slash=rest.endswith("/"),
        reserved_word=_RESERVED.search(rest) is not None,
        length=len(rest),
        slashes=rest.count("/"),
    )


def counts(urls: Iterable[str], *, whole: bool = False) -> FloatArray:
    """How many of some links have each feature: a number, a date, a final slash, a reserved word, few characters.

    Args:
        urls: where the links lead.
        whole: as for `target`.

    Returns:
        Numbers in the order of `COUNTS`, shape (5,).
    """
    found = [target(url, whole=whole) for url in urls]
    rows = [(one.number, one.date, one.ending_slash, one.reserved_word, one.length <= SHORT) for one in found]
    total: FloatArray = np.array(rows, dtype=np.float64).reshape(len(rows), len(COUNTS)).sum(axis=0)
    return total


def _rest(url: str, *, whole: bool) -> str:
    """What comes after ``com/``, if that is there and the address is not read as a whole."""
    url = url.strip()
    return url if whole or "com/" not in url.lower() else _AFTER_COM.sub("", url, count=1)
