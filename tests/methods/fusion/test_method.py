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


def test_a_lead_that_the_page_describes_itself_with_needs_less(say: Say) -> None:
    lead = "Both towns waited eleven years for it, and now nobody wants to have said so."
    head = f"<title>{TITLE}</title><meta name=description content='{lead}'>"
    html = f"<head>{head}</head><h1>{TITLE}</h1><p>{lead}</p><div>By Ann Moller</div><p>{STORY}</p><p>{OTHER}</p>"
    kept = say({"Council": 0.1, "By": 0.01, "Both": 0.25})
    assert kept(html) == [lead, STORY, OTHER]
    assert kept(html.replace(f"content='{lead}'", "content='News'")) == [STORY, OTHER]
    assert kept(html.replace(f"<p>{lead}</p>", "").replace("<h1>", f"<p>{lead}</p><h1>")) == [STORY, OTHER]
    assert say({"Council": 0.1, "By": 0.01, "Both": 0.15})(html) == [STORY, OTHER]


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


@pytest.mark.parametrize(
    "name",
    [
        "yarpp-related",
        "jp-relatedposts",
        "wp_rp_content",
        "pum pum-overlay",
        "mfp-hide",
        "saboxplugin-wrap",
        "related_post",
    ],
)
def test_a_box_that_by_its_class_has_something_else_is_no_text(say: Say, name: str) -> None:
    text = "".join(f"<p>{at} {STORY} {OTHER}</p>" for at in range(3))
    box = f"<div class='{name}'><div><ul><li><p>{OTHER}</p><p>{STORY}</p></ul></div></div>"
    kept = say({"0": 0.6, "1": 0.6})
    assert OTHER not in kept(f"<main>{text}{box}</main>")
    assert OTHER in kept(f"<main>{text}{box.replace(name, 'story')}</main>")
    assert OTHER in kept(f"<main>{box}</main>"), "there is nothing else"
    assert OTHER in kept(f"<main class='un{name}'>{text}<div>{box.replace(name, 'x')}</div></main>")


def test_what_is_favoured_has_a_name() -> None:
    with pytest.raises(ValueError, match="favor is precision, recall or None, not 'speed'"):
        Fusion(favor="speed")  # type: ignore[arg-type]


def test_a_program_beside_the_text_stays_whole_and_one_elsewhere_does_not(say: Say) -> None:
    program = "<div><div><pre><span>let it = 1;</span>\n<span>say(it);</span></pre></div></div>"
    other = "<pre>buy it = 1;</pre>"
    html = f"{program}<p>{STORY}</p><p>{STORY}</p>{program}<div><p>More news</p>{other}</div>"
    kept = say({"let": 0.01, "say": 0.01, "buy": 0.01, "More": 0.01})
    assert kept(html) == ["let it = 1; say(it);", STORY, STORY, "let it = 1; say(it);"]


def test_headings_at_the_end_that_head_nothing_are_left_out(say: Say) -> None:
    kept = say({"Council": 0.1, "More": 0.9, "Read": 0.1})
    body = f"<p>{STORY}</p>" * 3
    assert kept(f"<h1>{TITLE}</h1>{body}<h2>More of it</h2><p>Read on</p>") == [STORY] * 3
    assert kept(f"<h1>{TITLE}</h1>{body}<h2>More of it</h2><p>{STORY}</p>") == [*[STORY] * 3, "More of it", STORY]


def test_a_page_of_headings_keeps_them(say: Say) -> None:
    kept = say({"Council": 0.1})
    assert kept(f"<h1>{TITLE}</h1><p>{STORY}</p><h2>One</h2><h2>Two</h2>") == [STORY, "One", "Two"]


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


def test_paragraphs_between_two_of_their_kind_are_kept(say: Say) -> None:
    lost = "Nobody could say how the hole came about, for the paragraphs beside it are just like this one."
    boxed = "The newsletter of the town comes to you each morning, and tells what happened the day before."
    html = f"<p>{STORY}</p><p>{lost}</p><p class=box>{boxed}</p><p><a href=/a>{lost}</a></p><p>Lost.</p><p>{STORY}</p>"
    kept = say({"Nobody": 0.01, "The newsletter": 0.01, "Lost": 0.01})
    assert kept(f"<h1>{TITLE}</h1><div>{html}</div><p>{lost}</p>")[-3:] == [STORY, lost, STORY]
    assert lost not in kept(f"<h1>{TITLE}</h1><div><p>{STORY}</p></div><div><p>{lost}</p></div><p>{STORY}</p>")


LAST = "עד אז תפעל המעבורת לפי לוח הזמנים של החורף, וההפלגה האחרונה בימי חול תהיה ב-22:40."
TEASER = "<div class=box><a href=/a>Boats lost</a></div>"


@pytest.mark.parametrize(
    "paragraph", ["<p>{0}</p>", "<p class=text>{0}</p>", "{0}<br><br>", "<x-text><div><p>{0}</p></div></x-text>"]
)
def test_the_last_paragraph_behind_a_box_is_kept(say: Say, paragraph: str) -> None:
    text = "".join(map(paragraph.format, [f"{number}. {STORY}" for number in (1, 2, 3)]))
    kept = say({"Council": 0.1, "Boats": 0.01, "עד": 0.03, "More": 0.01})
    html = f"<h1>{TITLE}</h1><div>{text}{TEASER}{paragraph.format(LAST)}</div><p>More</p>"
    assert kept(html)[3:] == [LAST]


@pytest.mark.parametrize(
    ("before", "box", "last"),
    [
        (3, "", f"<p>{LAST}</p>"),  # no box
        (3, "<div>Boats lost</div>", f"<p>{LAST}</p>"),  # that leads nowhere
        (2, TEASER, f"<p>{LAST}</p>"),
        (3, TEASER, f"<p class=note>{LAST}</p>"),
        (3, TEASER, f"<div>{LAST}</div>"),
        (3, TEASER, f"<p>{LAST[:40]}</p>"),
        (3, TEASER, f"<p><a href=/b>{LAST}</a></p>"),
        (3, TEASER, f"<p>{LAST}</p>" * 4),
        (3, f"</div>{TEASER}<div>", f"<p>{LAST}</p>"),
    ],
)
def test_what_else_stands_behind_a_box_is_not(say: Say, before: int, box: str, last: str) -> None:
    kept = say({"Council": 0.1, "Boats": 0.01, "עד": 0.03, "More": 0.01})
    html = f"<h1>{TITLE}</h1><div>{f'<p>{STORY}</p>' * before}{box}{last}</div><p>More</p>"
    assert kept(html) == [STORY] * before


