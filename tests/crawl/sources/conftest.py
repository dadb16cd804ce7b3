"""A server on the loopback for each test, and an environment without proxies: no other connection is allowed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator

import pytest

from tests.crawl.sources.loopback import Loopback


@pytest.fixture(autouse=True)
def nothing_else_is_called(no_proxies: None) -> None:
    """Tests of sources call the loopback only."""


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A key and a certificate for 127.0.0.1, signed by itself."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("no openssl to make a certificate with")
    folder = tmp_path_factory.mktemp("certificate")
    key, certificate, both = folder / "key.pem", folder / "certificate.pem", folder / "both.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=127.0.0.1"
    made = subprocess.run(  # noqa: S603 - words of our own
        [openssl, *words.split(), "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        capture_output=True,
        timeout=20,
        check=False,
    )
    if made.returncode:
        pytest.skip(f"openssl made no certificate: {made.stderr.decode()[-200:]}")
    both.write_text(key.read_text() + certificate.read_text())
    return str(both)


@pytest.fixture
def tls_site(certificate: str) -> Iterator[Loopback]:
    with Loopback(certificate) as server:
        yield server
