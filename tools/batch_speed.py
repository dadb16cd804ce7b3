"""Compare a batch run with a plain loop over the same pages: ``python tools/batch_speed.py INPUT...``

CPU seconds are compared, so that other programs hardly matter; wall-clock seconds, with one worker and with the given
number, are meaningful only on an idle machine. They count from the first rows to the last part, without the start. The
plain loop is measured before, between and after the runs, so that a changing load affects all of them.
"""

import argparse
import os
import resource
import shutil
import tempfile
import time
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as in a worker

from broadsheet import pipeline
from broadsheet.crawl.batch import PageOptions, RunOptions, State, WorkOptions, run
from broadsheet.crawl.sources.planning import plan
from broadsheet.crawl.sources.units import read_unit
from broadsheet.methods import catalog


def spent(who: int) -> float:
    """CPU seconds so far."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


def bare(records: list, method: object) -> float:
    """CPU seconds of the bare loop."""
    begun = time.process_time()
    for record in records:
        try:
            _ = pipeline.extract(record.data, url=record.url, charset=record.charset, method=method).text
        except Exception:  # noqa: S112 - what is wrong with a page costs the same in both
            continue
    return time.process_time() - begun


def measured(inputs: tuple[str, ...], page: PageOptions, jobs: int) -> tuple[float, float, float, float, int]:
    """CPU seconds of the workers and of the supervisor, wall-clock seconds, pages a second after the start, pages."""
    folder = Path(tempfile.mkdtemp())
    first: list[tuple[float, int]] = []

    def watch(state: State) -> None:
        if state.pages and not first:
            first.append((time.monotonic(), state.pages))

    try:
        before = spent(resource.RUSAGE_CHILDREN), spent(resource.RUSAGE_SELF), time.monotonic()
        summary = run(RunOptions(inputs=inputs, jobs=jobs, work=WorkOptions(folder=folder, page=page)), watch)
        after = spent(resource.RUSAGE_CHILDREN), spent(resource.RUSAGE_SELF), time.monotonic()
    finally:
        shutil.rmtree(folder)
    begun, done = first[0]
    speed = (summary.pages - done) / max(1e-9, after[2] - begun)
    return after[0] - before[0], after[1] - before[1], after[2] - before[2], speed, summary.pages


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("inputs", nargs="+")
    parser.add_argument("--method", default=catalog.DEFAULT)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    inputs = tuple(options.inputs)
    page = PageOptions(method=options.method)
    records = [entry.record for unit in plan(inputs) for entry in read_unit(unit) if entry.record is not None]
    method = catalog.get(options.method)
    with tempfile.TemporaryDirectory() as empty:
        one = Path(empty, "one.html")
        one.write_bytes(records[0].data)
        start = measured((str(one),), page, options.jobs)
    bare(records[:5], method)  # what is loaded once is loaded
    each = 1e3 / len(records)
    print(f"{options.method}: {len(records)} pages", flush=True)
    loops = [bare(records, method)]
    workers, supervisor, seconds, several, pages = measured(inputs, page, options.jobs)
    loops.append(bare(records, method))
    single = measured(inputs, page, 1)
    loops.append(bare(records, method))
    loop = sum(loops) / len(loops)
    total = workers + supervisor - start[0] - start[1]
    print(f"bare loop    {each * loop:7.2f} ms of CPU a page ({', '.join(f'{each * one:.2f}' for one in loops)})")
    print(f"run          {each * total:7.2f} ms of CPU a page: {total / loop - 1:+.1%}")
    print(f"  supervisor {each * (supervisor - start[1]):7.2f} ms of it: reading, unpacking, sending, writing")
    print(f"start        {start[0] + start[1]:7.2f} s of CPU for {options.jobs} workers, not counted above")
    print(f"1 worker     {single[3]:7.1f} pages/s of wall-clock time")
    print(f"{options.jobs} workers    {several:7.1f} pages/s: {several / single[3]:.2f} times one worker")
    print(f"whole runs   {single[2]:7.1f} s with one worker, {seconds:.1f} s with {options.jobs}, of {pages} pages")