def test_of_a_text_of_a_line_or_two_less_is_asked(say: Say) -> None:
    kept = say({"Council": 0.1, "Short": 0.8, "Second": 0.35, "Third": 0.015, "The council": 0.95})
    short = "<p>Short news today.</p><p>Second line of it.</p><p>Third line.</p>"
    assert kept(f"<h1>{TITLE}</h1>{short}") == ["Short news today.", "Second line of it."]
    assert kept(f"<h1>{TITLE}</h1>{short}<p>{STORY}</p><p>{STORY}</p>") == ["Short news today.", STORY, STORY]


BOX = "<div class=box><b>Advertisement</b><p><a href=/a>Buy a boat</a></p></div>"
FEW = {"Advertisement": 0.9, "Buy": 0.1, "The costs": 0.06, "Year": 0.01, "202": 0.01, "Boats": 0.01, "Source": 0.01}


@pytest.mark.parametrize("box", [BOX, "<span>III</span>", f"{BOX}<p>By <a href=/l>letter</a></p>"])
def test_a_subheading_behind_a_box_is_one_of_the_text(say: Say, box: str) -> None:
    kept = say(FEW | {"III": 0.1, "By": 0.1})
    assert kept(f"<div><p>{STORY}</p>{box}<h3>The costs</h3><p>{STORY}</p></div>") == [STORY, "The costs", STORY]


def test_a_heading_behind_a_box_is_none_in_another_element_or_where_it_is_a_day(say: Say) -> None:
    kept = say(FEW | {"12 June": 0.06})
    assert kept(f"<div><p>{STORY}</p></div>{BOX}<div><h3>The costs</h3><p>{OTHER}</p></div>") == [STORY, OTHER]
    assert kept(f"<div><p>{STORY}</p>{BOX}<h3>12 June 2006</h3><p>{STORY}</p></div>") == [STORY, STORY]


@pytest.mark.parametrize("label", [
        "Advertisement", "– Anzeige –", "PUBLICITÉ", "Реклама:", "広告", "إعلان", "SKIP ADVERTISEMENT",
        "ADVERTISEMENT - CONTINUE READING BELOW", "Nach der Anzeige weiterlesen", "Artykuł dalej pod reklamą",
        "Anzeige – Artikel wird unten fortgesetzt", "La noticia continúa después de la publicidad",
        "Продолжение после рекламы", "Artikeln fortsätter efter annonsen", "請繼續往下閱讀...",
    ],
)  # fmt: skip
def test_the_label_of_an_advertisement_is_no_text(say: Say, label: str) -> None:
    assert say({})(f"<p>{STORY}</p><p>{label}</p><p>{STORY}</p>") == [STORY, STORY]


@pytest.mark.parametrize(
    "teaser",
    [
        "Read also: <a href=/a>Harbour to be dug deeper</a>",
        "<a href=/a>Lies auch: Der Hafen wird tiefer</a>",
        "<b>À lire aussi</b> » <a href=/a>Le port sera creusé</a>",
        "MORE: <a href=/a>Harbour to be dug deeper</a>",
        "➤ <a href=/a>Der Hafen wird tiefer</a>",
        "【関連記事】<a href=/a>港を深く掘る</a>",
        "MIRA: <a href=/a>El puerto será más profundo</a>",
        "(También puede leer: <a href=/a>El puerto será más profundo</a>)",
        ">> <a href=/a>Le port sera creusé</a>",
        "+++ <a href=/a>Alles zum Hafen finden Sie in unserem Ticker</a> +++",
        "<a href=/a>Mehr zum Hafen am Fluss</a>",
        "اقرأ أيضا: <a href=/a>الميناء سيكون أعمق</a>",
        "Te recomendamos: <a href=/a>El puerto será más profundo</a>",
        "<a href=/a>Mira también: El puerto será más profundo</a>",
        "İLGİLİ HABER <a href=/a>Liman derinleşecek</a>",
        "<a href=#comments>Commentaires (23)</a>",
    ],
)
def test_a_line_that_leads_to_another_article_is_no_text(say: Say, teaser: str) -> None:
    assert say({})(f"<p>{STORY}</p><p>{teaser}</p><p>{STORY}</p>") == [STORY, STORY]


@pytest.mark.parametrize(
    "line",
    [
        "Read more slowly, said <a href=/a>the teacher</a>, and he was right about that.",
        "Harbour to be dug deeper, as <a href=/a>the council said</a>",
        "Reading also helps",
    ],
)
def test_a_line_that_only_holds_a_link_is_text(say: Say, line: str) -> None:
    assert len(say({})(f"<p>{STORY}</p><p>{line}</p><p>{STORY}</p>")) == 3


@pytest.mark.parametrize(
    "label",
    [
        "À lire aussi",
        "LIRE AUSSI SUR COURRIER.EXAMPLE",
        "Te puede interesar :",
        "اقرأ أيضا",
        "Read more:",
        "อ่านข่าวเพิ่มเติม",
        "Mehr zum Thema",
        "Related Articles",
        "Recommended for you",
        "Leé también:",
        "関連リンク",
        "Meistgelesen",
        "Lo más leído",
    ],
)
def test_a_label_alone_goes_with_the_links_behind_it(say: Say, label: str) -> None:
    links = "<p><a href=/a>Harbour to be dug deeper</a></p><ul><li><a href=/b>Ferry sold</a></li></ul>"
    assert say({})(f"<p>{STORY}</p><h3>{label}</h3>{links}<p>{STORY}</p>") == [STORY, STORY]


def test_links_go_with_a_label_that_is_left_out_already(say: Say) -> None:
    links = "<p><b>Read more</b><br><a href=/a>Harbour to be dug deeper</a><br><a href=/b>Ferry sold</a></p>"
    kept = say({"Read": 0.1, "The costs": 0.1})
    assert kept(f"<p>{STORY}</p>{links}<p>{STORY}</p>") == [STORY, STORY]
    assert len(kept(f"<p>{STORY}</p>{links.replace('Read more', 'The costs')}<p>{STORY}</p>")) == 4
    cards = "<div><p>One boat</p><p>Read more</p></div><div><p><a href=/b>Ferry sold</a></p></div>"
    assert len(kept(f"<p>{STORY}</p>{cards}<p>{STORY}</p>")) == 4, "it is of what stands before"


@pytest.mark.parametrize("line", ["___", "###", "* * *"])
def test_a_line_drawn_at_the_end_is_no_text(say: Say, line: str) -> None:
    assert say({})(f"<p>{STORY}</p><p>{line}</p><p>{STORY}</p><p>{line}</p>") == [STORY, line, STORY]


@pytest.mark.parametrize("label", ["Новости по теме:", "Read also", "Mehr zum Thema:", "On the Net:"])
def test_a_label_at_the_end_heads_nothing(say: Say, label: str) -> None:
    assert say({"Harbour": 0.1})(f"<p>{STORY}</p><p>{label}</p><div>Harbour to be dug deeper</div>") == [STORY]


