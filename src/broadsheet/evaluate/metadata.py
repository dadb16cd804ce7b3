"""How good metadata is: ours and the libraries on pages with known answers, and what it costs.

The measures, the same for all:

* **title**: the share of pages whose title is the gold one after NFKC, case folding, and leaving out all but letters
  and digits.
* **authors**: F1 of the set of names, folded likewise; the mean over the pages that have authors. Some libraries, and
  some answers, join names in one string: all are split at commas, semicolons, slashes and "and" before they are
  compared. Beside it the share of pages that are given authors though their corpus, which knows those of other pages,
  has none: not all of these are wrong, since corpora do not know all authors.
* **published**: the share of pages with the right day, as the page writes it (no change of time zones); and how many
  come with a time and with an offset. Corpora know the day alone.
* **language**: the share of pages whose primary subtag is right; ``nb`` and ``nn`` are ``no``.

A page counts for a datum only where its corpus knows the answer. A call that fails or does not end counts as nothing
found, and is shown apart. CPU seconds are of the process, a call a page, all from the same decoded text, and everybody
has a turn of some pages before the next one comes (`broadsheet.evaluate.run`).

Results are kept as lines of JSON, so that the same command goes on where it was interrupted; what was kept of a reader
is used only while its package (for ours: the code) is the same.
"""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import process_time
from typing import Any, Final

from broadsheet.corpora import Corpus, Gold, Sample
from broadsheet.evaluate.fingerprint import code_hash
from broadsheet.evaluate.limit import TimeUp, time_limit
from broadsheet.evaluate.metadata_readers import DATA, METADATA, OURS, Found, Ours, Reader
from broadsheet.evaluate.run import TURN
from broadsheet.evaluate.warm_up import PAGE, URL
from broadsheet.metadata.around.context import fold

__all__ = ["Figures", "Result", "as_markdown", "figures", "judge", "known", "measure", "records"]

LIMIT: Final = 30.0
"""Seconds that a call may take."""
_WARM_UP: Final = 2
"""How often the first page of a corpus goes through every reader before the clock counts."""
_AND: Final = re.compile(r"\s*[,;/|]\s*|\s+(?:and|und|et|y|e|&)\s+")
_NORWEGIAN: Final = {"nb": "no", "nn": "no"}
_ROOMS: Final = ("page", "metadata", "methods")
"""Where the code is that our metadata depends on."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one reader found on one page.

    Attributes:
        corpus, page: which page.
        reader: whose it is.
        version: of its package; for ours, of the code.
        found: what it found; nothing if it failed.
        error: what was raised, in one line, if it failed.
        seconds: CPU seconds of the call, failed or not.
    """

    corpus: str
    page: str
    reader: str
    version: str
    found: Found
    error: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """How good a reader is on one corpus.

    Attributes:
        scores: mean score by datum, 0 to 1; only data that it gives and the corpus knows.
        pages: pages by datum.
        title_given: share of pages of which the gold title is the headline or another that was found, None where
            others are not told.
        exact_authors: share of pages with exactly the gold set of authors, None where not measured.
        unnamed, named_there: pages without authors of a corpus that knows those of others, and the share of these that
            are given authors, None where there are no such pages.
        timed, zoned: share of the right days that came with a time, and with an offset from UTC.
        failed: calls that failed.
        seconds: CPU seconds a call, mean.
        stages: CPU seconds of its parts, mean.
    """

    scores: Mapping[str, float]
    pages: Mapping[str, int]
    title_given: float | None
    exact_authors: float | None
    unnamed: int
    named_there: float | None
    timed: float | None
    zoned: float | None
    failed: int
    seconds: float
    stages: Mapping[str, float]


def known(gold: Gold) -> bool:
    """Whether a corpus knows any of the data of a page, and does not say that the page is no article."""
    if gold.is_article is False:
        return False
    return bool(gold.title or gold.authors or gold.date or gold.lang)


