"""Checks the audit log of a provider, from chapter 10 of the specification alone: python3 audit.py LEDGER [NOTE]

LEDGER is the path of ledger.sqlite, or the address of a database, postgresql://…. Prints HASH:NUMBER of the last entry.
Needs nothing but the standard library, and psql for a database, and works while the provider runs.
"""
import base64
import hashlib
import json
import sqlite3
import struct
import subprocess
import sys


def field(text):
    if text is None:
        return b"\xff\xff\xff\xff"
    data = text.encode()
    return struct.pack(">I", len(data)) + data


def entries(ledger):
    columns = "entry, at, kind, app_key, object_id, detail"
    if not ledger.startswith("postgresql://"):
        file = sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)
        return file.execute(f"SELECT {columns}, hash FROM audit ORDER BY entry")
    query = f"SELECT json_build_array({columns}, encode(hash, 'hex')) FROM audit ORDER BY entry"
    told = subprocess.run(["psql", "-XAtc", query, ledger], check=True, capture_output=True, text=True).stdout
    rows = map(json.loads, told.splitlines())
    return [(*row[:-1], bytes.fromhex(row[-1])) for row in rows]


def main(ledger, note=None):
    number, digest, found, unnamed = 0, hashlib.sha256(b"payport/audit/1").digest(), note is None, []
    for entry, at, kind, app, object_id, detail, stored in entries(ledger):
        number += 1
        if entry != number:
            sys.exit(f"entry {number} is missing")
        if kind == "shortened":
            unnamed.append(entry)
            digest = stored
            found = found or note in (digest.hex(), f"{digest.hex()}:{number}")
            continue
        canonical = struct.pack(">qq", entry, at) + b"".join(map(field, (kind, app, object_id, detail)))
        digest = hashlib.sha256(digest + canonical).digest()
        if digest != stored:
            sys.exit(f"entry {number} was changed")
        if kind == "audit.shortened":
            said = json.loads(detail)
            named = [known for known in unnamed if said["from"] <= known <= said["through"]]
            numbers = hashlib.sha256(",".join(map(str, named)).encode()).digest()
            if base64.urlsafe_b64encode(numbers).decode().rstrip("=") != said["numbers"]:
                sys.exit(f"entry {number} was changed")
            unnamed = [known for known in unnamed if known not in named]
        found = found or note in (digest.hex(), f"{digest.hex()}:{number}")
    if unnamed:
        sys.exit(f"entry {unnamed[0]} was changed")
    if not found:
        sys.exit("the noted head is not in the log")
    print(f"{digest.hex()}:{number}")


main(*sys.argv[1:])
