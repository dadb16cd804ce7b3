"""Language, site, section, tags, images, access, comments."""

from __future__ import annotations

from unittest.mock import Mock

import pytest

from broadsheet import extract, metadata
from broadsheet.article.blocks import Image
from broadsheet.errors import NeedsNotMet
from broadsheet.facts import Facts
from broadsheet.metadata.language import _by_common_words, _identifier, of_text
from broadsheet.page import read_page
from tests.metadata.pages import ld

PROSE = (
    "The two towns on the sound had argued about it for eleven years, and nobody in either of them could remember how "
    "it began, or who had wanted what. It was not until the spring that they came to an agreement they both liked. "
)
DEUTSCH = (
    "Die beiden Städte am Sund hatten elf Jahre lang darüber gestritten, und niemand in ihnen konnte sich noch "
    "erinnern, wie es angefangen hatte. Erst im Frühjahr kamen sie zu einer Einigung, die allen gefiel. "
)
POLSKI = (
    "Oba miasta nad cieśniną spierały się o to przez jedenaście lat i nikt w nich nie pamiętał już, jak to się "
    "zaczęło. Dopiero wiosną doszły do porozumienia, które podobało się wszystkim i na które było ich stać. "
)
HAWAIIAN = "Ua hoʻomaka ʻia ka hana hou o ka hale kula ma ka pule i hala iho nei, a ua hele mai nā mākua e ʻike. "


def of(html: str) -> metadata.Metadata:
    return metadata.read(read_page(html, url="https://paper.example/news/bridge-agreed-at-last"))


def paragraphs(text: str, count: int = 6) -> str:
    return f"<p>{text}</p>" * count


@pytest.mark.parametrize(
    ("declared", "text", "found"),
    [
        ("en-GB", PROSE, "en-GB"),
        ("de", PROSE, "en"),
        ("en-US", DEUTSCH, "de"),
        ("de-AT", DEUTSCH, "de-AT"),
        ("", POLSKI, "pl"),
        ("nb", "kort", "nb"),
        ("haw", HAWAIIAN, "haw"),
        ("haw", PROSE, "en"),
        ("eng", PROSE, "en"),
        ("utf-8", "short", None),
        ("und", "short", None),
        ("ſv", "short", None),
    ],
)
def test_the_language_of_the_text_wins(declared: str, text: str, found: str | None) -> None:
    assert of(f"<html lang='{declared}'><h1>Title</h1>{paragraphs(text)}").language == found


def test_the_language_of_a_page_with_a_short_text() -> None:
    made = extract(f"<p>Most otwarto w piątek, po latach.</p><nav><a href=/a>{POLSKI[:90]}</a></nav>")
    assert (made.language, made.to_dict()["origins"]["language"]["source"]) == ("pl", "text:page")


def test_scripts_of_a_single_language() -> None:
    assert of_text("橋の建設が決まった。両市は十一年にわたって議論してきた。") == "ja"
    assert of_text("两座城市争论了十一年，没有人记得是怎么开始的。") == "zh"
    assert of_text("두 도시는 십일 년 동안 다투었다.") == "ko"
    assert of_text("x") is None


def test_a_model_that_cannot_be_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.TemporaryFile", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(NeedsNotMet, match=r"temporary file.*No space left"):
        _identifier.__wrapped__()


@pytest.mark.parametrize(("declared", "found"), [("", "bs"), ("en", "bs"), ("hr", "hr")])
def test_bosnian_and_croatian(declared: str, found: str) -> None:
    text = (
        "Kompanija koja održava linije do otoka saopćila je u utorak da će ukinuti trećinu polazaka jer se cijena "
        "goriva udvostručila. Prošle godine prevezla je nešto više putnika nego prije pandemije, ali gdje su sada?"
    )
    assert of(f"<html lang='{declared}'><h1>Title</h1>{paragraphs(text)}").language == found


def test_sources_and_alternatives() -> None:
    data = of(
        "<meta property=og:site_name content='The Paper'><meta name=description content='Other words'>"
        + ld(description="Words", publisher={"name": "Paper Ltd"})
        + paragraphs(PROSE)
    )
    assert (data.site_name, data.sources["site_name"]) == ("The Paper", "meta:og:site_name")
    assert [(one.value, one.source) for one in data.alternatives["site_name"]] == [
        ("Paper Ltd", "json-ld:NewsArticle.publisher.name")
    ]
    assert (data.description, data.sources["description"]) == ("Other words", "meta:description")


