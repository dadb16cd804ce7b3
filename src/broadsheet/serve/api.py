"""The HTTP API: requests in, answers out. What is asked of a page is done by worker processes, never here.

Requests are let in while there is a place for their page, bodies are read within bounds, pages are fetched by threads
through a guard, and everything that goes wrong is a problem (RFC 9457). It must not know how pages are read.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from broadsheet.batch.process import cores
from broadsheet.batch.worker import Limits
from broadsheet.errors import BroadsheetError
from broadsheet.methods import catalog
from broadsheet.serve import form
from broadsheet.serve.arriving import Arriving, of_errors
from broadsheet.serve.description import (
    ABOUT,
    Health,
    MethodEntry,
    VerdictAnswer,
    asking,
    components,
    failing,
    writing,
)
from broadsheet.serve.desk import Desk
from broadsheet.serve.figures import MEDIA_TYPE as FIGURES_TYPE
from broadsheet.serve.figures import Figures
from broadsheet.serve.options import ServeOptions
from broadsheet.serve.problems import MEDIA_TYPE, Kind, Problem, of_error
from broadsheet.serve.tasks import Answer, Bug, Source, Task, Tasks
from broadsheet.serve.wanted import (
    ExtractBody,
    ExtractOptions,
    IdentifyBody,
    IdentifyOptions,
    InspectBody,
    InspectOptions,
)
from broadsheet.sources.guard import Guard
from broadsheet.sources.http import Fetcher
from broadsheet.sources.options import FetchOptions
from broadsheet.sources.record import Record

if TYPE_CHECKING:
    from prometheus_client import Gauge
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Api", "make_app"]

_LOG: Final = logging.getLogger("broadsheet.serve")
_ENDPOINTS: Final = frozenset(
    {"/", "/extract", "/identify", "/inspect", "/methods", "/health", "/metrics", "/openapi.json"}
)
"""What is counted by its own name; the rest is ``other``, so that nobody can make the counts grow."""
_OTHER: Final = "other"
_HEADERS: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
    # For what is no page of ours: an article as HTML is shown without scripts, pictures and rights.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox"),
)
"""Header fields of every answer that does not say otherwise."""
_FRAMED: Final = "; frame-ancestors 'none'"
_SANDBOX: Final = "; sandbox allow-scripts"
"""The inspector's own script runs, as if from nowhere: not even its own server is its origin."""
_MARGIN: Final = 1.0
"""Seconds that a fetch may take beyond its limit: a host name is looked up by the system, which knows no limit."""
_EVERY: Final = (
    Kind.BAD_REQUEST,
    Kind.REFUSED_ADDRESS,
    Kind.FETCHING_OFF,
    Kind.SLOW_REQUEST,
    Kind.TOO_LARGE,
    Kind.UNSUPPORTED_TYPE,
    Kind.NOT_HTML,
    Kind.WRONG_OPTION,
    Kind.CANNOT_RUN,
    Kind.CRASHED,
    Kind.FETCH_FAILED,
    Kind.BUSY,
    Kind.FETCH_TIMEOUT,
    Kind.TIMEOUT,
)

Body = TypeVar("Body", ExtractBody, IdentifyBody, InspectBody)


