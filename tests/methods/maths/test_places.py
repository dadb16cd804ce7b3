from __future__ import annotations

import numpy as np

from broadsheet.methods.maths.places import TEXT_HALF, element_path, places
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


def test_paths_to_read() -> None:
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
