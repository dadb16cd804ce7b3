"""Write the figures of docs/log/sites.md, from the Markdown that ``broadsheet sites measure`` printed.

``python tools/sites.py FILE...``; several files follow each other.
"""

import re
import sys
from pathlib import Path

PAGE = Path(__file__).parent.parent / "docs" / "log" / "sites.md"
PART = re.compile(r"(<!-- measured -->\n).*?(<!-- end of measured -->)", re.DOTALL)

if __name__ == "__main__":
    part = "\n\n".join(Path(name).read_text(encoding="utf-8").strip() for name in sys.argv[1:])
    old = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(PART.sub(lambda found: f"{found[1]}\n{part}\n\n{found[2]}", old, count=1), encoding="utf-8")
