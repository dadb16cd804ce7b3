"""Evaluate extractors by insertions: each page with and without a piece, through every extractor.

* A piece to keep is right if all of its phrases are in the text, in order.
* A piece to leave out is right if none of them is.
* A repeated text is right if it is in the text exactly once; a repeated headline, not at all, since it is metadata.
* Lost is the share of the article's other paragraphs that are in the text without the piece, but not with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final, NamedTuple

from broadsheet.lab.corpora import Corpus, Sample, stable_hash
from broadsheet.lab.evaluate.entrants import Entrant
from broadsheet.lab.evaluate.metrics import one_line
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.run import call
from broadsheet.lab.insertions.generate import Inserted, Insertions
from broadsheet.lab.insertions.pieces import KINDS, Answer

__all__ = ["Figure", "Judged", "as_markdown", "figures", "judge", "records", "run"]

MIN_SUBSTRING_CHARS: Final = 12  # shorter phrases are only found as a line of their own: they may be part of a word


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of one extractor on one page with one piece."""

    entrant: str
    kind: str
    right: bool  # whether the piece was handled as the conventions say
    found: int  # the article's other paragraphs in the text without the piece
    lost: int  # those missing from the text with it


class Figure(NamedTuple):
    """The result of one extractor on one kind of piece."""

    pages: int  # with such a piece
    right: float  # share of pages on which the piece was handled as the conventions say
    lost: float  # share of the article's other paragraphs lost because of the piece


def judge(inserted: Inserted, text: str) -> bool:
    """Whether an extractor's text for a page with a piece handles the piece as the conventions say."""
    line = one_line(text)
    match KINDS[inserted.kind].answer:
        case Answer.KEEP:
            return _in_order(inserted.texts, line)
        case Answer.LEAVE:
            lines = set(map(one_line, text.split("\n")))
            return not any(
                (wanted in line) if len(wanted) >= MIN_SUBSTRING_CHARS else (wanted in lines)
                for wanted in map(one_line, inserted.texts)
            )
        case _ if inserted.kind == "headline-again":
            return one_line(inserted.texts[0]) not in line
        case _:
            return all(line.count(one_line(wanted)) == 1 for wanted in inserted.texts)


def run(
    corpora: Sequence[Corpus],
    entrants: Sequence[Entrant],
    insertions: Insertions,
    *,
    pages: int,
    seed: int = 0,
    kinds: Sequence[str] = tuple(KINDS),
    advance: Callable[[], None] = lambda: None,
) -> Iterator[Judged]:
    """Evaluate extractors on pages with pieces.

    ``pages`` articles with enough known paragraphs are drawn per kind; ``advance`` is called for each.
    """
    wanted: dict[str, list[str]] = defaultdict(list)
    articles = (sample for corpus in corpora for sample in corpus if sample.gold.is_article is not False)
    usable = {sample.gold.name: sample for sample in articles if insertions.places(sample) is not None}
    for kind in kinds:
        for _, name in sorted((stable_hash(f"{seed}/{kind}/{name}"), name) for name in usable)[:pages]:
            wanted[name].append(kind)
    for name, some in wanted.items():
        yield from _page(usable[name], entrants, insertions, some)
        advance()


def _page(
    sample: Sample, entrants: Sequence[Entrant], insertions: Insertions, kinds: Sequence[str]
) -> Iterator[Judged]:
    places = insertions.places(sample)
    if places is None:
        return
    gold = sample.gold
    paragraphs = [one_line(one.text) for one in places.paragraphs]
    made = [one for kind in kinds if (one := insertions.make(gold, places, kind)) is not None]
    for entrant in entrants:
        plain = one_line(call(entrant, places.html, gold).text)
        found = [paragraph for paragraph in paragraphs if paragraph in plain]
        for one in made:
            text = call(entrant, one.html, gold).text
            line = one_line(text)
            lost = sum(paragraph not in line for paragraph in found)
            yield Judged(entrant.name, one.kind, judge(one, text), len(found), lost)


def _in_order(wanted: Sequence[str], line: str) -> bool:
    at = 0
    for text in map(one_line, wanted):
        found = line.find(text, at)
        if found < 0:
            return False
        at = found + len(text)
    return True


def figures(judged: Sequence[Judged]) -> dict[str, dict[str, Figure]]:
    """Return the results by kind, in the order of `KINDS`, and by extractor, in order of appearance."""
    rows: dict[str, dict[str, list[Judged]]] = defaultdict(lambda: defaultdict(list))
    for result in judged:
        rows[result.kind][result.entrant].append(result)
    return {
        kind: {
            entrant: Figure(
                len(some),
                fmean(result.right for result in some),
                sum(result.lost for result in some) / max(1, sum(result.found for result in some)),
            )
            for entrant, some in rows[kind].items()
        }
        for kind in KINDS
        if kind in rows
    }


def as_markdown(found: dict[str, dict[str, Figure]]) -> str:
    """Return a Markdown table of the shares that are right, with means per answer and the worst loss of other text."""
    entrants = next(iter(found.values()), {})
    lines: list[list[str]] = []
    for answer in Answer:
        rows = {kind: row for kind, row in found.items() if KINDS[kind].answer is answer}
        for kind, row in rows.items():
            pages = max(figure.pages for figure in row.values())
            cells = (f"{figure.right:.2f}" for figure in row.values())
            lines.append([f"{answer}: {KINDS[kind].description}", str(pages), *cells])
        if rows:
            cells = (f"**{fmean(row[entrant].right for row in rows.values()):.3f}**" for entrant in entrants)
            lines.append([f"**{answer}, mean of {len(rows)} kinds**", "", *cells])
    lost = (max(row[entrant].lost for row in found.values()) for entrant in entrants)
    lines.append(["other paragraphs lost, worst kind", "", *(f"{share:.2%}" for share in lost)])
    return markdown_table(["piece", "pages", *entrants], lines)


def records(found: dict[str, dict[str, Figure]]) -> list[dict[str, Any]]:
    """Return the results as records, one per kind and extractor."""
    return [
        {"kind": kind, "answer": str(KINDS[kind].answer), "entrant": entrant, **figure._asdict()}
        for kind, row in found.items()
        for entrant, figure in row.items()
    ]
