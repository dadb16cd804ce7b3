from __future__ import annotations

import gzip
import secrets
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from broadsheet.crawl.sources import Record
from broadsheet.crawl.sources.addresses import read_addresses
from broadsheet.crawl.sources.fetching import fetch_all
from broadsheet.crawl.sources.http import Fetcher
from broadsheet.crawl.sources.http_cache import HttpCache
from broadsheet.crawl.sources.options import FetchOptions, Kind, Politeness
from broadsheet.crawl.sources.record import Entry
from broadsheet.crawl.sources.robots import Visited
from broadsheet.crawl.sources.units import Unit, read_unit
from broadsheet.errors import FetchFailed, NotHTML, PageTooLarge, SourceUnreadable
from tests.crawl.sources.loopback import PAGE, Exchange, Loopback, answer, redirect

QUICK = Politeness(delay=0.0, retry_wait=0.01)
NO_ROBOTS = Politeness(delay=0.0, retry_wait=0.01, robots=False)


def fetched(*urls: str, politeness: Politeness = QUICK, cache: HttpCache | None = None) -> list[Entry]:
    found = fetch_all(urls, politeness=politeness, options=FetchOptions(total=10, max_bytes=1 << 20), cache=cache)
    return sorted(found, key=lambda entry: entry.number)


def asked(site: Loopback) -> list[str]:
    return [target for target, _ in site.requests]


def test_every_address_is_an_entry(site: Loopback) -> None:
    site.routes |= {"/1": answer(PAGE), "/2": answer(b"%PDF", type_="application/pdf")}
    site.routes["/4"] = answer(b"", Content_Length="2000000")
    one, two, three, four, five = fetched(*map(site.url, ("/1", "/2", "/3", "/4")), "no address")
    assert one.record is not None
    assert (one.record.data, one.url, one.record.status) == (PAGE.encode(), site.url("/1"), 200)
    assert one.record.fetched is not None
    assert (type(two.error), type(four.error)) == (NotHTML, PageTooLarge)
    assert isinstance(three.error, FetchFailed)
    assert (three.error.status, three.url) == (404, site.url("/3"))
    assert "not a valid URL" in str(five.error)
    with pytest.raises(TypeError, match="takes several URLs"):
        next(fetch_all(site.url("/1")))


def test_robots_txt_is_fetched_once_and_obeyed(site: Loopback) -> None:
    site.routes |= {
        "/robots.txt": answer("User-agent: *\nDisallow: /private\nAllow: /private/open", type_="text/plain"),
        "/1": answer(PAGE),
        "/private/2": answer(PAGE),
        "/private/open/3": answer(PAGE),
        "/4": redirect("/private/2"),
    }
    one, two, three, four = fetched(*map(site.url, ("/1", "/private/2", "/private/open/3", "/4")))
    assert one.record is not None
    assert three.record is not None
    for refused in (two, four):
        assert "robots.txt does not allow" in str(refused.error)
    assert asked(site) == ["/robots.txt", "/1", "/private/open/3", "/4"]


@pytest.mark.parametrize(
    ("robots", "refusal"),
    [
        (answer("wrong", status="400 Bad Request"), None),
        (answer("forbidden", status="403 Forbidden"), None),
        (answer("", status="500 Oops"), "could not be read (HTTP status 500, Internal Server Error)"),
        (answer("", status="429 Too Many Requests"), "could not be read (HTTP status 429, Too Many Requests)"),
        (answer("User-agent: *\nCrawl-delay: 86400", type_="text/plain"), "asks for 86400 s between requests"),
        (answer("User-agent: *\nRequest-rate: 1/" + "9" * 400 + "s", type_="text/plain"), None),
        (answer("\x00\xff\xfe<html>not found</html>".encode("latin-1"), type_="text/html"), None),
    ],
)
def test_a_missing_or_broken_robots_txt(site: Loopback, robots: bytes, refusal: str | None) -> None:
    site.routes |= {"/robots.txt": robots, "/1": answer(PAGE)}
    (entry,) = fetched(site.url("/1"))
    assert (refusal or "") in str(entry.error)
    assert (entry.record is not None) is ("/1" in asked(site)) is (refusal is None)


def test_many_rules_for_many_crawlers_take_linear_time(site: Loopback) -> None:
    lines = [*(f"User-agent: {number}" for number in range(3000)), *(f"Allow: /{number}" for number in range(3000))]
    lines += ["useragent Broad*  # this one", "Allow: /2", "User agent policy: none", "Disallow: /1"]
    lines += ["User-agent: *", "Allow: /1"]
    site.routes["/robots.txt"] = answer("\n".join(lines), type_="text/plain")
    begun = time.process_time()
    (entry,) = fetched(site.url("/1"))
    assert "robots.txt does not allow" in str(entry.error)
    assert time.process_time() - begun < 4


