"""Shared by the adapters: the protocol, imports that name the missing extra, and silenced output."""

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

EXTRA: Final = "compare"  # the extra that installs the libraries


@runtime_checkable
class Library(Protocol):
    """A library that extracts the main text of a page.

    Attributes:
        name: the name in the catalog.
        library: the name on PyPI.
        extra: the extra of this package that installs it.
    """

    name: ClassVar[str]
    library: ClassVar[str]
    extra: ClassVar[str]

    def text(self, html: str | bytes, *, url: str | None = None, lang: str | None = None) -> str:
        """The main text of a page; empty if the library finds none.

        Exceptions of the library pass through: a failure is not an empty text. Nothing is printed, logged or fetched.

        Args:
            html: the page. Bytes are decoded as for our own methods, so that decoders make no difference.
            url: the page's URL, for libraries that use it.
            lang: ISO 639-1 code of its language, for libraries that need it.
        """
        ...


def load(module: str, library: str) -> Any:
    """Import a module of a library.

    Args:
        module: the full module name.
        library: the library's name on PyPI.

    Raises:
        MissingExtra: the library, or a dependency of it, is not installed.
    """
    try:
        # Several libraries warn on import about deprecations and optional dependencies.
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
    """Silence warnings and the named loggers, with their children.

    Loggers are restored afterwards. Not thread-safe, since Python's warning filters belong to the process.
    """
    with ExitStack() as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("ignore")
        for name in loggers:
            stack.enter_context(_silenced(logging.getLogger(name)))
        yield


@contextmanager
def _silenced(logger: logging.Logger) -> Iterator[None]:
    # Its own handler and no propagation: records stop here, and Python's handler of last resort stays silent.
    propagate, handler = logger.propagate, logging.NullHandler()
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate
