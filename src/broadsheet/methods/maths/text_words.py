"""The content words of texts in any language: segmented, case folded, without stop words.

Scripts with spaces between words are split by a regular expression. Chinese, Japanese, Thai, Lao, Khmer and Burmese are
split by ICU's dictionaries (extra ``topics``). Without it, Chinese and Japanese are split into character pairs, a
standard substitute in information retrieval, and the others not at all.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from broadsheet.page.arrays import IntArray
from broadsheet.page.characters import CJK_CLASS
from broadsheet.patterns import pattern

__all__ = ["ContentWords", "content_words", "has_dictionaries", "language_of", "segment", "stop_words"]

_BETWEEN: Final = "\0"  # separates texts; it never occurs in a page, since the HTML standard drops it
_UNSPACED: Final = rf"{CJK_CLASS}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"  # CJK, Thai and Lao, Burmese, Khmer
_MARKS: Final = r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
"""Accents and vowel signs that are characters of their own within a word: combining ones, those of Hebrew and Arabic,
and the Indic blocks without their full stops."""
_LETTER: Final = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_TOKEN: Final = pattern(rf"{_BETWEEN}|[{_UNSPACED}]+|{_LETTER}+(?:['’]{_LETTER}+)*")
_PLAIN_TOKEN: Final = pattern(rf"{_BETWEEN}|\w+(?:['’]\w+)*")
"""`_TOKEN` for text without these characters, in half the time."""
_NOT_PLAIN: Final = pattern(f"[{_UNSPACED}{_MARKS}]")
_IS_UNSPACED: Final = pattern(f"[{_UNSPACED}]")
_CJK_RUN: Final = pattern(f"[{CJK_CLASS}]+")
_KANA: Final = pattern("[\u3041-\u30ff]")
MIN_KANA_SHARE: Final = 0.1
"""Share of kana above which CJK text is Japanese. Chinese has hardly any, Japanese about a half."""


class ContentWords(NamedTuple):
    """The content words of texts, in order.

    Attributes:
        words: distinct words, case folded, in order of first use.
        word: the number of each word in the texts, shape (m,).
        text: the text of each word, shape (m,), ascending.
        language: ISO 639-1 code of the stop words' language; None if not recognised.
    """

    words: list[str]
    word: IntArray
    text: IntArray
    language: str | None


def content_words(texts: Iterable[str]) -> ContentWords:
    """Split texts into words without stop words, single characters and tokens without a letter.

    The stop words are those of the language that has most of them in all texts together.
    """
    text = _BETWEEN.join(texts)
    tokens = segment(text)
    forms = {form: number for number, form in enumerate(dict.fromkeys(tokens))}
    of_token = np.fromiter(map(forms.__getitem__, tokens), np.int32, len(tokens))
    count = np.bincount(of_token, minlength=len(forms))
    folded = [form.casefold() for form in forms]
    language = language_of(text, dict(zip(folded, count.tolist(), strict=True)))
    stops = stop_words(language) if language else frozenset()

    number_of: dict[str, int] = {}
    word_of_form = np.full(len(forms), -1, dtype=np.int32)
    for number, word in enumerate(folded):
        if len(word) > 1 and word not in stops and word[0].isalnum() and not word.isnumeric():
            word_of_form[number] = number_of.setdefault(word, len(number_of))
    word_of_token = word_of_form[of_token]
    text_of_token = np.cumsum(of_token == forms.get(_BETWEEN, -1), dtype=np.int32)
    chosen = word_of_token >= 0
    return ContentWords(list(number_of), word_of_token[chosen], text_of_token[chosen], language)


def segment(text: str) -> list[str]:
    """Split a text into tokens: words, and perhaps the characters between them.

    >>> segment("The cat's out, again")
    ['The', "cat's", 'out', 'again']
    """
    if _NOT_PLAIN.search(text) is None:
        return _PLAIN_TOKEN.findall(text)
    if _IS_UNSPACED.search(text) is not None and (breaker := _breaker()) is not None:
        return breaker(text)
    out: list[str] = []
    for token in _TOKEN.findall(text):
        if len(token) > 1 and _CJK_RUN.fullmatch(token):
            out.extend(map("".join, itertools.pairwise(token)))
        else:
            out.append(token)
    return out


def has_dictionaries() -> bool:
    """Whether scripts without spaces are split by a dictionary."""
    return _breaker() is not None


@cache
def _breaker() -> Callable[[str], list[str]] | None:
    try:
        from icu4py.breakers import WordBreaker
    except ImportError:
        return None
    return lambda text: list(WordBreaker(text, "en"))


def language_of(text: str, counts: Mapping[str, int]) -> str | None:
    """The language whose stop words are most frequent, whatever the page declares.

    If CJK characters outnumber other words, the script decides. ``counts`` has the frequency of the text's words, case
    folded. The answer is an ISO 639-1 code, or None if no stop word was found.
    """
    if _IS_UNSPACED.search(text) is not None:
        cjk = sum(map(len, _CJK_RUN.findall(text)))
        others = sum(count for word, count in counts.items() if word[:1].isalpha() and not _CJK_RUN.match(word))
        if cjk > others:
            return "ja" if len(_KANA.findall(text)) > MIN_KANA_SHARE * cjk else "zh"
    votes: dict[str, int] = {}
    languages = _languages_by_word()
    for word in counts.keys() & languages.keys():
        for language in languages[word]:
            votes[language] = votes.get(language, 0) + counts[word]
    return max(votes, key=lambda language: (votes[language], language)) if votes else None


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language (ISO 639-1), case folded; none for unknown languages."""
    import stopwordsiso

    return frozenset(word.casefold() for word in stopwordsiso.stopwords(language))


@cache
def _languages_by_word() -> Mapping[str, Sequence[str]]:
    import stopwordsiso

    out: dict[str, list[str]] = {}
    for language in sorted(stopwordsiso.langs()):
        for word in stop_words(language):
            out.setdefault(word, []).append(language)
    return out
