"""Count results, print them as tables, and write findings to files."""

from __future__ import annotations

import dataclasses
import heapq
import json
from collections import defaultdict
from pathlib import Path
from typing import Final

from tests.fuzz.check import Result
from tests.fuzz.mutate import KINDS, Mutant

SLOWEST: Final = 10
OUTCOMES: Final = ("article", "no article", "NotHTML", "PageTooLarge", "other error", "finding")


class Report:
    """The results of a run by kind, the first of a mutant's mutators.

    Attributes:
        results: outcome and CPU time of each mutant, by kind.
        groups: the numbers of the mutants with each finding.
    """

    def __init__(self) -> None:
        self.results: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
        self.groups: dict[str, list[int]] = {}
        self.mutants = self.peak = 0
        self._slowest: list[tuple[float, int, Result]] = []

    def add(self, result: Result) -> None:
        """Count a result."""
        outcome = result.outcome if result.outcome in OUTCOMES else "other error"
        for kind in (result.kind.partition("+")[0], "all"):
            self.results[kind].append((outcome, result.cpu))
        self.mutants += 1
        self.peak = max(self.peak, result.peak)
        slow = (result.cpu, -result.number, dataclasses.replace(result, detail=""))
        self._slowest = heapq.nlargest(SLOWEST, [*self._slowest, slow])
        if result.group:
            self.groups.setdefault(result.group, []).append(result.number)

    def text(self) -> str:
        """The tables and findings, in Markdown."""
        lines = [
            f"| mutators | mutants | {' | '.join(OUTCOMES)} | ms of CPU, mean | s of CPU, most |",
            f"|---{'|--:' * (len(OUTCOMES) + 3)}|",
        ]
        for kind in (*KINDS, "all"):
            outcomes, cpu = zip(*self.results[kind], strict=True) if self.results[kind] else ((), (0.0,))
            counts = " | ".join(f"{outcomes.count(outcome):,}" for outcome in OUTCOMES)
            lines.append(
                f"| {kind} | {len(outcomes):,} | {counts} | {1_000 * sum(cpu) / len(cpu):.0f} | {max(cpu):.2f} |"
            )
        lines += ["", "The slowest, by CPU time of all calls together:", "", "| s of CPU | bytes | mutators | number |"]
        lines += ["|--:|--:|---|--:|"]
        lines += [f"| {one.cpu:.2f} | {one.size:,} | {one.kind} | {one.number:,} |" for *_, one in self._slowest]
        lines += [
            "",
            f"Peak memory of a worker: {self.peak:,} MB.",
            "",
            "Findings:" if self.groups else "Findings: none.",
        ]
        lines += [
            f"- {group}: {len(hits):,} mutants, the first is {min(hits):,}" for group, hits in self.groups.items()
        ]
        return "\n".join(lines)


def save(folder: Path, seed: int, mutant: Mutant, result: Result) -> None:
    """Write a finding: the page, and a file with its arguments and the traceback."""
    folder.mkdir(parents=True, exist_ok=True)
    data = mutant.html if isinstance(mutant.html, bytes) else mutant.html.encode("utf-8", "surrogatepass")
    (folder / f"{seed}-{mutant.number}.html").write_bytes(data)
    about = dataclasses.asdict(mutant) | {"html": type(mutant.html).__name__, "seed": seed}
    about |= {"finding": result.group, "cpu": result.cpu, "traceback": result.detail.splitlines()}
    (folder / f"{seed}-{mutant.number}.json").write_text(json.dumps(about, indent=1) + "\n", encoding="utf-8")
