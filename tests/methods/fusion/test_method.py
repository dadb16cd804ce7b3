"""What is decided after the network has spoken."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.base import Given, Marking
from broadsheet.methods.fusion import Fusion, method
from broadsheet.methods.fusion.decoding import Rule
from broadsheet.methods.fusion.network import Network
from broadsheet.page import read_page

TITLE = "Council agrees on a new bridge after a long debate"
STORY = "The council met on Tuesday, and it agreed on the plan after a long and quiet debate."
OTHER = "Nobody in either of the two towns could say how the argument had begun, or who had wanted it."
Say = Callable[[dict[str, float]], Callable[[str], list[str]]]


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Say:
    """Have the network say what the test does: a probability by the beginning of a segment's text, else 0.95."""

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


def test_lines_at_the_beginning_that_say_what_the_headline_says_are_left_out(say: Say) -> None:
    kept = say({"Council": 0.8, "A new": 0.7})
    assert kept(page("A new bridge")) == [STORY, STORY]


@pytest.mark.parametrize("line", ["A new bridge.", "A new bridge in June", "A new tunnel"])
def test_those_that_end_a_sentence_or_say_more_stay(say: Say, line: str) -> None:
    kept = say({"Council": 0.1, "A new": 0.8})
    assert kept(page(line)) == [line, STORY, STORY]


def test_those_that_the_network_is_sure_of_stay(say: Say) -> None:
    kept = say({"Council": 0.1, "A new": 0.93})
    assert kept(page("A new bridge")) == ["A new bridge", STORY, STORY]


def test_a_text_that_is_nothing_but_its_headline_stays(say: Say) -> None:
    kept = say({"Council": 0.8, "The council": 0.1})
    assert kept(page()) == [TITLE]


def test_subheadings_between_two_that_are_kept_need_little(say: Say) -> None:
    html = f"<div><p>{STORY}</p><h3>The costs</h3><p>{STORY}</p></div><h3>More news</h3><p>Elsewhere {STORY}</p>"
    kept = say({"The costs": 0.06, "More news": 0.06, "Elsewhere": 0.1})
    assert kept(html) == [STORY, "The costs", STORY]


def test_a_table_of_data_in_the_text_stays_and_one_of_links_does_not(say: Say) -> None:
    data = "<table><tr><th>Year</th><td>2024</td></tr></table>"
    links = "<table><tr><th><a href='/a'>Years</a></th><td><a href='/b'>2025</a></td></tr></table>"
    empty = f"<table><caption>202 rows</caption>{'<tr></tr>' * 9}</table>"
    assert say({"202": 0.01})(f"<div><p>{STORY}</p>{empty}<p>{STORY}</p></div>") == [STORY, STORY]
    html = f"<div><p>{STORY}</p>{data}<p>{STORY}</p>{links}<p>{STORY}</p></div>"
    kept = say({"Year": 0.01, "202": 0.01})
    assert kept(html) == [STORY, "Year", "2024", STORY, STORY]


def test_a_table_whose_names_lead_elsewhere_is_one_of_data(say: Say) -> None:
    rows = "".join(f"<tr><td>{at}<td><a href=/{at}>The club of harbour {at}</a><td>4{at}" for at in (1, 2, 3))
    table = f"<table><tr><th>Place<th>Club<th>Points</tr>{rows}</table>"
    kept = say(dict.fromkeys(["Council", "Place", "Club", "Points", "The club", "1", "2", "3"], 0.01))
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p><p>{STORY}</p>{table}<p>{STORY}</p></div>"
    assert "The club of harbour 2" in kept(html)


