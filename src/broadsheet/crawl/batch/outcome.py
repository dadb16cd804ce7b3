"""The outcome of a page: every page of an input has exactly one."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from broadsheet.errors import BroadsheetError, FetchFailed, NotHTML, PageTooLarge

__all__ = ["MEANINGS", "Outcome", "of_error"]


class Outcome(StrEnum):
    """The outcomes. The column ``reason`` gives details."""

    EXTRACTED = "extracted"
    NOT_ARTICLE = "not_article"
    NOTHING_FOUND = "nothing_found"
    NOT_HTML = "not_html"
    TOO_LARGE = "too_large"
    UNDECODABLE = "undecodable"
    FETCH_FAILED = "fetch_failed"
    SKIPPED_DUPLICATE = "skipped_duplicate"
    TIMEOUT = "timeout"
    CRASHED = "crashed"


MEANINGS: Final[dict[Outcome, str]] = {
    Outcome.EXTRACTED: "an article, and its text",
    Outcome.NOT_ARTICLE: "a page that is no article (an index, a login wall); the text is what was found on it",
    Outcome.NOTHING_FOUND: "a page on which the method finds no text",
    Outcome.NOT_HTML: "something else than a page, by its declared type or its bytes",
    Outcome.TOO_LARGE: "beyond the limits of size or structure",
    Outcome.UNDECODABLE: "a broken record, damaged compression, or bytes that are no text in any encoding",
    Outcome.FETCH_FAILED: "not fetched, or stored with an HTTP status that says so",
    Outcome.SKIPPED_DUPLICATE: "stored as the same as an earlier capture, without its bytes",
    Outcome.TIMEOUT: "not finished within the time for one page",
    Outcome.CRASHED: "ended its worker, or an error that should not be: a bug worth a report",
}


def of_error(error: BroadsheetError) -> Outcome:
    """Return the outcome of a page that could not be obtained or read."""
    match error:
        case NotHTML():
            return Outcome.NOT_HTML
        case PageTooLarge():
            return Outcome.TOO_LARGE
        case FetchFailed():
            return Outcome.FETCH_FAILED
        case _:
            return Outcome.UNDECODABLE
