"""Discovery files (chapter 2): read with every check, and published."""

import os
import re
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import Refused, require
from .identity import acceptable
from .text import compact, decode, encode, parse

LARGEST = 16_384
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
URL = re.compile(r"ws://((?:127\.0\.0\.1|\[::1\]|localhost):([1-9][0-9]{0,4}))/v1")
VERSIONS = re.compile(r"([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?")


def version_range(text: Any) -> tuple[int, int]:
    match = VERSIONS.fullmatch(text) if isinstance(text, str) else None
    require(match, "8.2: no range of versions")
    assert match
    low, high = int(match[1]), int(match[2] or match[1])
    require(low <= high, "8.2: no range of versions")
    return low, high


@dataclass(repr=False)
class Discovery:
    """A discovery file: its bytes, which the handshake hashes, and what they say."""

    bytes: bytes
    url: str
    authority: str
    pid: int
    boot_nonce: bytes
    provider_id: bytes
    name: str
    versions: tuple[int, int]
    k_local: bytes
    services: tuple[str, ...]
    on_demand: bool

    @classmethod
    def read(cls, data: bytes, name: str) -> "Discovery":
        require(len(data) <= LARGEST, "2.4: the file is too long")
        try:
            value = parse(data)
        except ValueError as error:
            raise Refused(f"2.2: {error}") from error
        require(isinstance(value, dict), "2.2: not an object")
        require(type(value.get("v")) is int and value["v"] == 1, "2.2: another version of the file")
        try:
            match = URL.fullmatch(value["url"])
            require(match and int(match[2]) <= 65_535, "2.2: the URL is not one of this protocol")
            require(type(value["pid"]) is int and value["pid"] > 0, "2.2: pid is no process id")
            services = value.get("services", ["payments"])
            require(isinstance(services, list) and 1 <= len(services) <= 16
                    and all(isinstance(entry, str) and NAME.fullmatch(entry) for entry in services), "2.2: services")
            require(type(value.get("on_demand", False)) is bool, "2.2: on_demand")
            require(value["name"] == name and NAME.fullmatch(name), "2.4: the file has another name")
            found = cls(data, value["url"], match[1], value["pid"], decode(value["boot_nonce"], 16),
                        decode(value["provider_id"], 32), value["name"], version_range(value["versions"]),
                        decode(value["k_local"], 32), tuple(services), value.get("on_demand", False))
        except (KeyError, TypeError, ValueError) as error:
            raise Refused("2.2: a member is missing or of another form") from error
        require(acceptable(found.provider_id), "3.1: the provider's key is refused")
        return found

    def __repr__(self) -> str:
        return f"Discovery({self.name} at {self.authority})"


def _private(status: os.stat_result, kind: Any, what: str) -> None:
    require(kind(status.st_mode), f"2.4: {what} is of the wrong kind")
    require(status.st_uid == os.geteuid(), f"2.4: {what} has another owner")
    require(status.st_mode & 0o077 == 0, f"2.4: {what} is open to others")


def find(runtime: str | Path, name: str) -> Discovery:
    """The provider of a name; FileNotFoundError where there is none."""
    folder = os.open(Path(runtime) / "providers", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        _private(os.fstat(folder), stat.S_ISDIR, "the folder")
        file = os.open(f"{name}.json", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
        with os.fdopen(file, "rb") as opened:
            _private(os.fstat(opened.fileno()), stat.S_ISREG, "the file")
            return Discovery.read(opened.read(LARGEST + 1), name)
    finally:
        os.close(folder)


def describe(authority: str, name: str, provider_id: bytes, /, **changes: Any) -> dict[str, Any]:
    """The members of a fresh discovery file; `changes` replaces some of them, and None leaves one out."""
    members: dict[str, Any] = {
        "v": 1, "url": f"ws://{authority}/v1", "pid": os.getpid(), "boot_nonce": encode(secrets.token_bytes(16)),
        "provider_id": encode(provider_id), "name": name, "versions": "1", "k_local": encode(secrets.token_bytes(32))}
    return {member: value for member, value in (members | changes).items() if value is not None}


def write_private(folder: Path, name: str, data: bytes, mode: int = 0o600) -> None:
    """Replaces a file as 2.3 says: a fresh temporary file, synced and renamed."""
    temporary = folder / f".{name}.{secrets.token_hex(8)}"
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    with os.fdopen(file, "wb") as opened:
        os.fchmod(opened.fileno(), mode)
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    os.rename(temporary, folder / name)


def folder_of(runtime: str | Path) -> Path:
    folder = Path(runtime) / "providers"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def publish(runtime: str | Path, members: dict[str, Any] | bytes, name: str) -> bytes:
    """Writes the file and returns its bytes."""
    data = members if isinstance(members, bytes) else compact(members).encode()
    write_private(folder_of(runtime), f"{name}.json", data)
    return data


def withdraw(runtime: str | Path, name: str, data: bytes) -> None:
    """Removes the file if it still has these bytes."""
    path = Path(runtime) / "providers" / f"{name}.json"
    try:
        if path.read_bytes() == data:
            path.unlink()
    except FileNotFoundError:
        pass
