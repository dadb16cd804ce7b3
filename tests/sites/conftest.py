"""The tests of this room share pages of made-up newspapers."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
