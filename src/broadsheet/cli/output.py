"""Write to standard output, or atomically to a file."""

from __future__ import annotations

import errno
import os
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from broadsheet.cli.failures import Code, Failure, explain, silence_standard_output
from broadsheet.cli.options import STANDARD_OUTPUT
from broadsheet.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["check_writable", "is_terminal", "making", "write_bytes", "write_text", "writing"]

_OPEN_FILES: Final = pattern(r"/dev/(?:stdin|stdout|stderr|fd/\d+)|/proc/[^/]+(?:/task/\d+)?/fd/\d+")


def check_writable(to: str) -> None:
    """Check before the work starts that a path can be written, or is ``-``: its folder exists, and it is no folder."""
    if to != STANDARD_OUTPUT:
        _target(to)


def is_terminal() -> bool:
    """Whether standard output is a terminal; if it was closed, there is none."""
    return sys.stdout is not None and sys.stdout.isatty()


def write_text(text: str, to: str = STANDARD_OUTPUT) -> None:
    """Write a text with `write_bytes`; lone surrogates become question marks."""
    write_bytes(text.encode("utf-8", "replace"), to)


def write_bytes(data: bytes, to: str) -> None:
    """Write bytes to a file, which is replaced atomically, or to standard output (``-``).

    Pipes, devices and open files (``/dev/stdout``) are written directly.
    """
    if to == STANDARD_OUTPUT:
        _write_standard_output(data)
        return
    target = _target(to)
    with writing(to):
        if target is None:
            with Path(to).open("ab", buffering=0) as stream:
                _write_all(stream, data)
        else:
            _replace(target, data)


@contextmanager
def writing(to: str | Path) -> Iterator[None]:
    """Turn ``OSError`` inside the block into `Failure`."""
    try:
        yield
    except BrokenPipeError as error:
        raise explain(error) from error
    except OSError as error:
        raise _unwritable(to, error) from error


@contextmanager
def making(folder: Path) -> Iterator[None]:
    """Create a folder for the block; if the block fails before anything is written, remove it again."""
    created = [path for path in (folder, *folder.parents) if not path.exists()]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # not empty
            for path in created:
                path.rmdir()
        raise


def _write_standard_output(data: bytes) -> None:
    # Without a standard output, sys.stdout is None; the type stubs leave that out.
    stream: BinaryIO | None = getattr(sys.stdout, "buffer", None)
    if stream is None:
        raise Failure("standard output is closed", Code.UNWRITABLE)
    try:
        _write_all(stream, data)
        stream.flush()
    except BrokenPipeError as error:
        raise explain(error) from error
    except OSError as error:
        silence_standard_output()
        raise _unwritable("standard output", error) from error


def _write_all(stream: BinaryIO, data: bytes) -> None:
    """Write all bytes: an unbuffered stream (PYTHONUNBUFFERED) may accept only a part."""
    left = memoryview(data)
    while left:
        taken: int | None = stream.write(left)
        if taken is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        left = left[taken:]


def _target(to: str) -> Path | None:
    """Resolve a path through all links; None for pipes, devices and open files."""
    if not to:
        raise Failure("cannot write '': the file name is empty", Code.UNWRITABLE)
    try:
        if _OPEN_FILES.fullmatch(to):
            return None
        target = Path(to).resolve()
        if target.is_dir():
            raise Failure(f"cannot write {to}: this is a directory", Code.UNWRITABLE)
        if not target.parent.is_dir():
            raise Failure(f"cannot write {to}: there is no directory {target.parent}", Code.UNWRITABLE)
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritable(to, error) from error
    return None if target.exists() and not target.is_file() else target


def _replace(target: Path, data: bytes) -> None:
    mode = None
    if target.exists():
        # os.replace needs write permission for the folder only.
        if not os.access(target, os.W_OK):
            raise PermissionError("no permission to write it")
        mode = stat.S_IMODE(target.stat().st_mode)
    part = target.with_name(f".broadsheet-{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        with part.open("xb") as stream:
            if mode is not None:
                part.chmod(mode)
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        part.replace(target)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _unwritable(to: str | Path, error: Exception) -> Failure:
    words = getattr(error, "strerror", None) or str(error)
    return Failure(f"cannot write {to}: {words}", Code.UNWRITABLE)