def test_a_robots_txt_that_fails_for_a_moment_is_read_again(site: Loopback) -> None:
    def recover(exchange: Exchange) -> None:
        exchange.send(answer(status="404 Not Found" if len(site.requests) > 2 else "503 Service Unavailable"))

    site.routes |= {"/robots.txt": recover, "/1": answer(PAGE)}
    assert fetched(site.url("/1"))[0].record is not None


def test_an_unexpected_error_fails_its_url_alone(site: Loopback, monkeypatch: pytest.MonkeyPatch) -> None:
    site.routes |= {"/1": answer(PAGE), "/2": answer(PAGE)}
    fetch = Fetcher.fetch

    def failing(self: Fetcher, url: str, **named: Any) -> Any:
        if url.endswith("/1"):
            raise OverflowError("too large")
        return fetch(self, url, **named)

    monkeypatch.setattr(Fetcher, "fetch", failing)
    one, two = sorted(fetched(site.url("/1"), site.url("/2"), politeness=NO_ROBOTS), key=lambda entry: entry.number)
    assert "OverflowError: too large" in str(one.error)
    assert two.record is not None


class Clock:
    """Records the pauses between requests, from the end of one to the beginning of the next."""

    def __init__(self, lasts: float = 0.0) -> None:
        self.lasts = lasts
        self.pauses: list[float] = []
        self.ended: float | None = None

    def __call__(self, exchange: Exchange) -> None:
        if self.ended is not None:
            self.pauses.append(time.monotonic() - self.ended)
        self.ended = time.monotonic() + self.lasts
        time.sleep(self.lasts)
        exchange.send(answer(PAGE))


def test_the_delay_between_requests_to_a_host(site: Loopback) -> None:
    clock = Clock(lasts=0.05)
    site.routes |= {f"/{n}": clock for n in range(4)}
    entries = fetched(*(site.url(f"/{n}") for n in range(4)), politeness=Politeness(delay=0.2, robots=False))
    assert all(entry.record for entry in entries)
    assert min(clock.pauses) >= 0.19


def test_the_crawl_delay_of_robots_txt_is_obeyed(site: Loopback) -> None:
    clock = Clock()
    site.routes |= {f"/{n}": clock for n in range(3)}
    site.routes["/robots.txt"] = answer("User-agent: *\nCrawl-delay: 0.3", type_="text/plain")
    fetched(*(site.url(f"/{n}") for n in range(3)))
    assert min(clock.pauses) >= 0.29


def test_retries_honour_retry_after(site: Loopback) -> None:
    times: list[float] = []

    def route(exchange: Exchange) -> None:
        times.append(time.monotonic())
        exchange.send(answer(PAGE) if len(times) > 1 else answer(status="503 Service Unavailable", Retry_After="1"))

    site.routes["/1"] = route
    (entry,) = fetched(site.url("/1"), politeness=NO_ROBOTS)
    assert entry.record is not None
    assert times[1] - times[0] >= 0.95


def test_retries_are_bounded(site: Loopback) -> None:
    site.routes["/1"] = answer(status="503 Service Unavailable")
    (entry,) = fetched(site.url("/1"), politeness=NO_ROBOTS)
    assert (getattr(entry.error, "status", None), len(site.requests)) == (503, 3)


def test_a_server_with_a_long_retry_after_is_given_up(site: Loopback) -> None:
    site.routes["/1"] = answer(status="429 Too Many Requests", Retry_After="86400")
    site.routes["/2"] = answer(PAGE)
    visited = Visited(politeness=NO_ROBOTS)
    one, two = (next(iter(fetch_all([site.url(path)], visited=visited))) for path in ("/1", "/2"))
    assert "86400" in str(one.error)
    assert "asks to wait" in str(two.error)
    assert asked(site) == ["/1"]


def test_an_unreachable_host_is_given_up() -> None:
    with Loopback() as gone:
        base = gone.url("")
    politeness = Politeness(delay=0.0, retry_wait=0.0, retries=0, failures=3, robots=False)
    entries = fetched(*(f"{base}/{n}" for n in range(6)), politeness=politeness)
    assert ["given up" in str(entry.error) for entry in entries] == [False] * 3 + [True] * 3


def test_a_host_is_not_given_up_for_bad_redirects_and_two_broken_pages(site: Loopback) -> None:
    site.routes |= {"/0": redirect("/0"), "/1": redirect("ftp://a.example/"), "/2": redirect("http://a.invalid/")}
    site.routes |= dict.fromkeys(("/3", "/4"), lambda exchange: exchange.send(answer(PAGE)[:-9]))
    site.routes["/5"] = answer(PAGE)
    politeness = Politeness(delay=0.0, retries=2, retry_wait=0.01, failures=3, robots=False)
    assert fetched(*(site.url(f"/{n}") for n in range(6)), politeness=politeness)[5].record is not None


