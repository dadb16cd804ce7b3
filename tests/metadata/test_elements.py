from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from weakref import ref

import pytest

from broadsheet import metadata
from broadsheet.metadata.around.context import Context
from broadsheet.metadata.elements import elements_of
from broadsheet.metadata.stated.structured import read_structured
from broadsheet.page import read_page

PAGE = read_page(
    '<html lang=en><body><div class="Story-BYLINE top" id=a><a rel="Author" href="/people/ada">Ada</a></div>'
    '<p class="byline story-byline">b</p><p class>c</p><p id="byline-2" hidden>d</p>'
    '<template><p class="byline">e</p></template><time datetime="2024-03-05">f</time></body></html>'
)
ELEMENTS = elements_of(PAGE)


def texts(rows: list[int]) -> list[str]:
    return [PAGE.words_of(row) for row in rows]


def test_a_word_is_found_in_values_whatever_its_case() -> None:
    assert texts(sorted(ELEMENTS.holding("class", ("byline",)))) == ["Ada", "b"]
    assert texts(sorted(ELEMENTS.holding("id", ("byline",)))) == ["d"]
    assert texts(sorted(ELEMENTS.holding("rel", ("author",)))) == ["Ada"]


def test_several_words_and_words_that_are_nowhere() -> None:
    assert texts(sorted(ELEMENTS.holding("class", ("top", "story")))) == ["Ada", "b"]
    assert ELEMENTS.holding("class", ("kicker",)) == ELEMENTS.holding("style", ("byline",)) == set()


def test_a_word_is_not_found_across_two_values() -> None:
    assert ELEMENTS.holding("class", ("topbyline", "top byline")) == set()


def test_elements_that_have_attributes() -> None:
    assert texts(ELEMENTS.having("datetime", "rel")) == ["Ada", "f"]
    assert ELEMENTS.having("itemprop") == []


def test_values() -> None:
    named, empty = ELEMENTS.having("class")[0], ELEMENTS.having("class")[2]
    assert ELEMENTS.value(named, "class") == "Story-BYLINE top"
    assert ELEMENTS.value(empty, "class") == ELEMENTS.value(empty, "id") == ""


def test_what_says_something_by_being_there() -> None:
    page = read_page("<div itemscope><p itemprop>a</p><i data-author>b</i><b title=c>d</b></div>")
    elements = elements_of(page)
    assert [page.name(row) for row in elements.having("itemscope", "data-author", "itemprop")] == ["div", "p", "i"]
    assert elements.attributes(elements.having("itemscope")[0]) == {"itemscope": ""}
    assert elements.value(elements.having("title")[0], "title") == "c"


def test_a_page_is_read_once() -> None:
    assert elements_of(PAGE) is ELEMENTS


def test_the_same_rows_as_a_query(real_pages) -> None:  # type: ignore[no-untyped-def]
    for _, data, _ in real_pages(step=97):
        page = read_page(data)
        rows = sorted(elements_of(page).holding("class", ("date", "title")))
        assert rows == page.select('[class*="date" i], [class*="title" i]').tolist()


def test_a_page_goes_when_it_is_done() -> None:
    page = read_page("<title>t</title><article><h1 class=a>t</h1><p itemprop=x>One line, and another.</article>")
    assert metadata.read(page).title == "t"
    assert elements_of(page).attributes(3) is not None
    assert elements_of(page).column("data-other") == {}
    seen = ref(page)
    del page
    gc.collect()
    assert seen() is None


def test_elements_of_a_page_that_is_gone_say_so() -> None:
    elements = elements_of(read_page("<p class=a>"))
    gc.collect()
    with pytest.raises(RuntimeError, match="the page is gone"):
        elements.value(0, "data-of-nobody")


def test_what_is_above_a_row() -> None:
    page = read_page(
        "<main><article><p>a<article><p>b</article></article></main><footer><nav><a>c</a></nav></footer><p>d"
    )
    context = Context(page, read_structured(page))
    row = {page.raw(at): at for at in range(len(page)) if page.is_text[at]}
    assert [context.is_in_article(row[text]) for text in "abcd"] == [True, True, False, False]
    assert [context.is_aside(row[text]) for text in "abcd"] == [False, False, True, False]
    articles = [at for at in range(len(page)) if page.name(at) in ("main", "article")]
    assert not any(context.is_in_article(at) for at in articles)
    assert [context.is_in_link(row[text]) for text in "abcd"] == [False, False, True, False]


def test_no_nesting_is_too_deep() -> None:
    page = read_page("<div>" * 400 + "<p>a")
    context = Context(page, read_structured(page))
    assert not (context.is_aside(len(page) - 1))
    assert not (context.is_in_article(len(page) - 1))


def test_rows_by_what_they_are_called() -> None:
    page = read_page("<p class='Teaser-Card x'>a<p id=side_TEASER>b<p title=teaser>c<p class=x>d")
    context = Context(page, read_structured(page))
    called = {page.raw(row) for row in context.called(("teaser", "gone"))}
    assert called == {"a", "b"}
    assert context.called(("nothing",)) == set()


def test_more_lists_of_words_than_are_looked_for_at_once() -> None:
    page = read_page("<p class='one w70x'>a<p class=two>b<p class='w3x'>c")
    elements = elements_of(page)
    found = {number: [page.raw(row) for row in elements.holding("class", (f"w{number}x",))] for number in range(80)}
    assert {number: texts for number, texts in found.items() if texts} == {3: ["c"], 70: ["a"]}


def test_threads_that_look_for_other_words_do_not_mix_them_up() -> None:
    names = [f"word{number}" for number in range(80)]  # more than are looked for at once
    html = "".join(f"<p data-x='a {name}-b'>text" for name in names)
    begin = Barrier(8)

    def found(first: int) -> list[list[str]]:
        page = read_page(html)
        elements = elements_of(page)
        begin.wait(timeout=10)
        rows = [elements.holding("data-x", (f"{name}-",)) for name in names[first::8]]
        return [[elements.value(row, "data-x") for row in some] for some in rows]

    each = [[[f"a {name}-b"] for name in names[first::8]] for first in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(found, range(8))) == each
    begin = Barrier(1)
    assert [found(first) for first in range(8)] == each
