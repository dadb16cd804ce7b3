from __future__ import annotations

import gc
from weakref import ref

from broadsheet import metadata
from broadsheet.facts import Facts
from broadsheet.facts.elements import Elements, word_list
from broadsheet.page import read_page

PAGE = read_page(
    '<html lang=en><body><div class="Story-BYLINE top" id=a><a rel="Author" href="/people/ada">Ada</a></div>'
    '<p class="byline story-byline">b</p><p class>c</p><p id="byline-2" hidden>d</p>'
    '<template><p class="byline">e</p></template><time datetime="2024-03-05">f</time></body></html>'
)
ELEMENTS = Elements(PAGE)


def texts(rows: list[int]) -> list[str]:
    return [PAGE.words_of(row) for row in rows]


def test_words_are_found_in_any_case() -> None:
    assert texts(sorted(ELEMENTS.holding("class", word_list("byline")))) == ["Ada", "b"]
    assert texts(sorted(ELEMENTS.holding("id", word_list("byline")))) == ["d"]
    assert texts(sorted(ELEMENTS.holding("rel", word_list("author")))) == ["Ada"]


def test_several_words_and_missing_words() -> None:
    assert texts(sorted(ELEMENTS.holding("class", word_list("top", "story")))) == ["Ada", "b"]
    assert ELEMENTS.holding("class", word_list("kicker")) == ELEMENTS.holding("style", word_list("byline")) == set()


def test_a_word_is_not_found_across_two_values() -> None:
    assert ELEMENTS.holding("class", word_list("topbyline", "top byline")) == set()


def test_elements_that_have_attributes() -> None:
    assert texts(ELEMENTS.having("datetime", "rel")) == ["Ada", "f"]
    assert ELEMENTS.having("itemprop") == []


def test_values() -> None:
    named, empty = ELEMENTS.having("class")[0], ELEMENTS.having("class")[2]
    assert ELEMENTS.value(named, "class") == "Story-BYLINE top"
    assert ELEMENTS.value(empty, "class") == ELEMENTS.value(empty, "id") == ""


def test_attributes_without_a_value() -> None:
    page = read_page("<div itemscope><p itemprop>a</p><i data-author>b</i><b title=c>d</b></div>")
    elements = Elements(page)
    assert [page.name(row) for row in elements.having("itemscope", "data-author", "itemprop")] == ["div", "p", "i"]
    assert elements.value(elements.having("itemscope")[0], "itemscope") == ""
    assert elements.value(elements.having("title")[0], "title") == "c"


def test_the_same_rows_as_a_query(real_pages) -> None:  # type: ignore[no-untyped-def]
    for _, data, _ in real_pages(step=97):
        page = read_page(data)
        rows = sorted(Elements(page).holding("class", word_list("date", "title")))
        assert rows == page.select('[class*="date" i], [class*="title" i]').tolist()


def test_a_page_is_freed_after_use() -> None:
    page = read_page("<title>t</title><article><h1 class=a>t</h1><p itemprop=x>One line, and another.</article>")
    assert metadata.read(page).title == "t"
    assert Elements(page).pairs("data-other", bool) == []
    seen = ref(page)
    del page
    gc.collect()
    assert seen() is None


def test_elements_around_a_row() -> None:
    page = read_page(
        "<main><article><p>a<article><p>b</article></article></main><footer><nav><a>c</a></nav></footer><p>d"
    )
    facts = Facts(page)
    row = {page.raw(at): at for at in range(len(page)) if page.is_text[at]}
    assert [facts.is_in_article(row[text]) for text in "abcd"] == [True, True, False, False]
    assert [facts.is_aside(row[text]) for text in "abcd"] == [False, False, True, False]
    articles = [at for at in range(len(page)) if page.name(at) in ("main", "article")]
    assert not any(facts.is_in_article(at) for at in articles)
    assert [facts.is_in_link(row[text]) for text in "abcd"] == [False, False, True, False]


def test_rows_by_class_or_id() -> None:
    page = read_page("<p class='Teaser-Card x'>a<p id=side_TEASER>b<p title=teaser>c<p class=x>d")
    facts = Facts(page)
    called = {page.raw(row) for row in facts.named(word_list("teaser", "gone"))}
    assert called == {"a", "b"}
    assert facts.named(word_list("nothing")) == set()


def test_a_list_is_declared_once() -> None:
    assert word_list("kicker", "topline") == word_list("kicker", "topline")
