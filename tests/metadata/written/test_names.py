from __future__ import annotations

import pytest

from broadsheet.metadata.written.around_names import plainly_introduced
from broadsheet.metadata.written.east_asian import east_asian_byline, japanese_signature
from broadsheet.metadata.written.introductions import byline_within, starts_byline
from broadsheet.metadata.written.name_shapes import looks_like_name, may_be_name
from broadsheet.metadata.written.names import split_names
from broadsheet.metadata.written.organisations import is_organisation, may_be_family_name


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("新華網南京１月１７日專電（新華社記者朱旭東）江蘇省", "朱旭東"),
        ("【台灣醒報記者潘姿羽台北報導】週末就是投票日", "潘姿羽"),
        ("記者王明台北報導", "王明"),
        ("人道救助。(通訊員 宋黎勝 記者 黃淼君)", "宋黎勝"),
        ("(本刊記者/李靜睿)", "李靜睿"),
        ("[作者：李妍]", "李妍"),
        ("文 | 王晓琳", "王晓琳"),
        ("（文/赵勇）", "赵勇"),
        ("中文 | 王晓琳", None),
        ("本报讯(记者 王昀加、王庆钦)伴随龙年", "王昀加、王庆钦"),
        ("记者从广之旅方面了解到，目前春节出境", None),
        ("免责声明：本文仅代表作者个人观点", None),
        ("记者热线：0771-2083335", None),
        ("（中央社記者王明台北5日電）市議會今天通過", "王明"),
        ("图为渡船靠岸。本报记者 王晓琳 摄", None),
        ("（資料照，記者王晓琳攝）", None),
        ("（記者 佐藤花子）市議会は火曜日の夜、", "佐藤花子"),
        ("文｜王明哲　攝影｜李小美", "王明哲"),
        ("王明哲／台北報導", "王明哲"),
        ("【王明哲／綜合報導】", "王明哲"),
        ("編譯王明哲／綜合外電報導", "王明哲"),
        ("即時中心／王明哲報導", "王明哲"),
        ("地方中心／高雄報導", None),
        ("聞き手・佐藤花子", "佐藤花子"),
        ("編集委員　佐藤花子", "佐藤花子"),
        ("ワシントン=佐藤花子", "佐藤花子"),
        ("ワシントン=時事通信", None),
    ],
)
def test_chinese_bylines(text: str, names: str | None) -> None:
    assert east_asian_byline(text) == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("工事は来月始まる。【佐藤花子】", "佐藤花子"),
        ("工事は来月始まる。（佐藤花子、高橋健一）", "佐藤花子、高橋健一"),
        ("（聞き手・佐藤花子）", "佐藤花子"),
        ("（佐藤花子）", None),
        ("工事は来月始まる。【共同】", None),
        ("工事は来月始まる。（敬称略）", None),
        ("The work begins in May. (Ada Lovelace)", None),
    ],
)
def test_japanese_signatures(text: str, names: str | None) -> None:
    assert japanese_signature(text) == names


@pytest.mark.parametrize(
    "name",
    ["李明", "朱旭東", "歐陽菲菲", "김철수", "山田たろう", "أحمد علي", "김철수·이영희", "김철수 논설위원", "山田 太郎"],
)
def test_names_in_scripts_without_capitals(name: str) -> None:
    assert looks_like_name(name) == 1.0
    assert may_be_name(name)


@pytest.mark.parametrize("text", ["구독하기", "공유하기", "정치일반", "지역뉴스", "조회수", "이메일", "최종수정"])
def test_words_of_korean_pages_are_no_names(text: str) -> None:
    assert not may_be_name(text)
    assert may_be_name("김민수")
    assert may_be_name("남궁민수")


@pytest.mark.parametrize("name", ["Aina d’Ors", "Karin 't Hart", "Nurul binti Rahman", "Gianni dell'Orto"])
def test_names_with_small_words(name: str) -> None:
    assert may_be_name(name)


@pytest.mark.parametrize(
    "text",
    [
        "相關新聞",
        "分享到",
        "轉寄",
        "房產",
        "文化",
        "自由之翼",
        "로그인하기",
        "الأولى",
        "김해시 문화 행사",
        "小川町駅",
        "תל אביב",
        "Hà Nội",
    ],
)
def test_words_of_menus_in_these_scripts_are_no_names(text: str) -> None:
    assert not may_be_name(text)


def test_people_and_organisations() -> None:
    assert is_organisation("The Harbour Courier Newsroom")
    assert is_organisation("dpa")
    assert is_organisation("ČTK")
    assert not is_organisation("Ada Lovelace")
    assert looks_like_name("Ada Lovelace") == 1.0
    assert looks_like_name("read the whole story here now") == 0.0