@pytest.mark.parametrize("label", ["Recommended:", "See also", "Mehr zum Thema", "À lire aussi"])
def test_a_label_over_text_is_text(say: Say, label: str) -> None:
    text = f"Harbour to be dug deeper, as <a href=/a>they say</a>. {OTHER}"
    assert len(say({})(f"<p>{STORY}</p><h3>{label}</h3><p>{text}</p><p>{STORY}</p>")) == 4


@pytest.mark.parametrize("line", ["Read the minutes", "More than a bridge", "The costs"])
def test_a_line_over_links_is_no_label_for_that(say: Say, line: str) -> None:
    links = "<p><a href=/a>Harbour to be dug deeper</a></p>"
    assert len(say({})(f"<p>{STORY}</p><h3>{line}</h3>{links}<p>{STORY}</p>")) == 4


@pytest.mark.parametrize(
    "line",
    [
        "All rights reserved.", "© 2024 The Courier. All rights reserved.", "(c) 2024 Courier News Agency", "© dpa",
        "Copyright 2024 The Courier. All rights reserved. This material may not be published or redistributed.",
        "Alle Rechte vorbehalten", "Wszelkie prawa zastrzeżone. Kup licencję", "Все права защищены.",
        "This entry was posted on Monday, January 9th, 2012 at 4:05 pm and is filed under Harbours.",
        "Der Beitrag wurde am Mittwoch, den 27. November 2019 um 15:21 Uhr veröffentlicht und unter Häfen abgelegt.",
        "Veröffentlicht unter Allgemein, Häfen | Hinterlasse einen Kommentar", "Esta entrada fue publicada en Puertos.",
        "*Werbung. Dieser Beitrag enthält Werbung für einen Hafen.", "Our journalism needs your support. Join us.",
        "Independent journalism needs your support: give what you can.",
        "Enjoying this story? Subscribe for $1 a week.",
        "Please consider making a donation. It keeps our newsroom going.",
        "Thank you for subscribing to our daily newsletter.", "Was this newsletter forwarded to you? Sign up here.",
        "To view the full story, please subscribe to The Courier. You can choose a weekly pass.",
        "3 von 17", "12 of 20", "Jeszcze 3 minuty czytania",
        "Namentlich gekennzeichnete Beiträge geben nur die Meinung ihrer Verfasser wieder.",
        "Sie finden diesen Artikel im Internet auf der Website:",
        "Wenn du keinen Beitrag mehr verpassen möchtest, hol dir unseren Newsletter!",
        "Header image: The quay in winter.", "Bildnachweis: Ana Silva, CC BY-SA",
        "Download the Courier app for the latest news", "You have 2 free articles left this month.", "扫码关注我们",
        "無断転載を禁じます。", "（この記事は有料会員限定です。残り1234文字）", "次のページへ", "点击查看更多",
        "版权声明：本文未经授权不得转载。", "更多精彩内容，请关注我们的微信公众号",
        "<저작권자(c) 통신, 무단 전재-재배포 금지>",
        "Have a tip? Email our reporters at tips@courier.example.", "Like this article? Share it!",
        "If you value our reporting, please make a donation", "扫描二维码关注我们的微信公众号", "Continue reading",
        "Listen to this article · 5 min", "Lesezeit: 4 Minuten", "5 min read", "This audio is generated by a machine.",
        "Follow us on Google News and WhatsApp for the latest headlines.", "Follow The Courier on WhatsApp",
        "Add The Courier as a preferred source on Google", "Download our app to get news first.",
        "Already a subscriber? Log in", "To continue reading, create a free account.", "Weiterlesen mit Abo",
        "Story continues", "Subscribe now to our e-paper edition for the full story.",
        "To view the full story, please subscribe to The Courier.",
        "You can unsubscribe at any time.", "We may earn a commission from links on this page.",
        "When you buy through links on our site, we may earn an affiliate commission. Here’s how it works.",
        "If you find this helpful and buy through my links, I may receive a small commission.",
        "Il vous reste 62 % de cet article à lire.", "Article réservé aux abonnés", "👉 Suivez-nous sur WhatsApp",
        "Únete a nuestro canal de WhatsApp", "Tiempo de lectura: 4 minutos", "Siga o nosso canal no WhatsApp",
        "Seguici su Google News", "Tempo di lettura: 3 minuti",
        "Folgen Sie unserem WhatsApp-Kanal, um nichts zu verpassen.",
        "Volg ons op WhatsApp", "Leestijd: 3 min", "Obserwuj nas na Google News", "Czas czytania: 3 min.",
        "Подписывайтесь на наш канал в Telegram и читайте новости первыми.", "Время чтения: 3 мин.",
        "Стежте за нами у Telegram", "Ακολουθήστε μας στο Google News", "Bizi Google News'te takip edin",
        "تابعونا على واتساب", "हमें गूगल न्यूज़ पर फॉलो करें", "この記事は約3分で読めます", "预计阅读时间：3分钟", "기사 듣기",
        "Share this article", "Share on Facebook", "Tweet", "Print", "E-mail", "Copy link", "Skip to content",
        "Artikel teilen", "Teilen", "Partager l’article", "Compartir en X", "Compartilhe esta notícia",
        "Condividi l'articolo", "Deel dit artikel", "Udostępnij", "Поделиться", "この記事をシェア", "分享到微信",
        "기사 공유하기", "Listen (4 min)", "Follow our WhatsApp channel",
        "Follow The Courier on X, Facebook and Instagram.",
        "Get our free newsletter", "Sign up here for our daily newsletter", "Click here to read the full story",
        "Hören Sie den Artikel", "Melden Sie sich für unseren Newsletter an", "Inscrivez-vous à la newsletter",
        "Sigue leyendo", "Seguinos en Google News", "Iscriviti alla newsletter", "Zapisz się do newslettera",
        "¿Ya sabías que en Courier.example tenemos canal de Telegram? Únete en este enlace.",
        "¡Mira lo que tiene nuestro canal de YouTube!", "Check out our YouTube channel", "Follow us!",
        "Ende der weiteren Informationen",
        "This post contains references to products from our advertisers. We may receive compensation for clicks.",
        "You can follow any responses to this entry through the RSS 2.0 feed. You can leave a response.",
        "You can leave a response, or trackback from your own site.", "Not to be reproduced without our permission.",
        "This summary was generated by AI and reviewed by an editor.", "Generated by AI and checked by an editor.",
        "This article was written with the help of AI. An editor has checked and reviewed it.",
        "Diese Zusammenfassung wurde mit KI erstellt und von der Redaktion geprüft.",
        "Résumé généré par une intelligence artificielle et relu par la rédaction.",
        "Resumen generado con inteligencia artificial", "Resumo gerado por inteligência artificial",
        "Sammanfattningen är gjord med stöd av AI-verktyg och kvalitetssäkrad av Kuriren.",
        "この要約はAIで作成しています。",
        "Краткое содержание создано нейросетью.", "以上内容由AI生成", "이 요약은 AI가 생성했습니다.",
        "Listen to this article5:121x", "Listen to this article · 5:12", "0:00 / 5:12", "Artikel anhören 5:12 Min.",
        "Слушать статью · 5 мин", "Escuchar artículo · 5 min", "Listen to article (6 minutes)",
        "Our Standards: The Thomson Reuters Trust Principles.", "Haben Sie Hinweise? Schreiben Sie uns!",
        "By signing up, you agree to our terms of use and privacy policy.",
        "Want more stories like this? Sign up here.",
        "Mit der Anmeldung stimmen Sie unseren Datenschutzbestimmungen zu.", "You have reached your article limit.",
        "Help us keep our journalism free for everyone. Donate now.", "Alle Nachrichten aus dem Hafen lesen Sie hier.",
        "Sigue toda la información de El Correo en Facebook y X, o en nuestra newsletter semanal.",
        "Iscriviti al canale WhatsApp del Corriere", "Dziękujemy, że przeczytałaś/eś nasz artykuł do końca.",
        "Нашли опечатку? Выделите текст и нажмите Ctrl+Enter", "Подписывайтесь на «Курьер» в Telegram и MAX",
        "Thanks for reading The Courier! This post is public so feel free to share it.",
        "1.2k Shares", "123 views", "Shares: 46", "2.100 Aufrufe", "Loading…", "Loading comments...", "Wird geladen …",
        "Donate", "Donate now", "Make a donation", "Support our journalism", "Support us on Patreon", "Jetzt spenden",
        "Hazte miembro y disfruta de todos los beneficios", "Apoya nuestro periodismo", "Suscríbete ahora",
        "Werde jetzt Mitglied!", "Devenez membre", "Je m’abonne", "Diventa nostro sostenitore", "Word nu abonnee",
        "Torne-se assinante e leia sem limites", "Zostań naszym patronem", "Bli medlem", "Станьте нашим подписчиком",
        "Abone ol", "会員になる", "Become a monthly donor",
        "Our journalism relies on readers like you. Please donate.", "Become a member", "Report a typo",
        "Spotted a mistake? Let us know.", "Fehler gefunden? Jetzt melden.", "Tags: harbour, bridge, council",
        "Filed under: Harbour", "Filed under Harbour, Bridges", "Schlagworte: Hafen, Brücke", "Keywords: harbour",
        "With files from The Canadian Press", "(With inputs from ANI)", "You may also like", "Most popular",
        "Trending stories", "Related articles", "Recommended for you", "Back to top", "Nach oben", "Haut de page",
        "Advertisement – story continues below", "This is an AI-generated summary, which may contain errors.",
        "3 मिनट में पढ़ें", "हमारे न्यूज़लेटर की सदस्यता लें", "३ मिनट में पढ़ें", "৩ মিনিটে পড়ুন", "শেয়ার করুন",
        "আমাদের ফেসবুকে ফলো করুন", "3 நிமிட வாசிப்பு", "எங்களை ஃபேஸ்புக்கில் பின்தொடருங்கள்", "3 నిమిషాల పఠనం",
        "షేర్ చేయండి", "දැන්වීම", "මිනිත්තු 3 කියවීම", "ใช้เวลาอ่าน 3 นาที", "អាន 3 នាទី", "ចែករំលែក", "မျှဝေရန်",
        "3 րոպե ընթերցում", "Գովազդ", "3 წუთის საკითხავი", "რეკლამა", "გაზიარება", "ማስታወቂያ", "በፌስቡክ ይከተሉን",
        "اشتراک‌گذاری", "Đăng ký nhận bản tin của chúng tôi", "フェイスブックでフォローする",
        "페이스북에서 팔로우하기", "공유하기", "Κοινοποίηση", "Bültenimize abone olun",
        "If you liked this story, share it with a friend.", "Join the conversation", "Leave your comment",
        "Share your thoughts in the comments",
        "Advertisement feature", "Paid content", "Bezahlte Anzeige", "Contenido patrocinado", "На правах рекламы",
    ],
)  # fmt: skip
def test_a_word_of_the_site_to_its_readers_is_no_text(say: Say, line: str) -> None:
    assert say({})(f"<p>{STORY}</p><p>{line}</p><p>{STORY}</p>") == [STORY, STORY]


