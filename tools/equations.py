"""Write docs/equations.md: every numbered equation of a paper, the code that computes it and the test that checks it.

``python tools/equations.py`` writes the page; ``--check`` fails if it is out of date, if an equation mark has no test,
or if a test names an equation that no code computes.

A mark is a comment ``# Eq. (8)`` above the code, in a file of `methods` whose docstring names the paper; in a file with
several papers, ``# Zhang 2018, Eq. (8)``. Its test is called ``test_eq_8_...`` (``test_eq_1_and_2_...`` for two), in
the test file of that module. The measures of the papers are in `lab`.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "broadsheet"
PAGE = ROOT / "docs" / "equations.md"
MEASURES = SOURCE / "lab" / "evaluate" / "papers.py"
PAPERS = {
    "Luo 2009": "Luo et al. 2009: maximum scoring subsequence",
    "Tan 2018": "Tan et al. 2018: TWCEM",
    "Zhang 2018": "Zhang et al. 2018: CEDST",
    "Hausner 2021": "Hausner, Gertz 2021: graph networks",
}
"""The papers with numbered equations, and the headings of their sections."""
BACKGROUND = {"Hausner 2021": "(1) is the network that the paper starts from, and is not computed."}
"""Numbers that a paper has and no code."""
MARK = re.compile(r"^\s*# (?:(\w+ \d{4}), )?Eqs?\. (\(\d+\)(?:(?:, | and |-)\(\d+\))*)")
TEST = re.compile(r"test_eq_(\d+(?:_and_\d+)*)(?:_|$)")


@dataclass(frozen=True)
class Equation:
    """A mark: the paper, the equation's number, the file and line it stands in, the function around or below it."""

    paper: str
    number: int
    module: Path
    line: int
    function: str


def numbers(text: str) -> list[int]:
    """The equation numbers in a mark; ``(2)-(5)`` is a range."""
    out: list[int] = []
    for part in re.split(r", | and ", text):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        out += range(ends[0], ends[-1] + 1)
    return out


def marks(file: Path) -> list[Equation]:
    """The equation marks of a file."""
    source = file.read_text(encoding="utf-8")
    spans = [
        (node.lineno, node.end_lineno or node.lineno, node.name)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
    ]
    found = []
    for number, text in enumerate(source.splitlines(), 1):
        if (match := MARK.match(text)) is None:
            continue
        around = [span for span in spans if span[0] <= number <= span[1]]
        below = [span for span in spans if span[0] > number]
        name = max(around)[2] if around else min(below)[2] if below else "(module)"
        paper = match[1] or paper_of(ast.get_docstring(ast.parse(source)) or "")
        found += [Equation(paper, equation, file, number, name) for equation in numbers(match[2])]
    return found


def paper_of(docstring: str) -> str:
    """The paper that a file's docstring names first; empty for none."""
    places = {}
    for paper in PAPERS:
        author, year = paper.split()
        if (match := re.search(rf"\b{author}\b.*?\b{year}\b", docstring, re.DOTALL)) is not None:
            places[match.start()] = paper
    return places[min(places)] if places else ""


def tests(module: Path) -> dict[int, str]:
    """The tests of a module's equations, by equation."""
    relative = module.relative_to(SOURCE)
    name = "test_metrics.py" if module == MEASURES else f"test_{relative.name}"
    file = ROOT / "tests" / relative.parent / name
    if not file.exists():
        return {}
    out: dict[int, str] = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and (match := TEST.match(node.name)) is not None:
            for number in match[1].split("_and_"):
                out.setdefault(int(number), node.name)
    return out


def page() -> tuple[str, list[str]]:
    """The page, and what is wrong."""
    rows: dict[str, list[tuple[int, str]]] = {paper: [] for paper in PAPERS}
    wrong = []
    for module in [*sorted((SOURCE / "methods").rglob("*.py")), MEASURES]:
        equations, tested = marks(module), tests(module)
        name = module.relative_to(ROOT).as_posix()
        marked = {equation.number for equation in equations}
        wrong += [f"{name}: Eq. ({number}) has no test" for number in sorted(marked - set(tested))]
        wrong += [
            f"{name}: {tested[number]} tests an equation that is marked nowhere"
            for number in sorted(set(tested) - marked)
        ]
        wrong += [f"{name}: Eq. ({one.number}) is of no known paper" for one in equations if one.paper not in PAPERS]
        for one in equations:
            row = f"| ({one.number}) | `{name}`: `{one.function}` | `{tested.get(one.number, '')}` |"
            if one.paper in PAPERS and (one.number, row) not in rows[one.paper]:
                rows[one.paper].append((one.number, row))
    lines = [
        "# Equations",
        "",
        "Every numbered equation of the papers, the code that computes it and the test with numbers worked by hand.",
        "Papers that number none (StaDyNoT, CoreEx) or whose text was not available (CETR, CEPR, CETD, MCSTD, CLG)",
        "have a table of symbols in the file of their method.",
        "Written by `python tools/equations.py`.",
    ]
    for paper, found in rows.items():
        lines += ["", f"## {PAPERS[paper]}", ""]
        lines += [BACKGROUND[paper], ""] if paper in BACKGROUND else []
        lines += ["| equation | code | test |", "|---|---|---|", *(row for _, row in sorted(found))]
    return "\n".join(lines) + "\n", wrong


def main() -> int:
    """Write the page, or check it."""
    text, wrong = page()
    if "--check" in sys.argv[1:]:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
            wrong.append("docs/equations.md is out of date: run python tools/equations.py")
    else:
        PAGE.write_text(text, encoding="utf-8")
    print("\n".join(wrong) or f"{text.count(chr(10) + '| (')} equations, each with code and test")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
