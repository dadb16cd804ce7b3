"""Names in Chinese, Japanese and Korean: no capitals and no spaces mark them, but family names are few.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from broadsheet import lexicon
from broadsheet.patterns import pattern

__all__ = ["EAST_ASIAN", "HAN", "HANGUL", "KANA", "east_asian_byline", "has_family_name"]

HAN, KANA, HANGUL = "\u3400-\u9fff", "\u3040-\u30ff", "\uac00-\ud7af"
"""Ranges of the characters of three scripts, for patterns."""
EAST_ASIAN: Final = pattern(f"[{HAN}{KANA}{HANGUL}]")
_BEGINNING: Final = 80
"""Characters at either end of a text in which a byline is searched."""
_HAN_ALONE, _HANGUL_ALONE = pattern(f"[{HAN}]+"), pattern(f"[{HANGUL}]+")
_JAPANESE: Final = pattern(f"[{HAN}]{{1,3}}[{KANA}]{{1,4}}")
"""A Japanese name with a given name in syllables."""
_JOINTS: Final = pattern(r"[\s·,、，]+")


def has_family_name(letters: str) -> bool | None:
    """Whether letters begin with a family name and are as many as a name has; None for other scripts.

    >>> has_family_name("李明"), has_family_name("文化"), has_family_name("欧阳明华"), has_family_name("Ada")
    (True, False, True, None)
    >>> has_family_name("김철수"), has_family_name("김철수기자입니다"), has_family_name("山田太郎")
    (True, False, True)
    """
    size = len(letters)
    if _HAN_ALONE.fullmatch(letters):
        if size < 4:
            is_word = size == 2 and letters[0] in _families("family_names_too", "zh")
            return size > 1 and letters[0] in _families("family_names", "zh") and not is_word
        return (size == 4 and letters[:2] in _families("family_names", "zh")) or (
            size < 6 and letters[:2] in _families("family_names", "ja")
        )
    if _HANGUL_ALONE.fullmatch(letters):
        known, is_word = _families("family_names", "ko"), letters in _families("nobody", "ko")
        return not is_word and ((size == 3 and letters[0] in known) or (size == 4 and letters[:2] in known))
    return _JAPANESE.fullmatch(letters) is not None if EAST_ASIAN.search(letters) else None


@cache
def _families(field: str, language: str) -> frozenset[str]:
    """The entries of a field of a language."""
    return frozenset(lexicon.entries(field, language))


@cache
def _bylines() -> tuple[re.Pattern[str], ...]:
    """The patterns of bylines in Chinese, Korean and Japanese, each with the names in a group."""
    chinese = f"[{''.join(name for name in lexicon.entries('family_names', 'zh') if len(name) == 1)}][{HAN}]{{1,2}}"
    korean = f"[{''.join(name for name in lexicon.entries('family_names', 'ko') if len(name) == 1)}][{HANGUL}]{{1,3}}"
    japanese = rf"[{HAN}]{{2,4}}(?:[ \u3000]?[{HAN}{KANA}]{{1,4}})?"
    reporter = lexicon.one_of(lexicon.entries("roles_at_end", "ko"))
    before, behind = (lexicon.one_of(lexicon.entries(field, "ja")) for field in ("near_names", "roles_at_end"))
    labels = lexicon.one_of(word for word in lexicon.entries("by_phrases", "zh") if len(word) > 1)
    end = r"(?=[\s)）\]】/／，、。]|$|(?:[\u4e00-\u9fff]{2,3})?(?:報導|报道|報道|\d{1,2}日[电電]))(?!\s*[攝摄])"
    return (
        re.compile(
            rf"(?:{labels}\s*[:：/／|｜]?|(?<![{HAN}])文\s*[:：/／|｜])\s*({chinese}(?:[\s、，]+{chinese})*){end}"
        ),
        re.compile(rf"(?<![{HANGUL}])({korean}(?:(?:\s*{reporter})?[\s·,]+{korean})*)\s*{reporter}(?![{HANGUL}])"),
        re.compile(rf"^[（(【〔]?\s*{before}\s*({japanese})(?=$|[ \u3000、／/)）】〕])"),
        re.compile(rf"^[（(【〔]?({japanese})\s*{behind}[)）】〕]?$"),
    )


def east_asian_byline(text: str) -> str | None:
    """The names in a Chinese, Japanese or Korean byline at either end of a text, with marks between; or None.

    >>> east_asian_byline("（新華社記者朱旭東）江蘇省從１５日開始執行"), east_asian_byline("记者从广之旅方面了解到")
    ('朱旭東', None)
    >>> east_asian_byline("(서울=연합뉴스) 김철수 기자 = 두 도시는 다투었다."), east_asian_byline("山田太郎記者")
    ('김철수', '山田太郎')
    """
    if text.isascii() or not EAST_ASIAN.search(text):
        return None
    for byline in _bylines():
        found = byline.search(text[:_BEGINNING]) or byline.search(text[-_BEGINNING:])
        if found is not None:
            roles = lexicon.words("roles_at_end")
            return "、".join(name for name in _JOINTS.split(found[1]) if name not in roles)
    return None
