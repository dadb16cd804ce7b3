"""Authors as pages show them, beside, below and above the article: pages written for these tests."""

from __future__ import annotations

from pathlib import Path

import pytest

import broadsheet
from broadsheet.article import Author
from tests.metadata.pages import ld, rows
from tests.metadata.test_as_shown import ADDRESS, CROWD, HEADLINE, TEASERS, of, page

HERE = Path(__file__).parent
BYLINE = "<p class=byline>By Ada Lovelace</p>"
PAPER = ld(author={"@type": "Organization", "name": "Northgate Herald"})
CARDS = "<section><h2>More</h2>{}</section>".format(
    "".join(
        f"<div class=card><h3><a href='/2026/{at}.html'>{headline}</a></h3>"
        f"<span class=byline>By <a href='/author/{at}'>{name}</a></span></div>"
        for at, (name, headline) in enumerate(
            (("Karen Moore", "The old crossing closes"), ("Dave Wilkins", "Where the river bends"))
        )
    )
)
NEXT = "<div><h3><a href='/2026/7.html'>The old crossing closes</a></h3><span class=byline>By Karen Moore</span></div>"
READERS = "<ul class=comments><li><span class=author>Karen Moore</span><p>I never thought so.</p></li></ul>"
SAYS = "<section><div class=comment><cite class=fn>Karen Moore</cite> says:<p>I never thought so.</p></div></section>"


def authors(top: str = "", language: str = "en", *, head: str = "", behind: str = "") -> tuple[str, ...]:
    """The authors of a page that has something in its head, below its headline, and behind its text."""
    html = page(head, top, behind=behind).replace("lang=en", f"lang={language}")
    return broadsheet.extract(html, url=ADDRESS, with_verdict=False).authors


@pytest.mark.parametrize(("line", "names"), rows(HERE / "bylines.tsv"))
def test_names_in_elements_named_for_bylines(line: str, names: str) -> None:
    assert ", ".join(authors(f"<div class=byline>{line}</div>")) == names


@pytest.mark.parametrize(("line", "language", "names"), rows(HERE / "lines.tsv"))
def test_names_in_lines_without_a_class(line: str, language: str, names: str) -> None:
    assert (", ".join(authors(f"<div>{line}</div>", language)) or "-") == names


