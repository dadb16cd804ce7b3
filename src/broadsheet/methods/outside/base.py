"""Shared by the adapters: their record, imports that name the missing extra, and silenced output."""

from __future__ import annotations

import importlib
import logging
import warnings
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Protocol

from broadsheet.errors import MissingExtra

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

__all__ = ["EXTRA", "Library", "load", "quiet"]

EXTRA: Final = "compare"  # the extra that installs the libraries


class Extract(Protocol):
    """A function from HTML to the main text of a page; empty if the library finds none."""

    def __call__(self, html: str, *, url: str | None = None, lang: str | None = None) -> str:
        """Extract the text.

        Exceptions of the library pass through: a failure is not an empty text. Nothing is printed, logged or fetched.

        Args:
            html: the page.
            url: the page's URL, for libraries that use it.
            lang: ISO 639-1 code of its language, for libraries that need it.
        """
        ...


@dataclass(frozen=True, slots=True)
class Library:
    """A library that extracts the main text of a page.

    Attributes:
        name: the name in the catalog.
        package: the name on PyPI.
        text: extracts the text.
        parameters: what it was called with besides the page, where there is a choice.
    """

    name: str
    package: str
    text: Extract
    parameters: Mapping[str, object] = field(default_factory=dict)


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
