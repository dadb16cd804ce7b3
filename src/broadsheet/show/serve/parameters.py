"""Parameters of requests: members of the JSON body or of the query, validated and described.

The options are those of `broadsheet.extract`, with the same names.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from broadsheet.body.find import MAX_SELECTOR_CHARS
from broadsheet.crawl.sources.record import moment_of
from broadsheet.methods import catalog
from broadsheet.page import is_address
from broadsheet.page.tags import NAMES
from broadsheet.show.serve.inspection import METHODS
from broadsheet.show.serve.tasks import Format, Source, Task, write_article, write_inspection, write_verdict

__all__ = [
    "ADDRESS",
    "PAGE",
    "SCHEMAS",
    "ExtractBody",
    "ExtractOptions",
    "IdentifyBody",
    "IdentifyOptions",
    "InspectBody",
    "InspectOptions",
    "PageBody",
    "PageQuery",
    "ref",
]

SCHEMAS: Final = "#/components/schemas/"
_NOT_HTML: Final = frozenset("#text #unknown image math svg path g use rect circle defs symbol polygon".split())


def _any_case(name: str) -> str:
    """Return a pattern for a name in any case; JSON Schema has no flag for that."""
    return "".join(f"[{char}{char.upper()}]" if char.isalpha() else char for char in name)


_TAGS: Final = "|".join(_any_case(name) for name in NAMES if name not in _NOT_HTML)
PAGE: Final[dict[str, Any]] = {
    "title": "Page",
    "description": "An HTML page or fragment: text with a tag. Other formats are refused (`not-html`).",
    "type": "string",
    "pattern": rf"<({_TAGS})([ \t\r\n][^<>\x00-\x08\x0e-\x1f]*)?/?>",
}
_HOST: Final = r"([^\s/?#@\[\]\\]*@)?[^\s/?#@:\[\]\\]+(:[^\s/?#@\[\]\\]*)?([/?#]|$)"  # with user and port
ADDRESS: Final[dict[str, Any]] = {"type": "string", "pattern": f"^[hH][tT][tT][pP][sS]?://{_HOST}"}

_WORD: Final = "[a-zA-Z_][a-zA-Z0-9_-]*"
_SIMPLE: Final = rf'([.#]{_WORD}|\[{_WORD}(="[^"\\\n\r\f]*")?\]|:nth-(child|of-type)\([1-9][0-9]?\))'
_COMPOUND: Final = rf"((\*|{_WORD}){_SIMPLE}*|{_SIMPLE}+)"
SELECTOR: Final = rf"^{_COMPOUND}(( | ?[>+~,] ?){_COMPOUND})*$"


def ref(name: str) -> dict[str, Any]:
    """Return a reference to a schema."""
    return {"$ref": SCHEMAS + name}


_EXAMPLE: Final = (
    "<html><head><title>Bridge to close</title></head><body><article><h1>Bridge to close</h1>...</body></html>"
)
_EXAMPLE_URL: Final = "https://courier.example/2026/03/06/ferry.html"
_MAX_SELECTORS: Final = 20
_Selector = Annotated[
    str, Field(max_length=MAX_SELECTOR_CHARS, json_schema_extra={"pattern": SELECTOR, "examples": ["aside.promo"]})
]


def _known(name: str) -> str:
    if name not in catalog.CATALOG:
        raise ValueError(f"unknown method {name[:100]!r}; GET /methods lists them")
    return name


_Method = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(catalog.names())})]


class PageBody(BaseModel):
    """A page, or a URL to fetch."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={
            "anyOf": [
                {"required": ["html"], "properties": {"html": {"type": "string"}}},
                {"required": ["url"], "properties": {"url": ADDRESS}},
            ]
        },
    )

    html: str | None = Field(
        None, description="The page. Without it, the page at `url` is fetched.", examples=[_EXAMPLE]
    )
    url: str | None = Field(
        None,
        description="With `html`, the URL of the page: links are resolved against it. "
        "Without, the `http` or `https` URL to fetch.",
        examples=[_EXAMPLE_URL],
    )

    @model_validator(mode="after")
    def _something(self) -> Self:
        if self.html is None and not self.url:
            raise ValueError("give html or url")
        if self.html is None and not is_address(self.url):
            raise ValueError("url: must begin with http:// or https://, and have a host")
        return self


