"""How a provider is found, and every check before its file is used (chapter 2)."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from .encoding import from_base64url, parse_json
from .errors import (
    NoProvider, NotAWallet, PayportError, SeveralProviders, UntrustedFile, VersionMismatch, WrongKey,
)
from .files import process_exists, read_plain

LARGEST = 16_384
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_URL = re.compile(r"ws://((127\.0\.0\.1|\[::1\]|localhost):([1-9][0-9]{0,4}))/v1")
_RANGE = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")
MEMBERS = {
    "v": int, "url": str, "pid": int, "boot_nonce": str, "provider_id": str, "name": str, "versions": str,
    "k_local": str,
    "services": list, "on_demand": bool}


@dataclass(frozen=True)
class Discovery:
    """A discovery file that passed the checks. `data` are its bytes, which the handshake depends on."""

    data: bytes = field(repr=False)
    name: str
    host: str
    port: int
    authority: str
    url: str
    pid: int
    provider_id: bytes
    k_local: bytes = field(repr=False)
    versions: tuple[int, int]
    services: tuple[str, ...]
    on_demand: bool

    def check_version(self, service: str, ours: tuple[int, int]) -> None:
        """2.4, item 5. The versions of a file are those of its first service only."""
        if service == self.services[0] and (self.versions[1] < ours[0] or ours[1] < self.versions[0]):
            raise VersionMismatch(range_text(self.versions), range_text(ours))


@dataclass(frozen=True)
class Daemons:
    """The daemons of one provider: they have one identity and share one ledger, and each has a file of its own (2.8).

    `files` are in the order in which they should be tried, and there is at least one. `refused` is why other files that
    would belong to the provider cannot be used.
    """

    files: list[Discovery]
    refused: list[PayportError]


Pinned = Callable[[str], bytes | None]


def folder_of_providers() -> str:
    runtime = os.environ.get("PAYPORT_RUNTIME")
    if runtime:
        return os.path.join(runtime, "providers")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Application Support/payport/run/providers")
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(runtime):
        return os.path.join(runtime, "payport", "providers")
    return os.path.expanduser("~/.cache/payport/run/providers")


def version_range(text: str) -> tuple[int, int]:
    match = _RANGE.fullmatch(text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
    if low > high:
        raise ValueError("it is not a range of versions")
    return low, high


def range_text(versions: tuple[int, int]) -> str:
    return str(versions[0]) if versions[0] == versions[1] else f"{versions[0]}-{versions[1]}"


def find(folder: str, service: str, ours: tuple[int, int], name: str | None = None) -> Discovery:
    """The provider of a name, or else the only one that runs and offers the service."""
    found = daemons(folder, service, name).files[0]
    found.check_version(service, ours)
    return found


def daemons(
    folder: str, service: str, name: str | None = None, pinned: Pinned = lambda name: None, met: bytes | None = None,
) -> Daemons:
    """All daemons of the provider of a name, or else of the only one that runs.

    `pinned` tells the key that is stored under a name, and `met` is the key that the app was connected to before: it
    never moves to another one.
    """
    if name is not None and not _NAME.fullmatch(name):
        raise NoProvider("No wallet can have the name that was chosen.", "Choose one that is running.")
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        raise NoProvider() from None
    except OSError:
        raise UntrustedFile("its folder is a link, or cannot be opened") from None
    try:
        _check_private(os.fstat(descriptor), "its folder")
        found = _all(descriptor)
    finally:
        os.close(descriptor)
    if name is None:
        return _only(found, service, pinned)
    return _named(found, name, service, pinned, met)


def _all(folder: int) -> dict[str, Discovery | UntrustedFile]:
    found: dict[str, Discovery | UntrustedFile] = {}
    for file in sorted(os.listdir(folder)):
        name = file[:-5]
        if file.endswith(".json") and _NAME.fullmatch(name):
            try:
                found[name] = _read(folder, name)
            except UntrustedFile as error:
                found[name] = error
            except NoProvider:
                continue  # it was removed after the folder was read
    return found


def _named(
    found: dict[str, Discovery | UntrustedFile], name: str, service: str, pinned: Pinned, met: bytes | None,
) -> Daemons:
    """The files of other providers do not matter here, and may be damaged."""
    own = found.get(name)
    refused: list[PayportError] = []
    identity = met or pinned(name)
    if isinstance(own, UntrustedFile):
        refused.append(own)
    elif own is not None:
        identity = identity or own.provider_id
        if service not in own.services:
            refused.append(NotAWallet())
    offering = [file for file in found.values() if isinstance(file, Discovery) and service in file.services]
    if identity is None:
        raise refused[0] if refused else _unnamed(name, offering)
    return _of(identity, offering, refused, pinned, name)


def _unnamed(name: str, offering: list[Discovery]) -> NoProvider:
    """None has this name; those that run have others."""
    running = sorted(file.name for file in offering if _counts(file))
    if not running:
        return NoProvider()
    return NoProvider(f"No wallet named {name} is running, but these are: {', '.join(running)}.",
                      "Choose one of them by its name, or start the other one.")


def _only(found: dict[str, Discovery | UntrustedFile], service: str, pinned: Pinned) -> Daemons:
    offering = []
    for file in found.values():
        # 2.4: a file that fails a check is not passed over, because it may be that of the user's wallet.
        if isinstance(file, UntrustedFile):
            raise file
        if service in file.services:
            offering.append(file)
    # A provider that has ended must not make the choice among the others impossible.
    running = [file for file in offering if _counts(file)] if len(offering) > 1 else offering
    if not running:
        raise NoProvider()
    identities = {_identity(file, pinned) for file in running}
    if len(identities) > 1:
        raise SeveralProviders([file.name for file in running])
    return _of(identities.pop(), offering, [], pinned, None)


def _of(
    identity: bytes, offering: list[Discovery], refused: list[PayportError], pinned: Pinned, chosen: str | None,
) -> Daemons:
    files = []
    for file in offering:
        if file.name == chosen or _identity(file, pinned) == identity:
            if file.provider_id == identity == _identity(file, pinned):
                files.append(file)
            else:
                refused.append(WrongKey())
    if not files:
        raise refused[0] if refused else NoProvider()
    return Daemons(sorted(files, key=lambda file: (file.name != chosen, not _counts(file), file.name)), refused)


def _identity(file: Discovery, pinned: Pinned) -> bytes:
    """What a file stands for: the key that is pinned under its name, or the one that it claims at the first contact."""
    return pinned(file.name) or file.provider_id


def _counts(file: Discovery) -> bool:
    return file.on_demand or process_exists(file.pid)


def _check_private(status: os.stat_result, what: str) -> None:
    if status.st_uid != os.geteuid():
        raise UntrustedFile(f"{what} belongs to another user")
    if status.st_mode & 0o077:
        raise UntrustedFile(f"{what} is open to others")


def _read(folder: int, name: str) -> Discovery:
    try:
        return _checked(folder, name)
    except UntrustedFile as error:
        raise UntrustedFile(error.check, name) from None


def _checked(folder: int, name: str) -> Discovery:
    try:
        status, data = read_plain(folder, f"{name}.json", LARGEST)
    except FileNotFoundError:
        raise NoProvider() from None
    except OSError:
        raise UntrustedFile("it is a link or no plain file, or cannot be opened") from None
    _check_private(status, "it")
    if len(data) > LARGEST:
        raise UntrustedFile("it is longer than 16 KiB")
    return parse(data, name)


def parse(data: bytes, name: str) -> Discovery:
    """The checks of 2.2 on the bytes of the file NAME.json."""
    try:
        value = parse_json(data)
    except ValueError:
        raise UntrustedFile("it is not JSON, or a member occurs twice") from None
    if not isinstance(value, dict):
        raise UntrustedFile("it is not a JSON object")
    if type(value.get("v")) is not int or value["v"] != 1:
        raise UntrustedFile("it has another format than version 1")
    for member, kind in MEMBERS.items():
        optional = member in ("services", "on_demand")
        if type(value.get(member)) is not kind and not (optional and member not in value):
            raise UntrustedFile(f"its member {member} is missing or of the wrong type")
    match = _URL.fullmatch(value["url"])
    if not match or int(match[3]) > 65_535:
        raise UntrustedFile("its url is not one of this machine")
    if value["name"] != name:
        raise UntrustedFile("it names another provider than its file name does")
    services = value.get("services", ["payments"])
    if not 1 <= len(services) <= 16 or not all(type(item) is str and _NAME.fullmatch(item) for item in services):
        raise UntrustedFile("its member services is not a list of names")
    if not 1 <= value["pid"] < 2**31:
        raise UntrustedFile("its pid is not one")
    try:
        from_base64url(value["boot_nonce"], 16)
        return Discovery(
            data=data, name=name, host=match[2].strip("[]"), port=int(match[3]), authority=match[1], url=value["url"],
            pid=value["pid"], provider_id=from_base64url(value["provider_id"], 32),
            k_local=from_base64url(value["k_local"], 32), versions=version_range(value["versions"]),
            services=tuple(services), on_demand=value.get("on_demand", False))
    except ValueError:
        raise UntrustedFile("one of its keys or its versions is malformed") from None
