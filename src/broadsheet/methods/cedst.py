"""CEDST: content features and topics of text nodes, weighed against each other by Dempster-Shafer theory.

Kaihang Zhang, Chuang Zhang, Xiaojun Chen, Jianlong Tan. Automatic Web News Extraction Based on DS Theory Considering
Content Topics. ICCS 2018. doi:10.1007/978-3-319-93698-7_15

============= ============ ======= =====================================================================
symbol        name in code default where in the paper
============= ============ ======= =====================================================================
alpha_fi      alpha        0.95    weight of the positive features ("near to 1", section 3.1)
beta_fi       beta         0.99    weight of the negative feature ("near to 1", section 3.1)
              keywords     20      keywords of a text node, at most (chosen)
gamma         gamma        2       co-occurrences above which two words are compatible (sections 3.2, 4.3)
radius        radius       2       reach of the Gaussian smoothing, in text nodes (section 3.4)
sigma         sigma        1       its standard deviation, in text nodes (section 3.4)
t             step         0.1     distance of the thresholds tried (section 3.4)
h_topic       topic                Eq. (7), by tw, Eq. (6)
h_cluster     cluster              Eq. (8)
h_var         variance             Eq. (9)
h_href        href                 Eq. (10)
m({news})     fusion               Eq. (1)-(5): the fusion value
g, mu         otsu                 Eq. (11), (12)
size(text)    words                words of a text node; a Chinese or Japanese character is one
sb(text)      group                the text nodes with the same parent, itself included
============= ============ ======= =====================================================================

Where the paper is silent or contradicts itself, and what we chose:

* A text node is a text node of the document that shows something. The paper's "leaf node that contains text" could be
  an element too, but then no text could be linked in part; with text nodes, h_href is 0 or 1.
* The weights are "near to 1" and may differ by feature. With equal ones a text that is linked and on the topic gets
  1/2, which passes the threshold of most pages; beta above alpha lets the link decide.
* The text sends h_href to Eq. (3); it is the negative Eq. (2) that it means.
* Eq. (6) is written as the sum over a set of numbers, in which equal ones would count once: we sum over pairs of words.
* Text lengths, of which h_var is the variance over the siblings (dividing by their number), are in words, like size.
* Where all texts have the value 0, the quotients of Eq. (7), (8) and (9) are 0.
* Keywords: TextRank's own graph (window of 2, unweighted, d = 0.85, change below 1e-4). Its source takes a third of the
  words, which leaves most pages without any topic; we take the 20 best of each text node.
* No parts of speech are told; stop words, single characters and numbers are no keywords.
* "Occur more than gamma times in the same text nodes": in more than gamma text nodes, as keywords of each.
* A topic belongs to a text, topic(text), if they share two keywords: one pair of the relation.
* Maximal compatibility blocks are listed by a library for maximal cliques rather than from left to right, with bounds
  on words and blocks (`broadsheet.methods.maths.topics`); a note says when one was reached. The paper reports cubic
  time.
* Smoothing is "mentioned by [1,2]" without a radius: sigma = 1 as in CEPR, cut off at two text nodes rather than one.
  Beyond the ends there is nothing, not 0.
* Otsu: numbers from t on are news; of equal thresholds the smallest; text nodes count once, whatever their length. On a
  page where no threshold parts the nodes, all are kept.
* The paper finds that topics raise F1 by two points, through precision. By its own measure (Eq. 13, size in words) they
  raise F1 by five points on CleanEval, but lower it by half a point on 1,305 news pages: recall rises by three points
  and precision falls by four. Of the words that topics bring in, a third belongs to the article; of the others a half
  stands below it, and a quarter in texts that the page repeats, which the paper says of one site. With repeated texts
  counted once (``once=True``, which is not the paper's method), precision is half a point higher.
  Other weights (alpha 0.8 to 0.99, beta 0.95 to 0.999), numbers of keywords (20, 40, 60), reaches of smoothing (1 to 4)
  and steps of Otsu (0.01) change F1 by a point at most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from broadsheet.methods.base import Given, Marking, Need, Paper, Unit, marking
from broadsheet.methods.maths import topics as topic_maths
from broadsheet.methods.maths.evidence import combine, negative, positive
from broadsheet.methods.maths.smoothing import gaussian
from broadsheet.methods.maths.text_words import ContentWords, content_words, has_dictionaries
from broadsheet.methods.maths.thresholds import otsu
from broadsheet.page import Page
from broadsheet.page.arrays import FloatArray, IntArray

__all__ = ["CEDST", "CEDSTNC", "CEDSTTF"]

_SHOWN_TOPICS: Final = 20
"""Topics whose words are in the trace, the weightiest."""


@dataclass(frozen=True, kw_only=True)
class CEDST:
    """Fusion of the topic feature with the non-content features.

    Args:
        alpha: weight of the features that speak for news, 0 to 1.
        beta: weight of the feature that speaks against it, 0 to 1.
        gamma: words that are keywords of the same text node more often than this are compatible; at least 0.
        keywords: keywords of a text node at most.
        radius: neighbours on either side that a fusion value is smoothed with.
        sigma: standard deviation of the smoothing, in text nodes.
        step: distance of the thresholds tried.
        once: a text that stands on the page several times makes topics once. Not the paper's method: it shows what
            repeated texts do to the topics.

    The trace has, for each text node in ``rows``: ``topic``, ``cluster``, ``variance`` and ``href``, the features;
    ``fusion`` and ``smoothed``, the fusion value before and after smoothing. Further ``threshold``; ``t`` and ``g``,
    the thresholds tried and their objective; ``topic_weight``, one number a topic; ``topic_words``, the words of the
    weightiest topics as topic, start and stop in the page's text.
    """

    name: ClassVar[str] = "cedst"
    paper: ClassVar[Paper | None] = Paper(
        "Zhang et al.", 2018, "Automatic Web News Extraction Based on DS Theory Considering Content Topics", "ICCS",
        "10.1007/978-3-319-93698-7_15",
    )  # fmt: skip
    needs: ClassVar[frozenset[Need]] = frozenset()
    unit: ClassVar[Unit] = Unit.TEXT
    uses_topics: ClassVar[bool] = True
    uses_non_content: ClassVar[bool] = True

    alpha: float = 0.95
    beta: float = 0.99
    gamma: int = 2
    keywords: int = 20
    radius: int = 2
    sigma: float = 1.0
    step: float = 0.1
    once: bool = False

    def mark(self, page: Page, given: Given) -> Marking:
        """Mark the text nodes whose smoothed fusion value is at least the threshold."""
        rows = np.flatnonzero(page.shown)
        evidence = []
        trace: dict[str, Any] = {"rows": rows}
        notes: tuple[str, ...] = ()
        if self.uses_topics:
            found = self._topics(page, rows)
            evidence.append(positive(found.h, self.alpha))
            trace |= {"topic": found.h, "topic_weight": found.weight, "topic_words": found.words}
            notes = found.notes
        if self.uses_non_content:
            size = page.words[rows]
            group = page.parent[rows]
            cluster, variance = cluster_feature(size, group), variance_feature(size, group)
            href = href_feature(np.where(page.in_link[rows], size, 0), size)
            evidence += [positive(cluster, self.alpha), positive(variance, self.alpha), negative(href, self.beta)]
            trace |= {"cluster": cluster, "variance": variance, "href": href}
        fusion = combine(*evidence).news
        smoothed = gaussian(fusion, self.radius, self.sigma)
        threshold, tried, g = otsu(smoothed, self.step)
        score = np.zeros(len(page), dtype=np.float64)
        score[rows] = smoothed
        keep = np.zeros(len(page), dtype=np.bool_)
        keep[rows] = smoothed >= threshold
        trace |= {"fusion": fusion, "smoothed": smoothed, "threshold": threshold, "t": tried, "g": g}
        return marking(page, keep, score, trace=trace, notes=notes)

    def _topics(self, page: Page, rows: NDArray[np.intp]) -> _PageTopics:
        """Section 3.2: words, keywords, topics and the topic feature of each text node."""
        text, start, stop = page.text, page.start[rows].tolist(), page.stop[rows].tolist()
        texts = [text[a:b] for a, b in zip(start, stop, strict=True)]
        place = np.arange(len(texts))
        if self.once:
            first = {text: number for number, text in reversed(list(enumerate(texts)))}
            alike = np.array([first[text] for text in texts], dtype=np.intp)
            kept, place = np.unique(alike, return_inverse=True)
            texts, rows = [texts[number] for number in kept.tolist()], rows[kept]
        words = content_words(texts)
        keywords = topic_maths.keywords(words.word, words.text, most=self.keywords, window=2)
        found = topic_maths.topics(keywords, len(texts), gamma=self.gamma)
        notes = []
        if not found.blocks:
            notes.append("no words stand together often enough to make a topic")
        if not found.complete:
            notes.append(f"topics are more than the bounds on work let pass: {len(found.blocks)} were looked at")
        if words.language in ("zh", "ja") and not has_dictionaries():
            notes.append("words are pairs of characters: for a dictionary, install the extra 'topics'")
        spans = _spans_of_topics(page, rows, words, found)
        return _PageTopics(found.h[place], found.weight, spans, tuple(notes))


@dataclass(frozen=True, kw_only=True)
class CEDSTNC(CEDST):
    """The non-content features only (section 4.2)."""

    name: ClassVar[str] = "cedst-nc"
    uses_topics: ClassVar[bool] = False


@dataclass(frozen=True, kw_only=True)
class CEDSTTF(CEDST):
    """The topic feature only (section 4.2)."""

    name: ClassVar[str] = "cedst-tf"
    uses_non_content: ClassVar[bool] = False


class _PageTopics(NamedTuple):
    """The topic feature h of each text node, the topics' weights, their words as in the trace, and notes."""

    h: FloatArray
    weight: FloatArray
    words: IntArray
    notes: tuple[str, ...]


