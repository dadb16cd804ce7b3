"""Measure what a batch run costs beside the bare loop over the same pages: ``python tools/batch_speed.py INPUT...``

CPU seconds are compared, so that other programs on the machine disturb little; wall-clock seconds, with one worker and
with as many as are asked for, mean something on a machine that is otherwise idle.
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
from broadsheet.batch import PageOptions, RunOptions, WorkOptions, run
from broadsheet.methods import catalog
from broadsheet.sources.units import plan, read_unit


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


def measured(inputs: tuple[str, ...], page: PageOptions, jobs: int) -> tuple[float, float, float, int]:
    """CPU seconds of the workers and of the supervisor, wall-clock seconds, and pages of a run."""
    folder = Path(tempfile.mkdtemp())
    try:
        before = spent(resource.RUSAGE_CHILDREN), spent(resource.RUSAGE_SELF), time.monotonic()
        summary = run(RunOptions(inputs=inputs, jobs=jobs, work=WorkOptions(folder=folder, page=page)))
        after = spent(resource.RUSAGE_CHILDREN), spent(resource.RUSAGE_SELF), time.monotonic()
    finally:
        shutil.rmtree(folder)
    return after[0] - before[0], after[1] - before[1], after[2] - before[2], summary.pages


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
    loops = [bare(records, method)]
    workers, supervisor, seconds, pages = measured(inputs, page, options.jobs)
    single = measured(inputs, page, 1)[2]
    loops.append(bare(records, method))
    loop = sum(loops) / 2
    total = workers + supervisor - start[0] - start[1]
    print(f"{options.method}: {pages} pages, {len(records)} of them with bytes")
    print(f"bare loop    {1e3 * loop / len(records):7.2f} ms of CPU a page")
    print(f"run          {1e3 * total / len(records):7.2f} ms of CPU a page: {total / loop - 1:+.1%}")
    print(f"start        {start[0] + start[1]:7.2f} s of CPU for {options.jobs} workers, not counted above")
    print(f"1 worker     {pages / single:7.1f} pages/s of wall-clock time")
    print(f"{options.jobs} workers    {pages / seconds:7.1f} pages/s: {single / seconds:.2f} times one worker")
