"""Text that a page repeats is kept once."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.body.fusion import again
from broadsheet.body.fusion.again import repeated
from broadsheet.page import read_page

QUOTE = "Nobody wants to see it go, but nobody wants to be standing on it when it does"
PARAGRAPHS = (
    "The town council voted on Tuesday evening to close the old bridge, after engineers found that three of its five "
    "supports had rotted below the waterline.",
    f"“{QUOTE},” said the deputy mayor, who promised that a temporary pontoon would be in place before the autumn.",
    "The replacement is expected to cost about four hundred thousand crowns, of which the county pays half.",
)
BODY = "".join(f"<p>{one}</p>" for one in PARAGRAPHS)


def left(html: str, *, titles: tuple[str, ...] = ()) -> list[str]:
    """The texts of a page whose segments are all kept, without repeated ones."""
    page = read_page(html)
    said = repeated(page, page.segments, np.ones(len(page.segments), dtype=np.bool_), titles)
    return [text for text, is_again in zip(page.texts, said.tolist(), strict=True) if not is_again]


@pytest.mark.parametrize(
    "box",
    [
        "<aside class=pullquote><p>{}</p></aside>",
        "<aside aria-hidden=true>{}</aside>",
        "<blockquote class=pullquote>{}</blockquote>",
        "<figure class=wp-block-pullquote><blockquote><p>{}</p><cite>Ana Silva</cite></blockquote></figure>",
        "<div class=pull-quote><p>{}</p></div>",
        "<div>“{}”</div>",
        "<p class=pull>{}.</p>",
    ],
)
def test_a_pull_quote_is_dropped(box: str) -> None:
    first, *rest = PARAGRAPHS
    page = f"<article><p>{first}</p>{box.format(QUOTE)}{''.join(f'<p>{one}</p>' for one in rest)}</article>"
    assert left(page) == [*PARAGRAPHS]
    assert left(f"<article>{BODY}{box.format(PARAGRAPHS[0])}</article>") == [*PARAGRAPHS]


def test_very_long_text_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    html = f"<main>{BODY}</main><section>{BODY}</section>"
    once = left(html)
    monkeypatch.setattr(again, "MAX_CHARS", sum(map(len, once)))
    assert left(html) == [*once, *once]


def test_a_long_class_is_read_once() -> None:
    lines = "".join(f"<p>Story {n} is good, and that is what they said.</p>" for n in range(200))
    tracemalloc.start()
    try:
        left(f"<div class={'x' * 200_000}>{lines}</div><main>{BODY}</main><section>{BODY}</section>")
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "copy",
    [
        f"<div class=print>{BODY}</div>",
        f"<div itemprop=articleBody><h2>The costs</h2>{BODY}</div>",
        f"<div class=speech>{' '.join(PARAGRAPHS)}</div>",
        f"<div>{'<br>'.join(PARAGRAPHS)}</div>",
    ],
)
def test_the_copy_of_the_body_with_more_structure_is_kept(copy: str) -> None:
    rest = BODY[BODY.find("<p>", 1) :]
    main = f"<article><p>{PARAGRAPHS[0]}</p><h2>The costs</h2><ul><li>One boat<li>Two</ul>{rest}</article>"
    wanted = [PARAGRAPHS[0], "The costs", "One boat", "Two", *PARAGRAPHS[1:]]
    assert left(main + copy) == wanted
    assert left(copy + main) == wanted


@pytest.mark.parametrize("lead", ["<p class=lead>{}</p>", "<h2>{}</h2>", "<header><p>{}</p></header>"])
def test_a_lead_that_is_repeated_below_a_picture_is_kept_once(lead: str) -> None:
    assert left(f"<article>{lead.format(PARAGRAPHS[0])}<figure><img src=a.jpg></figure>{BODY}</article>") == [
        *PARAGRAPHS
    ]


def test_refrains_questions_and_cells_may_be_repeated() -> None:
    refrain = "<p>Oh the river runs to the sea, my love<br>and the bridge it runs to the shore</p>"
    verse = "<p>When I was young I crossed the bridge<br>with a lantern in my {} hand</p>"
    assert len(left(f"<div>{''.join(verse.format(hand) + refrain for hand in ('left', 'right', 'other'))}</div>")) == 12
    question = "<p><b>What do you think about the bridge and its future?</b></p>"
    assert len(left(f"<article>{question}<p>{PARAGRAPHS[0]}</p>{question}<p>{PARAGRAPHS[2]}</p></article>")) == 4
    cells = f"<tr><td>Yes<td>{PARAGRAPHS[0]}</tr>" * 3
    assert len(left(f"<article>{BODY}<table>{cells}</table></article>")) == 9
    summary = f"<ul><li>{PARAGRAPHS[0]}<li>{PARAGRAPHS[2]}</ul>"
    assert len(left(f"<article>{summary}{BODY}</article>")) == 5, "a summary in a list"
    of_two = f"<p>{PARAGRAPHS[0].partition(',')[0]}, {PARAGRAPHS[2].partition(', ')[2]}</p>"
    assert len(left(f"<article>{of_two}{BODY}</article>")) == 4, "a line with words of two paragraphs"
    assert len(left(f"<article><p>{QUOTE}</p>{BODY}</article>")) == 4, "a line like the paragraphs"


def test_a_heading_with_the_title_is_the_headline_above_the_text_and_a_subheading_below() -> None:
    heading = "<h2>Closing the bridge: what it costs</h2>"
    for html, count in ((heading + BODY, 3), (BODY + heading, 4)):
        assert len(left(f"<article>{html}</article>", titles=("Closing the bridge",))) == count


@given(st.lists(st.text(st.sampled_from("abАβ1 .İ漢"), max_size=60), min_size=1, max_size=6), st.integers(0, 5))
def test_shares_of_copied_letters_equal_a_plain_count(texts: list[str], copied: int) -> None:
    texts = [*texts, texts[copied % len(texts)], "x" + texts[0] + "y"]
    page = read_page("".join(f"<p>{text}</p>" for text in texts))
    units = again._read(page, page.segments, np.ones(len(page.segments), dtype=np.bool_), ())
    letters = ["".join(one.lower() if len(one.lower()) == 1 else one for one in t if one.isalnum()) for t in page.texts]
    assert [units.text(at) for at in range(len(letters))] == letters
    size = 16
    windows = [
        {text[at : at + size] for at in range(len(text) - size + 1)} if len(text) >= again.MIN_QUOTE_LETTERS else set()
        for text in letters
    ]
    for number, text in enumerate(letters):
        elsewhere = set[str]().union(*windows[:number], *windows[number + 1 :]) & windows[number]
        covered = {at + step for at in range(len(text)) if text[at : at + size] in elsewhere for step in range(size)}
        assert units.shares[number] == pytest.approx(len(covered) / max(1, len(text)))
