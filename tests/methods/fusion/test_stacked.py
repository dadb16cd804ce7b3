from __future__ import annotations

import numpy as np
import pytest

from broadsheet.methods.fusion.stacked import first_article
from broadsheet.page import read_page

STORY = "The council met on Tuesday, and it agreed on the new bridge after a long and quiet debate. " * 4


def kept_of(html: str, title: str = "One") -> tuple[list[str], int]:
    page = read_page(html)
    segments = page.segments
    titled = np.array([text == title for text in page.texts])
    kept, count = first_article(page, segments, segments.chars > 50, lambda: titled)
    return [text[:3] for text, chosen in zip(page.texts, kept, strict=True) if chosen], count


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


BY = "<p class=byline>By Ann Example</p>"
LONG = "".join(f"<p>{{}} said in part {part} that it would take years. {STORY}</p>" for part in range(3))


def one(name: str, shape: str, *, by: str = BY) -> str:
    return shape.format(head=name, by=by, text=LONG.replace("{}", name))


DIV = "<div class=post><h1>{head}</h1>{by}<div>{text}</div></div>"


@pytest.mark.parametrize(
    "shape",
    [
        DIV,
        "<section><h2>{head}</h2>{by}{text}</section>",
        "<article class=post><h3>{head}</h3>{by}{text}</article>",
        "<header><h1>{head}</h1>{by}</header><article>{text}</article>",
        "<div itemtype='https://schema.org/NewsArticle'><h1>{head}</h1>{by}{text}</div>",
        "<div data-url='/a'><h2>{head}</h2>{text}</div>",
        "<div data-href='/a'><h2>{head}</h2>{text}</div>",
        "<div data-permalink='/a'><h2>{head}</h2>{text}</div>",
        "<div><time>5 March 2025</time><h2>{head}</h2>{text}</div>",
        "<div><p>By Ann Example, 5 March 2025</p><h2>{head}</h2><div>{text}</div></div>",
        "<section><h2>{head}</h2>{by}{text}<h2>The costs</h2></section>",
        "<h2>{head}</h2>{by}{text}",
    ],
)
def test_articles_are_told_by_headlines_of_one_level_in_any_elements(shape: str) -> None:
    html = "".join(one(name, shape) for name in ("One", "Two", "Six"))
    assert kept_of(html) == (["One"] * 3, 3)
    assert kept_of(f"<article>{html}</article>") == (["One"] * 3, 3)


def test_what_is_loaded_later_is_put_into_a_box() -> None:
    later = "".join(one(name, DIV) for name in ("Two", "Six"))
    assert kept_of(f"{one('One', DIV)}<div class=later>{later}</div>") == (["One"] * 3, 3)


def test_days_of_a_chronicle_are_parts_of_it() -> None:
    days = "".join(one(name, "<h1>{head}</h1><p>5 March 2025</p>{text}") for name in ("One", "Two", "Six"))
    assert kept_of(days)[1] == 1


def test_one_of_a_lower_level_is_an_article_where_it_stands_beside_the_first() -> None:
    first = "<article class=main><h1>{head}</h1>{by}{text}</article>"
    next_one = "<article class=next><h2>{head}</h2>{by}{text}</article>"
    assert kept_of(one("One", first) + one("Two", next_one)) == (["One"] * 3, 2)
    many = "".join(one(name, next_one) for name in ("Two", "Six", "Ten", "Ape", "Bee", "Cat"))
    assert len(kept_of(one("One", first) + many)[0]) == 21, "a live blog"


def test_parts_of_an_article_have_no_byline_and_hold_no_headline() -> None:
    parts = "".join(one(name, DIV, by="") for name in ("Two", "Six"))
    assert kept_of(one("One", DIV) + parts)[1] == 1
    typed = "<div itemtype='https://schema.org/NewsArticle'><h1>{head}</h1>{text}</div>"
    assert kept_of(one("One", typed) + parts)[1] == 1
    below = "".join(one(name, "<h2>{head}</h2>{by}{text}") for name in ("Two", "Six"))
    assert kept_of("<h1>One</h1>" + below)[1] == 1, "what stands below the headline is of it"
    assert kept_of(one("One", "<h1>{head}</h1>{by}{text}") + below)[1] == 1, "of a lower level"


def test_short_posts_are_no_articles() -> None:
    short = "".join(f"<div class=post><h1>{name}</h1>{BY}<p>{name} {STORY}</p></div>" for name in ("Two", "Six"))
    assert kept_of(one("One", DIV) + short)[1] == 1
    assert kept_of(one("One", DIV) + short + one("Ten", DIV))[1] == 1, "most are short"


def test_the_last_article_may_be_of_short_lines() -> None:
    lines = "<p>{} lines of some sixty letters each, and none is longer</p>" * 9
    last = f"<div class=post><h1>Two</h1>{BY}{lines.format(*['Two'] * 9)}</div>"
    assert kept_of(one("One", DIV) + last) == (["One"] * 3, 2)


def test_articles_of_two_paragraphs_are_told_as_well() -> None:
    text = "<p>{} said that it would take years. {}</p>" * 2
    html = "".join(
        f"<div class=post><h1>{name}</h1>{BY}{text.format(name, STORY[:160], name, STORY[:160])}</div>"
        for name in ("One", "Two", "Six")
    )
    assert kept_of(html) == (["One"] * 2, 3)
