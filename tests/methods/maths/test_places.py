from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.methods.maths.places import TEXT_HALF, element_path, of_spans, places
from broadsheet.page import read_page

HEAD = "<!DOCTYPE html><html><head><title>Rain</title></head>"


def test_a_text_in_its_place_is_the_same_on_another_page() -> None:
    one = places(read_page(f"{HEAD}<body><div class='text wide'><p>The  rain came.</p></div>"))
    other = places(
        read_page(f"{HEAD}<body class=x><p>Before it.</p><div class='wide text'><p>The rain\ncame.</p></div>")
    )
    assert one.texts[0] == other.texts[1]
    assert one.places[0] == other.places[1]
    assert other.places[0] != other.places[1]


def test_the_same_text_elsewhere_shares_its_half() -> None:
    found = places(
        read_page(f"{HEAD}<body><div class=text><p>The rain came.</p></div><ul><li>The rain came.</li></ul>")
    )
    first, second = found.texts
    assert first != second
    assert first & TEXT_HALF == second & TEXT_HALF


def test_readable_paths() -> None:
    page = read_page(
        f"{HEAD}<body><main id=main><article class='story b a a1'><div><p>Rain.</p></div></article></main>"
    )
    row = int(np.flatnonzero(page.tag == page.tag[page.segments.block[0]])[0])
    assert element_path(page, row) == "main#main > article.a.b.story > div > p"


def test_an_article_is_known_by_its_title_and_its_longest_texts() -> None:
    text = "".join(f"<p>{'The rain came and went. ' * (5 + n)}</p>" for n in range(4))
    one = places(read_page(f"{HEAD}<body>{text}<p>Short.</p>"))
    elsewhere = places(read_page(f"{HEAD}<body><nav>Home</nav><div>{text}</div>"))
    other_title = places(read_page(f"{HEAD.replace('Rain', 'Sun')}<body>{text}"))
    other_text = places(read_page(f"{HEAD}<body>{text.replace('rain', 'snow')}"))
    assert one.article == elsewhere.article
    assert len({one.article, other_title.article, other_text.article}) == 3
    assert 0 <= one.article < 1 << 32


def of(text: str, *spans: tuple[int, int]) -> list[int]:
    start, stop = (np.array(column, dtype=np.int32) for column in zip(*spans, strict=True))
    return [int(value) for value in of_spans(text, start, stop)]


def test_the_numbers_do_not_change() -> None:
    """They are stored with what is learnt of a site."""
    assert of("Contact us", (0, 10)) == [6282577330132697866]


@given(st.text(alphabet="ab c\u4e2d\n", max_size=12), st.text(alphabet="ab c\u4e2d\n", max_size=12))
def test_equal_only_if_the_texts_are(one: str, other: str) -> None:
    first, second = of(one + other, (0, len(one)), (len(one), len(one + other)))
    assert (first == second) == ("".join(one.split()) == "".join(other.split()))