def measure(
    corpora: Sequence[Corpus],
    readers: Sequence[Reader],
    *,
    folder: Path | None = None,
    advance: Callable[[str, int], None] = lambda corpus, pages: None,
    limit: float | None = LIMIT,
) -> list[Result]:
    """Pass every page through every reader, in one thread.

    Args:
        corpora: the pages.
        readers: who takes part.
        folder: where results are kept, and read from where they are there already.
        advance: called for pages that are through, for a progress bar: their corpus and how many.
        limit: seconds that a call may take, where calls can be limited.

    Raises:
        CorpusError: a page cannot be read.
        OSError: the folder cannot be written to.
    """
    versions = {reader.name: _version(reader) for reader in readers}
    path = None if folder is None else folder / "metadata.jsonl"
    kept = {} if path is None else _kept(path, versions)
    results: list[Result] = []
    warm = False
    for corpus in corpora:
        samples = list(corpus)
        for number, begin in enumerate(range(0, len(samples), TURN)):
            some = samples[begin : begin + TURN]
            rotated = [*readers[number % len(readers) :], *readers[: number % len(readers)]]
            todo = [
                (reader, sample)
                for reader in rotated
                for sample in some
                if (corpus.name, sample.gold.id, reader.name) not in kept
            ]
            if todo and not warm:
                # What is loaded once in a process is in nobody's time.
                warm = True
                _warm_up(readers, PAGE, URL, None, limit)
            texts = {page: sample.text() for page, sample in {one.gold.id: one for _, one in todo}.items()}
            if todo and number == 0:
                first = todo[0][1]
                busy = list({reader.name: reader for reader, _ in todo}.values())
                _warm_up(busy * _WARM_UP, texts[first.gold.id], first.gold.url, first.gold.site_or_page, limit)
            done = [
                _call(reader, texts[sample.gold.id], corpus.name, sample, versions[reader.name], limit)
                for reader, sample in todo
            ]
            kept |= {(one.corpus, one.page, one.reader): one for one in done}
            if path is not None:
                _append(path, [json.dumps(asdict(one), ensure_ascii=False) for one in done])
            results += [kept[corpus.name, sample.gold.id, reader.name] for sample in some for reader in readers]
            advance(corpus.name, len(some))
    return results


def _warm_up(readers: Sequence[Reader], html: str, url: str | None, site: str | None, limit: float | None) -> None:
    """Pass a page through some readers, whatever comes of it."""
    for reader in readers:
        with suppress(Exception, TimeUp), time_limit(limit):
            reader.read(html, url=url, site=site)


def _append(path: Path, lines: list[str]) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)


def _kept(path: Path, versions: Mapping[str, str]) -> dict[tuple[str, str, str], Result]:
    kept: dict[tuple[str, str, str], Result] = {}
    if not path.exists():
        return kept
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            record = json.loads(line)
            given = record.pop("found")
            found = Found(**{**given, **{name: tuple(given.get(name, ())) for name in ("authors", "titles")}})
            result = Result(found=found, **record)
        except (ValueError, TypeError, KeyError):
            continue  # the last line of an interrupted run
        if versions.get(result.reader) == result.version:
            kept[result.corpus, result.page, result.reader] = result
    return kept


def _version(reader: Reader) -> str:
    if isinstance(reader, Ours):
        return code_hash(*_ROOMS) + reader.weights
    if reader.package == "broadsheet":
        return code_hash(*_ROOMS)
    try:
        return version(reader.package)
    except PackageNotFoundError:
        return ""


def _call(reader: Reader, html: str, corpus: str, sample: Sample, code: str, limit: float | None) -> Result:
    found, error = Found(), None
    seconds = 0.0
    collecting = gc.isenabled()
    gc.disable()
    try:
        with time_limit(limit):
            began = process_time()
            try:
                found = reader.read(html, url=sample.gold.url, site=sample.gold.site_or_page)
            finally:
                seconds = process_time() - began
    except TimeUp:
        found, error = Found(), f"timeout: no answer in {limit:g} s"
    except Exception as raised:  # whatever is raised is a failure of the reader on this page
        error = f"{type(raised).__name__}: {' '.join(str(raised).split())}"[:300]
    finally:
        if collecting:
            gc.enable()
    return Result(corpus, sample.gold.id, reader.name, code, found, error, seconds)


