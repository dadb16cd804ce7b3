"""Whether a text looks like a name of people or organisations, in any script.

``lexicon/people.txt`` has names of some eighty countries without accents and capitals (``tools/names.py`` writes it).
It works on one string, and must not refer to pages.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import Final

from broadsheet import lexicon
from broadsheet.page.characters import is_small, normal_form
from broadsheet.patterns import pattern

__all__ = [
    "AGENCIES",
    "EAST_ASIAN",
    "HAN",
    "HANGUL",
    "KANA",
    "PAIR",
    "PARTICLES",
    "are_names",
    "east_asian_byline",
    "has_family_name",
    "is_organisation",
    "looks_like_name",
    "lowered",
    "may_name_somebody",
    "plain_letters",
    "unaccented",
    "without_dots",
]

PAIR: Final = 2  # most letters of an initial, and fewest words of a full name
MAX_CASELESS, MAX_GEORGIAN = 14, 24  # most letters of a name without capitals; Georgian writes every vowel
PARTICLES: Final = lexicon.words("particles")  # lower-case words of names
_GLUED_INITIAL: Final = pattern(r"(?<=\b[^\W\d_])\.(?=[^\W\d_]{2})")
"""The dot between an initial and a name in Mongolian and Russian papers: ``Б.Болормаа``."""
_ELIDED: Final = pattern(r"^(?:d|l|s|t|dell|dall|nell)?['’](?=[^\W\d_])")  # a small prefix of a name: ``d’Ors``
_NAME_WORD: Final = pattern(r"[^\W\d_]{2,}")
_LISTED: Final = frozenset(
    "ar az bg cs da de el en es et fa fi fr ga he hr hu hy id is it lt lv mk nb nl nn no pl pt ro ru sk sl sv sw tr uk "
    "uz".split()
)
"""Languages whose names are listed."""
_ARABIC_OR_HEBREW: Final = pattern("[\u0590-\u06ff]")  # scripts without capitals whose names are listed

HAN, KANA, HANGUL = "\u3400-\u9fff", "\u3040-\u30ff", "\uac00-\ud7af"  # ranges for patterns
EAST_ASIAN: Final = pattern(f"[{HAN}{KANA}{HANGUL}]")
_HAN_ALONE, _HANGUL_ALONE = pattern(f"[{HAN}]+"), pattern(f"[{HANGUL}]+")
_JAPANESE: Final = pattern(f"[{HAN}]{{1,3}}[{KANA}]{{1,4}}")  # a name whose given name is in kana
_JOINTS: Final = pattern(r"[\s·,、，]+")
MAX_END_CHARS: Final = 80  # characters at either end of a text that are searched for an East Asian byline

AGENCIES: Final = lexicon.words("agencies", "agency_letters")  # in lower case
_WORD: Final = pattern(r"\w+")
_OF_ORGANISATIONS: Final = lexicon.words("organisations", "agencies")
_LETTERS: Final = lexicon.words("agency_letters")
"""Agencies only if in capitals, in lower case, or alone: they are also names of people (``Efe Demir``)."""
_PHRASE: Final = lexicon.Matcher(r"{organisation_phrases}", 0)  # phrases, and words of scripts without spaces
_STEM: Final = lexicon.Matcher(r"(?<!\w){organisation_stems}(?!\w)", 0)  # words with an open end or beginning
_DOMAIN: Final = pattern(r"\.(?:com|de|org|net|at|ch|fr|pl|es|it|uk|ru)\b")


def lowered(text: str) -> str:
    """A text in lower case, with the same length: lower-case texts are matched several times as fast.

    >>> lowered("PAZARTESİ"), lowered("Ada")
    ('pazartesi', 'ada')
    """
    return (text if text.isascii() else text.replace("İ", "I")).lower()  # the only letter that becomes two


def unaccented(text: str) -> str:
    """A text without accents: NFKD without nonspacing marks (category Mn)."""
    if text.isascii():
        return text
    text = normal_form("NFKD", text)
    return text.translate({ord(char): None for char in set(text) if unicodedata.category(char) == "Mn"})


def plain_letters(text: str) -> str:
    """A text without accents and capitals."""
    return unaccented(text).casefold()


def without_dots(name: str) -> str:
    """A name with a space in place of the dot between an initial and a name."""
    return _GLUED_INITIAL.sub(" ", name) if "." in name else name


@lru_cache(maxsize=4096)
def looks_like_name(name: str) -> float:
    """How much a text looks like a person's name, 0 to 1: two to five words that begin with capitals.

    >>> looks_like_name("Ada van der Lovelace"), looks_like_name("read this"), looks_like_name("李明")
    (1.0, 0.0, 1.0)
    """
    tokens = without_dots(name.replace("-", " ")).split()
    if not name.isascii():
        letters = [char for char in name if char.isalpha()]
        if letters and all(unicodedata.category(char) == "Lo" for char in letters):
            return 1.0 if 2 <= len(letters) <= MAX_CASELESS else 0.3
        if letters and all(char.islower() and not is_small(char) for char in letters):
            return 1.0 if 1 < len(tokens) <= PAIR + 1 and len(letters) <= MAX_GEORGIAN else 0.3
    if not any(map(str.isalpha, name)):
        return 0.0
    proper = [token for token in tokens if token.casefold() not in PARTICLES]
    capital = sum([token[0].isupper() or _ELIDED.sub("", token)[:1].isupper() for token in proper])
    share = capital / max(1, len(proper))
    return share if 2 <= len(tokens) <= 5 else share / 2


@cache
def _names() -> frozenset[str]:
    """The known names, without accents, in lower case."""
    return frozenset(lexicon.people())


@lru_cache(maxsize=4096)
def may_name_somebody(text: str, language: str) -> bool:
    """Whether any word of a text is a known name, or its language or script has no list of names.

    Args:
        text: the text.
        language: the page's language.

    >>> [may_name_somebody(text, "en") for text in ("Ada Lovelace", "Related Stories", "李明")]
    [True, False, True]
    """
    if language not in _LISTED or (text.upper() == text.lower() and not _ARABIC_OR_HEBREW.search(text)):
        return True
    return not _names().isdisjoint(_NAME_WORD.findall(plain_letters(text)))


@lru_cache(maxsize=4096)
def are_names(text: str) -> bool:
    """Whether all words of a text are known names.

    >>> are_names("James Wood"), are_names("أحمد محمود"), are_names("The Courier")
    (True, True, False)
    """
    words = _NAME_WORD.findall(plain_letters(text))
    return bool(words) and _names().issuperset(words)


def has_family_name(letters: str) -> bool | None:
    """Whether letters begin with a family name and have the length of a name; None in scripts other than East Asian.

    >>> has_family_name("李明"), has_family_name("文化"), has_family_name("欧阳明华"), has_family_name("Ada")
    (True, False, True, None)
    >>> has_family_name("김철수"), has_family_name("김철수기자입니다"), has_family_name("山田太郎")
    (True, False, True)
    """
    size, known = len(letters), lexicon.words("family_names")
    if _HAN_ALONE.fullmatch(letters):
        if size < 4:
            is_word = size == 2 and letters[0] in lexicon.words("family_names_too")
            return size > 1 and letters[0] in known and not is_word
        return size < 6 and letters[:2] in known
    if _HANGUL_ALONE.fullmatch(letters):
        begins = (size == 3 and letters[0] in known) or (size == 4 and letters[:2] in known)
        return begins and letters not in lexicon.words("nobody")
    return _JAPANESE.fullmatch(letters) is not None if EAST_ASIAN.search(letters) else None


@cache
def _bylines() -> tuple[re.Pattern[str], ...]:
    """The patterns of bylines in Chinese, Korean and Japanese, each with the names in a group."""
    families = "".join(name for name in lexicon.words("family_names") if len(name) == 1)
    chinese, korean = f"[{families}][{HAN}]{{1,2}}", f"[{families}][{HANGUL}]{{1,3}}"
    japanese = rf"[{HAN}]{{2,4}}(?:[ \u3000]?[{HAN}{KANA}]{{1,4}})?"
    reporter = lexicon.one_of(lexicon.entries("roles_at_end", "ko"))
    before, behind = (lexicon.one_of(lexicon.entries(field, "ja")) for field in ("near_names", "roles_at_end"))
    phrases = lexicon.entries("by_phrases", "zh")
    labels = lexicon.one_of(word for word in phrases if len(word) > 1)
    alone = lexicon.one_of(word for word in phrases if len(word) == 1)
    ends, pictures = (lexicon.one_of(lexicon.entries(field, "zh")) for field in ("byline_ends", "pictures"))
    end = rf"(?=[\s)）\]】/／，、。]|$|(?:[\u4e00-\u9fff]{{2,3}})?(?:\d{{1,2}})?{ends})(?!\s*{pictures})"
    return (
        re.compile(
            rf"(?:{labels}\s*[:：/／|｜]?|(?<![{HAN}]){alone}\s*[:：/／|｜])\s*({chinese}(?:[\s、，]+{chinese})*){end}"
        ),
        re.compile(rf"(?<![{HANGUL}])({korean}(?:(?:\s*{reporter})?[\s·,]+{korean})*)\s*{reporter}(?![{HANGUL}])"),
        re.compile(rf"^[（(【〔]?\s*{before}\s*({japanese})(?=$|[ \u3000、／/)）】〕])"),
        re.compile(rf"^[（(【〔]?({japanese})\s*{behind}[)）】〕]?$"),
    )


def east_asian_byline(text: str) -> str | None:
    """The names in a Chinese, Japanese or Korean byline at either end of a text, separated by marks; or None.

    >>> east_asian_byline("（新華社記者朱旭東）江蘇省從１５日開始執行"), east_asian_byline("记者从广之旅方面了解到")
    ('朱旭東', None)
    >>> east_asian_byline("(서울=연합뉴스) 김철수 기자 = 두 도시는 다투었다."), east_asian_byline("山田太郎記者")
    ('김철수', '山田太郎')
    """
    if text.isascii() or not EAST_ASIAN.search(text):
        return None
    for byline in _bylines():
        found = byline.search(text[:MAX_END_CHARS]) or byline.search(text[-MAX_END_CHARS:])
        if found is not None:
            roles = lexicon.words("roles_at_end")
            return "、".join(name for name in _JOINTS.split(found[1]) if name not in roles)
    return None


@lru_cache(maxsize=4096)
def is_organisation(name: str) -> bool:
    """Whether a name is an organisation's, by its words.

    >>> is_organisation("Deutsche Presse-Agentur"), is_organisation("Ada Lovelace")
    (True, False)
    """
    words, small = _WORD.findall(name), lowered(name)
    lower = _WORD.findall(small)
    if not _OF_ORGANISATIONS.isdisjoint(lower) or _DOMAIN.search(small) is not None:
        return True
    letters = [word for word, one in zip(words, lower, strict=True) if one in _LETTERS]
    if letters and (len(letters) == len(words) or not (name.isupper() or all(map(str.istitle, letters)))):
        return True
    return _STEM.search(small) is not None or (not name.isascii() and _PHRASE.search(small) is not None)
