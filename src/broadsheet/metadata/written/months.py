"""Names of months, in any language: by dateparser's data, and by tables for what most pages use and for what it lacks.

Each word is asked for once in a process, and the library, which takes a second to load, is imported only when there is
a word to ask for. It must not know dates.
"""

from __future__ import annotations

import re
import unicodedata
import warnings
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

from broadsheet.page.forks import FORKS_WAIT

__all__ = ["MONGOLIAN", "VIETNAMESE", "month_of", "tongue_of"]

_OF_THREE: Final = {"ckb": "ckb", "fil": "tl"}
"""Languages whose codes have three letters, and the code by which their names of months are known."""


def tongue_of(language: str | None) -> str:
    """The code by which names of months in a language are looked up: two letters, or three where it has no two.

    >>> tongue_of("pt-BR"), tongue_of("ckb-IQ"), tongue_of("fil")
    ('pt', 'ckb', 'tl')
    """
    code = (language or "en").lower()
    return _OF_THREE.get(code[:3], code[:2])


@lru_cache(maxsize=8192)
def month_of(word: str, language: str) -> int | None:
    """The month that a word names, in a language or in English; None where it names none.

    >>> month_of("märz", "de"), month_of("sept", "en"), month_of("people", "en")
    (3, 9, None)
    """
    known = _OWN.get(language, _LEVANT).get(word) or _KNOWN.get(word)
    # The English names are all known, and a library that takes a second to load has no more of them.
    if known is not None or (word.isascii() and len(word) < _SHORTEST):
        return known
    if language == "en" and (language := _by_script(word)) == "en":
        return None
    names = _names_of_months(language)
    months = names.get(word, ())
    if len(months) == 1:
        return months[0]
    # Where vowels are signs beside letters, a name has the form that the data give, and no other one.
    if not word.isalpha() or len(word) < _SHORTEST:
        return None
    if names and _beginning(word) not in _beginnings(language):
        return None
    with FORKS_WAIT, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from dateparser import parse

        try:
            found = parse(
                f"1 {word} 2000", languages=[language], settings={"STRICT_PARSING": True, "DATE_ORDER": "DMY"}
            )
        except (ValueError, TypeError, KeyError):
            return None  # a language that the library does not know
    return int(found.month) if found is not None and found.year == 2000 and found.day == 1 else None


def _by_script(word: str) -> str:
    """The language of a word in a script that hardly any other language is written in; English where it is none."""
    if word.isascii():
        return "en"
    return next((language for first, last, language in _SCRIPTS if first <= word[0] <= last), "en")


@cache
def _names_of_months(language: str) -> Mapping[str, tuple[int, ...]]:
    """The months by their names and abbreviations in a language, by dateparser's data; a few names have two.

    The data are read without the library, which is asked for other forms of these names alone: to load it takes a
    second, and its expressions for a language as long as a hundred pages.
    """
    library = find_spec("dateparser")
    if library is None or library.origin is None or not _CODE.fullmatch(language):
        return {}
    file = Path(library.origin).parent / "data" / "date_translation_data" / f"{language}.py"
    spec = spec_from_file_location(f"_months_{language}", file) if file.is_file() else None
    if spec is None or spec.loader is None:
        return {}
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    names = getattr(module, "info", {})
    found: dict[str, tuple[int, ...]] = {}
    for number, month in enumerate(_ENGLISH, 1):
        for name in {name.casefold() for name in names.get(month, ())}:
            found[name] = (*found.get(name, ()), number)
    return found


@cache
def _beginnings(language: str) -> frozenset[str]:
    """How the names of months begin in a language."""
    return frozenset(map(_beginning, _names_of_months(language)))


