"""Headlines are added to outputs, and parts on which gold text and conventions disagree are neutral."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from broadsheet.lab.corpora import Gold, Includes
from broadsheet.lab.evaluate.conventions import begins_with, compose, headline, neutral, neutral_runs, without_runs
from broadsheet.page import read_page

TITLED = Includes(title=True)
TITLE = "Last trip for the old ferry"
BODY = "The old ferry across the sound will stop running.\nA bridge has taken the passengers."


def gold(text: str | None, title: str | None = None) -> Gold:
    return Gold(id="1", corpus="c", text=text, title=title)


@pytest.mark.parametrize(
    "text",
    [
        f"{TITLE}\n{BODY}",
        f"LAST TRIP FOR THE OLD FERRY!\n{BODY}",
        f"News\n\n  Tuesday\n{TITLE} - Courier\n{BODY}",
        f"The Sound Courier | News | {TITLE}\n{BODY}",
        f"Last trip for old ferry\n{BODY}",
        f"{TITLE} {BODY}".replace("\n", " "),
        f"News | Islands | {TITLE} By Ada Moller {BODY}",
        TITLE,
    ],
)
def test_a_headline_is_seen(text: str) -> None:
    assert begins_with(text, TITLE)
    assert compose(text, TITLE) == text


@pytest.mark.parametrize("read", [TITLE, f"Courier | News | {TITLE.upper()}"])
def test_the_headline_is_a_line_of_the_gold_text(read: str) -> None:
    page = gold(f"1 October 2024\n{TITLE}!\n{BODY}")
    assert headline(replace(page, includes=TITLED), read) == headline(page, read) == f"{TITLE}!"


def test_the_headline_of_the_corpus_comes_first() -> None:
    page = gold(f"{TITLE}\nFerry ends\n{BODY}", title="Ferry ends")
    assert headline(page, TITLE) == "Ferry ends"
    assert headline(gold(page.text, title="Something else entirely"), TITLE) == TITLE


POST = (
    '<blockquote class="twitter-tweet"><p>The bridge is shut until spring, sorry</p>&mdash; Ada Low (@ada) '
    '<a href="https://twitter.com/ada/status/12">May 4, 2024</a></blockquote>'
)
LINK_ONLY = (
    '<blockquote><p>The bridge is shut until spring, sorry</p>Ada Low <a href="https://x.com/ada/status/12">May 4, 2024'
    "</a></blockquote>"
)
FIRST = "The council voted on Tuesday evening to close the old footbridge over the mill race for good."
SECOND = "A public meeting about the design of the new bridge will be held in the school hall next month."
GOLD = Gold(id="a", corpus="c", text=f"{FIRST}\n{SECOND}", title="Council shuts footbridge", authors=("Ivo Lind",),
            date=dt.date(2024, 6, 12))  # fmt: skip
STANDFIRST = "A short standfirst of the page"
CAPTION = "The old footbridge as seen from the mill in winter"
FIGURE = f"<figure><img src=a.jpg><figcaption>{CAPTION}</figcaption></figure>"
BYLINES = ["By Ivo Lind", "12 June 2024"]


def page_with(middle: str = "", *, before: str = "", after: str = "") -> str:
    return (
        f"<html><head><meta name=description content='{STANDFIRST}'></head><body>"
        f"<h1>Council shuts footbridge</h1>{before}<div><p>{FIRST}</p>{middle}<p>{SECOND}</p></div>{after}</body>"
    )


def marked(html: str, gold: Gold = GOLD) -> list[str]:
    page = read_page(html)
    return [text for text, one in zip(page.texts, neutral(page, gold).tolist(), strict=True) if one]


def with_line(line: str, *, first: bool = False) -> Gold:
    lines = [line, FIRST, SECOND] if first else [FIRST, line, SECOND]
    return Gold(id="a", corpus="c", text="\n".join(lines), title=GOLD.title, authors=GOLD.authors, date=GOLD.date)


@pytest.mark.parametrize("post", [POST, LINK_ONLY])
def test_a_post_is_neutral_where_the_gold_text_lacks_it(post: str) -> None:
    assert any("until spring" in text for text in marked(page_with(post)))
    told = with_line("The bridge is shut until spring, sorry")
    assert not any("until spring" in text for text in marked(page_with(post), told))


@pytest.mark.parametrize(
    ("html", "gold", "expected"),
    [
        pytest.param(page_with(FIGURE), with_line(CAPTION), [CAPTION], id="a caption in the gold text"),
        pytest.param(page_with(FIGURE), GOLD, [], id="a caption that the gold text lacks"),
        pytest.param(
            page_with(f"<p class=wp-caption-text>{CAPTION}</p>"), with_line(CAPTION), [CAPTION], id="a caption by class"
        ),
        pytest.param(
            page_with("<ul><li>five supports</ul><table><tr><th>Year<td>2019</tr></table>"),
            GOLD,
            ["five supports", "Year", "2019"],
            id="a list and a table in the article",
        ),
        pytest.param(page_with(after="<ul><li>five supports</ul>"), GOLD, [], id="a list behind the article"),
        pytest.param(page_with("<ul><li><a href=/a>Lit boats open the fair</a></ul>"), GOLD, [], id="related links"),
        pytest.param(
            page_with(before="<p>By Ivo Lind</p><p>12 June 2024</p>"),
            with_line("\n".join([str(GOLD.title), *BYLINES]), first=True),
            [GOLD.title, *BYLINES],
            id="headline and bylines in the gold text",
        ),
        pytest.param(page_with(before="<p>By Ivo Lind</p>"), GOLD, [], id="a byline that the gold text lacks"),
        pytest.param(
            page_with(before=f"<p>{STANDFIRST}</p>"), GOLD, [STANDFIRST], id="a standfirst that the gold text lacks"
        ),
        pytest.param(
            page_with(before=f"<p>{STANDFIRST}</p>"),
            with_line(STANDFIRST, first=True),
            [],
            id="a standfirst in the gold text",
        ),
        pytest.param(
            page_with(before="<p class=article-standfirst>Engineers found three supports rotten</p>"),
            GOLD,
            ["Engineers found three supports rotten"],
            id="a standfirst by class",
        ),
    ],
)
def test_what_is_neutral(html: str, gold: Gold, expected: list[str]) -> None:
    assert marked(html, gold) == expected


def test_neutral_parts_are_removed_from_gold_text_and_output() -> None:
    runs = neutral_runs(read_page(page_with(POST)), GOLD)
    output = f"{FIRST}\nThe bridge is shut until spring, sorry\n— Ada Low (@ada) May 4, 2024\n{SECOND}"
    assert GOLD.text is not None
    assert without_runs(output, runs) == without_runs(GOLD.text, runs)
    assert without_runs(f"{FIRST} An advertisement. {SECOND}", runs) != without_runs(GOLD.text, runs)


def test_neutral_runs_without_a_gold_text_or_a_page() -> None:
    assert neutral_runs(read_page(page_with(POST)), Gold(id="a", corpus="c")) == ()
    assert neutral_runs(None, GOLD) == ()
    titled = Gold(id="a", corpus="c", text=f"A headline of four words\n{FIRST}", includes=TITLED)
    assert neutral_runs(None, titled) == (("A", "headline", "of", "four", "words"),)
