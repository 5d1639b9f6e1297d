package import PaymentsModel

extension LedgerReader {
  /// Returns the position up to which the wallet's transfers were read, as the wallet wrote it.
  package func transferCursor(currency: String) throws -> String? {
    let cursors = LedgerSchema.cursors
    return try first(in: cursors, where: [cursors.currency(currency)]) { try $0[cursors.cursor] }
  }

  /// Returns the value of a setting; `nil` if it is not set.
  package func setting(_ key: String) throws -> String? {
    if let known = knownSettings[key] { return known }
    let settings = LedgerSchema.settings
    let value = try first(in: settings, where: [settings.key(key)]) { try $0[settings.value] }
    knownSettings[key] = .some(value)
    return value
  }

  /// Whether the ledger came from a backup at this moment or later. What was asked for before may have been carried out, or
  /// have ended, in the ledger that was lost.
  package func wasRestored(since moment: Timestamp) throws -> Bool {
    guard let restored = try setting("restored_at").flatMap({ Int64($0) }) else { return false }
    return moment.milliseconds <= restored
  }

  /// Returns the network of each currency that the ledger was used with, by code.
  package func networks() throws -> [(currency: String, network: String)] {
    try computed("SELECT substr(key, 9), value FROM settings WHERE key LIKE 'network.%' ORDER BY key", []) {
      (try $0[0], try $0[1])
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
    let cursors = LedgerSchema.cursors
    try save(in: cursors, new: [cursors.currency(currency)], [cursors.cursor(cursor)])
  }

  /// Sets the value of a setting, or removes it with `nil`.
  package func setSetting(_ key: String, _ value: String?) throws {
    knownSettings[key] = nil
    let settings = LedgerSchema.settings
    guard let value else { return try delete(from: settings, where: [settings.key(key)]) }
    try save(in: settings, new: [settings.key(key)], [settings.value(value)])
  }
}
