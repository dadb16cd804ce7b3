from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.base import Given, Marking
from broadsheet.methods.cedst import CEDST, CEDSTNC, CEDSTTF, cluster_feature, href_feature, variance_feature
from broadsheet.methods.maths import text_words
from broadsheet.page import Page, read_page

_TOPIC = [
    "The council of Springfield voted for the bridge on Tuesday.",
    "Opponents of the bridge told the council that it costs too much.",
    "The council will ask an engineer whether the bridge can be cheaper.",
    "Nobody expects the council to drop the bridge altogether.",
]


def ints(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def mark(html: str, method: CEDST) -> tuple[Page, Marking]:
    page = read_page(html)
    return page, method.mark(page, Given())


def kept(html: str, method: CEDST) -> list[str]:
    page, marking = mark(html, method)
    return [page.words_of(int(row)) for row in np.flatnonzero(marking.keep)]


def topic_words(page: Page, marking: Marking) -> list[str]:
    return [page.text[start:stop] for _, start, stop in marking.trace["topic_words"].tolist()]


def test_eq_8_cluster_feature() -> None:
    """Siblings of 10 and 4 words have 14, an only child of 2 words a seventh of that."""
    assert cluster_feature(ints(10, 4, 2), ints(5, 5, 9)) == pytest.approx([1, 1, 1 / 7])


def test_eq_9_variance_feature() -> None:
    """10 and 4 have variance 9; 1, 3 and 5 have 8 / 3; one alone has none."""
    found = variance_feature(ints(10, 4, 1, 3, 5, 7), ints(5, 5, 9, 9, 9, 20))
    assert found == pytest.approx([1, 1, 8 / 27, 8 / 27, 8 / 27, 0])


def test_eq_9_without_any_variance() -> None:
    assert variance_feature(ints(3, 3), ints(1, 2)).tolist() == [0, 0]


def test_eq_10_href_feature() -> None:
    assert href_feature(ints(0, 4, 2, 0), ints(10, 4, 4, 0)) == pytest.approx([0, 1, 0.5, 0])


def test_features_of_no_text() -> None:
    none = ints()
    assert len(cluster_feature(none, none)) == len(variance_feature(none, none)) == len(href_feature(none, none)) == 0


def test_fusion_of_the_non_content_features() -> None:
    """The two lines: masses 0.95 and 0.95 for. The link: 0.95 / 7 for by its cluster, 0.99 against."""
    _, marking = mark(
        f"<body><div>{'word ' * 10}<br>{'word ' * 4}</div><p><a href=x>two words</a></p>", CEDSTNC(radius=0)
    )
    p = 0.95 / 7
    assert marking.trace["fusion"] == pytest.approx([0.9975, 0.9975, p * 0.01 / (1 - p * 0.99)])
    assert marking.trace["fusion"].tolist() == marking.trace["smoothed"].tolist()
    assert float(marking.trace["threshold"]) == 0.1
    assert marking.keep[marking.trace["rows"]].tolist() == [True, True, False]
    assert marking.score[marking.trace["rows"]].tolist() == marking.trace["smoothed"].tolist()
    assert "topic" not in marking.trace


def test_repeated_texts_can_make_topics_once() -> None:
    """The teaser stands there three times: its words are together in three texts, or in one."""
    teaser = "<p>Cheap flights: winter holidays booked early</p>"
    html = "".join(f"<p>{text}</p>{teaser}" for text in _TOPIC[:3]) + f"<p>{_TOPIC[3]}</p>"
    page, marking = mark(html, CEDSTTF(radius=0))
    assert "flights" in topic_words(page, marking)
    page, marking = mark(html, CEDSTTF(radius=0, once=True))
    assert topic_words(page, marking) == ["council", "bridge"]
    assert marking.trace["topic"].tolist() == [1, 0, 1, 0, 1, 0, 1]


def test_fusion_of_the_topic_feature() -> None:
    html = "".join(f"<p>{text}</p>" for text in _TOPIC) + "<p>Weather: rain</p>"
    page, marking = mark(html, CEDSTTF(radius=0))
    assert marking.trace["topic"].tolist() == [1, 1, 1, 1, 0]
    assert marking.trace["fusion"] == pytest.approx([0.95] * 4 + [0])
    assert topic_words(page, marking) == ["council", "bridge"]
    assert marking.trace["topic_weight"].tolist() == [4]
    assert len(kept(html, CEDSTTF(radius=0))) == 4
    assert "cluster" not in marking.trace


def test_fusion_of_all_features() -> None:
    html = "".join(f"<p>{text}</p>" for text in _TOPIC)
    together, without, alone = (mark(html, method(radius=0))[1].trace for method in (CEDST, CEDSTNC, CEDSTTF))
    assert together["fusion"] == pytest.approx(1 - (1 - without["fusion"]) * (1 - alone["fusion"]))


def test_gamma_is_the_number_of_texts_that_is_not_enough() -> None:
    html = "".join(f"<p>{text}</p>" for text in _TOPIC)
    assert mark(html, CEDST(gamma=3))[1].trace["topic"].tolist() == [1] * 4
    _, marking = mark(html, CEDST(gamma=4))
    assert marking.trace["topic"].tolist() == [0] * 4
    assert marking.notes == ("no words stand together often enough to make a topic",)


def test_a_link_outweighs_its_topic() -> None:
    """With beta above alpha it has less than the half that equal weights give it, 0.95 / 1.95 or more."""
    html = (
        "".join(f"<p>{text}</p>" for text in _TOPIC) + "<p><a href=x>The council and the bridge: all about it</a></p>"
    )
    _, marking = mark(html, CEDST(radius=0))
    assert marking.trace["topic"][-1] == marking.trace["href"][-1] == 1
    assert marking.trace["fusion"][-1] < 0.4
    # Equal weights give a / (1 + a) for the topic alone, and more for the cluster besides.
    assert mark(html, CEDST(radius=0, beta=0.95))[1].trace["fusion"][-1] > 0.5
    assert mark(html, CEDSTTF(radius=0))[1].trace["fusion"][-1] == 0.95


def test_smoothing_keeps_a_short_text_between_long_ones() -> None:
    long_ = "<p>" + "A long paragraph of the article, with many words in it. " * 4 + "</p>"
    html = f"<body>{long_ * 3}<p>Ends</p>{long_ * 3}" + "".join(f"<p><a href={n}>Link {n}</a></p>" for n in range(9))
    assert "Ends" in kept(html, CEDSTNC())
    assert "Ends" not in kept(html, CEDSTNC(radius=0))


def test_siblings_have_the_same_parent() -> None:
    _, marking = mark("<body><div>one two three<p>a b</p>four<b>c</b></div>", CEDSTNC())
    assert marking.trace["cluster"] == pytest.approx([1, 0.5, 1, 0.25])
    assert marking.trace["variance"] == pytest.approx([1, 0, 1, 0])


def test_where_nothing_parts_the_texts_all_are_kept() -> None:
    assert kept("<p>One text of four.</p>", CEDST()) == ["One text of four."]
    assert kept("<p>Alpha beta</p><p>Gamma delta</p>", CEDSTTF()) == ["Alpha beta", "Gamma delta"]


def test_chinese_words_without_a_dictionary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_words, "_breaker", lambda: None)
    html = "".join(
        f"<p>{text}</p>" for text in ("市议会讨论新桥。", "新桥由市议会决定。", "市议会支持新桥。", "天气晴朗。")
    )
    page, marking = mark(html, CEDST())
    assert marking.notes == ("words are pairs of characters: for a dictionary, install the extra 'topics'",)
    assert marking.trace["topic"].tolist() == [1, 1, 1, 0]
    assert set(topic_words(page, marking)) == {"市议", "议会", "新桥"}


def test_chinese_words_by_dictionary() -> None:
    pytest.importorskip("icu4py")
    html = "".join(
        f"<p>{text}</p>" for text in ("政府公布经济政策。", "经济学家批评政府。", "政府说经济很好。", "天气晴朗。")
    )
    page, marking = mark(html, CEDST())
    assert marking.notes == ()
    assert "政府" in topic_words(page, marking)
    assert marking.trace["topic"][-1] == 0


def test_bounds_on_work_are_told() -> None:
    words = [f"zq{'abcdefghijklmnopqrstuvwxyz'[n % 26]}{'abcdefghijklmnop'[n // 26]}" for n in range(300)]
    html = "".join(f"<p>{a} {b}</p>" * 3 for a, b in zip(words[::2], words[1::2], strict=True))
    _, marking = mark(html, CEDST())
    assert marking.notes == ("topics are more than the bounds on work let pass: 128 were looked at",)


def test_the_written_form_of_topic_words_is_shown() -> None:
    html = "<p>STRASSE und Brücke</p><p>Straße, Brücke</p><p>die Straße zur Brücke</p>"
    page, marking = mark(html, CEDST())
    assert topic_words(page, marking) == ["STRASSE", "Brücke"]