def _beginning(word: str) -> str:
    """The first letters of a word without case and accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", word).casefold() if not unicodedata.combining(char))[
        :_SHORTEST
    ]


_CODE: Final = re.compile(r"[a-z]{2}")
_SCRIPTS: Final = (
    ("\u0531", "\u0587", "hy"), ("\u0b00", "\u0b7f", "or"), ("\u0d80", "\u0dff", "si"), ("\u0e80", "\u0eff", "lo"),
    ("\u1000", "\u109f", "my"), ("\u10a0", "\u10ff", "ka"), ("\u1200", "\u137f", "am"), ("\u1780", "\u17ff", "km"),
)  # fmt: skip
"""First and last letters of scripts, and the language that is written in each."""
_SHORTEST: Final = 3
"""Letters of a word that can be a month's name."""
_MONTHS: Final = (
    "january february march april may june july august september october november december",
    "jan feb mar apr may jun jul aug sep oct nov dec",
    "januar februar märz april mai juni juli august september oktober november dezember",
    "jänner feber mär apr mai jun jul aug sept okt nov dez",
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "januari februari maart april mei juni juli augustus september oktober november december",
    "januari februari mars april maj juni juli augusti september oktober november december",
    "januar februar marts april maj juni juli august september oktober november desember",
    "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "ledna února března dubna května června července srpna září října listopadu prosince",
    "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада грудня",
    "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου οκτωβρίου νοεμβρίου "
    "δεκεμβρίου",
    "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
    "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "جانفي فيفري مارس أفريل ماي جوان جويلية أوت سبتمبر أكتوبر نوفمبر ديسمبر",
    "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
    "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
    "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
    "जनवरी फरवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
    "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितम्बर अक्तूबर नवम्बर दिसम्बर",
    "জানুয়ারি ফেব্রুয়ারি মার্চ এপ্রিল মে জুন জুলাই আগস্ট সেপ্টেম্বর অক্টোবর নভেম্বর ডিসেম্বর",
    "जानेवारी फेब्रुवारी मार्च एप्रिल मे जून जुलै ऑगस्ट सप्टेंबर ऑक्टोबर नोव्हेंबर डिसेंबर",
    "जनवरी फेब्रुअरी मार्च अप्रिल मे जुन जुलाई अगस्ट सेप्टेम्बर अक्टोबर नोभेम्बर डिसेम्बर",
    "ਜਨਵਰੀ ਫਰਵਰੀ ਮਾਰਚ ਅਪ੍ਰੈਲ ਮਈ ਜੂਨ ਜੁਲਾਈ ਅਗਸਤ ਸਤੰਬਰ ਅਕਤੂਬਰ ਨਵੰਬਰ ਦਸੰਬਰ",
    "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઈ ઑગસ્ટ સપ્ટેમ્બર ઑક્ટોબર નવેમ્બર ડિસેમ્બર",
    "જાન્યુઆરી ફેબ્રુઆરી માર્ચ એપ્રિલ મે જૂન જુલાઇ ઓગસ્ટ સપ્ટેમ્બર ઓક્ટોબર નવેમ્બર ડિસેમ્બર",
    "ஜனவரி பிப்ரவரி மார்ச் ஏப்ரல் மே ஜூன் ஜூலை ஆகஸ்ட் செப்டம்பர் அக்டோபர் நவம்பர் டிசம்பர்",
    "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జూలై ఆగస్టు సెప్టెంబర్ అక్టోబర్ నవంబర్ డిసెంబర్",
    "జనవరి ఫిబ్రవరి మార్చి ఏప్రిల్ మే జూన్ జులై ఆగస్ట్ సెప్టెంబరు అక్టోబరు నవంబరు డిసెంబరు",
    "ಜನವರಿ ಫೆಬ್ರವರಿ ಮಾರ್ಚ್ ಏಪ್ರಿಲ್ ಮೇ ಜೂನ್ ಜುಲೈ ಆಗಸ್ಟ್ ಸೆಪ್ಟೆಂಬರ್ ಅಕ್ಟೋಬರ್ ನವೆಂಬರ್ ಡಿಸೆಂಬರ್",
    "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മേയ് ജൂൺ ജൂലൈ ഓഗസ്റ്റ് സെപ്റ്റംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ",
    "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.",
    "يناير فبراير مارس أبريل ماي يونيو يوليوز غشت شتنبر أكتوبر نونبر دجنبر",
    "ജനുവരി ഫെബ്രുവരി മാർച്ച് ഏപ്രിൽ മെയ് ജൂൺ ജൂലൈ ആഗസ്റ്റ് സെപ്തംബർ ഒക്ടോബർ നവംബർ ഡിസംബർ",
)
"""Names of months that most pages use, so that they need no library; a name means the same in all these languages,
but for Czech ``listopadu`` and Polish ``listopada``, which differ in their last letter."""
MONGOLIAN: Final = {
    name.replace("_", " "): number
    for names in (
        "нэгдүгээр хоёрдугаар гуравдугаар дөрөвдүгээр тавдугаар зургаадугаар долоодугаар наймдугаар есдүгээр "
        "аравдугаар арван_нэгдүгээр арван_хоёрдугаар",
        "нэгдүгээр хоёрдугаар гуравдугаар дөрөвдүгээр тавдугаар зургадугаар долдугаар наймдугаар есдүгээр",
    )
    for number, name in enumerate(names.split(), 1)
}
"""Mongolian numbers of months in words."""
VIETNAMESE: Final = {
    name: number
    for names in ("một hai ba tư năm sáu bảy tám chín mười mười_một mười_hai", "giêng hai ba bốn năm sáu bẩy tám chín")
    for number, name in enumerate((one.replace("_", " ") for one in names.split()), 1)
}
"""Vietnamese numbers of months, as WordPress writes them."""
_ENGLISH: Final = _MONTHS[0].split()
_KNOWN: Final = {
    **{name.casefold(): number for row in _MONTHS for number, name in enumerate(row.split(), 1)},
    "sept": 9,
    "febr": 2,
    "февр": 2,
    "آگوست": 8,
    "আগষ্ট": 8,
    # Of the names of the Levant those that are one word, and are no other month's elsewhere.
    "شباط": 2,
    "آذار": 3,
    "نيسان": 4,
    "أيار": 5,
    "حزيران": 6,
    "تموز": 7,
    "آب": 8,
    "أيلول": 9,
}


