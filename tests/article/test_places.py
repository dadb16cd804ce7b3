"""Places of blocks: their elements, and their positions in the source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import broadsheet
from broadsheet.article.places import find_places
from broadsheet.page import read_page

PROSE = (
    "The council said on {} that the bridge would close in March for two years, by nine votes to two of its members."
)
PAGE = (
    "<html><head><title>Bridge to close</title><script>var said = '<p>" + PROSE.format("Monday") + "'</script></head>"
    "<body><div><nav><a href=/><img src=/on-bridge-at-dawn.jpg>Home</a></nav></div><div class=story>"
    f"<h1>Bridge to close</h1><p>{PROSE.format('Monday')}</p><div><p>{PROSE.format('Tuesday')}</p></div>"
    "<h2>What will happen next year</h2>"
    "<ul><li>The first of the things that will happen</li><li>The <b>second</b> of the things</li></ul>"
    '<figure><img src="https://a.example/pictures/bridge-at-dawn.jpg" width=900 height=600></figure>'
    f"<blockquote><p>{PROSE.format('Wednesday')}</p></blockquote><!-- <p>{PROSE.format('Thursday')} -->"
    f"<p>&ldquo;{PROSE.format('Thursday')}” Jörg &amp; others said so, and that was all.</p></div></body></html>"
)


def walk(blocks: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for block in blocks:
        yield block
        for inside in (*block.get("items", ()), block.get("blocks", [])):
            yield from walk(inside)


def text_in(inlines: list[dict[str, Any]]) -> str:
    return "".join(inline.get("text", "") or text_in(inline.get("children", [])) for inline in inlines)


def test_every_block_has_the_place_of_its_element() -> None:
    record = broadsheet.extract(PAGE, with_places=True).to_dict()
    page = read_page(PAGE)
    seen = set()
    for block in walk(record["body"]):
        row, path = block["place"]["row"], block["place"]["path"]
        assert page.select(path).tolist() == [row]
        seen.add((block["type"], page.name(row)))
        if block["type"] == "figure":
            assert page.attr(row, "src") == block["images"][0]["src"]
        if block["type"] in ("paragraph", "heading"):
            assert text_in(block["content"]) == " ".join(page.raw(row).split())
    assert seen == {
        *(("paragraph", name) for name in ("p", "li")),
        *(("heading", "h2"), ("list", "ul"), ("figure", "img"), ("quote", "p")),
    }


def test_the_position_in_the_source_is_that_of_the_words() -> None:
    """Not in a script or a comment, and None if the words are escaped in the source."""
    blocks = list(walk(broadsheet.extract(PAGE, with_places=True).to_dict()["body"]))
    starts = {text_in(block["content"]): block["place"]["start"] for block in blocks if "content" in block}
    for text, start in starts.items():
        assert start is None or PAGE.startswith(text[:20], start)
    assert starts[PROSE.format("Monday")] == PAGE.rindex(PROSE.format("Monday"))
    assert starts[PROSE.format("Tuesday")] == PAGE.index(PROSE.format("Tuesday"))
    assert next(start for text, start in starts.items() if "Thursday" in text) is None
    positions = [start for start in starts.values() if start is not None]
    assert positions == sorted(positions)


def test_places_are_found_only_on_request() -> None:
    article = broadsheet.extract(PAGE)
    assert article.places == ()
    assert {block["place"] for block in walk(article.to_dict()["body"])} == {None}
    placed = broadsheet.extract(PAGE, with_places=True)
    assert (placed.text, placed.body) == (article.text, article.body)


def test_text_that_the_page_does_not_show_has_no_place() -> None:
    stated = '{"@type":"NewsArticle","articleBody":"' + " ".join([PROSE.format("Monday")] * 5) + '"}'
    article = broadsheet.extract(
        f'<html><head><script type="application/ld+json">{stated}</script></head><body><p>Loading</body>',
        with_places=True,
    )
    assert "Monday" in article.text
    assert article.places == ()


@pytest.mark.corpora
def test_paths_lead_to_one_element_on_real_pages(real_pages: Callable[..., Iterator[Any]]) -> None:
    placed = blocks = 0
    for _, html, _ in real_pages(step=400):
        try:
            page = read_page(html)
        except broadsheet.BroadsheetError:
            continue
        article = broadsheet.extract(page, with_places=True)
        for place in article.places:
            blocks += 1
            if place is not None:
                placed += 1
                assert page.select(place.path).tolist() == [place.row]
        assert find_places(article.body, page, page.shown)  # whatever was kept
    assert placed > 0.8 * blocks