class Api:
    """The endpoints, and what they share. Open it before the first request, and close it after the last.

    Args:
        options: what is taken and how much.
        guard: which addresses may be fetched from.
    """

    def __init__(self, options: ServeOptions | None = None, *, guard: Guard | None = None) -> None:
        self.options = options if options is not None else ServeOptions()
        self._guard = guard if guard is not None else Guard()
        jobs = self.options.jobs if self.options.jobs is not None else cores()
        limits = Limits(seconds=self.options.page_seconds, megabytes=self.options.page_megabytes)
        self._desk = Desk(jobs, Tasks(), limits, self.options.waiting_seconds)
        self.figures = Figures(lambda: self._desk.restarts)
        self._pages = _Places(jobs + self.options.waiting, self.figures.pages)
        self._fetches = _Places(self.options.fetches, self.figures.fetches)
        self._threads = ThreadPoolExecutor(self.options.fetches, thread_name_prefix="fetch")
        self._fetchers: set[Fetcher] = set()

    async def open(self) -> None:
        """Start the workers.

        Raises:
            BroadsheetError: they do not start.
        """
        await self._desk.open()

    async def close(self) -> None:
        """End everything that is going on."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for fetcher in list(self._fetchers):
            fetcher.interrupt()
        await self._desk.close()

    # The endpoints.

    async def extract(self, request: Request, query: Annotated[ExtractOptions, Query()]) -> Response:
        """Take the article out of a page.

        The page comes as JSON, with the options beside it; or as the body itself (`text/html`), with the options in
        the query. The words are the same whatever the switches say.
        """
        return await self._page(request, query, ExtractBody)

    async def identify(self, request: Request, query: Annotated[IdentifyOptions, Query()]) -> Response:
        """Say whether there is an article on a page, what the page is else, and why."""
        return await self._page(request, query, IdentifyBody)

    async def inspect(self, request: Request, query: Annotated[InspectOptions, Query()]) -> Response:
        """Show why the extraction of a page is what it is: the inspector, one page of HTML that loads nothing."""
        return await self._page(request, query, InspectBody, forms=True)

    async def methods(self) -> list[MethodEntry]:
        """List the methods that find the body of an article."""
        return [MethodEntry.model_validate(entry) for entry in catalog.entries()]

    async def health(self) -> Health:
        """Say that the server answers, and what it has in hand."""
        return Health(
            status="ok",
            version=version("broadsheet"),
            pages=self._pages.taken,
            most_pages=self._pages.most,
            fetches=self._fetches.taken,
        )

    async def metrics(self) -> Response:
        """What the server counts about itself, in the text format of Prometheus."""
        return Response(self.figures.text(), media_type=FIGURES_TYPE)

    async def root(self) -> Response:
        """A form for a page or an address, which is shown in the inspector."""
        page = form.form_page(fetch=self.options.fetch, max_bytes=self.options.max_bytes)
        return _shown(page, form.policy() + _FRAMED)

    # What they share.

    async def _page(self, request: Request, query: BaseModel, kind: type[Body], *, forms: bool = False) -> Response:
        options = self.options
        arriving = Arriving(request, most=options.max_bytes, seconds=options.body_seconds)
        with self._pages.one():
            asked = await arriving.read(query, kind, forms=forms)
            if asked.source is not None:
                return await arriving.unless_left(self._answer(asked.body.task(asked.source)))
        record = await arriving.unless_left(self._fetch(asked.url or ""))
        source = Source(data=record.data, url=record.url, charset=record.charset, captured=record.captured)
        with self._pages.one():
            return await arriving.unless_left(self._answer(asked.body.task(source)))

    async def _answer(self, task: Task) -> Response:
        said: Answer | BroadsheetError | Bug = await self._desk.do(task)
        match said:
            case Answer():
                response = Response(said.body, media_type=said.media_type)
                if said.policy is not None:
                    response.headers["Content-Security-Policy"] = said.policy + _FRAMED + _SANDBOX
                return response
            case Bug(words):
                _LOG.error("a page led to an internal error: %s", words)
                raise Problem(Kind.INTERNAL_ERROR, "this page led to an error inside Broadsheet, which is a bug")
            case _:
                raise said

    async def _fetch(self, url: str) -> Record:
        """Fetch a page.

        Raises:
            Problem: pages are not fetched, or not this one, or too many already.
            BroadsheetError: it cannot be had.
        """
        options = self.options
        if not options.fetch:
            raise Problem(Kind.FETCHING_OFF, "this server fetches no pages: send the page itself (html)")
        place = self._fetches.take()
        future = asyncio.get_running_loop().run_in_executor(self._threads, self._fetched, url.strip())
        future.add_done_callback(place)
        try:
            # The thread goes on where a host name takes too long to be looked up, and so does its place.
            return await asyncio.wait_for(asyncio.shield(future), options.fetch_seconds + _MARGIN)
        except TimeoutError as error:
            words = f"it took longer than {options.fetch_seconds:g} s in all"
            raise Problem(Kind.FETCH_TIMEOUT, words, {"url": url}) from error

    def _fetched(self, url: str) -> Record:
        seconds = self.options.fetch_seconds
        usual = FetchOptions()
        options = FetchOptions(
            connect=min(usual.connect, seconds),
            read=min(usual.read, seconds),
            total=seconds,
            max_bytes=self.options.max_bytes,
        )
        with Fetcher(options, guard=self._guard) as fetcher:
            self._fetchers.add(fetcher)
            try:
                return fetcher.fetch(url)
            finally:
                self._fetchers.discard(fetcher)


class _Places:
    """So many places, and no more. They are taken and left in the thread of the event loop alone.

    Attributes:
        most: how many there are.
        taken: how many are taken.
    """

    def __init__(self, most: int, gauge: Gauge) -> None:
        self.most = most
        self.taken = 0
        self._gauge = gauge

    def take(self) -> Callable[[Any], None]:
        """Take a place; what is given leaves it.

        Raises:
            Problem: there is none.
        """
        if self.taken >= self.most:
            raise Problem(Kind.BUSY, "there are as many requests in hand as this server takes; try again soon")
        self.taken += 1
        self._gauge.set(self.taken)
        return self._leave

    @contextmanager
    def one(self) -> Iterator[None]:
        """Have a place for a while."""
        leave = self.take()
        try:
            yield
        finally:
            leave(None)

    def _leave(self, future: asyncio.Future[Any] | None) -> None:
        if future is not None and not future.cancelled():
            # Looked at, so that nobody complains where the request was answered before.
            future.exception()
        self.taken -= 1
        self._gauge.set(self.taken)


def make_app(api: Api, *, lifespan: bool = True) -> FastAPI:
    """The application of ASGI.

    Args:
        api: the endpoints.
        lifespan: open and close the API when the application starts and ends; otherwise the caller does.
    """

    @asynccontextmanager
    async def open_(_: FastAPI) -> AsyncIterator[None]:
        await api.open()
        try:
            yield
        finally:
            await api.close()

    app = FastAPI(
        title="Broadsheet",
        description=ABOUT,
        version=version("broadsheet"),
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
        lifespan=open_ if lifespan else None,
        # Their pages load scripts from elsewhere.
        docs_url=None,
        redoc_url=None,
    )
    said = {"type": "string"}
    article = {"$ref": "#/components/schemas/Article"}
    articles = writing(
        "the article, written as `format` says",
        application_json=article,
        text_plain=said,
        text_markdown=said,
        text_html=said,
    )
    problems = failing(*_EVERY)
    app.add_api_route(
        "/extract", api.extract, methods=["POST"], operation_id="extract", tags=["pages"], response_class=Response,
        responses={**articles, **problems}, openapi_extra=asking(ExtractBody),
    )  # fmt: skip
    app.add_api_route(
        "/identify", api.identify, methods=["POST"], operation_id="identify", tags=["pages"], response_class=Response,
        responses={200: {"model": VerdictAnswer, "description": "the verdict"}, **problems},
        openapi_extra=asking(IdentifyBody),
    )  # fmt: skip
    app.add_api_route(
        "/inspect", api.inspect, methods=["POST"], operation_id="inspect", tags=["pages"], response_class=Response,
        responses={**writing("the inspector's page", text_html=said), **problems},
        openapi_extra=asking(InspectBody, forms=True),
    )  # fmt: skip
    app.add_api_route("/methods", api.methods, methods=["GET"], operation_id="methods", tags=["server"])
    app.add_api_route("/health", api.health, methods=["GET"], operation_id="health", tags=["server"])
    app.add_api_route(
        "/metrics", api.metrics, methods=["GET"], operation_id="metrics", tags=["server"], response_class=Response,
        responses=writing("the counts", text_plain=said),
    )  # fmt: skip
    app.add_api_route("/", api.root, methods=["GET"], include_in_schema=False)
    app.add_exception_handler(Problem, _on_problem)
    app.add_exception_handler(BroadsheetError, _on_problem)
    app.add_exception_handler(RequestValidationError, _on_problem)
    app.add_exception_handler(HTTPException, _on_problem)
    app.add_middleware(_Around, figures=api.figures)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


def _described(app: FastAPI) -> dict[str, Any]:
    """The description of the API, made when it is first asked for."""
    if app.openapi_schema is None:
        made = get_openapi(title=app.title, version=app.version, description=app.description, routes=app.routes)
        made["info"]["license"] = app.license_info
        made["components"]["schemas"] |= components(ExtractBody, IdentifyBody, InspectBody)
        app.openapi_schema = made
    return app.openapi_schema


async def _on_problem(request: Request, error: Exception) -> Response:
    match error:
        case Problem():
            problem = error
        case BroadsheetError():
            problem = of_error(error)
        case RequestValidationError():
            problem = of_errors(error.errors())
        case HTTPException():
            fields = error.headers
            if fields is not None and fields.get("Allow") == "GET":
                fields = {**fields, "Allow": "GET, HEAD"}
            problem = Problem(None, error.detail, status=error.status_code, fields=fields)
        case _:
            raise error
    if request.url.path.endswith("/inspect") and "text/html" in request.headers.get("accept", ""):
        title = problem.kind.value.title if problem.kind is not None else HTTPStatus(problem.code).phrase
        page = form.problem_page(title, problem.detail)
        return _shown(page, form.policy() + _FRAMED, status=problem.code, fields=problem.headers)
    return _written(problem)


def _written(problem: Problem) -> Response:
    return Response(problem.body(), problem.code, problem.headers, MEDIA_TYPE)


def _shown(page: str, policy: str, *, status: int = 200, fields: dict[str, str] | None = None) -> Response:
    return Response(
        page.encode("utf-8", "replace"),
        status,
        {**(fields or {}), "Content-Security-Policy": policy},
        "text/html; charset=utf-8",
    )


class _Around:
    """Around every request: it is counted, its answer has the usual header fields, and no error escapes.

    HEAD is answered as GET is, without the body (RFC 9110, section 9.3.2).
    """

    def __init__(self, app: ASGIApp, figures: Figures) -> None:
        self._app = app
        self._figures = figures

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status: int | None = None
        bare = scope["method"] == "HEAD"
        if bare:
            scope = {**scope, "method": "GET"}

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                there = {name.lower() for name, _ in message["headers"]}
                usual = [(name, value) for name, value in _HEADERS if name not in there]
                message["headers"] = [*message["headers"], *usual]
            elif bare:
                message = {**message, "body": b""}
            await send(message)

        begun = time.perf_counter()
        try:
            await self._app(scope, receive, answer)
        except Exception:
            _LOG.exception("an internal error")
            if status is None:
                problem = Problem(Kind.INTERNAL_ERROR, "this request led to an error inside Broadsheet, which is a bug")
                await _written(problem)(scope, receive, answer)
        finally:
            path = scope["path"].removeprefix(scope.get("root_path", ""))
            endpoint = path if path in _ENDPOINTS else _OTHER
            self._figures.count(endpoint, status or 500, time.perf_counter() - begun)
