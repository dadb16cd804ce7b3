"""Write docs/equations.md: every numbered equation of a paper, the code that computes it and the test that checks it.

``python tools/equations.py`` writes the page; ``--check`` fails if it is out of date, if an equation mark has no test,
or if a test names an equation that no code computes.

A mark is a comment ``# Eq. (8)`` above the code, in a file whose docstring begins with the citation. Its test is called
``test_eq_8_...`` (``test_eq_1_and_2_...`` for two) and stands in the test file of that module.
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
ROOMS = ("metadata", "methods", "identify", "train")
MARK = re.compile(r"^\s*# Eqs?\. (\(\d+\)(?:(?:, | and |-)\(\d+\))*)")
TEST = re.compile(r"test_eq_(\d+(?:_and_\d+)*)(?:_|$)")


@dataclass(frozen=True)
class Equation:
    """A mark: the equation's number, the file and line it stands in, and the function around or below it."""

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
        found += [Equation(equation, file, number, name) for equation in numbers(match[1])]
    return found


def tests(module: Path) -> dict[int, str]:
    """The tests of a module's equations, by equation."""
    relative = module.relative_to(SOURCE)
    file = ROOT / "tests" / relative.parent / f"test_{relative.name}"
    if not file.exists():
        return {}
    out: dict[int, str] = {}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and (match := TEST.match(node.name)) is not None:
            for number in match[1].split("_and_"):
                out.setdefault(int(number), node.name)
    return out


def citation(module: Path) -> str:
    """The citation in a module's docstring: its second paragraph, in one line."""
    docstring = ast.get_docstring(ast.parse(module.read_text(encoding="utf-8"))) or ""
    paragraphs = docstring.split("\n\n")
    return " ".join(paragraphs[1].split()) if len(paragraphs) > 1 else ""


def page() -> tuple[str, list[str]]:
    """The page, and what is wrong."""
    lines = [
        "# Equations",
        "",
        "Every numbered equation of the papers, the code that computes it and the test with numbers worked by hand.",
        "Written by `python tools/equations.py`.",
    ]
    wrong = []
    for room in ROOMS:
        for module in sorted((SOURCE / room).rglob("*.py")):
            equations, tested = marks(module), tests(module)
            name = module.relative_to(ROOT).as_posix()
            marked = {equation.number for equation in equations}
            wrong += [f"{name}: Eq. ({number}) has no test" for number in sorted(marked - set(tested))]
            wrong += [
                f"{name}: {tested[number]} tests an equation that is marked nowhere"
                for number in sorted(set(tested) - marked)
            ]
            if not equations:
                continue
            lines += ["", f"## {module.stem}", "", citation(module), "", "| equation | code | test |", "|---|---|---|"]
            seen = set()
            for equation in sorted(equations, key=lambda e: (e.number, e.line)):
                row = f"| ({equation.number}) | `{name}`: `{equation.function}` | `{tested.get(equation.number, '')}` |"
                if row not in seen:
                    seen.add(row)
                    lines.append(row)
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
