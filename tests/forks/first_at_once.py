"""The first extractions of a process, in several threads at once: tables that each of them makes stay valid."""

from __future__ import annotations

import sys
import threading

import broadsheet

PARAGRAPHS = "".join(
    f"<p>The tide comes in at {at}, and goes out again, said the harbour master.</p>" for at in range(30)
)


def main() -> None:
    sys.setswitchinterval(1e-5)
    gate, found = threading.Barrier(8), []

    def extract() -> None:
        gate.wait()
        found.extend(broadsheet.extract(f"<title>Tide</title><article>{PARAGRAPHS}</article>").text for _ in range(3))

    threads = [threading.Thread(target=extract) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(f"{len(found)} {'extracted' if len(set(found)) == 1 else 'and differ'}\n")


if __name__ == "__main__":
    main()
