"""Where the build takes lexbor's sources from, and its errors."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from typing import Any

import pytest

hatch_build = pytest.importorskip("hatch_build", reason="needs hatchling")


def test_a_named_folder_must_contain_lexbor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("BROADSHEET_LEXBOR", str(tmp_path))
    with pytest.raises(SystemExit, match=r"has no source/lexbor/html/html\.h"):
        hatch_build.lexbor_sources(tmp_path)
    header = tmp_path / "source" / "lexbor" / "html" / "html.h"
    header.parent.mkdir(parents=True)
    header.touch()
    assert hatch_build.lexbor_sources(tmp_path) == tmp_path


def test_sources_in_the_cache_need_no_network(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BROADSHEET_LEXBOR", raising=False)
    monkeypatch.setenv("BROADSHEET_CACHE", str(tmp_path))
    monkeypatch.setattr(hatch_build, "fetched", lambda: pytest.fail("asked the network"))
    header = tmp_path / f"lexbor-{hatch_build.SHA256[:16]}" / "source" / "lexbor" / "html" / "html.h"
    header.parent.mkdir(parents=True)
    header.touch()
    assert hatch_build.lexbor_sources(Path("nowhere")) == header.parents[3]


def test_an_unusable_cache_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("BROADSHEET_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(SystemExit, match="name another folder in BROADSHEET_CACHE"):
        hatch_build.cache()


def test_an_unreachable_index_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", f"file://{tmp_path}/absent")
    with pytest.raises(SystemExit, match=r"cannot be fetched from .*absent.*BROADSHEET_LEXBOR"):
        hatch_build.fetched()


def test_a_file_with_another_hash_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer(request: Any, timeout: float) -> io.BytesIO:
        name = f"{hatch_build.HOLDER}-{hatch_build.VERSION}.tar.gz"
        return io.BytesIO(b"another file" if isinstance(request, str) else f'"../files/{name}"'.encode())

    monkeypatch.setattr(hatch_build.urllib.request, "urlopen", answer)
    with pytest.raises(SystemExit, match="SHA-256 differs"):
        hatch_build.fetched()


def test_only_needed_files_are_unpacked(tmp_path: Path) -> None:
    top = f"{hatch_build.HOLDER}-{hatch_build.VERSION}"
    names = ["lexbor/LICENSE", "lexbor/source/lexbor/html/html.h", "lexbor/source/lexbor/encoding/multi.c", "setup.py"]
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        for name in names:
            tar.addfile(tarfile.TarInfo(f"{top}/{name}"))
    folder = hatch_build.unpacked(archive.getvalue(), tmp_path / "lexbor")
    files = {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}
    assert files == {"LICENSE", "source/lexbor/html/html.h"}
    assert [one.name for one in tmp_path.iterdir()] == ["lexbor"]


def test_without_a_compiler_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(hatch_build.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="apt-get install gcc"):
        hatch_build.build(tmp_path)
