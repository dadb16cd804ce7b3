"""Measure the gain from site profiles: pages of one site, with profiles learnt from other pages of the site.

Groups of pages are in ``neighbours.jsonl`` in the folder of corpora: one JSON object per line with ``site`` and
``pages`` (``corpus/id``). A page is never measured with a profile that includes it.
"""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from broadsheet import metadata
from broadsheet.article import assemble, write_text
from broadsheet.article.conventions import without_title
from broadsheet.body.fusion import Fusion
from broadsheet.crawl.sites import SiteProfile, observe
from broadsheet.lab.corpora import Sample, fold_of, named_folders, open_corpora
from broadsheet.lab.corpora.reading import json_lines
from broadsheet.lab.evaluate.conventions import compose, headline
from broadsheet.lab.evaluate.metrics import interval, overlap, resampled, shingles
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.words import tokens
from broadsheet.methods.base import Given
from broadsheet.methods.stadynot import StaDyNoT
from broadsheet.page import Page
from broadsheet.page.arrays import BoolArray

__all__ = ["GROUPS", "Measured", "as_json", "as_markdown", "groups_of", "measure"]

COUNTS: Final[tuple[int | None, ...]] = (0, 2, 4, 9, 19, None)  # other pages in a profile; None for all of the group
GROUPS: Final = "neighbours.jsonl"  # file of groups in the folder of corpora
_LARGE: Final = 12  # pages of a group whose gain may be reported as the worst
_NEIGHBOURS: Final = 9  # pages that StaDyNoT gets; from its paper


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """The gain from a profile of a number of pages."""

    method: str  # the method
    others: int | None  # pages in the profile; None for all others of the group
    # ``pages, groups``: pages and groups measured
    pages: int
    groups: int
    # ``without, with_``: mean F1 over the pages (4-gram shingles against the gold text)
    without: float
    with_: float
    # ``low, high``: 95 % interval of the difference, by bootstrap over groups
    low: float
    high: float
    lost: float  # share of gold words found without a profile but not with it
    gained: float  # share of gold words found with a profile but not without it
    # the group of at least 12 pages with the smallest gain, and its gain; None without such groups
    worst: tuple[str, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """All figures, and a description of `fusion`'s weights."""

    weights: str
    figures: tuple[Figure, ...]


# A page with and without a profile: its group, F1 before and after, gold words, and those lost and gained.
_Trial = tuple[int, float, float, int, int, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Judged:
    """A page with the data to score its texts."""

    name: str
    page: Page
    title: str | None
    front: str | None
    gold: Counter[tuple[str, ...]] | None
    words: Counter[str]
    bare: BoolArray
    profile: SiteProfile


def measure(
    folder: Path | None,
    *,
    weights: Path | None,
    step: int = 1,
    report: Callable[[str], None] = lambda words: None,
) -> Measured:
    """Measure the gain from profiles.

    Args:
        folder: folder of corpora; None for that of the environment variable.
        weights: folder with ``fold0.npz`` and so on, weights of `fusion` trained without the sites of each fold; None
            for the shipped weights, which were trained on them.
        step: measure every ``step``-th group.
        report: called with progress notes.

    Raises:
        CorpusError: no corpora, or no groups.
    """
    (named,) = named_folders([folder] if folder is not None else [])
    groups = groups_of(named)[::step]
    samples = {sample.gold.name: sample for corpus in open_corpora(named) for sample in corpus}
    trials: defaultdict[tuple[str, int | None], list[_Trial]] = defaultdict(list)
    for number, (site, names) in enumerate(groups):
        method = Fusion() if weights is None else Fusion(weights=str((weights / f"fold{fold_of(site)}.npz").resolve()))
        pages = list(_read([samples[name] for name in names if name in samples], method))
        for others in COUNTS:
            trials["fusion", others] += _trials(number, pages, others, method, _as_profile)
        for name, known in (("stadynot, pages", _as_pages), ("stadynot, profile", _as_profile)):
            trials[name, _NEIGHBOURS] += _trials(number, pages, _NEIGHBOURS, StaDyNoT(), known)
        report(f"{number + 1} of {len(groups)}: {site}, {len(pages)} pages")
    sites = [site for site, _ in groups]
    return Measured(
        weights="weights that have seen the sites" if weights is None else "weights that have not seen the sites",
        figures=tuple(_figure(method, others, found, sites) for (method, others), found in trials.items() if found),
    )


def groups_of(folder: Path) -> list[tuple[str, list[str]]]:
    """Return the groups of a folder of corpora: each site, and its pages.

    Raises:
        CorpusError: there is no file of groups, or an invalid one.
    """
    return [(record.required("site"), list(record.strings("pages"))) for record in json_lines(folder / GROUPS)]


def _read(samples: Sequence[Sample], method: Fusion) -> Iterator[_Judged]:
    for sample in samples:
        page = sample.page()
        if page is None:
            continue
        gold = sample.gold
        title = metadata.read(page).title
        marking = method.mark(page, Given())
        yield _Judged(
            name=gold.name,
            page=page,
            title=title,
            front=headline(gold, title),
            gold=shingles(gold.text) if gold.text is not None else None,
            words=Counter(tokens(gold.text or "")),
            bare=marking.keep,
            profile=observe(page, marking.keep, site="group"),
        )


def _drawn(pages: Sequence[_Judged], one: _Judged, others: int | None) -> list[_Judged] | None:
    """Draw other pages of the group, reproducibly; None if there are too few."""
    rest = [page for page in pages if page is not one]
    if others is None:
        return rest
    if others > len(rest):
        return None
    return random.Random(f"{others} {one.name}").sample(rest, others)  # noqa: S311 - a draw that can be repeated


def _as_profile(pages: Sequence[_Judged]) -> Given:
    whole = SiteProfile(site="group")
    for page in pages:
        whole.add(page.profile)
    return Given(profile=whole.evidence())


def _as_pages(pages: Sequence[_Judged]) -> Given:
    return Given(neighbours=tuple(page.page for page in pages))


def _trials(
    group: int,
    pages: Sequence[_Judged],
    others: int | None,
    method: Fusion | StaDyNoT,
    known: Callable[[Sequence[_Judged]], Given],
) -> Iterator[_Trial]:
    """Run a method on each page of a group, without other pages and with what is known of them."""
    for one in pages:
        drawn = _drawn(pages, one, others) if one.gold is not None else None
        if drawn is not None:
            bare = one.bare if isinstance(method, Fusion) else method.mark(one.page, Given()).keep
            (before, found), (after, refound) = _score(one, bare), _score(one, method.mark(one.page, known(drawn)).keep)
            yield group, before, after, one.words.total(), (found - refound).total(), (refound - found).total()


def _score(one: _Judged, keep: BoolArray) -> tuple[float, Counter[str]]:
    """Return F1 of the kept nodes, and the gold words in them."""
    text = write_text(without_title(assemble(one.page, keep & one.page.shown), one.title))
    composed = compose(text, one.front) if one.front else text
    return overlap(one.gold or Counter(), shingles(composed)).f1, one.words & Counter(tokens(text))


def _figure(method: str, others: int | None, trials: Sequence[_Trial], sites: Sequence[str]) -> Figure:
    group, before, after, words, lost, gained = np.array(trials, dtype=np.float64).T
    groups, of = np.unique(group, return_inverse=True)
    pages, gain = np.bincount(of), np.bincount(of, weights=after - before)
    samples = resampled(np.stack([gain, pages], axis=1), lambda sums: sums[:, :1] / sums[:, 1:], seed=0)
    low, high = interval(samples[:, 0])
    large = [(float(gain[at] / pages[at]), sites[int(groups[at])]) for at in np.flatnonzero(pages >= _LARGE)]
    return Figure(
        method=method,
        others=others,
        pages=len(trials),
        groups=len(groups),
        without=float(before.mean()),
        with_=float(after.mean()),
        low=low,
        high=high,
        lost=float(lost.sum() / max(1, words.sum())),
        gained=float(gained.sum() / max(1, words.sum())),
        worst=(min(large)[1], min(large)[0]) if large else None,
    )


def as_json(measured: Measured) -> str:
    """Format all figures as JSON."""
    return json.dumps(asdict(measured), ensure_ascii=False, indent=2) + "\n"


def as_markdown(measured: Measured) -> str:
    """Format all figures as a Markdown table."""
    columns = (
        "method", "other pages", "judged pages", "groups", "F1 without", "F1 with", "difference (95 %)",
        "gold words lost", "gained", f"least gain of a group of {_LARGE} or more",
    )  # fmt: skip
    rows = (
        (
            one.method,
            "all" if one.others is None else str(one.others),
            str(one.pages),
            str(one.groups),
            f"{one.without:.4f}",
            f"{one.with_:.4f}",
            f"{one.with_ - one.without:+.4f} ({one.low:+.4f} to {one.high:+.4f})",
            f"{one.lost:.3%}",
            f"{one.gained:.3%}",
            f"{one.worst[1]:+.4f} ({one.worst[0]})" if one.worst is not None else "-",
        )
        for one in measured.figures
    )
    return f"With {measured.weights}:\n\n{markdown_table(columns, rows)}"
