"""Who is named beside an article and did not write it: pages written for these tests."""

from __future__ import annotations

import pytest

from broadsheet.article import Author
from tests.metadata.test_as_shown import ld, of

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


@pytest.mark.parametrize("behind", [CARDS, NEXT, f"<aside>{CARDS}</aside>", READERS, SAYS])
def test_who_is_named_in_other_boxes_wrote_nothing(behind: str) -> None:
    assert of(behind=behind).authors == ()
    assert of("", BYLINE, behind=behind).authors == ("Ada Lovelace",)
    assert of(PAPER, behind=behind).authors == ("Northgate Herald",)


def test_the_box_of_the_author_is_none_of_another_article() -> None:
    box = "<div><h3><a href='/author/ada'>Ada Lovelace</a></h3><p>She writes about rivers and bridges.</p></div>"
    assert of(behind=box).authors == ("Ada Lovelace",)


def test_the_headline_that_leads_to_the_page_itself_is_of_this_article() -> None:
    byline = "<div><h2><a href='/local/new-bridge-approved-18273'>A new bridge over the sound</a></h2>{}</div>"
    assert of("", byline.format(BYLINE)).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "byline", ["<a href=/authors/ada>Ada Lovelace</a>", "<div class=author-name>Ada Lovelace</div>"]
)
def test_the_paper_that_is_stated_yields_to_a_person(byline: str) -> None:
    assert of(PAPER, byline).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    "line", ["Written by {} | Reviewed by {}", "Edited by {1} | Written by {0}", "By {}. Fact-checked by {}"]
)
def test_who_checked_a_text_did_not_write_it(line: str) -> None:
    linked = line.format("<a href=/author/ada>Ada Lovelace</a>", "<a href=/author/karl>Karl Berg</a>")
    assert of("", f"<div class=byline>{linked}</div>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize("name", ["Joana da Silva", "Juana de la Cruz", "Anna von Berg"])
def test_a_name_with_particles_in_a_line_of_its_own(name: str) -> None:
    assert of("", f"<p>{name}</p><p>12 May 2026</p>").authors == (name,)


@pytest.mark.parametrize(
    "picture",
    [
        "<figure><img src=a.jpg><figcaption class=credit>Karl Berg/Reuters</figcaption></figure>",
        "<figure itemscope itemtype='https://schema.org/ImageObject'><span itemprop=author>Karl Berg</span></figure>",
    ],
)
def test_who_took_a_picture_did_not_write_the_text(picture: str) -> None:
    assert of("", f"{picture}{BYLINE}").authors == ("Ada Lovelace",)


def test_names_in_brackets_at_the_end_sign_a_text() -> None:
    assert of("", "", behind="<p>(Ada Lovelace)</p>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize("addition", [" · 4 min read", " • Transport reporter"])
def test_what_stands_behind_a_mark_is_no_part_of_a_line(addition: str) -> None:
    assert of("", f"<p>Ada Lovelace{addition}</p>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize(("name", "kind"), [("Sid Lowry", "person"), ("Toimitus", "organisation")])
def test_what_is_stated_as_a_person(name: str, kind: str) -> None:
    stated = of(ld(author={"@type": "Person", "name": name}))
    assert stated.contributors == (Author(name, kind),)


@pytest.mark.parametrize("name", ["Per Lindgren", "Lena Sun"])
def test_a_name_that_is_stated_and_shown_is_whole(name: str) -> None:
    assert of(ld(author={"@type": "Person", "name": name}), f"<p class=byline>By {name}</p>").authors == (name,)


@pytest.mark.parametrize(
    "byline",
    [
        "By <a rel=author href='/author/ada'>Ada Lovelace</a> <button>Share</button>",
        "<span>By Ada Lovelace</span> <span>123 views</span>",
        "<span>By Ada Lovelace</span> <span>ago 2 hours</span>",
    ],
)
@pytest.mark.parametrize("box", ["<div class=byline>{}</div>", "<div>{}</div>"])
def test_what_white_space_parts_from_a_whole_name_is_no_part_of_it(byline: str, box: str) -> None:
    assert of("", box.format(byline)).authors == ("Ada Lovelace",)
    assert of(PAPER, box.format(byline)).authors in {("Ada Lovelace",), ("Northgate Herald",)}


@pytest.mark.parametrize(
    ("byline", "name"),
    [
        ("By <span>Ada</span> <span>Lovelace</span>", "Ada Lovelace"),
        ("By <span>Ada Mary</span> <span>Lovelace</span>", "Ada Mary Lovelace"),
        ("By <span>Jan Karel</span> <span>van Dijk</span>", "Jan Karel van Dijk"),
    ],
)
def test_first_and_family_name_in_two_elements(byline: str, name: str) -> None:
    assert of("", f"<div class=byline>{byline}</div>").authors == (name,)


@pytest.mark.parametrize(
    ("byline", "authors"),
    [
        ("<ul class=authors><li>วิชัย แสงทอง</li><li>มานี รักไทย</li></ul>", ("วิชัย แสงทอง", "มานี รักไทย")),
        ("<div class=byline><a href=/1>วิชัย แสงทอง</a><a href=/2>มานี รักไทย</a></div>", ("วิชัย แสงทอง", "มานี รักไทย")),
        ("<div class=author><span>วิชัย แสงทอง</span><span>ผู้สื่อข่าว</span></div>", ("วิชัย แสงทอง",)),
        ("<div class=author><a href=/1>منى خليل</a><span>صحفية</span></div>", ("منى خليل",)),
        ("<div class=author><span>נועה לוי</span><span>כתבת פוליטית</span></div>", ("נועה לוי",)),
        ("<div><span>来源：海港报</span><span>作者：王晓琳</span><span>编辑：刘洋</span></div>", ("王晓琳",)),
    ],
)
def test_elements_that_touch_in_scripts_without_capitals(byline: str, authors: tuple[str, ...]) -> None:
    assert of("", byline).authors == authors


@pytest.mark.parametrize(
    ("paragraph", "author"),
    [
        ("（记者 王晓琳）今天上午，全市工作会议召开，副市长出席并讲话，会议总结了去年工作，部署了今年任务。", "王晓琳"),
        ("本报记者 王晓琳　今天上午，全市工作会议召开，副市长出席并讲话，会议总结了去年工作，部署了任务。", "王晓琳"),
    ],
)
def test_a_sentence_behind_a_byline_names_nobody(paragraph: str, author: str) -> None:
    assert of("", f"<p>{paragraph}</p>").authors == (author,)


def test_who_took_a_picture_in_chinese() -> None:
    caption = "<figure><img src=/1.jpg><figcaption>渡船靠岸。本报记者 王晓琳 摄</figcaption></figure>"
    assert of("", caption).authors == ()


MARIA = ld(author={"@type": "Person", "name": "Maria Jones"})


@pytest.mark.parametrize("name", ["James Wood", "Rose Stone", "Mark Green", "Peter Miller"])
@pytest.mark.parametrize("box", ["<p class=byline>{}</p>", "<div>{}</div>"])
def test_a_second_author_whose_name_is_made_of_words(name: str, box: str) -> None:
    linked = f"By <a href=/author/m rel=author>Maria Jones</a> and <a href=/author/n rel=author>{name}</a>"
    assert of(MARIA, box.format(linked)).authors == ("Maria Jones", name)
    assert of("", box.format(f"By Maria Jones and {name}")).authors == ("Maria Jones", name)


@pytest.mark.parametrize(
    ("stated", "author"),
    [("Jones, Maria", "Maria Jones"), ("Lovelace, Ada", "Ada Lovelace"), ("Jones, Maria B.", "Maria B. Jones")],
)
def test_the_family_name_first_and_a_comma(stated: str, author: str) -> None:
    assert of(ld(author={"@type": "Person", "name": stated})).authors == (author,)
    assert of(f"<meta name=author content='{stated}'>").authors == (author,)


def test_two_agencies_are_no_family_name_and_given_name() -> None:
    assert of(ld(author="Reuters, AFP")).authors[0] == "Reuters"


@pytest.mark.parametrize("label", ["Written by", "Napisane przez", "Skriven av", "Écrit par", "글쓴이"])
def test_labels_of_authors_in_the_data_for_cards(label: str) -> None:
    head = f"<meta name=twitter:label1 content='{label}'><meta name=twitter:data1 content='Ada Lovelace'>"
    assert of(head).authors == ("Ada Lovelace",)


@pytest.mark.parametrize("name", ["Le Courrier du Sud", "Corriere del Sud", "Sahil Postası", "南新聞"])
def test_a_paper_that_is_stated_as_a_person_is_none(name: str) -> None:
    paper = ld(author={"@type": "Person", "name": name}, publisher={"@type": "Organization", "name": name})
    assert of(f"<meta property=og:site_name content='{name}'>{paper}").contributors == (Author(name, "organisation"),)


@pytest.mark.parametrize("press", ["Associated Press", "Newsroom", "dpa"])
def test_agencies_and_newsrooms_whose_names_are_words(press: str) -> None:
    assert of("", f"<p class=byline>{press}</p>").authors == (press,)


def test_two_agencies_without_a_word_before_them() -> None:
    assert of("", "<p class=byline>dpa/AFP</p>").authors == ("dpa", "AFP")


def test_a_vietnamese_name_signs_a_text() -> None:
    assert of("", behind="<p>Nguyễn Văn An</p>").authors == ("Nguyễn Văn An",)


@pytest.mark.parametrize("name", ["mrf:authors", "content.author", "dc:creator", "article_author", "nydn_byline"])
def test_names_of_meta_elements_that_state_authors(name: str) -> None:
    assert of(f"<meta property={name} content='Ada Lovelace'>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize("name", ["smartbanner:author", "fediverse:creator", "author_bio"])
def test_names_of_meta_elements_that_state_something_else(name: str) -> None:
    assert of(f"<meta property={name} content='Ada Lovelace'>").authors == ()


@pytest.mark.parametrize(
    "line",
    [
        "<p>Marie Dupont Publié le 6 mai 2025 à 15h02</p>",
        "<p>Opinion | Marie Dupont</p>",
        "<p>Marie Dupont Correspondante à Londres</p>",
        "<div><span>OPINION</span><span>Marie Dupont</span></div>",
        "<div><span>By Marie Dupont</span><span>@marie</span></div>",
        "<p>👤 Marie Dupont</p>",
        "<p>Marie Dupont 5 min read</p>",
    ],
)
def test_what_stands_beside_a_name_in_a_line_that_nothing_marks(line: str) -> None:
    assert of("", line).authors == ("Marie Dupont",)


def test_names_of_two_characters() -> None:
    assert of("", "<div class=byline>李明</div>").authors == ("李明",)


def test_a_common_japanese_name_in_a_line_of_its_own() -> None:
    assert of("", "<div>山田太郎</div><div>2025年5月6日</div>").authors == ("山田太郎",)


@pytest.mark.parametrize(
    "line",
    [
        "(dpa)",
        "ANSA",
        "Ada Lovelace (PAP)",
    ],
)
def test_who_signs_behind_a_text(line: str) -> None:
    name = line.partition(" (")[0].strip("()")
    assert of("", behind=f"<p>{line}</p>").authors == (name,)
