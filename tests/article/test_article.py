"""`Article`: equality, pickling, headers, front matter, and JSON by its schema."""

from __future__ import annotations

import copy
import json
import pickle
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from broadsheet.article import (
    Article,
    Author,
    Blocks,
    Claim,
    Figure,
    Image,
    InlineImage,
    Link,
    List,
    Origin,
    Paragraph,
    Text,
    write_text,
)
from broadsheet.article.blocks import has_words
from broadsheet.cli.extract import explain
from tests.article.trees import blocks

IMAGE = Image("https://example.org/a.jpg", alt="a", caption="A caption")
BODY: Blocks = (
    Figure((IMAGE,), (Text("A caption"),)),
    Paragraph((Text("One "), Link("https://example.org/", (Text("link"),)), Text("."))),
    List(False, ((Paragraph((InlineImage(Image("https://example.org/b.jpg")), Text("item"))),),)),
)
ARTICLE = Article(
    title="The *title*", authors=("A. Smith", "B. Jones"), published="2024-05-01T10:00:00+02:00", body=BODY
)


def test_header() -> None:
    assert ARTICLE.to_markdown(header=True).startswith(
        "# The \\*title\\*\n\n*A. Smith, B. Jones · 2024-05-01*\n\nOne link."
    )
    assert ARTICLE.to_text(header=True).startswith("The *title*\n\nA. Smith, B. Jones · 2024-05-01\n\nOne link.")
    assert ARTICLE.to_html(header=True).startswith(
        "<article>\n<header><h1>The *title*</h1><p>A. Smith, B. Jones · 2024-05-01</p></header>\n<p>One link.</p>"
    )
    assert ARTICLE.to_html(header=True).endswith("</article>")
    assert ARTICLE.to_text() == ARTICLE.text
    assert "<header><p>A</p></header>" in Article(authors=("A",)).to_html(header=True)


@pytest.mark.parametrize(
    ("article", "byline"),
    [
        (Article(), ""),
        (Article(authors=("A",)), "A"),
        (Article(published="2024-05-01"), "2024-05-01"),
        (Article(published="2024"), "2024"),
    ],
)
def test_byline(article: Article, byline: str) -> None:
    assert article.byline == byline
    assert article.to_text(header=True) == byline


def test_explanation_of_metadata() -> None:
    article = Article(
        authors=("A", "B"),
        contributors=(Author("A", "person"), Author("B", "organisation")),
        tags=("sea", "boats"),
        lead_image=IMAGE,
        description="word " * 40,
        origins=(
            Origin("authors", "byline", (Claim("C\nD", "rel:author"),)),
            Origin("tags", "keywords"),
            Origin("lead_image", "og:image"),
            Origin("description", "og:description"),
            Origin("published", None),
        ),
    )
    assert explain(article).split("\n\n") == [
        "authors: A, B (organisation)\n  from byline\n  or: C D  [rel:author]",
        "tags: sea, boats\n  from keywords",
        "lead_image: https://example.org/a.jpg\n  from og:image",
        f"description: {('word ' * 40)[:159]}…\n  from og:description",
        "published: (none)",
    ]
    unknown = Article(origins=(Origin("authors", None), Origin("tags", None)))
    assert explain(unknown) == "authors: (none)\n\ntags: (none)"


@given(blocks)
@settings(max_examples=10)
def test_articles_compare_by_value_and_survive_pickling(tree: Blocks) -> None:
    article = Article(title="a", body=tree, notes=("n",))
    again = pickle.loads(pickle.dumps(article))
    assert again == article == copy.deepcopy(article)
    assert hash(again) == hash(article)
    assert again != Article(title="b", body=tree)


@given(blocks)
def test_a_block_has_words_where_its_text_is_not_empty(body: Blocks) -> None:
    assert [has_words(block) for block in body] == [bool(write_text((block,)).strip()) for block in body]


# Front matter.

