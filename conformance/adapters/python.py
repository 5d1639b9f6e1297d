"""The verbs of the Python package, which has an adapter of its own: `python -m conformance.adapters.python`."""

import importlib.util
import os
import sys

from .clients import client

if __name__ == "__main__":
    folder = client("python")
    if folder:
        os.environ["PYTHONPATH"] = str(folder)
    elif not importlib.util.find_spec("payport"):
        sys.exit("python: the package payport is neither in the folder clients of this tree nor installed for "
                 f"{sys.executable}; install it, or name a folder with python/payport by PAYPORT_CLIENTS")
    # The same process goes on as the consumer, so that a SIGKILL of the suite reaches it.
    os.execv(sys.executable, [sys.executable, "-m", "payport.conformance"])
