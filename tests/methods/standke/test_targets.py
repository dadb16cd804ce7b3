"""Link targets: the slides' examples, and the numbers of links."""

from __future__ import annotations

import pytest

from broadsheet.methods.standke.targets import COUNTS, counts, target


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
def test_features(url, feature, value):
    assert getattr(target(url), feature) == value


def test_counts():
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
