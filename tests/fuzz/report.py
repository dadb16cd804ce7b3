"""Results counted: the lines that are printed, the findings as files, and the tables for the guide."""

from __future__ import annotations

import dataclasses
import heapq
import json
import re
from collections import Counter
from pathlib import Path
from typing import Final

from tests.fuzz.check import Result
from tests.fuzz.mutate import KINDS, Mutant

__all__ = ["Report", "save", "write_between_marks"]

SLOWEST: Final = 10
OUTCOMES: Final = ("article", "no article", "NotHTML", "PageTooLarge", "other error", "finding")
BEGIN: Final = "<!-- fuzz -->"
END: Final = "<!-- end of fuzz -->"


class Report:
    """The counts of a run, by kind: mutants made by several mutators count for the first."""

    def __init__(self) -> None:
        self.outcomes: Counter[tuple[str, str]] = Counter()
        self.cpu: Counter[str] = Counter()
        self.worst: Counter[str] = Counter()
        self.slowest: list[tuple[float, int, Result]] = []
        self.groups: dict[str, list[int]] = {}
        self.peak = 0

    def add(self, result: Result) -> None:
        """Count a result."""
        kind = result.kind.partition("+")[0]
        outcome = result.outcome if result.outcome in OUTCOMES else "other error"
        self.outcomes[kind, outcome] += 1
        self.cpu[kind] += result.cpu  # type: ignore[assignment]
        self.worst[kind] = max(self.worst[kind], result.cpu)  # type: ignore[assignment]
        self.peak = max(self.peak, result.peak)
        heapq.heappush(self.slowest, (result.cpu, -result.number, dataclasses.replace(result, detail="")))
        if len(self.slowest) > SLOWEST:
            heapq.heappop(self.slowest)
        if result.group:
            self.groups.setdefault(result.group, []).append(result.number)

    @property
    def mutants(self) -> int:
        """How many were counted."""
        return self.outcomes.total()

    def text(self) -> str:
        """The tables and findings, in Markdown."""
        rows = []
        for kind in (*KINDS, "all"):
            counts = [
                sum(count for (of, what), count in self.outcomes.items() if what == outcome and kind in (of, "all"))
                for outcome in OUTCOMES
            ]
            cpu = self.cpu.total() if kind == "all" else self.cpu[kind]
            worst = max(self.worst.values(), default=0) if kind == "all" else self.worst[kind]
            total = sum(counts)
            mean = 1_000 * cpu / max(total, 1)
            rows.append(f"| {kind} | {total:,} | {' | '.join(f'{n:,}' for n in counts)} | {mean:.0f} | {worst:.2f} |")
        slow = [
            f"| {one.cpu:.2f} | {one.size:,} | {one.kind} | {one.number:,} |"
            for _, _, one in sorted(self.slowest, key=lambda entry: entry[0], reverse=True)
        ]
        found = [f"- {group}: {len(hits):,} mutants, the first is {min(hits):,}" for group, hits in self.groups.items()]
        return "\n".join(
            (
                f"| mutators | mutants | {' | '.join(OUTCOMES)} | ms of CPU, mean | s of CPU, most |",
                f"|---{'|--:' * (len(OUTCOMES) + 3)}|",
                *rows,
                "",
                "The slowest (seconds for all calls together):",
                "",
                "| s of CPU | bytes | mutators | number |",
                "|--:|--:|---|--:|",
                *slow,
                "",
                f"Peak memory of a worker: {self.peak:,} MB.",
                "",
                *(["Findings:", "", *found] if found else ["Findings: none."]),
            )
        )


def save(folder: Path, seed: int, mutant: Mutant, result: Result) -> None:
    """Write a finding: the page, and beside it its arguments and the traceback."""
    folder.mkdir(parents=True, exist_ok=True)
    data = mutant.html if isinstance(mutant.html, bytes) else mutant.html.encode("utf-8", "surrogatepass")
    (folder / f"{seed}-{mutant.number}.html").write_bytes(data)
    about = dataclasses.asdict(mutant) | {"html": type(mutant.html).__name__, "seed": seed}
    about |= {"finding": result.group, "cpu": result.cpu, "traceback": result.detail.splitlines()}
    (folder / f"{seed}-{mutant.number}.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")


def write_between_marks(file: Path, part: str) -> None:
    """Put a text in the place of what stands between the marks of a page."""
    old = file.read_text(encoding="utf-8")
    if BEGIN not in old or END not in old:
        raise ValueError(f"{file} has no marks {BEGIN} and {END}")
    new = re.sub(f"(?s){BEGIN}.*{END}", lambda _: f"{BEGIN}\n\n{part}\n\n{END}", old)
    file.write_text(new, encoding="utf-8")
