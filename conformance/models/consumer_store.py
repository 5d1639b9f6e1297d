"""What the reference consumer keeps (18.2), and how it reads the discovery file (2.4)."""

import json
import os
import re
import stat
from pathlib import Path

from ..wire import Refused, require
from ..wire.discovery import LARGEST, NAME as PROVIDER_NAME, Discovery
from ..wire.identity import Identity
from ..wire.text import compact, decode, encode, parse

NAME = "wallet"


class Trouble(Exception):
    """A verb failed: `code` is a word of `verbs.md`."""

    def __init__(self, code, sentence="", retry_after_ms=None, number=None, block=None, end_of=None):
        super().__init__(sentence or code)
        self.code, self.retry_after_ms = code, retry_after_ms
        self.end_of = end_of
        """What ended the attempt to connect, where another daemon of the provider may do (2.8)."""
        self.number = number
        """The close code with which the provider ended the handshake."""
        self.block = block
        """The thousands of the number of an error (6.1)."""


class Store:
    """One file, replaced as a whole and synced, before anything that it remembers is sent."""

    def __init__(self, folder):
        self.path = Path(folder) / "reference-consumer.json"
        if self.path.exists():
            self.kept = json.loads(self.path.read_text("utf-8"))
        else:
            self.kept = {"seed": encode(os.urandom(32)), "pins": {}, "versions": {}, "cursor": "0"}
            self.save()

    @property
    def identity(self):
        return Identity(decode(self.kept["seed"]))

    def pin(self, name=NAME):
        """The key that was proved under the name of a daemon."""
        return decode(self.kept["pins"][name]) if name in self.kept["pins"] else None

    def keep(self, **members):
        self.kept |= members
        self.save()

    def met(self, name, key, version=0):
        self.keep(pins=self.kept["pins"] | {name: encode(key)},
                  versions=self.kept["versions"] | {name: max(version, self.kept["versions"].get(name, 0))})

    def save(self):
        draft = self.path.with_suffix(".draft")
        with open(draft, "w", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(compact(self.kept))
            file.flush()
            os.fsync(file.fileno())
        draft.rename(self.path)


def _private(found, kind, is_like, what, forbidden=0o077, anybody=False):
    require(kind(found.st_mode), f"2.4: {what} is {is_like}")
    require(anybody or found.st_uid == os.geteuid(), f"2.4: {what} has another owner")
    require(found.st_mode & forbidden == 0, f"2.4: {what} is open to others")


def read_file(runtime, name, deviates):
    """The bytes of a discovery file, with the checks of 2.4."""
    flags = os.O_RDONLY | os.O_CLOEXEC
    folder = os.open(Path(runtime) / "providers",
                     flags | os.O_DIRECTORY | (0 if deviates("folder may be a link") else os.O_NOFOLLOW))
    try:
        _private(os.fstat(folder), stat.S_ISDIR, "no folder", "the folder",
                 0 if deviates("folder may be open") else 0o077)
        link = 0 if deviates("file may be a link") else os.O_NOFOLLOW
        file = os.open(f"{name}.json", flags | os.O_NONBLOCK | link, dir_fd=folder)
        with os.fdopen(file, "rb") as opened:
            mistakes = {"file may be read by others": 0o022, "file may be written by others": 0o055}
            forbidden = next((bits for mistake, bits in mistakes.items() if deviates(mistake)), 0o077)
            _private(os.fstat(opened.fileno()), stat.S_ISREG, "no file", "the file", forbidden,
                     deviates("file may belong to others"))
            return opened.read(1 << 20 if deviates("file may be long") else LARGEST + 1)
    finally:
        os.close(folder)


def names(runtime, deviates):
    """The names of all discovery files, first that which the user has chosen."""
    try:
        entries = os.listdir(Path(runtime) / "providers")
    except OSError:
        return [NAME]
    found = [entry.removesuffix(".json") for entry in entries if entry.endswith(".json")]
    if deviates("any file of the folder is a provider's") and any(not PROVIDER_NAME.fullmatch(name) for name in found):
        raise Trouble("untrusted", "a file has no name")
    return [NAME, *sorted(name for name in found if name != NAME and PROVIDER_NAME.fullmatch(name))]


def discovered(runtime, deviates, name=NAME):
    """The discovery file of a name. A deviation repairs what it overlooks before the strict reader sees it."""
    end = "an untrusted file"
    try:
        data = read_file(runtime, name, deviates)
    except FileNotFoundError:
        raise Trouble("no_provider", "there is no discovery file", end_of="a missing file") from None
    except (OSError, Refused) as error:
        raise Trouble("untrusted", str(error), end_of=end) from error
    try:
        found = Discovery.read(_repaired(data, name, deviates), name)
    except Refused as refused:
        raise Trouble("untrusted", str(refused), end_of=end) from refused
    if deviates("keys of small order are taken"):
        found.provider_id = decode(parse(data)["provider_id"], 32)
    found.bytes = compact(parse(data)).encode() if deviates("file is encoded again") else data
    if deviates("file with an unknown member is refused") and "later" in parse(data):
        raise Trouble("untrusted", "an unknown member", end_of=end)
    if "payments" not in found.services and not deviates("services are not looked at"):
        raise Trouble("untrusted", "the provider is no wallet", end_of=end)
    return found


def _repaired(data, name, deviates):
    if deviates("file may be long"):
        data = data.rstrip()
    if deviates("byte order mark is skipped"):
        data = data.removeprefix(b"\xef\xbb\xbf")
    try:
        if deviates("member twice is looked for as it is spelt") and b"\\u0075rl" in data:
            data = compact(json.loads(data, object_pairs_hook=lambda pairs: dict(reversed(pairs)))).encode()
        value, before = parse(data), parse(data)
    except ValueError:
        return data  # for the strict reader to refuse
    changes = {
        "v may be a text": ("v", "1", 1), "v may be later": ("v", 2, 1), "pid may be a text": ("pid", "7", 7),
        "on_demand may be a text": ("on_demand", "true", True), "services may be none": ("services", [], ["payments"])}
    for mistake, (member, seen, repaired) in changes.items():
        if deviates(mistake) and isinstance(value, dict) and value.get(member) == seen:
            value[member] = repaired
    if deviates("file without a process is read"):
        value.setdefault("pid", 1)
    if deviates("keys of small order are taken") and value.get("provider_id") == encode(b"\1" + bytes(31)):
        value["provider_id"] = encode(Identity(bytes(32)).public)
    if deviates("name is not compared") and "name" in value:
        value["name"] = name
    if deviates("every loopback address is taken"):
        value["url"] = value["url"].replace("127.0.0.2", "127.0.0.1")
    if deviates("host is compared by its beginning"):
        value["url"] = re.sub(r"localhost\.[a-z.]*", "localhost", value["url"])
    if deviates("query of the URL is dropped"):
        value["url"] = value["url"].partition("?")[0]
    return data if value == before else compact(value).encode()