def test_sources_that_agree_are_one_claim() -> None:
    names = ("og:description", "twitter:description", "dc.description", "abstract")
    stated = "".join(f"<meta name={name} content='Words &amp;amp; more'>" for name in names)
    data = of(stated + ld(description="Other words &amp;mdash; and more") + paragraphs(PROSE))
    assert data.description == "Words & more"
    assert data.sources["description"].split(" = ")[:2] == ["meta:og:description", "meta:twitter:description"]
    (other,) = data.alternatives["description"]
    assert (other.value, other.source) == ("Other words — and more", "json-ld:NewsArticle.description")
    agreed = of("<link rel=canonical href=/a><meta property=og:url content=/a>")
    assert agreed.sources["canonical_url"] == "link:canonical = meta:og:url"
    assert "canonical_url" not in agreed.alternatives


def test_a_body_marked_as_the_description_is_ignored() -> None:
    marked = "<div itemscope itemtype='https://schema.org/BlogPosting'><div itemprop='description articleBody'>"
    assert of(f"{marked}{paragraphs(PROSE)}</div></div>").description is None


def test_large_elements_are_no_values() -> None:
    bodies = (f"<div itemprop=articleBody>{paragraphs('A bridge.', count)}</div>" for count in (2, 150))
    assert [len(Facts(read_page(body)).structured.marked) for body in bodies] == [1, 0]


def test_addresses_are_resolved_against_the_base() -> None:
    html = f"<base href='https://www.paper.example/'><link rel=canonical href=news/bridge>{paragraphs(PROSE)}"
    assert of(html).canonical_url == "https://www.paper.example/news/bridge"
    assert of(f"<link rel=canonical href=''>{ld(url=' ')}{paragraphs(PROSE)}").canonical_url is None


def test_white_space_in_addresses_is_escaped() -> None:
    stated = ld(author={"@type": "Person", "name": "Ada Lovelace", "url": "/author/Ada Lovelace"}, image="/a b|c.jpg")
    data = of(f"<link rel=canonical href='/news/The bridge'>{stated}{paragraphs(PROSE)}")
    assert data.canonical_url == "https://paper.example/news/The%20bridge"
    assert data.contributors[0].url == "https://paper.example/author/Ada%20Lovelace"
    assert data.lead_image is not None
    assert data.lead_image.src == "https://paper.example/a%20b%7Cc.jpg"


def test_empty_addresses_and_those_without_a_scheme() -> None:
    links = "<link rel=canonical href=''><link rel=canonical href=/news/bridge>"
    assert of(f"{links}{paragraphs(PROSE)}").canonical_url == "https://paper.example/news/bridge"
    links = "<link rel=canonical href=www.paper.example/news/bridge>"
    assert of(f"{links}{paragraphs(PROSE)}").canonical_url == "https://www.paper.example/news/bridge"
    assert metadata.read(read_page(f"{links}<p>x")).canonical_url == "https://www.paper.example/news/bridge"


JPG = "https://paper.example/i/sound.jpg"


def marked_image(inner: str, *, called: str = "image", of: str = "NewsArticle") -> str:
    item = f"<div itemprop={called} itemscope itemtype=https://schema.org/ImageObject>{inner}</div>"
    return f"<article itemscope itemtype=https://schema.org/{of}>{item}</article>"


@pytest.mark.parametrize(
    ("stated", "image"),
    [
        ("<meta name=twitter:image content=/i/sound.jpg>", Image(JPG)),
        ("<link rel=image_src href=/i/sound.jpg>", Image(JPG)),
        ("<p itemscope itemtype=https://schema.org/Person><img itemprop=image src=/i/sound.jpg></p>", None),
        (marked_image("<meta itemprop=url content=/i/sound.jpg>", called="logo"), None),
        (marked_image("<meta itemprop=url content=/i/sound.jpg>", of="Person"), None),
        ("<meta property='og:image twitter:image' content=/i/sound.jpg>", Image(JPG)),
        (ld(image=["", "/i/sound.jpg"]), Image(JPG)),
        (ld(image=r"https:\/\/paper.example\/i\/sound.jpg"), Image(JPG)),
        (ld(image={"thumbnailUrl": "/i/sound.jpg", "description": "At dawn."}), Image(JPG, "", "At dawn.")),
        (ld(image={"url": ["/i/sound.jpg", "/i/other.jpg"]}), Image(JPG)),
        (ld(image={"contentUrl": "/i/sound.jpg", "width": {"value": 900}, "height": "600 px"}),
         Image(JPG, width=900, height=600)),
        (ld(image={"url": "/i/sound.jpg", "width": 0, "height": "auto"}), Image(JPG)),
        (ld(image=[[["/i/sound.jpg"]]]), Image(JPG)),
        (ld(image=[[[["/i/sound.jpg"]]]]), None),
        (ld(image={"caption": "The sound"}), None),
        (ld(image=4711), None),
    ],
)  # fmt: skip
def test_forms_of_stated_images(stated: str, image: Image | None) -> None:
    assert of(f"{stated}<h1>Bridge agreed at last</h1>{paragraphs(PROSE)}").lead_image == image


