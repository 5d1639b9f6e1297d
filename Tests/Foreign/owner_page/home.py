"""What the owner does alone on the page, without an app: balances, an address of their own, backups."""

import json
import os
import subprocess
import time

from world import PROGRAMS, kept, require


def balances(world, page):
    held = {each["code"]: each for each in json.loads(world.owner("balance", "--json"))["wallets"]}
    page.go("money")
    for code in ("LTC", "XMR"):
        page.see(f"{held[code]['available']} {code}", "can be spent now", within=f"[data-test=held-{code}]")
    world.owner("mock", "status", "LTC", "unavailable")
    page.see("What it holds is not known now", within="[data-test=held-LTC]")
    world.owner("mock", "status", "LTC", "ready")
    page.see(f"{held['LTC']['available']} LTC", within="[data-test=held-LTC]")


def receive_alone(world, page):
    page.go("money")
    page.click("[data-test=receive-open]")
    page.type("#field-receive_amount", "1,5")
    page.type("#field-receive_note", "Boat, second half")
    page.click("[data-test=receive-make]")
    page.see("Pay to this address", "Boat, second half", "None: you made it yourself", within="[data-test=story]")
    listed = json.loads(world.owner("payments", "--incoming", "--json"))["invoices"]
    invoice = next(each for each in listed if each["app"]["key"] == "owner")
    require((invoice["amount"], invoice["description"]) == ("1.5", "Boat, second half"), f"it is {invoice}")
    page.find("svg.qr")
    picture = world.folder / "own.png"
    page.picture(picture)
    read = subprocess.run(["zbarimg", "--quiet", "--raw", str(picture)], capture_output=True, text=True, check=False)
    shown = json.loads(world.owner("payments", invoice["id"], "--json"))["invoice"]
    require(read.stdout.strip() == shown["uri"] and "1.5" in shown["uri"], f"the code says {read.stdout!r}")
    world.owner("mock", "receive", invoice["address"], "1.5")
    world.owner("mock", "mine", "8")
    page.see("Received", "1.5")
    page.gone("Pay to this address")
    page.go("money")
    page.type("#field-query", "second half")
    page.see("You", "One payment.")
    page.script("""const field = document.querySelector('#field-query');
      field.value = ''; field.dispatchEvent(new Event('input', {bubbles: true}));""")
    # No app sees it, and the owner is none.
    apps = json.loads(world.owner("apps", "--json"))["apps"]
    require(all(each["app"]["key"] != "owner" for each in apps), "the owner is listed as an app")
    world.owner("audit", "verify")


def backup(world, page):
    page.go("health")
    page.click_text("summary", "Backup")
    page.type("#field-passphrase", "correct horse battery")
    page.type("#field-passphrase_again", "correct horse battery")
    page.click("[data-test=backup-make]")
    page.see("The backup is made")
    deadline = time.monotonic() + 30
    while not (found := [each for each in page.downloads.glob("payport-*.backup") if len(kept(each)) > 1000]):
        require(time.monotonic() < deadline, "no backup was downloaded")
        time.sleep(0.05)
    require(page.script("return document.querySelector('#field-passphrase').value") == "", "the passphrase stays")
    # It is one that payd restores, and nothing of it is left beside the ledger.
    passphrase = world.folder / "passphrase"
    passphrase.write_text("correct horse battery")
    passphrase.chmod(0o600)
    state = world.folder / f"restored-{found[0].name}-{time.monotonic_ns()}"
    restored = subprocess.run(
        [PROGRAMS / "payd", "restore", found[0], "--state", state, "--passphrase-file", passphrase],
        env=world.environment, capture_output=True, text=True, timeout=60, check=False)
    require(restored.returncode == 0, f"it is not restored: {restored.stdout} {restored.stderr}")
    left = [each for each in os.listdir(world.folder / "state") if each.startswith("page-")]
    require(not left, f"these are left: {left}")
    found[0].unlink()