def test_tables_are_left_out_where_none_are_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    table = "<table><tr><th>Year</th><td>2024</td></tr></table>"
    page = read_page(f"<div><p>{STORY}</p>{table}<p>{STORY}</p></div>")
    monkeypatch.setattr(Network, "passes", lambda *_: iter([np.array([0.95, 0.01, 0.01, 0.95])]))
    cells = page.segments.first[1:3]
    assert Fusion().mark(page, Given()).keep[cells].all()
    assert not Fusion(tables=False).mark(page, Given()).keep[cells].any()


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
def test_what_is_asked_of_a_segment_goes_by_how_sure_the_network_is_of_the_page(
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


@pytest.mark.parametrize(("sure", "asked"), [(0.96, 1), (0.94, 2)])
def test_where_one_network_is_sure_of_a_page_the_next_is_not_asked(
    monkeypatch: pytest.MonkeyPatch, sure: float, asked: int
) -> None:
    said = [np.array([0.95, 0.95]), np.array([0.95, 0.3])]
    networks = iter(said)
    monkeypatch.setattr(Network, "passes", lambda *_: networks)
    monkeypatch.setattr(method, "confidence", lambda *_: sure)
    marking = Fusion().mark(read_page(f"<p>{STORY}</p><p>{OTHER}</p>"), Given())
    assert len(list(networks)) == 2 - asked
    assert np.array_equal(marking.trace["probability"], said[asked - 1])


LINES = (
    "<h2>{at} The costs</h2>", "<p>{at} {story}</p>", "<p>{at} {other}</p>", "<ul><li>{at} A line<li>{at} Other</ul>",
    "<p><a href='/{at}'>Read also: {at} the ferry</a></p>", "<blockquote><p>{at} {other}</p></blockquote>",
    "<table><tr><th>{at} Year<td>{at}</table>", "<article><h3>{at} Next</h3><p>{at} {story}</p></article>",
    "<figure><figcaption>{at} The pier</figcaption></figure>", "<dl><dt>{at} Term<dd>{at} {story}</dl>",
)  # fmt: skip


@given(st.lists(st.sampled_from(LINES), min_size=3, max_size=12), st.integers(0, 2**32 - 1), st.floats(0, 1))
def test_recall_keeps_all_that_is_kept_without_it_and_precision_nothing_else(
    lines: list[str], seed: int, sure: float
) -> None:
    said = "".join(line.format(at=at, story=STORY, other=OTHER) for at, line in enumerate(lines))
    page = read_page(f"<h1>{TITLE}</h1><div>{said}</div>")
    probability = np.random.default_rng(seed).beta(0.4, 0.4, len(page.segments))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Network, "passes", lambda *_: iter([probability]))
        patch.setattr(method, "confidence", lambda *_: sure)
        least, kept, most = (Fusion(favor=one).mark(page, Given()).keep for one in ("precision", None, "recall"))
    assert not (least & ~kept).any()
    assert not (kept & ~most).any()


def test_what_is_favoured_has_a_name() -> None:
    with pytest.raises(ValueError, match="favor is precision, recall or None, not 'speed'"):
        Fusion(favor="speed")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrapped",
    ["<div class=table-responsive>{}</div>", "<figure><div>{}</div><figcaption>Source: us</figcaption></figure>"],
)
def test_a_table_that_is_wrapped_stays(say: Say, wrapped: str) -> None:
    table = "<table><tr><th>Year<th>Cost</tr><tr><td>2025<td>14</tr></table>"
    kept = say({"Council": 0.1, "Year": 0.1, "Cost": 0.1, "2025": 0.1, "14": 0.1, "Source": 0.1})
    story = f"<p>{STORY}</p>"
    html = f"<h1>{TITLE}</h1><div>{story}{wrapped.format(table)}{story}</div>"
    assert kept(html) == [STORY, "Year", "Cost", "2025", "14", STORY]
    assert kept(f"<h1>{TITLE}</h1><div>{story}</div>{wrapped.format(table)}<div>{story}</div>")[:2] == [STORY, "Year"]


