"""Barua 2014: StaDyNoT with other pages of the site, beside three libraries, by the bag of words.

Their pages: 440 of eleven sites, ten of each of four sections, nine neighbours each. Ours: groups of pages of one site
and of about one time (``neighbours.jsonl`` beside the corpora), and the pages of news among them that have a whole
answer. How many neighbours are needed, which the paper does not ask, is measured with 0, 2, 4, 9 and 19.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Final

from broadsheet.corpora import Corpus, Sample
from broadsheet.errors import CorpusError
from broadsheet.evaluate.entrants import Entrant, enter
from broadsheet.methods.base import Given
from broadsheet.methods.stadynot import StaDyNoT
from broadsheet.page import Page
from broadsheet.reproduce.base import Figures, Options
from broadsheet.reproduce.drawing import curves
from broadsheet.reproduce.pages import NEWS, read_subject
from broadsheet.reproduce.scores import Tally, claim, measures
from broadsheet.reproduce.tables import figure, table

if TYPE_CHECKING:
    from broadsheet.corpora import Includes

__all__ = ["TITLE", "drawings", "measure", "section"]

TITLE: Final = "Barua 2014: StaDyNoT, what is left without what repeats on the site"

_GROUPS: Final = "neighbours.jsonl"
_COUNTS: Final = (0, 2, 4, 9, 19)
_PAPER: Final = 9
"""Neighbours in the paper's experiments."""
_FEW: Final = 3
"""Target pages of a group where a sample was asked for: a group is a site, and sites are what differs."""
_LIBRARIES: Final = {"readability": "NReadability", "boilerpipe": "Boilerplate", "justext": "JusText"}
"""The libraries, and what the paper calls them; NReadability is a port of the same program to another language."""
_PUBLISHED: Final = {
    "stadynot": {"precision": 0.8792, "recall": 0.9670, "f1": 0.9129},
    "readability": {"precision": 0.8847, "recall": 0.9053, "f1": 0.8916},
    "boilerpipe": {"precision": 0.8570, "recall": 0.8989, "f1": 0.8692},
    "justext": {"precision": 0.8292, "recall": 0.8068, "f1": 0.7859},
}
"""The overall result of Table 2."""


def measure(corpora: Sequence[Corpus], options: Options) -> dict[str, Any]:
    """Take the text out of the target pages of every group that is large enough.

    With a sample, so many groups of each size take part, with three pages each.

    Raises:
        CorpusError: there are no groups of neighbours.
        MissingExtra: one of the libraries is not installed.
    """
    libraries = {name: enter(name) for name in _LIBRARIES}
    known = {f"{corpus.name}/{sample.gold.id}": (corpus.includes, sample) for corpus in corpora for sample in corpus}
    groups = [
        group
        for group in _groups(options, known)
        if any(name.partition("/")[0] in NEWS and known[name][1].gold.text is not None for name in group)
    ]
    sizes = {
        "9": [group for group in groups if len(group) > _PAPER],
        "19": [group for group in groups if len(group) > 19],
    }
    tallies = {size: Tally() for size in sizes}
    failed = dict.fromkeys(libraries, 0)
    chosen = {size: _drawn(found, options) for size, found in sizes.items()}
    total, done = sum(map(len, chosen.values())), 0
    for size, found in chosen.items():
        for group in found:
            _measure_group(group, known, libraries, int(size), tallies[size], failed, options)
            done += 1
            options.progress("Barua 2014: groups", done, total)
    if not tallies["9"].sizes():
        raise CorpusError(f"no group in {_GROUPS} has ten pages and whole answers")
    return {
        "pages": {size: tally.sizes() for size, tally in tallies.items()},
        "groups": {size: len(found) for size, found in chosen.items()},
        "scores": {size: tally.table() for size, tally in tallies.items()},
        "failed": failed,
        "recall": {name: tallies["9"].difference(_entrant(_PAPER), name, "recall", seed=options.seed)
                   for name in libraries},
        "f1": {name: tallies["9"].difference(_entrant(_PAPER), name, seed=options.seed) for name in libraries},
        "precision": tallies["9"].difference(_entrant(_PAPER), "readability", "precision", seed=options.seed),
        "static": tallies["9"].difference(_entrant(_PAPER), _entrant(0), seed=options.seed),
    }  # fmt: skip


