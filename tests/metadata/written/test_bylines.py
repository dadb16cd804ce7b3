"""Labels of writers, and signatures of known authors."""

from __future__ import annotations

import pytest

from broadsheet.metadata.written.beside_names import label_of_writers
from broadsheet.metadata.written.bylines import is_signature


def test_a_label_of_a_writer_and_photographer() -> None:
    assert label_of_writers("Text and photos: Ada Lovelace")


def test_a_known_name_is_not_split_at_a_first_name_that_introduces_names() -> None:
    assert is_signature("Text: Per Lindgren", lambda _: ["Per Lindgren"])
    assert not is_signature("Text: Per Lindgren", lambda _: ["Ada Lovelace"])


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("12 mars 2024 | Marie Curie", "fr"),
        ("12.03.2024 - Marie Curie", None),
        ("March 12, 2024 · Marie Curie", None),
        ("2024年3月12日, Marie Curie", "zh"),
    ],
)
def test_a_signature_behind_a_date(line: str, language: str | None) -> None:
    assert is_signature(line, lambda _: ["Marie Curie"], language)
    assert not is_signature(f"{line} and Ada Lovelace", lambda _: ["Marie Curie"], language)
