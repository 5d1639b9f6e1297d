"""What an app keeps so that nothing is lost or paid twice, whenever it ends (18.2): its key, the keys of providers,
each request with its params, and the places in the sequences of events."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import secrets
import uuid
from dataclasses import dataclass, field, replace
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .encoding import from_base64url, parse_json, to_base64url, write_json
from .errors import InvalidArgument, RequestConflict, StoreDamaged, VersionWentBack, WrongKey
from .files import Folder

_log = logging.getLogger("payport")
UNKNOWN, ANSWERED, REFUSED = "unknown", "answered", "refused"
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# A repeated request keeps the moment until which its first attempt was good, so an app may compute it anew each time.
_NOT_COMPARED = "expires_at"


@dataclass(frozen=True)
class Request:
    """A request that changes something, as it was stored before it was sent. Its params change only where the wallet
    has refused it and the app corrects it: a request that failed has not used up its id (5.5).

    `outcome` is `unknown` as long as no answer has come, then `answered`, or `refused` if the only attempt was refused.
    `attempt` differs for each call that took the request up, in any process of the app.
    """

    key: str = field(repr=False)
    request_id: str
    method: str
    params: dict[str, Any] = field(repr=False)
    provider_id: str
    outcome: str = UNKNOWN
    name: str | None = field(default=None, repr=False)
    attempt: str = field(default="", repr=False)


def normal_request_id(text: str) -> str:
    """The request id in lower case; the nil UUID and what is no UUID are refused with `InvalidArgument`."""
    lower = text.lower() if isinstance(text, str) else ""
    if not _UUID.fullmatch(lower) or uuid.UUID(lower).int == 0:
        raise InvalidArgument("A request_id is a UUID, such as str(uuid.uuid4()).")
    return lower


class Store:
    """The app's state folder. Several processes may use it at once: they are one app."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._folder = Folder.at(path)
        self._providers = self._folder.folder("providers")
        self._requests = self._folder.folder("requests")
        self._cursors = self._folder.folder("cursors")
        self._openings = self._folder.folder("openings")
        self._names = self._folder.folder("names")

    def close(self) -> None:
        for folder in (self._names, self._openings, self._cursors, self._requests, self._providers, self._folder):
            folder.close()

    # The app's own key

    def identity(self) -> Ed25519PrivateKey:
        seed = self._folder.read("identity", one_name=True)
        if seed is None:
            self._folder.create("identity", os.urandom(32))
            seed = self._folder.read("identity", one_name=True)
        if seed is None or len(seed) != 32:
            raise StoreDamaged("the app's key is not one")
        return Ed25519PrivateKey.from_private_bytes(seed)

    # The approval of the owner

    def approval(self) -> bytes | None:
        """Differs after each successful pairing, in any process of the app."""
        return self._folder.read("approval")

    def set_approval(self) -> None:
        self._folder.replace("approval", os.urandom(8))

    # The keys of providers (2.5, 8.3)

    def pinned(self, name: str) -> bytes | None:
        pin = self._object(self._providers, f"{name}.json")
        try:
            return None if pin is None else from_base64url(pin["provider_id"], 32)
        except (KeyError, ValueError):
            raise StoreDamaged("the stored key of a wallet is not one") from None

    def check_versions(self, name: str, highest: int) -> None:
        pin = self._object(self._providers, f"{name}.json")
        if pin is not None and highest < int(pin.get("highest", 0)):
            raise VersionWentBack()

    def pin(self, name: str, provider_id: bytes, highest: int) -> None:
        """Stores a key that the provider has proved. If another process has stored one meanwhile, that one is valid."""
        content = {"provider_id": to_base64url(provider_id), "highest": highest}
        if self._providers.create(f"{name}.json", write_json(content)):
            return
        if self.pinned(name) != provider_id:
            raise WrongKey()
        pin = self._object(self._providers, f"{name}.json") or {}
        if int(pin.get("highest", 0)) < highest:
            self._providers.replace(f"{name}.json", write_json(content))

    def forget_provider(self, name: str) -> None:
        """For the user who has set up a wallet anew under the name of an earlier one."""
        self._providers.remove(f"{name}.json")

    # Requests that change something (5.5)

    def find(
        self, method: str, params: dict[str, Any], *, name: str | None, request_id: str | None,
    ) -> Request | None:
        """The request that was stored under this name or id, if there is one. Another request than that is a
        conflict, unless the stored one was refused."""
        key, chosen = _key(name, request_id)
        if key is None or self._requests.read(f"{key}.json") is None:
            return None
        stored = self._load(key)
        if stored.method != method or chosen not in (None, stored.request_id):
            raise RequestConflict(stored.outcome == ANSWERED)
        _agreed(stored, params)
        return stored

    def named(self, name: str) -> Request | None:
        key, _ = _key(name, None)
        return None if self._requests.read(f"{key}.json") is None else self._load(str(key))

    def name_of(self, request_id: str) -> str | None:
        """The name that the app gave to the request of this id."""
        try:
            content = self._names.read(normal_request_id(request_id))
            name = content.decode() if content else None
            stored = self.named(name) if name else None
        except (InvalidArgument, StoreDamaged, UnicodeDecodeError):
            return None
        return name if stored is not None and stored.request_id == request_id.lower() else None

    def add(
        self, method: str, params: dict[str, Any], provider_id: bytes, *, name: str | None, request_id: str | None,
    ) -> tuple[Request, bool]:
        """Stores a request, and returns it and whether it is new. When this returns, it survives any crash."""
        key, chosen = _key(name, request_id)
        chosen = chosen or str(uuid.uuid4())
        key = key or f"id-{chosen}"
        request = Request(key, chosen, method, {"request_id": chosen, **params}, to_base64url(provider_id), UNKNOWN,
                          name,
                          secrets.token_hex(8))
        if name is not None:
            self._names.note(chosen, name.encode())
        if self._requests.create(f"{key}.json", self._content(request)):
            return request, True
        # Another process of the app, or another task, has stored a request of this name in the meantime.
        stored = self.find(method, params, name=name, request_id=request_id)
        if stored is None:
            raise StoreDamaged("a request that was stored is gone")
        if name is not None and stored.request_id != chosen:
            self._names.remove(chosen)
        return stored, False

    def _load(self, key: str) -> Request:
        value = self._object(self._requests, f"{key}.json")
        if value is None:
            raise StoreDamaged("a request that was stored is gone")
        try:
            return Request(
                key, value["request_id"], value["method"], value["params"], value["provider_id"], value["outcome"],
                value.get("name"), value.get("attempt", ""))
        except KeyError:
            raise StoreDamaged("a request that was stored lacks a part") from None

    @staticmethod
    def _content(request: Request) -> bytes:
        value = {
            "v": 1, "request_id": request.request_id, "method": request.method, "params": request.params,
            "provider_id": request.provider_id, "outcome": request.outcome, "attempt": request.attempt}
        if request.name is not None:
            value["name"] = request.name
        return write_json(value)

    def take_up(self, request: Request, params: dict[str, Any]) -> tuple[Request, bool]:
        """Notes that a stored request is attempted once more. Returns it as it stands, and whether an earlier attempt
        may have been carried out. One that was refused is attempted with these params, which may correct it."""
        with self._requests.locked():
            stored = self._load(request.key)
            _agreed(stored, params)
            if stored.outcome == ANSWERED:
                return stored, True
            taken = replace(stored, outcome=UNKNOWN, attempt=secrets.token_hex(8))
            if stored.outcome == REFUSED:
                taken = replace(taken, params={"request_id": stored.request_id, **params})
            self._requests.replace(f"{stored.key}.json", self._content(taken))
            return taken, stored.outcome != REFUSED

    def note_answered(self, request: Request) -> None:
        """A note that fails is made by the next call, which asks for the status first. The answer must not be lost by
        it."""
        try:
            with self._requests.locked():
                stored = self._load(request.key)
                if stored.outcome != ANSWERED:
                    self._requests.replace(f"{stored.key}.json", self._content(replace(stored, outcome=ANSWERED)))
        except StoreDamaged:
            _log.warning("it could not be noted that a request was answered")

    def note_refused(self, request: Request) -> bool:
        """False, and nothing is noted, if another call has taken the request up meanwhile: its attempt may be carried
        out."""
        try:
            with self._requests.locked():
                stored = self._load(request.key)
                if (stored.outcome, stored.attempt) != (UNKNOWN, request.attempt):
                    return False
                self._requests.replace(f"{stored.key}.json", self._content(replace(stored, outcome=REFUSED)))
                return True
        except StoreDamaged:
            _log.warning("it could not be noted that a request was refused")
            return False

    def unfinished(self) -> list[Request]:
        """The requests that no answer has come to, for an app that was killed before it had noted their names."""
        requests = (self._load(name.removesuffix(".json")) for name in self._requests.names())
        return [request for request in requests if request.outcome == UNKNOWN]

    # Events

    def cursor(self, reader: str) -> tuple[str, str] | None:
        """The provider and the cursor of the last event that this reader has handled."""
        value = self._object(self._cursors, _file(reader))
        return None if value is None else (str(value["provider_id"]), str(value["cursor"]))

    def set_cursor(self, reader: str, provider_id: str, cursor: str) -> None:
        self._cursors.replace(_file(reader), write_json({"provider_id": provider_id, "cursor": cursor}))

    # Openings (chapter 16)

    def add_opening(self, state: str, provider: str) -> None:
        self._openings.create(f"{state}.json", write_json({"provider": provider}))

    def set_opening(self, state: str, provider: str, opening_id: str) -> None:
        self._openings.replace(f"{state}.json", write_json({"provider": provider, "opening_id": opening_id}))

    def take_opening(self, state: str, provider: str) -> str | None:
        """The opening that a link back belongs to. It is given out once."""
        value = self._object(self._openings, f"{state}.json")
        if value is None or value.get("provider") != provider or "opening_id" not in value:
            return None
        self._openings.remove(f"{state}.json")
        return str(value["opening_id"])

    @staticmethod
    def _object(folder: Folder, name: str) -> dict[str, Any] | None:
        content = folder.read(name)
        if content is None:
            return None
        try:
            value = parse_json(content)
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise StoreDamaged("a file is not what this package writes")
        return value


def _key(name: str | None, request_id: str | None) -> tuple[str | None, str | None]:
    """The file of a request, and its id where the app has chosen it."""
    chosen = normal_request_id(request_id) if request_id is not None else None
    if name is not None:
        if not isinstance(name, str) or not 1 <= len(name) <= 200:
            raise InvalidArgument("The name of a request is a text of 1 to 200 code points, such as 'order 17'.")
        return f"name-{hashlib.sha256(name.encode()).hexdigest()}", chosen
    return (f"id-{chosen}" if chosen else None), chosen


def _file(reader: str) -> str:
    return hashlib.sha256(reader.encode()).hexdigest() + ".json"


def _agreed(stored: Request, params: dict[str, Any]) -> None:
    """Other params are another request, unless the stored one was refused: then nothing was done under its name."""
    same = _compared(stored.params) == _compared({**params, "request_id": stored.request_id})
    if not same and stored.outcome != REFUSED:
        raise RequestConflict(stored.outcome == ANSWERED)


def _compared(params: dict[str, Any]) -> str:
    return json.dumps({name: value for name, value in params.items() if name != _NOT_COMPARED}, sort_keys=True)
