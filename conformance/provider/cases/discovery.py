"""Chapter 2: the discovery file."""

import os
import stat

from ...adapter import Refusal
from ...report import require
from ...schemas import Mismatch, payments
from ...wire.text import parse
from ..registry import case


def _file(bench):
    return bench.providers / f"{bench.name}.json"


@case("P2.01", "2.2", "All listed members but services and on_demand MUST be present",
      "the discovery file is acceptable")
def acceptable(bench):
    found = bench.discovery()
    try:
        payments().check("connect_app", "discovery_file", parse(found.bytes))
    except Mismatch as mismatch:
        require(False, f"the file does not match its schema: {mismatch}")


@case("P2.02", "2.3",
      "A provider MUST write the file with mode 0600 into a folder of mode 0700, both owned by the user",
      "nobody else can read the discovery file")
def private(bench):
    for path, mode in ((bench.providers, 0o700), (_file(bench), 0o600)):
        found = os.lstat(path)
        require(stat.S_IMODE(found.st_mode) == mode, f"the mode of {path.name} is {stat.S_IMODE(found.st_mode):o}")
        require(found.st_uid == os.geteuid(), f"{path.name} belongs to another user")


@case("P2.03", "2.2", "services counts as [\"payments\"] when it is absent", "the provider offers payments")
def offers_payments(bench):
    require("payments" in bench.discovery().services, "the provider is no wallet")


@case("P2.04", "2.3", "boot_nonce and k_local MUST be made anew for each file",
      "a restart makes a new nonce and gate key",
      fresh=True)
def made_anew(bench):
    before = bench.discovery()
    bench.restart()
    after = bench.discovery()
    require(before.provider_id == after.provider_id, "the provider has another identity after a restart")
    require(before.boot_nonce != after.boot_nonce, "boot_nonce is the same after a restart")
    require(after.on_demand or before.k_local != after.k_local, "k_local is the same after a restart")


@case("P2.05", "2.3", "Before it ends, it removes the file if the file is still its own",
      "a provider that ends takes its file along",
      fresh=True)
def withdrawn(bench):
    on_demand = bench.discovery().on_demand
    bench.do("stop")
    require(on_demand or not _file(bench).exists(), "the file is still there")


@case("P2.06", "2.3",
      "When a provider crashed and left its file behind, the next provider of that name replaces the file",
      "a crash leaves nothing in the way", fresh=True)
def replaced(bench):
    bench.do("kill")
    before = _file(bench).read_bytes()
    bench.do("run")
    require(_file(bench).read_bytes() != before or bench.discovery().on_demand, "the old file is still there")
    require(bench.stranger().connect().first["status"] == "pending", "no session after a crash")


@case("P2.07", "2.3", "it MUST remove no file but the one that it wrote itself",
      "a file that is not its own any more stays",
      fresh=True)
def not_its_own(bench):
    other = _file(bench).read_bytes() + b"\n"
    fresh = bench.providers / ".other"
    fresh.write_bytes(other)
    fresh.chmod(0o600)
    fresh.rename(_file(bench))
    bench.do("stop")
    require(_file(bench).exists() and _file(bench).read_bytes() == other, "it removed the file of another")


@case("P2.08", "2.3", "A provider MUST NOT replace the file of a provider that runs",
      "a second provider of the same name leaves the first one alone", fresh=True)
def second_provider(bench):
    before = _file(bench).read_bytes()
    try:
        bench.do("another")
    except Refusal:
        pass
    require(_file(bench).exists(), "a second provider of the name has removed the file")
    require(_file(bench).read_bytes() == before, "a second provider of the name has replaced the file")
    require(bench.stranger().connect().first["status"] == "pending", "the first provider cannot be reached any more")
