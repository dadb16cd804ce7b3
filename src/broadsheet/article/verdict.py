"""`Verdict`: whether a page holds an article, with probability, page kind and evidence.

`broadsheet.verdict` makes it. It is defined here because an article carries the verdict on its page.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

__all__ = ["KINDS", "Verdict"]

KINDS: Final = (
    "article", "live blog", "index", "gallery", "video", "audio", "product", "forum", "documentation", "service",
    "error", "wall", "other",
)  # fmt: skip
"""Kinds of pages."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page holds an article.

    Attributes:
        is_article: whether ``probability`` is at least 0.5.
        probability: probability of an article, 0 to 1, calibrated on held-out sites.
        kind: the kind of page, one of `KINDS`.
        evidence: the reasons for and against, in words, the weightiest first.
    """

    is_article: bool
    probability: float
    kind: str
    evidence: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return {**asdict(self), "evidence": list(self.evidence)}

    def __str__(self) -> str:
        return f"{self.kind} ({self.probability:.2f})"