def test_a_table_of_data_of_which_most_is_kept_is_kept_whole(say: Say) -> None:
    rows = "".join(f"<tr><td>Year {year}</td><td>{year} crowns</td></tr>" for year in range(4))
    html = (
        f"<div><p>{STORY}</p><p>{STORY}</p></div><table><tr><th>When</th><th>Cost</th></tr>{rows}</table><p>Read on</p>"
    )
    cells = ["When", "Cost", *(text for year in range(4) for text in (f"Year {year}", f"{year} crowns"))]
    assert say({"When": 0.1, "Year 2": 0.1, "Read": 0.1})(html) == [STORY, STORY, *cells]
    assert say({"Year": 0.1, "Read": 0.1})(html) == [STORY, STORY, *(cell for cell in cells if "Year" not in cell)]


@pytest.mark.parametrize(
    ("rows", "whole"),
    [
        ([("Year", "Cost"), ("2024", "12"), ("2025", "31")], True),
        ([("2024 ends", "Year and cost"), ("2025 too", "Much")], False),  # two rows
        ([("Year", "Cost"), ("2024",), ("2025", "31", "4")], False),  # rows of many kinds
        ([("Year", "Cost"), ("None", "Much"), ("More", "Less")], False),  # no numbers
        ([("Year", "Cost"), ("2024", "12"), ("2025", STORY)], False),  # a text in it
    ],
)
def test_a_table_of_numbers_in_the_text_stays_without_header_cells_too(
    say: Say, rows: list[tuple[str, ...]], whole: bool
) -> None:
    cells = [cell for row in rows for cell in row]
    table = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    kept = say(dict.fromkeys([*cells, "On Monday"], 0.01) | {STORY[:9]: 0.95})
    html = f"<div><p>{STORY}</p><table>{table}</table><p>{STORY}</p></div>"
    assert [text for text in kept(html) if text != STORY] == ([*cells] if whole else [])


def test_a_long_line_is_kept_once_where_another_element_says_it_again(say: Say) -> None:
    lead = "The two towns on the sound had argued about it for eleven years, and nobody knew why any more."
    html = "<header><p>{0}</p></header><div><p>{0}</p><p>{1}</p><p>{1}</p><p>Yes.</p></div><p>Yes.</p>"
    assert say({})(html.format(lead, STORY)) == [lead, STORY, STORY, "Yes.", "Yes."]


def test_a_text_that_is_there_once_for_each_width_of_screen_is_kept_once(say: Say) -> None:
    lines = [
        "The costs",
        *(
            f"In {year} the ferry cost {year} crowns, which nobody on the council had foreseen, and more followed."
            for year in range(2020, 2025)
        ),
    ]
    text = f"<div><h2>{lines[0]}</h2>{''.join(f'<p>{line}</p>' for line in lines[1:])}</div>"
    wide, narrow = f"<div class=wide>{text}</div>", f"<section class=narrow>{text}</section>"
    kept = say({})
    assert kept(f"<h1>{TITLE}</h1><div>{wide}{narrow}<p>{STORY}</p>{narrow}</div>")[1:] == [*lines, STORY]
    other = narrow.replace("2021", "2031").replace("2022", "2032")
    assert len(kept(f"{wide}{other}<p>{STORY}</p>")) == 13, "what says something else stays"
    again = f"<p>{lines[1]}<br>{lines[2]}<br>{STORY}<br>{lines[1]}<br>{lines[2]}<br>{STORY}</p>"
    assert len(kept(f"{again}<p>{OTHER}</p>")) == 7, "lines of one element stay"
    short = wide.replace(text, "".join(f"<p>{line}</p>" for line in lines[1:3]))
    assert len(kept(f"{short}{short}<p>{STORY}</p>")) == 5, "so does what may be chance"


def test_of_a_text_of_a_line_or_two_less_is_asked(say: Say) -> None:
    kept = say({"Council": 0.1, "Short": 0.8, "Second": 0.35, "Third": 0.015, "The council": 0.95})
    short = "<p>Short news today.</p><p>Second line of it.</p><p>Third line.</p>"
    assert kept(f"<h1>{TITLE}</h1>{short}") == ["Short news today.", "Second line of it."]
    assert kept(f"<h1>{TITLE}</h1>{short}<p>{STORY}</p><p>{STORY}</p>") == ["Short news today.", STORY, STORY]


