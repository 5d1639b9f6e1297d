"""What an app says of itself (3.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .encoding import write_json
from .errors import InvalidArgument
from .generated.objects import Scope

SPOKEN = (1, 1)


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
