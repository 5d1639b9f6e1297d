"""Payment URIs: that of Bitcoin's family (BIP 321) and Monero's."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote

from ..errors import InvalidArgument

_LONGEST = 1000
_URI = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):([A-Za-z0-9]{1,200})(?:\?([^#]*))?")
_AMOUNTS, _LABELS, _MESSAGES = ("amount", "tx_amount"), ("label", "recipient_name"), ("message", "tx_description")


class PaymentURI(NamedTuple):
    scheme: str
    address: str
    amount: str | None
    #: Texts of whoever made the URI.
    label: str | None
    message: str | None


def parse_uri(text: str) -> PaymentURI:
    """What a payment URI asks for. What cannot be understood is refused, since it could be a condition."""
    match = _URI.fullmatch(text)
    if match is None or len(text) > _LONGEST:
        raise InvalidArgument("The text is not a payment URI such as litecoin:ADDRESS?amount=0.25.")
    members: dict[str, str] = {}
    for part in filter(None, (match[3] or "").split("&")):
        name, _, value = part.partition("=")
        name = name.lower()
        if name in members:
            raise InvalidArgument("A member of the payment URI occurs twice.")
        if name.startswith("req-"):
            raise InvalidArgument("The payment URI requires something that this server does not know.")
        members[name] = unquote(value)

    def one(names: tuple[str, str]) -> str | None:
        found = [members[name] for name in names if name in members]
        if len(found) > 1:
            raise InvalidArgument("The payment URI says the same thing twice.")
        return found[0] if found else None
    return PaymentURI(match[1].lower(), match[2], one(_AMOUNTS), one(_LABELS), one(_MESSAGES))