BOX = "<div class=box><b>Advertisement</b><p><a href=/a>Buy a boat</a></p></div>"
FEW = {"Advertisement": 0.01, "Buy": 0.1, "The costs": 0.06, "Year": 0.01, "202": 0.01, "Boats": 0.01, "Source": 0.01}


@pytest.mark.parametrize(
    "around",
    [
        "{0}" + BOX,
        BOX + "{0}",
        "<div><h3>Boats lost</h3>{0}</div>",
        "<div>{0}<p>Source: the museum</p></div>",
        "<figure>{0}<small>Source: the museum</small></figure>",
    ],
)
def test_a_table_beside_a_box_or_its_own_lines_is_one_of_the_text(say: Say, around: str) -> None:
    table = "<table><tr><th>Year</th><td>2024</td></tr></table>"
    html = f"<div><p>{STORY}</p><p>{STORY}</p>{around.format(table)}<p>{STORY}</p></div>"
    heading = ["Boats lost"] if "Boats" in around else []
    assert say(FEW)(html) == [STORY, STORY, *heading, "Year", "2024", STORY]


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
    kept = say(LITTLE)(html)
    assert (len(kept) == 3 + items.count("<li>")) is whole


@pytest.mark.parametrize(
    ("before", "items", "kept"),
    [
        ("<p>Four won:</p>", "<li>One tram<li>Two carts", 4),
        ("<p>Four won.</p>", "<li>One tram<li>Two carts", 2),
        ("<h2>Four:</h2>", "<li>One tram<li>Two carts", 4),
        ("<h2>Four</h2>", "<li>One tram<li>Two carts", 2),
        ("<p>Four won:</p>", "<li><a href=/b>One tram</a><li><a href=/c>Two carts</a>", 2),
    ],
)
def test_a_list_at_the_end_is_kept_where_a_line_of_the_text_announces_it(
    say: Say, before: str, items: str, kept: int
) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p>{before}<ul>{items}</ul>"
    little = {"Council": 0.1, "Four": 0.9, "One": 0.1, "Two": 0.1, "More": 0.01}
    for behind in ("", "<p>More</p>"):
        assert len(say(little)(html + behind)) == kept


@pytest.mark.parametrize(
    ("before", "items", "kept"),
    [
        ("", "<li>One tram<li>Two carts", 4),
        ("<h3>Four won</h3>", "<li>One tram<li>Two carts", 5),
        ("<p><b>Four won</b></p>", "<li>One tram<li>Two carts", 5),
        ("<h3>More won</h3>", "<li>One tram<li>Two carts", 5),
        ("", "<li>More trams<li>More carts", 2),
        ("", "<li><a href=/b>One tram</a><li>Two carts", 2),
        ("</div><div>", "<li>One tram<li>Two carts", 2),
    ],
)
def test_a_list_at_the_end_is_kept_in_the_element_of_the_paragraphs(
    say: Say, before: str, items: str, kept: int
) -> None:
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p><p>{OTHER}</p>{before}<ul>{items}</ul></div>"
    assert len(say({"Council": 0.1, "Four": 0.9, "One": 0.1, "Two": 0.1, "More": 0.01})(html)) == kept


@pytest.mark.parametrize(
    ("items", "whole"),
    [
        (("One tram", "Two carts", "Lost boats"), True),
        (("One tram", "Two carts", "Four carts", "Five carts", "Lost boats", "Lost sails"), True),
        (("One tram", "Two carts", "Lost boats", "Lost sails", "Lost oars"), False),
    ],
)
def test_a_list_of_which_most_is_kept_is_not_cut_off(say: Say, items: tuple[str, ...], whole: bool) -> None:
    listed = "".join(f"<li>{item} were counted on the pier. <a href=/c>City</a>" for item in items)
    kept = say({"Council": 0.1, "Lost": 0.01, "More": 0.01})(
        f"<h1>{TITLE}</h1><p>{STORY}</p><p>{OTHER}</p><section><ul>{listed}</ul></section><p>More</p>"
    )
    assert len(kept) == 2 + len(items) - (0 if whole else sum(item.startswith("Lost") for item in items))


