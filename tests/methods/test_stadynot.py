from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.crawl.sites import SiteProfile, observe
from broadsheet.methods.base import Given, Marking, Profile
from broadsheet.methods.stadynot import StaDyNoT, common_ancestors
from broadsheet.page import Page, read_page, tags

_NAV = "<div class=nav><a href=/>Home</a><span>Weather</span></div>"
_FOOTER = "<div class=foot>All rights of everything here are reserved, in this town and in the next.</div>"


def article(number: int, *, nav: str = _NAV, footer: str = _FOOTER) -> Page:
    return read_page(
        f"<body>{nav}<div class=story><p>This is story number {number} and no other has it.</p></div>{footer}"
    )


def mark(page: Page, neighbours: Sequence[Page] = (), **parameters: object) -> Marking:
    return StaDyNoT(**parameters).mark(page, Given(neighbours=tuple(neighbours)))  # type: ignore[arg-type]


def kept(page: Page, neighbours: Sequence[Page] = (), **parameters: object) -> list[str]:
    return [page.words_of(int(row)) for row in np.flatnonzero(mark(page, neighbours, **parameters).keep)]


def names(page: Page, rows: np.ndarray) -> list[str]:
    return [page.attr(int(row), "id") or page.name(int(row)) for row in rows]


# Static noise, section 3.1.


def test_elements_of_all_neighbours_are_static_noise() -> None:
    page, *neighbours = (article(number) for number in range(5))
    assert kept(page, neighbours) == ["This is story number 0 and no other has it."]
    assert "All rights of everything here are reserved, in this town and in the next." in kept(page)


def test_the_key_is_name_attributes_and_text() -> None:
    page = article(0)
    for other in (
        _FOOTER.replace("class=foot", "class=end"),
        _FOOTER.replace("div", "footer"),
        _FOOTER.replace("town", "city"),
    ):
        assert len(kept(page, [article(1), article(2, footer=other)])) == 2
    spaced = _FOOTER.replace(" ", "\n  ").replace("\n  class", " class")
    assert len(kept(page, [article(1), article(2, footer=spaced)])) == 1


def test_a_key_counts_once_a_page() -> None:
    """Twice on each of two pages is 4 for the paper's hash table, which would not equal 2."""
    twice = _FOOTER * 2
    page, *neighbours = (article(number, footer=twice) for number in range(3))
    assert kept(page, neighbours) == ["This is story number 0 and no other has it."]
    # Three times on one page is not once on each of three.
    neighbours = [article(1, footer=_FOOTER * 3), article(2, footer=""), article(3, footer="")]
    assert len(kept(article(0), neighbours)) == 2


def test_copies_of_the_page_are_ignored() -> None:
    page = article(0)
    marking = mark(page, [page, article(0)])
    assert marking.notes == ("no other pages of the site were given: only dynamic noise is removed",)
    assert kept(page, [page, article(0), article(1)]) == kept(page, [article(1)])
    assert mark(page, [article(1)]).notes == ()


# Dynamic noise, section 3.2.


def test_candidates_are_the_least_common_ancestors_of_anchors() -> None:
    """As in figures 3 and 4: the list inside the list, and what holds it together with the other links."""
    page = read_page(
        "<body id=body><div id=a><a href=1>1</a></div><footer id=footer><div id=b><ul id=outer><li id=c>"
        "<ul id=inner><li><a href=2>2</a></li><li><a href=3>3</a></li><li><a href=4>4</a></li></ul>"
        "</li><li><a href=5>5</a></li></ul></div></footer></body>"
    )
    anchors = np.flatnonzero(page.tag == tags.IDS["a"]).astype(np.int32)
    assert names(page, common_ancestors(page, anchors)) == ["body", "outer", "inner"]


@st.composite
def trees(draw: st.DrawFn) -> str:
    def node(depth: int) -> str:
        children = draw(st.integers(0, 3)) if depth else 0
        return (
            "<div>"
            + draw(st.sampled_from(["", "<a href=x>l</a>"]))
            + "".join(node(depth - 1) for _ in range(children))
            + "</div>"
        )

    return node(4)


@given(trees())
def test_neighbouring_anchors_have_all_the_common_ancestors(html: str) -> None:
    page = read_page(html)
    anchors = np.flatnonzero(page.tag == tags.IDS["a"]).astype(np.int32)
    chains = [[int(row), *page.ancestors(int(row))] for row in anchors]
    of_all_pairs = {next(up for up in one if up in other) for n, one in enumerate(chains) for other in chains[n + 1 :]}
    assert set(common_ancestors(page, anchors).tolist()) == of_all_pairs


def box(text: int, links: tuple[int, int], tag: str = "div") -> Page:
    """An element with so many characters outside of links and two links of so many each."""
    a, b = links
    return read_page(f"<body><{tag} id=x>{'t' * text}<a href=1>{'l' * a}</a><a href=2>{'l' * b}</a></{tag}>")


@pytest.mark.parametrize(
    ("text", "links", "noise"),
    [
        (49, (1, 1), True),  # less than alpha
        (50, (1, 1), False),
        (80, (10, 10), False),  # exactly beta
        (80, (10, 11), True),
        (1000, (10, 11), False),
    ],
)
def test_alpha_and_beta(text: int, links: tuple[int, int], noise: bool) -> None:
    page = box(text, links)
    marking = mark(page)
    assert marking.keep.any() != noise
    assert marking.trace["non_link_text"].tolist() == [text]
    assert marking.trace["link_fraction"].tolist() == [sum(links) / (text + sum(links))]
    assert names(page, marking.trace["candidates"]) == ["x"]
    assert names(page, marking.trace["dynamic"]) == (["x"] if noise else [])


def test_spaces_within_a_text_count() -> None:
    """26 letters and 25 spaces between them are 51 characters; the spaces at the ends of the text do not count."""
    page = read_page(f"<body><div> {' '.join('t' * 26)} <a href=1>l</a><a href=2>l</a></div>")
    assert mark(page).trace["non_link_text"].tolist() == [51]


def test_a_paragraph_is_never_dynamic_noise() -> None:
    assert len(kept(box(10, (30, 30), tag="p"))) == 3
    assert not kept(box(10, (30, 30)))


@cache
def observed(page: Page) -> SiteProfile:
    return observe(page, page.shown, site="courier.example")


def profile_of(*pages: Page) -> Profile:
    whole = SiteProfile(site="courier.example")
    for page in pages:
        whole.add(observed(page))
    return whole.evidence()


def test_with_a_profile_nine_other_pages_must_have_a_key() -> None:
    notice = "<div class=foot>This notice stands on some pages of the site, and on others it does not stand.</div>"
    page = article(0, footer=notice)
    for many, expected in ((8, 2), (9, 1)):
        others = [article(1 + n, footer=notice if n < many else "") for n in range(30)]
        marking = StaDyNoT().mark(page, Given(profile=profile_of(*others)))
        assert len(np.flatnonzero(marking.keep)) == expected
        # The page itself may be among those that were learnt from.
        marking = StaDyNoT().mark(page, Given(profile=profile_of(page, *others)))
        assert len(np.flatnonzero(marking.keep)) == expected
