"""Decisions after the network: thresholds and rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.body.fusion import Fusion, method
from broadsheet.body.fusion.decoding import Rule
from broadsheet.body.fusion.network import Network
from broadsheet.methods.base import Given, Marking
from broadsheet.page import Page, read_page
from tests.body.fusion.test_profile import other, profile

TITLE = "Council agrees on a new bridge after a long debate"
STORY = "The council met on Tuesday, and it agreed on the plan after a long and quiet debate."
OTHER = "Nobody in either of the two towns could say how the argument had begun, or who had wanted it."
Say = Callable[[dict[str, float]], Callable[[str], list[str]]]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Fake the network: a probability by the beginning of a segment's text, else 0.95."""

    def told(probability: dict[str, float]) -> Callable[[str], list[str]]:
        def kept(html: str) -> list[str]:
            page = read_page(html)
            each = [
                next((value for start, value in probability.items() if text.startswith(start)), 0.95)
                for text in page.texts
            ]
            monkeypatch.setattr(Network, "passes", lambda *_: iter([np.array(each)]))
            marking: Marking = Fusion().mark(page, Given())
            first = page.segments.first
            return [text for text, row in zip(page.texts, first.tolist(), strict=True) if marking.keep[row]]

        return kept

    return told


def page(*first: str) -> str:
    lines = "".join(f"<p>{line}</p>" for line in first)
    head = f"<title>{TITLE}</title><meta property='og:title' content='{TITLE}'>"
    return f"<html><head>{head}</head><body><h1>{TITLE}</h1>{lines}<p>{STORY}</p><p>{STORY}</p></body></html>"


def test_first_lines_that_repeat_the_headline_are_dropped(say: Say) -> None:
    kept = say({"Council": 0.8, "A new": 0.7})
    assert kept(page("A new bridge")) == [STORY, STORY]


def test_subheadings_between_two_kept_segments_need_a_low_probability(say: Say) -> None:
    html = f"<div><p>{STORY}</p><h3>The costs</h3><p>{STORY}</p></div><h3>More news</h3><p>Elsewhere {STORY}</p>"
    kept = say({"The costs": 0.06, "More news": 0.06, "Elsewhere": 0.1})
    assert kept(html) == [STORY, "The costs", STORY]


def test_a_data_table_in_the_text_is_kept_and_a_table_of_links_is_not(say: Say) -> None:
    data = "<table><tr><th>Year</th><td>2024</td></tr></table>"
    links = "<table><tr><th><a href='/a'>Years</a></th><td><a href='/b'>2025</a></td></tr></table>"
    empty = f"<table><caption>202 rows</caption>{'<tr></tr>' * 9}</table>"
    assert say({"202": 0.1})(f"<div><p>{STORY}</p>{empty}<p>{STORY}</p></div>") == [STORY, STORY]
    html = f"<div><p>{STORY}</p>{data}<p>{STORY}</p>{links}<p>{STORY}</p></div>"
    kept = say({"Year": 0.1, "202": 0.1})
    assert kept(html) == [STORY, "Year", "2024", STORY, STORY]


@pytest.mark.parametrize(
    ("sure", "options", "least"),
    [
        (0.01, {}, 0.02),
        (0.04, {}, 0.04),
        (0.09, {}, 0.09),
        (0.11, {}, 0.5),
        (0.89, {}, 0.5),
        (0.91, {}, 0.7),
        (0.04, {"favor": "precision"}, 0.9),
        (0.97, {"favor": "recall"}, 0.1),
        (0.04, {"threshold": 0.6}, 0.6),
        (0.97, {"threshold": 0.6}, 0.6),
    ],
)
def test_the_threshold_depends_on_the_confidence(
    monkeypatch: pytest.MonkeyPatch, sure: float, options: dict[str, Any], least: float
) -> None:
    shop = read_page("".join(f"<div><h3>Offer {at}</h3><p>{at} {OTHER} {STORY}</p></div>" for at in range(6)))
    probability = np.array([0.01, 0.95, 0.01, 0.65, 0.01, 0.55, 0.01, 0.3, 0.01, 0.15, 0.01, 0.05])
    monkeypatch.setattr(Network, "passes", lambda *_: iter([probability]))
    monkeypatch.setattr(method, "confidence", lambda *_: sure)
    marking = Fusion(**options).mark(shop, Given())
    assert marking.trace["threshold"] == least
    paragraphs = shop.segments.first[1::2]
    assert marking.keep[paragraphs].tolist() == (probability[1::2] >= least).tolist()