def cluster_feature(size: IntArray, group: IntArray) -> FloatArray:
    """h_cluster of each text node: the words of its siblings, as a share of the most that any siblings have.

    Args:
        size: words of each text node, shape (n,).
        group: the parent of each, shape (n,).
    """
    if not len(group):
        return np.zeros(0)
    total = np.bincount(group, weights=size)[group]
    # Eq. (8)
    return _share_of_largest(total)


def variance_feature(size: IntArray, group: IntArray) -> FloatArray:
    """h_var of each text node: the variance of its siblings' lengths, as a share of the largest on the page.

    Args:
        size: words of each text node, shape (n,).
        group: the parent of each, shape (n,).
    """
    if not len(group):
        return np.zeros(0)
    count = np.maximum(1, np.bincount(group))
    mean = np.bincount(group, weights=size) / count
    variance = np.bincount(group, weights=(size - mean[group]) ** 2) / count
    # Eq. (9)
    return _share_of_largest(variance[group])


def href_feature(linked: IntArray, size: IntArray) -> FloatArray:
    """h_href of each text node: the share of its words that are in links; shape (n,) in and out."""
    # Eq. (10)
    share: FloatArray = linked / np.maximum(1, size)
    return share


def _share_of_largest(values: NDArray[Any]) -> FloatArray:
    largest = values.max(initial=0)
    share: FloatArray = values / largest if largest > 0 else np.zeros(len(values))
    return share


def _spans_of_topics(page: Page, rows: NDArray[np.intp], words: ContentWords, found: topic_maths.Topics) -> IntArray:
    """The words of the weightiest topics for the trace: topic, start and stop in ``page.text``; shape (k, 3)."""
    spans = []
    first_text: dict[int, int] = {}
    heaviest = np.argsort(-found.weight, kind="stable")[:_SHOWN_TOPICS].tolist()
    wanted = {word for topic in heaviest for word in found.blocks[topic]}
    at = np.flatnonzero(np.isin(words.word, sorted(wanted))) if wanted else ()
    for place in at:
        first_text.setdefault(int(words.word[place]), int(words.text[place]))
    for topic in heaviest:
        for word in found.blocks[topic]:
            row = rows[first_text[word]]
            start = page.text.find(words.written[word], int(page.start[row]), int(page.stop[row]))
            spans.append((topic, start, start + len(words.written[word])))
    return np.array(spans, dtype=np.int32).reshape(-1, 3)
