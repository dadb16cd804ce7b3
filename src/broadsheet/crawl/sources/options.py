"""Kinds of sources, and limits of fetching them: importable without the HTTP client and the readers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

__all__ = ["LONGEST", "MAX_BYTES", "FetchOptions", "Kind", "check_numbers", "check_seconds"]

MAX_BYTES: Final = 32_000_000  # the page parser's limit of characters; larger pages would be refused anyway
LONGEST: Final = 604_800.0  # a week in seconds: the largest timeout; `setitimer` and `select` have limits


class Kind(StrEnum):
    """Type of a unit."""

    WARC = "warc"
    TAR = "tar"
    ZIP = "zip"
    PARQUET = "parquet"
    JSONL = "jsonl"
    FILES = "files"
    ADDRESSES = "addresses"


def check_seconds(seconds: float, name: str) -> None:
    """Raise `ValueError` unless a duration is above 0 and at most a week."""
    if not 0 < seconds <= LONGEST:
        raise ValueError(f"{name} must be a number above 0 and at most {LONGEST:.0f} (a week)")


def check_numbers(options: object, least: int, *names: str) -> None:
    """Raise `ValueError` unless these options are finite numbers of at least ``least``, 0 or 1; NaN is not one."""
    for name in names:
        if not least <= getattr(options, name) < float("inf"):
            raise ValueError(f"{name} must be a finite number, {least} or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchOptions:
    """Limits of one fetch.

    Attributes:
        connect: seconds for a connection, and again for its TLS handshake.
        read: seconds without data after which a server is given up.
        total: seconds in total, with redirects. Only name resolution, which cannot be interrupted, has the system's own
            limit.
        max_bytes: maximum size of a page in bytes, decompressed.
        max_redirects: maximum redirects.
        user_agent: the client's name; None for ``broadsheet/VERSION``.

    Raises:
        ValueError: a number is out of range.
    """

    connect: float = 10.0
    read: float = 20.0
    total: float = 60.0
    max_bytes: int = MAX_BYTES
    max_redirects: int = 10
    user_agent: str | None = None

    def __post_init__(self) -> None:
        for name in ("connect", "read", "total"):
            check_seconds(getattr(self, name), name)
        check_numbers(self, 1, "max_bytes")
        check_numbers(self, 0, "max_redirects")
