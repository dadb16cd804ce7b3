"""Lines that say who wrote a text, or when, and nothing else."""

from __future__ import annotations

import pytest

from broadsheet.metadata.written.beside_names import label_of_writers
from broadsheet.metadata.written.bylines import is_signature


def test_labels_of_texts() -> None:
    assert label_of_writers("Text and photos: Ada Lovelace")


def test_a_first_name_that_introduces_names_elsewhere_signs_as_a_whole() -> None:
    assert is_signature("Text: Per Lindgren", ["Per Lindgren"])
    assert not is_signature("Text: Per Lindgren", ["Ada Lovelace"])


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("12 mars 2024 | Marie Curie", "fr"),
        ("12.03.2024 - Marie Curie", None),
        ("March 12, 2024 · Marie Curie", None),
        ("2024年3月12日, Marie Curie", "zh"),
    ],
)
def test_authors_sign_behind_the_day_too(line: str, language: str | None) -> None:
    assert is_signature(line, ["Marie Curie"], language)
    assert not is_signature(f"{line} and Ada Lovelace", ["Marie Curie"], language)
