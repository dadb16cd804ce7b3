"""Work that fails on command: a task is a command, or a page with a command as its text."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from typing import Any

from broadsheet.errors import NeedsNotMet, NotHTML
from broadsheet.show.serve.tasks import Answer, Bug, NoMemory


@dataclass(frozen=True)
class Trade:
    """The work of the workers; `begins` says how it starts."""

    begins: str = "well"

    def begin(self) -> Trade:
        match self.begins:
            case "refused":
                raise NeedsNotMet("it lacks something")
            case "broken":
                raise ValueError("a library does not load")
            case "dead":
                os.kill(os.getpid(), signal.SIGKILL)
        return self

    def __call__(self, task: Any, *, unit: int) -> Any:
        word = task if isinstance(task, str) else task.args[0].data
        match word.split():
            case ["sleep", seconds]:
                time.sleep(float(seconds))
            case ["spin"]:
                while True:
                    pass
            case ["die"]:
                os.kill(os.getpid(), signal.SIGKILL)
            case ["bell"]:
                os.kill(os.getpid(), signal.SIGPROF)
            case ["not", "html"]:
                return NotHTML("a tale")
            case ["memory"]:
                return NoMemory()
            case ["bug"]:
                return Bug("ValueError: a secret of the server")
            case ["large", size]:
                return Answer(body=b"x" * int(size), media_type="text/plain")
        return Answer(body=f"{os.getpid()}".encode(), media_type="text/plain")
