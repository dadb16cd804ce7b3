"""`Article`, the record of one extracted article, the records of its metadata, and its output formats.

It only holds data, without the page. `broadsheet.metadata` and `broadsheet.verdict` make the records of metadata.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any, Final, Literal

from broadsheet.article.blocks import Blocks, Emphasis, Heading, Image, Paragraph, Text, images, write_text
from broadsheet.article.conventions import without_tables
from broadsheet.article.html import write_html
from broadsheet.article.json import SCHEMA_VERSION, record
from broadsheet.article.markdown import write_markdown
from broadsheet.article.places import Place
from broadsheet.page.characters import without_surrogates
from broadsheet.page.input import switch
from broadsheet.patterns import pattern

__all__ = [
    "Access",
    "Article",
    "Author",
    "Breadcrumb",
    "Claim",
    "Origin",
    "PageKind",
    "Switches",
    "Verdict",
    "in_one",
]

PageKind = Literal[
    "article", "live blog", "index", "gallery", "video", "audio", "product", "forum", "documentation", "service",
    "error", "wall", "other",
]  # fmt: skip
Access = Literal["free", "paid", "cut"]
"""``free``: the page says so. ``paid``: behind a paywall, but the text is on the page. ``cut``: behind a
paywall, and the page holds part of the text or none."""
MAX_SOURCES: Final = 3  # most sources named for one value
_EQUALS: Final = " = "
_DATE: Final = pattern(r"\d{4}-\d{2}-\d{2}")
_FRONT_MATTER: Final = (
    "title authors published modified url canonical_url site_name section tags language description".split()
)
_RECORD: Final = (
    "url canonical_url title authors published modified language site_name description contributors section "
    "breadcrumbs tags lead_image stated_images access comment_count".split()
)
# Characters that YAML 1.2 (section 5.1) forbids, or that YAML 1.1 reads as line breaks. JSON escapes the others.
_ESCAPED: Final = pattern("[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class Author:
    """An author of an article.

    Attributes:
        name: the name.
        kind: ``person`` or ``organisation``.
        url: the URL of the author's page, if known.
    """

    name: str
    kind: Literal["person", "organisation"] = "person"
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Breadcrumb:
    """A step of the trail that leads to an article.

    Attributes:
        name: the name.
        url: the absolute URL of the section's page, if known.
    """

    name: str
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """A value for a datum, as one source states it.

    Attributes:
        value: the normalised value.
        source: the source: ``json-ld:NewsArticle.headline``, ``meta:og:title``, ``text:h1``. Several sources that
            agree are joined by `` = ``.
    """

    value: str
    source: str


def in_one(sources: Iterable[str]) -> str:
    """Join agreeing sources, some perhaps joined already, as in `Claim.source`: the first three, each once.

    >>> in_one(["meta:og:title = text:h1", "title", "text:h1", "class:title"])
    'meta:og:title = text:h1 = title'
    """
    each = dict.fromkeys(_EQUALS.join(sources).split(_EQUALS))
    return _EQUALS.join(islice(each, MAX_SOURCES))


@dataclass(frozen=True, slots=True)
class Origin:
    """The source of a datum's value.

    Attributes:
        datum: the name of the article's field.
        source: the source of the value; None without a value.
        alternatives: other claims, the most probable first unless sources agree on the value.
    """

    datum: str
    source: str | None
    alternatives: tuple[Claim, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data, without the datum's name."""
        return {"source": self.source, "alternatives": record(self.alternatives)}


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a page holds an article.

    Attributes:
        is_article: whether ``probability`` is at least 0.5.
        probability: probability of an article, 0 to 1, calibrated on held-out sites.
        kind: the kind of page.
        evidence: the reasons in words: those for the verdict, then those against it, the weightiest first.
    """

    is_article: bool
    probability: float
    kind: PageKind
    evidence: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The verdict as plain data."""
        return asdict(self) | {"evidence": list(self.evidence)}

    def __str__(self) -> str:
        return f"{self.kind} ({self.probability:.2f})"


