"""Captions are the text of a photo story, and of nothing else."""

from __future__ import annotations

import pytest

from broadsheet.article.blocks import Blocks, Figure, Image, List, Paragraph, Text, write_text
from broadsheet.article.conventions import with_captions

CAPTIONS = [
    f"A farmer watches the water rise near the old mill on day {day}. Most of the valley is flooded."
    for day in range(6)
]
FIGURES: Blocks = tuple(
    Figure((Image(f"https://e.example/{at}.jpg"),), (Text(one),)) for at, one in enumerate(CAPTIONS)
)
INTRODUCTION = Paragraph((Text("When the river broke its banks, hundreds of families lost what they had."),))
STORY = Paragraph((Text("The river broke its banks on Monday, and the town was flooded by noon. " * 10),))


@pytest.mark.parametrize("figures", [FIGURES, (List(ordered=True, items=tuple((one,) for one in FIGURES)),)])
def test_captions_with_nothing_between_them_are_the_text(figures: Blocks) -> None:
    assert write_text(with_captions((INTRODUCTION, *figures))).split("\n\n") == [write_text((INTRODUCTION,)), *CAPTIONS]


@pytest.mark.parametrize(
    "blocks", [(STORY, *FIGURES), (*FIGURES[:3], INTRODUCTION, *FIGURES[3:]), (INTRODUCTION, *FIGURES[:2])]
)
def test_the_captions_of_an_article_are_not(blocks: Blocks) -> None:
    assert with_captions(blocks) == blocks