@pytest.mark.parametrize(
    ("sure", "known", "asked"), [(0.96, (), 1), (0.94, (), 2), (0.96, (other(1),), 2), (0.97, (other(1),), 1)]
)
def test_the_second_network_is_skipped_on_confident_pages(
    monkeypatch: pytest.MonkeyPatch, sure: float, known: tuple[Page, ...], asked: int
) -> None:
    said = [np.array([0.95, 0.95]), np.array([0.95, 0.3])]
    networks = iter(said)
    monkeypatch.setattr(Network, "passes", lambda *_: networks)
    monkeypatch.setattr(method, "confidence", lambda *_: sure)
    marking = Fusion().mark(read_page(f"<p>{STORY}</p><p>{OTHER}</p>"), Given(profile=profile(*known)))
    assert len(list(networks)) == 2 - asked
    assert np.array_equal(marking.trace["probability"], said[asked - 1])


LINES = (
    "<h2>{at} The costs</h2>", "<p>{at} {story}</p>", "<p>{at} {other}</p>", "<ul><li>{at} A line<li>{at} Other</ul>",
    "<p><a href='/{at}'>Read also: {at} the ferry</a></p>", "<blockquote><p>{at} {other}</p></blockquote>",
    "<table><tr><th>{at} Year<td>{at}</table>", "<article><h3>{at} Next</h3><p>{at} {story}</p></article>",
    "<figure><figcaption>{at} The pier</figcaption></figure>", "<dl><dt>{at} Term<dd>{at} {story}</dl>",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), min_size=3, max_size=12), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_recall_keeps_a_superset_and_precision_a_subset(lines: list[str], seed: int, sure: float) -> None:
    said = "".join(line.format(at=at, story=STORY, other=OTHER) for at, line in enumerate(lines))
    page = read_page(f"<h1>{TITLE}</h1><div>{said}</div>")
    probability = np.random.default_rng(seed).beta(0.4, 0.4, len(page.segments))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "passes", lambda *_: iter([probability]))
        patch.setattr(method, "confidence", lambda *_: sure)
        least, kept, most = (Fusion(favor=one).mark(page, Given()).keep for one in ("precision", None, "recall"))
    assert not (least & ~kept).any()
    assert not (kept & ~most).any()


def test_an_unknown_favor_is_named() -> None:
    with pytest.raises(ValueError, match="favor must be precision, recall or None, not 'speed'"):
        Fusion(favor="speed")  # type: ignore[arg-type]


LITTLE = {"Council": 0.1, "Four": 0.9, "One": 0.45, "Two": 0.45, "Six": 0.55, "More": 0.01}


@pytest.mark.parametrize(
    ("items", "before", "whole"),
    [
        ("<li>One tram<li>Six boats<li>Six buses", "Four", True),
        ("<li>One tram<li>Two carts<li>Two bikes", "Four", True),
        ("<li>One tram<li>Two carts<li>Two bikes", "Four:", True),
        ("<li><a href=/b>One tram</a><li><a href=/b>Two carts</a>", "Four:", False),
        ("<li>More<li>More news<li>More of it", "Four:", False),
    ],
)
def test_a_list_in_the_text_is_kept_whole(say: Say, items: str, before: str, whole: bool) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><p>{before}</p><ul>{items}</ul><p>{STORY}</p>"
    kept = say(LITTLE)
    assert (len(kept(html)) == 3 + items.count("<li>")) is whole
    assert kept(html.replace("</ul>", "<li>More news</ul>")) == kept(html), "an item that is very unlikely"


def test_a_list_at_the_end_needs_a_kept_line_that_introduces_it(say: Say) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><p>{OTHER}</p><p>{{}}</p><ul><li>Two carts<li>Two bikes</ul>"
    assert [len(say(LITTLE)(html.format(line))) for line in ("Four:", "Four", "One:")] == [5, 3, 2]


