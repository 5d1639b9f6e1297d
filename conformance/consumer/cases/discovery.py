"""Chapter 2: the discovery file, and chapter 8: versions."""

import json
import os
import socket

from ...report import NotApplicable, require
from ...wire import discovery
from ...wire.identity import Identity
from ...wire.text import compact, encode
from ..bench import SEED
from ..registry import case, table


def members(bench, **changes):
    return discovery.describe(bench.provider.authority, "wallet", Identity(SEED).public, **changes)




async def refused(bench, data, rule):
    discovery.publish(bench.runtime, data, "wallet")
    await bench.refuses(rule)
    bench.nothing_sent(rule)


@case("C2.01", "2.4", "MUST check that the folder is open to nobody else", "a folder that others can read is not used")
async def folder_open(bench):
    await bench.open()
    os.chmod(bench.runtime / "providers", 0o750)
    await bench.refuses("2.4")
    bench.nothing_sent("2.4")


@case("C2.02", "2.4", "MUST open the folder with O_NOFOLLOW", "a folder that is a link is not used")
async def folder_link(bench):
    await bench.open()
    os.rename(bench.runtime / "providers", bench.runtime / "elsewhere")
    os.symlink(bench.runtime / "elsewhere", bench.runtime / "providers")
    await bench.refuses("2.4")
    bench.nothing_sent("2.4")


@table("C2.03", "2.4", "MUST check that the file is open to nobody else", "a file is not used that others may",
       [("read", 0o640), ("write", 0o602)])
async def file_open(bench, mode):
    await bench.open()
    os.chmod(bench.runtime / "providers" / "wallet.json", mode)
    await bench.refuses("2.4")
    bench.nothing_sent("2.4")


@case("C2.05", "2.4", "MUST open the file with O_NOFOLLOW", "a file that is a link is not used")
async def file_link(bench):
    await bench.open()
    folder = bench.runtime / "providers"
    os.rename(folder / "wallet.json", bench.runtime / "wallet.json")
    os.symlink(bench.runtime / "wallet.json", folder / "wallet.json")
    await bench.refuses("2.4")
    bench.nothing_sent("2.4")


@case("C2.06", "2.4", "MUST open with O_NONBLOCK and check that it is a regular file",
      "a pipe in place of the file stops nothing")
async def file_pipe(bench):
    await bench.open(publish=False)
    folder = discovery.folder_of(bench.runtime)
    os.mkfifo(folder / "wallet.json", 0o600)
    await bench.refuses("2.4")


@case("C2.07", "2.4", "MUST check that the owner is the consumer's own user", "a file of another user is not used")
async def file_owner(bench):
    if os.geteuid():
        raise NotApplicable("only root can make a file of another user")
    await bench.open()
    os.chown(bench.runtime / "providers" / "wallet.json", 65_534, 65_534)
    await bench.refuses("2.4")
    bench.nothing_sent("2.4")


@case("C2.08", "2.4", "MUST refuse a file of more than 16,384 bytes", "a file that is too long is not used")
async def file_long(bench):
    await bench.open(publish=False)
    data = compact(members(bench)).encode()
    discovery.publish(bench.runtime, data + b" " * (16_385 - len(data)), "wallet")
    await bench.refuses("2.4")
    bench.nothing_sent("2.4")


@case("C2.09", "2.4", "reads at most 16,384 bytes", "a file of exactly 16,384 bytes is used")
async def file_longest(bench):
    await bench.open(publish=False)
    data = compact(members(bench)).encode()
    file = data + b" " * (16_384 - len(data))
    bench.provider.k_local, bench.provider.file = discovery.decode(json.loads(data)["k_local"]), file
    discovery.publish(bench.runtime, file, "wallet")
    await bench.works("2.4")


def twice(data, member):
    value = json.dumps(json.loads(data)[member])
    return data[:-1] + f',"{member}":{value}}}'.encode()


@table("C2.10", "2.2", "MUST be one JSON object in UTF-8, no byte order mark, no member twice",
       "a file is not used that is", [
    ("cut short", lambda data: data[:-2]),
    ("an array", lambda data: b"[" + data + b"]"),
    ("preceded by a byte order mark", lambda data: b"\xef\xbb\xbf" + data),
    ("followed by something", lambda data: data + b"{}"),
    ("not UTF-8", lambda data: data[:-1] + b',"x":"\xff"}'),
    ("one with a member twice", lambda data: twice(data, "url")),
    ("one with a member twice, spelt differently", lambda data: data[:-1] + b',"\\u0075rl":"ws://127.0.0.1:1/v1"}')])
