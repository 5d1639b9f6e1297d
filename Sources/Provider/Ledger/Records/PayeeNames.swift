extension LedgerReader {
  /// Returns what the owner calls an address; `nil` if it has no name.
  package func payeeName(_ address: String) throws -> String? { try setting("payee." + address) }

  /// Returns what the owner calls addresses, by these.
  package func payeeNames() throws -> [String: String] {
    let names: [(String, String)] = try computed(
      "SELECT substr(key, 7), value FROM settings WHERE key LIKE 'payee.%' ORDER BY key", []
    ) { (try $0[0], try $0[1]) }
    return Dictionary(names) { first, _ in first }
  }
}

extension LedgerTransaction {
  /// Sets what the owner calls an address; `nil` removes the name.
  package func setPayeeName(_ name: String?, of address: String) throws { try setSetting("payee." + address, name) }
}
