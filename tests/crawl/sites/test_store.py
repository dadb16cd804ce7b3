from __future__ import annotations

import datetime as dt
import multiprocessing
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from broadsheet.crawl.sites import Scratch, SiteProfile, SiteStore, StoreUnreadable
from broadsheet.crawl.sites.profile import Entry
from broadsheet.errors import OutputUnwritable


def of(site: str, pages: int, period: str = "2026-03", texts: int = 3) -> SiteProfile:
    return SiteProfile(
        site=site, period=period, pages=pages, texts={key: Entry(pages, (key, pages + 100)) for key in range(texts)}
    )


def write(path: str, number: int, rounds: int) -> None:
    with SiteStore(path) as store:
        for at in range(rounds):
            store.add(
                [
                    SiteProfile(
                        site="courier.example",
                        period="2026-03",
                        pages=1,
                        texts={7: Entry(1, (100 * number + at,)), 1000 * number + at: Entry(1, (at,))},
                    ),
                    SiteProfile(site=f"{at % 3}.example", pages=1),
                ]
            )


def test_counts_add_up(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store:
        store.add([of("a.example", 2), of("b.example", 1)])
        store.add([of("a.example", 3), of("a.example", 4, "2026-04")])
        assert [tuple(one) for one in store.listed()] == [
            ("a.example", "2026-03", 5),
            ("a.example", "2026-04", 4),
            ("b.example", "2026-03", 1),
        ]
        (first, second) = store.profiles("a.example")
        assert first.texts[2].pages == 5
        assert second.period == "2026-04"
        store.replace([of("a.example", 1)])
        assert store.listed("a.example")[0].pages == 1


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


def test_an_error_in_the_middle_leaves_all_as_it_was(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store:
        store.add([of("a.example", 2)])

        class Broken(SiteProfile):
            def to_json(self, *, indent: int | None = None) -> str:
                raise RuntimeError

        with pytest.raises(RuntimeError):
            store.add([of("a.example", 1), Broken(site="b.example")])
        assert [(one.site, one.pages) for one in store.listed()] == [("a.example", 2)]
        store.add([of("a.example", 1)])
        assert store.listed()[0].pages == 3


def test_the_nearest_months_are_evidence(tmp_path: Path) -> None:
    with SiteStore(tmp_path / "sites.db") as store:
        store.add([of("a.example", 30, month) for month in ("2024-01", "2026-01", "2026-02", "2026-03", "undated")])
        near = store.evidence("a.example", dt.date(2026, 2, 14))
        assert near is not None
        assert near.pages == 60
        latest = store.evidence("a.example")
        assert latest is not None
        assert latest.pages == 60
        assert store.evidence("a.example", dt.date(2023, 1, 1)) is not None
        assert store.evidence("b.example") is None
        assert store.evidence(None) is None
        # What is kept at hand does not outlast a change.
        store.add([of("a.example", 100, "2026-03")])
        assert store.evidence("a.example").pages == 130  # type: ignore[union-attr]


def test_a_folder_that_may_not_be_written_does_not_keep_readers_out(
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


def test_what_is_no_store(tmp_path: Path) -> None:
    missing, text, other, folder = (tmp_path / name for name in ("missing.db", "text.db", "other.db", "folder"))
    with pytest.raises(StoreUnreadable, match="no such file"):
        SiteStore(missing, read_only=True)
    assert not missing.exists()
    text.write_text("This is a letter and no database, though it is long enough to look like one. " * 20)
    with pytest.raises(StoreUnreadable, match="not a database"):
        SiteStore(text)
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    database.close()
    with pytest.raises(StoreUnreadable, match="another database"):
        SiteStore(other)
    later = tmp_path / "later.db"
    SiteStore(later).close()
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(StoreUnreadable, match="its version is 99, this program reads"):
        SiteStore(later)
    folder.mkdir()
    with pytest.raises(StoreUnreadable, match="this is a directory"):
        SiteStore(folder, read_only=True)


def test_a_store_that_cannot_be_written(
    open_folder: Path, unprivileged: Callable[[], AbstractContextManager[None]]
) -> None:
    path = open_folder / "sites.db"
    with pytest.raises(OutputUnwritable, match=f"cannot write {open_folder}: this is a directory"):
        SiteStore(open_folder)
    with pytest.raises(OutputUnwritable, match=f"no directory {open_folder / 'nowhere'}"):
        SiteStore(open_folder / "nowhere" / "sites.db")
    with unprivileged(), pytest.raises(OutputUnwritable, match="cannot be opened"):
        SiteStore(path)
    with SiteStore(path) as store:
        store.add([of("a.example", 1)])
        pages = store._database.execute("PRAGMA page_count").fetchone()[0]
        store._database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(OutputUnwritable, match=r"sites\.db: the disk is full"):
            store.add([of("a.example", 1), of("b.example", 1, texts=20_000)])
        assert [tuple(one) for one in store.listed()] == [("a.example", "2026-03", 1)]
    path.chmod(0o400)
    with unprivileged(), pytest.raises(OutputUnwritable):
        SiteStore(path)
    with unprivileged(), pytest.raises(StoreUnreadable, match="cannot be opened"):
        SiteStore(path, read_only=True)


def test_a_damaged_row_is_named(tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    with SiteStore(path) as store:
        store.add([of("a.example", 2), of("b.example", 2)])
    with sqlite3.connect(path) as database:
        database.execute("UPDATE profiles SET profile = substr(profile, 1, 40) WHERE site = 'a.example'")
    database.close()
    with SiteStore(path) as store:
        with pytest.raises(StoreUnreadable, match=r"the profile of a\.example, 2026-03"):
            list(store.profiles("a.example"))
        assert [profile.pages for profile in store.profiles("b.example")] == [2]


def test_one_store_takes_what_is_in_another(tmp_path: Path) -> None:
    path = tmp_path / "sites.db"
    with SiteStore(path) as store, SiteStore(tmp_path / "plain.db") as plain, Scratch() as scratch:
        assert not store.written
        for one in (store, plain):
            one.add([of("a.example", 2), of("c.example", 5)])
        for one in (scratch, plain):
            one.add([of("a.example", 3), of("a.example", 4, "2026-04"), of("b.example", 1)])
        store.take(scratch)
        assert store.written
        assert list(store.profiles()) == list(plain.profiles())
        with sqlite3.connect(path) as database:
            database.execute("UPDATE profiles SET profile = substr(profile, 1, 40) WHERE site = 'c.example'")
        database.close()
        scratch.add([of("c.example", 1)])
        before = store.listed()
        with pytest.raises(StoreUnreadable, match=r"the profile of c\.example"):
            store.take(scratch)
        assert store.listed() == before
    assert sorted(file.name for file in tmp_path.iterdir()) == ["plain.db", "sites.db"]
