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
from broadsheet.errors import CorpusError, NeedsNotMet, RenderFailed
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


def _measured(monkeypatch: pytest.MonkeyPatch, browser: Any, *corpora: Path) -> dict[str, Any]:
    monkeypatch.setattr(standke2019, "Browser", browser)
    for name, fewer in (("_FOLDS", 4), ("_TRIALS", 2), ("_TRIALS_ELSEWHERE", 2)):
        monkeypatch.setattr(standke2019, name, fewer)
    return standke2019.measure(open_corpora(*corpora), Options())


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
    figures = _measured(monkeypatch, _no_browser, corpora)
    assert json.loads(json.dumps(figures, allow_nan=False)) == figures
    assert figures["pages"]["standke"] == {"pages": PAGES, "articles": PAGES // 2, "sites": 4}
    assert {"MSS + CoreEx", "links", "links + MSS + CoreEx"} <= figures["random"].keys() == figures["by_site"].keys()
    assert figures["random"]["MSS + CoreEx"]["accuracy"] == 1, "articles are longer"
    assert len(figures["random"]["links"]["f1_trials"]) == 2
    assert figures["elsewhere"] == {}
    text = standke2019.section(figures)
    assert "Nothing was rendered" in text
    assert "89.2" in text, "the published accuracy"
    assert figures["tree"].splitlines()[0] in text
    assert standke2019.drawings(figures).keys() == {"standke2019-tree.svg"}


def test_trials_that_are_one_and_the_same_are_reported_once(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With no more sites than folds, the folds with sites apart are always the same."""
    figures = _measured(monkeypatch, _no_browser, corpora)
    assert len(set(figures["by_site"]["links"]["f1_trials"])) == 1
    text = standke2019.section(figures)
    assert "each of the 4 sites is a fold of its own" in text
    [row] = [line for line in text.splitlines() if line.startswith("| links |") and "94.1" in line]
    assert row.count("±") == 2, "those of random folds"
    [apart] = [line for line in text.splitlines() if "with sites apart: with link targets" in line]
    assert apart.endswith(" points.")
    several = standke2019.section({**figures, "folds": 3})
    assert "a fold of its own" not in several
    assert "of 2 trials" in next(line for line in several.splitlines() if "with sites apart: with link" in line)


def test_rendered_pages_are_sets_of_their_own(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    figures = _measured(monkeypatch, _Window, corpora)
    assert figures["random"]["MSS + CoreEx, rendered"] == figures["random"]["MSS + CoreEx"], "nothing was laid out"
    assert figures["laid_out"] == PAGES
    text = standke2019.section(figures)
    assert f"Rendered: {PAGES} of the pages" in text
    assert "Nothing was rendered" not in text
    assert "Rendering changes the accuracy of MSS + CoreEx by +0.0 points with random folds" in text


def test_a_page_that_cannot_be_laid_out_has_the_features_of_its_source(
    corpora: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken(_Window):
        def render(self, page: Any) -> Any:
            raise RenderFailed("it took too long")

    figures = _measured(monkeypatch, Broken, corpora)
    assert figures["laid_out"] == 0
    assert figures["random"]["all, rendered"] == figures["random"]["all"]


def test_pages_of_other_corpora_join_with_sites_apart(
    corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "wcxb"
    (other / "html").mkdir(parents=True)
    lines = []
    for number, kind in enumerate(("article", "forum", None)):
        (other / "html" / f"w{number}.html.gz").write_bytes(gzip.compress(_page(number)[0].encode()))
        kind_of = {} if kind is None else {"page_type": kind}
        lines.append(json.dumps({"id": f"w{number}", "url": _page(number)[1], "site": f"w{number}.example", **kind_of}))
    (other / "truth.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    figures = _measured(monkeypatch, _no_browser, corpora, other)
    assert figures["elsewhere"]["pages"] == {"pages": PAGES + 2, "articles": PAGES // 2 + 1, "sites": 6}
    assert figures["elsewhere"]["by_site"].keys() == figures["by_site_all"].keys()
    assert f"On all {PAGES + 2} pages with labels of all corpora" in standke2019.section(figures)


def test_another_corpus_will_not_do(small_corpora: Path) -> None:
    with pytest.raises(CorpusError, match="pagetype"):
        standke2019.measure(open_corpora(small_corpora), Options())
