from __future__ import annotations

import gzip
import tracemalloc
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from broadsheet.crawl.sources.payload import BrokenCompression, gather, inflate
from broadsheet.errors import PageTooLarge


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def raw_deflate(data: bytes) -> bytes:
    encoder = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return encoder.compress(data) + encoder.flush()


@given(st.lists(st.binary(max_size=300), max_size=4), st.integers(1, 50))
def test_gzip_members_in_chunks_of_any_size(members: list[bytes], size: int) -> None:
    packed = b"".join(gzip.compress(member) for member in members)
    assert b"".join(inflate(cut(packed, size), "gzip")) == b"".join(members)


@given(st.binary(max_size=500), st.integers(1, 50))
def test_deflate_with_and_without_a_zlib_header(data: bytes, size: int) -> None:
    assert b"".join(inflate(cut(zlib.compress(data), size), "deflate")) == data
    bare = raw_deflate(data)
    # Raw data that begins like a zlib header by chance cannot be recognised.
    if bare[0] & 0x0F != 8:
        assert b"".join(inflate(cut(bare, size), "deflate")) == data


@given(st.binary(max_size=200), st.sampled_from(["gzip", "deflate"]))
def test_any_bytes_give_bytes_or_one_kind_of_error(data: bytes, coding: str) -> None:
    with suppress(BrokenCompression):
        assert isinstance(b"".join(inflate([data], coding)), bytes)


def bomb(megabytes: int) -> bytes:
    encoder = zlib.compressobj(9, wbits=31)
    block = bytes(1 << 20)
    return b"".join([encoder.compress(block) for _ in range(megabytes)]) + encoder.flush()


def test_a_bomb_stops_at_the_limit_in_little_memory() -> None:
    packed = bomb(64)
    twice = gzip.compress(packed, 9)
    assert len(twice) < 2000
    tracemalloc.start()
    try:
        with pytest.raises(PageTooLarge) as caught:
            gather(inflate(inflate([twice], "gzip"), "gzip"), 1_000_000)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert caught.value.limit == 1_000_000
    assert caught.value.value <= 1_000_000 + (1 << 16)
    assert peak < 4_000_000
