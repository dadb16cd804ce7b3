"""Summary and page results as JSON."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from broadsheet.lab.evaluate.breakdown import Breakdown
    from broadsheet.lab.evaluate.score import PageResult
    from broadsheet.lab.evaluate.summary import Summary

__all__ = ["as_json", "page_lines"]


def as_json(summary: Summary, breakdown: Breakdown | None = None) -> str:
    """Format the summary as indented JSON; a breakdown is added as ``breakdown``.

    Args:
        summary: the figures.
        breakdown: figures by language and site, or None.
    """
    whole = _plain(summary)
    for row, record in zip(summary.rows, whole["rows"], strict=True):
        record["measure"] = row.measure
    if breakdown is not None:
        whole["breakdown"] = _plain(breakdown)
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def page_lines(result: PageResult) -> Iterator[str]:
    """Yield a page's trials as lines of JSON, one per entrant."""
    for trial in result.trials:
        line = {
            "corpus": result.corpus,
            "page": result.page,
            "lang": result.lang,
            "site": result.site,
            "entrant": trial.entrant,
            "outcome": trial.outcome,
            "error": trial.error,
            "titled": result.titled,
            "characters": trial.characters,
            "score": trial.page_score,
            "confidence": trial.confidence,
            "overlap": _plain(trial.overlap),
            "normalised": _plain(trial.normalised),
            "found": _plain(trial.found),
            "papers": _plain(trial.papers),
            "cpu_ms": round(1000 * trial.seconds, 4),
            "stages_ms": {name: round(1000 * seconds, 4) for name, seconds in trial.stages.items()},
        }
        yield json.dumps(line, ensure_ascii=False) + "\n"


def _plain(value: Any) -> Any:
    """Convert records to dictionaries; `dataclasses.asdict` keeps named tuples, which JSON turns into lists."""
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: _plain(item) for name, item in value._asdict().items()}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value
