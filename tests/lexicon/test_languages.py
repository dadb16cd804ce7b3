"""The files of languages: the same fields in each, in order, no entry twice, and what the loader makes of them."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet import lexicon

FILES = {code: (resources.files(lexicon) / "languages" / f"{code}.txt") for code in lexicon.languages()}
LENGTHS = {"months": (0, 12), "weekdays": (0, 7), "units": (0, 4), "two_units": (0, 4), "own_months": (0, 12, 13)}


def fields(code: str) -> list[tuple[str, list[str]]]:
    """The fields of a file in its order, each with its lines."""
    found: list[tuple[str, list[str]]] = []
    for line in FILES[code].read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            found.append((line.strip("[]"), []))
        elif line and not line.startswith("#"):
            found[-1][1].append(line)
    return found


@pytest.mark.parametrize("code", FILES)
def test_all_files_have_the_same_fields_and_valid_entries(code: str) -> None:
    assert [field for field, _ in fields(code)] == [field for field, _ in fields("en")]
    assert code in (lexicon.lookup_code(code), "mul")
    for field, lines in fields(code):
        if field in lexicon.ORDERED:
            assert len(lines) in LENGTHS[field], field
            assert all(len(set(line.split(", "))) == len(line.split(", ")) for line in lines), field
        else:
            assert len({line.casefold() for line in lines}) == len(lines), field
            assert all(line.strip("* '") for line in lines), field
        for line in lines:
            assert line == " ".join(line.split()), (field, line)
            assert "’" not in line, "an apostrophe stands for both its forms"
            assert not re.search(r"[\\\[\]|?+^$]", line), (field, line)
    names = [name for row in lexicon.rows("months", code) for name in row]
    assert len(set(names)) == len(names), "a name is that of one month"


def test_other_codes_of_languages() -> None:
    lines = (resources.files(lexicon) / "codes.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line[0] != "#"]
    assert {code for code, *_ in rows} == FILES.keys() - {"ast", "ckb", "mul"}
    others = [other for _, *others in rows for other in others]
    assert len(set(others)) == len(others)
    assert FILES.keys().isdisjoint(others)
    assert [lexicon.lookup_code(other) for _, *others in rows for other in others] == [
        code for code, *others in rows for _ in others
    ]


def test_unknown_languages_and_fields_have_no_entries() -> None:
    assert lexicon.entries("today", "tlh") == lexicon.rows("months", "tlh") == ()
    assert lexicon.entries("colours") == ()
    assert re.search(lexicon.either("colours"), "red") is None


def test_every_field_is_described() -> None:
    described = re.findall(r"^\[(\w+)\]\n# \S", FILES["mul"].read_text(encoding="utf-8"), re.MULTILINE)
    assert described == [field for field, _ in fields("en")]


def test_a_star_a_space_and_an_apostrophe_match_their_forms() -> None:
    pattern = re.compile(lexicon.one_of(["updat*", "up to", "aujourd'hui"]))
    forms = ("updated", "updat", "up  to", "aujourd'hui", "aujourd’hui", "up")
    assert [bool(pattern.fullmatch(text)) for text in forms] == [True] * 5 + [False]


@given(st.lists(st.text(st.characters(exclude_characters="*'", exclude_categories=["Z", "C"]), min_size=1), min_size=1))
def test_a_pattern_matches_the_longest_entry(given: list[str]) -> None:
    pattern = re.compile(lexicon.one_of(given))
    small = [entry.lower() for entry in given]
    assert all(pattern.fullmatch(entry) for entry in small)
    found = pattern.match(small[0] + small[-1])
    assert found is not None
    longest = max(len(entry) for entry in small if (small[0] + small[-1]).startswith(entry))
    assert found.end() == longest


TEMPLATES = (
    r"(?<!\w){by by_phrases}\s+(?=\S)",
    r"{and}|&",
    r"(?:{a}\s+)?{roles}(?:\s{in filed}\s.*)?$",
    r"{months}\.?",
)


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_matcher_finds_what_the_whole_expression_finds(template: str) -> None:
    filled = re.sub(r"\{([a-z_ ]+)\}", lambda fields: lexicon.either(*fields[1].split()), template)
    whole = re.compile(filled, re.IGNORECASE)
    matcher = lexicon.Matcher(template)
    words = [entry for field in ("by", "and", "roles", "months", "in") for entry in lexicon.entries(field)]
    for number in range(0, len(words) - 3, 7):
        text = f"{words[number].title()}  {words[-number].upper()} X, {words[number + 3]}. y"
        assert [one.span() for one in matcher.on(text).finditer(text)] == [one.span() for one in whole.finditer(text)]


@pytest.mark.parametrize("point", range(0, 0x11000, 0x1000))
def test_folding_agrees_with_case_insensitive_patterns(point: int) -> None:
    for letter in map(chr, range(point, point + 0x1000)):
        expression = re.compile(re.escape(letter), re.IGNORECASE)
        for other in {letter.lower(), letter.upper(), letter.casefold(), letter.title(), *"iſıİςβθΐΰﬅ\u0345"}:
            if len(other) == 1 and expression.fullmatch(other):
                assert lexicon.folded(other) == lexicon.folded(letter)
