"""What menus and buttons say is nobody: words and pages written for these tests."""

from __future__ import annotations

import pytest

from broadsheet import extract
from broadsheet.metadata.written.controls import is_control
from broadsheet.metadata.written.names import split_names

PARAGRAPH = (
    "<p>The old bridge across the river was opened on Tuesday after two years of work on its piers, and the first "
    "carts went over it before noon, while the band of the fire brigade played on the bank.</p>"
)


@pytest.mark.parametrize(
    "said",
    ["Log in", "MY ACCOUNT", "View all", "Schließen", "Se connecter", "Ver biografía", "Leia mais", "Läs mer", "Szukaj",
     "Войти", "Giriş yap", "تسجيل الدخول", "ログイン", "查看更多", "회원가입", "Đăng nhập", "เข้าสู่ระบบ"],
)  # fmt: skip
def test_what_menus_and_buttons_say_is_no_name(said: str) -> None:
    assert is_control(said)
    assert split_names(said) == []


@pytest.mark.parametrize("name", ["Ada Lovelace", "Ara", "Del Shannon", "Cari Beauchamp", "Mark Share", "Иван Поиск"])
def test_names_are_none(name: str) -> None:
    assert not is_control(name)


def test_a_byline_that_holds_a_button_names_whoever_is_beside_it() -> None:
    page = (
        "<title>The bridge is open</title><h1>The bridge is open again</h1>"
        "<div class=byline><a href=/login>Iniciar sesión</a></div>"
        "<div class=author-box><a class=author href=/autor/ada>Ada Lovelace</a> <button>Ver biografía</button></div>"
    )
    assert extract(page + PARAGRAPH * 4, with_verdict=False).authors == ("Ada Lovelace",)
