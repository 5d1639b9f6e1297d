package import PaymentsModel

extension LedgerReader {
  /// Returns the position up to which the wallet's transfers were read, as the wallet wrote it.
  package func transferCursor(currency: String) throws -> String? {
    try first("SELECT cursor FROM cursors WHERE currency = ?", [currency]) { columns -> String in
      try columns.text()
    }
  }

  /// Returns the value of a setting; `nil` if it is not set.
  package func setting(_ key: String) throws -> String? {
    try first("SELECT value FROM settings WHERE key = ?", [key]) { columns -> String in
      try columns.text()
    }
  }

  /// Whether the ledger came from a backup at this moment or later. What was asked for before may have been carried out, or
  /// have ended, in the ledger that was lost.
  package func wasRestored(since moment: Timestamp) throws -> Bool {
    guard let restored = try setting("restored_at").flatMap({ Int64($0) }) else { return false }
    return moment.milliseconds <= restored
  }

  /// Returns the network of each currency that the ledger was used with, by code.
  package func networks() throws -> [(currency: String, network: String)] {
    try all("SELECT substr(key, 9), value FROM settings WHERE key LIKE 'network.%' ORDER BY key", []) {
      columns -> (String, String) in
      (try columns.text(), try columns.text())
    }
  }
}

extension LedgerTransaction {
  /// Notes that the ledger came from a backup.
  package func setRestored(at now: Timestamp) throws { try setSetting("restored_at", String(now.milliseconds)) }

  /// Notes the network of a currency that the ledger is used with.
  package func setNetwork(_ network: String, of currency: String) throws {
    try setSetting("network." + currency, network)
  }

  /// Stores the position up to which the wallet's transfers were read, in the unit that stores these transfers.
  package func setTransferCursor(_ cursor: String, currency: String) throws {
    try execute(
      """
      INSERT INTO cursors (currency, cursor) VALUES (?, ?) ON CONFLICT (currency) DO UPDATE SET cursor = excluded.cursor
      """,
      [currency, cursor])
  }

  /// Sets the value of a setting, or removes it with `nil`.
  package func setSetting(_ key: String, _ value: String?) throws {
    guard let value else { return try execute("DELETE FROM settings WHERE key = ?", [key]) }
    try execute(
      "INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      [key, value])
  }
}
