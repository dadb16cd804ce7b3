"""What a body is: its headline is not in it, and its standfirst is no heading."""

from __future__ import annotations

import pytest

import broadsheet
from broadsheet.article.blocks import Blocks, Figure, Heading, Image, Paragraph, Text
from broadsheet.article.conventions import with_standfirst

LEAD = "The two towns on the sound had argued about it for eleven years, and nobody could say why."
PICTURE = Figure((Image("https://example.org/a.jpg"),))
STORY = Paragraph((Text("The council met on Tuesday."),))


def heading(text: str, level: int = 2) -> Heading:
    return Heading(level, (Text(text),))


@pytest.mark.parametrize("before", [(), (PICTURE,)])
@pytest.mark.parametrize("behind", [(STORY,), (STORY, heading("The costs"), STORY, heading(LEAD, 3), STORY)])
def test_a_standfirst_is_a_paragraph(before: Blocks, behind: Blocks) -> None:
    made = with_standfirst((*before, heading(LEAD), *behind))
    assert made == (*before, Paragraph((Text(LEAD),)), *behind)


@pytest.mark.parametrize(
    "blocks",
    [
        (),
        (PICTURE,),
        (STORY, heading(LEAD), STORY),
        (heading("A short heading"), STORY),
        (heading(LEAD, 1), STORY),
        (heading(LEAD), heading("Another")),
        (heading(LEAD), STORY, heading(LEAD[:70]), STORY),
    ],
)
def test_what_is_none_stays(blocks: Blocks) -> None:
    assert with_standfirst(blocks) == blocks


def test_the_words_of_an_article_stay() -> None:
    story = (
        "<p>The council met on Tuesday, and it agreed on the plan after a long and quiet debate about the costs.</p>"
    )
    html = f"<title>A bridge for the sound</title><h1>A bridge for the sound</h1><h2>{LEAD}</h2>{story * 3}"
    article = broadsheet.extract(html)
    assert article.markdown.startswith(f"{LEAD}\n\n")
    assert article.text.startswith(LEAD)
