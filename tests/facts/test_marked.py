"""Properties that elements of the body state."""

from __future__ import annotations

from broadsheet.facts import Facts
from broadsheet.page import read_page


def test_one_element_states_a_few_properties() -> None:
    page = read_page("<p>Words of the page.</p><b itemprop='author creator'>Jane Doe</b>")
    assert [(one.name, one.value) for one in Facts(page).structured.marked] == [
        ("author", "Jane Doe"),
        ("creator", "Jane Doe"),
    ]


def test_thousands_of_properties_of_one_element_are_not_all_read() -> None:
    page = read_page("<p itemprop='" + "a " * 5_000 + "'>word</p>")
    assert 0 < len(Facts(page).structured.marked) <= 20
