"""Pins: scores that must not get lower unnoticed.

A pin is for one method on one state of a corpus (or a sample), identified by hash; other states have other pins. A
score may be lower by the pin's tolerance. Pinning raises pins; lowering one needs an explicit option.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING, Final, get_type_hints

from broadsheet.errors import BroadsheetError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from broadsheet.evaluate.fingerprint import CorpusHashes
    from broadsheet.evaluate.summary import Summary

__all__ = [
    "TOLERANCE",
    "Check",
    "GateUnreadable",
    "Pin",
    "Verdict",
    "as_table",
    "check",
    "merge",
    "pins_of",
    "read_pins",
    "write_pins",
]

TOLERANCE: Final = 0.001  # allowed drop of F1: the effect of other numpy or parser versions on a few hundred pages
_DIGITS: Final = 6


class GateUnreadable(BroadsheetError):
    """The file of pins is unreadable or invalid."""


class Verdict(StrEnum):
    """Result of checking a pin."""

    HELD = "held"
    HIGHER = "higher"
    LOWER = "LOWER"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """One pinned score.

    Attributes:
        corpus: name of the corpus.
        state: hash of its pages and gold answers.
        pages: number of pages.
        method: name of the method.
        measure: metric of the F1: ``shingles`` or ``segments``.
        f1: the score.
        tolerance: allowed drop.
    """

    corpus: str
    state: str
    pages: int
    method: str
    measure: str
    f1: float
    tolerance: float

    @property
    def key(self) -> tuple[str, str, str]:
        """Key of the pin."""
        return self.corpus, self.state, self.method

    @property
    def floor(self) -> float:
        """Lowest accepted score."""
        return round(self.f1 - self.tolerance, _DIGITS)


@dataclass(frozen=True, slots=True)
class Check:
    """A pin and the current score.

    Attributes:
        pin: the pin.
        f1: the score, or None if not measured.
        verdict: result of the check.
    """

    pin: Pin
    f1: float | None
    verdict: Verdict


def pins_of(summary: Summary, states: Mapping[str, CorpusHashes], *, tolerance: float = TOLERANCE) -> list[Pin]:
    """Return the scores of our methods on each corpus as pins.

    Libraries are not pinned: their scores change with their versions.

    Args:
        summary: summary of a run on all pages of each corpus.
        states: hashes of each corpus, by name.
        tolerance: of all pins.
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
    """Compare pins with current scores. Pins of other corpora, or other states of them, are ignored.

    Args:
        pins: the pins.
        measured: current scores, as pins.

    Returns:
        One check per pin of the measured corpora, sorted.
    """
    today = {pin.key: pin for pin in measured}
    corpora = {(pin.corpus, pin.state) for pin in measured}
    return [_check(pin, today.get(pin.key)) for pin in sorted(pins) if (pin.corpus, pin.state) in corpora]


def _check(pin: Pin, now: Pin | None) -> Check:
    if now is None:
        return Check(pin, None, Verdict.NOT_MEASURED)
    if now.f1 < pin.floor:
        return Check(pin, now.f1, Verdict.LOWER)
    return Check(pin, now.f1, Verdict.HIGHER if now.f1 > pin.f1 else Verdict.HELD)


def merge(pins: Iterable[Pin], measured: Sequence[Pin], *, allow_lower: bool) -> tuple[list[Pin], list[Check]]:
    """Pin the current scores.

    A score within the tolerance leaves the pin unchanged; otherwise scores could sink by a tolerance at a time.

    Args:
        pins: existing pins.
        measured: current scores, as pins.
        allow_lower: accept lower scores.

    Returns:
        The new pins, and the refused lower scores; if there are any, the pins must not be written.
    """
    merged = {pin.key: pin for pin in pins}
    refused = []
    for now in measured:
        old = merged.get(now.key)
        if old is not None and now.f1 < old.f1 and not allow_lower:
            one = _check(old, now)
            if one.verdict is Verdict.LOWER:
                refused.append(one)
            continue
        merged[now.key] = now
    return sorted(merged.values()), refused


def read_pins(path: Path) -> list[Pin]:
    """Read a file of pins; empty if there is none.

    Raises:
        GateUnreadable: it is unreadable or invalid.
    """
    kinds = get_type_hints(Pin)
    try:
        records = json.loads(path.read_text(encoding="utf-8"))["pins"]
        pins = [Pin(**record) for record in records]
    except FileNotFoundError:
        return []
    except OSError as error:
        raise GateUnreadable(f"{path}: {error.strerror}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise GateUnreadable(f"{path}: not a file of pinned scores") from error
    for pin in pins:
        for field in fields(Pin):
            value = getattr(pin, field.name)
            # Integers are accepted as scores: JSON has one type of number.
            if not isinstance(value, (int, float) if kinds[field.name] is float else kinds[field.name]):
                raise GateUnreadable(f"{path}: {field.name!r} of {pin.corpus}, {pin.method} is {value!r}")
    return pins


def write_pins(pins: Iterable[Pin]) -> str:
    """Format pins as a file, sorted and one per line, for small diffs."""
    lines = ",\n".join(f"    {json.dumps(asdict(pin), ensure_ascii=False)}" for pin in sorted(pins))
    about = "Scores that must not be lost; written by: broadsheet bench --pin"
    return f'{{\n  "about": {json.dumps(about)},\n  "pins": [\n{lines}\n  ]\n}}\n'


def as_table(checks: Sequence[Check]) -> str:
    """Format checks as a text table."""
    rows = [("corpus", "pages", "method", "pinned", "floor", "now", "change", "")]
    for one in checks:
        pin = one.pin
        now, change = ("-", "-") if one.f1 is None else (f"{one.f1:.4f}", f"{one.f1 - pin.f1:+.4f}")
        scores = f"{pin.f1:.4f}", f"{pin.floor:.4f}", now, change
        rows.append((pin.corpus, str(pin.pages), pin.method, *scores, one.verdict.value))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(["Gate", *(line.rstrip() for line in lines)]) + "\n"
