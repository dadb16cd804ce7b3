from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.base import Given
from broadsheet.methods.cetr import CETR, _change, _read, _smooth, k_means
from broadsheet.page import Page, read_page

SENTENCE = "The council met on Tuesday and agreed on a new bridge over the river after a debate. "


def kept(page: Page, method: CETR) -> list[str]:
    return [page.words_of(int(row)) for row in np.flatnonzero(method.mark(page, Given()).keep)]


def counts(source: str, *, rebreak: str = "never", width: int = 65) -> list[tuple[int, int]]:
    """The characters and tags of each line."""
    lines = _read(source.encode(), rebreak, width)
    return list(zip(lines.characters.tolist(), lines.tags.tolist(), strict=True))


def test_tag_ratio_by_hand() -> None:
    """12 characters and two tags: 6; a line without tags is divided by 1."""
    source = "<html>\n<p>Twelve chars</p>\nno tags here\n</html>"
    assert counts(source) == [(0, 1), (12, 2), (12, 0), (0, 1)]
    ratio = CETR(rebreak="never").mark(read_page(source), Given()).trace["ratio"]
    assert ratio.tolist() == [0, 6, 12, 0]


def test_white_space_is_collapsed_and_references_resolved() -> None:
    assert counts("  a   b\t<i> c </i>") == [(5, 2)]
    assert counts("&amp;&nbsp;x &lt;b&gt;") == [(7, 0)]
    assert counts("one&#10;two") == [(7, 0)], "a reference to a line break does not break the line"


def test_comments_programs_and_blank_lines_are_dropped() -> None:
    source = "one\n<!-- <p>\n -->\n\n   \n<SCRIPT type=x>\nif (a < b) {}\n</SCRIPT >two<style>p{}</style>\n"
    source += "<template>x</template>"
    assert counts(source) == [(3, 0), (3, 0)]
    assert counts("a<script>never closed") == [(1, 0)]
    assert counts("<scripted>a</scripted>") == [(1, 2)]


def test_a_tag_over_several_lines_counts_where_it_ends() -> None:
    assert counts("<a\nclass=x\nhref=y>word") == [(0, 0), (0, 0), (4, 1)]


def test_a_greater_than_sign_inside_quotes_ends_no_tag() -> None:
    assert counts('<img alt="a > b" title="it\'s > c">text') == [(4, 1)]
    assert counts("<a title=it's>text > more</a>") == [(11, 2)]
    assert counts("1 < 2 and 3 > 2") == [(15, 0)]
    assert counts("open <b") == [(7, 0)]


def test_lines_are_broken_after_so_many_characters() -> None:
    assert counts("abcdefghij klmnopqrst uvwxyz", rebreak="always", width=10) == [(10, 0), (10, 0), (6, 0)]
    assert counts("abcdefghij", rebreak="always", width=10) == [(10, 0)]
    assert counts("abcdefghijk", rebreak="always", width=10) == [(10, 0), (1, 0)]


def test_neither_tags_nor_references_are_cut() -> None:
    """Eight characters and the three of the tag: the tenth is inside the tag, so the line ends behind it."""
    assert counts("abcdefgh<b>ij</b>kl", rebreak="always", width=10) == [(8, 1), (4, 1)]
    assert counts("abcdefgh&amp;xyz", rebreak="always", width=10) == [(9, 0), (3, 0)]
    assert counts("<p class='" + "x" * 200 + "'>end</p>", rebreak="always", width=10) == [(0, 1), (3, 1)]


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


def test_equal_ratios_do_not_divide_by_zero() -> None:
    assert _smooth(np.full(40, 3.0), 0.5).tolist() == [3.0] * 40
    page = read_page("\n".join(["<p>Twelve chars</p>"] * 40))
    for variant in ("2d", "km", "tm"):
        marking = CETR(variant=variant, rebreak="never").mark(page, Given())  # type: ignore[arg-type]
        assert marking.keep.sum() == 40
        assert np.isfinite(marking.trace["smooth_ratio"]).all()


def article() -> Page:
    links = "".join(f"<li><a href=/section/{n}>Go to {n}</a></li>\n" for n in range(300))
    text = "".join(f"<p>{SENTENCE * 4}</p>\n" for _ in range(12))
    return read_page(
        f"<html><head><title>Bridge</title></head><body><ul>{links}</ul><div>{text}</div><ul>{links}</ul></body>"
    )


@pytest.mark.parametrize("variant", ["2d", "km", "tm"])
def test_text_is_told_from_links(variant: str) -> None:
    page = article()
    marking = CETR(variant=variant).mark(page, Given())  # type: ignore[arg-type]
    texts = [page.words_of(int(row)) for row in np.flatnonzero(marking.keep)]
    assert sum(text.startswith("The council met") for text in texts) == 12
    assert "Go to 150" not in texts, "links far from the text"


