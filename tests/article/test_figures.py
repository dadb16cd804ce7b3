"""The images and players of an article, their addresses and their captions."""

from __future__ import annotations

import time
import timeit

import pytest

import broadsheet
from broadsheet.article import Blocks, Embed, Figure, Image, assemble, write_text
from broadsheet.page import read_page

ADDRESS = "https://www.northgate.example/local/new-bridge-approved-18273"
SENTENCE = (
    "The two towns on the sound had argued about it for eleven years, and nobody in either of them could remember how "
    "it began, or who had wanted what of the other."
)
PROSE = "".join(f"<p>{SENTENCE} That was in year {year}.</p>" for year in range(1, 8))
STATED = "<meta property=og:image content='https://cdn.northgate.example/share/1200x630/bridge-at-dawn-4711.jpg'>"
SHOWN = "/img/w640/bridge-at-dawn-4711.jpg"


def page(body: str, *, head: str = "") -> str:
    return f"<!doctype html><html lang=en><title>Council approves a bridge</title>{head}<body>{body}</body>"


def blocks(body: str, *, head: str = "", kept: str = "article", dropped: str = "", url: str | None = ADDRESS) -> Blocks:
    """The blocks of a page, keeping the text in one element except for that in another."""
    read = read_page(page(body, head=head), url=url)
    keep = read.shown & False
    for selector, kept_there in ((kept, True), (dropped, False)):
        for row in read.select(selector)[:1] if selector else ():
            keep[row : read.end[row]] = kept_there
    return assemble(read, keep)


def images_of(made: Blocks) -> list[Image]:
    return [image for block in made if isinstance(block, Figure) for image in block.images]


def names(made: Blocks) -> list[str]:
    return [image.src.rpartition("/")[2] for image in images_of(made)]


# The lead image.


@pytest.mark.parametrize(
    "before",
    [
        f"<div class=media-block><img src='{SHOWN}'></div><div class=byline>By Ada Lovelace</div>",
        f"<div><div><div><div><img src='{SHOWN}'></div></div></div><p>Share this article</p></div>",
        f"<aside><img src='{SHOWN}'></aside>",
        f"<div class='top ad'><figure><img src='{SHOWN}'></figure></div>",
        f"<figure><a class='slides icon' href='{SHOWN}'><img src='{SHOWN}'></a><button>zoom</button></figure>",
        f"<div class=top><img src='{SHOWN}'></div>" + "<p>Something else that is said.</p>" * 40,
        "<div><img src='/_next/image?url=https%3A%2F%2Fcdn.northgate.example%2Fbridge-at-dawn-4711.jpg&w=640'></div>",
    ],
)
def test_a_stated_image_is_taken(before: str) -> None:
    body = f"<div>{before}</div><div><main><article>{PROSE}</article></main></div>"
    assert len(images_of(blocks(body, head=STATED))) == 1


@pytest.mark.parametrize(
    "before",
    [
        f"<div class=related><img src='{SHOWN}'></div>",
        f"<a href='/other'><img src='{SHOWN}'><h3>Another story of the day</h3></a>",
        f"<div><a href='/other'><img src='{SHOWN}'></a><a href='/other'>Another story of the day</a></div>",
        f"<div hidden><img src='{SHOWN}'></div>",
        f"<img src='{SHOWN}' width=20 height=20>",
    ],
)
def test_a_stated_image_in_a_teaser_is_not_taken(before: str) -> None:
    assert images_of(blocks(f"<div>{before}</div><div><article>{PROSE}</article></div>", head=STATED)) == []


@pytest.mark.parametrize(
    ("between", "count"),
    [
        ("<div class=media-block><img src='/bridge.jpg'></div>", 1),
        ("<div class=media-block><img src='/bridge.png'></div>", 0),
        ("<div><a href='https://agency.example/'><img src='/agency.jpg'></a></div>", 0),
        ("<div>By Ada <img src='/ada.jpg'></div>", 0),
        ("<figure><img src='/teaser.jpg' width=156></figure>", 0),
        ("<iframe src='/navigation.html'></iframe>", 0),
        ("<iframe src='https://www.youtube.com/embed/abcdefghijk'></iframe>", 0),
        ("<div class=box><img src='/bridge.jpg'><p>The bridge.</p></div>", 0),
    ],
)
def test_images_between_the_headline_and_the_text(between: str, count: int) -> None:
    headline = "<h1>Council approves a bridge over the sound</h1>"
    body = f"<div><div>{headline}{between}</div><div><div><div><div><p></p>{PROSE}</div></div></div></div></div>"
    assert len(images_of(blocks(body, kept="div div div div div"))) == count


