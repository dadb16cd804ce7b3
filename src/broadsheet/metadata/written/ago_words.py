"""The words by which languages say how long ago something was: facts of CLDR's relative times, with the forms of spoken
numbers and the short ones that papers use.

They are regular expressions without groups that have a number, in which a space stands for white space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

__all__ = ["AGO", "Ago"]


class Ago(NamedTuple):
    """How a language says how long ago.

    Attributes:
        frame: what stands around a number and its unit, ``{}``; several with ``|`` between spaces.
        minutes, hours, days, weeks: the units.
        one: what stands for one; with ``?`` in front it may be missing.
        yesterday, before: the day before the capture, and the one before that.
        today: the day of the capture.
        twos: two minutes, hours, days, and weeks, where one word says that.
    """

    frame: str
    minutes: str
    hours: str
    days: str
    weeks: str
    one: str = ""
    yesterday: str = ""
    before: str = ""
    today: str = ""
    twos: str = ""


_BOSNIAN: Final = Ago(
    "(?:pri?je|pre) {}", "minut[aeu]?|min", "sat[ai]?|čas(?:a|ova)?|h", "dana?",
    "tjed(?:an|na|ana)|ned(?:j)?elj[aeu]|sedmic[aeu]", "?jedan|jedn[ou]g?", "jučer?", "prekjučer?", "danas",
)  # fmt: skip
_INDONESIAN: Final = Ago(
    "{} (?:yang )?(?:lalu|lepas)", "menit|minit|mnt", "jam", "hari", "minggu|pekan", "satu|se", "kemarin|semalam",
    "kemarin lusa", "hari ini",
)  # fmt: skip
_NORWEGIAN: Final = Ago(
    "(?:for )?{} sid[ea]n", "minutt(?:er)?|min", "tim(?:e|er|ar)|t", "dag(?:er|ar)?|døgn", "uker?|veker?",
    "ei?n|ett?", "i går", "i forgårs", "i dag",
)  # fmt: skip
_SERBIAN: Final = Ago(
    "пр(?:иј)?е {}", "минут[аеу]?|мин", "сат[аи]?|час(?:а|ова)?|ч", "дана?", "недељ[аеу]|седмиц[аеу]", "?један|једну",
    "јуче", "прекјуче", "данас",
)  # fmt: skip
AGO: Final[Mapping[str, Ago]] = {
    "ar": Ago(
        "(?:منذ|قبل) {}", "دقيق[ةه]|دقائق", "ساع[ةه]|ساعات", "يوم(?:ا|اً)?|[أا]يام", "[أا]سبوع(?:ا|اً)?|[أا]سابيع",
        "?", "أمس", "أول (?:من )?أمس", "اليوم", "دقيقتين|ساعتين|يومين|[أا]سبوعين",
    ),
    "az": Ago("{} (?:əvvəl|öncə)", "dəqiqə|dəq", "saat", "gün", "həftə", "bir", "dünən", "srağagün", "bu gün"),
    "bg": Ago(
        "преди {}", "минут[аи]|мин", "час(?:а|ове)?|ч", "дни|ден", "седмиц[аи]", "?един|една", "вчера",
        "завчера|онзи ден", "днес",
    ),
    "bn": Ago("{} (?:আগে|পূর্বে)", "মিনিট", "ঘণ্টা|ঘন্টা", "দিন", "সপ্তাহ", "এক", "গতকাল", "গত পরশু", "আজ"),
    "bs": _BOSNIAN,
    "ca": Ago(
        "fa {}", "minuts?|min", "hor(?:a|es)|h", "di(?:a|es)|d", "setman(?:a|es)", "una?", "ahir", "abans-d[’']ahir",
        "avui",
    ),
    "cs": Ago(
        "před {}", "minut(?:ami|ou)|min", "hodin(?:ami|ou)|hod|h", "dny|dnem", "týdn(?:y|em)", "?jedn(?:ou|ím)",
        "včera", "předevčírem", "dnes",
    ),
    "da": Ago(
        "(?:for )?{} siden", "minut(?:ter)?|min", "timer?|t", "dage?|døgn", "uger?", "en|et", "i går", "i forgårs",
        "i dag",
    ),
    "de": Ago(
        "vor {}", "Minuten?|Min", "Stunden?|Std|h", "Tag(?:en)?", "Wochen?", "eine[mr]", "gestern", "vorgestern",
        "heute",
    ),
    "el": Ago(
        "πριν(?: από)? {} | {} πριν", "λεπτ(?:ά|ό)", "ώρ(?:ες|α)", "(?:η)?μέρ(?:ες|α)", "(?:ε)?βδομάδ(?:ες|α)",
        "?μ[ιί]α|ένα", "χ[θτ]ες", "προχ[θτ]ές", "σήμερα",
    ),
    "en": Ago(
        "{} ago", "minutes?|mins?|m", "hours?|hrs?|h", "days?|d", "weeks?|wks?|w", "an?|one", "yesterday", "",
        "today",
    ),
    "es": Ago(
        "hace {} | {} atrás", "minutos?|mins?", "horas?|hrs?|h", "d[ií]as?|d", "semanas?|sem", "una?", "ayer",
        "anteayer|antier", "hoy",
    ),
    "et": Ago(
        "{} (?:tagasi|eest)", "minut(?:it|i)|min", "tun(?:ni|di)|t", "päeva|p", "nädal(?:at|a)", "?ühe", "eile",
        "üleeile", "täna",
    ),
    "eu": Ago(
        "(?:duela|orain dela) {}", "minutu|min", "ordu(?: bete)?", "egun", "aste(?:bete)?", "", "atzo", "herenegun",
        "gaur",
    ),
    "fa": Ago("{} (?:پیش|قبل)", "دقیقه", "ساعت", "روز", "هفته", "یک", "دیروز", "پریروز", "امروز"),
    "fi": Ago(
        "{} sitten", "minuutti(?:a)?|min", "tunti(?:a)?|t|h", "päivää?|pv|vrk", "viikkoa?|vk", "?yksi", "eilen",
        "toissapäivänä", "tänään",
    ),
    "fr": Ago(
        "il y a {}", "minutes?|min|mn", "heures?|h", "jours?|j", "semaines?|sem", "une?", "hier", "avant-hier",
        "aujourd[’']hui",
    ),
    "gl": Ago(
        "(?:hai|fai|há) {}", "minutos?|min", "horas?|h", "días?", "semanas?", "unha|un", "onte", "antonte", "hoxe",
    ),
    "gu": Ago("{} પહેલા(?:ં)?", "મિનિટ", "કલાક", "દિવસ", "અઠવાડિયા|સપ્તાહ", "એક", "ગઈકાલે", "", "આજે"),
    "he": Ago(
        "לפני כ?-?{}", "דק(?:ות|ה)|דק[׳']", "שעות|שעה", "ימים|יום", "שבועות|שבוע", "?", "אתמול", "שלשום", "היום",
        "שתי דקות|שעתיים|יומיים|שבועיים",
    ),
    "hi": Ago(
        "{} (?:पहले|पूर्व)", "मिनट", "घंट[ेा]|घण्ट[ेा]", "दिन", "सप्ताह|हफ़्ते|हफ्ते|हफ़्ते", "एक", "", "", "आज",
    ),
    "hr": _BOSNIAN,
    "hu": Ago(
        "{}(?: ezelőtt)?", "perccel|perce", "órával|órája", "nappal|napja", "héttel|hete", "egy", "tegnap",
        "tegnapelőtt", "ma",
    ),
    "hy": Ago("{} առաջ", "րոպե", "ժամ", "օր", "շաբաթ", "մեկ", "երեկ", "", "այսօր"),
    "id": _INDONESIAN,
    "is": Ago(
        "fyrir {}(?: síðan)?", "mínút(?:um|u)|mín", "klukku(?:stund(?:um)?|tím(?:um|a))|klst", "dög(?:um)|degi",
        "vik(?:um|u)", "ein(?:ni|um|u)", "í gær", "í fyrradag", "í dag",
    ),
    "it": Ago(
        "{} fa", "minut[io]|min", "or[ae]|h", "giorn[io]|gg", "settiman[ae]", "un(?:[ao]|[’'])?", "ieri",
        "(?:l[’'])?altro ?ieri", "oggi",
    ),
    "ja": Ago("{}前", "分", "時間", "日", "週間", "", "昨日|きのう", "一昨日|おととい", "今日|きょう|本日"),
    "ka": Ago("{} (?:წინ|წინათ)", "წუთის", "საათის", "დღის", "კვირის", "ერთი", "გუშინ", "", "დღეს"),
    "kk": Ago("{} бұрын", "минут", "сағат", "күн", "апта", "бір", "кеше", "", "бүгін"),
    "kn": Ago(
        "{} ಹಿಂದೆ", "ನಿಮಿಷ(?:ಗಳ|ದ)?", "ಗಂಟೆ(?:ಗಳ|ಯ)?", "ದಿನ(?:ಗಳ|ದ)?", "ವಾರ(?:ಗಳ|ದ)?", "ಒಂದು", "ನಿನ್ನೆ", "", "ಇಂದು",
    ),
    "ko": Ago("{} ?전", "분", "시간", "일", "주일?", "", "어제", "그(?:저께|제)", "오늘"),
    "lt": Ago(
        "prieš {}", "minu(?:tes|čių|tę)|min", "valand(?:as|ų|ą)|val", "dien(?:as|ų|ą)|d", "savait(?:es|ę)|savaičių",
        "?vieną", "vakar", "užvakar", "šiandien",
    ),
    "lv": Ago(
        "pirms {}", "minūt(?:ēm|es)|min", "stund(?:ām|as)|st", "dien(?:ām|as)|d", "nedēļ(?:ām|as)", "?vienas",
        "vakar", "aizvakar", "šodien",
    ),
    "mk": Ago(
        "пред {}", "минут[аи]|мин", "час(?:а|ови)?", "дена?", "недел[аи]|седмиц[аи]", "?ед(?:ен|на)", "вчера",
        "завчера", "денес",
    ),
    "ml": Ago("{} (?:മുമ്പ്|മുൻപ്)", "മിനിറ്റ്?", "മണിക്കൂർ", "ദിവസം", "ആഴ്ച", "ഒരു", "ഇന്നലെ", "", "ഇന്ന്"),
    "mr": Ago(
        "{} ?(?:आधी|पूर्वी|अगोदर)", "मिनिट(?:े|ां)?", "तास(?:ां)?", "दिवस(?:ां)?", "आठवड(?:े|्यां|ा)", "एक", "काल",
        "", "आज",
    ),
    "ms": _INDONESIAN,
    "nb": _NORWEGIAN,
    "ne": Ago("{} (?:अघि|अगाडि|पहिले)", "मिनेट", "घण्टा|घन्टा", "दिन", "हप्ता", "एक", "हिजो", "अस्ति", "आज"),
    "nl": Ago(
        "{} geleden", "minu(?:ten|ut)|min", "uur|uren|u", "dag(?:en)?|d", "week|weken", "een|één", "gisteren",
        "eergisteren", "vandaag",
    ),
    "nn": _NORWEGIAN,
    "no": _NORWEGIAN,
    "pa": Ago("{} ਪਹਿਲਾਂ", "ਮਿੰਟ", "ਘੰਟ[ੇਾ]", "ਦਿਨ", "ਹਫ਼?ਤ[ੇਾ]", "ਇੱਕ|ਇਕ", "", "", "ਅੱਜ"),
    "pl": Ago(
        "{} temu", "minut[ęya]?|min", "godzin[ęya]?|godz|g|h", "dni|dzień|dnia", "tygodni[ea]?|tydzień|tyg",
        "?jedn[aą]", "wczoraj", "przedwczoraj", "dzisiaj|dziś",
    ),
    "pt": Ago(
        "(?:há|faz) {} | {} atrás", "minutos?|mins?", "horas?|h", "dias?|d", "semanas?|sem", "uma?", "ontem",
        "anteontem", "hoje",
    ),
    "ro": Ago(
        "acum {} | {} în urmă", "minute?|min", "or[eă]|h", "zile|zi", "săptămân[iă]", "o|un", "ieri", "alaltăieri",
        "astăzi|azi",
    ),
    "ru": Ago(
        "{} (?:тому )?назад", "минут[уы]?|мин", "час(?:а|ов)?|ч", "дн(?:я|ей)|день|дн|сут(?:ки|ок)", "недел[юиь]|нед",
        "?один|одну", "вчера", "позавчера", "сегодня",
    ),
    "sh": _BOSNIAN,
    "sk": Ago(
        "pred {}", "minút(?:ami|ou)|min", "hodin(?:ami|ou)|hod|h", "dňami|dňom", "týžd(?:ňami|ňom)", "?jedn(?:ou|ým)",
        "včera", "predvčerom", "dnes",
    ),
    "sl": Ago(
        "pred {}", "minut(?:ami|ama|o)|min", "ur(?:ami|ama|o)", "dn(?:evi|evoma|em)", "tedn(?:i|oma|om)", "?eno|enim",
        "včeraj", "predvčerajšnjim", "danes",
    ),
    "sq": Ago(
        "{} më parë | para {}", "minut(?:ash|ë|a)?", "orë(?:sh|ve)?", "ditë(?:sh|ve)?", "javë(?:sh|ve)?", "një",
        "dje", "pardje", "sot",
    ),
    "sr": _BOSNIAN,
    "sr-Cyrl": _SERBIAN,
    "sv": Ago(
        "(?:för )?{} sedan", "minut(?:er)?|min", "timm(?:ar|e)|tim|h", "dag(?:ar)?|dygn", "veck(?:or|a)", "en|ett",
        "i ?går", "i förrgår", "i ?dag",
    ),
    "ta": Ago(
        "{} ?முன்(?:பு|னர்)?", "நிமிட(?:ங்களுக்கு|த்திற்கு|ம்)", "மணி ?நேர(?:ங்களுக்கு|த்திற்கு|ம்)",
        "நா(?:ட்களுக்கு|ளுக்கு|ள்)", "வார(?:ங்களுக்கு|த்திற்கு|ம்)", "ஒரு", "நேற்று", "", "இன்று",
    ),
    "te": Ago("{} క్రితం", "నిమిష(?:ాల|ం)", "గంట(?:ల)?", "రోజు(?:ల)?", "వార(?:ాల|ం)", "ఒక", "నిన్న", "మొన్న", "నేడు"),
    "th": Ago(
        "(?:เมื่อ )?{} ?(?:ที่(?:แล้ว|ผ่านมา)|ก่อน)", "นาที", "ชั่วโมง|ชม", "วัน", "สัปดาห์|อาทิตย์", "",
        "เมื่อวาน(?:นี้)?", "เมื่อวานซืน", "วันนี้",
    ),
    "tl": Ago(
        "{} (?:ang )?(?:nakalipas|nakararaan|nakaraan)", "(?:na )?minuto", "(?:na )?oras", "(?:na )?araw",
        "(?:na )?linggo", "isang", "kahapon", "", "ngayong araw",
    ),
    "tr": Ago("{} önce", "dakika|dk", "saat|sa", "gün", "hafta", "bir", "dün", "evvelsi gün", "bugün"),
    "uk": Ago(
        "{} тому(?: назад)?", "хвилин[уи]?|хв", "годин[уи]?|год", "дн(?:і|ів)|день|дн|діб", "тиж(?:день|ні|нів)",
        "?одну|один", "[ву]чора", "позавчора", "сьогодні",
    ),
    "ur": Ago("{} (?:پہلے|قبل)", "منٹ", "گھنٹ[ےہ]", "دن", "ہفت[ےہ]", "ایک", "", "", "آج"),
    "uz": Ago("{} (?:oldin|avval)", "daqiqa", "soat", "kun", "hafta", "bir", "kecha", "", "bugun"),
    "vi": Ago("(?:cách đây )?{} trước", "phút", "giờ|tiếng", "ngày", "tuần", "một", "hôm qua", "hôm kia", "hôm nay"),
    "zh": Ago(
        "{} ?(?:之?前|以前)", "分(?:钟|鐘)", "[个個]?小[时時]|[个個]?[钟鐘][头頭]", "天",
        "[周週]|[个個]?(?:星期|[礼禮]拜)", "", "昨[天日]", "前天", "今[天日]",
    ),
}  # fmt: skip
"""By language. In Hindi, Punjabi and Urdu one word is yesterday and tomorrow."""
