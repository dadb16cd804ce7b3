"""Store figures as JSON files, one per paper."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from broadsheet.errors import BroadsheetError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FiguresUnreadable", "Stored", "read_figures", "write_figures"]


class FiguresUnreadable(BroadsheetError):
    """A file of figures is invalid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stored:
    """The figures of one paper, with the options of the measurement.

    Attributes:
        paper: name in the catalog.
        version: version of this package.
        sample: pages drawn from each corpus; None for all.
        seed: random seed.
        figures: the figures.
    """

    paper: str
    version: str
    sample: int | None
    seed: int
    figures: dict[str, Any]

    @property
    def command(self) -> str:
        """The command that reproduces the figures."""
        sample = "" if self.sample is None else f" --sample {self.sample}"
        seed = f" --seed {self.seed}" if self.seed else ""
        return f"broadsheet reproduce {self.paper}{sample}{seed}"


def write_figures(stored: Stored, file: Path) -> None:
    """Write the figures of one paper.

    Raises:
        OSError: the file cannot be written.
        ValueError, TypeError: the figures are not plain data.
    """
    text = json.dumps(asdict(stored), ensure_ascii=False, indent=1, allow_nan=False)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text + "\n", encoding="utf-8")


def read_figures(file: Path) -> Stored | None:
    """Read the figures of one paper, or None if there is no file.

    Raises:
        FiguresUnreadable: the file is invalid.
    """
    try:
        return Stored(**json.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError) as error:
        raise FiguresUnreadable(f"{file}: not a file of figures ({error})") from error