def judge(datum: str, found: Found, gold: Gold) -> float | None:
    """The score of one datum on one page, 0 to 1; None where the answer is not known.

    Args:
        datum: ``"title"``, ``"authors"``, ``"published"`` or ``"language"``.
        found: what a reader has found.
        gold: what is known of the page.

    Raises:
        ValueError: the datum is none of these.
    """
    match datum:
        case "title":
            return None if not gold.title else float(fold(found.title or "") == fold(gold.title))
        case "authors":
            return None if not gold.authors else _f1(names(found.authors), names(gold.authors))
        case "published":
            return None if gold.date is None else float((found.published or "")[:10] == gold.date.isoformat())
        case "language":
            if not gold.lang:
                return None
            return float(_primary(found.language) == _primary(gold.lang))
        case _:
            raise ValueError(f"nothing is measured by the name {datum!r}")


def names(given: Iterable[str]) -> set[str]:
    """Authors as a set of folded names; a string with several names in it is split."""
    return {folded for text in given for name in _AND.split(text) if (folded := fold(name))}


def _f1(found: set[str], gold: set[str]) -> float:
    shared = len(found & gold)
    return 2 * shared / (len(found) + len(gold)) if shared else 0.0


def _primary(tag: str | None) -> str:
    code = re.split(r"[-_]", (tag or "").strip().lower())[0]
    return _NORWEGIAN.get(code, code)


def figures(
    results: Iterable[Result], corpora: Sequence[Corpus], readers: Sequence[Reader]
) -> dict[str, dict[str, Figures]]:
    """The figures by corpus and reader.

    Args:
        results: one a page and reader.
        corpora: whose pages these are; they hold the gold data.
        readers: in the order in which they are to stand.

    Returns:
        The name of a corpus, then that of a reader, to its figures.
    """
    golds = {(corpus.name, sample.gold.id): sample.gold for corpus in corpora for sample in corpus}
    by: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        by.setdefault((result.corpus, result.reader), []).append(result)
    return {
        corpus.name: {
            reader.name: _figures(by.get((corpus.name, reader.name), []), golds, reader.gives) for reader in readers
        }
        for corpus in corpora
    }


def _figures(results: Sequence[Result], golds: Mapping[tuple[str, str], Gold], gives: frozenset[str]) -> Figures:
    answers = [(one.found, golds[one.corpus, one.page]) for one in results]
    scores: dict[str, list[float]] = {}
    for datum in DATA:
        known = [score for found, gold in answers if (score := judge(datum, found, gold)) is not None]
        if known and datum in gives:
            scores[datum] = known
    given, exact, named, right = [], [], [], []
    if any(found.titles for found, _ in answers):
        given = [fold(gold.title) in map(fold, found.titles) for found, gold in answers if gold.title]
    if "authors" in scores:
        exact = [names(found.authors) == names(gold.authors) for found, gold in answers if gold.authors]
        named = [bool(found.authors) for found, gold in answers if not gold.authors]
    if "published" in scores:
        right = [found.published or "" for found, gold in answers if judge("published", found, gold)]
    stages: dict[str, list[float]] = {}
    for result in results:
        for stage, seconds in result.found.stages.items():
            stages.setdefault(stage, []).append(seconds)
    return Figures(
        scores={datum: _mean(values) for datum, values in scores.items()},
        pages={datum: len(values) for datum, values in scores.items()},
        title_given=_share_of(given),
        exact_authors=_share_of(exact),
        unnamed=len(named),
        named_there=_share_of(named),
        timed=_share_of(["T" in when or " " in when for when in right]),
        zoned=_share_of([_OFFSET.search(when[10:]) is not None for when in right]),
        failed=sum(result.error is not None for result in results),
        seconds=_mean([result.seconds for result in results]),
        stages={stage: _mean(values) for stage, values in stages.items()},
    )


_OFFSET: Final = re.compile(r"(?:Z|[+-]\d\d:?\d\d)$")
"""How a time with an offset from UTC ends."""


