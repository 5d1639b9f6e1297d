"""Chapter 2: finds a provider's discovery file, trusts it only after all checks, and pins the provider's key."""

import base64
import json
import os
import re
import stat

LARGEST = 16_384
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
URL = re.compile(r"ws://((?:127\.0\.0\.1|\[::1\]|localhost):([1-9][0-9]{0,4}))/v1")


class Refused(Exception):
    """The file, or the provider that it names, is not to be trusted."""


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    """Base64url as the conventions have it: no padding, no second spelling."""
    if not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("not canonical base64url")
    return data


def unique(pairs):
    """An object; a member that comes twice is an error."""
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member comes twice")
    return value


class Discovery:
    """One discovery file: its bytes and what they say."""

    def __init__(self, data, name):
        self.bytes = data
        value = json.loads(data.decode("utf-8"), object_pairs_hook=unique)
        if value["v"] != 1:
            raise Refused(f"version {value['v']} of the discovery file is not known")
        match = URL.fullmatch(value["url"])
        if not match or int(match[2]) > 65_535:
            raise Refused(f"{value['url']} is no URL of a provider")
        self.url, self.authority = value["url"], match[1]
        self.name = value["name"]
        if self.name != name:
            raise Refused(f"{name}.json names itself {self.name}")
        self.provider_id = self._data(value, "provider_id", 32)
        self.k_local = self._data(value, "k_local", 32)
        self._data(value, "boot_nonce", 16)
        self.lowest, self.highest = version_range(value["versions"])
        if not isinstance(value["pid"], int) or value["pid"] <= 0:
            raise Refused("pid is none")

    @staticmethod
    def _data(value, member, count):
        data = decode(value[member])
        if len(data) != count:
            raise Refused(f"{member} has {len(data)} bytes")
        return data


def version_range(text):
    match = re.fullmatch(r"([0-9]{1,4})(?:-([0-9]{1,4}))?", text)
    low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    if not 1 <= low <= high:
        raise Refused(f"{text} is no range of versions")
    return low, high


def private(status, what, kind):
    if not kind(status.st_mode):
        raise Refused(f"{what} is of the wrong kind")
    if status.st_uid != os.geteuid():
        raise Refused(f"{what} belongs to user {status.st_uid}")
    if status.st_mode & 0o077:
        raise Refused(f"{what} is open to others: mode {stat.S_IMODE(status.st_mode):o}")


def find(runtime, name=None):
    """The provider of a name, or the only one."""
    path = os.path.join(runtime, "providers")
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        private(os.fstat(folder), path, stat.S_ISDIR)
        names = [file[:-5] for file in os.listdir(folder) if file.endswith(".json") and NAME.fullmatch(file[:-5])]
        if name is not None:
            names = [known for known in names if known == name]
        if len(names) != 1:
            raise Refused(f"{len(names)} providers run: {sorted(names)}")
        return Discovery(read(folder, names[0] + ".json"), names[0])
    finally:
        os.close(folder)


def read(folder, name):
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(file, "rb") as opened:
        private(os.fstat(opened.fileno()), name, stat.S_ISREG)
        data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise Refused(f"{name} is too large")
    return data


def pin(state, discovery):
    """The key that the provider must prove: as pinned, or pinned now. Neither key nor versions may go back."""
    path = os.path.join(state, "pins.json")
    pins = {}
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            pins = json.load(file)
    known = pins.get(discovery.name)
    if known and decode(known["provider_id"]) != discovery.provider_id:
        raise Refused(f"{discovery.name} has another key than at the first contact")
    if known and discovery.highest < known["highest"]:
        raise Refused(f"{discovery.name} offers only older versions than before")
    pins[discovery.name] = {"provider_id": encode(discovery.provider_id), "highest": discovery.highest}
    write_private(path, json.dumps(pins).encode())
    return discovery.provider_id


def identity(state):
    """The seed of the app's own key, made at the first use."""
    path = os.path.join(state, "identity")
    if not os.path.exists(path):
        write_private(path, os.urandom(32))
    with open(path, "rb") as file:
        private(os.fstat(file.fileno()), path, stat.S_ISREG)
        return file.read()


def write_private(path, data):
    temporary = f"{path}.{os.getpid()}"
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "wb") as opened:
        opened.write(data)
        opened.flush()
        os.fsync(opened.fileno())
    os.replace(temporary, path)
