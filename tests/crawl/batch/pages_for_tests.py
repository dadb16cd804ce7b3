"""Pages and WARC files for tests, made from a few words."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

WORDS = (
    "harbour council bridge evening ferry winter market teacher window letter garden station river morning baker "
    "library mountain paper island summer bicycle kitchen doctor village street autumn lantern orchard"
).split()


def sentence(chance: random.Random) -> str:
    some = [chance.choice(WORDS) for _ in range(chance.randint(8, 16))]
    return f"{' '.join(some).capitalize()}, said the {chance.choice(WORDS)}."


def page(number: int) -> bytes:
    """Return a small page, different for each number."""
    chance = random.Random(number)  # noqa: S311
    paragraphs = "".join(f"<p>{' '.join(sentence(chance) for _ in range(4))}</p>" for _ in range(3))
    return (
        f"<!DOCTYPE html><html lang=en><head><title>Story {number}</title></head><body><nav><a href=/>Home</a></nav>"
        f"<article><h1>Story {number}</h1>{paragraphs}</article></body></html>"
    ).encode()


def told(number: int = 1) -> bytes:
    """Return a page whose date is relative to its capture."""
    return page(number).replace(b"</h1>", b"</h1><p>By Ada Lovelace | 3 hours ago</p>")


def record(
    number: int,
    body: bytes,
    *,
    kind: str = "response",
    http: bytes | None = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n",
    media: str = "application/http; msgtype=response",
    length: object = None,
    url: str | None = None,
    extra: str = "",
) -> bytes:
    """A WARC record; the version of number 3 is one before the standard."""
    block = (http or b"") + body
    head = (
        f"WARC/{0.18 if number == 3 else 1.1}\r\nWARC-Type: {kind}\r\nWARC-Date: 2026-03-06T06:30:{number % 60:02}Z\r\n"
        f"WARC-Record-ID: <urn:uuid:{number:08x}-0000-4000-8000-000000000000>\r\n"
        f"WARC-Target-URI: {url or f'https://courier.example/{number}'}\r\n"
        f"Content-Type: {media}\r\n{extra}Content-Length: {len(block) if length is None else length}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def warc(path: Path, count: int) -> Path:
    """Write a WARC file with a number of pages, and bad records among them."""
    with path.open("wb") as file:
        for number in range(count):
            file.write(gzip.compress(record(number, page(number)), 1))
            match number % 50:
                case 11:
                    file.write(gzip.compress(record(number, b"", kind="revisit"), 1))
                case 23:
                    damaged = bytearray(gzip.compress(record(number, page(number)), 1))
                    damaged[len(damaged) // 2 : len(damaged) // 2 + 20] = bytes(20)
                    file.write(bytes(damaged))
                case 37:
                    file.write(b"not a record")
                case 41:
                    picture = b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"
                    file.write(gzip.compress(record(number, b"\x89PNG", http=picture), 1))
        file.write(gzip.compress(record(count, page(count)), 1)[:-40])
    return path
