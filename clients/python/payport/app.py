"""What an app says of itself (3.4)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, get_args

from .encoding import write_json
from .errors import InvalidArgument
from .generated.objects import Scope

SPOKEN = (1, 1)
_APP_ID = re.compile(r"[a-z0-9.-]{3,100}")
_LABEL = r"[a-z](?:[a-z0-9-]*[a-z0-9])?"
_SCHEME = re.compile(rf"{_LABEL}(?:\.{_LABEL})+")


@dataclass(frozen=True)
class App:
    """The manifest: its name and scopes are what the owner of the wallet sees and decides about."""

    app_id: str
    name: str
    version: str
    scopes: Sequence[Scope] = ()
    currencies: Sequence[str] | None = None
    callback_scheme: str | None = None

    def manifest(self) -> bytes:
        """The bytes that are signed. What no provider would accept is refused here, where it can be said why."""
        self._check()
        value: dict[str, Any] = {
            "app_id": self.app_id, "name": self.name, "version": self.version, "scopes": list(self.scopes),
            "versions": str(SPOKEN[0])}
        if self.currencies is not None:
            value["currencies"] = list(self.currencies)
        if self.callback_scheme is not None:
            value["callback_scheme"] = self.callback_scheme
        data = write_json(value)
        if len(data) > 16_384:
            raise InvalidArgument("The description of an app has at most 16 KiB.")
        return data

    def _check(self) -> None:
        if not _APP_ID.fullmatch(self.app_id):
            raise InvalidArgument("An app_id has 3 to 100 of a-z, 0-9, . and -, such as com.example.shop.")
        if not 1 <= len(self.name) <= 64 or len(self.version) > 32:
            raise InvalidArgument("The name of an app has 1 to 64 characters, and its version at most 32.")
        if isinstance(self.scopes, str) or len(self.scopes) > 5 or not set(self.scopes) <= set(get_args(Scope)):
            raise InvalidArgument(f"The scopes of an app are a list of {', '.join(get_args(Scope))}.")
        if self.currencies is not None and (isinstance(self.currencies, str) or len(self.currencies) > 64):
            raise InvalidArgument("The currencies of an app are a list of at most 64 codes.")
        if self.callback_scheme is not None and (
                len(self.callback_scheme) > 64 or not _SCHEME.fullmatch(self.callback_scheme)):
            raise InvalidArgument("A callback_scheme has the form of a reverse domain name, such as com.example.shop.")
