"""Read a request, bounded in size and time and parsed by its media type; problem documents for requests that fail.

A problem (RFC 9457) has a type, a status, and a line for people. Each type has a row in `docs/guide/serve.md`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from http import HTTPStatus
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_origin

from fastapi import Request
from pydantic import BaseModel, ValidationError
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from broadsheet import errors
from broadsheet.crawl.batch.process import WorkersFail
from broadsheet.crawl.sources.guard import AddressRefused
from broadsheet.page.characters import without_surrogates
from broadsheet.page.encoding import codec_of, header_charset
from broadsheet.show.serve.parameters import PageBody, PageQuery
from broadsheet.show.serve.tasks import NoMemory, NoTurn, Source

__all__ = ["MEDIA_TYPE", "PAGES", "IncomingRequest", "Kind", "Problem", "of_error", "of_errors"]

MEDIA_TYPE: Final = "application/problem+json"
_RETRY_SECONDS: Final = 1  # ``Retry-After`` of 503; most pages take a few hundredths of a second
PAGES: Final = ("text/html", "application/xhtml+xml", "application/octet-stream")  # media types of pages as bodies
_JSON: Final = "application/json"
_FORM: Final = "multipart/form-data"
_OVERHEAD_BYTES: Final = 65_536  # bytes allowed besides the page: names of members, parts of a form
# A body with a declared length is read and discarded up to this multiple of the limit, so that clients that send
# everything first receive the response. Bodies without a length may be endless.
_DISCARD_FACTOR: Final = 4
_MAX_VALUE_CHARS: Final = 200  # of a value repeated in a message
_MAX_ERRORS: Final = 20
_EXTRA: Final = "extra_forbidden"  # pydantic's error type for an unknown member
_UNKNOWN: Final = "unknown option"
_ONE_PAGE: Final = "html has a page too; give only one"
_EMPTY_FORM: Final = "nothing was given: enter a URL, paste the HTML of a page, or choose a file"
_ONCE: Final = "this option has one value, and is given several times"

Body = TypeVar("Body", bound=PageBody)
Result = TypeVar("Result")


class Asked(NamedTuple, Generic[Body]):
    """A parsed request: its options; the page, or None to fetch it; and its URL."""

    body: Body
    source: Source | None
    url: str | None


class IncomingRequest(Request):
    """A request whose body is read within limits: ``most`` bytes of the page, and seconds to arrive."""

    def __init__(self, request: Request, *, most: int, seconds: float) -> None:
        super().__init__(request.scope, request.receive)
        self._most = most + _OVERHEAD_BYTES
        self._page = most
        self._seconds = seconds

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """Yield the pieces of the body; raise a `Problem` if it is too large."""
        length = self.headers.get("content-length", "")
        declared = int(length[:20]) if length.isdecimal() else 0
        if declared > self._most and ("expect" in self.headers or declared > _DISCARD_FACTOR * self._most):
            raise self._too_large()
        size = 0
        async for piece in super().stream():
            size += len(piece)
            if size <= self._most:
                yield piece
            elif not declared:
                break
        if size > self._most:
            raise self._too_large()

    def _too_large(self) -> Problem:
        return Problem(
            Kind.TOO_LARGE,
            f"the body of the request has more than {self._page:,} bytes, which is the limit",
            {"measure": "the number of bytes", "limit": self._page},
            # The rest of the body is still incoming.
            fields={"Connection": "close"},
        )

    async def read(self, query: PageQuery, kind: type[Body], *, forms: bool = False) -> Asked[Body]:
        """Read and parse the request, with the options in a JSON body or form (``kind``) or beside a page (``query``).

        Raises:
            Problem: it is unreadable, too large, or has unknown options.
        """
        try:
            async with asyncio.timeout(self._seconds):
                return await self._read(query, kind, forms=forms)
        except TimeoutError as error:
            words = f"the request had not arrived after {self._seconds:g} s"
            raise Problem(Kind.SLOW_REQUEST, words, fields={"Connection": "close"}) from error
        except ClientDisconnect as error:
            raise Problem(Kind.BAD_REQUEST, "the request ended early") from error

    async def unless_left(self, doing: Coroutine[Any, Any, Result]) -> Result:
        """Await a coroutine, and cancel it if the client disconnects first, which is a `Problem`.

        The body must have been read before.
        """
        work, leaving = asyncio.ensure_future(doing), asyncio.ensure_future(self._disconnected())
        try:
            await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise Problem(Kind.BAD_REQUEST, "the client disconnected before the response was ready")
            return work.result()
        finally:
            work.cancel()
            leaving.cancel()
            await asyncio.gather(work, leaving, return_exceptions=True)

    async def _disconnected(self) -> None:
        """Wait until the client disconnects, or has been answered."""
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def _read(self, query: PageQuery, kind: type[Body], *, forms: bool) -> Asked[Body]:
        declared = self.headers.get("content-type", "")
        media = declared.partition(";")[0].strip().lower()
        if self.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise Problem(
                Kind.UNSUPPORTED_TYPE, "send the body as it is, not compressed", fields={"Accept-Encoding": "identity"}
            )
        if repeated := _repeated(self.query_params.multi_items(), kind):
            raise of_errors([{"loc": (name,), "type": "", "msg": _ONCE} for name in repeated])
        if media in PAGES:
            source = Source(data=await self.body(), url=query.url, charset=header_charset(declared))
            body = kind.model_validate({**query.model_dump(), "html": ""})
            return Asked(body, source, source.url)
        if media == _JSON or (forms and media == _FORM):
            asked = await self._parse_form(kind) if media == _FORM else _validate(kind, _parse_json(await self.body()))
            return _with_query(asked, query)
        taken = ", ".join([_JSON, *PAGES, *([_FORM] if forms else [])])
        words = f"the request has no Content-Type; these are accepted: {taken}"
        if media:
            words = f"{media[:_MAX_VALUE_CHARS]} is not accepted; these are: {taken}"
        raise Problem(Kind.UNSUPPORTED_TYPE, words, fields={"Accept": taken})

    async def _parse_form(self, kind: type[Body]) -> Asked[Body]:
        """Parse a form: the members of the JSON body, with the page in ``html`` or as ``file``."""
        _, parameters = parse_options_header(self.headers.get("content-type"))
        charset = parameters.get(b"charset")
        # Checked with the framework's own parser, which would decode the fields with any Python codec.
        if charset is not None and codec_of(charset.decode("latin-1")) != "utf-8":
            raise Problem(Kind.BAD_REQUEST, "the form must be UTF-8, but declares another charset")
        try:
            # A part may be as large as all parts together.
            form = await self.form(max_files=1, max_fields=len(kind.model_fields) + 40, max_part_size=self._most)
        # Older versions of Starlette let parser errors through.
        except (HTTPException, FormParserError) as error:
            words = error.detail if isinstance(error, HTTPException) else str(error)
            raise Problem(Kind.BAD_REQUEST, f"the form cannot be read: {words}") from error
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else (file or "").encode()
        await form.close()
        said: dict[str, Any] = {}
        for name in {name for name, value in form.multi_items() if name != "file" and value != ""}:
            values = [value for value in form.getlist(name) if value != ""]
            several = name == "method"
            said[name] = values if several or len(values) > 1 else values[0]
        if not data and not said.keys() & {"html", "url"}:
            raise of_errors([{"loc": (), "type": "", "msg": _EMPTY_FORM}])
        if not data:
            return _validate(kind, said)
        if "html" in said:
            raise of_errors([{"loc": ("file",), "type": "", "msg": _ONE_PAGE}])
        asked = _validate(kind, {**said, "html": ""})
        return Asked(asked.body, Source(data=data, url=asked.url), asked.url)


def _parse_json(data: bytes) -> dict[str, Any]:
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Problem(Kind.BAD_REQUEST, f"this is not JSON: {error}") from error
    if not isinstance(said, dict):
        raise of_errors([{"loc": (), "type": "", "msg": "the JSON must be an object, with html or url"}])
    if isinstance(html := said.get("html"), str):
        # Lone surrogates in a page become question marks; in options they are an error.
        said["html"] = without_surrogates(html)
    return said


def _repeated(items: Iterable[tuple[str, str]], kind: type[BaseModel]) -> list[str]:
    """Return the single-valued options that a query gives more than once."""
    names = [name for name, _ in items]
    single = [name for name, field in kind.model_fields.items() if get_origin(field.annotation) is not list]
    return [name for name in single if names.count(name) > 1]


def _validate(kind: type[Body], said: dict[str, Any]) -> Asked[Body]:
    # Checked here, because pydantic would write a message for each of a million members.
    if unknown := said.keys() - kind.model_fields:
        raise of_errors([{"loc": (name,), "type": _EXTRA, "msg": ""} for name in sorted(unknown)[:_MAX_ERRORS]])
    try:
        body = kind.model_validate(said)
    except ValidationError as error:
        raise of_errors(error.errors(include_url=False, include_context=False, include_input=False)) from error
    source = None if body.html is None else Source(data=body.html, url=body.url)
    return Asked(body, source, body.url)


def _with_query(asked: Asked[Body], query: PageQuery) -> Asked[Body]:
    """Add the query's options that the body does not set. The query's URL is never fetched."""
    others = query.model_dump(exclude_unset=True, exclude=asked.body.model_fields_set)
    body = asked.body.model_copy(update=others)
    if asked.source is None:
        return asked._replace(body=body)
    url = asked.url or query.url
    return Asked(body, replace(asked.source, url=url), url)


def of_errors(errors: Any) -> Problem:
    """Convert pydantic's errors to a problem."""
    found = [
        {
            "where": ".".join(str(part)[:_MAX_VALUE_CHARS] for part in error["loc"] if part not in ("query", "body"))
            or None,
            "what": _UNKNOWN if error["type"] == _EXTRA else error["msg"].removeprefix("Value error, "),
        }
        for error in errors[:_MAX_ERRORS]
    ]
    words = "; ".join(f"{one['where']}: {one['what']}" if one["where"] else str(one["what"]) for one in found)
    return Problem(Kind.WRONG_OPTION, words, {"errors": found})


