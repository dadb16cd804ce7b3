"""The OpenAPI 3.1 description: responses, problems and request bodies, in addition to what FastAPI generates."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from broadsheet.article import PageKind
from broadsheet.show.serve.incoming import MEDIA_TYPE, PAGES, Kind
from broadsheet.show.serve.parameters import ADDRESS, PAGE, SCHEMAS, ref

__all__ = [
    "ABOUT",
    "Health",
    "MethodEntry",
    "VerdictAnswer",
    "components",
    "problem_responses",
    "request_body",
    "success_response",
]

ABOUT: Final = (
    "Extracts news articles from web pages, and says whether a page is an article. "
    "Send a page as JSON (`html`, or a `url` to fetch), or as the request body with the options in the query."
)

_NULL: Final = {"type": "null"}
_EMPTY: Final[dict[str, Any]] = {"type": "string", "maxLength": 0}
_XHTML: Final[dict[str, Any]] = {"description": "An XHTML page.", "type": "string", "xml": {"name": "html"}}


class VerdictAnswer(BaseModel):
    """Whether a page is an article."""

    url: str | None = Field(description="URL of the page")
    is_article: bool = Field(description="whether the probability is at least 0.5")
    probability: float = Field(description="probability that it is an article", ge=0, le=1)
    kind: PageKind = Field(description="kind of page")
    evidence: list[str] = Field(description="the reasons for the verdict, then those against it")


class PaperEntry(BaseModel):
    """Publication of a method."""

    authors: str
    year: int
    title: str
    venue: str
    doi: str | None


class MethodEntry(BaseModel):
    """An extraction method."""

    name: str = Field(description="its name, for the option `method`")
    paper: PaperEntry | None = Field(description="null for our own methods")
    needs: list[str] = Field(description="what it uses besides the page")
    unit: str = Field(description="the unit that it labels")
    default: bool = Field(description="whether it is the default")


class Health(BaseModel):
    """Status and load of the server."""

    status: Literal["ok"]
    version: str = Field(description="version of broadsheet")
    pages: int = Field(description="pages in progress or queued")
    most_pages: int = Field(description="limit of `pages`: further requests get status 503")
    fetches: int = Field(description="fetches in progress")


def _article() -> dict[str, Any]:
    """Return the schemas of an article and its parts, with prefixed names."""
    text = files("broadsheet.article").joinpath("article.schema.json").read_text(encoding="utf-8")
    whole = json.loads(text.replace('"#/$defs/', f'"{SCHEMAS}Article_'))
    parts = whole.pop("$defs")
    whole.pop("$schema")
    return {"Article": whole, **{f"Article_{name}": part for name, part in parts.items()}}


def _problem() -> dict[str, Any]:
    return {
        "title": "Problem",
        "description": "An error (RFC 9457).",
        "type": "object",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": {
                "type": "string",
                "format": "uri",
                "description": "type of the problem; about:blank if only the status is known",
                "examples": [kind.address for kind in Kind],
            },
            "title": {"type": "string", "description": "the type, in words"},
            "status": {"type": "integer", "description": "HTTP status"},
            "detail": {"type": "string", "description": "what is wrong with this request"},
            "url": {"type": "string", "description": "the URL that could not be fetched"},
            "upstream_status": {"type": "integer", "description": "HTTP status of the fetch"},
            "looks_like": {"type": "string", "description": "what the input looks like instead of a page"},
            "measure": {"type": "string", "description": "the quantity that exceeds its limit"},
            "limit": {"type": "integer", "description": "the limit"},
            "errors": {
                "type": "array",
                "description": "the invalid options, each with its error",
                "items": {
                    "type": "object",
                    "properties": {"where": {"type": ["string", "null"]}, "what": {"type": "string"}},
                },
            },
        },
    }


def components(*bodies: type[BaseModel]) -> dict[str, Any]:
    """Return the schemas that FastAPI does not generate; ``bodies`` are request bodies that are parsed by hand."""
    out = {"Problem": _problem(), "Page": PAGE, **_article()}
    for body in bodies:
        schema = _body_schema(body)
        out |= schema.pop("$defs", {})
        out[body.__name__] = schema
    return out


def _body_schema(body: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a JSON request body."""
    schema = body.model_json_schema(ref_template=SCHEMAS + "{model}")
    # Not in the model: pydantic would resolve the reference among its own definitions.
    schema["properties"]["html"]["anyOf"] = [ref("Page"), _NULL]
    return schema


def request_body(body: type[BaseModel], *, forms: bool = False) -> dict[str, Any]:
    """Return the request body of an endpoint."""
    content = {"application/json": {"schema": ref(body.__name__)}}
    content |= {media: {"schema": _XHTML if media.endswith("+xml") else ref("Page")} for media in PAGES}
    if forms:
        content["multipart/form-data"] = {"schema": _form(body)}
    return {"requestBody": {"required": True, "content": content}}


def _form(body: type[BaseModel]) -> dict[str, Any]:
    """Return the schema of a form: the members of the JSON body, and a file. Browsers send empty fields too."""
    fields: dict[str, dict[str, Any]] = _body_schema(body)["properties"]
    fields["file"] = {"description": "The page, instead of `html`.", "contentMediaType": "text/html"}
    fields["file"]["anyOf"] = [ref("Page")]
    for field in fields.values():
        if "anyOf" in field:
            field["anyOf"] = [kind for kind in field["anyOf"] if kind != _NULL] + [_EMPTY]
        if "items" in field:
            field["items"] = {"anyOf": [field["items"], _EMPTY]}
        if field.get("default", "") is None:
            del field["default"]
    return {
        "type": "object",
        "properties": fields,
        "additionalProperties": False,
        "oneOf": [
            {"required": ["html"], "properties": {"html": ref("Page")}},
            {"required": ["file"], "properties": {"file": ref("Page")}},
            {"required": ["url"], "properties": {"url": ADDRESS, "html": _EMPTY, "file": _EMPTY}},
        ],
    }


def problem_responses(*kinds: Kind) -> dict[int | str, dict[str, Any]]:
    """Return the error responses of an endpoint."""
    titles: dict[int, list[str]] = {}
    for kind in kinds:
        titles.setdefault(int(kind.status), []).append(kind.title)
    content = {MEDIA_TYPE: {"schema": {"$ref": f"{SCHEMAS}Problem"}}}
    return {status: {"description": "; or: ".join(words), "content": content} for status, words in titles.items()}


def success_response(description: str, **content: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """Return the success response of an endpoint; ``content`` has schemas by media type, with ``_`` for ``/``."""
    written = {media.replace("_", "/"): {"schema": schema} for media, schema in content.items()}
    return {200: {"description": description, "content": written}}
