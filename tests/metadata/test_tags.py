"""Tags: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet import metadata
from broadsheet.page import read_page

PROSE = "".join(
    f"<p>The two towns on the sound had argued about the bridge for {years} years, and in the end they said that "
    "nobody in either of them could remember how it began, or who had wanted what, and that it was time to build.</p>"
    for years in ("eleven", "twelve", "many", "too many")
)
CARDS = "".join(
    f"<div class=card><div class=tag><a href=/topics/{tag}/>{tag}</a></div><h3><a href=/news/{tag}>"
    f"Something else about {tag} that happened</a></h3></div>"
    for tag in ("whales", "lighthouses")
)


def of(behind: str = "", head: str = "", *, text: str = "", lang: str = "en") -> tuple[str, ...]:
    return metadata.read(
        read_page(
            f"<html lang={lang}><head><title>A bridge is agreed</title>{head}</head><body><main><article>"
            f"<h1>A bridge is agreed</h1>{text}{PROSE}{behind}</article></main></body></html>",
            url="https://courier.example/news/a-bridge-is-agreed",
        )
    ).tags


@pytest.mark.parametrize(
    "label",
    [
        "Tematy:",
        "Powiązane tematy:",
        "Tagi",
        "mot-clé:",
        "Mots-clés",
        "Stichworte",
        "Avainsanat:",
        "Темы:",
        "Markiert mit",
    ],
)
def test_labels(label: str) -> None:
    links = "<a href=/a>sound</a>, <a href=/b>ferries</a>"
    assert of(f"<div><span>{label}</span><div>{links}</div></div><div><a href=/print>Print</a></div>") == (
        "sound",
        "ferries",
    )


@pytest.mark.parametrize(
    ("behind", "tags"),
    [
        ("<p>Tags: sound, ferries</p>", ("sound", "ferries")),
        ("<p>Tags: sound</p>", ()),
        (f"<p>Tags: {', '.join(f'sound {at}' for at in range(60))}</p>", ()),
        (
            "<p>Tags: <a href=/x><img src=/x.png></a> <a href=/a>sound</a>, <a href=/b>ferries</a></p>",
            ("sound", "ferries"),
        ),
        (
            f"<p>{'<b>' * 9}Tags:{'</b>' * 9}</p><p><a href=/a>sound</a> <a href=/b>ferries</a></p>",
            ("sound", "ferries"),
        ),
        ("<p>Tags <b>sound and ferries</b></p>", ()),
        ("<p><a href=/t>Tags <b>of the day</b></a></p><p><a href=/a>sound</a> <a href=/b>ferries</a></p>", ()),
        ("<p><a rel=hashtags href=/a>sound</a> <a rel=hashtags href=/b>ferries</a></p>", ()),
        ("<p><a rel=tag href=/a>sound</a> <a rel=tag href=/b>ferries</a></p>", ("sound", "ferries")),
        ("<div class=tags><a href=/a>sound</a> <a href=/b>ferries</a></div>", ("sound", "ferries")),
        ("<div class=comments><div class=tags><a href=/a>sound</a> <a href=/b>ferries</a></div></div>", ()),
        ("</article></main><footer><p>Tags</p><p><a href=/a>sound</a> <a href=/b>ferries</a></p></footer>", ()),
    ],
)
def test_lines_and_boxes_of_tags(behind: str, tags: tuple[str, ...]) -> None:
    assert of(behind) == tags


def test_a_label_in_the_footer_of_the_article() -> None:
    assert of("<footer><div>Tags</div><div><a href=/a>sound</a> <a href=/b>ferries</a></div></footer>") == (
        "sound",
        "ferries",
    )


@pytest.mark.parametrize(
    ("given", "tag"), [('"old ferries"', "old ferries"), ("„Fähren“", "Fähren"), ('"Sound" bridge', '"Sound" bridge')]
)
def test_quotation_marks_around_a_tag(given: str, tag: str) -> None:
    assert of(f"<div class=tags><a href=/tag/a/>{given}</a> <a href=/tag/b/>bridge</a></div>") == (tag, "bridge")


@pytest.mark.parametrize(
    ("given", "tags"),
    [
        (["tag:sound", "tag:bridge"], ("sound", "bridge")),
        ('["sound", "bridge"]', ("sound", "bridge")),
        ("['sound', 'bridge']", ("sound", "bridge")),
        ('["sound"] bridge', ('["sound"] bridge',)),
        ("轮渡，桥梁,海港", ("轮渡", "桥梁", "海港")),
    ],
)
def test_how_systems_write_tags(given: object, tags: tuple[str, ...]) -> None:
    stated = json.dumps({"@type": "NewsArticle", "headline": "A bridge is agreed", "keywords": given})
    assert of(head=f"<script type=application/ld+json>{stated}</script>") == tags


def test_a_category_that_is_marked_as_a_tag_is_one_where_there_is_no_other() -> None:
    marked = "<p><a rel=tag href=/category/health/>Health</a>{}</p>"
    stated = json.dumps({"@type": "Article", "headline": "A bridge is agreed", "keywords": ["bridge"]})
    head = f"<script type=application/ld+json>{stated}</script>"
    assert of(marked.format("")) == ("Health",)
    assert of(marked.format(" <a rel=tag href=/tag/bridge/>bridge</a>")) == ("bridge",)
    assert of(marked.format(""), head) == ("bridge",)
    assert of(marked.format(" <a rel=tag href=/tag/bridge/>bridge</a>"), head) == ("bridge",)


def test_a_box_of_all_tags_in_the_article() -> None:
    box = "<div class=tagcloud><h3>Tags</h3><a href=/tag/a>{}</a><a href=/tag/b>chess</a><a href=/tag/c>opera</a></div>"
    assert of(box.format("cricket")) == ()
    assert of(box.format("bridge")) == ("bridge", "chess", "opera")


def test_those_of_other_articles() -> None:
    own = "<div class=tags><a href=/tags/bridge/>bridge</a> <a href=/tags/sound/>sound</a></div>"
    assert of(f"{own}<h2>More from us</h2>{CARDS}") == ("bridge", "sound")


def test_words_of_the_text() -> None:
    text = (
        "<p class=tagged>What is <a href=/tag/bridge/>by now a sort of bridge</a> was a ferry for most of its life; "
        "those who crossed the sound with it remember how long they waited in the wind for the next one.</p>"
    )
    assert of(text=text) == ()


def test_hashtags_of_the_site() -> None:
    links = "<ul>{}</ul>"
    site, own = (
        links.format("".join(f"<li><a href=/dossier/{tag}>#{tag}</a></li>" for tag in tags))
        for tags in (("Remembering", "Police"), ("Bridge", "Sound"))
    )
    assert (of(site), of(own)) == ((), ("Bridge", "Sound"))


def test_a_single_keyword_that_is_one_of_several() -> None:
    one = f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", "keywords": ["Bridge"]})}</script>'
    several = "<meta name=news_keywords content='Bridge, Sound, _feed for apps, Towns'>"
    assert of(head=one + several) == ("Bridge", "Sound", "Towns")
    assert of(head=one + "<meta name=news_keywords content='Sound, Towns'>") == ("Bridge",)


@pytest.mark.parametrize(
    ("name", "behind"),
    [
        ("Sound Daily", ""),
        ("Courier", "<a href=/>Courier</a>"),
    ],
)
def test_the_site_s_name_is_no_tag_wherever_it_is_found(name: str, behind: str) -> None:
    head = f'<meta name="keywords" content="{name}, bridge, councils">'
    html = f"<title>A bridge is agreed | {name}</title>{head}<h1>A bridge is agreed</h1>{PROSE}{behind}"
    page = read_page(html, url="https://www.courier.example/news/a-bridge-is-agreed")
    assert metadata.read(page).tags == ("bridge", "councils")


@pytest.mark.parametrize(
    ("title", "headline"),
    [
        ("A bridge is agreed at last | Courier", "A bridge is agreed at last"),
        ("Courier", "A bridge is agreed at last"),
        ("海峡大桥终于获得同意 - 港口日报", "海峡大桥终于获得同意"),
    ],
)
def test_a_headline_that_is_only_shown_or_a_part_of_the_title_is_no_tag(title: str, headline: str) -> None:
    head = f'<title>{title}</title><meta name="keywords" content="{headline}, bridge, councils">'
    assert metadata.read(read_page(f"{head}<h1>{headline}</h1>{PROSE}")).tags == ("bridge", "councils")


def test_a_name_that_begins_the_title_is_a_tag() -> None:
    head = (
        "<title>Sir Ada Lovelace - the bridge of a life</title><meta name=keywords content='Sir Ada Lovelace, bridge'>"
    )
    assert metadata.read(read_page(f"{head}{PROSE}")).tags == ("Sir Ada Lovelace", "bridge")
