package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns the orders that have succeeded but are not deep enough in the chain yet to be final.
  package func shallowOrders(currency: String) throws -> [OrderMachine] {
    try all(
      "SELECT \(Self.orderColumns) WHERE o.state = 'succeeded' AND o.is_buried = 0 AND o.currency = $1", [currency]
    ) { try OrderMachine(row: $0) }
  }

  /// Returns the orders whose payment was reversed after they had succeeded, newest first.
  package func reversedOrders(limit: Int) throws -> [OrderMachine] {
    try all(
      """
      SELECT \(Self.orderColumns) WHERE o.reversed_at IS NOT NULL ORDER BY o.reversed_at DESC, o.order_id LIMIT $1
      """, [limit]
    ) { try OrderMachine(row: $0) }
  }
}

extension LedgerTransaction {
  /// Records that an order does not have to be followed any more.
  package func buryOrder(_ id: OrderID) throws {
    let orders = LedgerSchema.orders
    try update(orders, [orders.isBuried(true)], where: [orders.id(id), orders.state(.succeeded)])
  }

  /// Stores what became of the payment of an order that had succeeded, and books it. The order's state does not change.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version differs from that of `earlier`.
  package func updatePaidOrder(_ order: OrderMachine, since earlier: OrderMachine) throws {
    let (orders, progress) = (LedgerSchema.orders, order.progress)
    try updateOne(
      orders,
      [
        orders.replacementID(progress.replacement?.transactionID), orders.replacementFee(progress.replacement?.fee),
        orders.reversedAt(progress.reversedAt), orders.isBuried(progress.reversedAt != nil),
        orders.version(progress.version), orders.updatedAt(progress.updatedAt),
      ],
      where: [orders.id(order.terms.id), orders.version(earlier.version), orders.state(.succeeded)])
    try book(order.bookings(since: earlier))
  }
}
