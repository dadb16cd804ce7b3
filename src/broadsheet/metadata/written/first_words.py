"""Words that introduce names in some languages and are names, or begin them, in others ("Per", "Theo", "De").

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from broadsheet import lexicon
from broadsheet.metadata.written.months import file_of

__all__ = ["keep_first_words", "keep_names", "kept", "without_joiners"]

_JOINER: Final = "\u2060"
"""A joiner without width, in place of the spaces in a name while a byline is cut: nothing parts it there."""
_FIRST: Final = lexicon.Matcher(r"(?<![^\W_]){names_too}(?=\s+[^\W\d_])")
_BEFORE: Final = lexicon.Matcher(r"(?<![^\W_]){by names_too}\s+$")
"""A word that introduces names: only one does."""
_TWO_WORDS: Final = re.compile(r"[^\W\d_][\w.'’-]*\s[^\W\d_]")


def keep_first_words(text: str, language: str | None, *, is_person: bool = False) -> str:
    r"""A byline with joiners behind those of these words that are part of a name in its language.

    Args:
        text: the byline.
        language: that of the page; where it is not known, each of these words may introduce a name.
        is_person: whether the structured data say that it is one person's name.

    >>> without_joiners(keep_first_words("Per Olsson", "sv")) == "Per Olsson"
    True
    >>> keep_first_words("Per Olsson", "sv").split(), keep_first_words("Per Olsson", "ca").split()
    (['Per\u2060Olsson'], ['Per', 'Olsson'])
    """
    if (language is None and not is_person) or _FIRST.search(text) is None:
        return text

    def joined(found: re.Match[str]) -> str:
        word, behind = found[0].lower(), text[found.end() :].lstrip()
        if not found[0][0].isupper():
            return found[0]
        introduces = _introduces(word, language or "") or (
            word in lexicon.words("rarely_names") and not is_person and _TWO_WORDS.match(behind) is not None
        )
        is_second = _BEFORE.pattern.search(text, 0, found.start()) is not None
        return found[0] if introduces and not is_second else f"{found[0]}{_JOINER}"

    return _FIRST.pattern.sub(joined, text).replace(f"{_JOINER} ", _JOINER)


@cache
def _introduces(word: str, language: str) -> bool:
    """Whether a word introduces names in a language."""
    return any(word in lexicon.entries(field, file_of(language)) for field in ("by", "near_names", "by_here"))


def keep_names(text: str, names: Iterable[str]) -> str:
    """A line with joiners in the names in it that are known."""
    for name in names:
        text = text.replace(name, name.replace(" ", _JOINER))
    return text


def kept(text: str) -> str:
    """A text with joiners around it: nothing parts what is before it from what is behind."""
    return f"{_JOINER}{text}{_JOINER}"


def without_joiners(text: str) -> str:
    """A name as it was written."""
    return text if text.isascii() else text.replace(_JOINER, " ")
