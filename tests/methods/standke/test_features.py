"""Standke's features of a page: numbers worked by hand, with and without a rendering."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from broadsheet.methods.standke.features import COREEX, COUNTS, TARGETS, counts, paper_features, target
from broadsheet.page import Layout, read_page

STORY = "https://www.courier.example.com/2019/04/15/us/ferry-12345678/"
PAGE = (
    "<html><body><ul><li><a href='https://www.courier.example.com/2019/04/16/storm-over-the-lower-sound-leaves-harm/'>"
    "Storm</a></li><li><a href='/video/boat'>Boat</a></li></ul><div><p>One two three four five.</p>"
    "<p>Six seven eight.</p></div></body></html>"
)


def test_features_by_hand():
    found = paper_features(read_page(PAGE, url=STORY))
    assert list(found) == [*TARGETS, *COUNTS, "mss", "main_tag", "frequent_tag", "score", "frequency", "depth"]
    own = {name: found[name] for name in TARGETS}
    assert own == {
        "number": 1, "date": 1, "ending_slash": 1, "reserved_word": 0, "length": len("2019/04/15/us/ferry-12345678/"),
        "slashes": 5,
    }  # fmt: skip
    # Relative links are made absolute against the page's address. The second link is short.
    assert [found[name] for name in COUNTS] == [0, 1, 1, 1, 1]
    # Links count against: the run is the two paragraphs, of 24 and 16 characters.
    assert found["mss"] == 40
    # 8 words of 10 (a link counts as one) in the div's two paragraphs, none of them a link: 0.99 + 0.01 * 8 / 10. The
    # body has only the div in its set, and so the same score: the higher one is the main node.
    assert found["main_tag"] == "body"
    assert found["frequent_tag"] == "div"
    assert found["score"] == 0.99 + 0.01 * 8 / 10
    assert (found["frequency"], found["depth"]) == (1, 2)


def test_scores_tie_only_where_they_are_identical():
    # The link takes 0.99 / 151 off the div above the paragraph, and nothing off the paragraph, whose text is a child.
    page = read_page(f"<body><div><p>{'word ' * 150}<a href=/a>a</a></p></div><section><p>one two</p></section></body>")
    found = paper_features(page)
    assert found["main_tag"] == "p"
    assert found["frequent_tag"] == "#text"
    assert (found["frequency"], found["depth"]) == (1, 4)


def test_forms_count_as_in_the_slides():
    found = paper_features(read_page("<body><form><p>one two three</p></form><a href=x>link</a></body>"))
    assert (found["main_tag"], found["frequent_tag"], found["score"]) == ("body", "form", 0.99 + 0.01 * 3 / 4)


def test_missing_features_are_none():
    found = paper_features(read_page("<body><img src=a.png></body>"))
    assert [found[name] for name in TARGETS] == [None] * len(TARGETS)
    assert {found[name] for name in COREEX} == {None}
    assert found["mss"] == 0


def test_a_rendering_gives_font_sizes():
    page = read_page(PAGE, url=STORY)
    given = {column.name: np.zeros(len(page), dtype=np.float32) for column in fields(Layout)}
    first = int(np.flatnonzero(page.tag == page.tag[page.select("p")[0]])[0])
    # The first paragraph is in large print: it no longer counts for the run.
    size = np.full(len(page), 16.0, dtype=np.float32)
    size[first : page.end[first]] = 30.0
    laid_out = page.with_layout(Layout(**{**given, "font_size": size, "visible": np.ones(len(page), dtype=np.bool_)}))
    assert paper_features(laid_out)["mss"] < paper_features(page)["mss"]


@pytest.mark.parametrize("whole", [False, True], ids=["as the program", "as the slides"])
def test_examples_of_the_slides(whole):
    assert target("https://abcnews.go.com/story?id=62025268", whole=whole).number
    assert target("https://www.nytimes.com/2019/04/15/us/politics/trump-ilhan-omar.html", whole=whole).date
    # The program cuts these two up to "com/", and loses what the slides show.
    assert target("https://news.yahoo.com/", whole=whole).ending_slash == whole
    assert target("https://video.foxnews.com/v/6026408055001/", whole=whole).reserved_word == whole
    news = "https://news.yahoo.com/latest-twister-hits-texas-community-dozen-hurt-201112355.html"
    advertisement = "https://business.comcast.com/4995internet?CMP=BAC-22238190-4304415-238973491-90614167&omndfa=1"
    assert target(news, whole=whole).length < target(advertisement, whole=whole).length
    assert target(news, whole=True).length == len(news)


@pytest.mark.parametrize(
    ("url", "feature", "value"),
    [
        ("https://www.example.com/news/latest-twister-201112355.html", "number", True),
        ("https://www.example.com/sport/cycling/48393491", "number", False),
        ("https://www.example.com/a/12345/b", "number", True),
        ("https://www.example.com/a?ID=7", "number", True),
        ("https://www.example.com/a/20190415-story", "date", True),
        ("https://www.example.com/2019-4-1", "date", True),
        ("https://www.example.com/story-2019", "date", False),
        ("https://www.example.com/photos/1", "reserved_word", True),
        ("https://www.example.com/videography-tips", "reserved_word", True),
        ("https://www.example.com/envideo", "reserved_word", False),
        ("https://www.example.com/ab", "length", 2),
        ("https://www.example.org/ab", "length", 26),
        ("https://www.example.com/a/b/c", "slashes", 2),
        ("", "length", 0),
    ],
)
def test_features_of_an_address(url, feature, value):
    assert getattr(target(url), feature) == value


def test_counts_of_links():
    links = [
        "https://x.example.com/2019/04/15/a/",
        "https://x.example.com/video/a-123456",
        "https://x.example.com/" + "a" * 60,
    ]
    assert dict(zip(COUNTS, counts(links).tolist(), strict=True)) == {
        "number_links": 1,
        "date_links": 1,
        "ending_slash_links": 1,
        "reserved_word_links": 1,
        "short_links": 2,
    }
    assert counts([]).tolist() == [0, 0, 0, 0, 0]