async def file_json(bench, change):
    await bench.open(publish=False)
    await refused(bench, change(compact(members(bench)).encode()), "2.2")


@table("C2.17", "2.2", "MUST refuse any other version before it looks at the rest", "v is",
       [("2", 2), ("a text", "1"), ("0", 0)])
async def file_version(bench, version):
    await bench.open(publish=False)
    await refused(bench, compact(members(bench, v=version)).encode(), "2.2")


@table("C2.20", "2.2", "ws://HOST:PORT/v1 with HOST one of 127.0.0.1, [::1], localhost", "a URL is not used with", [
    ("another machine", "ws://192.0.2.1:{port}/v1"),
    ("a name that begins like one", "ws://localhost.example:{port}/v1"),
    ("a user", "ws://127.0.0.1:{port}@192.0.2.1:{port}/v1"), ("TLS", "wss://127.0.0.1:{port}/v1"),
    ("another path", "ws://127.0.0.1:{port}/v2"), ("a query", "ws://127.0.0.1:{port}/v1?x=1"),
    ("a port with a zero in front", "ws://127.0.0.1:0{port}/v1"), ("the port 0", "ws://127.0.0.1:0/v1"),
    ("a port above 65535", "ws://127.0.0.1:65536/v1"), ("no port", "ws://127.0.0.1/v1"),
    ("another loopback address", "ws://127.0.0.2:{port}/v1"), ("capitals", "WS://127.0.0.1:{port}/v1")])
async def file_url(bench, url):
    await bench.open(publish=False)
    port = bench.provider.authority.rpartition(":")[2]
    await refused(bench, compact(members(bench, url=url.format(port=port))).encode(), "2.2")


@table("C2.32", "2.2", "All listed members but services and on_demand MUST be present", "a file is not used without",
       [(name, name) for name in ("v", "url", "pid", "boot_nonce", "provider_id", "name", "versions", "k_local")])
async def file_without(bench, name):
    await bench.open(publish=False)
    await refused(bench, compact(members(bench, **{name: None})).encode(), "2.2")


@table("C2.40", "2.2", "each member is as the table says", "a file is not used with", [
    ("k_local of 31 bytes", {"k_local": encode(bytes(31))}),
    ("a k_local that is padded", {"k_local": encode(bytes(32)) + "="}),
    ("a k_local with unused bits", {"k_local": encode(bytes(32))[:-1] + "B"}),
    ("a boot_nonce of 15 bytes", {"boot_nonce": encode(bytes(15))}),
    ("a provider_id of 33 bytes", {"provider_id": encode(bytes(33))}), ("a pid that is a text", {"pid": "7"}),
    ("versions that end before they begin", {"versions": "2-1"}), ("versions of zero", {"versions": "0-1"}),
    ("no services", {"services": []}), ("17 services", {"services": ["payments"] * 17}),
    ("a service that is no name", {"services": ["payments", "-x"]}), ("on_demand as a text", {"on_demand": "true"})])
async def file_member(bench, changes):
    await bench.open(publish=False)
    await refused(bench, compact(members(bench, **changes)).encode(), "2.2")


@case("C2.52", "2.4", "MUST check that name is the name under which the file was found",
      "a file that names itself otherwise is not used")
async def file_name(bench):
    await bench.open(publish=False)
    await refused(bench, compact(members(bench, name="purse")).encode(), "2.4")


@case("C2.53", "2.2", "MUST ignore members that it does not know", "unknown members are ignored")
async def file_unknown(bench):
    await bench.open({"later": {"url": "ws://127.0.0.1:1/v1"}, "x": None, "zeal": [1, "2"]})
    await bench.works("2.2")


@case("C2.54", "3.2", "D is SHA-256 of the bytes of the file", "the bytes of the file are hashed, not what they say")
async def file_bytes(bench):
    await bench.open(publish=False)
    value = members(bench)
    text = "\n{" + ",\t".join(f'"{name[0]}\\u{ord(name[1]):04x}{name[2:]}" : {json.dumps(value[name])}'
                               if len(name) > 1 else f'"{name}":{value[name]}'
                              for name in reversed(list(value))) + " }\r\n"
    bench.provider.k_local, bench.provider.file = discovery.decode(value["k_local"]), text.encode()
    discovery.publish(bench.runtime, text.encode(), "wallet")
    await bench.works("3.2")


@case("C2.55", "2.2", "MUST take a provider into account only for a service that it offers",
      "a provider of another service is not used")
async def other_service(bench):
    await bench.open(publish=False)
    await refused(bench, compact(members(bench, services=["messaging"])).encode(), "2.2")


