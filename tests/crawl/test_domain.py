from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.crawl.domain import registered_domain


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.courier.example/ferry?x=//y", "courier.example"),
        ("http://news.bbc.co.uk/2/hi", "bbc.co.uk"),
        ("https://WWW.News.com.AU:8080/", "news.com.au"),
        ("http://co.uk/", "co.uk"),
        ("http://user@courier.example./", "courier.example"),
        ("www.courier.example", "courier.example"),
        ("http://localhost/", "localhost"),
        ("http://192.0.2.7:80/", "192.0.2.7"),
        ("http://[2001:db8::1]/", "2001:db8::1"),
        ("http://[broken/", None),
        ("mailto:a@b", "b"),
        ("https://www.bücher.example/a", "xn--bcher-kva.example"),
        ("https://www.xn--bcher-kva.example/a", "xn--bcher-kva.example"),
        ("BÜCHER.example", "xn--bcher-kva.example"),
        ("bu\u0308cher.example", "xn--bcher-kva.example"),
        ("http://straße.example/", "xn--strae-oqa.example"),
        ("http://新聞。例え/", "xn--efvv70d.xn--r8jz45g"),
        ("http://ｃｏｕｒｉｅｒ.example/", "courier.example"),
        ("http:///path", None),
        ("http://./", None),
        ("http://ex\udc80.example/", None),
        (f"http://{'b' * 245}.example/", f"{'b' * 245}.example"),
        (f"http://{'é' * 250}.example/", None),
        ("", None),
        (None, None),
    ],
)
def test_a_site_is_the_end_of_a_host(url: str | None, site: str | None) -> None:
    assert registered_domain(url) == site


@given(st.lists(st.text("abco", min_size=1, max_size=5), min_size=1, max_size=5).map(".".join))
def test_a_site_is_its_own_site(host: str) -> None:
    site = registered_domain(f"http://{host}/")
    assert site is not None
    assert host.endswith(site)
    assert registered_domain(f"http://{site}/") == site
