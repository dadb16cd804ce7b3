"""Short forms of names, and accounts, beside whole names: pages written for these tests."""

from __future__ import annotations

import json

import pytest

from broadsheet.metadata.written.short_forms import is_short_for, spelt_out
from tests.metadata.test_as_shown import ld, of

FULL = "Ada Lovelace"
SHORT = ["Ada", "Lovelace", "lovelace", "A. Lovelace", "Ada L.", "Dr Lovelace", "alovelace", "adal", "lovelacea"]
SHOWN = [
    "<p class=byline>By {}</p>",
    "<p>By {}</p>",
    "<p>By <a rel=author href=/author/a>{}</a></p>",
    "<p><a href=/author/a>{}</a></p>",
]


def person(name: str) -> str:
    return ld(author={"@type": "Person", "name": name})


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("short", SHORT)
@pytest.mark.parametrize("head", [person, "<meta name=author content='{}'>".format])
def test_the_whole_name_is_given_whichever_of_two_is_stated(head: object, short: str, shown: str) -> None:
    assert callable(head)
    assert of(head(FULL), shown.format(short)).authors == (FULL,)
    assert of(head(short), shown.format(FULL)).authors == (FULL,)


@pytest.mark.parametrize("account", ["alovelace", "ada.lovelace", "adalovelace", "lovelace"])
def test_another_object_says_whose_account_it_is(account: str) -> None:
    other = json.dumps({"@type": "Person", "name": FULL, "url": "https://www.northgate.example/author/ada"})
    head = f"{person(account)}<script type='application/ld+json'>{other}</script>"
    assert of(head).authors == (FULL,)
    assert of(f"{person('Tom')}<script type='application/ld+json'>{other}</script>").authors == ("Tom",)


def test_a_short_form_shows_who_of_several_wrote() -> None:
    head = ld(author=[{"@type": "Person", "name": name} for name in (FULL, "Tom Hale")])
    assert of(head, "<p class=byline>By Ada and Tom</p>").authors == (FULL, "Tom Hale")


def test_a_name_of_which_three_forms_are_named_is_the_longest() -> None:
    head = f"{person('Ada L.')}<meta name=author content='{FULL}'>"
    assert of(head, "<p class=byline>By Ada</p>").authors == (FULL,)


def test_a_form_of_two_names_or_of_one_beside_it_is_a_name() -> None:
    two = ld(author=[{"@type": "Person", "name": name} for name in (FULL, "Ada Byron")])
    assert set(of(two).authors) == {FULL, "Ada Byron"}
    assert of(person("Ada"), "<p>By Ada and Ada Lovelace</p>").authors != (FULL,)


@pytest.mark.parametrize("line", ["Marie Blog", "Marie And Friends", "More About Marie", "Marie News"])
def test_what_only_holds_a_name_is_no_whole_name(line: str) -> None:
    assert of("<meta name=author content=Marie>", f"<p class=author>{line}</p>").authors == ("Marie",)


def test_an_account_of_known_names_is_spelt_out() -> None:
    assert of(person("anna-martin")).authors == ("Anna Martin",)
    assert of(person("anna.m.martin")).authors == ("Anna M. Martin",)
    assert of(person("randfish")).authors == ("randfish",)


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("J.K. Rowling", "Joanne Rowling"),
        ("K.-H. Groß", "Karl-Heinz Groß"),
        ("karl-heinz", "Karl-Heinz Berg"),
        ("Anna M.", "Anna Müller"),
        ("amueller", "Anna Müller"),
        ("jvanderberg", "Jan van der Berg"),
        ("jgarcia", "José García Lorca"),
        ("tobrien2", "Tom O'Brien"),
        ("О. Коваль", "Олена Коваль"),
        ("Коваль О.", "Олена Коваль"),
        ("Ms. Lovelace", "Ada Lovelace"),
    ],
)
def test_short_forms(short: str, whole: str) -> None:
    assert is_short_for(short, whole)
    assert not is_short_for(whole, short)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Li Wei", "Lina Wei"),
        ("Al Gore", "Albert Gore"),
        ("Ed Lovelace", "Ada Lovelace"),
        ("Ada Berg", "Ada van der Berg"),
        ("B. Lovelace", "Ada Lovelace"),
        ("al", "Ada Lovelace"),
        ("李明", "李明 王芳"),
        ("Ada", "Ada"),
        ("1", "Ada Lovelace"),
    ],
)
def test_names_of_two_people(name: str, other: str) -> None:
    assert not is_short_for(name, other)


@pytest.mark.parametrize("account", ["site-editor", "marie", "Anna-Martin", "anna-martin-x9", "brandon-peaktwo"])
def test_accounts_that_are_no_names(account: str) -> None:
    assert spelt_out(account) == account