def test_pages_of_an_interrupted_run_are_not_fetched_again(site: Loopback, tmp_path: Path) -> None:
    site.routes["/1"] = answer(PAGE)
    unit = Unit(kind=Kind.ADDRESSES, source="list", size=0, names=(site.url("/1"),))
    for _ in range(2):
        (entry,) = read_unit(unit, visited=Visited(pages=tmp_path / "pages.db"))
        assert (entry.url, entry.record is None) == (site.url("/1"), False)
    assert asked(site) == ["/robots.txt", "/1"]


def test_unchanged_pages_come_from_the_cache(site: Loopback, tmp_path: Path) -> None:
    def route(exchange: Exchange) -> None:
        if exchange.fields.get("if-none-match") == '"7"':
            exchange.send(b"HTTP/1.1 304 Not Modified\r\nContent-Length: 0\r\n\r\n")
        else:
            exchange.send(answer(PAGE, ETag='"7"', Last_Modified="Fri, 06 Mar 2026 06:30:00 GMT"))

    site.routes["/1"] = route
    site.routes["/2"] = answer(PAGE, ETag='"8"', Cache_Control="private, no-store")
    site.routes["/3"] = answer(PAGE)
    urls = [site.url(f"/{n}") for n in (1, 2, 3)]
    with HttpCache(tmp_path / "cache.db") as cache:
        first = fetched(*urls, politeness=NO_ROBOTS, cache=cache)
    with HttpCache(tmp_path / "cache.db") as cache:
        second = fetched(*urls, politeness=NO_ROBOTS, cache=cache)
    for before, after in zip(first, second, strict=True):
        assert before.record is not None
        assert after.record is not None
        assert before.record.data == after.record.data
        assert before.record.headers == after.record.headers or after.number
    again = site.requests[3:]
    assert [fields.get("if-none-match") for _, fields in again] == ['"7"', None, None]
    assert again[0][1]["if-modified-since"] == "Fri, 06 Mar 2026 06:30:00 GMT"


def test_the_cache_is_bounded(tmp_path: Path) -> None:
    with HttpCache(tmp_path / "cache.db", max_bytes=150_000) as cache:
        for number in range(400):
            data = secrets.token_bytes(1000)
            cache.keep(f"http://a.example/{number}", Record(data=data, headers=(("etag", '"1"'),)))
        assert cache.recall("http://a.example/0") is None
        assert cache.recall("http://a.example/399").data == data  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "damage",
    [
        "body = x'0011'",
        "about = '{half'",
        "about = '[]'",
        "about = '{}'",
        """about = '{"headers": [], "colour": "red"}'""",
    ],
)
def test_a_damaged_cache_entry_is_a_miss(tmp_path: Path, damage: str) -> None:
    record = Record(data=PAGE.encode(), headers=(("etag", '"1"'),))
    with HttpCache(tmp_path / "cache.db") as cache:
        cache.keep("http://a.example/1", record)
        assert cache.recall("http://a.example/1") == record
    with closing(sqlite3.connect(tmp_path / "cache.db")) as database, database:
        database.execute(f"UPDATE answers SET {damage}")  # noqa: S608
    with HttpCache(tmp_path / "cache.db") as cache:
        assert cache.recall("http://a.example/1") is None


def test_other_files_are_no_cache_and_stay_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("This is a letter and no database. " * 40)
    with closing(sqlite3.connect(tmp_path / "other")) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    for name, words in (("letter", "file is not a database"), ("other", "another database, not a cache of pages")):
        before = (tmp_path / name).read_bytes()
        with pytest.raises(SourceUnreadable, match=words):
            HttpCache(tmp_path / name)
        assert (tmp_path / name).read_bytes() == before


def test_a_broken_cache_does_not_stop_a_fetch(site: Loopback, tmp_path: Path) -> None:
    site.routes["/1"] = answer(PAGE, ETag='"7"')
    cache = HttpCache(tmp_path / "cache.db")
    cache.close()
    (entry,) = fetched(site.url("/1"), politeness=NO_ROBOTS, cache=cache)
    assert entry.record.data == PAGE.encode()  # type: ignore[union-attr]


