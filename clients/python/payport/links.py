"""Links into the wallet's own interface and back (chapter 16)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .errors import PayportError

_LARGEST = 512
_STATE = re.compile(r"[A-Za-z0-9._~-]{1,256}")
_PROVIDER = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_RESULTS = ("approved", "rejected", "viewed")


class DamagedLink(PayportError):
    code = "damaged_link"
    sentence = "The link is damaged, or is not one that leads back from a wallet."
    remedy = "Nothing was done. Look at the payment in the app."


@dataclass(frozen=True)
class LinkBack:
    """What a link back says. Nothing of it is believed: the provider is asked."""

    provider: str
    state: str
    result: str


def parse_link_back(link: str, scheme: str) -> LinkBack:
    """Reads SCHEME:payport?provider=NAME&state=STATE&result=RESULT, and repairs nothing."""
    prefix = f"{scheme}:payport?"
    if len(link) > _LARGEST or not link.isascii() or not link.startswith(prefix):
        raise DamagedLink()
    members: dict[str, str] = {}
    for part in link[len(prefix):].split("&"):
        name, equals, value = part.partition("=")
        if not equals or name in members:
            raise DamagedLink()
        members[name] = value
    if set(members) != {"provider", "state", "result"} or members["result"] not in _RESULTS:
        raise DamagedLink()
    if not _PROVIDER.fullmatch(members["provider"]) or not _STATE.fullmatch(members["state"]):
        raise DamagedLink()
    return LinkBack(**members)