def test_the_pinned_centroid_is_the_origin() -> None:
    marking = CETR(pinned=True).mark(article(), Given())
    assert marking.trace["centroids"].shape == (3, 2)
    assert marking.trace["centroids"][0].tolist() == [0, 0]
    assert (marking.trace["content"] <= (marking.trace["cluster"] != 0)).all()


def test_without_a_pin_the_cluster_of_the_lowest_ratios_is_dropped() -> None:
    trace = CETR().mark(article(), Given()).trace
    lowest = int(trace["centroids"][:, 0].argmin())
    assert trace["centroids"].shape == (3, 2)
    assert (trace["content"] <= (trace["cluster"] != lowest)).all()
    assert trace["content"].any()


def test_lines_are_found_where_source_and_page_differ() -> None:
    """The fallback of a frame is text in the page, and tags in the source."""
    frame = "<iframe src=x><p>This browser shows no frames, <a href=/y>open it</a> by itself</iframe>"
    page = read_page(f"<body><p>{SENTENCE * 3}</p>{frame}<p>{SENTENCE[::-1] * 3}</p></body>")
    assert [text[:9] for text in kept(page, CETR(variant="tm", lambda_=0.0))] == ["The counc", ".etabed a"]


def test_texts_without_a_line_are_not_kept() -> None:
    assert kept(read_page(""" """ + "<b></b>"), CETR()) == []
    assert kept(read_page("<p>one</p>"), CETR()) == ["one"]


points_2d = st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=40).map(np.array)


def inertia(points: np.ndarray, labels: np.ndarray, centroids: np.ndarray) -> float:
    return float(np.square(points - centroids[labels]).sum())


def test_three_heaps_by_hand() -> None:
    found = k_means(np.array([[0.0], [1.0], [10.0], [12.0], [50.0]]), 3)
    assert found.labels.tolist() == [0, 0, 1, 1, 2]
    assert found.centroids.tolist() == [[0.5], [11.0], [50.0]]


def test_the_pinned_centroid_stays_at_the_origin() -> None:
    found = k_means(np.array([[1.0, 1.0], [2.0, 0.0], [40.0, 3.0], [44.0, 5.0]]), 2, pinned=True)
    assert found.labels.tolist() == [0, 0, 1, 1]
    assert found.centroids.tolist() == [[0, 0], [42, 4]]


def test_the_pinned_centroid_may_have_no_points() -> None:
    found = k_means(np.full((4, 2), 7.0), 3, pinned=True)
    assert found.centroids[0].tolist() == [0, 0]
    assert 0 not in found.labels.tolist()


def test_a_single_point() -> None:
    found = k_means(np.array([[3.0, 4.0]]), 3)
    assert found.centroids[found.labels[0]].tolist() == [3, 4]
    assert k_means(np.array([[0.0, 0.0]]), 3, pinned=True).labels.tolist() == [0]


@pytest.mark.parametrize(("points", "k"), [(np.zeros((0, 2)), 3), (np.zeros((2, 2)), 0), (np.zeros((2, 2)), 128)])
def test_what_is_out_of_range_is_refused(points: np.ndarray, k: int) -> None:
    with pytest.raises(ValueError, match="1 to 127 clusters"):
        k_means(points, k)


def test_one_dimension_is_solved_exactly() -> None:
    """With fewer points than slices, the first partition is the best one, and nothing moves."""
    values = np.array([1.0, 2.0, 3.0, 8.0, 9.0, 20.0, 21.0, 25.0])
    found = k_means(values[:, None], 3)
    best = min(
        sum(float(np.square(part - part.mean()).sum()) for part in np.split(values, [a, b]) if len(part))
        for a, b in itertools.product(range(1, 7), range(2, 8))
        if a < b
    )
    assert inertia(values[:, None], found.labels, found.centroids) == pytest.approx(best)
    assert found.steps == 1


@given(points_2d, st.integers(1, 5), st.booleans())
def test_it_comes_to_rest(points: np.ndarray, k: int, pinned: bool) -> None:
    found = k_means(points, k, pinned=pinned)
    assert found.labels.shape == (len(points),)
    distance = np.square(points[:, None, :] - found.centroids[None]).sum(axis=2)
    own = distance[np.arange(len(points)), found.labels]
    assert (own <= distance.min(axis=1) + 1e-6 * (1 + np.square(points).sum(axis=1))).all(), "each has the nearest"
    for number in range(int(pinned), k):
        members = points[found.labels == number]
        if len(members):
            assert found.centroids[number] == pytest.approx(members.mean(axis=0), abs=1e-6)
    if pinned:
        assert not found.centroids[0].any()


@given(points_2d, st.integers(2, 4), st.booleans())
def test_the_same_points_give_the_same_clusters(points: np.ndarray, k: int, pinned: bool) -> None:
    first, second = k_means(points, k, pinned=pinned), k_means(points.copy(), k, pinned=pinned)
    assert (first.labels == second.labels).all()
    assert (first.centroids == second.centroids).all()
