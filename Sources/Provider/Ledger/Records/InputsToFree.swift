package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns the orders of a currency that have ended without their transaction, and whose inputs may still be locked
  /// in the wallet, oldest first.
  package func inputsToFree(currency: String) throws -> [OrderMachine] {
    let ids = try all(
      """
      SELECT order_id FROM inputs_to_free JOIN orders USING (order_id) WHERE currency = ?
      ORDER BY created_at, order_id
      """, [currency]
    ) { columns -> OrderID in OrderID(rawValue: try columns.text()) }
    var orders: [OrderMachine] = []
    for id in ids {
      if let order = try order(id) { orders.append(order) }
    }
    return orders
  }
}

extension LedgerTransaction {
  /// Records that the wallet has released the inputs of an order.
  package func inputsAreFree(of id: OrderID) throws {
    try execute("DELETE FROM inputs_to_free WHERE order_id = ?", [id.rawValue])
  }

  /// Records that the inputs of an order have to be released, if the order has ended without its transaction.
  func noteInputs(of order: OrderMachine) throws {
    guard order.state.isTerminal, order.state != .succeeded, order.progress.signedTransaction != nil else { return }
    try execute("INSERT INTO inputs_to_free (order_id) VALUES (?) ON CONFLICT DO NOTHING", [order.terms.id.rawValue])
  }
}
