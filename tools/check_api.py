"""Start the server, and test it with Schemathesis: requests that its description allows, and ones that it forbids.

Fails if an allowed request is refused, or a forbidden one is accepted. Pages are not fetched. Options of
`schemathesis run` may follow.
"""

import re
import subprocess
import sys
from pathlib import Path

BIN = Path(sys.executable).parent
SECONDS = 300  # time limit of Schemathesis

with subprocess.Popen(
    [BIN / "broadsheet", "serve", "--port", "0", "--no-fetch", "--waiting", "1000", "--waiting-seconds", "100"],
    stderr=subprocess.PIPE,
    text=True,
) as server:
    try:
        listening = re.search(r"http://\S+", server.stderr.readline() if server.stderr is not None else "")
        if listening is None:
            sys.exit("the server does not start")
        asked = [f"{listening[0]}/openapi.json", f"--max-time={SECONDS}", "--continue-on-failure", *sys.argv[1:]]
        done = subprocess.run([BIN / "schemathesis", "run", *asked], check=False)
    finally:
        server.terminate()
sys.exit(done.returncode)
