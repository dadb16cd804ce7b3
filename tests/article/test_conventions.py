"""What belongs to the metadata is no part of a body."""

from __future__ import annotations

import pytest

from broadsheet.article.blocks import (
    Blocks,
    Emphasis,
    Figure,
    Heading,
    Image,
    InlineImage,
    List,
    Paragraph,
    Quote,
    Text,
)
from broadsheet.article.conventions import without_title

TITLE = "Bridge agreed, at last"
PROSE = Paragraph((Text("The two towns on the sound had argued about it."),))
PICTURE = Image("https://example.org/a.jpg")
FIGURE = Figure((PICTURE,), (Text(TITLE),))
AS_HEADING = Heading(1, (Text("Bridge agreed at last"),))
AS_PARAGRAPH = Paragraph((Emphasis((Text("BRIDGE AGREED – AT LAST"),)),))


@pytest.mark.parametrize(
    ("blocks", "rest"),
    [
        ((AS_HEADING, PROSE), (PROSE,)),
        ((PROSE, AS_HEADING, PROSE), (PROSE, PROSE)),
        ((AS_PARAGRAPH, PROSE), (PROSE,)),
        ((FIGURE, AS_PARAGRAPH, PROSE), (FIGURE, PROSE)),
        ((AS_HEADING, AS_PARAGRAPH, AS_HEADING, PROSE), (PROSE,)),
        ((AS_PARAGRAPH, AS_HEADING, PROSE), (PROSE,)),
        # A line in the midst of the text is a quotation of it, or the heading of its part.
        ((PROSE, AS_PARAGRAPH, PROSE), (PROSE, AS_PARAGRAPH, PROSE)),
        ((Quote((AS_PARAGRAPH,)), PROSE), (Quote((AS_PARAGRAPH,)), PROSE)),
        ((List(False, ((AS_PARAGRAPH,),)), PROSE), (List(False, ((AS_PARAGRAPH,),)), PROSE)),
        # What is there is not taken away whole.
        ((AS_PARAGRAPH,), (AS_PARAGRAPH,)),
        ((AS_PARAGRAPH, FIGURE), (AS_PARAGRAPH, FIGURE)),
        (
            (Paragraph((InlineImage(PICTURE), *AS_PARAGRAPH.content)), PROSE),
            (Paragraph((InlineImage(PICTURE),)), PROSE),
        ),
        ((), ()),
    ],
)
def test_the_headline_is_not_in_the_body(blocks: Blocks, rest: Blocks) -> None:
    assert without_title(blocks, TITLE) == rest


def test_without_a_title_nothing_is_left_out() -> None:
    assert without_title((AS_HEADING, PROSE), None) == (AS_HEADING, PROSE)
    assert without_title((AS_HEADING, PROSE), "…") == (AS_HEADING, PROSE)