@pytest.mark.parametrize(
    "line",
    [
        "Join the conversation at the town hall, where the council meets on Monday.",
        "Let us know in the comments what you think.",
        "Donate blood today at the town hall, where the Red Cross is open until six.",
        "Report any problem to the police, the mayor said on Monday.",
        "Support us or leave, he told the council.",
        "Become a member of parliament: how it works in practice for young people",
        "With reporting from Kyiv, the series shows how towns live.",
        "With inputs from farmers, the ministry has drafted a plan.",
        "12 views of the harbour",
        "Back to the top of the league",
        "Related to this is the question of cost.",
        "フェイスブックで友人と連絡を取り合う人が増えている。",
        "This summary was generated by a committee that nobody had asked.",
        "Generated by AI, the pictures spread within hours, and nobody checked them.",
        "AI-generated audio fooled the voters",
        "Support local journalism, said the mayor, and left.",
        "By signing the contract, you agree to pay, said the mayor.",
        "Diese Zusammenfassung ist zu kurz, sagte der Rat.",
        "Es begann um 5:12",
        "All rights reserved for the town were sold in 1911.",
        "Copyright law is older than the harbour.",
        "This article was published in a paper that nobody reads any more.",
        "Der Beitrag wurde im Mai erhöht.",
        "Scan the QR code with your phone.",
        "3 of 17 members were there.",
        "Image sources are what the council asked for.",
        "Download the app, he said, and nobody did.",
        "“Follow us on WhatsApp,” it says above the door of the town hall.",
        "Follow us on WhatsApp. That is what the banner said, and “nobody did”.",
        "Follow Reese’s Book Club on social media: Instagram, Facebook",
        "Listen to this article of faith, said the bishop: nobody is alone.",
        "5 minutes reading a day are enough.",
        "Share this with nobody, said the mayor.",
        "¿Sabías que tenemos dos faros? Uno es de madera.",
        "Follow us, said the boys, and ran.",
        "Follow the line to the harbour.",
        "Print is dead, they say.",
        "Recibí un correo de mi hermano.",
        "Click here and there.",
        "Teilen ist Freude, sagte sie.",
        "Already a subscriber? View your reports here",
        "Download our report on the harbour (12 pages)",
        "Lesezeit ist Lebenszeit, sagte der Dichter.",
        "We may earn less than our fathers did.",
        "Il vous reste 62 % de la batterie au bout de trois heures.",
        "Get the boat into your harbour before the storm comes.",
        "An dieser Stelle soll im Mai ein Denkmal stehen.",
        "Dieser Inhalt des Vertrags bedarf der Zustimmung des Bundestags.",
        "This content was better than that of the first book.",
        "Para ver este cuadro hay que aceptar una espera de tres horas.",
    ],
)
def test_what_only_begins_like_one_is_text(say: Say, line: str) -> None:
    assert say({})(f"<p>{STORY}</p><p>{line}</p><p>{STORY}</p>") == [STORY, line, STORY]


