"""Write the parts of README.md, docs/evidence.md and docs/methods/index.md that come from elsewhere.

The figures of README.md are copied from docs/evidence.md, where they are edited; the means of the insertions, in both,
from docs/log/insertions.md. The table of methods comes from the catalog.

``python tools/readme.py`` writes the pages, ``--check`` fails if they are out of date. ``--bench FILE`` first puts in
the figures of a run (the ``summary.json`` of ``broadsheet bench --output``), ``--insertions FILE`` the table that
``broadsheet bench --insertions --format md`` printed.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from broadsheet.methods import catalog

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
EVIDENCE = ROOT / "docs" / "evidence.md"
INSERTIONS = ROOT / "docs" / "log" / "insertions.md"
METHODS = ROOT / "docs" / "methods" / "index.md"
REFERENCE = "trafilatura"
COPIED = ("accuracy", "insertions", "speed")


def methods() -> str:
    """The table of methods, those of a paper together."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for name in catalog.names():
        method = catalog.get(name)
        paper = f"{method.paper.short}, *{method.paper.title}*" if method.paper is not None else "ours"
        needs = ", ".join(sorted(need.value for need in method.needs)) or "-"
        default = " (default)" if name == catalog.DEFAULT else ""
        rows.setdefault((paper, method.unit.value, needs), []).append(f"`{name}`{default}")
    lines = ["| name | paper | labels each | uses besides the page |", "|---|---|---|---|"]
    return "\n".join([*lines, *(f"| {', '.join(names)} | {' | '.join(row)} |" for row, names in rows.items())])


def part(text: str, name: str) -> str:
    """Return the text between two marks."""
    found = re.search(rf"<!-- {name} -->\n(.*?)<!-- end of {name} -->", text, re.DOTALL)
    if found is None:
        sys.exit(f"no marks of {name}")
    return found[1].strip()


def with_part(text: str, name: str, words: str) -> str:
    """Return a text with the part between two marks replaced."""
    part(text, name)
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return pattern.sub(lambda found: f"{found[1]}\n{words}\n\n{found[2]}", text, count=1)


def accuracy(file: Path, unseen: str) -> str:
    """F1 by corpus, the means and the times, from the summary of a bench run and the mean of unseen corpora."""
    summary = json.loads(file.read_text(encoding="utf-8"))
    systems = sorted(summary["overall"], key=lambda one: -one["f1"])
    scores = {(row["corpus"], row["entrant"]): row[row["measure"]]["f1"] for row in summary["rows"]}
    names = [one["entrant"] for one in systems]
    rows = {corpus: [scores[corpus, name] for name in names] for corpus in sorted({corpus for corpus, _ in scores})}
    rows["mean"] = [one["f1"] for one in systems]
    rows["mean, normalised"] = [one["normalised_f1"] for one in systems]
    heads = [f"**{one['entrant']}**" if one["ours"] else f"{one['entrant']} {one['version']}" for one in systems]
    lines = [["corpus", *heads], ["---", *["--:"] * len(heads)]]
    for head, values in rows.items():
        cells = [f"{value:.3f}" for value in values]
        lines.append([head, *(f"**{cell}**" if cell == max(cells) else cell for cell in cells)])
        if head == "mean":
            lines.append(["mean, trained without the corpus", *(unseen if one["ours"] else "" for one in systems)])
    lines.append([f"CPU time / {REFERENCE}'s", *(f"{one['times'][REFERENCE]:.2f}" for one in systems)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def unseen_mean(evidence: str) -> str:
    """The mean F1 on corpora that were left out of training."""
    return part(evidence, "unseen").rpartition("mean ")[2]


def means(table: str) -> str:
    """The head of a table and its rows in bold, without bold and without the numbers of pages, the second column."""
    lines = [line.replace("**", "").split("|") for line in table.splitlines() if "---" in line or "**" in line]
    head = table.splitlines()[0].split("|")
    return "\n".join("|".join([*line[:2], *line[3:]]) for line in (head, *lines))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", type=Path)
    parser.add_argument("--insertions", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    texts = {page: page.read_text(encoding="utf-8") for page in (INSERTIONS, EVIDENCE, README, METHODS)}
    old = dict(texts)
    if options.bench is not None:
        texts[EVIDENCE] = with_part(texts[EVIDENCE], "accuracy", accuracy(options.bench, unseen_mean(texts[EVIDENCE])))
    if options.insertions is not None:
        lines = options.insertions.read_text(encoding="utf-8").splitlines()
        table = "\n".join(line for line in lines if line.startswith("|"))
        texts[INSERTIONS] = with_part(texts[INSERTIONS], "insertions", table)
    texts[EVIDENCE] = with_part(texts[EVIDENCE], "insertions", means(part(texts[INSERTIONS], "insertions")))
    for name in COPIED:
        texts[README] = with_part(texts[README], name, part(texts[EVIDENCE], name))
    texts[METHODS] = with_part(texts[METHODS], "methods", methods())
    for page, words in texts.items():
        if words == old[page]:
            continue
        if options.check:
            sys.exit(f"{page.relative_to(ROOT)} is out of date: run python tools/readme.py")
        page.write_text(words, encoding="utf-8")
