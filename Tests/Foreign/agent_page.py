#!/usr/bin/env python3
"""Does what docs/cards-in-your-chat.md says, with the programs of the folder PAYPORT_PROGRAMS: runs its shell blocks
and its chat, types what the chat prints after "owner:", and compares what the two people see with the page."""
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("PAYPORT_PROGRAMS", ROOT / ".build" / "debug")).resolve()


def main():
    page = (ROOT / "docs" / "cards-in-your-chat.md").read_text()
    setup, start = re.findall(r"```sh\n(.*?)```", page, re.DOTALL)
    (chat,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (shown,) = re.findall(r"```\n(owner:.*?)```", page, re.DOTALL)
    environment = {
        "PATH": f"{PROGRAMS}:{pathlib.Path(sys.executable).parent}:/usr/bin:/bin", "LANG": "C.UTF-8",
        "SWIFT_BACKTRACE": "enable=no"}
    with tempfile.TemporaryDirectory(prefix="payport-page-") as home:
        environment["HOME"] = home
        # The programs that the page starts in the background are a group of their own, which is ended at the end.
        shell = subprocess.Popen(
            ["bash", "-e", "-c", setup + "\necho begun; wait"], cwd=home, env=environment, stdout=subprocess.PIPE,
            text=True,
            start_new_session=True)
        try:
            assert shell.stdout.readline() == "begun\n", "the two wallets did not start"
            folder = pathlib.Path(home) / "first"
            (folder / "chat.py").write_text(chat)
            said = talk(start, folder, environment)
        finally:
            os.killpg(shell.pid, signal.SIGTERM)
            shell.wait()
    missing = [line for line in shown.splitlines() if not any(re.fullmatch(pattern(line), other) for other in said)]
    for line in missing:
        print(f"the page shows what was not said: {line}")
    print(f"{len(said)} lines were said, {len(shown.splitlines())} are on the page, {len(missing)} are missing")
    return 1 if missing else 0


def talk(start, folder, environment):
    chat = subprocess.Popen(
        ["bash", "-c", "exec " + start], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True,
        encoding="utf-8")
    limit = threading.Timer(120, chat.kill)
    limit.start()
    said = []
    for line in chat.stdout:
        said.append(line.rstrip("\n"))
        print(said[-1], flush=True)
        if said[-1].startswith("owner: "):
            subprocess.run(said[-1].removeprefix("owner: "), shell=True, cwd=folder, env=environment, check=True,
                           stdout=subprocess.DEVNULL)
    limit.cancel()
    assert chat.wait() == 0, f"the chat ended with {chat.returncode}"
    return said


def pattern(line):
    return ".*".join(re.escape(part) for part in line.split("…"))


if __name__ == "__main__":
    sys.exit(main())
