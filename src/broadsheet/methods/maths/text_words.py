"""The content words of texts in any language: cut, case folded, without stop words. Nothing here knows a page.

Scripts that put spaces between words are cut by a regular expression. Chinese, Japanese, Thai, Lao, Khmer and Burmese
are cut by the dictionaries of ICU (extra ``topics``); without it, Chinese and Japanese into pairs of characters, which
information retrieval has long used in place of words, and the others not at all.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from broadsheet.page.characters import CJK_CLASS

if TYPE_CHECKING:
    from broadsheet.page.arrays import IntArray

__all__ = ["ContentWords", "content_words", "has_dictionaries", "language_of", "segment", "stop_words"]

_BETWEEN: Final = "\0"
"""Stands between two texts. No page has it: the HTML standard drops it."""
_UNSPACED: Final = rf"{CJK_CLASS}\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""CJK, Thai and Lao, Burmese, Khmer."""
_MARKS: Final = r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
"""Accents and vowel signs that are written as characters of their own and belong to the word they stand in: combining
ones, those of Hebrew and Arabic, and the blocks of the Indic scripts but for their full stops."""
_LETTER: Final = rf"(?:[^\W_{_UNSPACED}]|[{_MARKS}])"
_TOKEN: Final = re.compile(rf"{_BETWEEN}|[{_UNSPACED}]+|{_LETTER}+(?:['’]{_LETTER}+)*")
_PLAIN_TOKEN: Final = re.compile(rf"{_BETWEEN}|\w+(?:['’]\w+)*")
"""The same for text with none of these characters, in half the time."""
_NOT_PLAIN: Final = re.compile(f"[{_UNSPACED}{_MARKS}]")
_IS_UNSPACED: Final = re.compile(f"[{_UNSPACED}]")
_CJK_RUN: Final = re.compile(f"[{CJK_CLASS}]+")
_KANA: Final = re.compile("[\u3041-\u30ff]")
_KANA_SHARE: Final = 0.1
"""Share of kana from which a text in CJK characters is Japanese; Chinese has next to none, Japanese a half."""


class ContentWords(NamedTuple):
    """The content words of some texts, in order.

    Attributes:
        words: each different word once, case folded, in order of first use.
        written: the form in which each was first met, in step with ``words``.
        word: the number of each word in the texts, shape (m,).
        text: which text it stands in, shape (m,), ascending.
        language: ISO 639-1 code whose stop words were left out; None where no language was recognised.
    """

    words: list[str]
    written: list[str]
    word: IntArray
    text: IntArray
    language: str | None


def content_words(texts: Iterable[str]) -> ContentWords:
    """Cut texts into words and leave out stop words, single characters and what has no letter.

    The language is the one whose stop words are met most often in all the texts together.

    Args:
        texts: the texts of one page.

    >>> content_words(["The council met.", "the Council, and 2 more"]).words
    ['council', 'met']
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
    written: list[str] = []
    word_of_form = np.full(len(forms), -1, dtype=np.int32)
    for number, (form, word) in enumerate(zip(forms, folded, strict=True)):
        if len(word) > 1 and word not in stops and word[0].isalnum() and not word.isnumeric():
            known = number_of.setdefault(word, len(number_of))
            if known == len(written):
                written.append(form)
            word_of_form[number] = known
    word_of_token = word_of_form[of_token]
    text_of_token = np.cumsum(of_token == forms.get(_BETWEEN, -1), dtype=np.int32)
    chosen = word_of_token >= 0
    return ContentWords(list(number_of), written, word_of_token[chosen], text_of_token[chosen], language)


def segment(text: str) -> list[str]:
    """The tokens of a text: words, and perhaps what stands between them. The one place that knows a segmenter.

    >>> segment("The cat's out, again")
    ['The', "cat's", 'out', 'again']
    """
    if _NOT_PLAIN.search(text) is None:
        return _PLAIN_TOKEN.findall(text)
    unspaced = _IS_UNSPACED.search(text) is not None
    breaker = _breaker() if unspaced else None
    if breaker is not None:
        return breaker(text)
    out: list[str] = []
    for token in _TOKEN.findall(text):
        if len(token) > 1 and _CJK_RUN.fullmatch(token):
            out.extend(map("".join, itertools.pairwise(token)))
        else:
            out.append(token)
    return out


def has_dictionaries() -> bool:
    """Whether texts without spaces between words are cut by a dictionary."""
    return _breaker() is not None


@cache
def _breaker() -> Callable[[str], list[str]] | None:
    try:
        from icu4py.breakers import WordBreaker
    except ImportError:
        return None
    return lambda text: list(WordBreaker(text, "en"))


def language_of(text: str, counts: Mapping[str, int]) -> str | None:
    """The language whose stop words are met most often: what the text shows, whatever the page declares.

    Where CJK characters are more than other words, the script tells.

    Args:
        text: the text.
        counts: how often each of its words occurs, case folded.

    Returns:
        An ISO 639-1 code, or None where no stop word was met.
    """
    if _IS_UNSPACED.search(text) is not None:
        cjk = sum(map(len, _CJK_RUN.findall(text)))
        others = sum(count for word, count in counts.items() if word[:1].isalpha() and not _CJK_RUN.match(word))
        if cjk > others:
            return "ja" if len(_KANA.findall(text)) > _KANA_SHARE * cjk else "zh"
    votes: dict[str, int] = {}
    languages = _languages_by_word()
    for word in counts.keys() & languages.keys():
        for language in languages[word]:
            votes[language] = votes.get(language, 0) + counts[word]
    return max(votes, key=lambda language: (votes[language], language)) if votes else None


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language, case folded; none where the library does not know it.

    Args:
        language: ISO 639-1 code.
    """
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
