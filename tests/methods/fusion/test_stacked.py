from __future__ import annotations

import numpy as np

from broadsheet.methods.fusion.stacked import first_article
from broadsheet.page import read_page

STORY = "The council met on Tuesday, and it agreed on the new bridge after a long and quiet debate. " * 4


def kept_of(html: str) -> tuple[list[str], int]:
    page = read_page(html)
    segments = page.segments
    kept, count = first_article(page, segments, segments.chars > 50)
    return [text[:3] for text, chosen in zip(segments.texts(page), kept, strict=True) if chosen], count


def article(name: str, body: str = STORY, heading: str = "h1") -> str:
    return f"<article><{heading}>{name}</{heading}><p>{name} {body}</p></article>"


def test_the_first_of_several_is_kept_and_what_is_outside_them_stays() -> None:
    html = f"<p>Out {STORY}</p>" + article("One") + article("Two", heading="h2") + article("Six")
    assert kept_of(html) == (["Out", "One"], 3)


def test_teasers_parts_and_nested_articles_are_no_articles_of_their_own() -> None:
    assert kept_of(article("One") + article("Two", "A teaser of some sixty characters, which is far too short.")) == (
        ["One", "Two"],
        1,
    )
    assert kept_of(article("One") + f"<article><p>Two {STORY}</p></article>") == (["One", "Two"], 1)
    assert kept_of(f"<article><h1>All</h1><p>All {STORY}</p>{article('One')}{article('Two')}</article>") == (
        ["All", "One", "Two"],
        1,
    )


def test_a_page_without_articles_is_left_as_it_is() -> None:
    page = read_page(f"<p>{STORY}</p>")
    kept = np.array([True])
    assert first_article(page, page.segments, kept)[0] is kept