FERRY = (Paragraph((Text("Two boats cross."),)), Paragraph((Text("---"),)), Paragraph((Text("title: no"),)))
TRAPS = [*"no ~ null 2026-03-06 1_000 0x1F #c {x}".split(), "- a", "a: b", "'\"\\", "---\n...", "\x85\u2028\x7f\ufeff"]
TEXTS = st.sampled_from(TRAPS) | st.text(st.characters(exclude_categories=()), min_size=1)


def read_front_matter(markdown: str) -> tuple[dict[str, object], str]:
    """Front matter and body, divided at the second line of three dashes."""
    yaml = pytest.importorskip("yaml", reason="PyYAML is not installed")
    before, front, body = markdown.split("---\n", 2)
    assert before == ""
    return yaml.safe_load(front) or {}, body


@given(title=TEXTS, section=TEXTS, authors=st.lists(TEXTS, max_size=3), tags=st.lists(TEXTS, max_size=3))
@example(title="\U0001f6a2 \ud800", section="a\tb", authors=['O\'Hara, "Jo"'], tags=["50 %", "@x", "`y`"])
def test_a_yaml_parser_reads_the_values_back(title: str, section: str, authors: list[str], tags: list[str]) -> None:
    article = Article(title=title, section=section, authors=tuple(authors), tags=tuple(tags), body=FERRY)
    found, body = read_front_matter(article.to_markdown(front_matter=True))
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
        body=FERRY,
    )
    assert article.to_markdown(front_matter=True).startswith(
        '---\ntitle: "Ferry"\nauthors: ["Jane Doe"]\npublished: "2026-03-06"\n'
        'url: "https://courier.example/1"\nlanguage: "no"\n---\n\nTwo boats cross.\n'
    )


def test_unknown_metadata_are_left_out() -> None:
    assert Article().to_markdown(front_matter=True) == "---\n---\n"
    assert read_front_matter(Article(body=FERRY).to_markdown(front_matter=True))[0] == {}
    assert "---" not in Article(title="Ferry").to_markdown()


# JSON.

SCHEMA = json.loads(files("broadsheet.article").joinpath("article.schema.json").read_text(encoding="utf-8"))
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "integer": int,
    "number": int | float,
}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a schema allows a value, by the keywords of JSON Schema that ours uses."""

    def holds(word: str, told: Any) -> bool:
        match word:
            case "$ref":
                return fits(value, SCHEMA["$defs"][told.removeprefix("#/$defs/")])
            case "oneOf":
                return [fits(value, choice) for choice in told].count(True) == 1
            case "const" | "enum":
                return bool(value == told) or (word == "enum" and value in told)
            case "type":
                names = told if isinstance(told, list) else [told]
                return any(
                    isinstance(value, TYPES[name]) and (value is not True or name == "boolean") for name in names
                )
            case "minimum" | "maximum":
                return not isinstance(value, int | float) or (value >= told if word == "minimum" else value <= told)
            case "required":
                return not isinstance(value, dict) or set(told) <= set(value)
            case "properties":
                return not isinstance(value, dict) or all(fits(value[one], told[one]) for one in told if one in value)
            case "additionalProperties":
                return not isinstance(value, dict) or told or set(value) <= set(schema["properties"])
            case "items":
                return not isinstance(value, list) or all(fits(one, told) for one in value)
            case _:
                assert word in ("$schema", "$defs", "title", "description"), word
                return True

    return all(holds(word, told) for word, told in schema.items())


@given(blocks)
@settings(max_examples=25)
def test_every_tree_fits_the_schema(tree: Blocks) -> None:
    record = json.loads(Article(body=tree, authors=("A",), confidence=0.5).to_json())
    assert fits(record, SCHEMA)
    assert not fits(record | {"other": 1}, SCHEMA)
    assert not fits(record | {"body": [{"type": "paragraph"}]}, SCHEMA)


def test_the_schema_names_every_key_in_order() -> None:
    assert [*SCHEMA["properties"]] == SCHEMA["required"] == [*Article().to_dict()]
