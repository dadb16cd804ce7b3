"""A request as it arrives -> what is asked for: bounded in size and time, and read by its media type.

It must not know what is done with a page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Coroutine, Iterable
from typing import Any, Final, Generic, NamedTuple, TypeVar, get_origin

from fastapi import Request
from pydantic import BaseModel, ValidationError
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import parse_options_header
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from broadsheet.page.declarations import header_charset
from broadsheet.page.labels import codec_of
from broadsheet.page.surrogates import without_surrogates
from broadsheet.serve.problems import Kind, Problem
from broadsheet.serve.tasks import Source
from broadsheet.serve.wanted import Given

__all__ = ["PAGES", "Arriving", "Asked", "of_errors"]

PAGES: Final = ("text/html", "application/xhtml+xml", "application/octet-stream")
"""Types of bodies that are pages; the last says nothing, and the bytes are looked at."""
_JSON: Final = "application/json"
_FORM: Final = "multipart/form-data"
_FRAME: Final = 65_536
"""Bytes that a request may have besides its page: names of members, parts of a form."""
_DISCARDED: Final = 4
"""How many times what is allowed is read and thrown away, so that a client that sends all before it listens gets to
hear that it was too much."""
_LONGEST: Final = 200
"""Characters of a value that a message repeats."""
_MOST_ERRORS: Final = 20
_EXTRA: Final = "extra_forbidden"
"""What pydantic calls a member that there is not."""
_UNKNOWN: Final = "there is no such option"
_ONE_PAGE: Final = "there is a page in html too; give one of them"
_ONCE: Final = "this option has one value, and is given several times"

Body = TypeVar("Body", bound=BaseModel)
Result = TypeVar("Result")


class Asked(NamedTuple, Generic[Body]):
    """What is asked for.

    Attributes:
        body: the options.
        source: the page; None where it is to be fetched.
        url: where the page is from, or what is to be fetched.
    """

    body: Body
    source: Source | None
    url: str | None


class Arriving(Request):
    """A request of which no more than so many bytes are read, in no more than so much time.

    Args:
        request: the request.
        most: bytes.
        seconds: seconds.
    """

    def __init__(self, request: Request, *, most: int, seconds: float) -> None:
        super().__init__(request.scope, request.receive)
        self._most = most + _FRAME
        self._page = most
        self._seconds = seconds

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The body, piece by piece.

        Raises:
            Problem: there is too much of it.
        """
        length = self.headers.get("content-length", "")
        declared = int(length[:20]) if length.isdecimal() else 0
        if declared > self._most and ("expect" in self.headers or declared > _DISCARDED * self._most):
            raise self._too_large()
        size = 0
        async for piece in super().stream():
            size += len(piece)
            if size <= self._most:
                yield piece
            elif size > _DISCARDED * self._most:
                break
        if size > self._most:
            raise self._too_large()

    def _too_large(self) -> Problem:
        return Problem(
            Kind.TOO_LARGE,
            f"the body of the request has more than {self._page:,} bytes, which is the limit",
            {"measure": "the number of bytes", "limit": self._page},
            # The rest of the body is still on its way.
            fields={"Connection": "close"},
        )

    async def read(self, query: BaseModel, kind: type[Body], *, forms: bool = False) -> Asked[Body]:
        """What is asked for.

        Args:
            query: the options, where the body is a page.
            kind: the options, where they are in the body; `Given` is a base of it.
            forms: whether a form is taken too.

        Raises:
            Problem: it cannot be read, is too much, or asks for something that there is not.
        """
        try:
            async with asyncio.timeout(self._seconds):
                return await self._read(query, kind, forms=forms)
        except TimeoutError as error:
            words = f"the request had not arrived after {self._seconds:g} s"
            raise Problem(Kind.SLOW_REQUEST, words, fields={"Connection": "close"}) from error
        except ClientDisconnect as error:
            raise Problem(Kind.BAD_REQUEST, "the request broke off") from error

    async def unless_left(self, doing: Coroutine[Any, Any, Result]) -> Result:
        """What something gives that is done for the client, which ends when the client leaves before it is done.

        Args:
            doing: what is done. The body must have been read.

        Raises:
            Problem: the client has left; nobody will read it.
        """
        work, leaving = asyncio.ensure_future(doing), asyncio.ensure_future(self._left())
        try:
            await asyncio.wait((work, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                raise Problem(Kind.BAD_REQUEST, "the client left before the answer was there")
            return work.result()
        finally:
            work.cancel()
            leaving.cancel()
            await asyncio.gather(work, leaving, return_exceptions=True)

    async def _left(self) -> None:
        """Wait until the client has left, or was answered."""
        while (await self.receive())["type"] != "http.disconnect":
            pass

    async def _read(self, query: BaseModel, kind: type[Body], *, forms: bool) -> Asked[Body]:
        declared = self.headers.get("content-type", "")
        media = declared.partition(";")[0].strip().lower()
        if self.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise Problem(
                Kind.UNSUPPORTED_TYPE, "send the body as it is, not compressed", fields={"Accept-Encoding": "identity"}
            )
        if media in PAGES:
            if repeated := _repeated(self.query_params.multi_items(), kind):
                raise of_errors([{"loc": (name,), "type": "", "msg": _ONCE} for name in repeated])
            source = Source(data=await self.body(), url=_of(query, "url"), charset=header_charset(declared))
            return Asked(_as(kind, query), source, source.url)
        if media == _JSON or (forms and media == _FORM):
            if self.query_params:
                raise Problem(Kind.BAD_REQUEST, f"with {media} the options are in the body, not in the query")
            return await self._of_form(kind) if media == _FORM else _checked(kind, _of_json(await self.body()))
        taken = ", ".join([_JSON, *PAGES, *([_FORM] if forms else [])])
        said = f"{media[:_LONGEST]} is not" if media else "the request says no Content-Type; these are"
        words = f"{said} read here: {taken}" if not media else f"{said} read here; these are: {taken}"
        raise Problem(Kind.UNSUPPORTED_TYPE, words, fields={"Accept": taken})

    async def _of_form(self, kind: type[Body]) -> Asked[Body]:
        """A form with ``html`` or a ``file``, and what JSON has."""
        _, parameters = parse_options_header(self.headers.get("content-type"))
        charset = parameters.get(b"charset")
        # Asked of the framework's own parser, which would decode the fields by any codec of Python's.
        if charset is not None and codec_of(charset.decode("latin-1")) != "utf-8":
            raise Problem(Kind.BAD_REQUEST, "the form is to be in UTF-8, and states another charset")
        try:
            # What a part may have is bounded by what all of them may have.
            form = await self.form(max_files=1, max_fields=len(kind.model_fields) + 40, max_part_size=self._most)
        # Older versions of the framework let errors of the parser through.
        except (HTTPException, FormParserError) as error:
            words = error.detail if isinstance(error, HTTPException) else str(error)
            raise Problem(Kind.BAD_REQUEST, f"the form cannot be read: {words}") from error
        file = form.get("file")
        data = await file.read() if isinstance(file, UploadFile) else b""
        await form.close()
        said: dict[str, Any] = {}
        for name in {name for name, value in form.multi_items() if name != "file" and value != ""}:
            values = [value for value in form.getlist(name) if value != ""]
            several = name == "method"
            said[name] = values if several or len(values) > 1 else values[0]
        if not data:
            return _checked(kind, said)
        if "html" in said:
            raise of_errors([{"loc": ("file",), "type": "", "msg": _ONE_PAGE}])
        asked = _checked(kind, {**said, "html": ""})
        return Asked(asked.body, Source(data=data, url=asked.url), asked.url)


def _of_json(data: bytes) -> dict[str, Any]:
    try:
        said = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise Problem(Kind.BAD_REQUEST, f"this is not JSON: {error}") from error
    if not isinstance(said, dict):
        raise Problem(Kind.WRONG_OPTION, "the JSON is to be an object, with html or url")
    if isinstance(html := said.get("html"), str):
        # In a page lone surrogates are read as question marks; in options they are refused.
        said["html"] = without_surrogates(html)
    return said


def _repeated(items: Iterable[tuple[str, str]], kind: type[BaseModel]) -> list[str]:
    """The options of a query that are given more than once, and have no list of values."""
    names = [name for name, _ in items]
    single = [name for name, field in kind.model_fields.items() if get_origin(field.annotation) is not list]
    return [name for name in single if names.count(name) > 1]


def _checked(kind: type[Body], said: dict[str, Any]) -> Asked[Body]:
    # Counted here: pydantic would write a message for each of a million.
    if unknown := said.keys() - kind.model_fields:
        raise of_errors([{"loc": (name,), "type": _EXTRA, "msg": ""} for name in sorted(unknown)[:_MOST_ERRORS]])
    try:
        body = kind.model_validate(said)
    except ValidationError as error:
        raise of_errors(error.errors(include_url=False, include_context=False, include_input=False)) from error
    return _whole(body)


def _whole(body: Body) -> Asked[Body]:
    assert isinstance(body, Given)  # noqa: S101 - said in `read`
    source = None if body.html is None else Source(data=body.html, url=body.url)
    return Asked(body, source, body.url)


def _as(kind: type[Body], query: BaseModel) -> Body:
    """The options of a query, as those of a body."""
    return kind.model_validate({**query.model_dump(), "html": ""})


def _of(query: BaseModel, name: str) -> str | None:
    value: str | None = getattr(query, name)
    return value


def of_errors(errors: Any) -> Problem:
    """The problem that errors of pydantic are."""
    found = [
        {
            "where": ".".join(str(part)[:_LONGEST] for part in error["loc"] if part not in ("query", "body")) or None,
            "what": _UNKNOWN if error["type"] == _EXTRA else error["msg"].removeprefix("Value error, "),
        }
        for error in errors[:_MOST_ERRORS]
    ]
    words = "; ".join(f"{one['where']}: {one['what']}" if one["where"] else str(one["what"]) for one in found)
    return Problem(Kind.WRONG_OPTION, words, {"errors": found})
