"""``broadsheet serve`` as a program on a free port: responses, and how it ends."""

from __future__ import annotations

import json
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.processes import children, gone

if TYPE_CHECKING:
    from conftest import Run

DEMO = Path(__file__).parent.parent.parent / "demo" / "article.html"
PATIENCE = 60.0


@contextmanager
def started(*words: str, listen: Callable[[], object] | None = None) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Start the program; yield it and its URL."""
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    program = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-m", "broadsheet", "serve", "--port", "0", "--jobs", "1", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=listen,
    )
    try:
        yield program, re.fullmatch(r"broadsheet: listening on (http://\S+)\n", line_of(program))[1]  # type: ignore[index]
    finally:
        program.kill()
        program.communicate(timeout=PATIENCE)


def line_of(program: subprocess.Popen[bytes]) -> str:
    """Return the next line of its standard error."""
    assert program.stderr is not None
    with selectors.DefaultSelector() as selector:
        selector.register(program.stderr, selectors.EVENT_READ)
        assert selector.select(PATIENCE), "it says nothing"
    return program.stderr.readline().decode()


def test_the_server_answers_and_ends_with_its_workers() -> None:
    with started("--access-log") as (program, base):
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", base)
        request = urllib.request.Request(  # noqa: S310 - the loopback
            f"{base}/extract?format=md", data=DEMO.read_bytes(), headers={"Content-Type": "text/html"}
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:  # noqa: S310
            assert response.read().startswith(b"# Ferry returns to the Lower Sound after eleven years\n")
        assert '"POST /extract?format=md HTTP/1.1" 200' in line_of(program)
        refused = urllib.request.Request(  # noqa: S310
            f"{base}/extract",
            data=json.dumps({"url": f"{base}/health"}).encode(),
            headers={"Content-Type": "application/json"},
        )
        with pytest.raises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(refused, timeout=PATIENCE)  # noqa: S310
        with caught.value as answer:
            assert answer.status == 403
        workers = children(program.pid)
        assert len(workers) == 1
        program.send_signal(signal.SIGTERM)
        assert program.wait(PATIENCE) == -signal.SIGTERM
        assert gone(*workers)


def test_ctrl_c_ends_it(listen: Callable[[], object]) -> None:
    with started(listen=listen) as (program, _):
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=PATIENCE)
        assert program.returncode == 130
        assert said == b""


def test_an_address_in_use(run: Run) -> None:
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = run("serve", "--port", port)
    assert result.exit_code == 1
    assert result.stderr == f"broadsheet: cannot listen on 127.0.0.1, port {port}: Address already in use\n"
    result = run("serve", "--host", "no such host")
    assert result.exit_code == 1
    assert result.stderr.startswith("broadsheet: cannot listen on no such host, port 8000: ")


@pytest.mark.parametrize("module", ["fastapi", "uvicorn", "prometheus_client", "python_multipart"])
def test_without_the_extra(tmp_path: Path, module: str) -> None:
    done = without(tmp_path, [module], "-m", "broadsheet", "serve", "--port", "0")
    assert done.returncode == 7
    where = "install the extra 'serve' (in a checkout, pip install '.[serve]')"
    assert done.stderr.decode() == f"broadsheet: {module.replace('_', '-')} is not installed: {where}\n"


def without(folder: Path, modules: list[str], *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run Python in a process that cannot import some modules."""
    for name in modules:
        (folder / f"{name}.py").write_text("raise ModuleNotFoundError('not here', name=__name__)\n")
    return subprocess.run(  # noqa: S603
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, sys.path)])},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )


def test_the_rest_works_without_the_extra(tmp_path: Path) -> None:
    code = (
        "import broadsheet, broadsheet.show.serve as serve, sys;"
        "page = broadsheet.read_page(open(sys.argv[1]).read());"
        "assert serve.as_html(serve.inspect(page, ['coreex']));"
        "serve.ServeOptions()"
    )
    names = ["fastapi", "uvicorn", "starlette", "pydantic", "prometheus_client", "python_multipart"]
    done = without(tmp_path, names, "-c", code, str(DEMO))
    assert (done.returncode, done.stderr) == (0, b"")
