"""Front matter: any YAML parser reads back what was written, whatever a page's metadata hold."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from broadsheet.article import Article, Paragraph, Text

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")

BODY = (Paragraph((Text("Two boats cross."),)), Paragraph((Text("---"),)), Paragraph((Text("title: no"),)))
TRAPS = [
    "no",
    "~",
    "null",
    "2026-03-06",
    "1_000",
    "0x1F",
    "- a",
    "a: b",
    "#c",
    "'\"\\",
    "{x}",
    "---\n...",
    "\x85\u2028\x7f\ufeff",
]
TEXTS = st.sampled_from(TRAPS) | st.text(st.characters(exclude_categories=()), min_size=1)


def read(markdown: str) -> tuple[dict[str, object], str]:
    """Divide a file as programs do: by the second line of three dashes."""
    before, front, body = markdown.split("---\n", 2)
    assert before == ""
    return yaml.safe_load(front) or {}, body


@given(title=TEXTS, section=TEXTS, authors=st.lists(TEXTS, max_size=3), tags=st.lists(TEXTS, max_size=3))
@example(title="\U0001f6a2 \ud800", section="a\tb", authors=['O\'Hara, "Jo"'], tags=["50 %", "@x", "`y`"])
def test_a_yaml_parser_reads_the_values_back(title: str, section: str, authors: list[str], tags: list[str]) -> None:
    article = Article(title=title, section=section, authors=tuple(authors), tags=tuple(tags), body=BODY)
    found, body = read(article.to_markdown(front_matter=True))
    written: dict[str, str | list[str]] = {"title": title, "section": section, "authors": authors, "tags": tags}
    expected = {name: value for name, value in written.items() if value}
    assert found == {name: _encodable(value) for name, value in expected.items()}
    assert body == f"\n{article.to_markdown()}"


def _encodable(value: str | list[str]) -> str | list[str]:
    if isinstance(value, list):
        return [str(_encodable(one)) for one in value]
    return value.encode("utf-8", "replace").decode()


def test_all_metadata_are_strings_or_lists_of_strings() -> None:
    article = Article(
        url="https://courier.example/1",
        title="Ferry",
        authors=("Jane Doe",),
        published="2026-03-06",
        language="no",
        body=BODY,
    )
    assert article.to_markdown(front_matter=True).startswith(
        '---\ntitle: "Ferry"\nauthors: ["Jane Doe"]\npublished: "2026-03-06"\n'
        'url: "https://courier.example/1"\nlanguage: "no"\n---\n\nTwo boats cross.\n'
    )


def test_what_is_not_known_is_left_out() -> None:
    assert Article().to_markdown(front_matter=True) == "---\n---\n"
    assert read(Article(body=BODY).to_markdown(front_matter=True))[0] == {}
    assert "---" not in Article(title="Ferry").to_markdown()