STANDFIRST = "<p class=standfirst>The closure starts in September and will cost fourteen million, the council said.</p>"


def extract(body: str) -> broadsheet.Article:
    main = f"<main><article><h1>Council approves a bridge</h1>{STANDFIRST}{body}</article></main>"
    return broadsheet.extract(page(main), url=ADDRESS)


@pytest.mark.parametrize(
    ("between", "found"),
    [
        ("<figure><img src='/b.jpg' width=900><figcaption>At dawn.</figcaption></figure>", True),
        ("<picture><img src='/b.jpg'></picture>", True),
        ("<div><img src='/b.jpg'></div>", True),
        ("<div class=byline><img src='/ada-75x75.jpg'> By Ada Lovelace</div>", False),
        ("<div class=meta><img src='/ada.png'> Ada Lovelace, 5 March</div>", False),
    ],
)
def test_images_between_the_standfirst_and_the_body(between: str, *, found: bool) -> None:
    article = extract(f"{between}<div class=body>{PROSE}</div>")
    assert article.text.startswith("The closure starts")
    assert len(article.images) == found
    if "figcaption" in between:
        assert article.images[0].caption == "At dawn."
        assert "At dawn." not in article.text


# Images and players.


@pytest.mark.parametrize(
    ("after", "count"),
    [
        ("<p><img src='/b.jpg'></p><p><a href='/c-full.jpg'><img src='/c.png' width=640></a></p>", 2),
        ("<div><iframe src='https://www.youtube.com/embed/abcdefghijk'></iframe></div>", 1),
        ("<p>Share this</p><p><img src='/b.jpg'></p>", 0),
        ("<a href='https://shop.example/'><img src='/b.jpg'></a>", 0),
        ("<img src='/next.png'><iframe src='/banner.html'></iframe>", 0),
    ],
)
def test_images_and_players_after_the_last_words(after: str, count: int) -> None:
    made = blocks(f"<main><article>{PROSE}</article>{after}</main>")
    assert len([block for block in made[7:] if isinstance(block, Figure | Embed)]) == len(made[7:]) == count


@pytest.mark.parametrize(
    ("image", "name"),
    [
        ("<img src='/img/close-encounter-police.jpg'>", "close-encounter-police.jpg"),
        ("<img src='/img/counterfeit.png'>", "counterfeit.png"),
        ("<img src='https://www.daily-beacon.example/a.jpg'>", "a.jpg"),
        ("<img src='/track/relay.jpg'>", "relay.jpg"),
        ("<img src='https://pixel.courier.example/ads//on-ads.jpg'>", "on-ads.jpg"),
        ("<img src='a.jpg' srcset='b.jpg 2x, c.jpg 3x'>", "c.jpg"),
        ("<img src='a.jpg' srcset='b.jpg 320w,c.jpg 640w'>", "c.jpg"),
        ("<img srcset='https://e.org/w_1,h_2/b.jpg 320w, d.jpg 5000w'>", "b.jpg"),
        ("<img src='data:image/gif;base64,R0' data-src='b.jpg'>", "b.jpg"),
        ("<img src='/img/blank.gif'><img src='/spaceball.gif' data-original='b.jpg'>", "b.jpg"),
        ("<img src='data:image/gif;base64,R0' speedy-lazy-src='b.jpg'>", "b.jpg"),
        ("<img src='/img/transparent.png' data-srcset='b.jpg 1x, c.jpg 2x'>", "c.jpg"),
        ("<figure><img src='/lazy_placeholder.gif'><noscript><img src='b.jpg'></noscript></figure>", "b.jpg"),
        ("<img src='a.jpg' width=64 height=64>", None),
        ("<img src='a.jpg' width=300 height=200>", "a.jpg"),
        ("<img src='a.jpg' width=700 height=40>", None),
        ("<img src='a.jpg' width=40 height=700>", None),
        ("<img src='a.jpg' class='author-avatar'>", None),
        ("<img src='icon-share.png'>", None),
        ("<img src='logo.svg'>", None),
        ("<img src='clear-sky.jpg'>", "clear-sky.jpg"),
        ("<img src='javascript:x'>", None),
        ("<img src=''><img>", None),
        ("<img src='https://ads.courier.example/a.jpg'><img src='/web/2012im_/http://a.falkag.net/sel'>", None),
        ("<img src='a.jpg' width=0 height=0>", None),
        ("<figure><img src='a.jpg' width=300 height=600><figcaption>Ada.</figcaption></figure>", "a.jpg"),
        ("<img src='/chart.gif' data-alt='a.jpg'>", "chart.gif"),
        ("<img src='/real.jpg' data-src-zoom='/huge.jpg'>", "real.jpg"),
        ("<img style='display: none' src='/a.jpg'>", None),
        ("<div style='display: none'><img data-src='/a.jpg'></div>", None),
        ("<img srcset=', a.jpg 1x'>", "a.jpg"),
        ("<amp-img src='a.jpg' width=640 height=400></amp-img>", "a.jpg"),
        ("<figure><img src='a.jpg'><img src='/img/placeholder.png'></figure>", "a.jpg"),
    ],
)
def test_addresses_and_sizes(image: str, name: str | None) -> None:
    made = blocks(f"<article>{PROSE}<div>{image}</div>{PROSE}</article>")
    assert names(made) == ([] if name is None else [name])


