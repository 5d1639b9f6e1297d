"""Checks the audit log of a provider, from chapter 10 of the specification alone: python3 audit.py LEDGER.SQLITE [NOTE]

Prints HASH:NUMBER of the last entry. Needs nothing but the standard library, and works while the provider runs.
"""
import hashlib
import sqlite3
import struct
import sys


def field(text):
    if text is None:
        return b"\xff\xff\xff\xff"
    data = text.encode()
    return struct.pack(">I", len(data)) + data


def main(path, note=None):
    ledger = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    number, digest, found = 0, hashlib.sha256(b"payport/audit/1").digest(), note is None
    rows = ledger.execute("SELECT entry, at, kind, app_key, object_id, detail, hash FROM audit ORDER BY entry")
    for entry, at, kind, app, object_id, detail, stored in rows:
        number += 1
        if entry != number:
            sys.exit(f"entry {number} is missing")
        canonical = struct.pack(">qq", entry, at) + b"".join(map(field, (kind, app, object_id, detail)))
        digest = hashlib.sha256(digest + canonical).digest()
        if digest != stored:
            sys.exit(f"entry {number} was changed")
        found = found or note in (digest.hex(), f"{digest.hex()}:{number}")
    if not found:
        sys.exit("the noted head is not in the log")
    print(f"{digest.hex()}:{number}")


main(*sys.argv[1:])