@pytest.mark.parametrize(
    ("lines", "language", "names"),
    [
        ("<p>Beatriz Souza</p><p>São Paulo</p>", "en", "Beatriz Souza"),
        ("<p>Paris - Ada Lovelace</p><p>12.03.2024</p>", "en", "Ada Lovelace"),
        ("<p>بغداد – سارة محمود</p><p>12.03.2024</p>", "ar", "سارة محمود"),
        ("<p>Joana da Silva</p><p>12 May 2026</p>", "en", "Joana da Silva"),
        ("<p>Juana de la Cruz</p><p>12 May 2026</p>", "en", "Juana de la Cruz"),
        ("<div>山田太郎</div><div>2025年5月6日</div>", "en", "山田太郎"),
        ("<p>By</p><p>Ada Lovelace</p>", "en", "Ada Lovelace"),
        ("<p>Von:</p><p>Anna Müller</p>", "en", "Anna Müller"),
        ("<p>Written by</p><p>Tom Hale</p>", "en", "Tom Hale"),
        ("<a rel=author href=/ada>Ada Lovelace</a> <a rel=author href=/ada>Ada Lovelace</a>", "en", "Ada Lovelace"),
        ("<div><b class=fn>Ada Lovelace</b> has been in the town of many bridges</div>", "en", "Ada Lovelace"),
        *[(f"<p>By</p><p>{words}</p>", "en", "") for words in ("Search", "Related stories", "last updated on Tuesday")],
        ("<div><b class=quote-credit>Karl Berg</b> <b>Mayor of the old town</b></div>", "en", ""),
        ("<p><a href=/expert/list>健康大视界</a>|<a href=/people/x>財智</a></p>", "zh", ""),
        ("<p class=byline hidden>By Tom Adeyemi</p>", "en", ""),
        (f"<p class=byline hidden>By Tom Adeyemi</p>{BYLINE}", "en", "Ada Lovelace"),
        ("<h2>Por primera vez en diez años, la ciudad abre el puente</h2><a rel=author href=/x>Luis Gil Pérez</a>",
         "en", "Luis Gil Pérez"),
        ("<ul class=authors><li>วิชัย แสงทอง</li><li>มานี รักไทย</li></ul>", "en", "วิชัย แสงทอง, มานี รักไทย"),
        ("<div class=byline><a href=/1>วิชัย แสงทอง</a><a href=/2>มานี รักไทย</a></div>", "en", "วิชัย แสงทอง, มานี รักไทย"),
        ("<div class=author><span>วิชัย แสงทอง</span><span>ผู้สื่อข่าว</span></div>", "en", "วิชัย แสงทอง"),
        ("<div class=author><a href=/1>منى خليل</a><span>صحفية</span></div>", "en", "منى خليل"),
        ("<div class=author><span>נועה לוי</span><span>כתבת פוליטית</span></div>", "en", "נועה לוי"),
        ("<div><p>הירשמו לעדכונים</p><form><input type=email><button>OK</button></form></div>", "he", ""),
        (f"<figure><img src=a.jpg><figcaption class=credit>Karl Berg/Reuters</figcaption></figure>{BYLINE}",
         "en", "Ada Lovelace"),
        ("<figure itemscope itemtype='https://schema.org/ImageObject'><span itemprop=author>Karl Berg</span></figure>"
         + BYLINE, "en", "Ada Lovelace"),
        ("<figure><img src=/1.jpg><figcaption>渡船靠岸。本报记者 王晓琳 摄</figcaption></figure>", "en", ""),
        (f"<div><h2><a href='/local/new-bridge-approved-18273'>A new bridge over the sound</a></h2>{BYLINE}</div>",
         "en", "Ada Lovelace"),
    ],
)  # fmt: skip
def test_names_in_elements_below_the_headline(lines: str, language: str, names: str) -> None:
    assert ", ".join(authors(lines, language)) == names


@pytest.mark.parametrize(
    ("behind", "names"),
    [
        ("<p>— Ada Lovelace</p>", "Ada Lovelace"),
        ("<p>(Ada Lovelace)</p>", "Ada Lovelace"),
        ("<p>Ada Lovelace (PAP)</p>", "Ada Lovelace"),
        ("<p>Nguyễn Văn An</p>", "Nguyễn Văn An"),
        ("<p>(dpa)</p>", "dpa"),
        ("<p>ANSA</p>", "ANSA"),
        ("<div>Written by</div><div>Tom Hale</div>", "Tom Hale"),
        ("<div><h3><a href='/author/ada'>Ada Lovelace</a></h3><p>She writes about rivers and bridges.</p></div>",
         "Ada Lovelace"),
        ("<footer><a href=/author/kontakte>Kontakte Anfahrt</a></footer>", ""),
        ("<div>Verbraucherservice Energie</div>", ""),
        ("<p>Kategorie: Politik</p>", ""),
        ("<p>Tags: Angela Merkel, Olaf Scholz</p>", ""),
        ("<ul><li><a href='/t/merkel'>Angela Merkel</a></li></ul>", ""),
        ("<div class=article-tags><span>Angela Merkel</span></div>", ""),
        ("<p><a rel=license href='https://creativecommons.org/licenses/by/4.0/'>Creative Commons</a></p>", ""),
        *[(box, "") for box in (CROWD, TEASERS, CARDS, NEXT, f"<aside>{CARDS}</aside>", READERS, SAYS)],
    ],
)  # fmt: skip
def test_names_behind_the_text(behind: str, names: str) -> None:
    assert ", ".join(authors(behind=behind)) == names
    if not names:
        assert authors(BYLINE, behind=behind) == ("Ada Lovelace",)
        assert authors(head=PAPER, behind=behind) == ("Northgate Herald",)