def test_an_abandoned_fetch_ends_at_once(site: Loopback) -> None:
    def slow(exchange: Exchange) -> None:
        exchange.drip([b"HTTP/1.1 200 OK\r\n"] + [b"X: y\r\n"] * 200, 0.1)

    site.routes |= {"/1": answer(PAGE), "/2": slow}
    found = fetch_all([site.url("/1"), site.url("/2")], politeness=NO_ROBOTS)
    assert next(found).number == 0
    begun = time.monotonic()
    found.close()  # type: ignore[attr-defined]
    assert time.monotonic() - begun < 4
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("fetch-")]


def sitemap(*urls: str) -> str:
    return "<urlset>" + "".join(f"<url><loc>{url}</loc></url>" for url in urls) + "</urlset>"


def test_sitemaps_of_a_site(site: Loopback) -> None:
    lists = (*map(site.url, ("/a.xml.gz", "/gone.xml", "/b.xml")), "file:///etc/passwd")
    index = "".join(f"<sitemap><loc>{one}</loc></sitemap>" for one in lists)
    answers = iter([answer(status="503 Service Unavailable"), answer("Sitemap: /index.xml", type_="text/plain")])
    site.routes |= {
        "/robots.txt": lambda exchange: exchange.send(next(answers)),
        "/index.xml": answer(f"<sitemapindex>{index}</sitemapindex>", type_="application/xml"),
        "/a.xml.gz": answer(gzip.compress(sitemap(site.url("/1")).encode()), type_="application/x-gzip"),
        "/b.xml": answer(sitemap(site.url("/2"), site.url("/3")), type_="text/xml"),
    }
    told: list[str] = []
    found = list(read_addresses(site.url(""), visited=Visited(politeness=QUICK), told=told.append))
    assert [address.url for address in found] == [site.url(f"/{n}") for n in (1, 2, 3)]
    skipped, gone = told
    assert skipped == f"{site.url('/index.xml')}: entries skipped: 1 without an http or https URL"
    assert gone == f"could not fetch {site.url('/gone.xml')}: HTTP status 404, Not Found"
    del site.routes["/robots.txt"]
    site.routes["/sitemap.xml"] = site.routes["/b.xml"]
    assert len(list(read_addresses(site.url(""), visited=Visited(politeness=QUICK)))) == 2


def test_indexes_that_contain_themselves_or_are_nested_without_end(site: Loopback) -> None:
    def index_of(path: str) -> bytes:
        inner = f"<sitemap><loc>{site.url(path)}</loc></sitemap>"
        return answer(f"<sitemapindex>{inner}</sitemapindex>", type_="application/xml")

    site.routes["/loop"] = index_of("/loop")
    assert list(read_addresses(site.url("/loop"), visited=Visited(politeness=QUICK))) == []
    assert asked(site).count("/loop") == 1
    site.requests.clear()
    site.routes |= {f"/{n}": index_of(f"/{n + 1}") for n in range(1, 20)}
    told: list[str] = []
    assert list(read_addresses(site.url("/1"), visited=Visited(politeness=QUICK), told=told.append)) == []
    assert len(site.requests) == 5
    assert "too deep" in told[0]


def test_lists_and_pages_before_a_day_are_skipped(site: Loopback) -> None:
    changed = {"a": "2026-03-05T23:59:59Z", "b": "2026-03-06", "c": "2026-02", "d": "2026-03", "e": "2026", "f": "2025"}
    index = "".join(
        f"<sitemap><loc>{site.url(f'/{name}')}</loc><lastmod>{when}</lastmod></sitemap>"
        for name, when in changed.items()
    )
    index += f"<sitemap><loc>{site.url('/g')}</loc></sitemap>"
    site.routes["/index.xml"] = answer(f"<sitemapindex>{index}</sitemapindex>", type_="application/xml")
    for name in (*changed, "g"):
        url = f"<url><loc>https://a.example/{name}</loc><lastmod>{changed.get(name, '2026-03-06')}</lastmod></url>"
        site.routes[f"/{name}"] = answer(f"<urlset>{url}</urlset>", type_="application/xml")
    found = read_addresses(site.url("/index.xml"), visited=Visited(politeness=QUICK), since="2026-03-06")
    assert [address.url[-1] for address in found] == ["b", "d", "e", "g"]
    asked = {path[1:] for path, _ in site.requests}
    assert asked & {*changed, "g"} == {"b", "d", "e", "g"}


def test_relative_urls_in_a_feed(site: Loopback) -> None:
    feed = "<rss><channel><item><link>/1</link><pubDate>6 Mar 2026 06:30:00 +0100</pubDate></item></channel></rss>"
    site.routes["/feed"] = answer(feed, type_="application/rss+xml")
    (address,) = read_addresses(site.url("/feed"), visited=Visited(politeness=QUICK))
    assert (address.url, address.published) == (site.url("/1"), "2026-03-06T06:30:00+01:00")
