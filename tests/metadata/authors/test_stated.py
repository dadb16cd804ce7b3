"""Authors as JSON-LD and ``meta`` elements state them in many forms: pages written for these tests."""

from __future__ import annotations

import json

import pytest

import broadsheet
from broadsheet.metadata.authors.sources import _people
from tests.metadata.pages import ld
from tests.metadata.test_as_shown import ADDRESS, CROWD, HEADLINE, TEASERS, of, page

ADA = {"@type": "Person", "name": "Ada Lovelace"}
KARL = {"@type": "Person", "name": "Karl Berg"}


@pytest.mark.parametrize(
    ("author", "authors"),
    [
        ([ADA, KARL], ("Ada Lovelace", "Karl Berg")),
        (
            [{"name": "Ada Lovelace"}, {"name": ["Karl Berg", "Paul Martin"]}],
            ("Ada Lovelace", "Karl Berg", "Paul Martin"),
        ),
        ([{"@type": "Organization", "name": "Agency"}, {"@type": "Person", "name": "Ada"}], ("Agency", "Ada")),
        ("By Ada Lovelace and Karl Berg", ("Ada Lovelace", "Karl Berg")),
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
        ({"0": ADA, "2": ADA}, ("Ada Lovelace",)),
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


def test_endlessly_nested_authors_are_ignored() -> None:
    author: object = ADA
    for _ in range(2_000):
        author = {"@type": "Role", "author": author}
    assert list(_people(author)) == []
    assert list(_people({"@type": "Role", "author": [{"author": ADA}]})) == [("Ada Lovelace", "person", None)]


def test_the_member_authors() -> None:
    assert of(ld(headline=HEADLINE, authors=[ADA, KARL])).authors == ("Ada Lovelace", "Karl Berg")


@pytest.mark.parametrize(
    "account",
    [
        "author12",
        "herald_admin",
        "admin-ng",
        "user_3",
        "Feed Importer",
        "User Admin",
        "Test User",
        "Default Author",
        "developer",
        "\ufe70\ufe70 \ufe70\ufe70",
    ],
)
def test_accounts_are_no_authors(account: str) -> None:
    assert of(ld(headline=HEADLINE, author={"@type": "Person", "name": account})).authors == ()


def test_a_stated_person_whom_the_page_shows_as_editor_is_no_author() -> None:
    stated = ld(headline=HEADLINE, author={"@type": "Person", "name": "Karen Moore"})
    behind = (
        f"<aside><ol><li><a href=/1>Storm leaves towns dark</a> <span>Karen Moore</span></li></ol></aside>{TEASERS}"
    )
    top = "<p>By Ada Lovelace</p><p>Edited by Karen Moore</p>"
    assert of(stated, top, behind=behind + CROWD).authors == ("Ada Lovelace",)


@pytest.mark.parametrize(
    ("stated", "author"),
    [("Jones, Maria", "Maria Jones"), ("Lovelace, Ada", "Ada Lovelace"), ("Jones, Maria B.", "Maria B. Jones")],
)
def test_family_name_first_with_a_comma(stated: str, author: str) -> None:
    assert of(ld(author={"@type": "Person", "name": stated})).authors == (author,)
    assert of(f"<meta name=author content='{stated}'>").authors == (author,)


def test_two_agencies_are_not_a_family_and_a_given_name() -> None:
    assert of(ld(author="Reuters, AFP")).authors[0] == "Reuters"


@pytest.mark.parametrize("label", ["Written by", "Napisane przez", "Skriven av", "Écrit par", "글쓴이"])
def test_authors_in_twitter_labels(label: str) -> None:
    head = f"<meta name=twitter:label1 content='{label}'><meta name=twitter:data1 content='Ada Lovelace'>"
    assert of(head).authors == ("Ada Lovelace",)


@pytest.mark.parametrize("name", ["mrf:authors", "content.author", "dc:creator", "article_author", "nydn_byline"])
def test_names_of_meta_elements_that_state_authors(name: str) -> None:
    assert of(f"<meta property={name} content='Ada Lovelace'>").authors == ("Ada Lovelace",)


@pytest.mark.parametrize("name", ["smartbanner:author", "fediverse:creator", "author_bio"])
def test_meta_elements_that_name_no_author(name: str) -> None:
    assert of(f"<meta property={name} content='Ada Lovelace'>").authors == ()


@pytest.mark.parametrize(
    ("item", "authors"),
    [
        ("<div itemprop=author itemscope itemtype='https://schema.org/Person'>"
         "<meta itemprop=name content='Ada Lovelace'></div>",
         ("Ada Lovelace",)),
        ("<div itemprop=comment itemscope itemtype='https://schema.org/Comment'><span itemprop=author itemscope "
         "itemtype='https://schema.org/Person'><b itemprop=name>Brian Fletcher</b></span></div>", ()),
    ],
)  # fmt: skip
def test_authors_in_microdata(item: str, authors: tuple[str, ...]) -> None:
    html = page(behind=item).replace("<main>", "<main itemscope itemtype='https://schema.org/NewsArticle'>")
    assert broadsheet.extract(html, url=ADDRESS).authors == authors


def test_names_that_differ_in_chinese_characters_alone_are_two() -> None:
    names = ["王小明 Wei", "李大华 Wei"]
    assert of(ld(author=[{"@type": "Person", "name": name} for name in names])).authors == tuple(names)
