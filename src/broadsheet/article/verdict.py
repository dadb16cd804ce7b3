"""`Verdict`: whether an article is on a page, how sure that is, what the page is else, and the evidence in words.

It is made by `broadsheet.verdict`, and stands here because an article carries the verdict on its page. It must not
know how it was reached.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

__all__ = ["KINDS", "Verdict"]

KINDS: Final = (
    "article", "live blog", "index", "gallery", "video", "audio", "product", "forum", "documentation", "service",
    "error", "wall", "other",
)  # fmt: skip
"""What a page may be."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Is there an article on this page?

    Attributes:
        is_article: whether there is one: ``probability`` is at least a half.
        probability: of an article, 0 to 1, calibrated on sites that took no part in training.
        kind: what the page is; one of `KINDS`.
        evidence: what spoke for it or against it, in words, the weightiest first.
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
