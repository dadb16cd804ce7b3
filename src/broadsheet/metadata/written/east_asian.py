"""Names in Chinese and Korean: no capitals and no spaces tell them from other words, but family names are few.

It works on one string, and must not know pages.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = [
    "EAST_ASIAN",
    "HAN",
    "HANGUL",
    "KANA",
    "east_asian_byline",
    "has_family_name",
    "japanese_signature",
    "may_sign_in_japanese",
]

HAN, KANA, HANGUL = "\u3400-\u9fff", "\u3040-\u30ff", "\uac00-\ud7af"
"""Ranges of the characters of three scripts, for patterns."""
EAST_ASIAN: Final = re.compile(f"[{HAN}{KANA}{HANGUL}]")

_BEGINNING: Final = 80
"""Characters at the beginning of a text in which a Chinese byline is looked for."""
_LONGEST_LINE: Final = 40
"""Characters of a line that only says who wrote, and who took the pictures."""
_LONGEST_SIGNATURE: Final = 40
"""Characters at the end of a text in which a Japanese signature is looked for."""
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
_KOREAN_OF_TWO: Final = frozenset("남궁 황보 제갈 사공 선우 서문 독고 동방".split())
"""Korean family names of two syllables, without which a name of four is none."""
_KOREAN_WORDS: Final = frozenset(
    "조회수 이메일 전체글 이전글 이미지 최신글 최신순 이용자 이벤트 유튜브 신문사 방송사 한국어 추천수 추천글 정치부 "
    "문화부 전국부 지역부 지역별 안내문 지난호 이달의 주간지 구독자 구독료 공지문 한줄평 오늘의 문의처 주소록 이슈별 "
    "성인용 전송일 송고일 최종일 주요면 정정문 연재물 전시회 공연장 신간평 방명록 하루의 지면별".split()
)
"""Words of pages that have as many syllables as a name and begin with that of a family name."""
_OF_TWO: Final = frozenset(
    (
        "欧阳 歐陽 司马 司馬 诸葛 諸葛 上官 司徒 夏侯 皇甫 尉迟 尉遲 公孙 公孫 慕容 令狐 宇文 长孙 長孫 "
        "东方 東方 端木 南宫 南宮 独孤 獨孤"
    ).split()
)
"""Chinese family names of two characters, without which a name of four is none."""
_JAPANESE_FAMILIES: Final = frozenset(
    "佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡邉 山本 中村 小林 加藤 吉田 山田 松本 井上 木村 斎藤 "
    "斉藤 齋藤 清水 山崎 池田 橋本 阿部 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 "
    "青木 坂本 福田 太田 西村 藤井 岡本 藤原 金子 三浦 中野 中川 原田 松田 竹内 小野 田村 中山 和田 石田 "
    "森田 上田 内田 柴田 酒井 横山 高木 安藤 宮本 大野 小島 工藤 谷口 今井 高田 増田 丸山 杉山 村田 "
    "大塚 新井 小山 平野 藤本 河野 上野 野口 武田 松井 菅原 岩崎 木下 久保 佐野 野村 松尾 市川 菊地 "
    "菊池 杉本 古川 大西 島田 水野 桜井 高野 渡部 吉川 山内 西田 飯田 西川 小松 北村 安田 五十嵐 川口 平田 "
    "関口 中田 久保田 服部 土屋 秋山 永井 大島 中西 吉村 岩田 松岡 田口 樋口 川上 松下 浜田 星野 "
    "望月 内藤 田辺 小池 黒田 荒木 大橋 吉岡 矢野 石原 早川 荒井 平井 小西 篠原 片山 今村 児玉 八木 大久保 "
    "津田 須藤 小田 川村 上村 森本 本田 栗原 広瀬 大川 岸本 馬場 松村 西山 尾崎 三宅 足立 伊東 小沢 小澤 "
    "中井 日高 西岡 奥村 黒木 三好 細川".split()
)
"""Common Japanese family names of two and three characters that are not those of prefectures as well."""
_JAPANESE_GIVEN: Final = frozenset(
    "子美代江恵枝香花菜奈里織穂音央咲希紀郎朗男夫雄一二介助輔樹之也人斗太平広弘浩司志史治次彦明光輝誠剛健哲正和幸"
    "行則徳孝敏俊隆博裕寛仁修茂稔徹豊昇進勇実翔陽聡悟"
)
"""How many given names end."""
_JAPANESE: Final = re.compile(f"[{HAN}]{{1,3}}[{KANA}]{{1,4}}")
_JAPANESE_SIGNATURE: Final = re.compile(
    f"(?:[{HAN}]{{4,5}}|[{HAN}]{{2,3}}[ \u3000][{HAN}]{{1,3}}|[{HAN}]{{1,3}}[ \u3000]?[{KANA}]{{2,4}})"
    r"(?<![社部局班室会了略続新聞信集事報])"
)
"""A Japanese name of usual length that does not end as papers, their departments, and what ends a text do."""
_KOREAN_NAME: Final = f"[{''.join(sorted(_KOREAN))}][{HANGUL}]{{1,3}}"
_REPORTER: Final = r"(?:선임|수습|인턴|객원|전문|논설)?(?:기자|특파원)"
_KOREAN_BYLINE: Final = re.compile(
    rf"(?<![{HANGUL}])({_KOREAN_NAME}(?:(?:\s*{_REPORTER})?[\s·,]+{_KOREAN_NAME})*)\s*{_REPORTER}(?![{HANGUL}])"
)
_BETWEEN_KOREANS: Final = re.compile(rf"(?:\s*{_REPORTER})?[\s·,]+")
"""How Korean papers name who wrote a text: the name and the word for a reporter."""
_JAPANESE_BYLINE: Final = re.compile(
    rf"^[（(【〔]\s*(?:[{HAN}]{{0,6}}記者|取材・文|文)[\s・：:／/=＝]+([{HAN}{KANA}\u3000 ]{{2,10}})[)）】〕]"
)
"""How Japanese papers name in brackets before a text who wrote it."""
_JAPANESE_LINE: Final = re.compile(
    rf"(?:(?:(?:取材・文|聞き手|執筆|構成)[・ \u3000]|文・|(?:編集委員|論説委員|特派員)[ \u3000]|[ァ-ヶー]{{2,8}}[=＝])"
    rf"(?P<wrote>[{HAN}{KANA}]{{2,8}}(?:[ \u3000][{HAN}{KANA}]{{1,6}})?)"
    rf"(?=$|[ \u3000、,／/]+(?:写真|撮影|編集|構成|イラスト))"
    rf"|[（(【〔]?(?P<reports>[{HAN}{KANA}]{{2,8}}(?:[ \u3000][{HAN}{KANA}]{{1,6}})?)"
    r"\s*(?:記者|特派員|編集委員|論説委員)[)）】〕]?$"
    rf"|[【〔](?P<signs>[{HAN}{KANA} \u3000]{{3,8}}(?:、[{HAN}{KANA} \u3000]{{3,8}}){{0,3}})[】〕]$)"
)
"""How Japanese papers name in a line of its own who wrote a text: behind a label, before a word for a reporter, in
brackets."""
_KOREAN_LINE: Final = re.compile(
    rf"글[\s·:/]+([{''.join(sorted(_KOREAN))}][{HANGUL}]{{1,3}})(?=$|\s*[,|/·]?\s*(?:사진|그림|영상))"
)
"""How Korean papers do, with who took the pictures."""
_ENDS_SENTENCE: Final = "。」！？"
_SIGNED: Final = re.compile(rf"(?:^|[{_ENDS_SENTENCE}])\s*[（(【〔]([^（）()【】〔〕。]{{2,24}})[)）】〕]$")
_ENDS_SIGNED: Final = ("）", ")", "】", "〕")
_INTERVIEWED: Final = re.compile(r"^(?:聞き手|構成|文|取材・文|聞き手・構成)[・：:＝=]")
"""How the last paragraph of a Japanese text is signed, and what says there that somebody asked the questions."""
_NAME: Final = rf"[{''.join(sorted(_CHINESE))}][\u4e00-\u9fff]{{1,2}}"
_BYLINE: Final = re.compile(
    rf"(?:(?:作者|撰文|記者|记者|通訊員|通讯员)\s*[:：/／|｜]?|(?<![\u4e00-\u9fff])文\s*[:：/／|｜])\s*({_NAME}(?:[\s、，]+{_NAME})*)"
    r"(?=[\s)）\]】〕/／|，、。]|$|(?:[\u4e00-\u9fff]{2,3})?(?:報導|报道|報道|\d{1,2}日[电電]))"
    rf"(?!\s*[攝摄](?!影\s*(?:[:：/／|｜]|{_NAME})))"
)
"""How Chinese papers name who wrote a text, in brackets before it or in a line: the name ends where no character
follows, or before the place and the word for a report. Who took a picture has a word for that behind the name."""

_REPORT: Final = re.compile(
    rf"^[〔（(【]?(?:[\u4e00-\u9fff]{{2,4}}(?:中心|組|部)[/／])?(?:編譯|编译|特派員|特派记者)?\s*"
    rf"(?P<name>{_NAME}(?<![縣市區]))\s*(?:[/／]\s*[\u4e00-\u9fff]{{2,6}}(?:報導|报道|報道)|(?<=[\u4e00-\u9fff]{{3}})(?<=[/／].{{3}})報導)[〕）)】]?$"
)
"""How papers of Taiwan name who wrote a text, with the place behind a stroke, or the desk in front of one."""


def east_asian_byline(text: str) -> str | None:
    """The names in a Chinese byline at the beginning of a text, or in a Korean one at its beginning or end; or None.

    >>> east_asian_byline("（新華社記者朱旭東）江蘇省從１５日開始執行"), east_asian_byline("记者从广之旅方面了解到")
    ('朱旭東', None)
    >>> east_asian_byline("(서울=연합뉴스) 김철수 기자 = 두 도시는 십일 년 동안 다투었다.")
    '김철수'
    >>> east_asian_byline("김철수 기자·박영희 특파원 승인 2026.03.05 08:30")
    '김철수、박영희'
    """
    if text.isascii() or not EAST_ASIAN.search(text):
        return None
    found = _BYLINE.search(text[:_BEGINNING])
    if found is not None:
        return "、".join(re.split(r"[\s、，]+", found[1]))
    if (japanese := _JAPANESE_BYLINE.match(text)) is not None and may_sign_in_japanese(japanese[1]):
        return japanese[1]
    if len(text) <= _LONGEST_LINE and (own := _line_of_writer(text)) is not None:
        return own
    if len(text) <= _LONGEST_LINE and (report := _REPORT.match(text)) is not None:
        return report["name"]
    korean = _KOREAN_BYLINE.search(text[:_BEGINNING]) or _KOREAN_BYLINE.search(text[-_BEGINNING:])
    return "、".join(_BETWEEN_KOREANS.split(korean[1])) if korean is not None else None


def _is_japanese(letters: str) -> bool:
    """Whether four letters or five are a common Japanese family name and what is mostly the end of a given name."""
    return len(letters) <= _LONGEST + 1 and letters[:2] in _JAPANESE_FAMILIES and letters[-1] in _JAPANESE_GIVEN


def _line_of_writer(text: str) -> str | None:
    """The names in a line of its own that says who wrote, as Japanese and Korean papers set it, or None.

    >>> _line_of_writer("文・山田太郎　写真・鈴木花子"), _line_of_writer("山田太郎記者")
    ('山田太郎', '山田太郎')
    >>> [_line_of_writer(text) for text in ("【山田太郎】", "【独自取材】", "글 김철수 사진 박영희")]
    ['山田太郎', None, '김철수']
    """
    if (korean := _KOREAN_LINE.match(text)) is not None:
        return korean[1]
    found = _JAPANESE_LINE.match(text)
    if found is None:
        return None
    if (signed := found["signs"]) is not None:
        return signed if all(map(_begins_with_family_name, signed.split("、"))) else None
    name = found["wrote"] or found["reports"]
    return name if may_sign_in_japanese(name) else None


def _begins_with_family_name(name: str) -> bool:
    """Whether what may be a Japanese name begins with a family name that is common."""
    family = re.split("[ \u3000]", name)[0]
    return may_sign_in_japanese(name) and any(family[:size] in _JAPANESE_FAMILIES for size in (3, 2))


def may_sign_in_japanese(text: str) -> bool:
    """Whether what stands in brackets behind a Japanese text may be a name: family names are too many to be listed.

    >>> may_sign_in_japanese("山田太郎"), may_sign_in_japanese("時事通信"), may_sign_in_japanese("敬称略")
    (True, False, False)
    """
    return _JAPANESE_SIGNATURE.fullmatch(text) is not None


def japanese_signature(text: str) -> str | None:
    """The names in brackets at the end of a Japanese paragraph, behind its last sentence, or, where it is said what
    their bearers did, in a line of their own; or None.

    >>> japanese_signature("橋は来月開通。（聞き手・山田太郎）"), japanese_signature("橋は来月開通。【時事通信】")
    ('山田太郎', None)
    """
    found = _SIGNED.search(text, max(0, len(text) - _LONGEST_SIGNATURE)) if text.endswith(_ENDS_SIGNED) else None
    if found is None:
        return None
    names = _INTERVIEWED.sub("", found[1]).split("、")
    if found.start() == 0 and found[0][0] not in _ENDS_SENTENCE and names == found[1].split("、"):
        return None
    return "、".join(names) if all(map(may_sign_in_japanese, names)) else None


def has_family_name(letters: str) -> bool | None:
    """Whether letters are as many as a Chinese or Korean name has, and begin with a family name.

    Japanese family names are too many to be listed: of four characters or five the first two are a common one, and the
    last one mostly ends given names; a name with syllables in it has them behind one to three characters of the other
    kind. None for other scripts.

    >>> has_family_name("李明"), has_family_name("文化"), has_family_name("김철수"), has_family_name("Ada")
    (True, False, True, None)
    >>> has_family_name("欧阳明华"), has_family_name("高清图片"), has_family_name("김철수기자입니다")
    (True, False, False)
    >>> has_family_name("林みのり"), has_family_name("お問い合わせ")
    (True, False)
    >>> has_family_name("山田太郎"), has_family_name("小川町駅")
    (True, False)
    """
    size = len(letters)
    if _HAN_ALONE.fullmatch(letters):
        if size >= _LONGEST:
            return (size == _LONGEST and letters[:2] in _OF_TWO) or _is_japanese(letters)
        return _SHORTEST <= size < _LONGEST and letters[0] in _CHINESE and not (
            size == _SHORTEST and letters[0] in _WORDS_TOO
        )  # fmt: skip
    if _HANGUL_ALONE.fullmatch(letters):
        if size == _LONGEST:
            return letters[:2] in _KOREAN_OF_TWO
        return _SHORTEST < size < _LONGEST and letters[0] in _KOREAN and letters not in _KOREAN_WORDS
    return _JAPANESE.fullmatch(letters) is not None if EAST_ASIAN.search(letters) else None
