"""Count lower-case and capitalised words over many sites, for `broadsheet.metadata.word_case`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from broadsheet.lab.corpora.folds import FOLDS, fold_of
from broadsheet.metadata.word_case import WORD, Lexicon

__all__ = ["Words"]

_LEAST: Final = 5  # fewest sites of a known word, so that no word of a few sites is stored
_SMALLEST: Final = 0.02  # lower-case share below which a word counts as unknown, that is, as a name
_SENTENCE: Final = 8  # fewest words of a sentence, in which a capital means a name
_BEFORE: Final = frozenset('.!?:»"“”„«')  # characters after which any word has a capital


class Words:
    """Words of pages, counted by site, so that sites can be held out."""

    def __init__(self) -> None:
        self._small: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._large: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, site: str, texts: Iterable[str]) -> None:
        """Count the words of a page's segments; repeated texts count once."""
        small, large = self._small[site], self._large[site]
        for text in dict.fromkeys(texts):
            found = list(WORD.finditer(text))
            for number, match in enumerate(found):
                word = match[0]
                if word.islower():
                    small[word] += 1
                elif number and len(found) >= _SENTENCE and word.istitle() and _inside(text, match.start()):
                    large[word.lower()] += 1

    def lexicons(self) -> tuple[Lexicon, list[Lexicon]]:
        """Return the lexicon of all sites, and for each fold of sites that of the others.

        All sites weigh the same for a word, however often they use it.
        """
        counts = [_Counts(defaultdict(float), Counter()) for _ in range(FOLDS)]
        for site in sorted(self._small):
            small, large, fold = self._small[site], self._large[site], counts[fold_of(site)]
            for word in small.keys() | large.keys():
                fold.sites[word] += 1
                fold.small[word] += small[word] / (small[word] + large[word])
        return _lexicon(counts), [_lexicon(counts[:fold] + counts[fold + 1 :]) for fold in range(FOLDS)]


def _inside(text: str, at: int) -> bool:
    """Whether the word at a position is inside a sentence."""
    return text[:at].rstrip(" ")[-1:] not in _BEFORE


class _Counts(NamedTuple):
    """By word, the sum of the lower-case shares of sites, and the number of sites."""

    small: defaultdict[str, float]
    sites: Counter[str]


def _lexicon(counts: Iterable[_Counts]) -> Lexicon:
    all_ = _Counts(defaultdict(float), Counter())
    for one in counts:
        all_.sites.update(one.sites)
        for word, share in one.small.items():
            all_.small[word] += share
    shares = {word: all_.small[word] / number for word, number in all_.sites.items() if number >= _LEAST}
    return Lexicon({word: shares[word] for word in sorted(shares) if shares[word] >= _SMALLEST})
