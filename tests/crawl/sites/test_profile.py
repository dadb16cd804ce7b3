from __future__ import annotations

import json
from collections import Counter
from copy import deepcopy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from broadsheet.crawl.sites import ProfileUnreadable, SiteProfile
from broadsheet.crawl.sites.profile import Entry, Place

NUMBERS = st.integers(0, 12)
# Built from a few numbers, because a strategy for every field would be slow.
ENTRIES = st.lists(NUMBERS, max_size=9).map(
    lambda keys: {key: Entry(1 + at, tuple(sorted({at, key, at * key})), "ab"[at % 2]) for at, key in enumerate(keys)}
)
PLACES = st.lists(NUMBERS, max_size=9).map(
    lambda keys: {key: Place(1 + at, 900 * at + key, "pq"[at % 2]) for at, key in enumerate(keys)}
)
DAYS = st.sampled_from(["", "2026-03-01", "2026-03-09"])
PROFILES = st.builds(
    SiteProfile,
    site=st.just("courier.example"),
    period=st.sampled_from(["2026-03", "undated"]),
    pages=st.integers(1, 9),
    texts=ENTRIES,
    static=ENTRIES,
    places=PLACES,
    containers=st.lists(st.tuples(st.sampled_from(["", "main", "div.text"]), DAYS), max_size=4).map(
        lambda seen: {path: Counter(day for other, day in seen if other == path) for path, _ in seen}
    ),
    shapes=st.lists(st.sampled_from(["/a", "/b"]), max_size=4).map(Counter),
)
FEW = settings(max_examples=20)


def together(one: SiteProfile, other: SiteProfile) -> SiteProfile:
    out = deepcopy(one)
    out.add(other)
    return out


@FEW
@given(PROFILES, PROFILES, PROFILES)
def test_the_order_and_the_grouping_do_not_matter(one: SiteProfile, two: SiteProfile, three: SiteProfile) -> None:
    assert together(one, two) == together(two, one)
    assert together(together(one, two), three) == together(one, together(two, three))


@FEW
@given(PROFILES)
def test_json_and_back(profile: SiteProfile) -> None:
    assert SiteProfile.from_json(profile.to_json()) == profile
    assert SiteProfile.from_json(profile.to_json(indent=1).encode()) == profile


def test_what_is_frequent_stays_in_a_full_table() -> None:
    profile = SiteProfile(site="courier.example")
    for number in range(100):
        profile.add(
            SiteProfile(
                site="courier.example",
                pages=1,
                texts={1: Entry(1, (number,)), **{1000 * number + at: Entry(1, (number,)) for at in range(2, 12)}},
            ),
            limits={"texts": 50},
        )
    assert profile.texts[1].pages == 100
    assert profile.texts[1].articles == (0, 1, 2, 3)
    assert len(profile.texts) <= 50
    assert 0 < profile.floors["texts"] < 100


def test_the_json_can_be_read() -> None:
    profile = SiteProfile(
        site="courier.example",
        period="2026-03",
        pages=3,
        texts={1: Entry(1, (1,), "Once"), 255: Entry(3, (1, 2, 3), "Subscribe to our newsletter")},
        containers={"main > div.text": Counter({"2026-03-02": 2, "2026-03-05": 1})},
    )
    data = json.loads(profile.to_json())
    assert data["texts"][0] == {
        "key": "00000000000000ff",
        "pages": 3,
        "articles": [1, 2, 3],
        "text": "Subscribe to our newsletter",
    }
    assert (data["first"], data["last"]) == ("2026-03-02", "2026-03-05")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("[]", "not a site profile"),
        ("{}", "not a site profile"),
        ('{"format": "broadsheet-site-profile/1"}', "damaged"),
        ("[" * 100_000, "no"),
    ],
)
def test_other_json_is_refused(text: str, words: str) -> None:
    with pytest.raises(ProfileUnreadable, match=words):
        SiteProfile.from_json(text)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pages", -1),
        ("pages", "3"),
        ("site", 5),
        ("period", "soon"),
        ("texts", [{"key": "xyz", "pages": 1, "articles": []}]),
        ("texts", [{"key": "1" * 17, "pages": 1, "articles": []}]),
        ("texts", [{"key": "1", "pages": 1, "articles": [1 << 40]}]),
        ("containers", {"main": {"yesterday": 1}}),
        ("places", [{"key": "1", "pages": 1, "kept": 1e300, "path": ""}]),
    ],
)
def test_damaged_profiles_are_refused(name: str, value: object) -> None:
    data = SiteProfile(site="courier.example").to_dict() | {name: value}
    with pytest.raises(ProfileUnreadable, match="damaged"):
        SiteProfile.from_json(json.dumps(data))
