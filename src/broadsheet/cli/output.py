"""Text -> the standard output or a file: UTF-8 whatever the locale, and a file whole or not at all.

It must not know what is written.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from broadsheet.cli.failures import Code, Failure, explain, silence_standard_output

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["STANDARD_OUTPUT", "check_writable", "making", "write_text", "writing"]

STANDARD_OUTPUT: Final = "-"
_OPEN_FILES: Final = re.compile(r"/dev/fd|/proc/(\d+)(?:/task/\d+)?/fd")
"""The folders whose files are what a process has open: ``/dev/stdout`` is a link into one."""
_MOST_LINKS: Final = 40
"""Links that lead to links; as many as Linux follows."""


def check_writable(to: str) -> None:
    """Refuse early what could not be written after the work is done.

    Args:
        to: a path, or ``-``.

    Raises:
        Failure: its folder is missing, or it is a folder itself.
    """
    if to != STANDARD_OUTPUT:
        _target(to)


def write_text(text: str, to: str = STANDARD_OUTPUT) -> None:
    """Write a text.

    Args:
        text: the text. What cannot be encoded (half of a surrogate pair) becomes a question mark.
        to: the path of a file, which gets the text at once and whole; or ``-`` for the standard output. Pipes,
            devices, and files that are open (``/dev/stdout``) are written to as they are.

    Raises:
        Failure: it cannot be written, or the reader of the standard output is gone.
    """
    data = text.encode("utf-8", "replace")
    if to == STANDARD_OUTPUT:
        _write_standard_output(data)
        return
    target = _target(to)
    with writing(to):
        if target is None:
            with _opened(to) as stream:
                _write_all(stream, data)
        else:
            _replace(target, data)


@contextmanager
def writing(to: str | Path) -> Iterator[None]:
    """Around what writes a file or a folder.

    Raises:
        Failure: it cannot be written, or the reader of the pipe that it is has gone.
    """
    try:
        yield
    except BrokenPipeError as error:
        raise explain(error) from error
    except OSError as error:
        raise _unwritable(to, error) from error


@contextmanager
def making(folder: Path) -> Iterator[None]:
    """Around what is done for a folder: it is made first, and gone again where that fails before anything is written.

    Raises:
        Failure: it cannot be made.
    """
    made = [one for one in (folder, *folder.parents) if not one.exists()]
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):  # there is something in it
            for one in made:
                one.rmdir()
        raise


def _write_standard_output(data: bytes) -> None:
    # A process may be started without a standard output; the type stubs leave that out.
    stream: BinaryIO | None = getattr(sys.stdout, "buffer", None)
    if stream is None:
        raise Failure("the standard output is closed", Code.UNWRITABLE)
    try:
        _write_all(stream, data)
        stream.flush()
    except BrokenPipeError as error:
        raise explain(error) from error
    except OSError as error:
        silence_standard_output()
        raise _unwritable("standard output", error) from error


def _write_all(stream: BinaryIO, data: bytes) -> None:
    """Write to the last byte: a stream without a buffer (PYTHONUNBUFFERED) may take a part of what it is given."""
    left = memoryview(data)
    while left:
        taken: int | None = stream.write(left)
        if taken is None:
            raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
        left = left[taken:]


def _target(to: str) -> Path | None:
    """The file itself, behind all links; None for what is written to as it is.

    Raises:
        Failure: it cannot be written.
    """
    if not to:
        raise Failure("cannot write '': no file has an empty name", Code.UNWRITABLE)
    try:
        if _open_file(to) is not None:
            return None
        target = Path(to).resolve()
        if target.is_dir():
            raise Failure(f"cannot write {to}: this is a directory", Code.UNWRITABLE)
        if not target.parent.is_dir():
            raise Failure(f"cannot write {to}: there is no directory {target.parent}", Code.UNWRITABLE)
    except (OSError, ValueError, RuntimeError) as error:
        raise _unwritable(to, error) from error
    return None if target.exists() and not target.is_file() else target


def _open_file(to: str) -> Path | None:
    """The name of an open file among those that its process has open, if that is where a path leads.

    Raises:
        OSError: a link leads in a circle.
    """
    path = Path(to)
    for _ in range(_MOST_LINKS):
        path = path.parent.resolve() / path.name
        if _OPEN_FILES.fullmatch(str(path.parent)):
            return path
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))


def _opened(to: str) -> BinaryIO:
    """A stream to what is written to as it is. What this process has open goes on where it is."""
    path = _open_file(to)
    folder = _OPEN_FILES.fullmatch(str(path.parent)) if path is not None else None
    if path is not None and folder is not None and folder[1] in (None, str(os.getpid())):
        return open(os.dup(int(path.name)), "wb", buffering=0)  # noqa: PTH123 - a number and no path
    return Path(to).open("ab", buffering=0)


def _replace(target: Path, data: bytes) -> None:
    mode = None
    if target.exists():
        # Renaming over a file asks only for the right to write its folder.
        if not os.access(target, os.W_OK):
            raise PermissionError("no permission to write it")
        mode = stat.S_IMODE(target.stat().st_mode)
    part = target.with_name(f".broadsheet-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        # Opened by number: the process's own mask then decides the permissions of a new file.
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as stream:
            if mode is not None:
                os.chmod(part, mode)  # noqa: PTH101 - beside os.open
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
