"""Paths on the command line. An empty one is a variable that was not set, and would be the folder where the reader is.

It must not know what the paths are for.
"""

from __future__ import annotations

from typing import Any

import click

__all__ = ["NamedPath"]


class NamedPath(click.Path):
    """A path, which is not empty."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Refuse an empty path."""
        if not value:
            self.fail("no file has an empty name", param, ctx)
        return super().convert(value, param, ctx)
