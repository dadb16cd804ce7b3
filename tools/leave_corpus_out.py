"""Train `fusion` without the corpora that it is then measured on, and print F1 by corpus.

``python tools/leave_corpus_out.py CORPORA FOLDER [--sample 80]`` splits the corpora into five groups, trains a network
without each like ``broadsheet train fusion`` (forty minutes on two cores), keeps the networks in FOLDER, and measures
each on the corpora that it has not seen. Networks that are in FOLDER are not trained again.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from broadsheet.lab.corpora import FOLDS, Corpus, fold_of, open_corpora
from broadsheet.lab.train import FUSION_PASSES
from broadsheet.lab.train.fusion import Example, examples, write
from broadsheet.lab.train.fusion_folds import train
from broadsheet.lab.train.fusion_model import Settings


def of_group(corpora: list[Corpus], group: int) -> Iterator[Example]:
    """Training pages of a group, their sites renamed so that all are in its fold; pieces are made from its pages."""
    for example in examples(corpora):
        names = (f"{example.site} {number}" for number in count())
        yield replace(example, site=next(name for name in names if fold_of(name) == group))


def main() -> None:
    """Train and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=80)
    options = parser.parse_args()
    corpora = sorted(open_corpora(options.corpora), key=lambda corpus: corpus.name)
    corpora = [corpus for corpus in corpora if any(sample.gold.can_be_scored for sample in corpus)]
    groups = [corpora[group::FOLDS] for group in range(FOLDS)]
    options.folder.mkdir(parents=True, exist_ok=True)
    networks = [options.folder / f"without{group}.npz" for group in range(FOLDS)]
    if not all(network.is_file() for network in networks):
        pages = [page for group, some in enumerate(groups) for page in of_group(some, group)]
        report = lambda words: print(words, file=sys.stderr, flush=True)  # noqa: E731
        trained = train(pages, Settings(seed=0, epochs=FUSION_PASSES), whole=False, report=report)
        for group, network in trained.by_fold.items():
            write(network, networks[group])
    rows = []
    for group, some in enumerate(groups):
        folds, run = options.folder / f"folds{group}", options.folder / f"run{group}"
        folds.mkdir(exist_ok=True)
        for fold in range(FOLDS):
            (folds / f"fold{fold}.npz").write_bytes(networks[group].read_bytes())
        command = [sys.executable, "-m", "broadsheet", "bench", "--methods", "fusion", "--sample", str(options.sample)]
        command += [str(options.corpora / corpus.name) for corpus in some]
        subprocess.run([*command, f"--fold-weights={folds}", f"--output={run}"], check=True, stdout=subprocess.DEVNULL)
        rows += json.loads((run / "summary.json").read_text(encoding="utf-8"))["rows"]
    print("| corpus | F1 |\n|---|--:|")
    scores = {row["corpus"]: row[row["measure"]]["f1"] for row in rows}
    for name, f1 in sorted(scores.items()):
        print(f"| {name} | {f1:.3f} |")
    print(f"| mean | {sum(scores.values()) / len(scores):.3f} |")


if __name__ == "__main__":
    main()