def wide(form: str, kind: str = "") -> str:
    return f"<source type='{kind}' srcset='/pier-800.{form} 800w, /pier-1600.{form} 1600w'>"


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("opening.jpg?w=50", "opening.jpg?q=80&w=1600", ["opening.jpg?q=80&w=1600"]),
        ("opening-1200x800.jpg", "opening-300x200.jpg", ["opening-1200x800.jpg"]),
        ("opening-300x200.jpg", "opening.jpg", ["opening.jpg"]),
        ("opening.jpg?resize=150%2C150&ssl=1", "opening.jpg?resize=640,400", ["opening.jpg?resize=640,400"]),
        ("opening.jpg?w=640 alt=''", "opening.jpg?w=50 alt=Opening", ["opening.jpg?w=640"]),
        ("get.jpg?id=1&w=640", "get.jpg?id=2&w=640", ["get.jpg?id=1&w=640", "get.jpg?id=2&w=640"]),
        ("opening-1.jpg", "opening-2.jpg", ["opening-1.jpg", "opening-2.jpg"]),
        ("show.php?id=1", "show.php?id=2", ["show.php?id=1", "show.php?id=2"]),
    ],
)
def test_an_image_in_two_sizes_is_taken_once(first: str, second: str, kept: list[str]) -> None:
    html = f"<article>{PROSE}<img src={first} alt=Opening>{PROSE}<img src={second}>{PROSE}</article>"
    found = blocks(html)
    assert names(found) == kept
    assert images_of(found)[0].alt == "Opening"


