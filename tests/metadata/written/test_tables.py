"""Written lines with what is in them, in tables, and those that are read wrong.

A change may add a line to these, or remove one: that says what it costs, beside the pages of the corpora.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import pytest

from broadsheet.metadata.written.beside_names import starts_byline
from broadsheet.metadata.written.bylines import is_byline, may_be_name, split_names
from broadsheet.metadata.written.dates import dates_in
from broadsheet.metadata.written.name_shapes import east_asian_byline, is_organisation
from tests.metadata.pages import rows

FOLDER: Final = Path(__file__).parent
Reader = Callable[[str, str | None], str]


def says(test: Callable[[str], bool]) -> Reader:
    return lambda line, _: "yes" if test(line) else "no"


QUESTIONS: Final[Mapping[str, Reader]] = {
    "names": lambda line, language: "; ".join(split_names(line, language)) or "-",
    "first day": lambda line, language: next((one.value for one in dates_in(line, language)), "-"),
    "byline": lambda line, language: "yes" if is_byline(line, language) else "no",
    "begins": says(starts_byline),
    "name": says(may_be_name),
    "organisation": says(is_organisation),
    "east asian": lambda line, _: east_asian_byline(line) or "-",
}
"""What is asked of a line."""


def table(question: str) -> list[tuple[str, str | None, str]]:
    """The lines of which something is asked, each with its language and the answer."""
    found = [row[1:] for row in rows(FOLDER / "lines.tsv") if row[0] == question]
    own = {"names": "names.tsv", "byline": "bylines.tsv", "first day": "dates.tsv"}.get(question)
    found += rows(FOLDER / own) if own is not None else []
    return [
        (line, None if language == "-" else language, wanted.split("; ")[0] if question == "first day" else wanted)
        for line, language, wanted in found
    ]


WRONG: Final[Mapping[str, set[str]]] = {
    "names": {
        # In Arabic and Hebrew, "and" is a letter at the beginning of the next word.
        "سارة الخطيب ومحمد علي", "كتبت: سارة وائل ومحمود حسن", "יעל כהן ודוד בן-ארי", "מאת: דנה לוי ודוד כהן",
        "Analysis | Ada Lovelace and Karl Berg", "Por Ana Sousa, do Rio de Janeiro",
    },
    "byline": {"2026年3月5日（木）"},
    "begins": {"Karl Berg (Fotos), Anna Müller (Text)", "Текст комментария:"},
    "name": {"小川町駅"},
    "east asian": {"人道救助。(通訊員 宋黎勝 記者 黃淼君)"},
}  # fmt: skip
"""The lines that are read wrong."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_written_lines_are_read_right(question: str) -> None:
    read = [(line, wanted, QUESTIONS[question](line, language)) for line, language, wanted in table(question)]
    wrong = {line: (wanted, found) for line, wanted, found in read if found != wanted}
    assert wrong.keys() == WRONG.get(question, set()), wrong
