"""The server's description of itself (OpenAPI 3.1): answers, problems and request bodies, put beside what FastAPI sees.

It must not know how requests are answered.
"""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any, Final, Literal

from pydantic import BaseModel, Field

from broadsheet.article.verdict import KINDS
from broadsheet.serve.arriving import PAGES
from broadsheet.serve.problems import MEDIA_TYPE, Kind
from broadsheet.serve.schemas import ADDRESS, PAGE, SCHEMAS, ref

__all__ = [
    "ABOUT",
    "Health",
    "MethodEntry",
    "PaperEntry",
    "VerdictAnswer",
    "asking",
    "components",
    "failing",
    "writing",
]

ABOUT: Final = (
    "Takes news articles out of web pages, and says whether there is one. "
    "A page comes as JSON (`html`, or the `url` that it is fetched from), or as the body itself, with the options in "
    "the query."
)

_NULL: Final = {"type": "null"}
_EMPTY: Final[dict[str, Any]] = {"type": "string", "maxLength": 0}
_XHTML: Final[dict[str, Any]] = {"description": "A page of XHTML.", "type": "string", "xml": {"name": "html"}}


class VerdictAnswer(BaseModel):
    """Whether there is an article on a page."""

    url: str | None = Field(description="where the page is from")
    is_article: bool = Field(description="whether there is one: the probability is at least a half")
    probability: float = Field(description="of an article", ge=0, le=1)
    kind: str = Field(description="what the page is", json_schema_extra={"enum": list(KINDS)})
    evidence: list[str] = Field(description="what spoke for it or against it, the weightiest first")


class PaperEntry(BaseModel):
    """Where a method was published."""

    authors: str
    year: int
    title: str
    venue: str
    doi: str | None


class MethodEntry(BaseModel):
    """A method that finds the body."""

    name: str = Field(description="its name, for the option `method`")
    paper: PaperEntry | None = Field(description="null for what is ours")
    needs: list[str] = Field(description="what it uses besides the page")
    unit: str = Field(description="what it decides about")
    default: bool = Field(description="whether it is taken where no method is named")


class Health(BaseModel):
    """That the server answers, and what it has in hand."""

    status: Literal["ok"]
    version: str = Field(description="of broadsheet")
    pages: int = Field(description="pages that are worked on or wait for it")
    most_pages: int = Field(description="how many there may be: beyond, requests are refused with 503")
    fetches: int = Field(description="pages that are being fetched")


def _article() -> dict[str, Any]:
    """The schemas of an article and of its parts, under names of their own."""
    whole = json.loads(files("broadsheet.article").joinpath("article.schema.json").read_text(encoding="utf-8"))
    parts = whole.pop("$defs")
    whole.pop("$schema")
    named = {"Article": whole, **{_part(name): part for name, part in parts.items()}}
    moved: dict[str, Any] = _moved(named)
    return moved


def _part(name: str) -> str:
    return f"Article_{name}"


def _moved(schema: Any) -> Any:
    match schema:
        case {"$ref": str() as target, **rest}:
            return {"$ref": SCHEMAS + _part(target.rpartition("/")[2]), **rest}
        case dict():
            return {name: _moved(part) for name, part in schema.items()}
        case list():
            return [_moved(part) for part in schema]
        case _:
            return schema


def _problem() -> dict[str, Any]:
    return {
        "title": "Problem",
        "description": "What went wrong (RFC 9457).",
        "type": "object",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": {
                "type": "string",
                "format": "uri",
                "description": "which kind of problem it is; about:blank where the status says it all",
                "examples": [kind.address for kind in Kind],
            },
            "title": {"type": "string", "description": "the kind, in words"},
            "status": {"type": "integer", "description": "the HTTP status"},
            "detail": {"type": "string", "description": "what is wrong with this request"},
            "url": {"type": "string", "description": "what could not be fetched"},
            "upstream_status": {"type": "integer", "description": "the HTTP status that it was answered with"},
            "looks_like": {"type": "string", "description": "what the input looks like, that is no page"},
            "measure": {"type": "string", "description": "what there is too much of"},
            "limit": {"type": "integer", "description": "how much there may be"},
            "errors": {
                "type": "array",
                "description": "what is wrong, member by member",
                "items": {
                    "type": "object",
                    "properties": {"where": {"type": ["string", "null"]}, "what": {"type": "string"}},
                },
            },
        },
    }


def components(*bodies: type[BaseModel]) -> dict[str, Any]:
    """The schemas that FastAPI does not see.

    Args:
        bodies: the request bodies that are read by hand.
    """
    out = {"Problem": _problem(), "Page": PAGE, **_article()}
    for body in bodies:
        schema = _of(body)
        out |= schema.pop("$defs", {})
        out[body.__name__] = schema
    return out


def _of(body: type[BaseModel]) -> dict[str, Any]:
    """The schema of a request body in JSON."""
    schema = body.model_json_schema(ref_template=SCHEMAS + "{model}")
    # Not said at the field: pydantic would look for the reference among its own.
    schema["properties"]["html"]["anyOf"] = [ref("Page"), _NULL]
    return schema


def asking(body: type[BaseModel], *, forms: bool = False) -> dict[str, Any]:
    """The request body of an endpoint."""
    content = {"application/json": {"schema": ref(body.__name__)}}
    content |= {media: {"schema": _XHTML if media.endswith("+xml") else ref("Page")} for media in PAGES}
    if forms:
        content["multipart/form-data"] = {"schema": _form(body)}
    return {"requestBody": {"required": True, "content": content}}


def _form(body: type[BaseModel]) -> dict[str, Any]:
    """The fields of a form: those that JSON has, and the page as a file. A browser sends empty ones too."""
    fields: dict[str, dict[str, Any]] = _of(body)["properties"]
    fields["file"] = {"description": "The page, in place of `html`.", "contentMediaType": "text/html"}
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


def failing(*kinds: Kind) -> dict[int | str, dict[str, Any]]:
    """The answers of an endpoint that are problems."""
    titles: dict[int, list[str]] = {}
    for kind in kinds:
        titles.setdefault(int(kind.value.status), []).append(kind.value.title)
    content = {MEDIA_TYPE: {"schema": {"$ref": f"{SCHEMAS}Problem"}}}
    return {status: {"description": "; or: ".join(words), "content": content} for status, words in titles.items()}


def writing(description: str, **content: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """The answer of an endpoint that succeeds.

    Args:
        description: what it is.
        content: the schema of each form, ``_`` for ``/`` in media types.
    """
    written = {media.replace("_", "/"): {"schema": schema} for media, schema in content.items()}
    return {200: {"description": description, "content": written}}
