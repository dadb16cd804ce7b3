"""Pins: scores that must not get lower unnoticed.

A pin is for one method on one state of a corpus (or a sample), identified by hash; other states have other pins. A
score may be lower by the pin's tolerance. Pinning raises pins; lowering one needs an explicit option.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

from broadsheet.errors import BroadsheetError
from broadsheet.lab.evaluate.report import markdown_table
from broadsheet.lab.evaluate.store import CorpusHashes
from broadsheet.lab.evaluate.summary import Summary

__all__ = ["GateUnreadable", "Pin", "as_table", "check", "merge", "pins_of", "read_pins", "write_pins"]

_DIGITS: Final = 6


class GateUnreadable(BroadsheetError):
    """The file of pins is unreadable or invalid."""


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """One pinned score."""

    corpus: str  # name of the corpus
    state: str  # hash of its pages and gold answers
    pages: int  # number of pages
    method: str  # name of the method
    measure: str  # metric of the F1: ``shingles`` or ``segments``
    f1: float  # the score
    tolerance: float  # allowed drop

    @property
    def key(self) -> tuple[str, str, str]:
        """Corpus, state and method."""
        return self.corpus, self.state, self.method

    @property
    def floor(self) -> float:
        """Lowest accepted score."""
        return round(self.f1 - self.tolerance, _DIGITS)


@dataclass(frozen=True, slots=True)
class Check:
    """A pin and the current score, or None if not measured."""

    pin: Pin
    f1: float | None

    @property
    def is_lower(self) -> bool:
        """Whether the score is below the pin by more than the tolerance."""
        return self.f1 is not None and self.f1 < self.pin.floor


def pins_of(summary: Summary, states: Mapping[str, CorpusHashes], *, tolerance: float) -> list[Pin]:
    """Return the scores of our methods on each corpus as pins, given the hashes of each corpus by name.

    Libraries are not pinned: their scores change with their versions.
    """
    return [
        Pin(
            corpus=row.corpus,
            state=states[row.corpus].both,
            pages=row.pages,
            method=row.entrant,
            measure=row.measure,
            f1=round(row.scores.f1, _DIGITS),
            tolerance=tolerance,
        )
        for row in summary.rows
        if row.ours
    ]


def check(pins: Iterable[Pin], measured: Sequence[Pin]) -> list[Check]:
    """Compare pins with current scores. Pins of other corpora, or other states of them, are ignored."""
    today = {pin.key: pin.f1 for pin in measured}
    corpora = {(pin.corpus, pin.state) for pin in measured}
    return [Check(pin, today.get(pin.key)) for pin in sorted(pins) if (pin.corpus, pin.state) in corpora]


def merge(pins: Iterable[Pin], measured: Sequence[Pin], *, allow_lower: bool) -> tuple[list[Pin], list[Check]]:
    """Pin the current scores. Return the pins, and refused lower scores; if there are any, pins must not be written.

    A score within the tolerance leaves the pin unchanged; otherwise scores could sink by a tolerance at a time.
    """
    old = {pin.key: pin for pin in pins}
    new = {now.key: now for now in measured if allow_lower or now.key not in old or now.f1 >= old[now.key].f1}
    refused = [] if allow_lower else [one for one in check(old.values(), measured) if one.is_lower]
    return sorted((old | new).values()), refused


def read_pins(path: Path) -> list[Pin]:
    """Read a file of pins; empty if there is none.

    Raises:
        GateUnreadable: it is unreadable or invalid.
    """
    try:
        records = json.loads(path.read_text(encoding="utf-8"))["pins"]
        pins = [Pin(**record) for record in records]
        # Adding a number fails for values of other types, which could not be compared with a score later.
        return [replace(pin, f1=pin.f1 + 0.0, tolerance=pin.tolerance + 0.0) for pin in pins]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise GateUnreadable(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise GateUnreadable(f"{path}: not a file of pinned scores") from error


def write_pins(pins: Iterable[Pin]) -> str:
    """Format pins as a file, sorted and one per line, for small diffs."""
    lines = ",\n".join(f"    {json.dumps(asdict(pin), ensure_ascii=False)}" for pin in sorted(pins))
    about = "Scores that must not be lost; written by: broadsheet bench --pin"
    return f'{{\n  "about": {json.dumps(about)},\n  "pins": [\n{lines}\n  ]\n}}\n'


def as_table(checks: Sequence[Check]) -> str:
    """Format checks as a Markdown table."""
    rows = []
    for one in checks:
        pin = one.pin
        now, change, verdict = "-", "-", "not measured"
        if one.f1 is not None:
            now, change = f"{one.f1:.4f}", f"{one.f1 - pin.f1:+.4f}"
            verdict = "LOWER" if one.is_lower else "higher" if one.f1 > pin.f1 else "held"
        scores = f"{pin.f1:.4f}", f"{pin.floor:.4f}", now, change
        rows.append((pin.corpus, str(pin.pages), pin.method, *scores, verdict))
    return markdown_table(("corpus", "pages", "method", "pinned", "floor", "now", "change", ""), rows)
