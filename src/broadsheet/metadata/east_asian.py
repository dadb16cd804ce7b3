"""Names in Chinese and Korean: no capitals and no spaces tell them from other words, but family names are few.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["EAST_ASIAN", "HAN", "HANGUL", "KANA", "han_byline", "has_family_name"]

HAN, KANA, HANGUL = "\u3400-\u9fff", "\u3040-\u30ff", "\uac00-\ud7af"
"""Ranges of the characters of three scripts, for patterns."""
EAST_ASIAN: Final = re.compile(f"[{HAN}{KANA}{HANGUL}]")

_BEGINNING: Final = 80
"""Characters at the beginning of a text in which a Chinese byline is looked for."""
_HAN_ALONE, _HANGUL_ALONE = re.compile(f"[{HAN}]+"), re.compile(f"[{HANGUL}]+")
_SHORTEST, _LONGEST = 2, 4
"""Characters of a Chinese name, and of a Korean one."""
_CHINESE: Final = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金"
    "石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施牛樊葛邢安齐易乔伍庞颜倪庄聂章鲁岳"
    "翟殷詹申欧耿兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝游辛靳管柴蒙鲍华喻祁蒲房屈饶解牟艾尤阳穆司"
    "卓古吉缪车连芦褚娄窦戚岑景费卜晏席卫柏宗瞿桂全佟臧闵苟邬卞姬栾隋商刁沙荣巫寇桑郎甄仲虞敖巩佘苑迟邝官封谈鞠惠荆冀郁胥班楚"
    "張劉陳楊黃趙吳孫馬羅鄭謝許韓馮鄧蕭蔣葉蘇呂盧鍾譚陸範賈韋鄒閆閻龍賀顧龔萬錢嚴湯溫龐顏莊聶魯歐蘭紀單塗盛駱藍畢衛寧華遊連"
    "鄔閔鞏鄺談荊費婁繆靜喬齊饒陽關"
)
"""Characters that most Chinese family names are, in simplified and in traditional writing."""
_WORDS_TOO: Final = frozenset("房文游遊商全封班车官景金高关關方安常温溫石白包史古成连連单單向万萬车時时平易马馬")
"""Those that begin common words of two characters as well, so that a name of two with them is none."""
_KOREAN: Final = frozenset(
    "김이박최정강조윤장임한오서신권황안송전홍유고문양손배백허남심노하곽성차주우구나진민지엄채원천방공현함변염여추"
)
_NAME: Final = rf"[{''.join(sorted(_CHINESE))}][\u4e00-\u9fff]{{1,2}}"
_BYLINE: Final = re.compile(
    rf"(?:作者|撰文|記者|记者|通訊員|通讯员)\s*[:：/／]?\s*({_NAME}(?:[\s、，]+{_NAME})*)"
    r"(?=[\s)）\]】〕/／|，、。]|$|(?:[\u4e00-\u9fff]{2,3})?(?:報導|报道|報道|攝|摄))"
)
"""How Chinese papers name who wrote a text, in brackets before it or in a line: the name ends where no character
follows, or before the place and the word for a report."""


def han_byline(text: str) -> str | None:
    """The names in a Chinese byline at the beginning of a text, or None.

    >>> han_byline("（新華社記者朱旭東）江蘇省從１５日開始執行"), han_byline("记者从广之旅方面了解到")
    ('朱旭東', None)
    """
    if text.isascii():
        return None
    found = _BYLINE.search(text[:_BEGINNING])
    return "、".join(re.split(r"[\s、，]+", found[1])) if found is not None else None


def has_family_name(letters: str) -> bool | None:
    """Whether letters are as many as a Chinese or Korean name has, and begin with a family name.

    True for text with Japanese syllables, whose names begin with too many characters to be listed; None for other
    scripts.

    >>> has_family_name("李明"), has_family_name("文化"), has_family_name("김철수"), has_family_name("Ada")
    (True, False, True, None)
    """
    few = _SHORTEST <= len(letters) <= _LONGEST
    if _HAN_ALONE.fullmatch(letters):
        return few and letters[0] in _CHINESE and not (len(letters) == _SHORTEST and letters[0] in _WORDS_TOO)
    if _HANGUL_ALONE.fullmatch(letters):
        return few and letters[0] in _KOREAN
    return True if EAST_ASIAN.search(letters) else None
