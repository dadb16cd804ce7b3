"""The exceptions that Broadsheet raises.

::

    BroadsheetError
    ├── NotHTML            the input is another format; says which it looks like
    ├── PageTooLarge       the input exceeds a limit; says which
    ├── PageTimeout        a page took longer than the time limit of its worker process
    ├── PageCrashed        the worker process of a page died
    ├── FetchFailed        a page could not be fetched; says why
    ├── SourceUnreadable   a file or the standard input cannot be read; says why
    ├── OutputUnwritable   an output file cannot be written; says why
    ├── RenderFailed       the browser could not render a page; says why
    ├── NeedsNotMet        something that a method requires is missing
    ├── UnknownMethod      the catalog has no method of that name
    ├── BadSelector        a CSS selector that a caller gives is not valid
    ├── MissingExtra       an optional library is not installed; names the extra
    └── CorpusError        a corpus does not have the shape its reader expects

The packages `crawl`, `show` and `lab` derive more from `BroadsheetError` for their own files and processes. Any other
exception that escapes, except `TypeError` and `ValueError` for wrong arguments, is a bug.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = [
    "BadSelector",
    "BroadsheetError",
    "CorpusError",
    "FetchFailed",
    "MissingExtra",
    "NeedsNotMet",
    "NotHTML",
    "OutputUnwritable",
    "PageCrashed",
    "PageTimeout",
    "PageTooLarge",
    "RenderFailed",
    "SourceUnreadable",
    "UnknownMethod",
]


class BroadsheetError(Exception):
    """Base class of all exceptions that the package raises on purpose."""

    def __post_init__(self) -> None:
        """Set ``args``, from which an error is pickled, to the attributes of an error that has some."""
        self.args = tuple(vars(self).values())


@dataclass(repr=False, eq=False)
class NotHTML(BroadsheetError):
    """The input is not an HTML page.

    Attributes:
        looks_like: the format it looks like: ``"PDF"``, ``"JSON"``, ``"nothing (empty input)"``.
        declared: the declared media type, if the input was refused for that alone, unread.
    """

    looks_like: str
    declared: str | None = None

    def __str__(self) -> str:
        if self.declared is None:
            return f"not an HTML page: this looks like {self.looks_like}"
        name = "" if self.looks_like == self.declared else f" ({self.looks_like})"
        return f"not an HTML page: it is declared as {self.declared}{name}"


@dataclass(repr=False, eq=False)
class PageTooLarge(BroadsheetError):
    """The input exceeds one of the limits on time and memory.

    Attributes:
        measure: what is too large (``"the depth of nested elements"``).
        value: the measured value, or a lower bound of it.
        limit: the largest value allowed.
        exact: whether ``value`` is exact; otherwise measuring stopped early.
    """

    measure: str
    value: int
    limit: int
    exact: bool = True

    def __str__(self) -> str:
        if not self.exact:
            return f"page too large: {self.measure} exceeds the limit of {self.limit:,}"
        return f"page too large: {self.measure} is {self.value:,}, the limit is {self.limit:,}"


@dataclass(repr=False, eq=False)
class PageTimeout(BroadsheetError):
    """A page took longer than the time limit of its worker process.

    Attributes:
        seconds: the limit.
    """

    seconds: float

    def __str__(self) -> str:
        return f"the page was not finished after {self.seconds:g} s"


@dataclass(repr=False, eq=False)
class PageCrashed(BroadsheetError):
    """The worker process of a page died.

    Attributes:
        how: why, such as a signal, an exit code, or lack of memory.
    """

    how: str

    def __str__(self) -> str:
        return f"the worker process of the page ended ({self.how})"


@dataclass(repr=False, eq=False)
class FetchFailed(BroadsheetError):
    """A page could not be fetched.

    Attributes:
        url: the requested URL.
        reason: why it failed.
        status: the HTTP status, if there was a response.
        temporary: whether a later attempt may succeed.
        wait: seconds that the server asks to wait before that.
        timed_out: whether it timed out.
    """

    url: str
    reason: str
    status: int | None = None
    temporary: bool = False
    wait: float | None = None
    timed_out: bool = False

    def __str__(self) -> str:
        shown = re.sub(r"^([^/?#]*//)[^/?#]*@", r"\1", self.url)  # without user name and password
        return f"could not fetch {shown}: {self.reason}"


@dataclass(repr=False, eq=False)
class SourceUnreadable(BroadsheetError):
    """A file or the standard input cannot be read.

    Attributes:
        source: the path, or ``-`` for the standard input.
        reason: why.
    """

    source: str
    reason: str

    def __str__(self) -> str:
        named = {"-": "the standard input", "": "''"}.get(self.source, self.source)
        return f"could not read {named}: {self.reason}"


@dataclass(repr=False, eq=False)
class OutputUnwritable(BroadsheetError):
    """An output file cannot be written.

    Attributes:
        target: the path.
        reason: why.
    """

    target: str
    reason: str

    def __str__(self) -> str:
        return f"cannot write {self.target}: {self.reason}"


@dataclass(repr=False, eq=False)
class RenderFailed(BroadsheetError):
    """The browser could not render a page.

    Attributes:
        reason: why.
    """

    reason: str

    def __str__(self) -> str:
        return f"could not render the page: {self.reason}"


class NeedsNotMet(BroadsheetError):
    """Something that a method requires was not given."""


class UnknownMethod(BroadsheetError):
    """The catalog has no method of that name."""


@dataclass(repr=False, eq=False)
class BadSelector(BroadsheetError):
    """A CSS selector is not valid.

    Attributes:
        selector: the selector.
        reason: why, or empty if the parser gives no reason.
    """

    selector: str
    reason: str = ""

    def __str__(self) -> str:
        return f"not a valid CSS selector: {self.selector!r}" + (f" ({self.reason})" if self.reason else "")


@dataclass(repr=False, eq=False)
class MissingExtra(BroadsheetError):
    """An optional library is not installed.

    Attributes:
        library: the missing library.
        extra: the extra that installs it.
    """

    library: str
    extra: str

    def __str__(self) -> str:
        how = f"in a checkout, pip install '.[{self.extra}]'"
        return f"{self.library} is not installed: install the extra '{self.extra}' ({how})"


class CorpusError(BroadsheetError):
    """A corpus folder or file does not have the shape its reader expects."""
