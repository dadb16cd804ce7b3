"""The HTTP API and its metrics. Worker processes read the pages; this process only receives, fetches and answers.

Concurrent pages and the size of bodies are limited, URLs are fetched by threads through a guard, and every error is a
problem document (RFC 9457).
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

from fastapi import FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, PlatformCollector, ProcessCollector
from prometheus_client.exposition import generate_latest
from starlette.exceptions import HTTPException
from starlette.routing import Route

from broadsheet.crawl.batch.process import Limits, cores
from broadsheet.crawl.sources.guard import Guard
from broadsheet.crawl.sources.http import Fetcher
from broadsheet.crawl.sources.options import FetchOptions
from broadsheet.crawl.sources.record import Record
from broadsheet.errors import BroadsheetError
from broadsheet.methods import catalog
from broadsheet.show.serve.description import (
    ABOUT,
    Health,
    MethodEntry,
    VerdictAnswer,
    components,
    problem_responses,
    request_body,
    success_response,
)
from broadsheet.show.serve.incoming import MEDIA_TYPE, IncomingRequest, Kind, Problem, of_error, of_errors
from broadsheet.show.serve.inspector import form_page, form_policy, problem_page
from broadsheet.show.serve.options import ServeOptions
from broadsheet.show.serve.parameters import (
    ExtractBody,
    ExtractOptions,
    IdentifyBody,
    IdentifyOptions,
    InspectBody,
    InspectOptions,
    PageQuery,
)
from broadsheet.show.serve.tasks import Answer, Bug, Source, Task, Tasks, Workers, retrieve

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Api", "make_app"]

METRICS_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"  # Prometheus, "Exposition formats", text-based format
# Upper bounds of the histogram's buckets in seconds: most pages take hundredths, fetched ones some seconds.
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 40.0)
_LOG: Final = logging.getLogger("broadsheet.show.serve")
_OTHER: Final = "other"  # counts all unknown paths, which bounds the metrics
_HEADERS: Final = (  # default header fields of every response
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"cache-control", b"no-store"),
    # For responses other than our own pages: article HTML is shown without scripts, images and permissions.
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'; sandbox"),
)
_FRAMED: Final = "; frame-ancestors 'none'"
_SANDBOX: Final = "; sandbox allow-scripts"  # the inspector's script runs with an opaque origin
_MAX_PATH_CHARS: Final = 200  # of a path that a message repeats
_GRACE_SECONDS: Final = 1.0  # beyond the limit of a fetch: name resolution has no timeout


class Metrics:
    """The metrics of one server; ``pages`` and ``fetches`` are those in progress or queued."""

    def __init__(self, restarts: Callable[[], float]) -> None:
        self._registry = CollectorRegistry()
        registry = self._registry
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        self._requests = Counter(
            "broadsheet_requests", "Requests, by endpoint and HTTP status.", ["endpoint", "status"], registry=registry
        )
        self._seconds = Histogram(
            "broadsheet_request_seconds",
            "Seconds from the headers of a request to the end of its response, by endpoint.",
            ["endpoint"],
            buckets=_SECONDS,
            registry=registry,
        )
        self.pages = Gauge("broadsheet_pages_in_progress", "Pages in progress or queued.", registry=registry)
        self.fetches = Gauge("broadsheet_fetches_in_progress", "Fetches in progress.", registry=registry)
        lost = Gauge("broadsheet_worker_restarts", "Worker processes that were replaced.", registry=registry)
        lost.set_function(restarts)

    def count(self, endpoint: str, status: int, seconds: float) -> None:
        """Count a request. ``endpoint`` is one of a few names, each of which makes a dozen lines."""
        self._requests.labels(endpoint, str(status)).inc()
        self._seconds.labels(endpoint).observe(seconds)

    def text(self) -> bytes:
        """Format all metrics."""
        return generate_latest(self._registry)


Body = TypeVar("Body", ExtractBody, IdentifyBody, InspectBody)


class Api:
    """The endpoints and their shared state. Open it before the first request, and close it after the last.

    Args:
        options: limits.
        guard: rules of connections for fetching.
    """

    def __init__(self, options: ServeOptions | None = None, *, guard: Guard | None = None) -> None:
        self.options = options if options is not None else ServeOptions()
        self._guard = guard if guard is not None else Guard()
        jobs = self.options.jobs if self.options.jobs is not None else cores()
        limits = Limits(seconds=self.options.page_seconds, megabytes=self.options.page_megabytes)
        self._workers = Workers(jobs, Tasks(), limits, self.options.waiting_seconds)
        self.counters = Metrics(lambda: self._workers.restarts)
        self._pages = _Slots(jobs + self.options.waiting, self.counters.pages)
        self._fetches = _Slots(self.options.fetches, self.counters.fetches)
        self._threads = ThreadPoolExecutor(self.options.fetches, thread_name_prefix="fetch")
        self._fetchers: set[Fetcher] = set()

    async def open(self) -> None:
        """Start the workers."""
        await self._workers.open()

    async def close(self) -> None:
        """End everything in progress."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        for fetcher in list(self._fetchers):
            fetcher.interrupt()
        await self._workers.close()

    # The endpoints.

    async def extract(self, request: Request, query: Annotated[ExtractOptions, Query()]) -> Response:
        """Extract the article from a page.

        Send the page as JSON together with the options, or as the request body (`text/html`) with the options in the
        query.
        """
        return await self._page(request, query, ExtractBody)

    async def identify(self, request: Request, query: Annotated[IdentifyOptions, Query()]) -> Response:
        """Tell whether a page is an article, what kind of page it is otherwise, and why."""
        return await self._page(request, query, IdentifyBody)

    async def inspect(self, request: Request, query: Annotated[InspectOptions, Query()]) -> Response:
        """Show why each line of a page was kept or left out, in one self-contained HTML page."""
        return await self._page(request, query, InspectBody, forms=True)

    async def methods(self) -> list[MethodEntry]:
        """List the extraction methods."""
        return [MethodEntry.model_validate(entry) for entry in catalog.entries()]

    async def health(self) -> Health:
        """Report the server's status and load."""
        return Health(
            status="ok",
            version=version("broadsheet"),
            pages=self._pages.taken,
            most_pages=self._pages.most,
            fetches=self._fetches.taken,
        )

    async def metrics(self) -> Response:
        """Return the server's metrics in the text format of Prometheus."""
        return Response(self.counters.text(), media_type=METRICS_TYPE)

    async def root(self) -> Response:
        """Return a form for a page or a URL to inspect."""
        page = form_page(fetch=self.options.fetch, max_bytes=self.options.max_bytes)
        return _html_response(page, form_policy() + _FRAMED)

    # Shared code.

    async def _page(self, request: Request, query: PageQuery, kind: type[Body], *, forms: bool = False) -> Response:
        options = self.options
        incoming = IncomingRequest(request, most=options.max_bytes, seconds=options.body_seconds)
        with self._pages.one():
            asked = await incoming.read(query, kind, forms=forms)
            if asked.source is not None:
                return await incoming.unless_left(self._answer(asked.body.task(asked.source)))
        record = await incoming.unless_left(self._fetch(asked.url or ""))
        source = Source(data=record.data, url=record.url, charset=record.charset, captured=record.captured)
        with self._pages.one():
            return await incoming.unless_left(self._answer(asked.body.task(source)))

    async def _answer(self, task: Task) -> Response:
        said: Answer | BroadsheetError | Bug = await self._workers.do(task)
        match said:
            case Answer():
                response = Response(said.body, media_type=said.media_type)
                if said.policy is not None:
                    response.headers["Content-Security-Policy"] = said.policy + _FRAMED + _SANDBOX
                return response
            case Bug(words):
                _LOG.error("a page led to an internal error: %s", words)
                raise Problem(Kind.INTERNAL_ERROR, "this page led to an internal error, which is a bug in Broadsheet")
            case _:
                raise said

    async def _fetch(self, url: str) -> Record:
        options = self.options
        if not options.fetch:
            raise Problem(Kind.FETCHING_OFF, "this server does not fetch pages: send the page itself (html)")
        # The thread, and its slot, may outlast the request during a slow name resolution.
        fetching = asyncio.ensure_future(self._fetch_in_thread(url.strip()))
        fetching.add_done_callback(retrieve)
        try:
            return await asyncio.wait_for(asyncio.shield(fetching), options.fetch_seconds + _GRACE_SECONDS)
        except TimeoutError as error:
            words = f"it took longer than {options.fetch_seconds:g} s in total"
            raise Problem(Kind.FETCH_TIMEOUT, words, {"url": url}) from error

    async def _fetch_in_thread(self, url: str) -> Record:
        with self._fetches.one():
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._fetch_now, url)

    def _fetch_now(self, url: str) -> Record:
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