@pytest.mark.parametrize(
    ("sources", "img", "name"),
    [
        (wide("webp", "image/webp"), "src='/pier-300.jpg'", "pier-1600.webp"),
        (wide("jpg"), "src='/s/w_300/pier.jpg'", "pier-1600.jpg"),
        (wide("jpg"), "data-src='/pier-300x200.jpg' src='/blank.gif'", "pier-1600.jpg"),
        (wide("avif") + wide("webp") + wide("jpg"), "src='/pier-300.jpg'", "pier-1600.jpg"),
        (wide("a", "image/avif") + wide("b", "image/webp"), "src='/pier-300.jpg'", "pier-1600.b"),
        ("<source srcset='/pier-900.jpg 900w'>" + wide("avif"), "src='/pier-300.jpg'", "pier-1600.avif"),
        (wide("jpg"), "src='/pier-2000.jpg'", "pier-2000.jpg"),
        (wide("jpg"), "src='/pier.jpg'", "pier.jpg"),
        ("<source srcset='/pier-150.jpg 1x, /pier-1600.jpg 2x'>", "src='/pier-300.jpg'", "pier-300.jpg"),
        (wide("jpg"), "src='/pier-300.jpg' srcset='/pier-600.jpg 600w'", "pier-600.jpg"),
    ],
)
def test_sources_of_a_picture(sources: str, img: str, name: str) -> None:
    made = blocks(f"<article>{PROSE}<div><picture>{sources}<img {img}></picture></div>{PROSE}</article>")
    assert names(made) == [name]


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ('<iframe src="https://www.youtube-nocookie.com/embed/x?origin=https://podcast.example"></iframe>', "video"),
        ('<iframe src="https://player.simplecast.com/x"></iframe>', "audio"),
        ('<iframe src="https://www.google.com/maps/embed?pb=x"></iframe>', "map"),
        ('<iframe src="https://flo.uri.sh/visualisation/1/embed?auto=1&from=flourish"></iframe>', "chart"),
        ('<iframe src="https://www.instagram.com/p/x/embed/"></iframe>', "post"),
        ('<iframe src="https://example.com/game"></iframe>', "frame"),
        ('<iframe src="https://example.com/show?size=200x300&affiliate=news"></iframe>', None),
        ('<video><source src="x.mp4"></video>', "video"),
        ('<audio src="x.mp3"></audio>', "audio"),
        ('<iframe src="about:blank"></iframe>', None),
        ('<blockquote class=twitter-tweet><a href="https://twitter.com/ada"><img alt=x></a></blockquote>', None),
        ('<blockquote class=twitter-tweet><a href="https://twitter.com/ada/status/1"></a></blockquote>', "post"),
        ('<iframe src="https://tpc.googlesyndication.com/x"></iframe>', None),
        ('<iframe src="https://www.facebook.com/plugins/like.php?x"></iframe>', None),
        ('<div hidden><iframe src="https://www.youtube.com/embed/x"></iframe></div>', None),
        ("<video></video>", None),
        ('<object data="banner.swf"></object>', None),
        ('<embed src="https://www.youtube.com/v/x">', "video"),
        ('<noscript><embed src="https://www.youtube.com/v/x"></noscript>', None),
    ],
)
def test_players(html: str, kind: str | None) -> None:
    made = blocks(f"<article><p>Before.</p>{html}<p>After.</p></article>")
    assert [block.kind for block in made if isinstance(block, Embed)] == ([] if kind is None else [kind])


# Images of other articles.


@pytest.mark.parametrize(
    "box",
    [
        "<figure><a href='/other'><img src='/a.jpg'><figcaption>Another story of the day</figcaption></a></figure>",
        "<figure><a href='/o'><img src='/a.jpg'></a><div><a href='/o'>Another story of it</a></div></figure>",
    ],
)
def test_teasers_in_figures(box: str) -> None:
    made = blocks(f"<article><div>{PROSE}</div><section>{box}</section><div>{PROSE}</div></article>", dropped="section")
    assert images_of(made) == []


# Captions.


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src='/a.jpg'></figure><p class=img-description>The bridge.</p>",
        "<figure><img src='/a.jpg'></figure> <div><p class=photo-caption>The bridge.</p></div>",
        "<div><figure><img src='/a.jpg'></figure></div><div class=caption>The bridge.</div>",
        "<img src='/a.jpg'><p class=caption>The bridge.</p>",
        "<div><a href='/a.jpg'><img src='/a.jpg'></a></div><span class=credit>The bridge.</span>",
        "<div><img src='data:image/gif;base64,R0' data-src='/a.jpg' width=640 height=400><noscript><img src='/a.jpg'>"
        "</noscript><div class=photo-caption>The bridge.</div></div>",
        "<table><tr><td><a href='/a.jpg'><img src='/a.jpg' width=640 height=400></a><tr><td class=tr-caption>"
        "The bridge.</table>",
    ],
)
def test_a_caption_right_after_an_image(figure: str) -> None:
    made = blocks(f"<article>{PROSE}{figure}{PROSE}</article>")
    assert [image.caption for image in images_of(made)] == ["The bridge."]
    assert write_text(made) == write_text(blocks(f"<article>{PROSE}{PROSE}</article>"))


