"""The page at the server's root: a form for a page or a URL; and the page that shows a problem."""

from __future__ import annotations

from typing import Final

from broadsheet.show.markup import document, element, packaged, style_sheet, text_of
from broadsheet.show.markup import policy as allowed
from broadsheet.show.serve.inspection import METHODS

__all__ = ["form_page", "policy", "problem_page"]

_TITLE: Final = "Broadsheet"


def form_page(*, fetch: bool, max_bytes: int) -> str:
    """Make the form. Without ``fetch``, a URL cannot be given instead of a page."""
    address = element("input", type="url", name="url", id="url", placeholder="https://", autocomplete="off")
    hint = "Fetched, unless a page is given; then it is where the page is from." if fetch else "Where the page is from."
    page = element("textarea", name="html", id="html", rows=10, spellcheck="false", autocomplete="off")
    file = element("input", type="file", name="file", id="file", accept="text/html,.html,.htm,.xhtml")
    boxes = [
        element(
            "label",
            element("input", type="checkbox", name="method", value=name, checked="checked"),
            element("span", text_of(name)),
        )
        for name in METHODS
    ]
    inside = (
        _field("url", "Address", address, hint),
        _field("html", "Page", page, "Its HTML, as text."),
        _field("file", "or a file", file, f"Of at most {max_bytes / 1e6:g} MB."),
        element("fieldset", element("legend", "Methods"), *boxes, cls="switch"),
        element("p", element("button", "Inspect", type="submit")),
    )
    api = element("a", "the description of the API (OpenAPI)", href="openapi.json")
    form = element("form", *inside, action="inspect", method="post", enctype="multipart/form-data")
    return _document(
        element("h1", "Why is this the article?"),
        element("p", "The page beside its article, segment by segment, and how each method came to its choice."),
        main=form + element("p", "For programs: ", api, ".", cls="note"),
    )


def problem_page(title: str, detail: str) -> str:
    """Make the page that shows a problem: its type and details."""
    back = element("p", element("a", "Back to the form", href="./"))
    return _document(element("h1", text_of(title)), element("p", text_of(detail), dir="auto"), main=back)


def policy() -> str:
    """Return the Content Security Policy of these pages."""
    return allowed(_style(), form=True)


def _field(name: str, label: str, control: str, hint: str) -> str:
    named = element("label", text_of(label), **{"for": name})
    return element("p", named, control, element("span", text_of(hint), cls="note"), cls="field")


def _document(*header: str, main: str) -> str:
    kicker = element("p", text_of(_TITLE), cls="kicker")
    return document(_TITLE, element("header", kicker, *header), element("main", main), style=_style(), form=True)


def _style() -> str:
    return style_sheet() + packaged("broadsheet.show.serve", "form.css")