class _Slots:
    """A limited number of slots, taken and released in the event loop's thread only."""

    def __init__(self, most: int, gauge: Gauge) -> None:
        self.most = most
        self.taken = 0
        gauge.set_function(lambda: self.taken)

    @contextmanager
    def one(self) -> Iterator[None]:
        """Hold a slot during the block; raise a `Problem` if none is free."""
        if self.taken >= self.most:
            raise Problem(Kind.BUSY, "the server has reached its limit of requests; try again soon")
        self.taken += 1
        try:
            yield
        finally:
            self.taken -= 1


def make_app(api: Api, *, lifespan: bool = True) -> FastAPI:
    """Make the ASGI application.

    Args:
        api: the endpoints.
        lifespan: open and close the API with the application; otherwise the caller does.
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
        redirect_slashes=False,  # a redirect would name the scheme and host that a proxy sees
        # Their pages load scripts from a CDN.
        docs_url=None,
        redoc_url=None,
    )
    _add_routes(app, api)
    for kind in (Problem, BroadsheetError, RequestValidationError, HTTPException):
        app.add_exception_handler(kind, _on_problem)
    endpoints = {route.path for route in app.routes if isinstance(route, Route)}
    app.add_middleware(_Middleware, metrics=api.counters, endpoints=endpoints)
    app.openapi = lambda: _openapi(app)  # type: ignore[method-assign]
    return app


def _add_routes(app: FastAPI, api: Api) -> None:
    said = {"type": "string"}
    article = {"$ref": "#/components/schemas/Article"}
    articles = success_response(
        "the article, written as `format` says",
        application_json=article,
        text_plain=said,
        text_markdown=said,
        text_html=said,
    )
    problems = problem_responses(*(kind for kind in Kind if kind is not Kind.INTERNAL_ERROR))
    verdict: dict[int | str, dict[str, Any]] = {200: {"model": VerdictAnswer, "description": "the verdict"}}
    page = success_response("the inspector's page", text_html=said)
    for route, answers, body in (
        (api.extract, articles, request_body(ExtractBody)),
        (api.identify, verdict, request_body(IdentifyBody)),
        (api.inspect, page, request_body(InspectBody, forms=True)),
    ):
        app.add_api_route(
            f"/{route.__name__}",
            route,
            methods=["POST"],
            operation_id=route.__name__,
            tags=["pages"],
            response_class=Response,
            responses={**answers, **problems},
            openapi_extra=body,
        )
    app.add_api_route("/methods", api.methods, methods=["GET"], operation_id="methods", tags=["server"])
    app.add_api_route("/health", api.health, methods=["GET"], operation_id="health", tags=["server"])
    app.add_api_route(
        "/metrics",
        api.metrics,
        methods=["GET"],
        operation_id="metrics",
        tags=["server"],
        response_class=Response,
        responses=success_response("the counts", text_plain=said),
    )
    app.add_api_route("/", api.root, methods=["GET"], include_in_schema=False)


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the API's OpenAPI description, made on first use."""
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
        case HTTPException():  # no such path or method: endpoints raise other errors
            fields = error.headers
            if fields is not None and fields.get("Allow") == "GET":
                fields = {**fields, "Allow": "GET, HEAD"}
            words = f"the API has no {request.method} {request.url.path[:_MAX_PATH_CHARS]}; see /openapi.json"
            problem = Problem(None, words, status=error.status_code, fields=fields)
        case _:
            raise error
    if request.url.path.endswith("/inspect") and "text/html" in request.headers.get("accept", ""):
        title = "Please check the form" if problem.kind is Kind.WRONG_OPTION else problem.title
        page = problem_page(title, problem.detail)
        return _html_response(page, form_policy() + _FRAMED, status=problem.code, fields=problem.headers)
    return _problem_response(problem)


