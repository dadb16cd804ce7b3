"""Days that a page tells only from the moment at which it was captured: pages written for these tests."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet import Given, extract, lexicon, metadata
from broadsheet.metadata.written.dated_lines import ago_in, yearless_in
from broadsheet.page import read_page
from tests.metadata.pages import HEADLINE, PROSE, ld, rows

CAPTURED = datetime(2024, 3, 5, 12, 30, 45, tzinfo=UTC)


def html(line: str = "", *, head: str = "", above: str = "", behind: str = "", lang: str = "en") -> str:
    return (
        f"<html lang={lang}><head><title>{HEADLINE}</title>{head}</head><body>{above}<nav><a href=/>Home</a></nav>"
        f"<main><h1>{HEADLINE}</h1>{line}<div>{PROSE}</div></main>{behind}</body></html>"
    )


def of(line: str = "", *, captured: datetime | None = CAPTURED, **more: str) -> metadata.Metadata:
    return metadata.read(read_page(html(line, **more)), captured=captured)


@pytest.mark.parametrize(
    ("line", "published"),
    [
        ("<p>3 hours ago</p>", "2024-03-05T09:30:00+00:00"),
        ("<p>an hour ago</p>", "2024-03-05T11:30:00+00:00"),
        ("<time>about 3 hours ago</time>", "2024-03-05T09:30:00+00:00"),
        ("<p>By Ada Lovelace | 5 mins ago | 4 min read</p>", "2024-03-05T12:25:00+00:00"),
        ("<p>By ADA LOVELACE, Associated Press Writer 1 hour, 41 minutes ago</p>", "2024-03-05T10:49:00+00:00"),
        ("<p>Ada Lovelace · 2d ago</p>", "2024-03-03"),
        ("<p>Published 2 weeks ago</p>", "2024-02-20"),
        ("<p>Yesterday, 18:03</p>", "2024-03-04T18:03:00"),
        ("<p>Yesterday</p>", "2024-03-04"),
        ("<p>Published today</p>", "2024-03-05"),
        ("<p>Today at 9:15 AM</p>", "2024-03-05T09:15:00"),
        ("<p>Nov 24</p>", "2023-11-24"),
        ("<p>By Ada Lovelace Fri Mar 1, 5:13 PM ET</p>", "2024-03-01T17:13:00-05:00"),
        ("<p>By Ada Lovelace, 24 November</p>", "2023-11-24"),
        ("<span class=date>March 6</span>", "2024-03-06"),
    ],
)
def test_relative_dates(line: str, published: str) -> None:
    found = of(line)
    assert found.published == published
    assert found.sources["published"].endswith("(relative)")
    assert of(line, captured=None).published is None, "nothing is known without the capture"


@pytest.mark.parametrize(
    "line",
    [
        "<p>5 min read</p>",
        "<p>2 months ago</p>",
        "<p>3 years ago</p>",
        "<p>1.5 hours ago</p>",
        "<p>USA TODAY</p>",
        "<p>Today</p>",
        "<p>Part 3</p>",
        "<p>Last comment 3 hours ago</p>",
        "<p>The ferry ran aground 3 hours ago and nobody was hurt.</p>",
        "<p>The talks begin on Thanksgiving, November 25, on all stations</p>",
        "<p>Nov 24 - 26</p>",
        "<p>Deadline: Nov 24</p>",
        "<p>Nov 24, 14:00 - 16:00</p>",
        "<figure><img src=/a.jpg><figcaption>Nov 24</figcaption></figure>",
        "<p>The Today show</p>",
    ],
)
def test_lines_without_a_relative_date(line: str) -> None:
    assert of(line).published is None


def test_relative_dates_elsewhere_are_ignored() -> None:
    teasers = "".join(
        f"<li><a href=/{at}><h3>Another story {at} of today</h3></a> {at} hours ago</li>" for at in (1, 2)
    )
    comments = "<div class=comments><div class=comment><p>Ada wrote 3 hours ago</p><p>Well done</p></div></div>"
    assert of(behind=f"<ul class=related>{teasers}</ul>{comments}").published is None
    assert of(above="<div class=ticker>5 minutes ago</div>").published is None
    assert of(behind="<p>3 hours ago</p>").published is None


@pytest.mark.parametrize(
    ("head", "line", "day"),
    [
        (ld(datePublished="2024-02-01"), "", "2024-02-01"),
        ('<meta property="article:published_time" content="2024-02-01T10:00:00Z">', "", "2024-02-01T10:00:00+00:00"),
        ("", "<p>1 February 2024</p>", "2024-02-01"),
        ("", '<time datetime="2024-02-01">3 hours ago</time>', "2024-02-01"),
    ],
)  # fmt: skip
def test_stated_and_full_dates_are_preferred(head: str, line: str, day: str) -> None:
    for told in ("3 hours ago", "Nov 24", "Yesterday, 10:13"):
        found = of(f"{line}<p>Published {told}</p>", head=head)
        assert found.published == day
        assert "relative" not in found.sources["published"]


def test_relative_dates_of_publication_and_change() -> None:
    found = of("<p>Published 3 days ago</p><p>Updated 2 hours ago</p>")
    assert (found.published, found.modified) == ("2024-03-02", "2024-03-05T10:30:00+00:00")
    assert found.sources["modified"] == "text:line (relative)"
    found = of("<p>3 days ago</p><p>Yesterday, 10:13</p>")
    assert (found.published, found.alternatives["published"][0].value) == ("2024-03-02", "2024-03-04T10:13:00")
    found = of("<p>1 February 2024 | Updated 2 hours ago</p>")
    assert (found.published, found.modified) == ("2024-02-01", "2024-03-05T10:30:00+00:00")
    found = of("<p>5 March 2024 20:00 UTC | Updated 2 days ago</p>")
    assert found.modified is None, "never before it was published"


def test_lists_of_relative_dates_are_ignored() -> None:
    assert of("<ul><li>3 hours ago</li><li>2 days ago</li><li>5 days ago</li></ul>").published is None
    assert of("<p>1 hour ago</p><p>2 hours ago</p><p>3 hours ago</p>").published == "2024-03-05T11:30:00+00:00"


@pytest.mark.parametrize(("language", "text", "value"), rows(Path(__file__).parent / "ago.tsv"))
def test_languages(language: str, text: str, value: str) -> None:
    (one,) = ago_in(text, CAPTURED, language)
    assert one.value == value
    assert text[one.start : one.stop] == text[one.start : one.start + len(text)].removesuffix(" Uhr")
    assert of(f"<p>{text}</p>", lang=language).published == value


@pytest.mark.parametrize(
    ("language", "text", "value"),
    [
        ("en", "By Ada 5 March", "2024-03-05"),
        ("de", "So, 24. Nov., 14:05 Uhr", "2023-11-24T14:05:00"),
        ("es", "24 de noviembre", "2023-11-24"),
        ("fr", "1er mars", "2024-03-01"),
        ("hi", "24 नवंबर", "2023-11-24"),
        ("ja", "11月24日 10:13", "2023-11-24T10:13:00"),
        ("ko", "11월 24일", "2023-11-24"),
        ("ru", "24 ноября в 14:24", "2023-11-24T14:24:00"),
        ("th", "24 พ.ย.", "2023-11-24"),
        ("vi", "24 tháng 11", "2023-11-24"),
    ],
)
def test_days_without_a_year_in_languages(language: str, text: str, value: str) -> None:
    (one,) = yearless_in(text, CAPTURED, language)
    assert one.value == value


@pytest.mark.parametrize(
    "text", ["Nov 24, 2019", "24 Nov 19", "Nov. 24, '19", "28 January 2018", "2019年11月24日", "3-5 May"]
)
def test_dates_with_a_year_and_spans(text: str) -> None:
    assert list(yearless_in(text, CAPTURED, "ja" if "月" in text else "en")) == []


def test_29_february() -> None:
    assert [one.value for one in yearless_in("Feb 29", datetime(2023, 6, 1, tzinfo=UTC))] == ["2020-02-29"]
    assert list(yearless_in("Feb 29", datetime.max.replace(tzinfo=UTC))) == []


AGO = [code for code in lexicon.languages() if lexicon.entries("ago", code)]
MOMENTS = st.datetimes(datetime(1995, 1, 1), datetime(2026, 1, 1), timezones=st.just(UTC))


@given(MOMENTS, st.sampled_from(AGO), st.integers(0, 999), st.integers(0, 3))
def test_a_number_of_units_ago_is_never_after_the_capture(at: datetime, language: str, number: int, unit: int) -> None:
    word = lexicon.rows("units", language)[unit][-1]
    text = lexicon.entries("ago", language)[0].replace("{}", f"{number} {word}")
    for one in ago_in(text, at, language):
        assert one.day <= at.date()
        if "T" in one.value:
            assert datetime.fromisoformat(one.value) <= at


@given(MOMENTS, st.dates(date(2000, 1, 1), date(2000, 12, 31)))
def test_a_day_without_a_year_is_the_last_that_is_not_after_the_capture(at: datetime, day: date) -> None:
    (one,) = yearless_in(f"{day:%B} {day.day}", at)
    last = at.date() + timedelta(days=1)
    assert (one.day.month, one.day.day) == (day.month, day.day)
    assert one.day <= last
    assert (last - one.day).days < 366 or (day.month, day.day) == (2, 29)


PIECES = st.sampled_from("3 hours ago yesterday May 5 vor Stunden".split()) | st.text(max_size=9)


@given(st.lists(PIECES, max_size=9).map(" ".join), MOMENTS, st.sampled_from(AGO))
def test_any_text_can_be_read(text: str, at: datetime, language: str) -> None:
    for one in (*ago_in(text, at, language), *yearless_in(text, at, language)):
        assert 0 <= one.start < one.stop <= len(text)
        assert one.day <= at.date() + timedelta(days=1)


def test_the_offset_of_the_capture_is_kept() -> None:
    late = datetime.fromisoformat("2024-03-06T01:10:00+09:00")
    page = html("<p>3 hours ago</p>")
    assert extract(page, given=Given(captured=late)).published == "2024-03-05T22:10:00+09:00"
    assert extract(page, given=Given(captured=late.astimezone(UTC))).published == "2024-03-05T13:10:00+00:00"


def test_the_capture_does_not_change_the_text() -> None:
    page = html("<p>By Ada Lovelace | 3 hours ago</p>")
    with_it, without = extract(page, given=Given(captured=CAPTURED)), extract(page)
    assert (with_it.text, with_it.title, with_it.authors) == (without.text, without.title, without.authors)
    assert (with_it.published, without.published) == ("2024-03-05T09:30:00+00:00", None)
