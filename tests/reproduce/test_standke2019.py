"""Standke's experiment on invented pages: with a browser that is not there, and with one that lays out nothing."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

pytest.importorskip("sklearn", reason="C4.5 is an estimator of scikit-learn (extra train)")

from broadsheet.corpora import open_corpora
from broadsheet.errors import CorpusError, NeedsNotMet
from broadsheet.reproduce import Options, standke2019

PAGES = 40
SENTENCE = "The council met on Tuesday and agreed on a new bridge over the river after a long debate in the hall. "


def _page(number: int) -> tuple[str, str]:
    """A page and its address: an article if the number is even."""
    if number % 2 == 0:
        body = f"<article>{''.join(f'<p>{SENTENCE * 2}</p>' for _ in range(6 + number % 3))}</article>"
        return body, f"https://s{number % 4}.example.com/2019/04/{1 + number % 28}/bridge-over-the-river-12345{number}"
    links = "".join(f"<li><a href=/t/{n}/>Teaser {number} {n}</a> {SENTENCE[:30]}</li>" for n in range(12))
    return f"<ul>{links}</ul>", f"https://s{number % 4}.example.com/topic{number}/"


@pytest.fixture(scope="module")
def corpora(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("corpora") / "pagetype"
    (folder / "html").mkdir(parents=True)
    lines = []
    for number in range(PAGES):
        html, url = _page(number)
        (folder / "html" / f"p{number}.html.gz").write_bytes(gzip.compress(html.encode()))
        label = "not_article" if number % 2 else "article"
        site = f"s{number // 10}.example"
        lines.append(json.dumps({"id": f"p{number}", "url": url, "site": site, "label": label, "source": "standke"}))
    (folder / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def _measured(corpora: Path, monkeypatch: pytest.MonkeyPatch, browser: Any) -> dict[str, Any]:
    monkeypatch.setattr(standke2019, "Browser", browser)
    monkeypatch.setattr(standke2019, "_TRIALS", 3)
    return standke2019.measure(open_corpora(corpora), Options())


def _no_browser(_: Any) -> Any:
    raise NeedsNotMet("no browser")


class _Window:
    """A browser that gives back the page."""

    def __init__(self, _: Any) -> None: ...
    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None: ...
    def render(self, page: Any) -> Any:
        return SimpleNamespace(page=page)


def test_the_sets_are_compared_in_the_same_folds(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = _measured(corpora, monkeypatch, _no_browser)
    assert json.loads(json.dumps(figures, allow_nan=False)) == figures
    assert figures["pages"]["standke"] == {"pages": PAGES, "articles": PAGES // 2, "sites": 4}
    assert {"MSS + CoreEx", "links", "links + MSS + CoreEx"} <= figures["random"].keys() == figures["by_site"].keys()
    assert figures["random"]["MSS + CoreEx"]["accuracy"] == 1, "articles are longer"
    assert len(figures["random"]["links"]["f1_trials"]) == 3
    text = standke2019.section(figures)
    assert "Nothing was rendered" in text
    assert "89.2" in text, "the published accuracy"
    assert figures["tree"].splitlines()[0] in text
    assert standke2019.drawings(figures).keys() == {"standke2019-tree.svg"}


def test_rendered_pages_are_sets_of_their_own(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = _measured(corpora, monkeypatch, _Window)
    assert figures["random"]["MSS + CoreEx, rendered"] == figures["random"]["MSS + CoreEx"], "nothing was laid out"
    assert "Rendered: laid out in a browser" in standke2019.section(figures)


def test_another_corpus_will_not_do(small_corpora: Path) -> None:
    with pytest.raises(CorpusError, match="pagetype"):
        standke2019.measure(open_corpora(small_corpora), Options())
