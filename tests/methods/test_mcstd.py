from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.base import Given
from broadsheet.methods.mcstd import MCSTD
from broadsheet.page import read_page
from tests.methods.kept import kept


def values(html: str, **parameters: object) -> list[float]:
    """What the lines from the first to the last that is not empty add to the sum."""
    found = MCSTD(**parameters).mark(read_page(html), Given()).trace["values"]  # type: ignore[arg-type]
    some = np.flatnonzero(found != -10)
    return [float(value) for value in found[some[0] : some[-1] + 1]]


def test_lines_by_hand() -> None:
    """Both tags between two paragraphs break the line, so an empty one is between them; a space goes with the link."""
    assert values("<body><p>abc  def</p><p>xy <a href=1>link</a></p></body>") == [7, -10, 2]
    assert values("<body><p><a href=1>link</a> xy</p>") == [3]
    assert values("<body>ab<br>cd<hr>ef") == [2, 2, 2]
    assert values("<body>ab<br><br>cd") == [2, -10, 2]
    assert values("<body>ab\n\ncd <b>ef</b>") == [2, -10, 5]
    assert values("<body><div>\n<div><p>ab</p>\n</div></div><p>cd</p>") == [2, -10, -10, -10, -10, 2]


def test_hidden_text_and_programs_are_left_out() -> None:
    programs = "<!-- x --><script>var x = 1\n\n</script><b hidden>no\n\nno</b>"
    assert values(f"<title>Title</title><body><p>ab{programs}cd</p><noscript>no</noscript>") == [4]


def test_the_run_includes_short_lines_if_the_sum_grows() -> None:
    """30 - 10 + 5 - 10 + 30 = 45 is more than 30."""
    page = read_page(f"<body><p>{'x' * 30}</p><p>short</p><p>{'y' * 30}</p>")
    marking = MCSTD().mark(page, Given())
    assert float(marking.trace["value"]) == 45
    assert kept(page, MCSTD()) == ["x" * 30, "short", "y" * 30]
    # 30 - 30 + 5 - 30 + 30 = 5 is not.
    far = read_page(f"<body><div><p>{'x' * 30}</p></div><div><p>short</p></div><div><p>{'y' * 30}</p></div>")
    assert kept(far, MCSTD()) == ["x" * 30]
    assert kept(far, MCSTD(empty=1)) == ["x" * 30, "short", "y" * 30]


def test_mean_centred_lines() -> None:
    """Densities 20, 4 and 6: the mean is 10."""
    html = f"<body>{'x' * 20}<br>yyyy<br>zzzzzz"
    assert values(html, penalty="mean") == [10, -6, -4]
    assert kept(read_page(html), MCSTD(penalty="mean")) == ["x" * 20]
    assert len(kept(read_page(html), MCSTD())) == 3


@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<br>", "word ", "\n", "<a href=x>link</a>", "<div>", "</div>"]), max_size=40
    )
)
def test_the_run_has_the_largest_sum(pieces: list[str]) -> None:
    page = read_page("<body>" + "".join(pieces))
    for penalty in ("constant", "mean"):
        trace = MCSTD(penalty=penalty).mark(page, Given()).trace  # type: ignore[arg-type]
        if not trace:
            continue
        best = here = 0.0
        for value in trace["values"].tolist():
            here = max(0.0, here + value)
            best = max(best, here)
        first, stop = trace["run"].tolist()
        assert float(trace["value"]) == pytest.approx(best)
        assert trace["values"][first:stop].sum() == pytest.approx(best)
