package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  private static let sendColumns = """
    currency, transaction_id, outputs, fee, sent_at, found_at, marks, verdict, excluded FROM wallet_sends
    """

  /// Returns the position up to which the wallet's sends were read, as the wallet wrote it.
  package func sendCursor(currency: String) throws -> String? {
    try first("SELECT cursor FROM send_cursors WHERE currency = ?", [currency]) {
      columns throws -> String in
      try columns.text()
    }
  }

  /// Returns the sends with outputs that belong to no order and may still belong to one, oldest first. Sends on which
  /// the owner has decided are left out.
  package func unknownSends() throws -> [UnknownSend] {
    try all(
      """
      SELECT \(Self.sendColumns) WHERE verdict IN ('open', 'noted', 'forgotten')
        AND (SELECT count(*) FROM signed_transactions AS a WHERE a.transaction_id = wallet_sends.transaction_id)
          <= length(outputs) - length(replace(outputs, ?1, ''))
      ORDER BY coalesce(sent_at, found_at), transaction_id
      """, ["\n"], UnknownSend.init(columns:))
  }

  /// Returns the number of orders that have this transaction.
  package func ordersCount(of transactionID: String) throws -> Int {
    let count = try first("SELECT count(*) FROM signed_transactions WHERE transaction_id = ?", [transactionID]) {
      columns -> Int in try columns.int()
    }
    return count ?? 0
  }

  /// Returns whether a transaction belongs to an order, or was found in the wallet's list before.
  ///
  /// - Parameter beginning: The transaction id, or the beginning of it.
  package func knowsTransaction(_ beginning: String, currency: String) throws -> Bool {
    // Identifiers are hexadecimal, so that every text with this beginning sorts before `end`.
    let end = beginning + "g"
    let found = try first(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM signed_transactions WHERE transaction_id >= ?1 AND transaction_id < ?2)
        OR EXISTS (SELECT 1 FROM wallet_sends
          WHERE currency = ?3 AND transaction_id >= ?1 AND transaction_id < ?2)
        OR EXISTS (SELECT 1 FROM wallet_sends WHERE currency = ?3 AND marks <> ''
          AND replace(' ' || marks || ' ', ' ' || ?1 || ' ', '') <> ' ' || marks || ' ') THEN 1 ELSE 0 END
      """, [beginning, end, currency]
    ) { columns -> Bool in try columns.flag() }
    return found ?? false
  }
}

extension LedgerTransaction {
  /// Stores the position up to which the wallet's sends were read, in the unit that stores these sends.
  package func setSendCursor(_ cursor: String, currency: String) throws {
    try execute(
      """
      INSERT INTO send_cursors (currency, cursor) VALUES (?, ?)
      ON CONFLICT (currency) DO UPDATE SET cursor = excluded.cursor
      """, [currency, cursor])
  }

  /// Stores a new send, or replaces what is stored of a known one.
  package func saveSend(_ send: UnknownSend) throws {
    let outputs = send.outputs.map { "\($0.amount.atomicUnits) \($0.address ?? "")" }.joined(separator: "\n")
    try execute(
      """
      INSERT INTO wallet_sends (currency, transaction_id, outputs, fee, sent_at, found_at, marks, verdict, excluded)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (currency, transaction_id) DO UPDATE SET verdict = excluded.verdict, excluded = excluded.excluded
      """,
      [
        send.currency, send.transactionID, outputs, send.fee?.stored, send.at?.milliseconds,
        send.foundAt.milliseconds, send.marks.joined(separator: " "), send.verdict.rawValue,
        send.excluded.map(\.rawValue).sorted().joined(separator: " "),
      ])
  }

  /// Deletes noted sends that are so old that no order is likely to refer to them.
  package func dropNotedSends(before moment: Timestamp) throws {
    try execute(
      "DELETE FROM wallet_sends WHERE verdict = 'noted' AND coalesce(sent_at, found_at) < ?", [moment.milliseconds])
  }
}

extension UnknownSend {
  fileprivate init(columns: inout Columns) throws {
    let currency = try columns.text()
    let transactionID = try columns.text()
    var outputs: [SendOutput] = []
    for line in try columns.text().utf8.split(separator: UInt8(ascii: "\n")) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard let units = parts.first.flatMap({ UInt128(String(decoding: $0, as: UTF8.self)) }) else {
        throw LedgerError.corrupt
      }
      outputs.append(
        SendOutput(
          address: parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil,
          amount: Amount(atomicUnits: units)))
    }
    let fee = try columns.optionalAmount()
    let at = try columns.optionalTime()
    let foundAt = try columns.time()
    func words(_ text: String) -> [String] {
      text.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }
    let marks = words(try columns.text())
    let verdict: SendVerdict = try columns.choice()
    self.init(
      currency: currency, transactionID: transactionID, outputs: outputs, fee: fee, at: at, foundAt: foundAt,
      marks: marks, verdict: verdict, excluded: Set(words(try columns.text()).map(OrderID.init(rawValue:))))
  }
}