@pytest.mark.parametrize(
    "line",
    [
        "An dieser Stelle finden Sie einen externen Inhalt von YouTube, der den Artikel ergänzt. Mit einem Klick.",
        "Ich bin damit einverstanden, dass mir externe Inhalte angezeigt werden. Mehr dazu hier.",
        "Wir benötigen Ihre Zustimmung, um den Inhalt von Instagram anzuzeigen!",
        "Ce contenu ne peut pas être affiché",
        "Pour afficher ce contenu, vous devez accepter les cookies et traceurs. Ces cookies servent à nos partenaires.",
        "This content is hosted by a third party. By showing it you accept the terms of that site, and its cookies.",
        "Content from X is not displayed",
        "Para ver este contenido es necesario aceptar las cookies.",
        "Om deze inhoud te zien moet je cookies accepteren.",
    ],
)
def test_what_stands_for_something_from_elsewhere_is_no_text(say: Say, line: str) -> None:
    assert say({})(f"<p>{STORY}</p><p>{line}</p><p>{STORY}</p>") == [STORY, STORY]


def test_a_list_of_links_is_not_kept_in_part(say: Say) -> None:
    links = "".join(f"<li><a href=/{name}>{name} is told elsewhere</a></li>" for name in ("One", "Two", "Three"))
    html = f"<p>{STORY}</p><p>{STORY}</p><p>{OTHER}</p><ul>{links}</ul>"
    some = [STORY, STORY, OTHER]
    assert say({"One": 0.7, "Two": 0.01, "Three": 0.01})(html) == some
    assert say({"One": 0.99, "Two": 0.2, "Three": 0.1})(html) == some
    assert say({"One": 0.9, "Two": 0.7, "Three": 0.4})(html) == [
        *some,
        "One is told elsewhere",
        "Two is told elsewhere",
    ]
    assert len(say({"One": 0.7, "Two": 0.01, "Three": 0.01})(html.replace("<a ", "<b ").replace("</a>", "</b>"))) == 6
    assert say({"One": 0.7, "Two": 0.01, "Three": 0.01})(f"<p>{OTHER}</p><ul>{links}</ul>")[1:] == [
        "One is told elsewhere"
    ]


def listed(*names: str, between: str = "<p>Photograph: A. Name</p>", kind: str = "h3 class=item") -> str:
    tag = kind.split()[0]
    items = "".join(f"<{kind}>{name}</{tag}>{between}<p>{STORY}</p>" for name in names)
    return f"<h1>{TITLE}</h1><p>{OTHER}</p><section>{items}</section><p>{OTHER}</p>"


def test_of_headings_in_series_all_that_head_text_are_kept(say: Say) -> None:
    kept = say({"Council": 0.1, "Photo": 0.01, "Lake": 0.7, "Sound": 0.03, "River": 0.04})
    assert kept(listed("Lake", "Sound", "River")) == [OTHER, "Lake", STORY, "Sound", STORY, "River", STORY, OTHER]


@pytest.mark.parametrize(
    "html",
    [
        listed("Sound", "River"),  # two are no series
        listed("Lake", "River") + listed("Brook", "Sound River", kind="h3 class=other"),  # nor are two of each kind
        listed("Sound", "Sound", "Sound"),  # the label of a box
        listed("<a href=/s>Sound</a>", "<a href=/r>River</a>", "<a href=/l>Lake</a>"),
        listed("Sound", "River", "Brook"),  # none is likely
    ],
)
def test_other_headings_alike_are_not(say: Say, html: str) -> None:
    kept = say({"Council": 0.1, "Photo": 0.01, "Lake": 0.4, "Sound": 0.03, "River": 0.03, "Brook": 0.03})
    assert set(kept(html)) == {OTHER, STORY}


def test_a_heading_of_a_series_that_heads_nothing_is_not_kept(say: Say) -> None:
    html = listed("Lake", "Sound", "River").replace(
        "<h3 class=item>R", "<h3 class=item>Brook</h3><p>Buy</p><h3 class=item>R"
    )
    kept = say({"Council": 0.1, "Photo": 0.01, "Buy": 0.01, "Sound": 0.3, "River": 0.3, "Brook": 0.3, OTHER[:9]: 0.9})
    assert "River" in kept(html)
    assert "Brook" not in kept(html)
    others = "".join(f"<section><h3 class=item>{name}</h3><p>Buy</p></section>" for name in ("Brook", "Pond", "Creek"))
    assert "River" not in kept(f"{listed('Lake', 'Sound', 'River')}{others}<p>{OTHER}</p>"), "most head nothing"


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


@pytest.mark.parametrize("definition", ["<dd>{0}</dd>", "<dd><p>{0}</p></dd>"])
def test_a_term_is_kept_with_its_definition(say: Say, definition: str) -> None:
    html = f"<p>{STORY}</p><dl><dt>Tide</dt>{definition.format(OTHER)}<dt>Ebb</dt>{definition.format('Lost.')}</dl>"
    assert say({"Tide": 0.1, "Ebb": 0.1, "Lost": 0.1})(html) == [STORY, "Tide", OTHER]


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


def test_a_table_beside_a_box_is_none_of_the_text_where_nothing_else_is_in_the_element(say: Say) -> None:
    table = "<table><tr><th>Year</th><td>2024</td></tr></table>"
    html = f"<div><div><p>{STORY}</p></div>{BOX}{table}<div><p>{OTHER}</p></div></div>"
    assert say(FEW)(html) == [STORY, OTHER]


def test_what_the_others_below_say_does_not_make_the_first_article_less_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    def article(name: str) -> str:
        text = f"<p>{name} {STORY} {OTHER} {STORY} {OTHER}</p>" * 3
        return f"<article><h1>{name}</h1>{text}</article>"

    sure = []
    for others in ("", article("Six"), article("Six") + article("Ten")):
        page = read_page(f"<title>One</title>{article('One')}{others}")
        monkeypatch.setattr(Network, "passes", lambda *given: iter([np.full(len(given[-1]), 0.95)]))
        marking = Fusion().mark(page, Given())
        assert len(marking.notes) == (1 if others else 0)
        sure.append(marking.trace["confidence"])
    assert min(sure[1:]) > sure[0] - 0.01


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
        ("<h2>Four:</h2>", "<li>One tram<li>Two carts", 2),
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
    ("items", "left", "whole"),
    [
        (("One tram", "Two carts", "Lost boats"), 1, True),
        (("One tram", "Two carts", "Lost boats", "Lost sails"), 2, False),
        (("One tram", "Two carts", "Four carts", "Five carts", "Lost boats", "Lost sails"), 2, True),
        ((*(f"{number} carts" for number in range(9)), "Lost boats", "Lost sails", "Lost oars"), 3, False),
    ],
)
@pytest.mark.parametrize("source", ["", " <a href=/c>City</a>"])
def test_a_list_that_ends_the_text_is_not_cut_off(
    say: Say, items: tuple[str, ...], left: int, whole: bool, source: str
) -> None:
    listed = "".join(f"<li>{item} were counted on the pier.{source}" for item in items)
    kept = say({"Council": 0.1, "Lost": 0.01, "More": 0.01})(
        f"<h1>{TITLE}</h1><p>{STORY}</p><p>{OTHER}</p><section><ul>{listed}</ul></section><p>More</p>"
    )
    assert len(kept) == 2 + len(items) - (0 if whole else left)


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
    assert len(kept(html.replace("<aside>", "<aside><p>Four were there.</p><p>Four left.</p>"))) == 4 + bool(heading)


