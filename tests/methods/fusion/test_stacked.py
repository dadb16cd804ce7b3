from __future__ import annotations

import numpy as np

from broadsheet.methods.fusion.stacked import first_article
from broadsheet.page import read_page

STORY = "The council met on Tuesday, and it agreed on the new bridge after a long and quiet debate. " * 4


def kept_of(html: str, title: str = "One") -> tuple[list[str], int]:
    page = read_page(html)
    segments = page.segments
    titled = np.array([text == title for text in page.texts])
    kept, count = first_article(page, segments, segments.chars > 50, lambda: titled)
    return [text[:3] for text, chosen in zip(segments.texts(page), kept, strict=True) if chosen], count


def article(name: str, body: str = STORY, heading: str = "h1") -> str:
    return f"<article><{heading}>{name}</{heading}><p>{name} {body}</p></article>"


def test_the_first_of_several_is_kept_and_what_stands_above_it_stays() -> None:
    html = f"<p>Out {STORY}</p>" + article("One") + article("Two", heading="h2") + article("Six")
    assert kept_of(html) == (["Out", "One"], 3)
    assert kept_of(html, title="None of these") == (["Out", "One"], 3), "its headline is of the first level"


def test_behind_the_first_nothing_stays() -> None:
    short = article("Two", "A teaser of some sixty characters, which is far too short.")
    html = article("One") + article("Six", heading="h2") + short + f"<p>Out {STORY}</p>"
    assert kept_of(html) == (["One"], 2)


def test_articles_below_the_headline_are_parts_of_one() -> None:
    posts = article("Two", heading="h2") + article("Six", heading="h2")
    assert kept_of(f"<h1>One</h1>{posts}") == (["Two", "Six"], 1)
    assert kept_of(f"<h1>Site</h1>{posts}") == (["Two", "Six"], 1), "no heading is like the title"
    assert kept_of(article("One", heading="h2") + posts) == (["One"], 3)


def test_a_part_of_the_article_is_none_of_its_own() -> None:
    first, part = article("One").replace("<article", "<article class='node recipe'"), article("Two", heading="h2")
    assert kept_of(first + part.replace("<article", "<article class=steps")) == (["One", "Two"], 1)
    assert kept_of(first + part.replace("<article", "<article class='late recipe'")) == (["One"], 2)
    assert kept_of(first + article("Two").replace("<article", "<article class=late")) == (["One"], 2)


def test_posts_of_a_live_blog_stay() -> None:
    html = article("One") + article("Two") + article("Six")
    live = '<script type="application/ld+json">{"@type": "LiveBlogPosting", "headline": "One"}</script>'
    assert kept_of(live + html) == (["One", "Two", "Six"], 1)
    assert kept_of(live.replace("LiveBlogPosting", "NewsArticle") + html) == (["One"], 3)


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
    assert first_article(page, page.segments, kept, lambda: kept)[0] is kept
