from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from broadsheet.methods.fusion import kernel

needs_kernel = pytest.mark.skipif(not kernel.available(), reason="the compiled parts were not built here")


@contextmanager
def without_kernel() -> Iterator[None]:
    """As where the compiled parts were not built."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel, "available", lambda: False)
        yield


@pytest.fixture(scope="module", params=["compiled", "plain"])
def either(request: pytest.FixtureRequest) -> Iterator[None]:
    """With the compiled parts, and without them."""
    if request.param == "plain":
        with without_kernel():
            yield
    elif kernel.available():
        yield
    else:
        pytest.skip("the compiled parts were not built here")
