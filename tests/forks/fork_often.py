"""Program: fork while threads extract, and extract in each child. Arguments: number of forks, seconds for a child."""

from __future__ import annotations

import os
import signal
import sys
import threading

from broadsheet import extract
from tests.forks.written import pages

count, seconds = map(int, sys.argv[1:])
PAGES = pages(2024)[:4]


def texts() -> list[str]:
    return [extract(page, url="https://courier.example/bridge.html").to_json() for page in PAGES]


expected = texts()
over = threading.Event()


def work() -> None:
    while not over.is_set():
        texts()


# Switch threads often, so that forks happen at many points of an extraction.
sys.setswitchinterval(1e-4)
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads:
    thread.start()
hung = wrong = 0
for _ in range(count):
    child = os.fork()
    if not child:
        signal.alarm(seconds)
        os._exit(texts() != expected)
    _, status = os.waitpid(child, 0)
    hung += os.WIFSIGNALED(status)
    wrong += os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0
over.set()
for thread in threads:
    thread.join()
sys.stdout.write(f"{hung} hung, {wrong} wrong")
