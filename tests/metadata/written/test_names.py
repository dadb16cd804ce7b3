"""Words that are known as names, by language."""

import pytest

from broadsheet.metadata.written.name_shapes import are_names, may_name_somebody


@pytest.mark.parametrize(
    ("text", "language", "known"),
    [
        ("Ada Lovelace", "en", True),
        ("Zoë Müller", "de", True),
        ("Jürgen Wagner-Lindenhof", "de", True),
        ("Ольга Кузнецова", "ru", True),
        ("Autokredit Ratgeber", "de", False),
        ("Лига Европы", "ru", False),
        ("Ευαίσθητο Δέρμα", "el", False),
        ("相关新闻", "zh", True),
        ("سارة محمود", "ar", True),
        ("أخبار العالم", "ar", False),
        ("דנה לוי", "he", True),
        ("מזג אוויר", "he", False),
        ("राजेश वर्मा", "hi", True),
        ("Etxeberria Zubizarreta", "eu", True),
    ],
)
def test_names_are_known_in_languages_that_are_listed(text: str, language: str, known: bool) -> None:
    assert may_name_somebody(text, language) is known


def test_a_text_without_words_has_no_names() -> None:
    assert are_names("Ada James")
    assert not are_names("—")
