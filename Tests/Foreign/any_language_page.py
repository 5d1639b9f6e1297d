#!/usr/bin/env python3
"""Does what docs/any-language.md says, with the programs of the folder PAYPORT_PROGRAMS: compiles and runs each program
of the page whose compiler is here, types what it prints after "owner:" and "pays:", and compares what it says with the
page. Each is run twice, and pays once."""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

from agent_page import pattern

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(os.environ.get("PAYPORT_PROGRAMS", ROOT / ".build" / "debug")).resolve()
# The file of each, what it is compiled by and how it is run.
LANGUAGES = {
    "c": ("shop.c", ["gcc", "-std=gnu17", "-Wall", "-Wextra", "-Werror", "shop.c", "-o", "shop"], ["./shop"]),
    "go": ("shop.go", ["go", "build", "-o", "shop", "shop.go"], ["./shop"]),
    "java": ("Shop.java", ["javac", "-Xlint:all", "-Werror", "Shop.java"], ["java", "Shop"]),
    "rust": ("shop.rs", ["rustc", "-D", "warnings", "shop.rs"], ["./shop"]),
    "dart": ("shop.dart", ["dart", "compile", "exe", "shop.dart", "-o", "shop"], ["./shop"]),
}


def main():
    page = (ROOT / "docs" / "any-language.md").read_text()
    (shown,) = re.findall(r"```\n(owner:.*?)```", page, re.DOTALL)
    tried, wrong, left_out = 0, 0, []
    for language, (file, compile_, run) in LANGUAGES.items():
        (program,) = re.findall(rf"```{language}\n(.*?)```", page, re.DOTALL)
        if shutil.which(compile_[0]) is None:
            left_out.append(language)
            continue
        with tempfile.TemporaryDirectory(prefix="payport-page-") as home:
            faults = play(pathlib.Path(home), file, program, compile_, run, shown.splitlines())
        tried, wrong = tried + 1, wrong + len(faults)
        print(f"{language}: {faults or 'as on the page'}", flush=True)
    print(f"{tried} programs were run, {', '.join(left_out) or 'none'} not, {wrong} went wrong")
    return 1 if wrong or not tried else 0


def play(home, file, program, compile_, run, shown):
    environment = {
        **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
        "XDG_STATE_HOME": str(home / "state"), "XDG_RUNTIME_DIR": str(home), "XDG_CONFIG_HOME": str(home / "config"),
        "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no", "GOCACHE": str(home / "cache"), "GO111MODULE": "off"}
    environment["PATH"] = f"{PROGRAMS}:{environment.get('PATH', '/usr/bin:/bin')}"
    home.chmod(0o700)
    (home / file).write_text(program)
    built = subprocess.run(compile_, cwd=home, env=environment, capture_output=True, text=True)
    if built.returncode != 0:
        return [f"it does not compile: {(built.stdout + built.stderr)[-600:]}"]
    daemon = subprocess.Popen(["payd", "run"], cwd=home, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        for line in daemon.stderr:
            if "ready" in line:
                break
        threading.Thread(target=daemon.stderr.read, daemon=True).start()
        said = talk(run, home, environment, {"owner", "pays"})
        again = talk(run, home, environment, {"owner"})
        sent = subprocess.run(
            ["payd", "mock", "broadcasts", "LTC", "--json"], env=environment, capture_output=True, text=True).stdout
    finally:
        daemon.send_signal(signal.SIGTERM)
        daemon.wait()
    faults = [f"not said: {line}" for line in shown if not any(re.fullmatch(pattern(line), other) for other in said)]
    faults += [f"not said again: {line}" for line in shown if line.startswith("The ") and line not in again]
    payments = len(json.loads(sent)["broadcasts"])
    return faults + ([f"{payments} payments in place of one"] if payments != 1 else [])


def talk(run, home, environment, doing):
    """Runs the program and does what it prints."""
    app = subprocess.Popen(run, cwd=home, env=environment, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    limit = threading.Timer(120, app.kill)
    limit.start()
    said = []
    for line in app.stdout:
        said.append(line.rstrip("\n"))
        kind, _, command = said[-1].partition(": ")
        if kind in doing:
            subprocess.run(command, shell=True, cwd=home, env=environment, check=True, stdout=subprocess.DEVNULL)
    limit.cancel()
    status = app.wait()
    return said + ([f"it ended with {status}"] if status else [])


if __name__ == "__main__":
    sys.exit(main())