def test_a_caption_belongs_to_its_image_even_if_not_kept() -> None:
    figure = "<figure><img src='https://e.org/x' alt='DSC 1.JPG'><figcaption>Who <b>is</b> it?</figcaption></figure>"
    made = blocks(f"<article><p>a</p>{figure}<p>b</p></article>", dropped="figcaption")
    assert write_text(made) == "a\n\nb"
    assert [image.caption for image in images_of(made)] == ["Who is it?"]
    assert images_of(made)[0].alt == ""  # not the name of a file
    caption = "<p class=caption>Who is it?</p>"
    for beside in (caption, f"<div>{caption}</div>"):
        made = blocks(f"<article>{PROSE}<img src='/a.jpg'>{beside}{PROSE}</article>", dropped="p.caption")
        assert [image.caption for image in images_of(made)] == ["Who is it?"]


@pytest.mark.parametrize(
    ("beside", "caption"),
    [
        ("<figcaption>At dawn.</figcaption><p class=photo-credit>Ada</p>", "At dawn. Ada"),
        ("<p class=copyright>Image source, Ada</p><figcaption>At dawn.</figcaption>", "At dawn. Image source, Ada"),
        ("<figcaption>At dawn.</figcaption><p class=credit hidden>Tom</p><p class=credit>Ada</p>", "At dawn. Ada"),
        ("<figcaption>At dawn. Ada</figcaption><p class=credit>Ada</p>", "At dawn. Ada"),
        ("<div class=credits><figcaption>At dawn.</figcaption><i class=credit>Ada</i></div>", "At dawn. Ada"),
        ("<figcaption>At dawn.</figcaption><p>Ada</p>", "At dawn."),
        ("<figcaption>At dawn. Ada<p>At dawn.</p><p>Tom</p></figcaption>", "At dawn. Ada Tom"),
    ],
)
def test_a_credit_beside_the_caption(beside: str, caption: str) -> None:
    figure = f"<figure><img src='/b.jpg' width=900>{beside}</figure>"
    article = extract(f"{figure}{PROSE}")
    assert [image.caption for image in article.images] == [caption]
    assert "Ada" not in article.text


@pytest.mark.parametrize(
    "figure",
    [
        "<figure><img src='/a.jpg'></figure><p class=img-description>The bridge.</p>",
        "<img src='/a.jpg'><p class=caption>The bridge.</p>",
        "<div class=wp-caption><a href='/b'><img src='/a.jpg'></a><p class=wp-caption-text>The bridge.</p></div>",
        "<figure><img src='data:image/gif;base64,R0lGOD'></figure><p class=caption>The bridge.</p>",
    ],
)
@pytest.mark.parametrize("url", [None, ADDRESS])
def test_a_caption_is_not_text_even_if_its_image_has_no_address(figure: str, url: str | None) -> None:
    made, without = (blocks(f"<article>{PROSE}{middle}{PROSE}</article>", url=url) for middle in (figure, ""))
    assert write_text(made) == write_text(without)
    assert names(made) == ([] if url is None or "data:" in figure else ["a.jpg"])


# Hostile pages.


@pytest.mark.parametrize(
    "unit",
    [
        "<img src='/{}.jpg'><p class=caption>w</p>",
        "<div class=col><img src='/{}.jpg'><p>w</p></div>",
        "<a href='/o{}'><img src='/{}.jpg'>words of a teaser</a>",
        "<figure><a href='/o{}'><img src='/{}.jpg'></a><figcaption>By Ada Lovelace</figcaption></figure>",
        "<noscript><img src='/{}.jpg'></noscript>",
        "<div><img src='/bridge-at-dawn-4711.jpg?{}'>",
    ],
)
def test_many_images_take_linear_time(unit: str) -> None:
    def seconds(count: int) -> float:
        many = "".join(unit.replace("{}", str(at)) for at in range(count))
        read = read_page(page(f"<div>{many}</div><article>{PROSE}{many}{PROSE}</article>", head=STATED), url=ADDRESS)
        keep = read.shown.copy()
        return min(timeit.repeat(lambda: assemble(read, keep), timer=time.process_time, number=1, repeat=3))

    few = seconds(250)
    assert seconds(2_500) < 25 * few + 0.1
