from __future__ import annotations

import datetime as dt
import multiprocessing
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path

import pytest

from broadsheet.crawl.sites import Learner, SiteProfile, SiteStore, StoreUnreadable
from broadsheet.crawl.sites.profile import Entry
from broadsheet.errors import OutputUnwritable
from broadsheet.page import read_page
from tests.crawl.sites.newspapers import html, page


def of(site: str, pages: int, period: str = "2026-03", texts: int = 3) -> SiteProfile:
    return SiteProfile(
        site=site, period=period, pages=pages, texts={key: Entry(pages, (key, pages + 100)) for key in range(texts)}
    )


def write(path: str, number: int, rounds: int) -> None:
    with SiteStore(path) as store:
        for at in range(rounds):
            courier = of("courier.example", 1)
            courier.texts = {7: Entry(1, (100 * number + at,)), 1000 * number + at: Entry(1, (at,))}
            store.add([courier, SiteProfile(site=f"{at % 3}.example", pages=1)])


def test_a_learner_writes_its_counts_also_after_an_error(tmp_path: Path) -> None:
    def interrupted(learner: Learner) -> None:
        assert learner.learn(page(1))
        assert not learner.learn(read_page(html(2)))
        raise KeyboardInterrupt

    with SiteStore(tmp_path / "sites.db") as store:
        with pytest.raises(KeyboardInterrupt), Learner(store) as learner:
            interrupted(learner)
        assert [one.pages for one in store.listed()] == [1]


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=write, args=(str(path), number, 12)) for number in range(1, 5)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(60)
    assert [writer.exitcode for writer in writers] == [0] * 4
    with SiteStore(path, read_only=True) as store:
        (profile,) = store.profiles("courier.example")
        assert profile.pages == 48
        assert profile.texts[7].pages == 48
        assert profile.texts[7].articles == (100, 101, 102, 103)
        assert len(profile.texts) == 49
        assert {one.site: one.pages for one in store.listed()} == {
            "courier.example": 48,
            **{f"{at}.example": 16 for at in range(3)},
        }


def test_the_nearest_months_are_evidence(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store:
        store.add([of("a.example", 30, month) for month in ("2024-01", "2026-01", "2026-02", "2026-03", "undated")])
        for day in (dt.date(2026, 2, 14), None):
            assert store.evidence("a.example", day).pages == 60  # type: ignore[union-attr]
        assert store.evidence("a.example", dt.date.min) is not None
        assert store.evidence("b.example") is None
        assert store.evidence(None) is None
        # A change clears the cache.
        store.add([of("a.example", 100, "2026-03")])
        assert store.evidence("a.example").pages == 130  # type: ignore[union-attr]


def test_a_read_only_folder_can_be_read(
    open_folder: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    (open_folder / "closed").mkdir()
    path = open_folder / "closed" / "sites.db"
    with SiteStore(path) as store:
        store.add([of("a.example", 2)])
    path.chmod(0o444)
    path.parent.chmod(0o555)
    before = path.read_bytes()
    with unprivileged(), SiteStore(path, read_only=True) as reader:
        assert [listed.site for listed in reader.listed()] == ["a.example"]
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["sites.db"]


def test_other_databases_are_refused(tmp_path: Path) -> None:
    other, later = tmp_path / "other.db", tmp_path / "later.db"
    SiteStore(later).close()
    for path, statement in ((other, "CREATE TABLE recipes (name TEXT)"), (later, "PRAGMA user_version = 99")):
        with closing(sqlite3.connect(path)) as database, database:
            database.execute(statement)
    before = other.read_bytes()
    with pytest.raises(StoreUnreadable, match="another database"):
        SiteStore(other)
    assert other.read_bytes() == before
    with pytest.raises(StoreUnreadable, match="its version is 99, this program reads"):
        SiteStore(later)


@pytest.mark.parametrize("named", [True, False])
def test_a_full_disk_leaves_all_as_it_was(tmp_path: Path, named: bool) -> None:
    with SiteStore(tmp_path / "sites.db" if named else None) as store:
        store.add([of("a.example", 1)])
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OutputUnwritable, match=r"(sites\.db|a temporary file): database or disk is full"):
            store.add([of("a.example", 1), of("b.example", 1, texts=20_000)])
        assert [tuple(one) for one in store.listed()] == [("a.example", "2026-03", 1)]


def test_a_store_is_added_to_another_atomically(tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    with SiteStore(path) as store, SiteStore(None) as other:
        assert not store.written
        store.add([of("a.example", 2), of("c.example", 5)])
        other.add([of("a.example", 3), of("a.example", 4, "2026-04"), of("b.example", 1)])
        store.add(other.profiles())
        assert store.written
        assert [tuple(one) for one in store.listed()] == [
            ("a.example", "2026-03", 5),
            ("a.example", "2026-04", 4),
            ("b.example", "2026-03", 1),
            ("c.example", "2026-03", 5),
        ]
        with sqlite3.connect(path) as database:
            database.execute("UPDATE profiles SET profile = substr(profile, 1, 40) WHERE site = 'c.example'")
        database.close()
        other.add([of("c.example", 1)])
        before = store.listed()
        with pytest.raises(StoreUnreadable, match=r"the profile of c\.example"):
            store.add(other.profiles())
        assert store.listed() == before
        with pytest.raises(StoreUnreadable, match=r"the profile of c\.example, 2026-03"):
            list(store.profiles("c.example"))
        assert len(list(store.profiles("a.example"))) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["sites.db"]
