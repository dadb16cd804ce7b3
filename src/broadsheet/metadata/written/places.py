"""Large cities whose names are two words, as names of people are, or one in scripts without capitals: bylines say
beside a name where its bearer is (``By Ada Lovelace, New Delhi``).

The list has capitals and the largest cities by the papers that are read, and none that people are
called by.
"""

from __future__ import annotations

from typing import Final

__all__ = ["PLACES"]

PLACES: Final = frozenset(
    place.strip()
    for place in (
        # Latin letters
        "new delhi, new york, new york city, new orleans, los angeles, las vegas, san francisco, washington dc, "
        "washington d.c, salt lake city, kansas city, mexico city, panama city, guatemala city, cape town, hong kong, "
        "tel aviv, abu dhabi, kuala lumpur, phnom penh, addis ababa, dar es salaam, port moresby, port louis, "
        "port-au-prince, ho chi minh city, quezon city, kuwait city, vatican city, the hague, den haag, sri lanka, "
        "south africa, saudi arabia, united kingdom, united states, united arab emirates, new zealand, "
        "north korea, south korea, "
        "são paulo, sao paulo, rio de janeiro, belo horizonte, porto alegre, buenos aires, ciudad de méxico, "
        "ciudad de mexico, san salvador, santo domingo, nueva york, nova york, nueva delhi, nova delhi, la paz, "
        "la habana, la haya, le caire, la haye, tel-aviv, nova iorque, hà nội, hồ chí minh, tp hcm, tp.hcm, "
        "hải phòng, đà nẵng, "
        "banda aceh, frankfurt am main, frankfurt/main, novi sad, banja luka, nizhny novgorod, st petersburg, "
        "st. petersburg, nowy jork, nový york, yeni delhi, "
        # Cyrillic and Greek letters
        "нижний новгород, великий новгород, набережные челны, нижний тагил, ростов-на-дону, нью-йорк, лос-анджелес, "
        "санкт-петербург, кривий ріг, біла церква, івано-франківськ, велико търново, стара загора, нови сад, "
        "бања лука, нови пазар, νέα υόρκη, "
        # Scripts without capitals
        "القاهرة, بيروت, دمشق, بغداد, عمان, عمّان, الرياض, جدة, دبي, أبوظبي, أبو ظبي, الدوحة, الكويت, المنامة, مسقط, "
        "صنعاء, عدن, الخرطوم, طرابلس, بنغازي, تونس, الجزائر, الرباط, الدار البيضاء, نواكشوط, القدس, القدس المحتلة, "
        "غزة, رام الله, واشنطن, نيويورك, لندن, باريس, موسكو, برلين, أنقرة, إسطنبول, تهران, مشهد, اصفهان, شیراز, "
        "تبریز, کابل, اسلام آباد, کراچی, لاہور, پشاور, کوئٹہ, نئی دہلی, نيودلهي, "
        "תל אביב, ירושלים, חיפה, באר שבע, ניו יורק, וושינגטון, "
        "नई दिल्ली, दिल्ली, मुंबई, मुम्बई, कोलकाता, चेन्नई, बेंगलुरु, हैदराबाद, लखनऊ, पटना, भोपाल, जयपुर, चंडीगढ़, नयाँ दिल्ली, "
        "काठमाडौं, काठमांडू, पुणे, नागपुर, नाशिक, "
        "ঢাকা, চট্টগ্রাম, রাজশাহী, খুলনা, সিলেট, বরিশাল, রংপুর, ময়মনসিংহ, কলকাতা, নয়াদিল্লি, নয়া দিল্লি, "
        "சென்னை, புதுடெல்லி, హైదరాబాద్, กรุงเทพ, กรุงเทพฯ, เชียงใหม่, "
        "北京, 上海, 广州, 廣州, 深圳, 香港, 台北, 臺北, 高雄, 纽约, 紐約, 华盛顿, 華盛頓, 伦敦, 倫敦, 巴黎, 东京, "
        "東京, 大阪, 京都, 名古屋, ワシントン, ニューヨーク, ロンドン, パリ, ソウル, 서울, 부산, 대구, "
        "대전, 광주, 인천, 수원, 제주, 세종, 워싱턴, 뉴욕, 도쿄, 베이징, 파리, 런던"
    ).split(",")
)  # fmt: skip
"""In small letters."""
