"""Broken providers that let in whom they should not, or read what they should refuse (chapters 1 to 4, and 8)."""

import json
import os

from ..wire import discovery
from ..wire.identity import verified
from .broken import around, broken


@broken("discovery file is open to the group", "P2.02", "another user of the machine reads the key of the gate")
def open_file(provider):
    def publish(sound, members=None):
        sound(members)
        os.chmod(provider.runtime / "providers" / "wallet.json", 0o640)

    around(provider, "publish", publish)


@broken("folder of the discovery file is open", "P2.02", "another user of the machine sees which providers run")
def open_folder(provider):
    def publish(sound, members=None):
        sound(members)
        os.chmod(provider.runtime / "providers", 0o755)

    around(provider, "publish", publish)


@broken("file of another provider is removed", "P2.07", "it removes a file that it has not written")
def removes_any(provider):
    async def end(sound):
        (provider.runtime / "providers" / "wallet.json").unlink(missing_ok=True)
        await sound()

    around(provider, "_end", end)


@broken("members of params that are unknown are ignored", "P5.32", "a limit that it does not know is no limit")
def unknown_params(provider):
    def check(sound, method, params):
        from .. import schemas
        known = schemas.payments().files.get(method, {}).get("params", {})
        names = set(known.get("properties", {})) | set(known.get("optionalProperties", {}))
        if isinstance(params, dict):
            params = {name: value for name, value in params.items() if name in names}
        return sound(method, params)

    around(provider.methods, "check_params", check)