@pytest.mark.parametrize(
    ("source", "line", "kept"),
    [
        (
            "https://player.example/v/1",
            "<a href=https://player.example/1>The pier</a> on <a href=//player.example>P</a>",
            2,
        ),
        (
            "https://maps.player.example/1",
            "<a href=http://www.player.example/m?q=//courier.example/1>Larger map</a>",
            2,
        ),
        ("/web/2012/https://player.example/v/1", "<a href=/web/2012/http://player.example/1>The pier</a>", 2),
        ("/web/2012/https://player.example/v/1", "<a href=/web/2012/http://courier.example/1>The pier</a>", 3),
        ("https://player.example/v/1", "<a href=https://player.example/1>The pier</a> was on show all summer", 3),
        ("https://player.example/v/1", "<a href=/1>The pier</a>", 3),
        ("/v/1", "<a href=/1>The pier</a>", 3),
        ("", "The pier", 3),
    ],
)
def test_a_line_of_links_to_where_a_frame_is_from_is_its_caption(say: Say, source: str, line: str, kept: int) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><iframe src='{source}'></iframe><p>{line}</p><p>{OTHER}</p>"
    assert len(say({"Council": 0.1})(html)) == kept


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


def test_a_quotation_that_is_a_figure_needs_less(say: Say) -> None:
    quote = f"<figure><blockquote><p>{OTHER}</p></blockquote><figcaption>Ann</figcaption></figure>"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{quote}<p>{STORY}</p></div>"
    assert say({"Council": 0.1, "Nobody": 0.3, "Ann": 0.01})(html) == [STORY, OTHER, "Ann", STORY]
    assert say({"Council": 0.1, "Nobody": 0.1, "Ann": 0.01})(html) == [STORY, STORY]
    kept = say({"Council": 0.1, "Nobody": 0.3, "Ann": 0.01})
    assert kept(f"<h1>{TITLE}</h1>{quote}<p>{STORY}</p><p>{STORY}</p>") == [STORY, STORY], "nothing before it is kept"
    assert kept(f"<p>{STORY}</p><p>{STORY}</p>{quote}<p>Ann</p>") == [STORY, STORY], "nothing behind it"
    ends = quote.replace("<figcaption>Ann</figcaption>", "")
    assert say({})(f"<p>{STORY}</p>{ends}") == [STORY, OTHER], "it ends the page"


def test_a_quotation_that_ends_the_text_is_kept_among_its_paragraphs(say: Say) -> None:
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p><p>{STORY}</p><blockquote><p>{OTHER}</p></blockquote></div><p>More</p>"
    kept = say({"Council": 0.1, "Nobody": 0.05, "More": 0.01})
    assert kept(html) == [STORY, STORY, OTHER]
    assert kept(html.replace(OTHER, f"<a href=/n>{OTHER}</a>")) == [STORY, STORY]
    assert kept(html.replace("<blockquote>", "</div><div><blockquote>")) == [STORY, STORY], "in an element of its own"
    assert kept(html.replace("<blockquote>", "<p>More</p><blockquote>")) == [STORY, STORY], "behind something else"
    assert say({"Council": 0.1, "Nobody": 0.01, "More": 0.01})(html) == [STORY, STORY]


@pytest.mark.parametrize("last", ["<footer>Ann Example</footer>", "<cite>Ann Example</cite>", "<p>— Ann Example</p>"])
def test_a_quotation_keeps_whose_it_is(say: Say, last: str) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><blockquote><p>{OTHER}</p>{last}</blockquote><p>{STORY}</p>"
    kept = say({"Council": 0.1, "Ann": 0.1, "— Ann": 0.1})
    assert kept(html)[2].endswith("Ann Example")
    assert kept(html.replace(last, "<p>Ann Example</p>")) == [STORY, OTHER, STORY]
    assert kept(f"<p>{STORY}</p><p>{STORY}</p><blockquote></blockquote>") == [STORY, STORY]


def test_a_list_among_paragraphs_needs_hardly_anything(say: Say) -> None:
    text, items = f"<p>{STORY}</p>", "<li><p>Two carts</p><li><p>More</p><ul><li>Two bikes</ul>"
    kept = say({"Council": 0.1, "Two": 0.2, "More": 0.1, "Less": 0.05})
    assert kept(f"<h1>{TITLE}</h1><div>{text}<ul>{items}</ul>{text}</div>") == [
        STORY, "Two carts", "More", "Two bikes", STORY,
    ]  # fmt: skip
    linked = items.replace("Two carts", "<a href=/c>Two carts</a>")
    assert kept(f"<h1>{TITLE}</h1><div>{text}<ul>{linked}</ul>{text}</div>") == [STORY, STORY]
    assert kept(f"<h1>{TITLE}</h1><div>{text}<ul><li>Less<li>Less so</ul>{text}</div>") == [STORY, STORY]
    assert kept(f"<h1>{TITLE}</h1><div>{text}</div><ul>{items}</ul><div><p>{OTHER}</p></div>") == [STORY, OTHER]