def test_the_number_of_images_is_limited() -> None:
    first, more = ([f"/i/{at}{kind}.jpg" for at in range(30)] for kind in ("-sound", ""))
    assert len(of(ld(image=first, thumbnailUrl=more)).stated_images) == 40


@pytest.mark.parametrize(
    ("shown", "alt", "caption"),
    [
        # Each of the others is hidden, has no address, or is another one.
        ("<p hidden><img src=/i/4.jpg alt=Ferry></p><img src=/i/4.jpg alt=Sound>", "Sound", ""),
        ("<img src=data:x alt=Ferry><img src=/i/4.jpg alt=Sound>", "Sound", ""),
        ("<img src=/i/5.jpg alt=Ferry>", "", ""),
    ],
)
def test_images_with_short_file_names(shown: str, alt: str, caption: str) -> None:
    stated = "<meta property=og:image content=/i/4.jpg>"
    found = of(f"{stated}<h1>Bridge agreed at last</h1>{shown}{paragraphs(PROSE)}").lead_image
    assert found == Image("https://paper.example/i/4.jpg", alt, caption)


@pytest.mark.parametrize(
    ("figure", "caption"),
    [
        ("<div class=credit-box><figcaption>At dawn.</figcaption></div>", "At dawn."),
        ("<figcaption>At dawn. <i class=credit>Ada</i></figcaption>", "At dawn. Ada"),
        (f"<figcaption>At dawn.</figcaption><i class=credit>{'Ada ' * 200}</i>", "At dawn."),
    ],
)
def test_credits_in_figures(figure: str, caption: str) -> None:
    stated = "<meta property=og:image content=/i/sound-at-dawn.jpg>"
    html = f"{stated}<h1>Title</h1><figure><img src=/i/sound-at-dawn.jpg>{figure}</figure>{paragraphs(PROSE)}"
    assert of(html).lead_image == Image("https://paper.example/i/sound-at-dawn.jpg", "", caption)


@pytest.mark.parametrize(
    ("html", "access"),
    [
        (paragraphs(PROSE, 12), None),
        (ld(isAccessibleForFree=True) + paragraphs(PROSE, 12), "free"),
        (ld(isAccessibleForFree="False") + paragraphs(PROSE, 12), "paid"),
        (ld(isAccessibleForFree=False) + paragraphs(PROSE, 1), "cut"),
        (ld(isAccessibleForFree=False), "cut"),
        (ld(isAccessibleForFree="https://schema.org/True") + paragraphs(PROSE, 1), "free"),
        ("<meta property=article:content_tier content=locked>" + paragraphs(PROSE, 1), "cut"),
        (
            paragraphs(PROSE, 2)
            + "<div class='teaser plus-teaser paywall'><a href=/b>Storm leaves two towns dark</a></div>",
            None,
        ),
    ],
)
def test_access_is_checked_against_what_the_page_shows(html: str, access: str | None) -> None:
    assert of(html).access == access


def test_comments() -> None:
    assert of(ld(commentCount=12) + paragraphs(PROSE)).comment_count == 12
    assert of(ld(commentCount=0) + paragraphs(PROSE)).comment_count == 0
    actions = ("https://schema.org/ShareAction", "https://schema.org/CommentAction")
    counters = [{"interactionType": action, "userInteractionCount": 7} for action in actions]
    assert of(ld(interactionStatistic=counters) + paragraphs(PROSE)).comment_count == 7
    assert of(paragraphs(PROSE) + "<h3>1,204 comments</h3>").comment_count == 1204
    assert of(paragraphs(PROSE)).comment_count is None
    line = "<p>By Ada Lovelace | Ferries | <a href=#comments>{} Comments</a></p>"
    assert of(line.format(12) + paragraphs(PROSE) + line.format(12)).comment_count == 12
    assert of(line.format(12) + paragraphs(PROSE) + line.format(7)).comment_count is None
    assert of(f"<main itemscope><meta itemprop=commentCount content=7>{paragraphs(PROSE)}</main>").comment_count == 7
    for many in ("5.000.000.000", "1" + ",000" * 2000, 10**12):  # no number that a column of 32 bits holds
        assert of(ld(commentCount=many) + paragraphs(PROSE)).comment_count is None


