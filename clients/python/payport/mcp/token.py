"""The secret by which the server over HTTP knows the programs of its user."""

from __future__ import annotations

import os
import secrets

from ..errors import StoreDamaged
from ..files import Folder


def token(state: str | os.PathLike[str]) -> tuple[str, str]:
    """The token, which is made once for a state folder and kept there, and the path of its file."""
    folder = Folder.at(state)
    try:
        content = folder.read("token", one_name=True)
        if content is None:
            folder.create("token", secrets.token_urlsafe(32).encode())
            content = folder.read("token", one_name=True)
        if content is None or len(content) < 32 or not content.isascii():
            raise StoreDamaged("the token for other programs is not one")
        return content.decode().strip(), os.path.join(folder.path, "token")
    finally:
        folder.close()
