"""Measure metadata: quality and time of ours and the libraries' on pages with gold metadata.

The metrics, equal for all:

* **title**: share of pages whose title equals the gold one after NFKC and case folding, comparing letters and digits
  only.
* **authors**: F1 of the set of names, folded likewise; mean over the pages with gold authors. Some libraries, and some
  gold answers, join names in one string: all are split at commas, semicolons, slashes and "and" first. In addition, the
  share of pages that get authors although the corpus, which has authors for other pages, has none; not all of these are
  errors, because corpora are incomplete.
* **published**: share of pages with the right day, as written on the page (without conversion of time zones); and how
  many of them have a time and an offset. Corpora have only days.
* **language**: share of pages with the right primary subtag; ``nb`` and ``nn`` count as ``no``.

A page counts for a field only if its corpus has a gold answer. A call that fails or times out counts as nothing found,
and is reported separately. CPU seconds are the process's, one call per page, from the same decoded text, in turns of
some pages (`broadsheet.lab.evaluate.run`). Results are kept like extractions (`broadsheet.lab.evaluate.store`), so that
the same command continues an interrupted run.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from broadsheet.facts.texts import fold
from broadsheet.lab.corpora import Corpus, Gold
from broadsheet.lab.evaluate.entrants import DATA, OURS, Entrant, Found, found_in
from broadsheet.lab.evaluate.metrics import of_sets
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.run import Call, PageCalls
from broadsheet.lab.evaluate.store import collect, corpus_hashes, read_calls

__all__ = ["as_markdown", "figures", "judge", "known", "measure", "records"]

_AND: Final = re.compile(r"\s*[,;/|]\s*|\s+(?:and|und|et|y|e|&)\s+")
_OFFSET: Final = re.compile(r"(?:Z|[+-]\d\d:?\d\d)$")
_NORWEGIAN: Final = {"nb": "no", "nn": "no"}


@dataclass(frozen=True, slots=True)
class Figures:
    """The quality of a reader on one corpus."""

    scores: Mapping[str, float]  # mean score by field, 0 to 1; only fields that the reader returns and the corpus has
    pages: Mapping[str, int]  # pages by field
    title_given: float | None  # share of pages whose gold title is among the candidates found; None without candidates
    exact_authors: float | None  # share of pages with exactly the gold set of authors; None if not measured
    # ``unnamed, named_there``: pages without gold authors in a corpus with authors, and the share of them that get
    # authors; None without such pages
    unnamed: int
    named_there: float | None
    # ``timed, zoned``: share of right days that have a time, and an offset from UTC
    timed: float | None
    zoned: float | None
    failed: int  # failed calls
    seconds: float  # mean CPU seconds per call


def known(gold: Gold) -> bool:
    """Whether a page has gold metadata, and is not labelled as a non-article."""
    return gold.is_article is not False and bool(gold.title or gold.authors or gold.date or gold.lang)


def measure(
    corpora: Sequence[Corpus],
    readers: Sequence[Entrant],
    folder: Path,
    *,
    advance: Callable[[str, int], None] = lambda corpus, pages: None,
    limit: float | None = None,
    report: Callable[[str], None] = lambda words: None,
) -> list[PageCalls]:
    """Run every reader on every page, in one thread; the folder keeps results, which are reused and extended.

    ``advance`` is called with a corpus and a number of finished pages, ``report`` if older results cannot be used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    hashes = {corpus.name: corpus_hashes(corpus) for corpus in corpora}
    for name, pages in collect(folder, corpora, readers, hashes, limit=limit, report=report):
        advance(name, pages)
    names = [reader.name for reader in readers]
    return [page for corpus in corpora for page in read_calls(folder, corpus, names, hashes[corpus.name])]


def judge(datum: str, found: Found, gold: Gold) -> float | None:
    """Score one field of `DATA` on one page, 0 to 1; None without a gold answer.

    Raises:
        ValueError: another field.
    """
    match datum:
        case "title":
            return None if not gold.title else float(fold(found.title or "") == fold(gold.title))
        case "authors":
            return None if not gold.authors else of_sets(names(gold.authors), names(found.authors)).f1
        case "published":
            return None if gold.date is None else float((found.published or "")[:10] == gold.date.isoformat())
        case "language":
            return None if not gold.lang else float(_primary(found.language) == _primary(gold.lang))
        case _:
            raise ValueError(f"{datum!r} is not measured")


def names(given: Iterable[str]) -> set[str]:
    """Return the set of folded names; strings with several names are split."""
    return {folded for text in given for name in _AND.split(text) if (folded := fold(name))}


