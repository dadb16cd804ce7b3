"""Write the tables of README.md: the methods from the catalog, and the figures from a bench run.

``python tools/readme.py`` writes the table of methods; ``--bench FILE`` the figures of a run, from the Markdown that
``broadsheet bench --format md`` printed; ``--check`` fails if the table of methods is out of date.
"""

import argparse
import re
import sys
from pathlib import Path

from broadsheet.methods import catalog

README = Path(__file__).parent.parent / "README.md"


def methods() -> str:
    """The table of methods."""
    lines = ["| name | paper | decides about | uses besides the page |", "|---|---|---|---|"]
    for name in catalog.names():
        method = catalog.get(name)
        paper = f"{method.paper.short}, *{method.paper.title}*" if method.paper is not None else "ours"
        needs = ", ".join(sorted(need.value for need in method.needs)) or "-"
        default = " (default)" if name == catalog.DEFAULT else ""
        lines.append(f"| `{name}`{default} | {paper} | {method.unit.value} | {needs} |")
    return "\n".join(lines)


def with_part(text: str, name: str, part: str) -> str:
    """The text with what stands between two marks replaced."""
    pattern = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end of {name} -->)", re.DOTALL)
    return pattern.sub(lambda found: f"{found[1]}\n{part}\n\n{found[2]}", text, count=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bench", type=Path)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    old = README.read_text(encoding="utf-8")
    new = with_part(old, "methods", methods())
    if options.check:
        if new != old:
            sys.exit("the table of methods in README.md is out of date: run python tools/readme.py")
        sys.exit()
    if options.bench is not None:
        new = with_part(new, "bench", options.bench.read_text(encoding="utf-8").strip())
    README.write_text(new, encoding="utf-8")