def _in_forms(*rows: tuple[str, tuple[str, ...]]) -> Mapping[str, int]:
    """Forms of names of months: each name of a row with each of its endings."""
    return {
        name.replace("_", " ") + ending: number
        for names, endings in rows
        for number, name in enumerate(names.split(), 1)
        for ending in endings
    }


_PLAIN: Final = ("",)
_SOUTH_SLAVIC: Final = {
    **_in_forms(
        ("januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra", _PLAIN),
        ("januar februar mart april maj jun jul avgust septembar oktobar novembar decembar", _PLAIN),
        ("jan feb mar apr maj jun jul avg sep okt nov dec", _PLAIN),
    ),
    **dict.fromkeys(("listopad", "listopada", "listopadu"), 10),  # the eleventh in Czech and Polish
}
_NORWEGIAN: Final = {"des": 12}
_OWN: Final[Mapping[str, Mapping[str, int]]] = {
    "bg": {"мар": 3},
    "bs": _SOUTH_SLAVIC,
    "ca": {"ag": 8},
    "ckb": _in_forms(
        ("کانوونی_دووەم شوبات ئازار نیسان ئایار حوزەیران تەمموز ئاب ئەیلوول تشرینی_یەکەم تشرینی_دووەم "
         "کانوونی_یەکەم", ("", "ی")),
        ("کانونی_دووەم شوبات ئازار نیسان ئایار حوزەیران تەممووز ئاب ئەیلول", ("", "ی")),
    ),
    "eu": _in_forms(
        ("urtarril otsail martxo apiril maiatz ekain uztail abuztu irail urri azaro abendu", ("a", "ak", "aren"))
    ),
    "ga": _in_forms(
        ("eanáir feabhra mhárta aibreáin bealtaine mheithimh iúil lúnasa mheán_fómhair dheireadh_fómhair "
         "samhna nollag", _PLAIN),
        ("eanáir feabhra márta aibreán bealtaine meitheamh iúil lúnasa meán_fómhair deireadh_fómhair "
         "samhain nollaig", _PLAIN),
    ),
    "gl": {"xuñ": 6},
    "hi": {"जन": 1, "फर": 2},
    "hr": _SOUTH_SLAVIC,
    "id": {"agust": 8},
    "it": {"sett": 9},
    "ka": _in_forms(
        ("იანვარს თებერვალს მარტს აპრილს მაისს ივნისს ივლისს აგვისტოს სექტემბერს ოქტომბერს ნოემბერს დეკემბერს", _PLAIN)
    ),
    "ku": _in_forms(
        ("çile sibat adar nîsan gulan hezîran tîrmeh tebax îlon cotmeh mijdar berfanbar", ("", "ê")), ("çileyê", _PLAIN)
    ),
    "ky": _in_forms(
        ("январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь", _PLAIN),
        ("январы февралы марты апрели майы июну июлу августу сентябры октябры ноябры декабры", _PLAIN),
    ),
    "lv": _in_forms(
        ("janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī decembrī", _PLAIN)
    ),
    "my": _in_forms(
        ("ဇန်နဝါရီ ဖေဖော်ဝါရီ မတ် ဧပြီ မေ ဇွန် ဇူလိုင် ဩဂုတ် စက်တင်ဘာ အောက်တိုဘာ နိုဝင်ဘာ ဒီဇင်ဘာ", ("", "လ"))
    ),
    "nb": _NORWEGIAN,
    "nn": _NORWEGIAN,
    "no": _NORWEGIAN,
    "sd": _in_forms(("جنوري فيبروري مارچ اپريل مئي جون جولاءِ آگسٽ سيپٽمبر آڪٽوبر نومبر ڊسمبر", _PLAIN)),
    "sh": _SOUTH_SLAVIC,
    "sl": _in_forms(
        ("januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra decembra", _PLAIN)
    ),
    "sr": _SOUTH_SLAVIC,
    "tg": _in_forms(("январ феврал март апрел май июн июл август сентябр октябр ноябр декабр", ("", "и"))),
    "tk": _in_forms(("ýanwar fewral mart aprel maý iýun iýul awgust sentýabr oktýabr noýabr dekabr", _PLAIN)),
    "tr": {"mayis": 5, "kasim": 11, "aralik": 12},  # what is left of capitals without a dot
    "tt": _in_forms(("гыйнвар февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь", _PLAIN)),
    "uz": _in_forms(("январ феврал март апрел май июн июл август сентябр октябр ноябр декабр", _PLAIN)),
}  # fmt: skip
"""Names of months in single languages that dateparser does not know, or not in the form that dates have; or that
are another month's elsewhere.
"""
_LEVANT: Final = {
    f"{name} {second}": number
    for name, second, number in (
        ("كانون", "الثاني", 1), ("تشرين", "الأول", 10), ("تشرين", "الاول", 10), ("تشرين", "الثاني", 11),
        ("كانون", "الأول", 12), ("كانون", "الاول", 12),
    )
}  # fmt: skip
"""Of the names of the Levant those that are two words."""