@pytest.mark.parametrize(
    ("head", "byline", "url"),
    [
        ("", "<a rel=author href=/by/ada>Ada Lovelace</a>", "https://paper.example/by/ada"),
        ("", "<a rel=author href=#>Ada Lovelace</a>", None),
        (ld(author={"@type": "Person", "name": "Ada Lovelace", "url": "/by/ada"}), "", "https://paper.example/by/ada"),
        (ld(author={"@type": "Person", "name": "Ada Lovelace", "url": "Ada"}), "", None),
        (
            ld(author={"@type": "Person", "name": "Ada Lovelace", "sameAs": ["https://x.example/ada"]}),
            "<a href=/author/ada>Ada Lovelace</a>",
            "https://paper.example/author/ada",
        ),
        (
            "",
            "<span itemprop=author itemscope itemtype='https://schema.org/Person'>"
            "<a itemprop=url href=/by/ada><b itemprop=name>Ada Lovelace</b></a></span>",
            "https://paper.example/by/ada",
        ),
    ],
)
def test_addresses_of_authors(head: str, byline: str, url: str | None) -> None:
    data = metadata.read(
        read_page(
            f"<html lang=en><head>{head}</head><article><h1>Bridge agreed</h1>"
            f"<p class=byline>By {byline or 'Ada Lovelace'}</p>{paragraphs(PROSE)}</article>",
            url="https://paper.example/news/1",
        )
    )
    assert [(one.name, one.url) for one in data.contributors] == [("Ada Lovelace", url)]