def _share_of(cases: Sequence[bool]) -> float | None:
    """In how many of some cases it is so; None where there are none."""
    return _mean(cases) if cases else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def as_markdown(found: Mapping[str, Mapping[str, Figures]]) -> str:
    """The figures as Markdown tables: one a datum, then failures and CPU time."""
    out = []
    corpora = list(found)
    readers = list(next(iter(found.values()), {}))
    measures = {
        "title": "Title: share exactly right",
        "authors": "Authors: F1 of the set of names",
        "published": "Published: share of right days",
        "language": "Language: share right",
    }
    for datum, words in measures.items():
        out += _compared(found, words, partial(_score, datum))
        if datum == "authors":
            out += _compared(found, "Authors given where the corpus has none: share of pages", _named_there)
    ours = {name: found[name][OURS] for name in corpora if OURS in found[name]}
    if ours:
        rows = [
            [name, *map(_share, (one.title_given, one.exact_authors, one.timed, one.zoned))]
            for name, one in ours.items()
        ]
        heads = [
            "corpus",
            "title: among those found",
            "authors: exactly the set",
            "right days with a time",
            "with an offset",
        ]
        out.append(f"## Ours, in detail\n\n{_table(heads, rows)}")
    rows = [
        [
            reader,
            f"{1000 * _mean([found[name][reader].seconds for name in corpora]):.1f}",
            str(sum(found[name][reader].failed for name in corpora)),
        ]
        for reader in readers
    ]
    out.append(f"## CPU milliseconds a page (mean of the corpora), and calls that failed\n\n"
               f"{_table(['reader', 'ms', 'failed'], rows)}")  # fmt: skip
    stages = list(dict.fromkeys(stage for one in ours.values() for stage in one.stages))
    if stages:
        spent = {name: [one.stages.get(stage, 0.0) for stage in stages] for name, one in ours.items()}
        spent["mean"] = [_mean(column) for column in zip(*spent.values(), strict=True)]
        rows = [
            [name, *(f"{1000 * seconds:.1f}" for seconds in row), _beside_rest(dict(zip(stages, row, strict=True)))]
            for name, row in spent.items()
        ]
        heads = ["corpus", *stages, "metadata / the rest"]
        out.append(f"## Ours by stage, CPU milliseconds a page\n\n{_table(heads, rows)}")
    return "\n\n".join(out) + "\n"


def _beside_rest(stages: Mapping[str, float]) -> str:
    """How much time metadata takes beside all other stages; empty where these took none."""
    rest = sum(seconds for stage, seconds in stages.items() if stage != METADATA)
    return f"{stages.get(METADATA, 0.0) / rest:.2f}" if rest else ""


def _score(datum: str, one: Figures) -> tuple[int, float | None]:
    return one.pages.get(datum, 0), one.scores.get(datum)


def _named_there(one: Figures) -> tuple[int, float | None]:
    return one.unnamed, one.named_there


def _compared(
    found: Mapping[str, Mapping[str, Figures]], heading: str, figure: Callable[[Figures], tuple[int, float | None]]
) -> list[str]:
    """The table of one figure, corpora beside each other; none where no corpus has pages for it.

    Args:
        found: the figures.
        heading: of the table.
        figure: the number of pages and the figure, which may be missing.
    """
    cells = {name: {reader: figure(one) for reader, one in by_reader.items()} for name, by_reader in found.items()}
    pages = {name: max((count for count, _ in column.values()), default=0) for name, column in cells.items()}
    columns = [name for name, count in pages.items() if count]
    if not columns:
        return []
    rows = [["pages", *(str(pages[name]) for name in columns)]]
    for reader in cells[columns[0]]:
        values = [cells[name][reader][1] for name in columns]
        if any(value is not None for value in values):
            rows.append([reader, *map(_share, values)])
    return [f"## {heading}\n\n{_table(['reader', *columns], rows)}"]


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    def line(cells: Iterable[str]) -> str:
        return "| " + " | ".join(cells) + " |"

    return "\n".join([line(heads), line(["---", *(["--:"] * (len(heads) - 1))]), *map(line, rows)])


def records(found: Mapping[str, Mapping[str, Figures]]) -> Iterator[dict[str, Any]]:
    """The figures as plain records, one a corpus and reader."""
    for corpus, by_reader in found.items():
        for reader, one in by_reader.items():
            yield {"corpus": corpus, "reader": reader, **asdict(one)}
