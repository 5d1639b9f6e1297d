package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns the orders that have succeeded but are not deep enough in the chain yet to be final.
  package func shallowOrders(currency: String) throws -> [OrderMachine] {
    try all(
      "SELECT \(Self.orderColumns) WHERE o.state = 'succeeded' AND o.is_buried = 0 AND o.currency = ?", [currency]
    ) { columns -> OrderMachine in
      try OrderMachine(columns: &columns, schedule: .standard)
    }
  }

  /// Returns the orders whose payment was reversed after they had succeeded, newest first.
  package func reversedOrders(limit: Int) throws -> [OrderMachine] {
    try all(
      """
      SELECT \(Self.orderColumns) WHERE o.reversed_at IS NOT NULL ORDER BY o.reversed_at DESC, o.order_id LIMIT ?
      """, [limit]
    ) { columns -> OrderMachine in
      try OrderMachine(columns: &columns, schedule: .standard)
    }
  }
}

extension LedgerTransaction {
  /// Records that an order does not have to be followed any more.
  package func buryOrder(_ id: OrderID) throws {
    try execute("UPDATE orders SET is_buried = 1 WHERE order_id = ? AND state = 'succeeded'", [id.rawValue])
  }

  /// Stores what became of the payment of an order that had succeeded, and books it. The order's state does not change.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version differs from that of `earlier`.
  package func updatePaidOrder(_ order: OrderMachine, since earlier: OrderMachine) throws {
    let progress = order.progress
    try executeOnOne(
      """
      UPDATE orders SET replacement_id = ?, replacement_fee = ?, reversed_at = ?, is_buried = ?, version = ?,
        updated_at = ?
      WHERE order_id = ? AND version = ? AND state = 'succeeded'
      """,
      [
        progress.replacement?.transactionID, progress.replacement?.fee.stored, progress.reversedAt?.milliseconds,
        progress.reversedAt != nil, progress.version, progress.updatedAt.milliseconds, order.terms.id.rawValue,
        earlier.version,
      ])
    try book(order.bookings(since: earlier))
  }
}
