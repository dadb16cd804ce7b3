"""Every error that Broadsheet raises on purpose.

::

    BroadsheetError
    ├── NotHTML            the input is something else; says what it looks like
    ├── PageTooLarge       the input is beyond a stated limit; says which
    ├── FetchFailed        a page could not be had from the network; says why
    ├── SourceUnreadable   a file or the standard input cannot be read; says why
    ├── OutputUnwritable   a file that something is kept in cannot be written; says why
    ├── RenderFailed       the browser could not draw a page; says why
    ├── NeedsNotMet        a method lacks something that it cannot do without
    ├── UnknownMethod      no method of that name in the catalog
    ├── MissingExtra       an optional library is not installed; names the extra
    └── CorpusError        a corpus is not in the shape its reader expects

The room `evaluate` derives three more for its own files: a ledger or a gate file that cannot be read, a folder in use.
Anything else that escapes from the package is a bug.
"""

from __future__ import annotations

__all__ = [
    "BroadsheetError",
    "CorpusError",
    "FetchFailed",
    "MissingExtra",
    "NeedsNotMet",
    "NotHTML",
    "OutputUnwritable",
    "PageTooLarge",
    "RenderFailed",
    "SourceUnreadable",
    "UnknownMethod",
]


class BroadsheetError(Exception):
    """The root: catch it to catch everything that the package raises on purpose."""


class NotHTML(BroadsheetError):
    """The input is not an HTML page.

    Attributes:
        looks_like: what it looks like, in words: ``"PDF"``, ``"JSON"``, ``"nothing (empty input)"``.
        declared: its declared media type, if that alone says so: the bytes were not looked at then.
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
    """The input is beyond one of the limits that keep time and memory bounded.

    Attributes:
        measure: what is too large, in words (``"element depth"``).
        value: what was measured, or a lower bound of it.
        limit: the most that is allowed.
        exact: what was measured is all of it; else it was not measured to its end.
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


class FetchFailed(BroadsheetError):
    """A page could not be fetched.

    Attributes:
        url: the URL that was asked for.
        reason: why it failed, in words.
        status: the HTTP status, if there was an answer.
        temporary: whether it may go better another time.
        wait: seconds that the server asks to wait until then.
        timed_out: whether it failed because it took too long.
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
        reason: why it cannot, in words.
    """

    def __init__(self, source: str, reason: str) -> None:
        super().__init__(source, reason)
        self.source = source
        self.reason = reason

    def __str__(self) -> str:
        named = {"-": "the standard input", "": "''"}.get(self.source, self.source)
        return f"could not read {named}: {self.reason}"


class OutputUnwritable(BroadsheetError):
    """A file that something is kept in cannot be written.

    Attributes:
        target: the path.
        reason: why it cannot, in words.
    """

    def __init__(self, target: str, reason: str) -> None:
        super().__init__(target, reason)
        self.target = target
        self.reason = reason

    def __str__(self) -> str:
        return f"cannot write {self.target}: {self.reason}"


class RenderFailed(BroadsheetError):
    """The browser could not draw a page.

    Attributes:
        reason: why, in words.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"could not render the page: {self.reason}"


class NeedsNotMet(BroadsheetError):
    """A method was not given something that it cannot do without."""


class UnknownMethod(BroadsheetError):
    """No method of that name is in the catalog."""


class MissingExtra(BroadsheetError):
    """An optional library is not installed.

    Attributes:
        library: the library that is missing.
        extra: the extra of this package that installs it.
    """

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(library, extra)
        self.library = library
        self.extra = extra

    def __str__(self) -> str:
        how = f"in a checkout, pip install '.[{self.extra}]'"
        return f"{self.library} is not installed: the extra '{self.extra}' has it ({how})"


class CorpusError(BroadsheetError):
    """A corpus folder or file is not in the shape that its reader expects."""
