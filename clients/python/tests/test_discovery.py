"""Each check of 2.2 and 2.4, and each case of 2.6 that a file alone decides."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path

import pytest

from payport import (
    App, AsyncClient, NoProvider, NotAWallet, SeveralProviders, UntrustedFile, VersionMismatch, VersionWentBack,
    WrongKey,
)
from payport.discovery import find, folder_of_providers
from payport.encoding import to_base64url
from payport.store import Store

GOOD = {
    "v": 1, "url": "ws://127.0.0.1:49152/v1", "pid": os.getpid(), "boot_nonce": to_base64url(bytes(16)),
    "provider_id": to_base64url(b"\x05" * 32), "name": "wallet", "versions": "1", "k_local": to_base64url(bytes(32))}

OTHER_KEY = to_base64url(b"\x06" * 32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "runtime" / "providers"
    folder.mkdir(parents=True, mode=0o700)
    return folder


def write(folder: Path, content: bytes | dict, name: str = "wallet.json") -> Path:
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else json.dumps(content).encode())
    path.chmod(0o600)
    return path


def changed(**members) -> dict:
    return {name: value for name, value in {**GOOD, **members}.items() if value is not None}


def look(folder: Path, name: str | None = None):
    return find(str(folder), "payments", (1, 1), name)


def test_a_good_file_is_used(folder):
    write(folder, changed(colour="red", services=["payments", "other"], on_demand=True))
    found = look(folder)
    assert (found.name, found.authority, found.versions, found.on_demand) == ("wallet", "127.0.0.1:49152", (1, 1), True)
    assert found.data == (folder / "wallet.json").read_bytes()
    assert "k_local" not in repr(found) and "data" not in repr(found)


@pytest.mark.parametrize("authority", ["127.0.0.1:1", "[::1]:65535", "localhost:49152"])
def test_each_host_of_this_machine_is_good(folder, authority):
    write(folder, changed(url=f"ws://{authority}/v1"))
    assert look(folder).authority == authority


def test_a_file_of_16384_bytes_is_good(folder):
    write(folder, json.dumps(GOOD).encode().ljust(16_384))
    assert look(folder).name == "wallet"


LONG = json.dumps(GOOD)[:-1].encode() + b" " * 16_384 + b"}"
DOUBLE = json.dumps(GOOD)[:-1].encode() + b',"pid":1}'
MALFORMED = {
    "one byte too long": json.dumps(GOOD).encode().ljust(16_385), "not JSON": b"{", "empty": b"",
    "not an object": b"[]", "a byte order mark": b"\xef\xbb\xbf" + json.dumps(GOOD).encode(),
    "not UTF-8": b'{"v":1,"name":"\xff"}', "a member twice": DOUBLE, "too long": LONG, "NaN": b'{"v":NaN}',
    "half a surrogate": json.dumps(changed(colour="\ud800")).encode(),
    "too deep": b'{"v":' + b"[" * 9000 + b"]" * 9000 + b"}",
    **{f"no {member}": changed(**{member: None}) for member in GOOD},
    **{f"{member} of another type": changed(**{member: [1]}) for member in GOOD},
    "version 2": changed(v=2), "version 1.0": json.dumps(GOOD).replace('"v": 1', '"v": 1.0').encode(),
    "v true": changed(v=True),
    "another host": changed(url="ws://10.0.0.1:49152/v1"), "another scheme": changed(url="wss://127.0.0.1:49152/v1"),
    "another path": changed(url="ws://127.0.0.1:49152/v2"), "a user": changed(url="ws://u@127.0.0.1:49152/v1"),
    "port 0": changed(url="ws://127.0.0.1:0/v1"), "port 65536": changed(url="ws://127.0.0.1:65536/v1"),
    "a port with a zero before it": changed(url="ws://127.0.0.1:0443/v1"), "no port": changed(url="ws://127.0.0.1/v1"),
    "a newline after the url": changed(url="ws://127.0.0.1:49152/v1\n"), "another name": changed(name="other"),
    "a short key": changed(provider_id=to_base64url(bytes(31))),
    "a padded key": changed(k_local=to_base64url(bytes(32)) + "="),
    "unused bits in a key": changed(k_local="A" * 42 + "B"), "a short nonce": changed(boot_nonce="AAAA"),
    "versions 0": changed(versions="0"), "versions 2-1": changed(versions="2-1"), "versions 01": changed(versions="01"),
    "no services": changed(services=[]), "17 services": changed(services=["payments"] * 17),
    "a service that is no name": changed(services=["payments", "-"]), "on_demand 1": changed(on_demand=1),
    "a pid of 0": changed(pid=0), "a pid too large": changed(pid=2**31)}


@pytest.mark.parametrize("content", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_files_are_refused(folder, content):
    write(folder, content)
    for name in (None, "wallet"):
        with pytest.raises(UntrustedFile) as refused:
            look(folder, name)
        assert refused.value.check and refused.value.remedy


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o601])
def test_a_file_that_is_open_to_others_is_refused(folder, mode):
    write(folder, GOOD).chmod(mode)
    with pytest.raises(UntrustedFile, match="open to others"):
        look(folder)


@pytest.mark.parametrize("mode", [0o701, 0o750, 0o770])
def test_a_folder_that_is_open_to_others_is_refused(folder, mode):
    write(folder, GOOD)
    folder.chmod(mode)
    with pytest.raises(UntrustedFile, match="folder is open to others"):
        look(folder)


def test_links_pipes_and_folders_are_refused(folder, tmp_path):
    (tmp_path / "elsewhere").write_text(json.dumps(GOOD))
    (tmp_path / "elsewhere").chmod(0o600)
    (folder / "wallet.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UntrustedFile, match="link"):
        look(folder)
    (folder / "wallet.json").unlink()
    os.mkfifo(folder / "wallet.json", 0o600)
    with pytest.raises(UntrustedFile, match="plain file"):
        look(folder)
    (folder / "wallet.json").unlink()
    (folder / "wallet.json").mkdir(mode=0o700)
    with pytest.raises(UntrustedFile, match="plain file"):
        look(folder)


def test_a_linked_folder_is_refused(folder, tmp_path):
    write(folder, GOOD)
    (tmp_path / "link").symlink_to(folder)
    with pytest.raises(UntrustedFile, match="folder is a link"):
        look(tmp_path / "link")


def test_the_owner_counts(folder, monkeypatch):
    write(folder, GOOD)
    other = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: other)
    with pytest.raises(UntrustedFile, match="another user"):
        look(folder)


def test_no_provider(folder):
    for place, name in [(folder / "none", None), (folder, None), (folder, "wallet"), (folder, "../wallet")]:
        with pytest.raises(NoProvider):
            look(place, name)


def test_other_names_are_ignored(folder):
    for name in ("-x.json", "wallet.txt", ".json", "a b.json", "x" * 65 + ".json"):
        write(folder, {"v": 7}, name)
    with pytest.raises(NoProvider):
        look(folder)


def test_several_providers_need_a_choice(folder):
    write(folder, GOOD)
    write(folder, changed(name="other", provider_id=OTHER_KEY), "other.json")
    with pytest.raises(SeveralProviders) as several:
        look(folder)
    assert several.value.names == ["other", "wallet"]
    assert look(folder, "other").name == "other"


@pytest.mark.parametrize("bad", ["a.json", "z.json"])
def test_a_bad_file_beside_a_good_one_needs_a_choice(folder, bad):
    write(folder, GOOD)
    write(folder, b"{", bad)
    with pytest.raises(UntrustedFile, match=f"wallet {bad[0]} is found.*not JSON") as refused:
        look(folder)
    assert refused.value.name == bad[0] and "choose one of them by its name" in refused.value.remedy
    assert look(folder, "wallet").name == "wallet"


def test_files_of_dead_processes_do_not_count_unless_they_start_on_demand(folder):
    dead = os.posix_spawn("/bin/true", ["true"], {})
    os.waitpid(dead, 0)
    write(folder, GOOD)
    write(folder, changed(name="other", provider_id=OTHER_KEY, pid=dead), "other.json")
    assert look(folder).name == "wallet"
    write(folder, changed(name="other", provider_id=OTHER_KEY, pid=dead, on_demand=True), "other.json")
    with pytest.raises(SeveralProviders):
        look(folder)


def test_a_chat_is_no_wallet(folder):
    write(folder, changed(services=["messaging"]))
    with pytest.raises(NoProvider):
        look(folder)
    with pytest.raises(NotAWallet):
        look(folder, "wallet")


def test_versions_have_to_meet(folder):
    write(folder, changed(versions="2-3"))
    with pytest.raises(VersionMismatch) as mismatch:
        look(folder)
    assert (mismatch.value.theirs, mismatch.value.ours) == ("2-3", "1")
    # The versions are those of the first service only.
    write(folder, changed(versions="2-3", services=["messaging", "payments"]))
    assert look(folder).versions == (2, 3)


def test_the_folder_follows_the_environment(monkeypatch):
    monkeypatch.setenv("PAYPORT_RUNTIME", "/r")
    assert folder_of_providers() == "/r/providers"
    monkeypatch.setenv("PAYPORT_RUNTIME", "")
    monkeypatch.setenv("XDG_RUNTIME_DIR", "/run/user/7")
    assert folder_of_providers() == "/run/user/7/payport/providers"
    monkeypatch.setenv("XDG_RUNTIME_DIR", "relative")
    monkeypatch.setenv("HOME", "/home/ann")
    assert folder_of_providers() == "/home/ann/.cache/payport/run/providers"


async def pinned_client(folder: Path, tmp_path: Path, highest: int, provider_id: bytes) -> None:
    store = Store(tmp_path / "state")
    store.pin("wallet", provider_id, highest)
    store.close()
    async with AsyncClient(App("a.b", "A", "1"), tmp_path / "state", runtime=folder.parent, patience=0) as client:
        await client.get_session()


def test_another_key_than_the_pinned_one_is_not_connected_to(folder, tmp_path):

    write(folder, GOOD)
    with pytest.raises(WrongKey):
        asyncio.run(pinned_client(folder, tmp_path, 1, b"\x07" * 32))


def test_versions_do_not_go_back(folder, tmp_path):

    write(folder, GOOD)
    with pytest.raises(VersionWentBack):
        asyncio.run(pinned_client(folder, tmp_path, 2, b"\x05" * 32))
