"""The verbs of the TypeScript package, which has an adapter of its own: `python -m conformance.adapters.typescript`."""

import os

from .clients import client

if __name__ == "__main__":
    # The same process goes on as the consumer, so that a SIGKILL of the suite reaches it.
    os.execvp("node", ["node", str(client("typescript") / "bin" / "payport-consumer.mjs")])