def test_lines_that_begin_as_bylines_do() -> None:
    assert starts_byline("By Ada Lovelace")
    assert starts_byline("Opinion by Ada Lovelace, contributor")
    assert starts_byline("Guest column by Ada Lovelace")
    assert starts_byline("Par la rédaction.")
    assert starts_byline("Tribune d’Anne Dubois")
    assert starts_byline("Krönika av Anna Lindqvist")
    assert not starts_byline("Analyse de la situation")
    assert not starts_byline("Reportage von Menschen am Fluss")
    assert not starts_byline("Report by the ministry says the bridge is safe.")
    assert not starts_byline("Column by column the army left the town.")
    assert starts_byline("Von Anna Müller")
    assert starts_byline("Trimis de Ion Popescu")
    assert starts_byline("Haber: Ali Kaya")
    assert starts_byline("Nga Arben Hoxha")
    assert starts_byline("โดย สมชาย แสงทอง")
    assert not starts_byline("โดยรัฐบาลจะเริ่มก่อสร้างในปีหน้า")
    assert starts_byline("Пише: Марко Петровић")
    assert not starts_byline("Пише се нова историја")
    assert not starts_byline("Haber verildi")
    assert not starts_byline("Bystanders saw it")
    for sentence in (
        "Por primera vez en diez años, el Ayuntamiento abre el puente",
        "Di nuovo in piazza contro il ponte",
        "By popular demand the ferry returns",
        "Von der Idee zum Bad",
        "Par souci d’économie, la ville ferme le pont",
        "By clicking and subscribing you agree",
        "Текст комментария:",
        "“Por fin”",
    ):
        assert not starts_byline(sentence)
    for byline in ("Par la rédaction", "by randfish", "Posted by laurie at 10:30", "Text und Fotos: Karl May"):
        assert starts_byline(byline)
    assert starts_byline("記者　中村由美、高橋健一")
    assert starts_byline("Van onze verslaggever Ruud Kok")
    assert starts_byline("Беседовала Анна Петрова")
    assert not starts_byline("Подготовила для вас подборку новостей")
    assert starts_byline("Karl Berg (Fotos), Anna Müller (Text)")
    assert not starts_byline("The bridge is open (text follows)")
    assert not starts_byline("The bridge is open")


@pytest.mark.parametrize(
    ("line", "byline", "name"),
    [
        ("11.03.2022 14:05 Автор: Анна Петрова", "Автор: Анна Петрова", "Анна Петрова"),
        ("Kultur | Autorin: Anna Müller", "Autorin: Anna Müller", "Anna Müller"),
        ("8 March 2010 | By Ada Lovelace", "By Ada Lovelace", "Ada Lovelace"),
        ("Trimis de Ion Popescu la 12 mai 2021", None, "Ion Popescu"),
        ("取材・文＝山田太郎", None, "山田太郎"),
        ("Le contexte: Paul Martin", None, None),
    ],
)
def test_bylines_behind_something_else_or_a_label(line: str, byline: str | None, name: str | None) -> None:
    assert byline_within(line) == byline
    if name is not None:
        assert split_names(byline or line) == [name]


@pytest.mark.parametrize(
    ("byline", "language", "name"),
    [
        ("Na Neema Mushi", "sw", "Neema Mushi"),
        ("Gan Elin Hughes", "cy", "Elin Hughes"),
        ("Le Máire Ní Dhomhnaill", "ga", "Máire Ní Dhomhnaill"),
        ("Ni Maria Santos", "tl", "Maria Santos"),
        ("Minn Maria Borg", "mt", "Maria Borg"),
        ("Ni Wayan Sari", "id", "Ni Wayan Sari"),
        ("Le Thi Lan", "vi", "Le Thi Lan"),
        ("Na wewe pia", "sw", "Na wewe pia"),
        ("De Radu Enache", "ro", "Radu Enache"),
        ("De Radu Enache", "nl", "De Radu Enache"),
        ("De șase ani fără pod", "ro", "De șase ani fără pod"),
        ("от Иван Георгиев", "bg", "Иван Георгиев"),
        ("Per Núria Puig", "ca", "Núria Puig"),
        ("Maja Kranjc in Luka Zupan", "sl", "Maja Kranjc and Luka Zupan"),
        ("Maja Kranjc in Berlin", "en", "Maja Kranjc in Berlin"),
        ("Hildur Jónsdóttir skrifar", "is", "Hildur Jónsdóttir"),
        ("सुनीता वर्मा द्वारा", "hi", "सुनीता वर्मा"),
        ("Veera Koskela kirjoittaa:", "fi", "Veera Koskela"),
        ("Hildur Jónsdóttir skrifar", "en", "Hildur Jónsdóttir skrifar"),
    ],
)
def test_prepositions_that_are_names_elsewhere(byline: str, language: str, name: str) -> None:
    assert plainly_introduced(byline, language).removeprefix("By ") == name