@case("C2.56", "2.7", "on_demand changes nothing for a consumer", "a provider that is started on demand is used")
async def on_demand(bench):
    await bench.open({"on_demand": True, "services": ["payments"]})
    await bench.works("2.7")


@case("C2.57", "2.1", "MUST ignore all files whose name is not a provider's name followed by .json",
      "other files in the folder are ignored")
async def other_files(bench):
    await bench.open()
    for name in (".json", "-wallet.json", ".wallet.json", "wallet.json.tmp", "wallet .json", "README",
                 "w" * 65 + ".json"):
        discovery.write_private(bench.runtime / "providers", name, b"not a provider")
    await bench.works("2.1")


@case("C2.58", "2.6", "there is no folder: the provider does not run", "without a folder there is no provider")
async def no_folder(bench):
    await bench.open(publish=False)
    answer = await bench.refuses("2.6")
    require(answer.code == "no_provider", f"2.6: {answer}")


@case("C2.59", "2.6", "there is a file, but the connection is refused: not running",
      "a file that was left behind is no provider")
async def stale(bench):
    await bench.open(publish=False)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        file = members(bench, url=f"ws://127.0.0.1:{unused.getsockname()[1]}/v1")
        discovery.publish(bench.runtime, file, "wallet")
        answer = await bench.refuses("2.6")
    require(answer.code == "no_provider", f"2.6: {answer}")


@case("C2.60", "2.5", "MUST NOT connect when the file names another key than the pinned one",
      "another key is not connected to")
async def other_key(bench):
    bench.provider.identity = Identity.generate()
    await bench.open()
    answer = await bench.refuses("2.5")
    bench.nothing_sent("2.5")
    require(answer.code == "wrong_key", f"2.5: {answer}")


@case("C2.61", "2.5", "MUST NOT replace the pin by itself", "the pin stays after another key was seen")
async def pin_stays(bench):
    right, bench.provider.identity = bench.provider.identity, Identity.generate()
    await bench.open()
    await bench.refuses("2.5")
    bench.provider.identity = right
    bench.provider.publish()
    await bench.crash()
    await bench.works("2.5")


@case("C2.62", "2.5", "pins the key once P has proved it", "a key that was not proved is not pinned", fresh=True)
async def pin_after_proof(bench):
    bench.script.at("second", lambda text, connection: text.replace('"id":1', '"id":7'))
    await bench.open()
    answer = await bench.pair()
    require(not answer.ok, "3.3: a forged message was accepted")
    del bench.script.points["second"]
    bench.provider.identity = Identity.generate()
    bench.provider.publish()
    answer = await bench.pair()
    require(answer.ok, f"2.5: a key that nobody proved was pinned: {answer}")


@case("C2.63", "3.1", "MUST refuse an identity key that is a point of small order",
      "a key of small order in the file is refused", fresh=True)
async def small_order(bench):
    await bench.open({"provider_id": encode(b"\x01" + bytes(31))})
    answer = await bench.pair()
    require(not answer.ok, "3.1: paired with a key of small order")
    require(not bench.seen.sessions(), "3.1: a session with a key of small order")


@case("C8.01", "8.2", "MUST NOT connect when the two ranges share no version",
      "a provider of later versions is not connected to")
async def later_versions(bench):
    await bench.open({"versions": "9998-9999"})
    answer = await bench.refuses("8.2")
    bench.nothing_sent("8.2")
    require(answer.code == "wrong_version", f"8.2: {answer}")


@case("C8.02", "8.2", "the version of the session is the highest that both sides speak",
      "a provider of more versions is used")
async def more_versions(bench):
    await bench.open({"versions": "1-9999"})
    await bench.works("8.2")


@case("C8.03", "8.3", "MUST NOT connect when a later file names only lower versions than before",
      "a provider does not go back to lower versions")
async def downgrade(bench):
    await bench.open({"versions": "1-3"})
    require((await bench.pair()).ok, "8.2: versions 1-3 are refused")
    await bench.crash()  # a session that is open may go on
    await bench.until(lambda: not bench.provider.connections, "the suite's own provider")
    bench.seen.all.clear()
    bench.provider.publish({"versions": "1-2"})
    answer = await bench.refuses("8.3")
    bench.nothing_sent("8.3")
    require(answer.code == "wrong_version", f"8.3: {answer}")


@case("C8.04", "8.2", "C MUST close when spec_version is outside of its range",
      "a session of a version that the app does not speak is left")
async def session_version(bench):
    def later(result, connection):
        result["session"]["spec_version"] = 9999
        return result

    bench.script.at("first", later)
    await bench.open()
    await bench.refuses("8.2")