class Kind(Enum):
    """Types of problems, each with its HTTP status and title."""

    def __init__(self, status: HTTPStatus, title: str) -> None:
        self.status = status
        self.title = title

    BAD_REQUEST = (HTTPStatus.BAD_REQUEST, "The request cannot be read")
    REFUSED_ADDRESS = (HTTPStatus.FORBIDDEN, "The address may not be fetched")
    FETCHING_OFF = (HTTPStatus.FORBIDDEN, "The server does not fetch pages")
    SLOW_REQUEST = (HTTPStatus.REQUEST_TIMEOUT, "The request took too long to arrive")
    TOO_LARGE = (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "The page is too large")
    UNSUPPORTED_TYPE = (HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "The type of the request is not supported")
    NOT_HTML = (HTTPStatus.UNPROCESSABLE_ENTITY, "The input is not an HTML page")
    WRONG_OPTION = (HTTPStatus.UNPROCESSABLE_ENTITY, "The options are invalid")
    CANNOT_RUN = (HTTPStatus.UNPROCESSABLE_ENTITY, "The method cannot run")
    CRASHED = (HTTPStatus.INTERNAL_SERVER_ERROR, "The worker crashed on the page")
    INTERNAL_ERROR = (HTTPStatus.INTERNAL_SERVER_ERROR, "Internal error")
    FETCH_FAILED = (HTTPStatus.BAD_GATEWAY, "The page could not be fetched")
    BUSY = (HTTPStatus.SERVICE_UNAVAILABLE, "Too many requests are waiting")
    FETCH_TIMEOUT = (HTTPStatus.GATEWAY_TIMEOUT, "Fetching the page took too long")
    TIMEOUT = (HTTPStatus.GATEWAY_TIMEOUT, "The page took too long")

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
        self.code = HTTPStatus(status or (kind.status if kind is not None else HTTPStatus.INTERNAL_SERVER_ERROR))
        self.title = kind.title if kind is not None else self.code.phrase
        self.fields = dict(fields or {})

    @property
    def headers(self) -> dict[str, str]:
        """Header fields, without the content type."""
        if self.code == HTTPStatus.SERVICE_UNAVAILABLE:
            return {"Retry-After": str(_RETRY_SECONDS), **self.fields}
        return self.fields

    def body(self) -> bytes:
        """Return the body of the response."""
        said = {
            "type": self.kind.address if self.kind is not None else "about:blank",
            "title": self.title,
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
            return of_errors([{"loc": (), "type": "", "msg": words}])
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
