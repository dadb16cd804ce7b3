"""Run the fuzzer: ``python -m tests.fuzz --help``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.fuzz.check import check
from tests.fuzz.mutate import MAX_BYTES, mutant
from tests.fuzz.pages import Pages
from tests.fuzz.report import Report, save
from tests.fuzz.workers import WALL_SECONDS, Plan, run

SAVED_EACH = 5  # findings of one group that are written to files
PROGRESS_SECONDS = 60


def main(arguments: Sequence[str] | None = None, before: Callable[[], None] | None = None) -> int:
    """Run the command.

    Args:
        arguments: the command line, by default the process's own.
        before: called in each worker before its first mutant.

    Returns:
        The exit status: 0, or 1 if there are findings.
    """
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Extract mutated pages.")
    parser.add_argument("--seed", type=int, default=1, help="the seed (default: 1)")
    parser.add_argument("--mutants", type=int, default=5_000, help="how many (default: 5000)")
    parser.add_argument("--minutes", type=float, help="stop after this time")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes (default: one per core)")
    parser.add_argument("--corpora", type=Path, help="start from real pages too: a folder of corpora")
    parser.add_argument("--largest", type=int, default=MAX_BYTES, help=f"bytes of a mutant (default: {MAX_BYTES:,})")
    parser.add_argument(
        "--cpu", type=float, default=Plan.cpu_seconds, help="CPU seconds allowed for a call (default: 5)"
    )
    parser.add_argument("--wall", type=float, default=WALL_SECONDS, help="seconds of silence before a worker is killed")
    parser.add_argument("--findings", type=Path, default=Path("build/fuzz"), help="where findings go (build/fuzz)")
    parser.add_argument("--number", type=int, help="check only this mutant, in this process, and write it to a file")
    options = parser.parse_args(arguments)
    pages = Pages(options.corpora, options.largest)
    if options.number is not None:
        made = mutant(options.seed, options.number, pages, options.largest)
        result = check(made, options.cpu)
        save(options.findings, options.seed, made, result)
        print(f"{result.outcome}, {result.cpu:.2f} s of CPU: {result.group}\n{result.detail}")
        return int(bool(result.group))
    plan = Plan(
        seed=options.seed,
        numbers=(0, options.mutants),
        minutes=options.minutes,
        workers=options.workers,
        real=options.corpora,
        largest=options.largest,
        cpu_seconds=options.cpu,
        wall_seconds=options.wall,
        before=before,
    )
    report, began = Report(), time.monotonic()
    said = began
    for result in run(plan):
        report.add(result)
        if result.group and len(report.groups[result.group]) <= SAVED_EACH:
            save(options.findings, options.seed, mutant(options.seed, result.number, pages, options.largest), result)
            print(f"finding: mutant {result.number}, {result.kind}, {result.size:,} bytes: {result.group}", flush=True)
        if time.monotonic() - said > PROGRESS_SECONDS:
            said = time.monotonic()
            print(f"{(said - began) / 60:.0f} min: {report.mutants:,} mutants, {len(report.groups)} faults", flush=True)
    minutes = (time.monotonic() - began) / 60
    real = f" and {len(pages.real):,} real ones" if pages.real else ""
    head = (
        f"Seed {options.seed}, {report.mutants:,} mutants of up to {options.largest:,} bytes from {pages.written:,} "
        f"handwritten pages{real}, {options.workers} worker{'s' * (options.workers > 1)}, {minutes:.0f} minutes, "
        f"{sum(cpu for _, cpu in report.results['all']) / 60:.0f} of them CPU time."
    )
    print(f"{head}\n\n{report.text()}")
    return int(bool(report.groups))


if __name__ == "__main__":
    sys.exit(main())
