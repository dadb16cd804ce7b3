"""What the adapters share: the protocol, the import that names the extra, and silence.

An adapter gives the library's text as it is. It must not know how the text is scored, nor any other adapter.
"""

from __future__ import annotations

import importlib
import logging
import warnings
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol, runtime_checkable

from broadsheet.errors import MissingExtra
from broadsheet.page import decode

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["EXTRA", "Library", "as_text", "load", "quiet"]

EXTRA: Final = "compare"
"""The extra that installs the libraries."""


@runtime_checkable
class Library(Protocol):
    """A library that takes the main text out of a page.

    Attributes:
        name: the name in the catalog.
        library: the name on PyPI.
        extra: the extra of this package that installs it.
    """

    name: ClassVar[str]
    library: ClassVar[str]
    extra: ClassVar[str]

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page; empty where the library finds none.

        What the library raises goes through unchanged: a failure is not an empty text. Nothing is printed, logged or
        fetched.

        Args:
            html: the page. Bytes are decoded as for our own methods, so that no library wins or loses by its decoder.
            url: where it is from, for libraries that look at it.
            lang: ISO 639-1 code of its language, for libraries that depend on it.
        """
        ...


def load(module: str, library: str) -> Any:
    """Import a module of a library.

    Args:
        module: the module's full name.
        library: the library's name on PyPI.

    Raises:
        MissingExtra: the library, or something that it needs, is not installed.
    """
    try:
        # Several of them warn on import, of what they deprecate and of what they would like to have.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingExtra(library, EXTRA) from error


def as_text(html: str | bytes) -> str:
    """A page as text."""
    return decode(html).text if isinstance(html, bytes) else html


@contextmanager
def quiet(*loggers: str) -> Iterator[None]:
    """Keep warnings, and what the named loggers and those below them say, from going anywhere.

    Nothing is turned off for good: the loggers are as before afterwards. Not for use in several threads at once, since
    Python's warning filters belong to the process.
    """
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        for name in loggers:
            stack.enter_context(_unheard(logging.getLogger(name)))
        yield


@contextmanager
def _unheard(logger: logging.Logger) -> Iterator[None]:
    # A handler of its own and no way up: records stop here, and Python's handler of last resort stays silent.
    propagate, handler = logger.propagate, logging.NullHandler()
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate
