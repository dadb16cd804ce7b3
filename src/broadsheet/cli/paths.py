"""Option type for paths that rejects empty ones (a shell variable that was not set)."""

from __future__ import annotations

from typing import Any

import click

__all__ = ["NamedPath"]


class NamedPath(click.Path):
    """A non-empty path."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Reject an empty path."""
        if not value:
            self.fail("the file name is empty", param, ctx)
        return super().convert(value, param, ctx)
