"""The gate: scores that were reached once and must not be lost without anyone saying so.

A pin holds for one method on one state of a corpus (or of a sample of it), told by its hash: another state has other
pins. A score may be lower by the pin's tolerance, and no more. Pins are raised by pinning; lowering one takes an
explicit word. It must not know how a score came about.
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

TOLERANCE: Final = 0.001
"""F1 by which a score may be lower: what another version of numpy or of the parser may move on a few hundred pages."""
_DIGITS: Final = 6


class GateUnreadable(BroadsheetError):
    """The file of pins cannot be read or is not one."""


class Verdict(StrEnum):
    """What became of a pin."""

    HELD = "held"
    HIGHER = "higher"
    LOWER = "LOWER"
    NOT_MEASURED = "not measured"


@dataclass(frozen=True, slots=True, order=True)
class Pin:
    """One score that was reached.

    Attributes:
        corpus: the corpus's name.
        state: the hash of its pages and answers.
        pages: how many pages.
        method: the method's name.
        measure: what the F1 is of: ``shingles`` or ``segments``.
        f1: the score.
        tolerance: how much lower it may be.
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
        """What there is one pin for."""
        return self.corpus, self.state, self.method

    @property
    def floor(self) -> float:
        """The lowest score that holds."""
        return round(self.f1 - self.tolerance, _DIGITS)


@dataclass(frozen=True, slots=True)
class Check:
    """A pin beside the score of today.

    Attributes:
        pin: the pin.
        f1: the score, or None if it was not measured.
        verdict: what became of the pin.
    """

    pin: Pin
    f1: float | None
    verdict: Verdict


def pins_of(summary: Summary, states: Mapping[str, CorpusHashes], *, tolerance: float = TOLERANCE) -> list[Pin]:
    """What could be pinned of a run: the scores of our methods on each corpus.

    Libraries are not pinned: their scores change with their versions, and not by what we do.

    Args:
        summary: the run, on all pages of each corpus.
        states: the state of each corpus, by its name.
        tolerance: for all of them.
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
    """Compare pins with scores of today. Pins of other corpora, or of other states of these, are passed over.

    Args:
        pins: the scores that are held.
        measured: the scores of today, as pins.

    Returns:
        One check for each pin of the corpora that were measured, sorted as pins are.
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
    """Pin the scores of today.

    A score inside the tolerance leaves the pin as it is: else a score could sink for ever, a tolerance at a time.

    Args:
        pins: the pins so far.
        measured: the scores of today.
        allow_lower: take lower scores too.

    Returns:
        The pins afterwards, and what lower scores were refused; with any, the pins must not be written.
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
    """The pins of a file; none where there is no file.

    Raises:
        GateUnreadable: it cannot be read, or it is not a file of pins.
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
            # A whole number is a score too: JSON knows one kind of number.
            if not isinstance(value, (int, float) if kinds[field.name] is float else kinds[field.name]):
                raise GateUnreadable(f"{path}: {field.name!r} of {pin.corpus}, {pin.method} is {value!r}")
    return pins


def write_pins(pins: Iterable[Pin]) -> str:
    """The text of a file of pins: one a line, in order, so that a change is a line."""
    lines = ",\n".join(f"    {json.dumps(asdict(pin), ensure_ascii=False)}" for pin in sorted(pins))
    about = "Scores that must not be lost; written by: broadsheet bench --pin"
    return f'{{\n  "about": {json.dumps(about)},\n  "pins": [\n{lines}\n  ]\n}}\n'


def as_table(checks: Sequence[Check]) -> str:
    """Pins beside the scores of today, in lines of text."""
    rows = [("corpus", "pages", "method", "pinned", "floor", "now", "change", "")]
    for one in checks:
        pin = one.pin
        now, change = ("-", "-") if one.f1 is None else (f"{one.f1:.4f}", f"{one.f1 - pin.f1:+.4f}")
        scores = f"{pin.f1:.4f}", f"{pin.floor:.4f}", now, change
        rows.append((pin.corpus, str(pin.pages), pin.method, *scores, one.verdict.value))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(["Gate", *(line.rstrip() for line in lines)]) + "\n"
