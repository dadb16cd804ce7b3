"""The corpora made by ``tests/data/corpora/make.py``, and a way to spoil them."""

from __future__ import annotations

import gzip
import importlib.util
import shutil
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

Spoil = Callable[..., Path]


@pytest.fixture(scope="session")
def script(data: Path) -> ModuleType:
    """The script that makes the corpora."""
    found = importlib.util.spec_from_file_location("make_corpora", data / "corpora" / "make.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def formats(data: Path) -> Path:
    """The folder with a corpus in each format, by the format's name."""
    return data / "corpora" / "formats"


@pytest.fixture
def spoil(formats: Path, tmp_path: Path) -> Spoil:
    """Copies the corpus of a format, with files of it written anew, or removed where nothing is given."""

    def copy(name: str, files: dict[str, str | bytes | None] | None = None) -> Path:
        folder = tmp_path / name
        shutil.copytree(formats / name, folder, dirs_exist_ok=True)
        for file, content in (files or {}).items():
            path = folder / file
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            written = content.encode() if isinstance(content, str) else content
            path.write_bytes(gzip.compress(written) if path.suffix == ".gz" else written)
        return folder

    return copy