def test_a_list_at_the_beginning_is_kept_whole_in_the_element_of_the_paragraphs(say: Say) -> None:
    kept = say({"Council": 0.1, "One": 0.1, "Two": 0.8})
    html = f"<h1>{TITLE}</h1><div><ul><li>One tram<li>Two carts</ul><p>{STORY}</p><p>{OTHER}</p></div>"
    assert kept(html) == ["One tram", "Two carts", STORY, OTHER]
    assert kept(html.replace(f"<p>{STORY}", f"</div><div><p>{STORY}")) == ["Two carts", STORY, OTHER]


@pytest.mark.parametrize("heading", ["<h3>Four won</h3>", "<p>Four won</p>", ""])
def test_a_list_in_a_box_of_its_own_is_among_the_paragraphs_around_the_box(say: Say, heading: str) -> None:
    box = f"<aside>{heading}<div><ul><li>One tram<li>Two carts</ul></div></aside>"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{box}<p>{OTHER}</p></div>"
    kept = say({"Council": 0.1, "Four": 0.9, "One": 0.1, "Two": 0.2})
    assert kept(html)[-3:] == ["One tram", "Two carts", OTHER]


def test_a_post_within_the_text_is_kept_whole(say: Say) -> None:
    post = "<blockquote class=twitter-tweet><p>A short view</p>— Ann (@ann) <a href=/x>May 5, 2026</a></blockquote>"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{post}<p>{STORY}</p></div>"
    unlikely = say({"Council": 0.1, "A short": 0.01, "— Ann": 0.01})
    assert len(unlikely(html)) == 4
    assert len(unlikely(html.replace("twitter-tweet", "fb-xfbml-parse-ignore"))) == 4
    assert len(unlikely(html.replace(post, post * 2))) == 6
    assert unlikely(html.replace("class=twitter-tweet", "")) == [STORY, STORY]
    assert unlikely(f"{post}{html.replace(post, '')}") == [STORY, STORY], "nothing before it is kept"
    far = f"{html.replace(post, '')}{'<p>A short line</p>' * 3}{post}"
    assert say({"Council": 0.1, "A short": 0.01, "— Ann": 0.01})(far) == [STORY, STORY], "far behind the text"


def test_a_list_among_paragraphs_needs_hardly_anything(say: Say) -> None:
    text, items = f"<p>{STORY}</p>", "<li><p>Two carts</p><li><p>More</p><ul><li>Two bikes</ul>"
    kept = say({"Council": 0.1, "Two": 0.2, "More": 0.1, "Less": 0.05})
    assert kept(f"<h1>{TITLE}</h1><div>{text}<ul>{items}</ul>{text}</div>") == [
        STORY, "Two carts", "More", "Two bikes", STORY,
    ]  # fmt: skip
    linked = items.replace("Two carts", "<a href=/c>Two carts</a>")
    assert kept(f"<h1>{TITLE}</h1><div>{text}<ul>{linked}</ul>{text}</div>") == [STORY, STORY]
    assert kept(f"<h1>{TITLE}</h1><div>{text}<ul><li>Less<li>Less so</ul>{text}</div>") == [STORY, STORY]
    apart = kept(f"<h1>{TITLE}</h1><div>{text}</div><ul>{items}</ul><div><p>{OTHER}</p></div>")
    assert apart == [STORY, "Two carts", "More", "Two bikes", OTHER], "in elements of their own"


