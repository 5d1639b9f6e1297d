"""Where the packages for other languages are."""

import os
from pathlib import Path

from .daemon import ROOT


def client(name):
    """The folder of a package, or None where only an installed one can be meant. PAYPORT_CLIENTS names the folder of
    all packages, which is `clients` of this tree without it."""
    folder = Path(os.environ.get("PAYPORT_CLIENTS", ROOT / "clients")) / name
    return folder if folder.is_dir() else None
