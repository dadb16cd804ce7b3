"""Rare forms of bylines: several people with their roles, and signatures below the text."""

from __future__ import annotations

import pytest

import broadsheet

TEXT = (
    "The town council voted on Tuesday evening to close the old bridge, after engineers found that three of its five "
    "supports had rotted below the waterline.",
    "Residents who use the crossing every day said that they had warned about the sagging planks for two winters, and "
    "that the detour adds a quarter of an hour to the walk to school.",
    "A public meeting about the design will be held in the school hall next month, and drawings of three candidates "
    "are on show in the library until then.",
)
PAGE = (
    "<html lang=en><title>Council shuts the bridge | The Courier</title><main><div class=hero><p>March 24, 2026</p>"
    "<h1>Council shuts the bridge</h1><p>{line}</p></div><div>{text}</div></main>"
)


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        (
            "Jane Smith, Research Scientist, and John Doe, VP and Senior Fellow, Courier Research",
            "Jane Smith, John Doe",
        ),
        ("Jane Smith, Chief Economist, and John Doe, Professor, University of Bergen", "Jane Smith, John Doe"),
        ("Jane Smith | Policy Lead | John Doe | Data Engineer", "Jane Smith, John Doe"),
        ("Anna Weber, Wissenschaftliche Mitarbeiterin, und Karl Groß, Leiter der Forschung", "Anna Weber, Karl Groß"),
    ],
)
def test_people_with_roles_below_the_headline_are_authors_and_not_text(line: str, authors: str) -> None:
    article = broadsheet.extract(PAGE.format(line=line, text="".join(f"<p>{one}</p>" for one in TEXT)))
    assert ", ".join(article.authors) == authors
    assert article.text.startswith(TEXT[0])


def test_a_sentence_about_two_people_is_text() -> None:
    line = "Jane Smith, who led the work, and John Doe say that the bridge cannot be mended."
    article = broadsheet.extract(PAGE.format(line=line, text="".join(f"<p>{one}</p>" for one in TEXT)))
    assert article.authors == ()
    assert article.text.startswith(line)


@pytest.mark.parametrize(
    ("signature", "authors"),
    [("(By Jane Smith)", "Jane Smith"), ("(Reporting by Jane Smith and John Doe)", "Jane Smith, John Doe")],
)
@pytest.mark.parametrize("stated", ["Focus North - CNA English News", "The Courier"])
def test_a_signature_goes_before_a_stated_paper(signature: str, authors: str, stated: str) -> None:
    thing = f'{{"@type": "NewsArticle", "author": {{"@type": "Organization", "name": "{stated}"}}}}'
    longer = [f"In {year} it was much the same: {one}" for year in (2019, 2021) for one in TEXT]
    text = "".join(f"<p>{one}</p>" for one in (*TEXT, *longer, signature))
    head = f"<script type=application/ld+json>{thing}</script>"
    article = broadsheet.extract(f"<html lang=en>{head}<main><article><h1>Council shuts the bridge</h1>{text}</main>")
    assert ", ".join(article.authors) == authors
