"""The language of an article: that of its text if it is long enough, else the declared one, else that of the rest.

Templates may declare another language. Stop words or py3langid tell the language of a text; a declared language needs
less evidence than another. The region (``pt-BR``) comes from a declaration.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from broadsheet.article import Claim
from broadsheet.errors import NeedsNotMet
from broadsheet.facts.texts import is_wide, words
from broadsheet.lexicon import lookup_code
from broadsheet.metadata.context import Context
from broadsheet.metadata.written.name_shapes import HAN, HANGUL, KANA
from broadsheet.page.forks import FORKS_WAIT
from broadsheet.patterns import pattern

__all__ = ["language", "of_text", "reading_language"]

_TAG: Final = pattern(r"(?ai)(?!(?:mis|mul|und|zxx)\b)[a-z]{2,3}(?:-(?:[a-z0-9]-)?[a-z0-9]{2,8})*")
_ADDRESSED: Final = frozenset(("formal", "informal"))  # suffixes of WordPress's language tags
MIN_LETTERS: Final = 60  # letters of the shortest text whose language can be told
MAX_READ: Final = 1_000  # characters of a text that are read; more do not change the answer
MIN_LOG_ODDS: Final = 6.0  # natural log odds at which another language beats a declared one
COMMON_WORDS: Final = 40  # most frequent words of a text that are looked up in lists of stop words
MIN_COVERED, MIN_LEAD = 0.4, 2.0  # share of their occurrences in a language's list, and its ratio to the next language
MIN_DECLARED_COVERED, MIN_DECLARED_LEAD = 0.25, 1.25  # the same for a declared language (docs/log/metadata.md)
_LISTS: Final = (
    "en de fr es pt it nl sv da no fi pl cs sk hu ro hr sl bg ru uk el tr ca gl eu id ms lt lv et af".split()
)
"""Languages whose lists of stop words have similar sizes, so that they can be compared."""
_SAME: Final = {
    "nb": "no", "nn": "no", "hr": "sh", "sr": "sh", "bs": "sh", "ms": "id", "fil": "tl", "sdh": "ckb", "dz": "bo",
}  # fmt: skip
"""The code used for comparison, by code, for languages too similar to be told apart."""
_SCRIPTS: Final = tuple(pattern(f"[{script}]") for script in (KANA, HAN, HANGUL))


def language(context: Context) -> tuple[Claim | None, tuple[Claim, ...]]:
    """The language (BCP 47) with its source, and the other claims."""
    declared = _declared(context)
    codes = tuple(dict.fromkeys(_primary(claim.value) for claim in declared))
    body = context.body_text
    written, source = of_text(body, codes), "text:body"
    if written is None and not (declared and body):
        written, source = of_text(" ".join(context.texts[context.first :]), codes), "text:page"
    if written is None:
        return (declared[0] if declared else None), tuple(declared[1:])
    agreeing = [claim for claim in declared if _same(_primary(claim.value)) == _same(written)]
    if agreeing:
        # The first of these with a region.
        best = max(agreeing, key=lambda claim: "-" in claim.value)
        return best, tuple(claim for claim in declared if claim is not best)
    return Claim(written, source), tuple(declared)


def reading_language(context: Context) -> str:
    """The language in which dates and bylines are read: the declared one; if that is English, as in many templates, or
    missing, that of the text.
    """
    declared = context.structured.declared_language
    written = context.once(language)[0] if declared == "en" else None
    return declared if written is None else lookup_code(written.value)


def of_text(text: str, declared: tuple[str, ...] = ()) -> str | None:
    """The language of a text (ISO 639-1), or None if it is too short to tell.

    Args:
        text: the text.
        declared: primary subtags that the page declares.
    """
    text = text[:MAX_READ]
    if is_wide(text):
        letters = sum(map(str.isalpha, text))
        kana, han, hangul = (len(pattern.findall(text)) for pattern in _SCRIPTS)
        # Scripts of a single language need no statistics.
        if hangul > 0.3 * max(letters, 1):
            return "ko"
        if kana > 0.1 * max(letters, 1):
            return "ja"
        if han > 0.3 * max(letters, 1) and kana < 0.02 * letters:
            return "zh"
    if len(text) < MAX_READ and sum(map(str.isalpha, text)) < MIN_LETTERS:
        return None
    common = _by_common_words(text, declared)
    if common is not None:
        return common
    ranked = _identifier().rank(text)
    best, score = ranked[0]
    scores = dict(ranked)
    for code in declared:
        known = {code, *(one for one, group in _SAME.items() if group == _same(code))} & scores.keys()
        if any(score - scores[one] < MIN_LOG_ODDS for one in known):
            return code
        # For a language that it does not know, py3langid names a similar one.
        if not known and len(lookup_code(code)) == 3 and _by_common_words(text, ()) is None:
            return code
    return str(best)


def _by_common_words(text: str, declared: tuple[str, ...]) -> str | None:
    """The language whose stop words are frequent in a text, if one stands out; py3langid takes a second to load.

    Args:
        text: the text.
        declared: the candidates; all languages if there are none.
    """
    common = Counter(words(text)).most_common()[:COMMON_WORDS]  # `most_common(n)` is slower
    if len(common) < COMMON_WORDS // 2:
        return None
    in_lists, covered = _stop_words(), dict.fromkeys(_LISTS, 0)
    for word, count in common:
        for code in in_lists.get(word, ()):
            covered[code] += count
    whole = sum([count for _, count in common])
    share, lead = (MIN_DECLARED_COVERED, MIN_DECLARED_LEAD) if declared else (MIN_COVERED, MIN_LEAD)
    for code in declared or (max(covered, key=covered.__getitem__),):
        own, others = covered.get(code, 0), max([count for other, count in covered.items() if other != code])
        if own >= share * whole and own > lead * others:
            return code
    return None


@cache
def _stop_words() -> dict[str, list[str]]:
    """The languages in `_LISTS` that have each stop word."""
    found = find_spec("stopwordsiso")  # importing it takes longer than reading its data
    if found is None or found.origin is None:
        raise ModuleNotFoundError("stopwordsiso is not installed")
    lists = json.loads(Path(found.origin).with_name("stopwords-iso.json").read_text("utf-8"))
    in_lists: dict[str, list[str]] = {}
    for code in _LISTS:
        for word in lists.get(code, ()):
            in_lists.setdefault(word, []).append(code)
    return in_lists


@cache
def _identifier() -> Any:
    with FORKS_WAIT:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier

        try:
            return LanguageIdentifier.from_model_file(MODEL_FILE)
        except OSError as error:
            words = "the language model needs a temporary file, which cannot be written (TMPDIR sets its folder)"
            raise NeedsNotMet(f"{words}: {error.strerror}") from error


def _declared(context: Context) -> list[Claim]:
    """The declared language tags: of the root element, JSON-LD and ``meta``."""
    structured = context.structured
    stated: list[tuple[object, str]] = [(structured.lang, "html:lang")]
    stated += structured.stated("inLanguage")
    stated += structured.metas("og:locale", "content-language", "dc.language", "language")
    texts = ((value, source) for value, source in stated if isinstance(value, str))
    tags = ((text.split(",")[0].replace("_", "-").strip(), source) for text, source in texts)
    return [Claim(_formatted(tag), source) for tag, source in tags if _TAG.fullmatch(tag)]


def _formatted(tag: str) -> str:
    """A tag in the case that RFC 5646 (section 2.1.1) recommends, with today's code of its language.

    >>> _formatted("EN-us"), _formatted("zh-hant-tw"), _formatted("de-DE-formal"), _formatted("iw-il")
    ('en-US', 'zh-Hant-TW', 'de-DE', 'he-IL')
    """
    if tag.lower() == "es-la":
        return "es-419"  # Open Graph's code for Latin America, which is that of Laos
    first, *others = (part for part in tag.lower().split("-") if part not in _ADDRESSED)
    first = {"in": "id", "iw": "he", "ji": "yi"}.get(first, first)  # Java still writes the codes of before 1989
    return "-".join([first, *({2: part.upper(), 4: part.title()}.get(len(part), part) for part in others)])


def _primary(tag: str) -> str:
    return tag.split("-")[0].lower()


def _same(code: str) -> str:
    return _SAME.get(code, code)