def _primary(tag: str | None) -> str:
    code = re.split(r"[-_]", (tag or "").strip().lower())[0]
    return _NORWEGIAN.get(code, code)


def figures(
    pages: Iterable[PageCalls], corpora: Sequence[Corpus], readers: Sequence[Entrant]
) -> dict[str, dict[str, Figures]]:
    """Compute the figures by name of corpus, then name of reader, in the order of the corpora and readers."""
    golds = {(corpus.name, sample.gold.id): sample.gold for corpus in corpora for sample in corpus}
    by: defaultdict[tuple[str, str], list[tuple[Call, Gold]]] = defaultdict(list)
    for page in pages:
        for name, call in page.calls.items():
            by[page.corpus, name].append((call, golds[page.corpus, page.page]))
    return {
        corpus.name: {reader.name: _figures(by[corpus.name, reader.name], reader.gives) for reader in readers}
        for corpus in corpora
    }


def _figures(calls: Sequence[tuple[Call, Gold]], gives: frozenset[str]) -> Figures:
    answers = [(found_in(call.text), gold) for call, gold in calls]
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
    return Figures(
        scores={datum: _mean(values) for datum, values in scores.items()},
        pages={datum: len(values) for datum, values in scores.items()},
        title_given=_share_of(given),
        exact_authors=_share_of(exact),
        unnamed=len(named),
        named_there=_share_of(named),
        timed=_share_of(["T" in when or " " in when for when in right]),
        zoned=_share_of([_OFFSET.search(when[10:]) is not None for when in right]),
        failed=sum(call.error is not None for call, _ in calls),
        seconds=_mean([call.seconds for call, _ in calls]),
    )


def _share_of(cases: Sequence[bool]) -> float | None:
    return _mean(cases) if cases else None


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def as_markdown(found: Mapping[str, Mapping[str, Figures]]) -> str:
    """Format the figures as Markdown tables: one per field, then failures and CPU time."""
    corpora = list(found)
    readers = list(next(iter(found.values()), {}))
    measures: dict[str, Callable[[Figures], tuple[int, float | None]]] = {
        "Title: share exactly right": partial(_score, "title"),
        "Authors: F1 of the set of names": partial(_score, "authors"),
        "Authors given where the corpus has none: share of pages": lambda one: (one.unnamed, one.named_there),
        "Published: share of right days": partial(_score, "published"),
        "Language: share right": partial(_score, "language"),
    }
    out = [table for heading, figure in measures.items() if (table := _compared(found, heading, figure)) is not None]
    ours = {name: found[name][OURS] for name in corpora if OURS in found[name]}
    if ours:
        rows = [
            [name, *map(_share, (one.title_given, one.exact_authors, one.timed, one.zoned))]
            for name, one in ours.items()
        ]
        heads = ["corpus", "title: among those found", "authors: exactly the set", "right days with a time"]
        out.append(f"## Ours, in detail\n\n{markdown_table([*heads, 'with an offset'], rows)}")
    rows = [
        [
            reader,
            f"{1000 * _mean([found[name][reader].seconds for name in corpora]):.1f}",
            str(sum(found[name][reader].failed for name in corpora)),
        ]
        for reader in readers
    ]
    times = markdown_table(["reader", "ms", "failed"], rows)
    out.append(f"## CPU milliseconds per page (mean of the corpora), and failed calls\n\n{times}")
    return "\n".join(out)


def _score(datum: str, one: Figures) -> tuple[int, float | None]:
    return one.pages.get(datum, 0), one.scores.get(datum)


def _compared(
    found: Mapping[str, Mapping[str, Figures]], heading: str, figure: Callable[[Figures], tuple[int, float | None]]
) -> str | None:
    """Format one figure, given with its number of pages, as a table with a column per corpus; None without pages."""
    cells = {name: {reader: figure(one) for reader, one in by_reader.items()} for name, by_reader in found.items()}
    pages = {name: max((count for count, _ in column.values()), default=0) for name, column in cells.items()}
    columns = [name for name, count in pages.items() if count]
    if not columns:
        return None
    rows = [["pages", *(str(pages[name]) for name in columns)]]
    for reader in cells[columns[0]]:
        values = [cells[name][reader][1] for name in columns]
        if any(value is not None for value in values):
            rows.append([reader, *map(_share, values)])
    return f"## {heading}\n\n{markdown_table(['reader', *columns], rows)}"


def _share(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"


def records(found: Mapping[str, Mapping[str, Figures]]) -> Iterator[dict[str, Any]]:
    """Yield the figures as plain records, one per corpus and reader."""
    for corpus, by_reader in found.items():
        for reader, one in by_reader.items():
            yield {"corpus": corpus, "reader": reader, **asdict(one)}