@pytest.mark.parametrize(
    ("before", "items", "behind", "whole"),
    [
        ("<p>Two of them:</p>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", True),
        ("<h3>Two of them</h3>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", True),
        ("<h3>Two of them</h3>", "<li>One tram<li>Two boats", f"<p>{STORY}</p>", False),
        ("<h3>Two of them</h3>", "<li><a href=/b>One tram</a><li>Six boats", f"<p>{STORY}</p>", False),
        ("<div><h3>Two of them</h3></div>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", True),
        ("<h3>Two of them</h3>", "<li>One tram<li>Six boats", "<p>Two more</p>", False),
    ],
)
def test_a_list_among_paragraphs_is_kept_with_what_announces_it(
    say: Say, before: str, items: str, behind: str, whole: bool
) -> None:
    kept = say({"Council": 0.1, "Two": 0.02, "One": 0.04, "Six": 0.6})
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{before}<ul>{items}</ul>{behind}</div>"
    assert ("One tram" in kept(html)) is ("Two of them" in " ".join(kept(html))) is whole


def test_terms_and_definitions_are_kept_whole(say: Say) -> None:
    pairs = "<dt>Length<dd>340 metres<dt>Built<dd>In 1911<dt>Owner<dd>The town"
    kept = say({"Council": 0.1, "Built": 0.3, "In 1911": 0.3})
    whole = ["Length", "340 metres", "Built", "In 1911", "Owner", "The town"]
    assert kept(f"<h1>{TITLE}</h1><p>{STORY}</p><dl>{pairs}</dl><p>{STORY}</p>") == [STORY, *whole, STORY]


def test_a_table_of_data_at_an_end_of_the_text(say: Say) -> None:
    rows = "".join(f"<tr><td>Year {year}</td><td>{year}</td></tr>" for year in range(3))
    table = f"<table><tr><th>When</th><th>Cost</th></tr>{rows}</table>"
    kept = say({"Council": 0.1, "Year": 0.01, "When": 0.01, "Cost": 0.01, "0": 0.0, "1": 0.0, "2": 0.0, "The v": 0.01})
    text = f"<p>{STORY}</p>" * 3
    cells = ["When", "Cost", "Year 0", "0", "Year 1", "1", "Year 2", "2"]
    assert kept(f"<h1>{TITLE}</h1><div>{text}{table}</div>") == [STORY, STORY, STORY, *cells]
    assert kept(f"<h1>{TITLE}</h1><div>{text}<h2>The votes</h2>{table}</div>") == [*[STORY] * 3, "The votes", *cells]
    assert kept(f"<h1>{TITLE}</h1><div>{table}{text}</div>") == [*cells, STORY, STORY, STORY]
    assert kept(f"<h1>{TITLE}</h1><div>{text}<figure><div>{table}</div></figure></div>") == [*[STORY] * 3, *cells]
    assert kept(f"<h1>{TITLE}</h1><div>{text}</div>{table}") == [STORY] * 3
    placed = f"<table><tr><td>{table}</td></tr></table>"
    assert kept(f"<h1>{TITLE}</h1><div>{text}{placed}</div>") == [*[STORY] * 3, *cells], "inside a layout table"
    without = table.replace("<th>", "<td>").replace("</th>", "</td>")
    assert kept(f"<h1>{TITLE}</h1><div>{text}{without}</div>") == [*[STORY] * 3, *cells], "of numbers"
    words = re.sub(r"\d", "", without).replace("<td></td>", "<td>1</td>", 1)
    assert kept(f"<h1>{TITLE}</h1><div>{text}{words}</div><table><tr><th>0</table>") == [STORY] * 3
    assert say({})("<table><tr><td>Year<table></table></table>") == ["Year"]
    kept = say({"Council": 0.1, "Year": 0.01, "When": 0.01, "Cost": 0.9, "0": 0.0, "1": 0.0, "2": 0.0})
    assert kept(f"<h1>{TITLE}</h1><div>{text}{table}</div>") == [STORY, STORY, STORY, *cells]


def test_a_table_of_data_among_short_paragraphs(say: Say) -> None:
    table = "<table><tr><th>長度<td>340<tr><th>建成<td>1911</table>"
    html = f"<h1>{TITLE}</h1><div><p>{'橋' * 40}</p><p>{'河' * 40}</p>{table}<p>{'船' * 40}</p><p>{'港' * 40}</p></div>"
    kept = say({"Council": 0.1, "長": 0.1, "340": 0.1, "建": 0.1, "1911": 0.1})
    assert kept(html) == ["橋" * 40, "河" * 40, "長度", "340", "建成", "1911", "船" * 40, "港" * 40]


