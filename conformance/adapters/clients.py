"""Where the clients of other languages are."""

import os
from pathlib import Path

from .daemon import ROOT


def client(name):
    """The folder of a client; PAYPORT_CLIENTS names the folder of all of them."""
    return Path(os.environ.get("PAYPORT_CLIENTS", ROOT / "clients")) / name