@pytest.mark.parametrize(
    ("before", "items", "behind", "whole"),
    [
        ("<p>Two of them:</p>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", True),
        ("<h3>Two of them</h3>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", True),
        ("<p>Two of them.</p>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", False),
        ("<h3>Two of them</h3>", "<li>One tram<li>Two boats", f"<p>{STORY}</p>", False),
        ("<h3>Two of them</h3>", "<li><a href=/b>One tram</a><li>Six boats", f"<p>{STORY}</p>", False),
        ("<div><h3>Two of them</h3></div>", "<li>One tram<li>Six boats", f"<p>{STORY}</p>", False),
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


def test_what_opens_and_closes_an_answer_is_kept_with_it(say: Say) -> None:
    def item(asked: str, attribute: str = "aria-expanded=false") -> str:
        return f"<div><button {attribute}>{asked}</button><div><p>{asked[:3]} {STORY}</p></div></div>"

    little = {"Who may": 0.1, "Who says": 0.1, "Select": 0.1, "More?": 0.01, "Terms": 0.1}
    kept = say({"Council": 0.1, **little})
    html = "".join(map(item, ("Who may go?", "Who says?", "More?")))
    assert kept(f"<h1>{TITLE}</h1>{html}") == [
        "Who may go?", f"Who {STORY}", "Who says?", f"Who {STORY}", f"Mor {STORY}"
    ]  # fmt: skip
    assert kept(f"<h1>{TITLE}</h1>{item('Select one')}") == [f"Sel {STORY}"]
    assert kept(f"<h1>{TITLE}</h1>{item('The costs')}{item('Terms of it')}")[2:] == ["Terms of it", f"Ter {STORY}"]
    assert kept(f"<h1>{TITLE}</h1>{item('Who says?', '')}") == [f"Who {STORY}"]


def test_buttons_that_do_something_elsewhere_are_no_text(say: Say) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><button>Go on</button><p>{STORY}</p>"
    assert say({"Council": 0.1, "Go": 0.7})(html) == [STORY, STORY]
    assert say({"Council": 0.1, "Go": 0.3})(html) == [STORY, STORY]
    assert say({"Council": 0.1})(html.replace("<button>", "<button aria-controls=x>")) == [STORY, "Go on", STORY]


def test_less_is_not_asked_of_what_is_called_a_credit(say: Say) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><p class=photo-credit>Photo: Ann</p><p>{STORY}</p>"
    assert say({"Council": 0.1, "Photo": 0.4})(html) == [STORY, STORY]
    assert say({"Council": 0.1, "Photo": 0.8})(html) == [STORY, "Photo: Ann", STORY]


def test_a_caption_without_a_picture_is_left_out_where_its_name_says_so(say: Say) -> None:
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><div><p class=wp-caption-text>The bridge.</p></div><p>{STORY}</p>"
    assert say({"Council": 0.1})(html) == [STORY, STORY]
    assert len(say({"Council": 0.1})(html.replace("wp-caption-text", "lead"))) == 3


@pytest.mark.parametrize(
    "credit",
    [
        "Photo: Ana Silva / Harbour Images", "Foto: dpa/Ana Silva", "写真：海野あや", "Фото: Анна Орлова",
        "사진=김하늘",
        "The quay in winter. (Photo by Ana Silva/Getty Images)", "Photo courtesy of the museum", "(Credit: Ana Silva)",
        "The quay in winter / Shutterstock", "Le port, en hiver. © Anne Petit / AFP",
        "Molo zimą, fot. Anna Zięba / PAP",
        "冬の港 写真：海野あや", "Порт зимой. Фото: Анна Орлова", "El muelle en invierno (EFE)",
    ],
)  # fmt: skip
def test_whose_a_picture_is_is_no_text(say: Say, credit: str) -> None:
    picture = "<p><img src=/a.jpg width=640></p>"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{picture}<p>{credit}</p><p>{STORY}</p></div>"
    assert say({"Council": 0.1})(html) == [STORY, STORY]
    assert len(say({"Council": 0.1})(html.replace(picture, ""))) == 3
    said = html.replace(credit, "The photos show the quay in winter.")
    assert len(say({"Council": 0.1})(said)) == 3


def test_what_is_set_below_a_picture_in_its_block_is_its_caption(say: Say) -> None:
    caption = "<p><img src=/a.jpg width=640><br><em>The quay in the winter of that year.</em></p>"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{caption}<p>{STORY}</p></div>"
    kept = say({"Council": 0.1})
    assert kept(html) == [STORY, STORY]
    assert len(kept(html.replace("em>", "b>"))) == 3
    assert len(kept(html.replace("</em>", "</em> It was cold."))) == 3
    assert len(kept(html.replace("<br>", "</p><p>"))) == 3
    assert len(kept(html.replace("<br><em>", "").replace("<img", "<em><img"))) == 3
    assert len(kept(html.replace("The quay", OTHER * 3))) == 3
    assert len(kept(f"<h1>{TITLE}</h1>{caption}<p>Yes.</p>")) == 2, "it is all that there is"


def test_a_box_that_asks_for_an_address_for_mail_is_no_text(say: Say) -> None:
    form = (
        "<div><h3>Ogni mattina</h3><p>Le notizie che contano.</p><form><p>Scrivici</p><input type=email></form></div>"
    )
    text = f"<p>{STORY}</p>" * 5
    kept = say({"Council": 0.1})
    assert kept(f"<h1>{TITLE}</h1><div>{text}{form}{text}</div>") == [STORY] * 10
    assert len(kept(f"<h1>{TITLE}</h1><div>{text}{form.replace('=email', '=search')}{text}</div>")) == 13
    assert len(kept(f"<h1>{TITLE}</h1><div>{text}{form.replace('contano', f'contano. {OTHER * 6}')}{text}</div>")) == 12
    assert len(kept(f"<h1>{TITLE}</h1><p>{STORY}</p>{form}")) == 4, "it is most of the text"


def test_what_a_picture_says_of_itself_is_its_caption(say: Say) -> None:
    said = "The quay of the town, in the winter of that year"
    html = f"<h1>{TITLE}</h1><p>{STORY}</p><img src=/a.jpg alt='{said.upper()}.'><p>{said}</p><p>{STORY}</p>"
    kept = say({"Council": 0.1})
    assert kept(html) == [STORY, STORY]
    assert len(kept(html.replace(f"<p>{said}</p>", f"<p>{said}, he said</p>"))) == 3
    assert len(kept(html.replace(f"<p>{said}</p>", f"<p><a href=/b>{said}</a></p>"))) == 3
    assert len(kept(html.replace("<img src=/a.jpg", "<i").replace(".'>", ".'></i>"))) == 3


def test_the_teaser_of_another_article_inside_the_text(say: Say) -> None:
    teaser = "<article><h3><a href=/b>Ten trams to see</a></h3><p>Ours chose them for you.</p></article>"
    html = f"<article><h1>{TITLE}</h1><p>{STORY}</p>{teaser}<p>{STORY}</p></article>"
    assert say({"Council": 0.1})(html) == [STORY, STORY]
    assert say({"Council": 0.1})(f"<div>{html[9:-10]}</div>") == [STORY, STORY], "in no other one"
    assert len(say({"Council": 0.1})(html.replace("<a href=/b>", "").replace("</a>", ""))) == 4
    assert len(say({"Council": 0.1})(f"<article><p>{STORY}</p></article>{teaser}<p>{OTHER}</p>")) == 4
    assert len(say({"Council": 0.1})(html.replace(f"<p>{STORY}</p>{teaser}", teaser))) == 3, "nothing is kept before it"
    assert len(say({"Council": 0.1})(html.replace("Ours", OTHER * 6))) == 4, "it is long"


def test_a_large_first_letter_in_a_line_of_its_own(say: Say) -> None:
    html = f"<h1>{TITLE}</h1><div>S</div><p>ome said so. {STORY}</p><p>{STORY}</p>"
    assert say({"Council": 0.1, "S": 0.1, "ome": 0.9})(html)[:2] == ["S", f"ome said so. {STORY}"]
    assert say({"Council": 0.1, "S": 0.1})(html.replace("ome said", "He said"))[0].startswith("He said")


def test_the_numbers_of_a_ranking_are_kept_all_or_not_at_all(say: Say) -> None:
    items = "".join(
        f"<div>{number}</div><h2>{name}</h2><p>{STORY}</p>" for number, name in zip("321", "ABC", strict=True)
    )
    html = f"<h1>{TITLE}</h1>{items}"
    assert say({"Council": 0.1, "3": 0.2, "2": 0.4, "1": 0.8})(html)[::3] == ["3", "2", "1"]
    assert say({"Council": 0.1, "3": 0.05, "2": 0.05, "1": 0.72})(html)[::2] == ["A", "B", "C"]
    labelled = html.replace("<div>1<", "<div>New<")
    kept = say({"Council": 0.1, "3": 0.8, "2": 0.1, "New": 0.1})(labelled)
    assert [line for line in kept if line != STORY] == ["3", "A", "B", "C"], "two are no ranking"


def test_numbered_headings_at_the_end_are_a_list_of_what_pictures_show(say: Say) -> None:
    text = f"<h1>{TITLE}</h1>{f'<p>{STORY}</p>' * 3}"
    numbered = "".join(f"<h2>{number}. Bridge</h2><img src=/{number}.jpg>" for number in range(1, 5))
    assert say({"Council": 0.1})(text + numbered)[3:] == [f"{number}. Bridge" for number in range(1, 5)]
    others = "".join(f"<h2>{number}. Bridge</h2><img src=/{number}.jpg>" for number in (1, 5, 9))
    assert say({"Council": 0.1})(text + others)[3:] == []


def test_lines_that_are_numbered_one_after_the_other_go_together(say: Say) -> None:
    lines = [f"{number:02}. Singer" for number in range(1, 9)]
    kept = say({"Council": 0.1, "01": 0.9, "08": 0.9, "0": 0.1, "1": 0.1})
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{''.join(f'<p>{line}</p>' for line in lines)}<p>{STORY}</p></div>"
    assert kept(html) == [STORY, *lines, STORY]
    lines[3] = "19. Singer"
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{''.join(f'<p>{line}</p>' for line in lines)}<p>{STORY}</p></div>"
    assert kept(html) == [STORY, lines[0], lines[-1], STORY]


ENTRIES = {
    "2019": "Engineers find the first cracks.",
    "9 January": "Lorries are banned from the bridge.",
    "12:30": "The council decides to begin.",
}


def timeline(entry: str, name: str = "") -> str:
    return f"<div class='{name}'>{''.join(entry.format(*one) for one in ENTRIES.items())}</div>"


@pytest.mark.parametrize(
    "entry",
    [
        "<div><div class=day>{}</div><div>{}</div></div>",
        "<div><time>{}</time><p>{}</p></div>",
        "<section><h4>{}</h4><p>{}</p></section>",
        "<p><b>{}</b><br>{}</p>",
    ],
)
def test_entries_of_a_timeline_between_paragraphs_are_kept_with_their_days(say: Say, entry: str) -> None:
    kept = say({"Council": 0.1, **dict.fromkeys(ENTRIES, 0.01), "Eng": 0.01, "Lor": 0.9, "The council decides": 0.01})
    whole = [line for one in ENTRIES.items() for line in one]
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p>{timeline(entry)}<p>{OTHER}</p></div>"
    assert kept(html) == [STORY, *whole, OTHER]
    # At the end it is called so, or is a box of something else.
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p><p>{OTHER}</p>{timeline(entry, 'c-timeline')}</div>"
    assert kept(html) == [STORY, OTHER, *whole]
    html = f"<h1>{TITLE}</h1><div><p>{STORY}</p><p>{OTHER}</p>{timeline(entry, 'events')}</div>"
    assert kept(html) == [STORY, OTHER, whole[3]]


def test_entries_that_lead_elsewhere_or_say_different_things_are_none(say: Say) -> None:
    low = (*ENTRIES, "Eng", "Lor", "The council decides", "Econ")
    kept = say({"Council": 0.1, **dict.fromkeys(low, 0.01)})
    for box in (
        timeline("<div><b>{}</b><p><a href=/other>{}</a></p></div>"),
        timeline("<div><h4>{}</h4><p>{}</p></div>").replace("<h4>9 January</h4>", "<h5>9 January</h5>"),
        f"<aside>{timeline('<div><b>{}</b><p>{}</p></div>')}</aside></div><div>",
        "".join(f"<p>Economics and society (E{number})</p>" for number in range(5)),
    ):
        assert kept(f"<h1>{TITLE}</h1><div><p>{STORY}</p>{box}<p>{OTHER}</p></div>") == [STORY, OTHER]


@pytest.mark.parametrize(("name", "kept"), [("ingredient-list", 3), ("zutaten", 3), ("choices", 0)])
def test_ingredients_are_kept_though_they_are_ticked_off_as_in_forms(say: Say, name: str, kept: int) -> None:
    items = "".join(f"<li><input type=checkbox><label>{number} cups of flour</label>" for number in (1, 2))
    bought = f"<h2>What to buy</h2><ul class={name}>{items}</ul><aside>Ad</aside>"
    html = f"<h1>{TITLE}</h1><p>{STORY}</p>{bought}<p>{STORY}</p>"
    found = say({"Council": 0.1, "What": 0.01, "1": 0.03, "2": 0.03, "Ad": 0.0})(html)
    assert len(found) == 2 + kept


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
    assert kept(f"<h1>{TITLE}</h1><div>{text}{placed}</div>") == [STORY] * 3
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
        (f"<p>{STORY}</p><p>Advertisement</p>", 0.8, Rule.ADVERTISEMENT),
        (f"<p>{STORY}</p><p>Read also: <a href='/b'>Argument in two towns</a></p>", 0.8, Rule.TEASER),
        (f"<p>{STORY}</p><p>Read also:</p><p><a href='/b'>Argument in two towns</a></p>", 0.8, Rule.LABEL),
        (f"<p>{STORY}</p><p>5 min read</p>", 0.8, Rule.SERVICE),
        (f"<p>{STORY}</p><p>Content from X is not displayed</p>", 0.8, Rule.CONSENT),
        (f"<p>{STORY}</p><p>{OTHER}</p>", 0.1, Rule.HOLE),
        (f"<p>{STORY}</p><p>{STORY}</p><p>{STORY}</p><h3>Comments</h3><p>A view</p>", 0.8, Rule.COMMENTS),
        (f"<p>{STORY}</p><pre>$ make</pre>", 0.1, Rule.PROGRAM),
        (f"<p>{STORY}</p><p>A view</p>", 0.3, Rule.BETWEEN),
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
