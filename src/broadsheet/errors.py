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

The package `evaluate` adds three for its own files: an unreadable ledger, an unreadable gate file, a folder in use.
Any other exception that escapes is a bug.
"""

from __future__ import annotations

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


class NotHTML(BroadsheetError):
    """The input is not an HTML page.

    Attributes:
        looks_like: the format it looks like: ``"PDF"``, ``"JSON"``, ``"nothing (empty input)"``.
        declared: the declared media type, if the input was refused for that alone, unread.
    """

    def __init__(self, looks_like: str, declared: str | None = None) -> None:
        super().__init__(looks_like, declared)
        self.looks_like = looks_like
        self.declared = declared

    def __str__(self) -> str:
        if self.declared is None:
            return f"not an HTML page: this looks like {self.looks_like}"
        name = "" if self.looks_like == self.declared else f" ({self.looks_like})"
        return f"not an HTML page: it is declared as {self.declared}{name}"


class PageTooLarge(BroadsheetError):
    """The input exceeds one of the limits on time and memory.

    Attributes:
        measure: what is too large (``"element depth"``).
        value: the measured value, or a lower bound of it.
        limit: the largest value allowed.
        exact: whether ``value`` is exact; otherwise measuring stopped early.
    """

    def __init__(self, measure: str, value: int, limit: int, exact: bool = True) -> None:
        super().__init__(measure, value, limit, exact)
        self.measure = measure
        self.value = value
        self.limit = limit
        self.exact = exact

    def __str__(self) -> str:
        if not self.exact:
            return f"page too large: {self.measure} is more than {self.limit:,}, which is the limit"
        return f"page too large: {self.measure} is {self.value:,}, the limit is {self.limit:,}"


class PageTimeout(BroadsheetError):
    """A page took longer than the time limit of its worker process.

    Attributes:
        seconds: the limit.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds

    def __str__(self) -> str:
        return f"the page was not done after {self.seconds:g} s"


class PageCrashed(BroadsheetError):
    """The worker process of a page died.

    Attributes:
        how: why, such as a signal, an exit code, or lack of memory.
    """

    def __init__(self, how: str) -> None:
        super().__init__(how)
        self.how = how

    def __str__(self) -> str:
        return f"the process that worked on the page ended ({self.how})"


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

    def __init__(
        self,
        url: str,
        reason: str,
        status: int | None = None,
        temporary: bool = False,
        wait: float | None = None,
        timed_out: bool = False,
    ) -> None:
        super().__init__(url, reason, status, temporary, wait, timed_out)
        self.url = url
        self.reason = reason
        self.status = status
        self.temporary = temporary
        self.wait = wait
        self.timed_out = timed_out

    def __str__(self) -> str:
        return f"could not fetch {self.url}: {self.reason}"


class SourceUnreadable(BroadsheetError):
    """A file or the standard input cannot be read.

    Attributes:
        source: the path, or ``-`` for the standard input.
        reason: why.
    """

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(source, reason)
        self.source = source
        self.reason = reason

    def __str__(self) -> str:
        named = {"-": "the standard input", "": "''"}.get(self.source, self.source)
        return f"could not read {named}: {self.reason}"


class OutputUnwritable(BroadsheetError):
    """An output file cannot be written.

    Attributes:
        target: the path.
        reason: why.
    """

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(target, reason)
        self.target = target
        self.reason = reason

    def __str__(self) -> str:
        return f"cannot write {self.target}: {self.reason}"


class RenderFailed(BroadsheetError):
    """The browser could not render a page.

    Attributes:
        reason: why.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"could not render the page: {self.reason}"


class NeedsNotMet(BroadsheetError):
    """Something that a method requires was not given."""


class UnknownMethod(BroadsheetError):
    """The catalog has no method of that name."""


class BadSelector(BroadsheetError):
    """A CSS selector is not valid.

    Attributes:
        selector: the selector.
        reason: why, or empty if the parser gives no reason.
    """

    def __init__(self, selector: str, reason: str = "") -> None:
        super().__init__(selector, reason)
        self.selector = selector
        self.reason = reason

    def __str__(self) -> str:
        return f"not a valid CSS selector: {self.selector!r}" + (f" ({self.reason})" if self.reason else "")


class MissingExtra(BroadsheetError):
    """An optional library is not installed.

    Attributes:
        library: the missing library.
        extra: the extra that installs it.
    """

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(library, extra)
        self.library = library
        self.extra = extra

    def __str__(self) -> str:
        how = f"in a checkout, pip install '.[{self.extra}]'"
        return f"{self.library} is not installed: the extra '{self.extra}' has it ({how})"


class CorpusError(BroadsheetError):
    """A corpus folder or file does not have the shape its reader expects."""
