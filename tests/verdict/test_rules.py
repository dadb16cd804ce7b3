"""Short news that looks in one place like another kind of page, and pages that do belong to another kind."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.verdict.evidence import Evidence
from broadsheet.verdict.judge import SELDOM, by_rule
from broadsheet.verdict.text import phrases_in
from tests.verdict.pages import case, evidence

TITLE = "Tram line to the lower sound closed until Monday"
URL = "https://courier.example/2026/03/06/tram-line-to-the-lower-sound-closed"
_PARAGRAPHS = (
    "The tram to the lower sound is closed until Monday because of a broken rail, the operator said on Friday.",
    "Buses run every ten minutes from the market quay, and tickets of the tram are good for them, a spokeswoman said.",
    "The rail broke in the frost of last week, when eleven switches froze, and is to be replaced at the weekend.",
    "The works council had asked for new rails in the autumn, and was told to wait until the budget of next year.",
)
_MORE = ("Council delays vote on lanes for buses", "Why rents keep rising in the north of town")
DECLARED = (
    '<meta property="og:type" content="article"><meta property="article:published_time" content="2026-03-06">'
    '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Tram line closed", '
    '"datePublished": "2026-03-06"}</script>'
)
"""The head of a page that declares an article."""
BARE = ""


def news(
    *, title: str = TITLE, head: str = DECLARED, paragraphs: int = 3, top: str = "", above: str = "", below: str = "",
    label: str = "", behind: str = "", day: bool = True,
) -> str:  # fmt: skip
    """A page of news.

    Args:
        title: its headline.
        head: its declarations.
        paragraphs: the number of its paragraphs.
        top: content at the end of its masthead.
        above: content between the headline and the text.
        below: content after the text, in the same element.
        label: a label on each teaser.
        behind: content after the article.
        day: whether it has a date below the headline.
    """
    text = "".join(f"<p>{said}</p>" for said in _PARAGRAPHS[:paragraphs])
    more = "".join(f'<li><a href="/news/{n}"><h3>{said}</h3></a>{label}</li>' for n, said in enumerate(_MORE))
    time = '<time datetime="2026-03-06">6 March 2026</time>' if day else ""
    return (
        f'<!doctype html><html lang="en"><head><title>{title} | Sound Courier</title>{head}</head><body><header>'
        f'<a href="/">Sound Courier</a><nav><a href="/news/">News</a></nav>{top}</header><main><article>'
        f"<h1>{title}</h1>{time}{above}{text}{below}</article><section><h2>More</h2><ul>{more}</ul></section>"
        f"{behind}</main><footer>© Sound Courier</footer></body></html>"
    )


BOX = "<div class=paywall><h2>{}</h2><form><input type=email></form></div>"


def _kind(html, url=URL):
    return broadsheet.identify(html, url=url).kind


# Errors.


@pytest.mark.parametrize(
    "title",
    [
        "400-page report blames operator for the crash",
        "Bericht über das Unglück hat 404 Seiten",
        "Tram service temporarily unavailable after storm",
        "Popular drug no longer available in the north",
        "Reporters say access denied at the border",
        "“Something went wrong”: pilot speaks of the landing",
        "Wartungsarbeiten legen die Straßenbahn lahm",
        "Of 500 houses 410 gone after the flood",
    ],
)
@pytest.mark.parametrize("url", [URL, None])
def test_headlines_of_news_are_no_errors(title, url):
    verdict = broadsheet.identify(news(title=title), url=url)
    assert verdict.is_article
    assert verdict.kind == "article"


@pytest.mark.parametrize(
    "line", ["The report of the inquiry has more than 400 pages.", "This video is no longer available."]
)
def test_lines_of_news_are_no_errors(line):
    assert _kind(news(below=f"<p>{line}</p>")) == "article"


@pytest.mark.parametrize(
    ("heads", "error"),
    [
        ("404 page", 1),
        ("404 page not found", 1),
        ("404: Seite existiert nicht mehr", 1),
        ("500 error", 1),
        ("400-page report", 0),
        ("Ein Buch mit 404 Seiten", 0),
        ("A book of 404 pages", 0),
        ("500 errors in the register of voters", 0),
        # Words that news use too must be nearly the whole heading.
        ("Page not found", 1),
        ("Sorry, this page is no longer available", 1),
        ("Access denied", 1),
        ("Oops! Something went wrong", 1),
        ("The service is temporarily unavailable", 1),
        ("Tram service temporarily unavailable", 0),
        ("Popular drug no longer available", 0),
    ],
)
def test_titles_of_errors(heads, error):
    assert phrases_in(heads, ["a line"] * 80)["says_error"] == error


@pytest.mark.parametrize("title", ["Page not found", "Access denied", "Service unavailable", "404"])
def test_an_error_that_declares_an_article_is_an_error(title):
    assert _kind(news(title=title, paragraphs=0, day=False)) == "error"


# Walls.


@pytest.mark.parametrize(
    "changes",
    [
        {"top": "<p>Already a subscriber? <a href=/login>Sign in</a></p>"},
        {"top": "<p>Subscribe to read all stories</p>"},
        {"label": "<span>Subscribers only</span>"},
        {"below": "<p>This article is for informational purposes only.</p>"},
        {"behind": "<div class=dialog><p>Log in to your account</p><input type=password></div>"},
        {"behind": "<div class=dialog><p>Melden Sie sich an</p></div>"},
    ],
)
@pytest.mark.parametrize("url", [URL, None])
def test_calls_beside_an_article_make_no_wall(changes, url):
    verdict = broadsheet.identify(news(**changes), url=url)
    assert verdict.is_article
    assert verdict.kind == "article"
    assert "the page asks visitors to subscribe, sign in or consent" not in verdict.evidence[:1]


@pytest.mark.parametrize(
    "changes",
    [
        {"below": BOX.format("Subscribe to continue reading")},
        {"behind": BOX.format("Already a subscriber?")},
        {"below": "<p>This article is for subscribers.</p>"},
        {"above": "<header><p>Subscribers only</p></header>"},
        {"below": "<h2><a href=/subscribe>Subscribe to continue reading</a></h2>"},
    ],
)
@pytest.mark.parametrize("paragraphs", [1, 2])
def test_a_call_to_subscribe_to_read_on_is_a_wall(changes, paragraphs):
    assert _kind(news(paragraphs=paragraphs, **changes)) == "wall"


def test_teasers_around_a_wall():
    teasers = "".join(f"<h3><a href='/{n}'>{said} {n}</a></h3>" for n in range(8) for said in _MORE)
    for paragraphs, kind in ((1, "wall"), (2, "article")):
        html = news(paragraphs=paragraphs, below=BOX.format("Subscribe to continue reading"), behind=teasers)
        assert _kind(html) == kind


@pytest.mark.parametrize(
    "changes",
    [
        {"head": "<meta property=og:type content=article>"},
        {"head": "<meta property=article:published_time content=2026-03-06>"},
        {"head": '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "Tram closed"}</script>'},
        {"top": "".join(f"<li><a href='/{n}'>Part {n}</a></li>" for n in range(12))},
    ],
)
def test_a_short_page_with_a_banner_is_no_wall(changes):
    bare = {"head": BARE, "paragraphs": 1, "day": False, "behind": "<p>Accept all cookies</p>"}
    assert _kind(news(**(bare | changes))) == "article"
    assert _kind(news(**bare)) == "wall"


def test_a_form_to_sign_in_on_a_page_without_declarations_is_a_wall():
    form = "<div><p>Log in to your account</p><form><input name=who><input type=password></form></div>"
    assert _kind(news(head=BARE, paragraphs=1, behind=form, day=False)) == "wall"


def test_a_masthead_without_an_element_of_its_own():
    bar = "<div class=bar>Already a subscriber? <a href=/login>Sign in</a></div>"
    assert evidence(news().replace("<body>", f"<body>{bar}"), URL)["says_wall"] == 0
    assert evidence(news(below=bar), URL)["says_wall"] == 1
    without = news(below=bar).replace("h1>", "b>")
    assert evidence(without)["says_wall"] == 1


# Films and recordings.


def _beside(kind, name="x"):
    return DECLARED + f'<script type="application/ld+json">{{"@type": "{kind}", "name": "{name}"}}</script>'


FILM = "<div class=player><video src=/a.mp4></video></div>"


def test_an_article_with_its_recording_is_no_podcast():
    html = news(head=_beside("AudioObject", "Listen to this article"), above="<audio src=/a.mp3></audio>")
    assert _kind(html) == "article"
    assert _kind(html.replace("NewsArticle", "Thing").replace("og:type", "og:t")) == "audio"


@pytest.mark.parametrize("url", [URL, URL.replace("/2026/", "/videos/2026/"), None])
def test_an_article_with_a_video_above_it_is_an_article(url):
    assert _kind(news(head=_beside("VideoObject"), above=FILM), url) == "article"


def test_a_video_with_one_line_is_a_video_even_if_declared_an_article():
    assert _kind(news(head=_beside("VideoObject"), above=FILM, paragraphs=1)) == "video"


def test_several_signs_of_a_video_outweigh_the_text():
    card = DECLARED + '<meta name="twitter:card" content="player">'
    assert _kind(news(head=card, above=FILM), URL.replace("/2026/", "/video/")) == "video"
    assert _kind(news(head=card, above=FILM)) == "article"


LIST, TITLED = {"headings_elsewhere": 2.1}, {"url_last_words": 3}


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        ({}, None),
        ({"ld_video": 1}, "video"),
        ({"ld_video": 1, **LIST}, None),
        ({"ld_video": 1, "ld_article": 1, "prose_segments": 0.9}, "video"),
        ({"ld_video": 1, "ld_article": 1, "prose_segments": 1.1}, None),
        ({"og_video": 1, **TITLED}, None),
        ({"og_video": 1, "players": 1}, "video"),
        ({"og_video": 1, "players": 1, **LIST}, None),
        ({"og_video": 1, "players": 1, **LIST, **TITLED}, "video"),
        ({"url_video": 1, "url_last_words": 2}, None),
        ({"url_video": 1, **TITLED, **LIST}, "video"),
        ({"url_video": 1, "players": 1}, "video"),
        ({"url_video": 1, "players": 1, **LIST}, None),
        ({"says_audio": 1}, None),
        ({"says_audio": 1, "players": 1}, "audio"),
        ({"ld_audio": 1, "ld_article": 1}, None),
        ({"says_gallery": 1, "players": 1, "pictures": 1.8}, None),
        ({"says_gallery": 1, "pictures": 2}, "gallery"),
        ({"says_gallery": 1, "pictures": 2, **LIST}, None),
        ({"passwords": 1, "log_prose": 5.6}, "wall"),
        ({"passwords": 1, "log_prose": 5.8}, None),
        ({"passwords": 1, "url_section": 0}, None),
    ],
)
def test_kinds_by_a_few_features(found, kind):
    few = dict.fromkeys(evidence("<p>word").found, 0.0) | {"log_text": 6.0, "url_section": 1.0}
    assert by_rule(Evidence(few | found)) == kind


def test_rules_apply_unless_the_model_is_sure():
    found = evidence(news(title="410 gone after the flood"), URL)
    assert by_rule(found) == by_rule(found, 0.89) == "error"
    assert by_rule(found, 0.95) is None


# Discussions.


def test_an_article_with_comments_is_no_forum():
    comments = "".join(
        f'<div class="postbit"><a href="/users/{n}">sailor{n}</a><p>I was on it, and it was cold.</p>'
        f'<p>{n} votes</p><p><a href="#">Reply</a></p></div>'
        for n in range(1, 9)
    )
    found = evidence(news(paragraphs=4, behind=comments), URL)
    assert found["signs_forum"] == 3
    assert by_rule(found) == by_rule(found, 0.7) == "forum"
    assert by_rule(found, 0.8) is None
    assert by_rule(evidence(news(head=BARE, paragraphs=4, behind=comments, day=False), URL), 0.8) == "forum"
    assert _kind(news(paragraphs=4, behind=comments)) == "article"


def test_more_signs_of_a_forum_than_comments_have():
    thread = case("forum en declared")
    found = evidence(thread.html, thread.url)
    assert found["signs_forum"] > 3
    assert by_rule(found, 1.0) == "forum"


# Lists.

_TITLES = ("Bridge reopens after nine months", "Water to cost more from May", "Storm passes over the sound")
_SENTENCE = "Lorries of more than twelve tonnes have to use the tunnel until the second set of bearings is replaced. "


def _posts(*, about="", head="", classes="", sentences=3):
    posts = "".join(
        f'<article><h2><a href="/2026/03/{n}">{title}</a></h2><p>{_SENTENCE * sentences}</p></article>'
        for n, title in enumerate(_TITLES)
    )
    return (
        f"<!doctype html><html lang=en><head><title>Maren Iversen | Courier</title>{head}</head>"
        f'<body class="{classes}"><main><h1>Maren Iversen</h1>{about}{posts}</main></body></html>'
    )


def _ld(kind):
    return f'<script type="application/ld+json">{{"@type": "{kind}", "name": "March"}}</script>'


ABOUT = "<p>Maren Iversen writes for the Courier on storms, ferries and whatever else the sea brings to town.</p>"


@pytest.mark.parametrize("head", ['<meta property="og:type" content="profile">', _ld("ProfilePage")])
def test_a_profile_is_a_list(head):
    html = _posts(about=ABOUT, head=head, sentences=1)
    verdict = broadsheet.identify(html, url="https://courier.example/maren-iversen")
    assert (verdict.kind, verdict.is_article) == ("index", False)
    assert verdict.probability <= SELDOM


def test_an_article_that_declares_a_profile_is_an_article():
    html = news(head=DECLARED.replace('content="article"', 'content="profile"'))
    assert _kind(html) == "article"


@pytest.mark.parametrize(
    "changes",
    [
        {"head": _ld("CollectionPage")},
        {"head": _ld("SearchResultsPage")},
        {"classes": "archive date"},
        {"classes": "archive author author-mi"},
    ],
)
def test_an_archive_of_whole_posts_is_no_article(changes):
    verdict = broadsheet.identify(_posts(**changes), url="https://courier.example/a")
    assert (verdict.kind, verdict.is_article) == ("index", False)


@pytest.mark.parametrize("path", ["2026/03/", "2026/03/05", "page/2/", "category/local/", "author/mi"])
def test_the_address_of_an_archive(path):
    verdict = broadsheet.identify(_posts(), url=f"https://courier.example/{path}")
    assert (verdict.kind, verdict.is_article) == ("index", False)