@pytest.mark.parametrize(
    ("more", "probability", "rule"),
    [
        ("<p>A new bridge</p>", 0.8, Rule.HEADLINE),
        (f"<p>{STORY}</p><h2>A view</h2>", 0.1, Rule.BETWEEN),
        (f"<p>{STORY}</p><p>{STORY}</p><p>{STORY}</p><h3>Comments</h3><p>A view</p>", 0.8, Rule.COMMENTS),
        (f"<p>{STORY}</p><p>A view</p>", 0.3, Rule.BETWEEN),
        (f"<p>{STORY}</p><ul><li>A view<li>A tram</ul>", 0.3, Rule.WHOLE_LIST),
        (f"<p>{STORY}</p><table><tr><th>Year<td>2024</table>", 0.01, Rule.TABLE),
        (f"<p>{STORY}</p><blockquote class=twitter-tweet><p>A view</p>Ann</blockquote>", 0.01, Rule.POST),
        (f"<p>{OTHER}</p><div><p>{OTHER}</p></div>", 0.8, Rule.AGAIN),
        (f"<p>{STORY}</p><p>A line.</p>", 0.8, None),
    ],
)
def test_the_rule_that_changed_the_choice_is_written_down(
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
def test_what_readers_write_below_a_text_is_none_of_it(say: Say, heading: str) -> None:
    kept = say({"Council": 0.1})
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><p>{OTHER}</p><p>{STORY}</p>{heading}{REPLIES}<h3>More</h3>{REPLIES}"
    assert kept(html) == [STORY, OTHER, STORY]
    readers = f"<ol><li><p>{OTHER}</p></li><li><p>Nobody asked you.</p></li></ol>"
    assert kept(f"<h1>{TITLE}</h1><p>{STORY}</p>{heading}{readers}") == [STORY], "short news"


@pytest.mark.parametrize(
    "html",
    [
        f"<h3>Comments</h3><p>{STORY}</p><p>{OTHER}</p><p>{STORY}</p>",
        f"<p>{STORY}</p><p>{OTHER}</p><p>{STORY}</p><h3>Comments on the new plan</h3><p>{OTHER}</p>",
        f"<p>{STORY}</p><p>{OTHER}</p><p>{STORY}</p><p>12 comments</p><p>{OTHER}</p>",
    ],
)
def test_a_heading_above_the_text_a_line_and_other_comments_end_nothing(say: Say, html: str) -> None:
    kept = say({"Council": 0.1})
    assert kept(html)[-1] == (STORY if "<h3>Comments</h3>" in html else OTHER)


def test_the_text_goes_on_behind_a_button_or_counter_of_comments(say: Say) -> None:
    kept = say({"Council": 0.1, "Comments": 0.1, "3 comments": 0.1})
    lead = f"<h1>{TITLE}</h1><p>{STORY} {OTHER} {STORY}</p>"
    lines = [f"In {year} the ferry cost {year} crowns, which nobody had foreseen." for year in range(2020, 2024)]
    text = f"<div>{''.join(f'<p>{line}</p>' for line in lines)}</div>"
    for above in ("<div><button>Comments</button></div>", "<h4>3 comments</h4>", "<p>Comments</p>"):
        assert kept(f"{lead}{above}{text}")[1:] == lines
    assert kept(f"{lead * 4}<p>Comments</p>{text}")[-1] not in lines
    readers = f"<div><p>{OTHER * 6}</p></div><div><p>What a waste.</p></div><div><p>Nobody asked you.</p></div>"
    for below in (readers, readers.replace("p>", "b>")):
        assert kept(f"{lead}<p>Comments</p>{below}") == [f"{STORY} {OTHER} {STORY}"]
