"""What rules must not hide: short news that looks at one place like another kind of page; and what they still tell."""

from __future__ import annotations

import pytest

import broadsheet
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
"""What the head of such a page says."""
BARE = ""


def news(
    *, title: str = TITLE, head: str = DECLARED, paragraphs: int = 3, top: str = "", above: str = "", below: str = "",
    label: str = "", behind: str = "", day: bool = True,
) -> str:  # fmt: skip
    """The page.

    Args:
        title: its headline.
        head: what it declares.
        paragraphs: how many it has.
        top: what its masthead has besides.
        above: what stands between the headline and the text.
        below: what stands below the text, in the same element.
        label: what each teaser has besides its headline.
        behind: what follows the article.
        day: whether the day stands below the headline.
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
def test_what_is_asked_beside_an_article_makes_no_wall(changes, url):
    verdict = broadsheet.identify(news(**changes), url=url)
    assert verdict.is_article
    assert verdict.kind == "article"
    assert "the page asks to subscribe, to sign in or to consent" not in verdict.evidence[:1]


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
def test_what_is_asked_of_who_would_read_on_is_a_wall(changes, paragraphs):
    assert _kind(news(paragraphs=paragraphs, **changes)) == "wall"


def test_a_form_to_sign_in_on_a_page_that_declares_nothing_is_a_wall():
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


def test_the_recording_of_a_text_makes_no_podcast_of_it():
    html = news(head=_beside("AudioObject", "Listen to this article"), above="<audio src=/a.mp3></audio>")
    assert _kind(html) == "article"
    assert _kind(html.replace("NewsArticle", "Thing").replace("og:type", "og:t")) == "audio"


@pytest.mark.parametrize("url", [URL, URL.replace("/2026/", "/videos/2026/"), None])
def test_a_film_above_a_text_does_not_hide_it(url):
    assert _kind(news(head=_beside("VideoObject"), above=FILM), url) == "article"


def test_a_film_with_a_line_below_it_is_one_though_an_article_is_declared():
    assert _kind(news(head=_beside("VideoObject"), above=FILM, paragraphs=1)) == "video"


def test_what_several_signs_call_a_film_is_one():
    card = DECLARED + '<meta name="twitter:card" content="player">'
    assert _kind(news(head=card, above=FILM), URL.replace("/2026/", "/video/")) == "video"
    assert _kind(news(head=card, above=FILM)) == "article"


def test_rules_stand_where_the_model_is_not_sure():
    found = evidence(news(title="410 gone after the flood"), URL)
    assert by_rule(found) == by_rule(found, 0.89) == "error"
    assert by_rule(found, 0.95) is None


# Discussions.


def test_comments_below_an_article_make_no_forum_of_it():
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


def test_more_signs_of_a_forum_than_comments_give():
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


def test_an_article_on_somebody_is_no_profile():
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
def test_whole_posts_in_an_archive_are_no_article(changes):
    verdict = broadsheet.identify(_posts(**changes), url="https://courier.example/a")
    assert (verdict.kind, verdict.is_article) == ("index", False)


@pytest.mark.parametrize("path", ["2026/03/", "2026/03/05", "page/2/", "category/local/", "author/mi"])
def test_the_address_of_an_archive(path):
    verdict = broadsheet.identify(_posts(), url=f"https://courier.example/{path}")
    assert (verdict.kind, verdict.is_article) == ("index", False)


def test_a_page_without_a_main_heading_is_not_said_to_have_a_day_far_from_it():
    html = news(head=BARE).replace("h1>", "h2>")
    assert "no date is declared or stands near the heading" not in broadsheet.identify(html).evidence