def test_an_initial_without_a_space() -> None:
    assert looks_like_name("Б.Болормаа") == 1.0
    assert may_be_name("Б.Болормаа")


def test_a_verb_behind_a_name_in_turkish() -> None:
    assert plainly_introduced("Elif Kaya tarafından", "tr") == "By Elif Kaya"


@pytest.mark.parametrize(
    "name", ["Sid Lowry", "Efe Kaya", "Pap Gábor", "Kalle Ots", "ANSA VIRTA", "Lusa Kim", "Ani Rahma", "Anatole France"]
)
def test_people_who_are_called_as_agencies_are(name: str) -> None:
    assert not is_organisation(name)


@pytest.mark.parametrize(
    "name",
    [
        "Efe",
        "EFE Madrid",
        "dpa",
        "Toimitus",
        "Редакція",
        "Szerkesztőség",
        "Uredništvo",
        "Tim Redaksi",
        "Ban biên tập",
        "편집국",
        "온라인뉴스팀",
        "هيئة التحرير",
        "מערכת",
        "Συντακτική ομάδα",
        "ทีมข่าว",
        "De redactie",
        "PTI",
        "PR Newswire",
        "رويترز",
        "وكالة أنباء الشمال",
        "خبرگزاری مهر",
        "Anadolu Ajansı",
        "İHA",
        "ΑΠΕ-ΜΠΕ",
        "共同通信",
        "朝日新聞社",
        "人民日报",
        "뉴시스",
        "Adnkronos",
        "Estadão Conteúdo",
        "Ouest-France",
        "নিজস্ব প্রতিবেদক",
        "जागरण संवाददाता",
        "Lokalredaktion",
        "Courier Sportredaktion",
        "中央社",
        "편집부",
        "نیوز ڈیسک",
    ],
)
def test_those_who_make_a_paper_are_organisations(name: str) -> None:
    assert is_organisation(name)


def test_family_names_that_are_words_of_organisations() -> None:
    assert may_be_family_name("Clara Church")
    assert not may_be_family_name("The Post")
    assert not may_be_family_name("First Baptist Church")
    assert not may_be_family_name("News Church")


@pytest.mark.parametrize(
    "label",
    ["Autor/in", "Autor:in", "Autor*in", "Autor_innen", "Autor(in)", "Autor/-in", "Auteur(s)", "Auteur.e",
     "Auteur·rice", "Autor(a)", "Autore/i", "Redakteur:in", "Author(s)"],
)  # fmt: skip
def test_labels_that_speak_of_women_and_men_or_of_one_or_several(label: str) -> None:
    for mark in (": ", " : "):
        assert split_names(f"{label}{mark}Anna Müller") == ["Anna Müller"]
        assert starts_byline(f"{label}{mark}Anna Müller")
    assert split_names("Autor:in Anna Müller") == ["Anna Müller"]
    assert split_names("Textes de loi") == ["Textes de loi"]


@pytest.mark.parametrize(
    "line",
    ["As told to Ada Lovelace", "Compiled by Ada Lovelace", "Una entrevista de María García Lorca",
     "Un interviu de Ioana Popescu", "Die Fragen stellte Anna Müller", "Материал подготовила Анна Петрова",
     "Text & foto: Åsa Lindström"],
)  # fmt: skip
def test_several_words_before_a_whole_name_begin_a_byline(line: str) -> None:
    assert starts_byline(line)


@pytest.mark.parametrize(
    "line",
    ["Compiled by hand in Paris", "Medically reviewed by Ada Lovelace", "About the author Ada Lovelace",
     "από το ηλεκτρονικό κατάστημα", "De la ciudad de México"],
)  # fmt: skip
def test_several_words_that_begin_none(line: str) -> None:
    assert not starts_byline(line)


def test_georgian_writes_names_in_the_letters_of_all_words() -> None:
    assert looks_like_name("ნინო ბერიძე") == 1.0
    assert may_be_name("გიორგი კვირიკაშვილი")
    assert not may_be_name("ძველი ხიდის შეკეთება მომავალ თვეს დაიწყება")
