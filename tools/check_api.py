"""Start the server, and let Schemathesis send it what its description allows and what it forbids.

Fails where one is refused, or the other taken. Pages are not fetched: what the web answers is not the server's doing.
Options of `schemathesis run` may follow.
"""

import re
import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
SECONDS = 300
"""How long Schemathesis makes up requests."""

with subprocess.Popen(
    [BIN / "broadsheet", "serve", "--port", "0", "--no-fetch", "--waiting", "1000", "--waiting-seconds", "100"],
    stderr=subprocess.PIPE,
    text=True,
) as server:
    try:
        listening = re.search(r"http://\S+", server.stderr.readline())
        if listening is None:
            sys.exit("the server does not start")
        asked = [f"{listening[0]}/openapi.json", f"--max-time={SECONDS}", "--continue-on-failure", *sys.argv[1:]]
        done = subprocess.run([BIN / "schemathesis", "run", *asked], check=False)
    finally:
        server.terminate()
sys.exit(done.returncode)