def test_a_post_in_the_text_is_kept_whole(say: Say) -> None:
    post = "<blockquote class=twitter-tweet><p>A short view</p>— Ann (@ann) <a href=/x>May 5, 2026</a></blockquote>"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{post}<p>{STORY}</p></div>"
    unlikely = say({"Council": 0.1, "A short": 0.01, "— Ann": 0.01})
    assert len(unlikely(html)) == 4
    assert len(unlikely(html.replace("twitter-tweet", "fb-xfbml-parse-ignore"))) == 4
    assert len(unlikely(html.replace(post, post * 2))) == 6
    assert unlikely(html.replace("class=twitter-tweet", "")) == [STORY, STORY]
    assert unlikely(f"{post}{html.replace(post, '')}") == [STORY, STORY], "nothing before it is kept"
    quoted = post.replace("A short view", STORY)
    assert say({"Council": 0.1})(html.replace(post, quoted)).count(STORY) == 3, "the text may quote it"
    far = f"{html.replace(post, '')}{'<p>A short line</p>' * 3}{post}"
    assert say({"Council": 0.1, "A short": 0.01, "— Ann": 0.01})(far) == [STORY, STORY], "far behind the text"


@pytest.mark.parametrize(
    ("more", "probability", "rule"),
    [
        ("<p>A new bridge</p>", 0.8, Rule.HEADLINE),
        (f"<p>{STORY}</p><h2>A view</h2>", 0.1, Rule.BETWEEN),
        (f"<p>{STORY}</p><p>{STORY}</p><p>{STORY}</p><h3>Comments</h3><p>A view</p>", 0.8, Rule.COMMENTS),
        (f"<p>{STORY}</p><p>A view</p>", 0.3, Rule.BETWEEN),
        (f"<p>{STORY}</p><ul><li>A view<li>A tram</ul>", 0.3, Rule.WHOLE),
        (f"<p>{STORY}</p><table><tr><th>Year<td>2024</table>", 0.2, Rule.WHOLE),
        (f"<p>{STORY}</p><blockquote class=twitter-tweet><p>A view</p>Ann</blockquote>", 0.01, Rule.WHOLE),
        (f"<p>{OTHER}</p><div><p>{OTHER}</p></div>", 0.8, Rule.AGAIN),
        (f"<p>{STORY}</p><p>A line.</p>", 0.8, None),
    ],
)
def test_the_rule_that_changed_a_segment_is_recorded(
    monkeypatch: pytest.MonkeyPatch, more: str, probability: float, rule: Rule | None
) -> None:
    page = read_page(f"<title>{TITLE}</title><body><h1>{TITLE}</h1>{more}<p>{STORY}</p><p>{STORY}</p>")
    each = np.array([0.1 if text == TITLE else 0.95 if text == STORY else probability for text in page.texts])
    monkeypatch.setattr(Network, "passes", lambda *_: iter([each]))
    marking = Fusion().mark(page, Given())
    kept, told = marking.keep[page.segments.first], marking.trace["rule"]
    assert np.array_equal(kept != (each >= 0.5), told > 0), "nothing changes without a rule"
    assert set(told[told > 0].tolist()) == (set() if rule is None else {rule.number})


REPLIES = "<p>What a waste of money, if you ask me.</p><p>Nobody asked you.</p>"


@pytest.mark.parametrize(
    "heading",
    [
        "<h3>Comments</h3>",
        "<h2>12 Kommentare</h2>",
        "<h4>3 thoughts on “A new bridge”</h4>",
        "<h3>Leave a Reply</h3>",
        "<p>Comments are now closed for this story</p>",
    ],
)
def test_comments_below_a_text_are_dropped(say: Say, heading: str) -> None:
    kept = say({"Council": 0.1})
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><p>{OTHER}</p><p>{STORY}</p>{heading}{REPLIES}<h3>More</h3>{REPLIES}"
    assert kept(html) == [STORY, OTHER, STORY]
    readers = f"<ol><li><p>{OTHER}</p></li><li><p>Nobody asked you.</p></li></ol>"
    assert kept(f"<h1>{TITLE}</h1><p>{STORY}</p>{heading}{readers}") == [STORY], "short news"
