"""ROUGE-LSum: union of the longest common subsequences of each gold line with the lines of the output.

Sources: Lin 2004, "ROUGE: a package for automatic evaluation of summaries", section 3.2; and the package
    ``rouge-score``
(google-research, ``rouge_scorer.py``), whose results this reproduces, including ties between subsequences. It is WCEB's
metric (Bevendorff et al. 2023), which splits texts into sentences with NLTK; here a line is a sentence, as in the
package's default, because gold texts have one paragraph per line.

The package fills a table of (words x words) in Python for each pair of lines. Here a row of that table is one integer
whose bits say where the length grows (Hyyrö 2004), and a line that occurs unchanged in the other text needs no table.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from broadsheet.evaluate.metrics.overlap import Overlap
from broadsheet.evaluate.metrics.tokens import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["rouge_lsum"]


def rouge_lsum(gold: str, output: str, tokenize: Callable[[str], list[str]] = tokens) -> Overlap:
    """Count the gold words that occur in the output in the order of one of its lines, each at most once.

    Args:
        gold: the gold text, one sentence or paragraph per line.
        output: the extracted text, one sentence or paragraph per line.
        tokenize: splits a line into words. The package uses runs of ASCII letters and digits in lower case.
    """
    wanted, got = ([tokenize(line) for line in text.split("\n")] for text in (gold, output))
    total_wanted, total_got = (sum(map(len, lines)) for lines in (wanted, got))
    left = Counter(word for line in got for word in line)
    lines = {words: frozenset(words) for words in map(tuple, got) if words}
    hits = 0
    for line in wanted:
        for place in sorted(_united(line, lines)):
            word = line[place]
            # Lin 2004 counts a word once per line; ROUGE 1.5.5 and the package, as often as it occurs.
            if left[word] > 0:
                hits += 1
                left[word] -= 1
    return Overlap(hits, total_got - hits, total_wanted - hits)


def _united(line: Sequence[str], others: Mapping[tuple[str, ...], frozenset[str]]) -> set[int]:
    """Return the positions in a line that are in its longest common subsequence with any of the other lines.

    Args:
        line: words of the line.
        others: the other lines, each with the set of its words.
    """
    if tuple(line) in others:
        return set(range(len(line)))
    places: set[int] = set()
    for other, known in others.items():
        # Words missing from the other line do not change the backtracking, so they are left out beforehand.
        common = [place for place, word in enumerate(line) if word in known]
        if not places.issuperset(common):
            places.update(common[at] for at in _subsequence([line[place] for place in common], other))
    return places


def _subsequence(line: Sequence[str], other: Sequence[str]) -> list[int]:
    """Return the positions in a line of one longest common subsequence: the one that the package's backtracking finds.

    Args:
        line: words that the other line has too.
        other: words of the other line.
    """
    full = (1 << len(other)) - 1
    where: dict[str, int] = {}
    for place, word in enumerate(other):
        where[word] = where.get(word, 0) | 1 << place
    # grows[i] has bit j set where the length for the first i words and j + 1 words is one more than for j words.
    state, grows = full, [0]
    for word in line:
        matched = state & where[word]
        state = ((state + matched) | (state - matched)) & full
        grows.append(~state & full)
    found = []
    i, j = len(line), len(other)
    while i and j:
        if line[i - 1] == other[j - 1]:
            found.append(i - 1)
            i, j = i - 1, j - 1
            continue
        below = (1 << j) - 1
        length, above = (grows[i] & below).bit_count(), (grows[i - 1] & below).bit_count()
        # The package goes left if that is longer, otherwise up. One of the two is as long as here.
        if above < length:
            j -= 1
        else:
            i -= 1
    return found