def test_one_url_of_two_authors() -> None:
    data = of(ld(author={"@type": "Person", "name": "Ada Lovelace and Tom Adeyemi", "url": "https://paper.example/a"}))
    assert [(one.name, one.url) for one in data.contributors] == [
        ("Ada Lovelace", "https://paper.example/a"), ("Tom Adeyemi", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "html",
    ["<p>", "<title></title>", "<title>x</title>", "<h1>", "<meta content=x>", "<script type=ld+json>{</script>"],
)
def test_pages_with_nothing(html: str) -> None:
    data = of(html)
    assert data.authors == ()
    assert data.published is None


def test_languages_by_stop_words() -> None:
    german = (
        "Die beiden Orte am Sund haben sich seit elf Jahren nicht mehr darüber gestritten, und niemand von ihnen "
        "konnte sich noch daran erinnern, wie es angefangen hat oder wer was gewollt hatte, als es keine Brücke gab."
    )
    assert _by_common_words(german, ()) == _by_common_words(german, ("de",)) == "de"
    assert _by_common_words(german, ("en",)) is None
    spanish = (
        "Las dos ciudades del estrecho habían discutido durante once años, y nadie en ellas podía recordar cómo empezó "
        "todo, ni quién quería qué, hasta que en la primavera llegaron a un acuerdo que también se podía pagar."
    )
    assert [_by_common_words(spanish, declared) for declared in (("es",), (), ("gl",))] == ["es", None, None]
    assert _by_common_words("Die Brücke", ("de",)) is None
    assert _by_common_words(" ".join(f"zq{at}x" for at in range(200)), ("de",)) is None


def test_the_author_of_a_page_without_text() -> None:
    item = "<div itemscope itemtype=https://schema.org/NewsArticle><meta itemprop=author content='Ada Lovelace'></div>"
    assert of(item).authors == ("Ada Lovelace",)


def test_addresses_in_json_ld_lose_the_ampersands_of_markup() -> None:
    script = '{"@type": "NewsArticle", "image": "https://img.example/a.jpg?q=80&amp;copy=2&#038;w=9"}'
    html = f'<script type="application/ld+json">{script}</script><p>Text</p>'
    found = metadata.read(read_page(html, url="https://courier.example/a"))
    assert found.lead_image is not None
    assert found.lead_image.src == "https://img.example/a.jpg?q=80&copy=2&w=9"


@pytest.mark.parametrize(
    ("declared", "tag"), [("en-us", "en-US"), ("DE", "de"), ("zh_hant_tw", "zh-Hant-TW"), ("sr-latn", "sr-Latn")]
)
def test_the_case_of_language_tags(declared: str, tag: str) -> None:
    assert metadata.read(read_page(f"<html lang={declared}><p>Text</p>")).language == tag


def test_keywords_with_few_words_of_the_text_are_ignored() -> None:
    html = "<meta name=keywords content='{}'><h1>Title</h1>" + paragraphs(PROSE + "A world of difference, in Britain. ")
    words = "Paper, News, news online, world, international, foreign, Britain, online, service"
    assert of(html.format(words)).tags == ()
    words = "bridges, sound, two towns, Britain, ferries, agreement, harbour"
    assert of(html.format(words)).tags[:2] == ("bridges", "sound")
    assert of(html.format("world, Britain")).tags == ("world", "Britain")


@pytest.mark.parametrize(
    "nothing", ["null", "undefined", "undefined undefined", "N/A", "{{value}}", "%%value%%", "${value}",
             "{% value %}", "<%= value %>", "[object Object]", "None"],
)  # fmt: skip
def test_placeholders_of_templates_are_ignored(nothing: str) -> None:
    found = of(
        f'<meta property="og:site_name" content="{nothing}"><meta property="og:description" content="{nothing}">'
        f'<meta name="description" content="The two towns agree."><meta property="article:section" content="{nothing}">'
        f'<meta property="article:tag" content="{nothing}"><meta property="og:image" content="{nothing}">'
        f'<link rel="canonical" href="{nothing}">' + paragraphs("The bridge is agreed.")
    )
    assert not any((found.site_name, found.section, found.tags, found.lead_image, found.canonical_url))
    assert found.description == "The two towns agree."


def test_text_that_only_begins_like_a_placeholder() -> None:
    said = "{{name}} is how templates write a name"
    assert of(f"<meta name=description content='{said}'>{paragraphs(PROSE)}").description == said


def test_escaped_quotation_marks() -> None:
    said = r"The mayor\'s \"old\" bridge and c:\temp"
    assert of(f"<meta name=description content='{said.replace(chr(39), '&#39;')}'>{paragraphs(PROSE)}").description == (
        'The mayor\'s "old" bridge and c:\\temp'
    )


@pytest.mark.parametrize(
    ("name", "is_author"),
    [
        ("og:article:section:color", False), ("section-id", False),
        ("dcterms:creator", True), ("dc_creator", True), ("article:author:name", True),
    ],
)  # fmt: skip
def test_names_of_meta_elements(name: str, *, is_author: bool) -> None:
    found = of(f"<meta name={name} content='Ada Lovelace'>{paragraphs(PROSE)}")
    assert (found.section, found.authors) == (None, ("Ada Lovelace",) if is_author else ())


def test_photographers_are_no_authors() -> None:
    photographer = (
        "<figcaption>The pier at dawn by <b itemprop=creator itemscope itemtype=https://schema.org/Person>"
        "<i itemprop=name>Tom Adeyemi</i></b></figcaption>"
    )
    stated = ld(**{"@type": "ImageObject", "author": "Tom Adeyemi"})
    assert of(f"{stated}{marked_image(photographer)}<h1>Bridge agreed at last</h1>{paragraphs(PROSE)}").authors == ()


def test_html_elements_in_svg_are_ignored() -> None:
    assert of("<html lang=en><p>kort</p><svg><html lang=nb></html></svg>").language == "en"


def test_a_home_page_is_not_the_canonical_url_of_an_article() -> None:
    html = '<link rel="canonical" href="https://courier.example/">' + paragraphs("The bridge is agreed.")
    assert metadata.read(read_page(html, url="https://courier.example/news/a-b-c")).canonical_url is None
    found = metadata.read(read_page(html, url="https://courier.example/?from=mail"))
    assert found.canonical_url == "https://courier.example/"


def test_paragraphs_in_a_description_do_not_touch() -> None:
    text = "&lt;p&gt;Councillors voted for it.&lt;/p&gt;&lt;p&gt;Costs rise.&lt;/p&gt;"
    assert of(f'<meta name="description" content="{text}">').description == "Councillors voted for it. Costs rise."
