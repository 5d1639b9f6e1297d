package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  private static let sendColumns = """
    currency, transaction_id, outputs, fee, sent_at, found_at, marks, verdict, excluded FROM wallet_sends
    """

  /// Returns up to where the wallet's sends were read; `nil` before they were read for the first time.
  package func sendPosition(currency: String) throws -> SendPosition? {
    try first("SELECT cursor, witness, since, accepted_at FROM send_cursors WHERE currency = ?", [currency]) {
      columns throws -> SendPosition in
      SendPosition(
        cursor: try columns.optionalText(), witness: try columns.text(), since: try columns.time(),
        acceptedAt: try columns.optionalTime())
    }
  }

  /// Returns what the ledger knows of the wallet that the owner has accepted last.
  package func walletEvidence(currency: String) throws -> WalletEvidence {
    let position = try sendPosition(currency: currency)
    let since = position?.acceptedAt?.milliseconds ?? .min
    let payments = try all(
      """
      SELECT coalesce(o.replacement_id, a.transaction_id) FROM orders AS o JOIN signed_transactions AS a USING (order_id)
      WHERE o.currency = ? AND o.created_at > ? AND o.state IN ('in_flight', 'succeeded') AND o.confirmations > 0
        AND o.reversed_at IS NULL
      ORDER BY o.created_at DESC LIMIT 4
      """, [currency, since]
    ) { columns in try columns.text() }
    if let position { return WalletEvidence(payments: payments, addresses: [position.witness]) }
    let addresses = try all(
      "SELECT address FROM addresses WHERE currency = ? ORDER BY created_at DESC LIMIT 4", [currency]
    ) { columns in try columns.text() }
    return WalletEvidence(payments: payments, addresses: addresses)
  }

  /// Returns the sends that belong to no order and may still belong to one, oldest first. Sends on which the owner has
  /// decided are left out, and so are those of which each payment has its order and nothing else is left.
  package func unknownSends() throws -> [UnknownSend] {
    let sends = try all(
      """
      SELECT \(Self.sendColumns) WHERE verdict IN ('open', 'noted', 'forgotten')
      ORDER BY coalesce(sent_at, found_at), transaction_id
      """, [], UnknownSend.init(columns:))
    return try sends.compactMap { send in
      var send = send
      send.taken = try payments(of: send.transactionID, currency: send.currency)
      return send.isTaken && send.rest.unlisted.isEmpty ? nil : send
    }
  }

  /// Returns the sends of a currency that the owner has to look at before this payment is made: those that stop all
  /// payments, and those that may be this payment of this order.
  package func sendsInDoubt(of payment: SendOutput, by order: OrderID, currency: String) throws -> [UnknownSend] {
    let sends = try all(
      "SELECT \(Self.sendColumns) WHERE currency = ? AND verdict IN ('open', 'noted', 'forgotten')", [currency],
      UnknownSend.init(columns:))
    return try sends.compactMap { send in
      var send = send
      if send.verdict == .open { return send }
      guard send.mayPay(payment, of: order) else { return nil }
      send.taken = try payments(of: send.transactionID, currency: currency)
      return send.mayPay(payment, of: order) ? send : nil
    }
  }

  /// Returns what a transaction pays of orders, by their identifiers.
  package func payments(of transactionID: String, currency: String) throws -> [OrderID: SendOutput] {
    let payments = try all(
      """
      SELECT o.order_id, o.address, o.amount FROM signed_transactions AS a JOIN orders AS o USING (order_id)
      WHERE a.transaction_id = ? AND o.currency = ?
      """, [transactionID, currency]
    ) { columns in
      (OrderID(rawValue: try columns.text()), try SendOutput(address: columns.text(), amount: columns.amount()))
    }
    return Dictionary(payments) { first, _ in first }
  }

  /// Returns whether a transaction belongs to an order, as its own or because it replaced that.
  ///
  /// - Parameter beginning: The transaction id, or the beginning of it.
  package func isOfOrder(_ beginning: String) throws -> Bool {
    let found = try first(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM signed_transactions WHERE transaction_id >= ?1 AND transaction_id < ?2)
        OR EXISTS (SELECT 1 FROM orders WHERE replacement_id >= ?1 AND replacement_id < ?2) THEN 1 ELSE 0 END
      """, [beginning, beginning + "g"]
    ) { columns -> Bool in try columns.flag() }
    return found ?? false
  }

  /// Returns whether a transaction belongs to an order, or was found in the wallet's list before.
  ///
  /// - Parameter beginning: The transaction id, or the beginning of it.
  package func knowsTransaction(_ beginning: String, currency: String) throws -> Bool {
    if try isOfOrder(beginning) { return true }
    return try knowsFound(beginning, currency: currency)
  }

  /// Returns whether a mark is that of a transaction that was found in the wallet's list, or the owner has said of it that
  /// it pays no order.
  package func knowsMark(_ beginning: String, currency: String) throws -> Bool {
    if try knowsFound(beginning, currency: currency) { return true }
    let settled = try first(
      "SELECT 1 FROM settled_marks WHERE currency = ? AND mark = ?", [currency, beginning]
    ) { columns -> Int in try columns.int() }
    return settled != nil
  }

  private func knowsFound(_ beginning: String, currency: String) throws -> Bool {
    // Identifiers are hexadecimal, so that every text with this beginning sorts before `end`.
    let end = beginning + "g"
    let found = try first(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM wallet_sends
          WHERE currency = ?3 AND transaction_id >= ?1 AND transaction_id < ?2)
        OR EXISTS (SELECT 1 FROM wallet_sends WHERE currency = ?3 AND marks <> ''
          AND replace(' ' || marks || ' ', ' ' || ?1 || ' ', '') <> ' ' || marks || ' ') THEN 1 ELSE 0 END
      """, [beginning, end, currency]
    ) { columns -> Bool in try columns.flag() }
    return found ?? false
  }
}

