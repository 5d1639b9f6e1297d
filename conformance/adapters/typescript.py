"""The verbs of the TypeScript package, which has an adapter of its own: `python -m conformance.adapters.typescript`."""

import os
import shutil
import sys

from .clients import client

if __name__ == "__main__":
    folder, installed = client("typescript"), shutil.which("payport-consumer")
    if folder and not (folder / "dist" / "index.js").exists():
        sys.exit(f"typescript: {folder} is not built; run `npm install && npm run build` there")
    if not folder and not installed:
        sys.exit("typescript: the package payport is neither in the folder clients of this tree nor is its program "
                 "payport-consumer installed; install it, or name a folder with typescript/dist by PAYPORT_CLIENTS")
    if not shutil.which("node"):
        sys.exit("typescript: there is no node on the PATH")
    # The same process goes on as the consumer, so that a SIGKILL of the suite reaches it.
    os.execvp("node", ["node", str(folder / "bin" / "payport-consumer.mjs" if folder else installed)])