def section(figures: Figures) -> str:
    """The table, the curve, and which orderings hold."""
    parts = []
    for size, cells in figures["scores"].items():
        if not cells:
            continue
        pages = figures["pages"][size]
        parts.append(
            f"{sum(pages.values())} pages of {figures['groups'][size]} groups with {int(size) + 1} pages or more "
            f"({', '.join(f'{count} of {corpus}' for corpus, count in pages.items())}; each corpus weighs the same):\n"
        )
        parts.append(
            table(
                ["method", "P", "R", "F1", "P published", "R published", "F1 published"],
                [_row(name, found["mean"]) for name, found in cells.items()],
            )
        )
    if any(figures["failed"].values()):
        told = ", ".join(f"{name} on {count}" for name, count in figures["failed"].items() if count)
        parts.append(f"Calls that failed count as no text: {told}.\n")
    parts += [
        "![Precision, recall and F1 by the number of neighbours](reproduction/barua2014-neighbours.svg)\n",
        "### What the paper claims of the methods\n",
        _claims(figures),
    ]
    return "\n".join(parts)


def drawings(figures: Figures) -> Mapping[str, str]:
    """Precision, recall and F1 by the number of neighbours, on the groups that have the most."""
    size = "19" if figures["scores"].get("19") else "9"
    cells = figures["scores"][size]
    points = {str(count): cells[_entrant(count)]["mean"] for count in _COUNTS if _entrant(count) in cells}
    return {"barua2014-neighbours.svg": curves("StaDyNoT by neighbours", "neighbours", "score", measures(points))}


def _claims(figures: Figures) -> str:
    size = "19" if figures["scores"].get("19") else "9"
    cells = {count: figures["scores"][size].get(_entrant(count)) for count in _COUNTS}
    found = {count: cell["mean"] for count, cell in cells.items() if cell is not None}
    told = "; ".join(
        f"{count}: {cell['precision']:.3f}, {cell['recall']:.3f}, {cell['f1']:.3f}" for count, cell in found.items()
    )
    gain = found[_PAPER]["f1"] - found[0]["f1"]
    half = min(count for count, cell in found.items() if cell["f1"] - found[0]["f1"] >= gain / 2)
    return "".join(
        (
            claim(
                "StaDyNoT's recall, with nine neighbours, is above those of NReadability, Boilerplate and JusText.",
                figures["recall"],
                _WHY_RECALL,
            ),
            claim("Its F1 is above those of all three.", figures["f1"], _WHY_F1),
            "- The paper's precision is level with NReadability's (0.879 and 0.885). "
            f"The difference here is {_told(figures['precision'])}.\n",
            f"- What the neighbours add to F1: {_told(figures['static'])}. "
            f"By their number, precision, recall and F1 on the groups with {int(size) + 1} pages: {told}. "
            f"Half of what nine add is there with {half}. "
            + (
                "A key must stand on every neighbour, so more neighbours make fewer static tags: from nine to nineteen "
                f"precision changes by {found[19]['precision'] - found[9]['precision']:+.3f} and recall by "
                f"{found[19]['recall'] - found[9]['recall']:+.3f}.\n"
                if 19 in found
                else "\n"
            ),
        )
    )


