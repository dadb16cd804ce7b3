"""Print requirements of pyproject.toml, one a line, for a pip that does not know groups: those of the dependency groups
named, or of the ``build-system``.
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))
groups = project["dependency-groups"] | {"build-system": project["build-system"]["requires"]}
print("\n".join(requirement.replace(" ", "") for name in sys.argv[1:] for requirement in groups[name]))
