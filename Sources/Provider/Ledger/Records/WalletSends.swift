package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns up to where the wallet's sends were read; `nil` before they were read for the first time.
  package func sendPosition(currency: String) throws -> SendPosition? {
    let cursors = LedgerSchema.sendCursors
    return try first(in: cursors, where: [cursors.currency(currency)]) { row in
      SendPosition(
        cursor: try row[cursors.cursor], witness: try row[cursors.witness], since: try row[cursors.since],
        acceptedAt: try row[cursors.acceptedAt])
    }
  }

  /// Returns what the ledger knows of the wallet that the owner has accepted last.
  package func walletEvidence(currency: String) throws -> WalletEvidence {
    let position = try sendPosition(currency: currency)
    let since = position?.acceptedAt?.milliseconds ?? .min
    // What was paid by Lightning has no transaction that a wallet could be recognised by.
    let payments: [String] = try allValues(
      """
      SELECT coalesce(o.replacement_id, a.transaction_id) FROM orders AS o JOIN signed_transactions AS a USING (order_id)
      WHERE o.currency = $1 AND o.created_at > $2 AND o.state IN ('in_flight', 'succeeded') AND o.confirmations > 0 AND o.confirmations <> $3
        AND o.reversed_at IS NULL
      ORDER BY o.created_at DESC LIMIT 4
      """, [currency, since, PaymentLookup.finalConfirmations])
    if let position { return WalletEvidence(payments: payments, addresses: [position.witness]) }
    let addresses: [String] = try allValues(
      "SELECT address FROM addresses WHERE currency = $1 ORDER BY created_at DESC LIMIT 4", [currency])
    return WalletEvidence(payments: payments, addresses: addresses)
  }

  /// Returns the sends that belong to no order and may still belong to one, oldest first. Sends on which the owner has
  /// decided are left out, and so are those of which each payment has its order and nothing else is left.
  package func unknownSends() throws -> [UnknownSend] {
    let sends = try all(
      """
      SELECT \(LedgerSchema.walletSends.list) FROM wallet_sends WHERE verdict IN ('open', 'noted', 'forgotten')
      ORDER BY coalesce(sent_at, found_at), transaction_id
      """, [], UnknownSend.init(row:))
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
      """
      SELECT \(LedgerSchema.walletSends.list) FROM wallet_sends
      WHERE currency = $1 AND verdict IN ('open', 'noted', 'forgotten')
      """, [currency], UnknownSend.init(row:))
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
    let orders = LedgerSchema.orders
    let payments = try all(
      """
      SELECT \(LedgerSchema.orders.list("o")) FROM signed_transactions AS a JOIN orders AS o USING (order_id)
      WHERE a.transaction_id = $1 AND o.currency = $2
      """, [transactionID, currency]
    ) { row in
      (try row[orders.id], SendOutput(address: try row[orders.address], amount: try row[orders.amount]))
    }
    return Dictionary(payments) { first, _ in first }
  }

  /// Returns whether a transaction belongs to an order, as its own or because it replaced that.
  ///
  /// - Parameter beginning: The transaction id, or the beginning of it.
  package func isOfOrder(_ beginning: String) throws -> Bool {
    try firstValue(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM signed_transactions WHERE transaction_id >= $1 AND transaction_id < $2)
        OR EXISTS (SELECT 1 FROM orders WHERE replacement_id >= $1 AND replacement_id < $2) THEN 1 ELSE 0 END
      """, [beginning, beginning + "g"]) ?? false
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
    let marks = LedgerSchema.settledMarks
    return try first(in: marks, where: [marks.currency(currency), marks.mark(beginning)]) { try $0[marks.mark] } != nil
  }

  private func knowsFound(_ beginning: String, currency: String) throws -> Bool {
    // Identifiers are hexadecimal, so that every text with this beginning sorts before `end`.
    let end = beginning + "g"
    return try firstValue(
      """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM wallet_sends
          WHERE currency = $1 AND transaction_id >= $2 AND transaction_id < $3)
        OR EXISTS (SELECT 1 FROM wallet_sends WHERE currency = $1 AND marks <> ''
          AND replace(' ' || marks || ' ', ' ' || $2 || ' ', '') <> ' ' || marks || ' ') THEN 1 ELSE 0 END
      """, [currency, beginning, end]) ?? false
  }
}

extension LedgerTransaction {
  /// Stores up to where the wallet's sends were read, in the unit that stores these sends.
  package func setSendPosition(_ position: SendPosition, currency: String) throws {
    let cursors = LedgerSchema.sendCursors
    try save(
      in: cursors, new: [cursors.currency(currency), cursors.since(position.since)],
      [
        cursors.cursor(position.cursor), cursors.witness(position.witness), cursors.acceptedAt(position.acceptedAt),
      ])
  }

  /// Stores that the owner has been asked about a mark whose transaction the wallet does not list.
  package func settleMark(_ mark: String, currency: String) throws {
    let marks = LedgerSchema.settledMarks
    try insertUnlessThere(into: marks, [marks.currency(currency), marks.mark(mark)])
  }

  /// Stores a new send, or replaces what is stored of a known one.
  package func saveSend(_ send: UnknownSend) throws {
    func lines(_ outputs: [SendOutput], _ end: String = "") -> [String] {
      outputs.map { "\($0.amount.atomicUnits) \($0.address)" + end }
    }
    let unknown = send.content.unknown == .zero ? [] : ["\(send.content.unknown.atomicUnits) "]
    let outputs = (lines(send.content.outputs) + unknown + lines(send.content.unlisted, UnknownSend.unlistedEnd))
      .joined(separator: "\n")
    let sends = LedgerSchema.walletSends
    try save(
      in: sends,
      new: [
        sends.currency(send.currency), sends.transactionID(send.transactionID), sends.outputs(outputs),
        sends.fee(send.fee), sends.sentAt(send.at), sends.foundAt(send.foundAt),
        sends.marks(String(words: send.marks)),
      ],
      [
        sends.verdict(send.verdict), sends.excluded(String(words: send.excluded.map(\.rawValue).sorted())),
      ])
  }

  /// Deletes noted sends that are so old that no order is likely to refer to them.
  package func dropNotedSends(before moment: Timestamp) throws {
    try execute(
      "DELETE FROM wallet_sends WHERE verdict = 'noted' AND coalesce(sent_at, found_at) < $1", [moment])
  }
}

extension UnknownSend {
  /// The end of the line of an output that the wallet does not name in its list.
  fileprivate static let unlistedEnd = " unlisted"

  fileprivate init(row: StoredRow<WalletSendsTable>) throws {
    let sends = LedgerSchema.walletSends
    var (outputs, unlisted): ([SendOutput], [SendOutput]) = ([], [])
    var unknown = Amount.zero
    for line in try row[sends.outputs].utf8.split(separator: UInt8(ascii: "\n")) {
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
    self.init(
      currency: try row[sends.currency], transactionID: try row[sends.transactionID],
      content: SendContent(outputs: outputs, unknown: unknown, unlisted: unlisted), fee: try row[sends.fee],
      at: try row[sends.sentAt], foundAt: try row[sends.foundAt], marks: try row[sends.marks].words,
      verdict: try row[sends.verdict], excluded: Set(try row[sends.excluded].words.map(OrderID.init(rawValue:))))
  }
}
