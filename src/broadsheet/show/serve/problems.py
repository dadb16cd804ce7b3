"""Problem documents for failed requests (RFC 9457): a type, a status, and a line for people.

Each type has a row in `docs/guide/serve.md`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from http import HTTPStatus
from typing import Any, Final, NamedTuple

from broadsheet import errors
from broadsheet.crawl.batch.process import WorkersFail
from broadsheet.crawl.sources.guard import AddressRefused
from broadsheet.show.serve.tasks import NoMemory, NoTurn

__all__ = ["MEDIA_TYPE", "Kind", "Problem", "of_error"]

MEDIA_TYPE: Final = "application/problem+json"
_RETRY_SECONDS: Final = 1  # ``Retry-After`` of 503; most pages take a few hundredths of a second


class _Meaning(NamedTuple):
    status: HTTPStatus
    title: str


class Kind(Enum):
    """Types of problems."""

    BAD_REQUEST = _Meaning(HTTPStatus.BAD_REQUEST, "The request cannot be read")
    REFUSED_ADDRESS = _Meaning(HTTPStatus.FORBIDDEN, "Nothing is fetched from this address")
    FETCHING_OFF = _Meaning(HTTPStatus.FORBIDDEN, "This server fetches no pages")
    SLOW_REQUEST = _Meaning(HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive")
    TOO_LARGE = _Meaning(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The page is too large")
    UNSUPPORTED_TYPE = _Meaning(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The request is of a type that is not read here")
    NOT_HTML = _Meaning(HTTPStatus.UNPROCESSABLE_ENTITY, "The input is not an HTML page")
    WRONG_OPTION = _Meaning(HTTPStatus.UNPROCESSABLE_ENTITY, "The options are wrong")
    CANNOT_RUN = _Meaning(HTTPStatus.UNPROCESSABLE_ENTITY, "The method cannot run")
    CRASHED = _Meaning(HTTPStatus.INTERNAL_SERVER_ERROR, "The page ended the process that worked on it")
    INTERNAL_ERROR = _Meaning(HTTPStatus.INTERNAL_SERVER_ERROR, "An error inside Broadsheet")
    FETCH_FAILED = _Meaning(HTTPStatus.BAD_GATEWAY, "The page could not be fetched")
    BUSY = _Meaning(HTTPStatus.SERVICE_UNAVAILABLE, "Too many requests are waiting")
    FETCH_TIMEOUT = _Meaning(HTTPStatus.GATEWAY_TIMEOUT, "Fetching the page took too long")
    TIMEOUT = _Meaning(HTTPStatus.GATEWAY_TIMEOUT, "The page took too long")

    @property
    def slug(self) -> str:
        """Its name in the type."""
        return self.name.lower().replace("_", "-")

    @property
    def address(self) -> str:
        """The URI that identifies the type."""
        return f"urn:problem-type:broadsheet:{self.slug}"


class Problem(Exception):
    """The response to a failed request. Without a kind, the status says everything; else it overrides the kind's.

    ``more`` has further members of the document, and ``fields`` further header fields.
    """

    def __init__(
        self,
        kind: Kind | None,
        detail: str,
        more: Mapping[str, Any] | None = None,
        *,
        status: int | None = None,
        fields: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail
        self.more = dict(more or {})
        self.status = status
        self.fields = dict(fields or {})

    @property
    def code(self) -> int:
        """HTTP status."""
        if self.status is not None:
            return self.status
        return int(self.kind.value.status) if self.kind is not None else int(HTTPStatus.INTERNAL_SERVER_ERROR)

    @property
    def headers(self) -> dict[str, str]:
        """Header fields, without the content type."""
        if self.code == HTTPStatus.SERVICE_UNAVAILABLE:
            return {"Retry-After": str(_RETRY_SECONDS), **self.fields}
        return self.fields

    def body(self) -> bytes:
        """Return the body of the response."""
        title = self.kind.value.title if self.kind is not None else HTTPStatus(self.code).phrase
        said = {
            "type": self.kind.address if self.kind is not None else "about:blank",
            "title": title,
            "status": self.code,
            "detail": self.detail,
            **self.more,
        }
        return json.dumps(said, ensure_ascii=False).encode("utf-8", "replace")


def of_error(error: errors.BroadsheetError) -> Problem:
    """Convert an error of the package to a problem."""
    words = str(error)
    match error:
        case AddressRefused():
            return Problem(Kind.REFUSED_ADDRESS, error.reason, {"url": error.url})
        case errors.FetchFailed():
            more = {"url": error.url} | ({"upstream_status": error.status} if error.status is not None else {})
            return Problem(Kind.FETCH_TIMEOUT if error.timed_out else Kind.FETCH_FAILED, error.reason, more)
        case errors.NotHTML():
            return Problem(Kind.NOT_HTML, words, {"looks_like": error.looks_like})
        case errors.PageTooLarge():
            return Problem(Kind.TOO_LARGE, words, {"measure": error.measure, "limit": error.limit})
        case NoMemory():
            return Problem(Kind.TOO_LARGE, words)
        case errors.UnknownMethod() | errors.BadSelector():
            return Problem(Kind.WRONG_OPTION, words)
        case errors.MissingExtra():
            return Problem(Kind.CANNOT_RUN, words, status=HTTPStatus.NOT_IMPLEMENTED)
        case errors.NeedsNotMet():
            return Problem(Kind.CANNOT_RUN, words)
        case errors.PageTimeout():
            return Problem(Kind.TIMEOUT, words)
        case errors.PageCrashed():
            return Problem(Kind.CRASHED, words)
        case WorkersFail() | NoTurn():
            return Problem(Kind.BUSY, words)
        case _:
            return Problem(Kind.INTERNAL_ERROR, words)
