from __future__ import annotations

import math

import numpy as np
import pytest

from broadsheet.methods.base import Given
from broadsheet.methods.cetd import CETD, composite_text_density
from broadsheet.page import read_page
from tests.methods.kept import kept, row


@pytest.mark.parametrize(
    ("c", "t", "lc", "lt", "rho", "expected"),
    [
        # 300 ln(300) / ln(ln(300 / 300 * 1 + 60 + e))
        (300, 0, 0, 0, 0.2, 1201.48),
        (120, 4, 20, 2, 0.25, 120 / 4 * math.log(120 / 20 * 4 / 2) / math.log(math.log(24 + 30 + math.e))),
    ],
    ids=["a leaf without links", "with links"],
)
def test_ctd_by_hand(c: int, t: int, lc: int, lt: int, rho: float, expected: float) -> None:
    c_, t_, lc_, lt_ = (np.array([value], dtype=np.int32) for value in (c, t, lc, lt))
    assert composite_text_density(c_, t_, lc_, lt_, rho) == pytest.approx([expected], abs=0.01)


def test_density_sum_adds_children_and_stray_text() -> None:
    page = read_page(
        "<body><a href=x>link</a><div id=d>stray words<p id=p>A paragraph.</p>tail<!-- c -->end</div></body>"
    )
    marking = CETD().mark(page, Given())
    density = marking.trace["density"]
    rho = 4 / (4 + 11 + 12 + 4 + 3)

    def stray(length: int) -> float:
        return length * math.log(length) / math.log(math.log(1 + rho * length + math.e))

    # Text that a comment divides is one run.
    expected = density[row(page, "#p")] + stray(11) + stray(7)
    assert marking.trace["density_sum"][row(page, "#d")] == pytest.approx(expected)
    assert marking.trace["density_sum"][row(page, "#p")] == pytest.approx(density[row(page, "#p")])


def test_wholly_linked_elements_count_as_links() -> None:
    linked = read_page("<body><ul id=u><li><a href=x>one</a></li><li><a href=y>two</a></li></ul><p>text</p></body>")
    density = CETD().mark(linked, Given()).trace["density"]
    # C = LC = 6 and T = LT = 4, so both ratios are 1 and their logarithm 0.
    assert density[row(linked, "#u")] == 0.0
    loose = read_page(
        "<body><ul id=u><li><a href=x>one</a></li><li><b></b><a href=y>two</a></li></ul><p>text</p></body>"
    )
    assert CETD().mark(loose, Given()).trace["density"][row(loose, "#u")] > 0.0


def test_threshold_is_the_least_density_on_the_path() -> None:
    text = "A sentence of the article, long enough to be dense. " * 4
    page = read_page(
        f"<body><div id=nav><a href=1>One</a><a href=2>Two</a></div><div id=main><p>{text}</p><p>{text}</p></div>"
        "<div id=foot><a href=3>Three</a></div></body>"
    )
    marking = CETD().mark(page, Given())
    main = row(page, "#main")
    assert int(marking.trace["best"]) == main
    path = [main, *page.ancestors(main)][:2]
    assert float(marking.trace["threshold"]) == pytest.approx(min(marking.trace["density"][r] for r in path))
    assert kept(page, CETD()) == [text.strip()] * 2


def test_elements_below_the_threshold_are_not_searched() -> None:
    """The note is as dense as the article, but stands among links; the summary stands in an element of its own."""
    text = "A sentence of the article, long enough to be dense. " * 4
    links = "".join(f"<li><a href={n}>Link {n}</a></li>" for n in range(30))
    page = read_page(
        f"<body><div id=top><p>Summary: {text}</p></div><div id=main>{f'<p>{text}</p>' * 3}</div>"
        f"<div id=foot><ul>{links}</ul><p>Note: {text}</p></div></body>"
    )
    trace = CETD().mark(page, Given()).trace
    assert int(trace["best"]) == row(page, "#main")
    assert trace["density"][row(page, "#foot")] < trace["threshold"] < trace["density"][row(page, "#foot p")]
    assert kept(page, CETD()) == [f"Summary: {text}".strip(), *[text.strip()] * 3]
