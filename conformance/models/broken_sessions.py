"""Broken providers that let in whom they should not, or read what they should refuse (chapters 1 to 4, and 8)."""

import json
import os

from ..wire.handshake import ProviderHandshake, gate
from ..wire.identity import acceptable
from ..wire.text import encode, lp, parse, split_lp
from .broken import around, broken
from .lax import LaxKey


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


@broken("file lacks a member", "P2.01", "a consumer cannot read its file")
def lacks_member(provider):
    around(provider, "publish", lambda sound, members=None: sound({"pid": None} | (members or {})))


@broken("boot_nonce is used again", "P2.04", "two starts cannot be told apart")
def same_nonce(provider):
    nonce = getattr(provider, "same_nonce", None) or encode(os.urandom(16))
    provider.same_nonce = nonce
    around(provider, "publish", lambda sound, members=None: sound({"boot_nonce": nonce} | (members or {})))


@broken("file of a crash stays", "P2.06", "apps connect to an address where nobody listens")
def stays(provider):
    path = provider.runtime / "providers" / f"{provider.name}.json"
    around(provider, "publish", lambda sound, members=None: None if path.exists() else sound(members))


# The handshake: each mistake is in one of the steps.

def _handshake(name, case, what):
    def register(kind):
        broken(name, case, what)(lambda provider: setattr(provider, "handshake_class", kind))
        return kind
    return register


@_handshake("gate is not checked", "P3.10", "whoever finds the port makes it compute")
class NoGate(ProviderHandshake):
    def check_gate(self, m1, shown):
        pass


@_handshake("beginning of the gate will do", "P3.14", "a gate of one byte is guessed")
class ShortGate(ProviderHandshake):
    def check_gate(self, m1, shown):
        right = gate(self.k_local, m1)
        super().check_gate(m1, right if shown and right.startswith(shown) else shown)


@_handshake("padding is read", "P3.34", "two texts are one message")
class Padding(ProviderHandshake):
    def first_text(self, text):
        super().first_text(text.replace("=", ""))


@_handshake("members that the first message does not have are ignored", "P3.17", "it reads more than what is agreed")
class MoreMembers(ProviderHandshake):
    def first_text(self, text):
        value = parse(text)
        super().first_text(json.dumps({name: value[name] for name in ("jsonrpc", "id", "method", "params")
                                       if name in value}))


class OwnThird(ProviderHandshake):
    """The third message, read without some of its checks."""

    def third(self, m3):
        payload = self.noise.read(m3)
        found = self._fields(payload)
        sound = ProviderHandshake(self.identity, self.k_local, b"")
        sound.h2, sound.noise = self.h2, _Read(self._payload(found), self.noise.remote_static)
        self._check(sound, found)
        self.consumer_id, self.manifest, _, self.consumer_nonce = found

    def _fields(self, payload):
        return split_lp(payload, 4)

    def _payload(self, found):
        return lp(*found)

    def _check(self, sound, found):
        sound.third(b"")


class _Read:
    """A handshake that has read its last message."""

    def __init__(self, payload, remote_static):
        self.payload, self.remote_static = payload, remote_static

    def read(self, message):
        return self.payload


@_handshake("fifth field is ignored", "P3.69", "it reads what it does not know")
class FifthField(OwnThird):
    def _fields(self, payload):
        fields, at = [], 0
        while len(fields) < 4:
            size = int.from_bytes(payload[at:at + 2], "big")
            fields.append(payload[at + 2:at + 2 + size])
            at += 2 + size
        return fields


@_handshake("nonce of any size is taken", "P3.66", "a pairing code can be steered")
class AnyNonce(OwnThird):
    def _payload(self, found):
        return lp(*found[:3], found[3].ljust(32, b"\0")[:32])


@_handshake("signature of the app is not checked", "P3.58", "any program is any app")
class NoSignature(OwnThird):
    def _check(self, sound, found):
        pass


@_handshake("its own key is an app", "P3.64", "its own messages are sent back to it")
class OwnKey(OwnThird):
    def _check(self, sound, found):
        if found[0] != self.identity.public:
            super()._check(sound, found)


@_handshake("keys of small order are taken", "P3.80", "anybody can sign for such a key")
class SmallOrder(OwnThird):
    def _check(self, sound, found):
        if acceptable(found[0]):
            super()._check(sound, found)


@broken("zeros are agreed on", "P3.40", "everybody knows the keys of a session")
def zeros(provider):
    provider.handshake_class = lambda *given, **named: ProviderHandshake(
        *given, **named | {"static": LaxKey(), "ephemeral": LaxKey()})


@broken("users of other names are let in", "P1.148", "another user of the machine reaches the provider")
def any_user(provider):
    provider.is_own = lambda connection: True


@broken("file of a provider that runs is replaced", "P2.08", "apps go to the second provider, and then to none")
def replaces_running(provider):
    provider.hold_name = lambda: None


# The manifest

@broken("manifest without a version is read", "P3.171", "a session has a version that nobody speaks")
def any_versions(provider):
    def read(sound, data, *largest):
        value = json.loads(data) if data[:1] == b"{" else {}
        if isinstance(value, dict) and isinstance(value.get("versions"), str):
            data = json.dumps(value | {"versions": "1"}).encode()
        return sound(data, *largest)

    around(provider, "read_manifest", read)


@broken("scopes that are unknown are ignored", "P3.113", "an app asks for what the owner never sees")
def unknown_scopes(provider):
    from .pairing import SCOPES

    def read(sound, data, *largest):
        value = json.loads(data) if data[:1] == b"{" else {}
        if isinstance(value, dict) and isinstance(value.get("scopes"), list):
            data = json.dumps(value | {"scopes": [scope for scope in value["scopes"] if scope in SCOPES]}).encode()
        return sound(data, *largest)

    around(provider, "read_manifest", read)


# Messages

def _reads(repair):
    def change(provider):
        def tune(connection):
            around(connection.server, "read", lambda sound, data: sound(repair(data)))
        provider.at_session.append(tune)
    return change


broken("a byte order mark is read", "P4.13", "two texts are one message")(
    _reads(lambda data: data.removeprefix(b"\xef\xbb\xbf")))
broken("last of two equal members counts", "P4.15", "two readers of a message read two amounts")(
    _reads(lambda data: _last_counts(data)))
broken("comma behind the last member is skipped", "P4.20", "it reads what is no JSON")(
    _reads(lambda data: data.replace(b",}", b"}")))


def _last_counts(data):
    try:
        return json.dumps(json.loads(data)).encode() if data.count(b'"id"') > 1 else data
    except ValueError:
        return data


@broken("id that is in use is taken once more", "P4.71", "an answer belongs to two requests")
def id_in_use(provider):
    def tune(connection):
        def begin(sound, value):
            connection.server.in_flight.clear()
            return sound(value)
        around(connection.server, "begin", begin)
    provider.at_session.append(tune)
