from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.base import Given
from broadsheet.methods.cetr import CETR, _change, _read, _smooth, k_means
from broadsheet.page import Page, read_page
from tests.methods.kept import kept

SENTENCE = "The council met on Tuesday and agreed on a new bridge over the river after a debate. "


def counts(source: str, *, rebreak: str = "never", width: int = 65) -> list[tuple[int, int]]:
    lines = _read(source.encode(), rebreak, width)
    return list(zip(lines.characters.tolist(), lines.tags.tolist(), strict=True))


def test_tag_ratio_by_hand() -> None:
    """12 characters and two tags: 6; a line without tags is divided by 1."""
    source = "<html>\n<p>Twelve chars</p>\nno tags here\n</html>"
    assert counts(source) == [(0, 1), (12, 2), (12, 0), (0, 1)]
    ratio = CETR(rebreak="never").mark(read_page(source), Given()).trace["ratio"]
    assert ratio.tolist() == [0, 6, 12, 0]


def test_comments_programs_and_blank_lines_are_dropped() -> None:
    source = "one\n<!-- <p>\n -->\n\n   \n<SCRIPT type=x>\nif (a < b) {}\n</SCRIPT >two<style>p{}</style>\n"
    source += "<template>x</template>"
    assert counts(source) == [(3, 0), (3, 0)]
    assert counts("a<script>never closed") == [(1, 0)]
    assert counts("<scripted>a</scripted>") == [(1, 2)]


def test_a_greater_than_sign_inside_quotes_ends_no_tag() -> None:
    assert counts('<img alt="a > b" title="it\'s > c">text') == [(4, 1)]
    assert counts("<a title=it's>text > more</a>") == [(11, 2)]
    assert counts("1 < 2 and 3 > 2") == [(15, 0)]
    assert counts("open <b") == [(7, 0)]


def test_lines_are_broken_after_so_many_characters() -> None:
    assert counts("abcdefghij klmnopqrst uvwxyz", rebreak="always", width=10) == [(10, 0), (10, 0), (6, 0)]
    assert counts("abcdefghij", rebreak="always", width=10) == [(10, 0)]
    assert counts("abcdefghijk", rebreak="always", width=10) == [(10, 0), (1, 0)]


def test_a_page_of_one_line_is_broken() -> None:
    page = read_page(
        "<body>" + "<p>" + SENTENCE * 3 + "</p>" + "<ul>" + "<li><a href=/x>x</a></li>" * 30 + "</ul></body>"
    )
    marking = CETR().mark(page, Given())
    assert len(marking.trace["ratio"]) > 10
    assert bool(marking.trace["rebroken"])
    assert not marking.notes
    whole = CETR(rebreak="never").mark(page, Given())
    assert len(whole.trace["ratio"]) == 1
    assert whole.notes
    minified = CETR(rebreak="minified")
    assert bool(minified.mark(page, Given()).trace["rebroken"])
    lines = read_page("".join(f"<p>{SENTENCE}\n</p>" for _ in range(30)))
    assert not bool(minified.mark(lines, Given()).trace["rebroken"])


@given(st.text(st.sampled_from('ab <>/="\n&;é市'), max_size=200), st.sampled_from(["always", "never", "minified"]))
def test_every_visible_character_outside_tags_is_in_a_line(source: str, rebreak: str) -> None:
    lines = _read(source.encode(), rebreak, 7)
    assert len(lines.visible) == len(lines.line)
    assert (np.diff(lines.line) >= 0).all()
    assert lines.line.max(initial=0) < len(lines.characters) == len(lines.tags)
    size = np.bincount(lines.line, minlength=len(lines.characters))
    assert (lines.characters >= size).all()
    whole = _read(source.encode(), "never", 7)
    assert (whole.visible == lines.visible).all()
    assert whole.tags.sum() == lines.tags.sum()


def test_change_by_hand() -> None:
    """alpha = 3: (0 + 3 + 3) / 3 - 0 = 2, (3 + 3 + 3) / 3 - 0 = 3, then no change; the last line has none after it."""
    assert _change(np.array([0.0, 0.0, 3.0, 3.0, 3.0]), 3).tolist() == [2, 3, 0, 0, 0]
    assert _change(np.array([4.0, 1.0]), 3).tolist() == [3, 0]


def test_smoothing_by_hand() -> None:
    """0 and 4 in turn: sigma = 2, r = 2; a cap of 1 makes a Gaussian of sigma 1 over three lines."""
    values = np.array([0.0, 4.0] * 10)
    side = np.exp(-0.5)
    assert _smooth(values, 0.05)[1:-1].tolist() == pytest.approx([4 / (1 + 2 * side), 8 * side / (1 + 2 * side)] * 9)


def article() -> Page:
    links = "".join(f"<li><a href=/section/{n}>Go to {n}</a></li>\n" for n in range(300))
    text = "".join(f"<p>{SENTENCE * 4}</p>\n" for _ in range(12))
    return read_page(
        f"<html><head><title>Bridge</title></head><body><ul>{links}</ul><div>{text}</div><ul>{links}</ul></body>"
    )


@pytest.mark.parametrize("variant", ["2d", "km", "tm"])
def test_text_is_kept_and_links_are_not(variant: str) -> None:
    page = article()
    marking = CETR(variant=variant).mark(page, Given())  # type: ignore[arg-type]
    texts = [page.words_of(int(row)) for row in np.flatnonzero(marking.keep)]
    assert sum(text.startswith("The council met") for text in texts) == 12
    assert "Go to 150" not in texts, "links far from the text"


def test_lines_are_found_where_source_and_page_differ() -> None:
    """The fallback of a frame is text in the page, and tags in the source."""
    frame = "<iframe src=x><p>This browser shows no frames, <a href=/y>open it</a> by itself</iframe>"
    page = read_page(f"<body><p>{SENTENCE * 3}</p>{frame}<p>{SENTENCE[::-1] * 3}</p></body>")
    assert [text[:9] for text in kept(page, CETR(variant="tm", lambda_=0.0))] == ["The counc", ".etabed a"]


def test_heaps_by_hand() -> None:
    found = k_means(np.array([[0.0], [1.0], [10.0], [12.0], [50.0]]), 3)
    assert found.labels.tolist() == [0, 0, 1, 1, 2]
    assert found.centroids.tolist() == [[0.5], [11.0], [50.0]]
    pinned = k_means(np.array([[1.0, 1.0], [2.0, 0.0], [40.0, 3.0], [44.0, 5.0]]), 2, pinned=True)
    assert pinned.labels.tolist() == [0, 0, 1, 1]
    assert pinned.centroids.tolist() == [[0, 0], [42, 4]], "the pinned one stays at the origin"