extension LedgerTransaction {
  /// Stores up to where the wallet's sends were read, in the unit that stores these sends.
  package func setSendPosition(_ position: SendPosition, currency: String) throws {
    try execute(
      """
      INSERT INTO send_cursors (currency, cursor, witness, since, accepted_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (currency) DO UPDATE SET
        cursor = excluded.cursor, witness = excluded.witness, accepted_at = excluded.accepted_at
      """,
      [currency, position.cursor, position.witness, position.since.milliseconds, position.acceptedAt?.milliseconds])
  }

  /// Stores that the owner has been asked about a mark whose transaction the wallet does not list.
  package func settleMark(_ mark: String, currency: String) throws {
    try execute("INSERT INTO settled_marks (currency, mark) VALUES (?, ?) ON CONFLICT DO NOTHING", [currency, mark])
  }

  /// Stores a new send, or replaces what is stored of a known one.
  package func saveSend(_ send: UnknownSend) throws {
    func lines(_ outputs: [SendOutput], _ end: String = "") -> [String] {
      outputs.map { "\($0.amount.atomicUnits) \($0.address)" + end }
    }
    let unknown = send.content.unknown == .zero ? [] : ["\(send.content.unknown.atomicUnits) "]
    let outputs = (lines(send.content.outputs) + unknown + lines(send.content.unlisted, UnknownSend.unlistedEnd))
      .joined(separator: "\n")
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
  /// The end of the line of an output that the wallet does not name in its list.
  fileprivate static let unlistedEnd = " unlisted"

  fileprivate init(columns: inout Columns) throws {
    let currency = try columns.text()
    let transactionID = try columns.text()
    var (outputs, unlisted): ([SendOutput], [SendOutput]) = ([], [])
    var unknown = Amount.zero
    for line in try columns.text().utf8.split(separator: UInt8(ascii: "\n")) {
      let isUnlisted = line.reversed().starts(with: Self.unlistedEnd.utf8.reversed())
      let named = isUnlisted ? line.dropLast(Self.unlistedEnd.utf8.count) : line
      let parts = named.split(separator: UInt8(ascii: " "), maxSplits: 1)
      guard let units = parts.first.flatMap({ UInt128(String(decoding: $0, as: UTF8.self)) }) else {
        throw LedgerError.corrupt
      }
      let amount = Amount(atomicUnits: units)
      if parts.count > 1, !parts[1].isEmpty {
        let output = SendOutput(address: String(decoding: parts[1], as: UTF8.self), amount: amount)
        if isUnlisted { unlisted.append(output) } else { outputs.append(output) }
      } else {
        unknown = unknown.addingSaturated(amount)
      }
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
      currency: currency, transactionID: transactionID,
      content: SendContent(outputs: outputs, unknown: unknown, unlisted: unlisted),
      fee: fee, at: at, foundAt: foundAt, marks: marks, verdict: verdict,
      excluded: Set(words(try columns.text()).map(OrderID.init(rawValue:))))
  }
}