@pytest.mark.parametrize(
    ("line", "language", "author"),
    [
        ("<span>Ane Etxeberria</span> | <span>2024ko martxoaren 12a, 14:35</span>", "eu", "Ane Etxeberria"),
        ("<span>Kristiina Tamm, ajakirjanik</span><span>12. märts 2024, kell 14:35</span>", "et", "Kristiina Tamm"),
        ("12 March 2024, 14:35 | Ada Lovelace", "en", "Ada Lovelace"),
        ("Ada Lovelace | 14:35, 12 March 2024", "en", "Ada Lovelace"),
        ("Ada Lovelace · 4 min read · 12 March 2024, 14:35", "en", "Ada Lovelace"),
        ("12. März 2024 um 14.35 Uhr | Karl Berg", "de", "Karl Berg"),
        ("12.3.2024 klo 14.35 | Aino Virtanen", "fi", "Aino Virtanen"),
        ("Aino Virtanen | Julkaistu 12.3.2024 klo 14.35", "fi", "Aino Virtanen"),
        ("2024. március 12. 14:35 | Kovács Anna", "hu", "Kovács Anna"),
        ("Nguyễn Thị Mai - 14:35 12/03/2024", "vi", "Nguyễn Thị Mai"),
        ("<span>ಸುಮಾ ಹೆಗಡೆ</span><span>ಮಾರ್ಚ್ 12, 2024, 14:35</span>", "kn", "ಸುಮಾ ಹೆಗಡೆ"),
    ],
)
def test_a_name_beside_a_date_in_one_line(line: str, language: str, author: str) -> None:
    html = page(top=f"<div>{line}</div>").replace("lang=en", f"lang={language}")
    article = broadsheet.extract(html, url=ADDRESS)
    assert (article.authors, article.published) == ((author,), "2024-03-12T14:35:00")


def test_the_headline_is_never_an_author() -> None:
    html = page().replace(f"<h1>{HEADLINE}</h1>", "<h1>Studentendorf Nordhafen Berlin</h1>")
    assert broadsheet.extract(html, url=ADDRESS).authors == ()


def test_a_class_of_the_body_that_says_comments_are_open_hides_no_byline() -> None:
    html = page(top=BYLINE).replace("<body>", "<body class='single comments-open'>")
    assert broadsheet.extract(html, url=ADDRESS).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "byline", ["<a href=/authors/ada>Ada Lovelace</a>", "<div class=author-name>Ada Lovelace</div>"]
)
def test_a_person_goes_before_the_paper_that_is_stated(byline: str) -> None:
    assert authors(byline, head=PAPER) == ("Ada Lovelace",)
    article = of("<meta property=article:author content='Northgate Herald'>", byline, title=f"{HEADLINE} | Northgate")
    assert article.authors == ("Ada Lovelace",)
    assert authors("<div class=byline>Photos: Karl Berg</div>", head=PAPER) == ("Northgate Herald",)


def test_lines_beside_a_stated_person_add_only_names_in_one_line_with_it() -> None:
    stated = ld(author={"@type": "Person", "name": "Karin Hoffmann"})
    assert authors("<div>Karin Hoffmann and Paul Weber</div>", head=stated) == ("Karin Hoffmann", "Paul Weber")
    assert authors("<div>Otto Becker</div>", head=stated) == ("Karin Hoffmann",)


def test_links_above_the_headline_are_no_authors() -> None:
    links = "".join(f"<li><a href=/office/{name}>{name} Hoffmann</a></li>" for name in ("Karl", "Paul", "Otto", "Anna"))
    html = page().replace("<main>", f"<ul>{links}</ul><main>")
    assert broadsheet.extract(html, url=ADDRESS).authors == ()


