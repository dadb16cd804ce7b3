from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("rensa", reason="the extra batch is not installed")

from broadsheet.crawl.batch.duplicates import Duplicate, content_hash, find_duplicates, signature

from .pages_for_tests import sentence


def text(number: int, sentences: int = 30) -> str:
    chance = random.Random(number)  # noqa: S311
    return " ".join(sentence(chance) for _ in range(sentences))


def rows(texts: list[str | None]) -> list[dict[str, Any]]:
    return [
        {
            "unit": 0,
            "number": number,
            "url": f"https://courier.example/{number}",
            "content_hash": content_hash(one) if one is not None else None,
            "minhash": signature(one) if one is not None else None,
        }
        for number, one in enumerate(texts)
    ]


def found_in(some: list[dict[str, Any]]) -> list[Duplicate]:
    """Return the duplicates in their order."""
    counted, found = find_duplicates(lambda: some, lambda: some)
    listed = list(found)
    assert (counted.groups, counted.pages) == (len({one.group for one in listed}), len(listed))
    return listed


def groups(found: list[Any]) -> set[frozenset[int]]:
    by_name: dict[str, set[int]] = {}
    for one in found:
        by_name.setdefault(one.group, set()).add(one.number)
    return {frozenset(group) for group in by_name.values()}


def texts() -> list[str | None]:
    first = text(1)
    return [
        first,
        text(2),
        first.replace("  ", " ") + " ",
        first + " " + sentence(random.Random(9)),  # noqa: S311
        None,
        text(3),
        text(2),
        text(3)[: len(text(3)) // 3],
        sentence(random.Random(8)) + " " + first,  # noqa: S311
    ]


def test_equal_and_nearly_equal_texts_are_found() -> None:
    found = found_in(rows(texts()))
    assert groups(found) == {frozenset({0, 2, 3, 8}), frozenset({1, 6})}
    assert [one.number for one in found] == sorted(one.number for one in found)
    for name in {one.group for one in found}:
        assert sum(one.representative for one in found if one.group == name) == 1
    assert {one.number: one.similarity for one in found}[6] == 1.0
    assert min(one.similarity for one in found) > 0.8


def test_the_order_of_the_pages_does_not_matter() -> None:
    some = texts() + [text(number // 3) + " " + text(100 + number, 2) for number in range(60)]
    first = found_in(rows(some))
    urls = {one.url for one in first if one.representative}
    for seed in range(5):
        order = list(range(len(some)))
        random.Random(seed).shuffle(order)  # noqa: S311
        shuffled = rows(some)
        shuffled = [shuffled[number] for number in order]
        again = found_in(shuffled)
        assert groups(again) == groups(first)
        assert {one.url for one in again if one.representative} == urls
        assert sorted(again, key=lambda one: one.number) == first