class PageQuery(BaseModel):
    """Options for the page in the body."""

    model_config = ConfigDict(extra="forbid")

    url: str | None = Field(
        None, description="URL of the page in the body. It is not fetched.", examples=[_EXAMPLE_URL]
    )


def _moment(value: object) -> object:
    """Parse a time like the command line does; numbers are rejected."""
    if value is None or isinstance(value, datetime):
        return value
    when = moment_of(value) if isinstance(value, str) else None
    if when is None:
        raise ValueError("not a date and time with an offset, such as 2026-03-06T09:30Z")
    return when


class _Captured(BaseModel):
    """When a page was captured."""

    captured: Annotated[AwareDatetime | None, BeforeValidator(_moment)] = Field(
        None,
        description="When the page was captured, with an offset: relative times (`3 hours ago`) and days without "
        "a year refer to it. By default, for a fetched page, the time of the response.",
        examples=["2026-03-06T09:30:00Z"],
    )

    def dated(self, source: Source) -> Source:
        """Return a page with this time, if given."""
        return source if self.captured is None else replace(source, captured=self.captured)


class _Extract(_Captured):
    """Options of extraction."""

    format: Format = Field(
        "json",
        description="Output format: `json` has everything, including metadata and verdict; "
        "`text`, `md` and `html` begin with title and byline.",
    )
    method: _Method = Field(catalog.DEFAULT, description="Extraction method.")
    favor: Literal["precision", "recall"] | None = Field(
        None, description="With `fusion`: favour precision or recall. Other methods ignore it."
    )
    keep: list[_Selector] = Field(
        [],
        description="CSS selectors of elements whose text is in the body whatever the method decides.",
        max_length=_MAX_SELECTORS,
    )
    drop: list[_Selector] = Field(
        [],
        description="CSS selectors of elements that are not in the body; they take precedence over `keep`.",
        max_length=_MAX_SELECTORS,
    )
    with_images: bool = Field(False, description="In Markdown and HTML: write images in place, with captions.")
    with_links: bool = Field(False, description="In Markdown and HTML: write links.")
    with_tables: bool = Field(True, description="Write tables as tables, or each row as a paragraph.")
    with_metadata: bool = Field(True, description="Read all metadata, or only the title.")
    with_verdict: bool = Field(True, description="Judge whether the page is an article.")
    body_only: bool = Field(False, description="Leave out title and byline (JSON always has its fields).")
    front_matter: bool = Field(
        False, description="In Markdown: begin with the metadata as YAML, instead of title and byline."
    )

    def task(self, source: Source) -> Task:
        """Return the worker's task."""
        options = self.model_dump(exclude={"html", "url", "captured", "format", "body_only", "front_matter"})
        if self.method != catalog.DEFAULT:
            options["favor"] = None
        header = not self.body_only
        return partial(
            write_article, self.dated(source), self.format, header=header, front_matter=self.front_matter, **options
        )


class ExtractBody(PageBody, _Extract):
    """A page, and options of extraction."""


class ExtractOptions(PageQuery, _Extract):
    """Options of extraction for the page in the body."""


class _Identify(BaseModel):
    def task(self, source: Source) -> Task:
        """Return the worker's task."""
        return partial(write_verdict, source)


class IdentifyBody(PageBody, _Identify):
    """A page."""


class IdentifyOptions(PageQuery, _Identify):
    """Options for the page in the body."""


class _Inspect(_Captured):
    method: list[_Method] = Field(
        list(METHODS),
        description="Methods to show; the first one is selected.",
        min_length=1,
        max_length=len(catalog.names()),
    )

    def task(self, source: Source) -> Task:
        """Return the worker's task."""
        return partial(write_inspection, self.dated(source), self.method)


class InspectBody(PageBody, _Inspect):
    """A page, and the methods to show."""


class InspectOptions(PageQuery, _Inspect):
    """Methods to show for the page in the body."""