def _problem_response(problem: Problem) -> Response:
    return Response(problem.body(), problem.code, problem.headers, MEDIA_TYPE)


def _html_response(page: str, policy: str, *, status: int = 200, fields: dict[str, str] | None = None) -> Response:
    return Response(
        page.encode("utf-8", "replace"),
        status,
        {**(fields or {}), "Content-Security-Policy": policy},
        "text/html; charset=utf-8",
    )


class _Middleware:
    """Middleware that counts requests, adds default headers, and answers uncaught errors.

    HEAD is answered like GET; uvicorn leaves out the body (RFC 9110, section 9.3.2).
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, endpoints: Collection[str]) -> None:
        self._app = app
        self._metrics = metrics
        self._endpoints = endpoints

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        status: int | None = None
        if scope["method"] == "HEAD":
            scope = {**scope, "method": "GET"}

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                there = {name.lower() for name, _ in message["headers"]}
                usual = [(name, value) for name, value in _HEADERS if name not in there]
                message["headers"] = [*message["headers"], *usual]
            await send(message)

        begun = time.perf_counter()
        problem: Problem | None = None
        try:
            if {b"content-length", b"transfer-encoding"} <= {name for name, _ in scope["headers"]}:
                # A proxy may see another end of such a request (RFC 9112, section 6.1).
                words = "the request has both Content-Length and Transfer-Encoding"
                problem = Problem(Kind.BAD_REQUEST, words, fields={"Connection": "close"})
            else:
                await self._app(scope, receive, answer)
        except asyncio.CancelledError:  # uvicorn waits no longer for the requests in progress
            problem = Problem(Kind.BUSY, "the server is shutting down")
        except Exception:
            _LOG.exception("an internal error")
            problem = Problem(Kind.INTERNAL_ERROR, "this request led to an internal error, a bug in Broadsheet")
        if problem is not None and status is None:
            await _problem_response(problem)(scope, receive, answer)
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        endpoint = path if path in self._endpoints else _OTHER
        self._metrics.count(endpoint, status or 500, time.perf_counter() - begun)