@pytest.mark.parametrize(("name", "kind"), [("Anna Weber", "person"), ("Toimitus", "organisation")])
def test_kinds_of_what_is_stated_as_a_person(name: str, kind: str) -> None:
    person = {"@type": "Person", "name": name}
    assert of(ld(author=person)).contributors == (Author(name, kind),)
    for head in (ld(author=person, publisher=person), f"<meta name=author content='{name}'>{ld(publisher=person)}"):
        assert of(head).contributors == (Author(name, kind),)


@pytest.mark.parametrize("name", ["Le Courrier du Sud", "Corriere del Sud", "Sahil Postası", "南新聞"])
def test_a_paper_that_is_stated_as_a_person_is_an_organisation(name: str) -> None:
    paper = ld(author={"@type": "Person", "name": name}, publisher={"@type": "Organization", "name": name})
    assert of(f"<meta property=og:site_name content='{name}'>{paper}").contributors == (Author(name, "organisation"),)


@pytest.mark.parametrize(
    ("stated", "shown", "name"),
    [
        ("Jose Munoz", "José Muñoz", "José Muñoz"),
        ("ada lovelace", "Ada Lovelace", "Ada Lovelace"),
        ("Per Lindgren", "Per Lindgren", "Per Lindgren"),
        ("Lena Sun", "Lena Sun", "Lena Sun"),
    ],
)
def test_the_better_spelling_of_a_name_is_taken(stated: str, shown: str, name: str) -> None:
    head = ld(author={"@type": "Person", "name": stated})
    assert authors(f"<p class=byline>By {shown}</p>", head=head) == (name,)


@pytest.mark.parametrize("name", ["James Wood", "Rose Stone", "Mark Green"])
def test_a_second_author_whose_name_is_made_of_words(name: str) -> None:
    maria = ld(author={"@type": "Person", "name": "Maria Jones"})
    linked = f"By <a href=/author/m rel=author>Maria Jones</a> and <a href=/author/n rel=author>{name}</a>"
    for box in ("<p class=byline>{}</p>", "<div>{}</div>"):
        assert authors(box.format(linked), head=maria) == ("Maria Jones", name)


@pytest.mark.parametrize("line", ["记者 李雷", "本报记者 李雷"])
def test_a_signature_below_a_chinese_text(line: str) -> None:
    prose = "两座城市争论了十一年，没有人记得是怎么开始的，也没有人知道谁想要什么，直到今年春天才达成协议，"
    text = "".join(f"<p>{prose * 2}{at}。</p>" for at in range(6))
    html = f"<html lang=zh><article><h1>2026: {prose[:12]}</h1>{text}<p>{line}</p></article><footer><p>© 2026"
    assert broadsheet.extract(html, url=ADDRESS).authors == ("李雷",)


BOX = "<div class=box>" + "".join(f"<p><a href=/t/{n}>Topic number {n}</a></p>" for n in range(9)) + "</div>"


@pytest.mark.parametrize(
    "top",
    [f"<p>By Ada Lovelace</p>{BOX}{BOX}", f"<p>Wednesday October 18 10:19 AM ET</p>{BOX}{BOX}<p>By Ada Lovelace</p>"],
)
def test_a_byline_above_or_below_a_long_box(top: str) -> None:
    assert authors(top) == ("Ada Lovelace",)


@pytest.mark.parametrize(
    ("line", "names"), [("Written by Ada Lovelace", ("Ada Lovelace",)), ("By Tuesday evening all was quiet.", ())]
)
def test_a_signature_is_read_above_notes_and_no_sentence_is_one(line: str, names: tuple[str, ...]) -> None:
    text = "".join(
        f"<p>The {age} bridge across the river was opened on Tuesday after two years of work on its piers, and the "
        "first carts went over it before noon, while the band of the fire brigade played on the bank.</p>"
        for age in ("old", "new", "other")
    )
    notes = "".join(f"<p>[{n}] A report of the harbour office, which tells of the work, page {n}.</p>" for n in "1234")
    html = f"<title>{HEADLINE}</title><body><h1>{HEADLINE}</h1>{text}<p>{line}</p>{notes}</body>"
    assert broadsheet.extract(html, with_verdict=False).authors == names
