"""make.py FOLDER: a state folder as version 1 left it, with a payment in flight and an invoice that can still be paid."""

import os
import shutil
import sqlite3
import sys
import time

here = os.path.dirname(os.path.abspath(__file__))
folder = sys.argv[1]
app = folder + "/app/consumer/payport.payctl"
os.umask(0o077)
for name in ["/state/ledger", "/run", "/app/consumer/payport.payctl/providers"]:
    os.makedirs(folder + name)
for name in ["identity.json", "mock-network.journal"]:
    shutil.copyfile(here + "/" + name, folder + "/state/" + name)
shutil.copyfile(here + "/app-identity.json", app + "/identity.json")
shutil.copyfile(here + "/app-provider.json", app + "/providers/test.json")
ledger = sqlite3.connect(folder + "/state/ledger/ledger.sqlite")
ledger.execute("PRAGMA journal_mode = WAL")
with open(here + "/ledger.sql", encoding="utf-8") as sql:
    ledger.executescript(sql.read())
ledger.execute("PRAGMA application_id = 1348565324")
now = int(time.time() * 1000)
ledger.execute("UPDATE invoices SET expires_at = ?, monitoring_until = ?", (now + 900_000, now + 86_400_000))
ledger.execute("UPDATE orders SET approval_at = ?", (now,))
ledger.commit()
ledger.close()
