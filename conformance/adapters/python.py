"""The verbs of the Python package, which has an adapter of its own: `python -m conformance.adapters.python`."""

import os
import sys

from .clients import client

if __name__ == "__main__":
    # The same process goes on as the consumer, so that a SIGKILL of the suite reaches it.
    os.environ["PYTHONPATH"] = str(client("python"))
    os.execv(sys.executable, [sys.executable, "-m", "payport.conformance"])
