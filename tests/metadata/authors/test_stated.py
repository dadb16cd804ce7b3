"""Authors as JSON-LD and ``meta`` elements state them in many forms: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet.metadata.authors.sources import _people
from tests.metadata.test_as_shown import CROWD, HEADLINE, TEASERS, ld, of

ADA = {"@type": "Person", "name": "Ada Lovelace"}
KARL = {"@type": "Person", "name": "Karl Berg"}


@pytest.mark.parametrize(
    ("author", "authors"),
    [
        ("Lovelace, Ada; Berg, Karl", ("Ada Lovelace", "Karl Berg")),
        ({"@type": "Person", "name": "Lovelace, Ada; Berg, Karl"}, ("Ada Lovelace", "Karl Berg")),
        ({"@type": "Person", "name": "Ada\nLovelace"}, ("Ada Lovelace",)),
        ("LOVELACE, Ada and BERG, Karl", ("Ada LOVELACE", "Karl BERG")),
        ("Martin, Paul und Jones, Maria", ("Paul Martin", "Maria Jones")),
        ("Ada Lovelace, Karl Berg and Paul Martin", ("Ada Lovelace", "Karl Berg", "Paul Martin")),
        ("Reuters, AFP and dpa", ("Reuters", "AFP", "dpa")),
        ({"@type": "Person", "givenName": "Ada", "familyName": "Lovelace"}, ("Ada Lovelace",)),
        ({"@type": "Person", "name": "", "givenName": " ", "familyName": "Ada Lovelace"}, ("Ada Lovelace",)),
        ({"0": ADA, "id": 1}, ()),
        ([{}, {"@type": "Person"}, None, ADA], ("Ada Lovelace",)),
        ({"@type": "Role", "roleName": "Reporter", "author": ADA}, ("Ada Lovelace",)),
        (
            {"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": one} for one in (ADA, KARL)]},
            ("Ada Lovelace", "Karl Berg"),
        ),
        (json.dumps(ADA), ("Ada Lovelace",)),
        (json.dumps([ADA, KARL]), ("Ada Lovelace", "Karl Berg")),
        (json.dumps(["Ada Lovelace", "Karl Berg"]), ("Ada Lovelace", "Karl Berg")),
        ({"@type": "Person", "name": "dpa/AFP"}, ("dpa", "AFP")),
        ({"@type": "Person", "name": "Ada Lovelace/dpa"}, ("Ada Lovelace",)),
    ],
)
def test_forms_of_authors_in_json_ld(author: object, authors: tuple[str, ...]) -> None:
    assert of(ld(headline=HEADLINE, author=author)).authors == authors


def test_an_author_in_authors_without_end_is_nobody() -> None:
    author: object = ADA
    for _ in range(2_000):
        author = {"@type": "Role", "author": author}
    assert list(_people(author)) == []
    assert list(_people({"@type": "Role", "author": [{"author": ADA}]})) == [("Ada Lovelace", "person", None)]


def test_authors_under_a_name_of_their_own() -> None:
    assert of(ld(headline=HEADLINE, authors=[ADA, KARL])).authors == ("Ada Lovelace", "Karl Berg")


@pytest.mark.parametrize(
    "account",
    [
        "author12",
        "herald_admin",
        "admin-ng",
        "user_3",
        "Feed Importer",
        "Default Author",
        "developer",
        "\ufe70\ufe70 \ufe70\ufe70",
    ],
)
def test_accounts_are_nobody(account: str) -> None:
    assert of(ld(headline=HEADLINE, author={"@type": "Person", "name": account})).authors == ()


def test_who_edited_a_text_is_not_who_wrote_it_whatever_is_stated() -> None:
    stated = ld(headline=HEADLINE, author={"@type": "Person", "name": "Karen Moore"})
    behind = (
        f"<aside><ol><li><a href=/1>Storm leaves towns dark</a> <span>Karen Moore</span></li></ol></aside>{TEASERS}"
    )
    top = "<p>By Ada Lovelace</p><p>Edited by Karen Moore</p>"
    assert of(stated, top, behind=behind + CROWD).authors == ("Ada Lovelace",)
