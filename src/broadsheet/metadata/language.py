"""The language of an article: what the page declares, and what its text is written in.

A template may declare the language of its author, so the text decides if it is long enough. Its language is found by
stop words or py3langid, with the declarations as evidence: a declared language needs less support than another one. The
region (``pt-BR``) comes from a declaration.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from broadsheet.article.provenance import Claim
from broadsheet.facts.texts import words
from broadsheet.lexicon import tongue_of
from broadsheet.metadata.context import Context
from broadsheet.metadata.written.name_shapes import EAST_ASIAN, HAN, HANGUL, KANA
from broadsheet.page.forks import FORKS_WAIT

__all__ = ["language", "of_text", "tongue"]

_TAG: Final = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
_ADDRESSED: Final = frozenset(("formal", "informal"))
"""Suffixes of language tags that WordPress made up."""
_FEW: Final = 60
"""Letters under which a text says nothing of its language, unless its script does."""
_READ: Final = 1_000
"""Characters of the text that are read; more do not change the answer."""
_SURE: Final = 6.0
"""How much more probable, as a natural logarithm, another language must be than a declared one to be believed."""
_COMMON: Final = 40
"""Words of a text, the commonest, that are looked up in lists of stop words."""
_COVERED, _AHEAD = 0.4, 2.0
"""The share of their occurrences that a language's list must cover, and how many times more than any other's."""
_LISTS: Final = (
    "en de fr es pt it nl sv da no fi pl cs sk hu ro hr sl bg ru uk el tr ca gl eu id ms lt lv et af".split()
)
"""Languages whose lists of stop words are alike in size, so that they can be compared."""
_SAME: Final = {
    "nb": "no", "nn": "no", "hr": "sh", "sr": "sh", "bs": "sh", "iw": "he", "in": "id", "ms": "id", "fil": "tl",
    "sdh": "ckb", "dz": "bo",
}  # fmt: skip
"""Languages that are too close to be told apart by a text of this kind, by the name that stands for the group; and
old names of languages.
"""
_SCRIPTS: Final = tuple(re.compile(f"[{script}]") for script in (KANA, HAN, HANGUL))


def language(context: Context) -> tuple[Claim | None, tuple[Claim, ...]]:
    """The language (BCP 47) with its source, and what else was claimed."""
    declared = _declared(context)
    codes = tuple(dict.fromkeys(_primary(claim.value) for claim in declared))
    written = of_text(context.body_text or " ".join(context.texts), codes)
    if written is None:
        return (declared[0] if declared else None), tuple(declared[1:])
    agreeing = [claim for claim in declared if _same(_primary(claim.value)) == _same(written)]
    if agreeing:
        # The most exact of those that agree: with a region, if one has it.
        best = max(agreeing, key=lambda claim: "-" in claim.value)
        return best, tuple(claim for claim in declared if claim is not best)
    return Claim(written, "text:body"), tuple(declared)


def tongue(context: Context) -> str:
    """The language that dates and bylines are read in: the declared one; where the page declares none, or English as
    templates do, that of the text.
    """
    return context.once(_tongue)


def _tongue(context: Context) -> str:
    declared = context.structured.declared_language
    if declared != "en":
        return declared
    written, _ = context.once(language)
    return declared if written is None else tongue_of(written.value)


def of_text(text: str, declared: tuple[str, ...] = ()) -> str | None:
    """The language that a text is written in (ISO 639-1), or None where it is too short to tell.

    Args:
        text: the text.
        declared: primary subtags that the page declares.
    """
    text = text[:_READ]
    if not text.isascii() and EAST_ASIAN.search(text):
        letters = sum(map(str.isalpha, text))
        kana, han, hangul = (len(pattern.findall(text)) for pattern in _SCRIPTS)
        # Scripts that one language is written in need no statistics.
        if hangul > 0.3 * max(letters, 1):
            return "ko"
        if kana > 0.1 * max(letters, 1):
            return "ja"
        if han > 0.3 * max(letters, 1) and kana < 0.02 * letters:
            return "zh"
    if sum(map(str.isalpha, text)) < _FEW:
        return None
    common = _by_common_words(text, declared)
    if common is not None:
        return common
    ranked = _identifier().rank(text)
    best, score = ranked[0]
    scores = dict(ranked)
    for code in declared:
        for known in (code, *(one for one, group in _SAME.items() if group == _same(code))):
            if known in scores and score - scores[known] < _SURE:
                return code
    return str(best)


def _by_common_words(text: str, declared: tuple[str, ...]) -> str | None:
    """The language whose stop words are common in a text, if it is clear; py3langid takes a second to load its model.

    Args:
        text: the text.
        declared: the candidates; all languages if there are none.
    """
    common = Counter(words(text)).most_common()[:_COMMON]  # `most_common(n)` is slower
    if len(common) < _COMMON // 2:
        return None
    in_lists, covered = _stop_words(), [0] * len(_LISTS)
    for word, count in common:
        for at in in_lists.get(word, ()):
            covered[at] += count
    whole = sum([count for _, count in common])
    for code in declared or (_LISTS[covered.index(max(covered))],):
        at = _LISTS.index(code) if code in _LISTS else len(_LISTS)
        own, others = sum(covered[at : at + 1]), max(covered[:at] + covered[at + 1 :])
        if own >= _COVERED * whole and own > _AHEAD * others:
            return code
    return None


@cache
def _stop_words() -> dict[str, list[int]]:
    """The languages, as places in `_LISTS`, that each stop word belongs to."""
    found = find_spec("stopwordsiso")  # importing it takes longer than reading its data
    if found is None or found.origin is None:
        raise ModuleNotFoundError("stopwordsiso is not installed")
    lists = json.loads(Path(found.origin).with_name("stopwords-iso.json").read_text("utf-8"))
    in_lists: dict[str, list[int]] = {}
    for at, code in enumerate(_LISTS):
        for word in lists.get(code, ()):
            in_lists.setdefault(word, []).append(at)
    return in_lists


@cache
def _identifier() -> Any:
    with FORKS_WAIT:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier

        return LanguageIdentifier.from_model_file(MODEL_FILE)


def _declared(context: Context) -> list[Claim]:
    """The declarations that are language tags: the root element, JSON-LD, ``meta``."""
    structured = context.structured
    given: list[tuple[object, str]] = [(structured.lang, "html:lang")]
    given += structured.stated("inLanguage")
    given += structured.metas(
        "og:locale", "content-language", "dc.language", "dcterms.language", "language", "citation_language"
    )
    given += [
        (one.value, f"{one.kind}:inLanguage") for one in structured.marked if one.name == "inLanguage"
    ]  # fmt: skip
    found = []
    for value, source in given:
        if isinstance(value, list):
            value = next(iter(value), None)
        if isinstance(value, dict):
            value = value.get("alternateName") or value.get("name")
        if isinstance(value, str):
            tag = value.split(",")[0].replace("_", "-").strip()
            if _TAG.fullmatch(tag):
                found.append(Claim(_formatted(tag), source))
    return found


def _formatted(tag: str) -> str:
    """A tag in the letters that RFC 5646 (section 2.1.1) recommends.

    How readers are addressed is no part of one, though WordPress says it.

    >>> _formatted("EN-us"), _formatted("zh-hant-tw"), _formatted("de-DE-formal")
    ('en-US', 'zh-Hant-TW', 'de-DE')
    """
    if tag.lower() == "es-la":
        return "es-419"  # Open Graph writes Latin America as if it were Laos
    first, *others = (part for part in tag.lower().split("-") if part not in _ADDRESSED)
    return "-".join([first, *({2: part.upper(), 4: part.title()}.get(len(part), part) for part in others)])


def _primary(tag: str) -> str:
    return tag.split("-")[0].lower()


def _same(code: str) -> str:
    return _SAME.get(code, code)