_WHY_RECALL: Final = (
    "StaDyNoT takes nearly everything but what it recognises as noise, so it should lose least. Where it loses an "
    "article, it loses most of it: the common ancestor of two links is the article's own container, more than a fifth "
    "of its text is links (quotes of shares, lists of names), and the paper's beta of 20 % marks it as dynamic noise. "
    "Neighbours take little away, except a notice that stands on all pages of a site at the time. "
    "The libraries are those of today, and readability finds more of the article than NReadability did in 2014."
)
_WHY_F1: Final = (
    "What StaDyNoT leaves in is text without links that is not the same on every page: teasers, captions, comments, "
    "bylines. The paper's answers have title, author and date in them, which StaDyNoT keeps and the libraries drop; "
    "here answers have them on some pages only."
)


def _told(difference: Mapping[str, float]) -> str:
    return f"{difference['mean']:+.3f} ({difference['low']:+.3f} to {difference['high']:+.3f})"


def _row(name: str, cell: Mapping[str, float]) -> list[str]:
    theirs = _PUBLISHED["stadynot"] if name == _entrant(_PAPER) else _PUBLISHED.get(name)
    keys = ("precision", "recall", "f1")
    return [
        f"`{name}`",
        *(figure(cell[key]) for key in keys),
        *(figure(theirs[key] if theirs else None) for key in keys),
    ]


def _entrant(count: int) -> str:
    return f"stadynot, {count} neighbours"


def _groups(options: Options, known: Mapping[str, object]) -> list[list[str]]:
    """The groups of pages that are there.

    Raises:
        CorpusError: no folder of corpora has a file of groups, or it is something else.
    """
    for folder in options.folders:
        file = folder / _GROUPS
        if file.is_file():
            try:
                lines = file.read_text(encoding="utf-8").splitlines()
                found = [json.loads(line)["pages"] for line in lines if line.strip()]
            except (OSError, ValueError, KeyError, TypeError) as error:
                raise CorpusError(f"{file}: not a file of groups of pages ({error})") from error
            return [[page for page in group if page in known] for group in found]
    raise CorpusError(f"no file {_GROUPS} beside the corpora: the study needs groups of pages of one site")


def _drawn(groups: Sequence[list[str]], options: Options) -> list[list[str]]:
    if options.sample is None:
        return list(groups)
    return sorted(groups, key=lambda group: _lot(" ".join(group), options.seed))[: options.sample]


def _lot(name: str, seed: int) -> bytes:
    return blake2b(f"{seed}/{name}".encode(), digest_size=8).digest()


def _measure_group(
    group: Sequence[str],
    known: Mapping[str, tuple[Includes, Sample]],
    libraries: Mapping[str, Entrant],
    most: int,
    tally: Tally,
    failed: dict[str, int],
    options: Options,
) -> None:
    """Take the text out of the target pages of one group, with as many neighbours as the experiment goes up to."""

    @cache
    def page_of(name: str) -> Page | None:
        return known[name][1].page()

    method = StaDyNoT()
    targets = sorted(group, key=lambda name: _lot(name, options.seed))
    targets = [name for name in targets if name.partition("/")[0] in NEWS and known[name][1].gold.text is not None]
    for target in targets[: None if options.sample is None else _FEW]:
        includes, sample = known[target]
        corpus = target.partition("/")[0]
        subject = read_subject(corpus, includes, sample)
        if subject.page is None or sample.gold.is_article is False:
            continue
        others = sorted((name for name in group if name != target), key=lambda name: _lot(name, options.seed))
        near = [page for name in others if (page := page_of(name)) is not None and page.text != subject.page.text]
        if len(near) < most:
            continue
        for count in _COUNTS:
            if count <= most:
                keep = method.mark(subject.page, Given(neighbours=tuple(near[:count]))).keep
                tally.add(_entrant(count), corpus, subject.by_bag(subject.text_of(keep, method.name)))
        for name, library in libraries.items():
            try:
                text = library.extract(subject.html, url=sample.gold.url, lang=sample.gold.lang).text
            except Exception:  # whatever a library raises is a failure of this library
                failed[name] += 1
                text = ""
            tally.add(name, corpus, subject.by_bag(text))