@dataclass(frozen=True, slots=True)
class Switches:
    """What the writers include besides the words. No switch changes the words.

    Attributes:
        images: images with their captions, and players.
        links: links.
        tables: tables in Markdown and HTML; otherwise each row becomes a paragraph.
    """

    images: bool = False
    links: bool = False
    tables: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Article:
    """An extracted article. Immutable, hashable and picklable; compares by value; its `repr` omits the body.

    Attributes:
        url: the page's URL.
        title: the headline.
        authors: author names.
        published, modified: ISO 8601: a date, or a date and time, with the offset if known.
        language: BCP 47 tag.
        site_name: the name of the site or newspaper.
        description: the page's summary of itself.
        canonical_url: the canonical URL declared by the page.
        contributors: the authors, each marked as a person or an organisation.
        section: the section of the newspaper.
        breadcrumbs: the trail that leads to the article, the widest section first.
        tags: keywords.
        lead_image: the lead image, with its caption.
        stated_images: the images that the page declares for the article; those in the body are `images`.
        access: ``free``; ``paid``: behind a paywall, but the text is on the page; ``cut``: behind a paywall, and the
            page holds part of the text or none. None if the page does not say.
        comment_count: the number of readers' comments that the page gives.
        origins: the source of each value, and the values of other sources.
        body: the text as a tree of blocks. Like `origins` and `places`, it is not in the `repr`.
        places: where the blocks of the body are in the page, outer blocks before inner ones; None if unknown. Empty
            unless requested.
        method: the method that found the body.
        notes: remarks on how the body was found.
        switches: what `markdown` and `html` include besides the words.
        confidence: the estimated probability that the text is right (F1 of at least 0.8), if the method gives one.
        verdict: whether the page holds an article. The body is what was found either way.
    """

    url: str | None = None
    title: str | None = None
    authors: tuple[str, ...] = ()
    published: str | None = None
    modified: str | None = None
    language: str | None = None
    site_name: str | None = None
    description: str | None = None
    canonical_url: str | None = None
    contributors: tuple[Author, ...] = ()
    section: str | None = None
    breadcrumbs: tuple[Breadcrumb, ...] = ()
    tags: tuple[str, ...] = ()
    lead_image: Image | None = None
    stated_images: tuple[Image, ...] = ()
    access: Access | None = None
    comment_count: int | None = None
    origins: tuple[Origin, ...] = field(default=(), repr=False)
    body: Blocks = field(default=(), repr=False)
    places: tuple[Place | None, ...] = field(default=(), repr=False)
    method: str = ""
    notes: tuple[str, ...] = ()
    switches: Switches = Switches()
    confidence: float | None = None
    verdict: Verdict | None = None

    @property
    def text(self) -> str:
        """The body as plain text, with a blank line between paragraphs."""
        return write_text(self.body)

    @property
    def markdown(self) -> str:
        """The body as Markdown."""
        return self.to_markdown()

    @property
    def html(self) -> str:
        """The body as clean HTML."""
        return self.to_html()

    @property
    def images(self) -> tuple[Image, ...]:
        """The images of the body with their captions, regardless of the switches."""
        return tuple(images(self.body))

    @property
    def byline(self) -> str:
        """Authors and date: ``Jane Doe, John Roe · 2024-05-01``. Empty where neither is known."""
        day = _DATE.match(self.published) if self.published else None
        parts = (", ".join(self.authors), day[0] if day else self.published or "")
        return " · ".join(part for part in parts if part)

    def to_text(self, *, header: bool = False) -> str:
        """The article as plain text.

        Args:
            header: begin with title and byline.
        """
        parts = (self.title, self.byline, self.text) if switch(header, "header") else (self.text,)
        return "\n\n".join(part for part in parts if part)

    def to_markdown(
        self,
        *,
        images: bool | None = None,
        links: bool | None = None,
        tables: bool | None = None,
        header: bool = False,
        front_matter: bool = False,
    ) -> str:
        """The article as Markdown (CommonMark, with GitHub's tables and strikethrough).

        Args:
            images: write images. Default: as the switches say.
            links: write links. Default: as the switches say.
            tables: write tables; if False, rows become paragraphs. Default: as the switches say.
            header: begin with the title as a heading, and the byline.
            front_matter: begin with the metadata as YAML, between two lines of dashes.
        """
        blocks = self._body(tables)
        if switch(header, "header"):
            title = (Heading(1, (Text(self.title),)),) if self.title else ()
            byline = (Paragraph((Emphasis((Text(self.byline),)),)),) if self.byline else ()
            blocks = (*title, *byline, *blocks)
        text = write_markdown(blocks, **self._chosen(images, links))
        if not switch(front_matter, "front_matter"):
            return text
        return f"{_front_matter(self)}\n\n{text}" if text else f"{_front_matter(self)}\n"

    def to_html(
        self,
        *,
        images: bool | None = None,
        links: bool | None = None,
        tables: bool | None = None,
        header: bool = False,
    ) -> str:
        """The article as clean HTML: the body's elements, or an ``article`` element around them with a header.

        Args:
            images: write images. Default: as the switches say.
            links: write links. Default: as the switches say.
            tables: write tables; if False, rows become paragraphs. Default: as the switches say.
            header: put title and byline before the body.
        """
        body = write_html(self._body(tables), **self._chosen(images, links))
        if not switch(header, "header"):
            return body
        title = write_html((Heading(1, (Text(self.title),)),)) if self.title else ""
        byline = write_html((Paragraph((Text(self.byline),)),)) if self.byline else ""
        front = f"<header>{title}{byline}</header>" if title or byline else ""
        return "\n".join(part for part in ("<article>", front, body, "</article>") if part)

    def written(self, form: str, *, header: bool = True, front_matter: bool = False) -> str:
        """The article in the named format, as the commands and the server write it.

        Args:
            form: ``"text"``, ``"md"``, ``"html"`` or ``"json"``.
            header: begin with title and byline, except in JSON.
            front_matter: in Markdown, begin with the metadata as YAML instead of title and byline.

        Raises:
            ValueError: unknown format.
        """
        match form:
            case "text":
                return self.to_text(header=header)
            case "md":
                return self.to_markdown(header=header and not front_matter, front_matter=front_matter)
            case "html":
                return self.to_html(header=header)
            case "json":
                return self.to_json()
            case _:
                raise ValueError(f"form must be text, md, html or json, not {form!r}")

    def to_dict(self) -> dict[str, Any]:
        """The article as plain data, in the format of ``article.schema.json``."""
        return {
            "schema_version": SCHEMA_VERSION,
            **{name: record(getattr(self, name)) for name in _RECORD},
            "origins": {origin.datum: origin.to_dict() for origin in self.origins},
            "text": self.text,
            "body": record(self.body, self.places),
            "images": record(self.images),
            "method": self.method,
            "confidence": self.confidence,
            "verdict": record(self.verdict),
            "notes": list(self.notes),
        }

    def to_json(self, indent: int | None = None) -> str:
        """The article as JSON text, in the format of ``article.schema.json``."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def _body(self, tables: bool | None) -> Blocks:
        chosen = self.switches.tables if tables is None else switch(tables, "tables")
        return self.body if chosen else without_tables(self.body)

    def _chosen(self, images: bool | None, links: bool | None) -> dict[str, bool]:
        return {
            "images": self.switches.images if images is None else switch(images, "images"),
            "links": self.switches.links if links is None else switch(links, "links"),
        }


def _front_matter(article: Article) -> str:
    """The known metadata as YAML between two lines of dashes, which many programs read at the start of Markdown."""
    known = ((name, value) for name in _FRONT_MATTER if (value := getattr(article, name)))
    return "\n".join(("---", *(f"{name}: {_yaml(value)}" for name, value in known), "---"))


def _yaml(value: str | tuple[str, ...]) -> str:
    """A double-quoted string or a list of them, so that no word is read as a number, a date or markup of YAML."""
    if not isinstance(value, str):
        return f"[{', '.join(map(_yaml, value))}]"
    quoted = json.dumps(without_surrogates(value), ensure_ascii=False)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", quoted)
