"""Print the requirements of dependency groups of pyproject.toml, one a line, for a pip that does not know groups."""

import sys
import tomllib
from pathlib import Path

groups = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())["dependency-groups"]
print("\n".join(requirement.replace(" ", "") for name in sys.argv[1:] for requirement in groups[name]))
