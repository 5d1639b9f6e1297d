import GRDB
package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// The orders of a currency that have ended and whose transaction will never be made, oldest first, as long as its
  /// inputs may still be locked in the wallet.
  package func inputsToFree(currency: String) throws(LedgerError) -> [OrderMachine] {
    let ids = try all(
      """
      SELECT order_id FROM inputs_to_free JOIN orders USING (order_id) WHERE currency = ?
      ORDER BY created_at, order_id
      """, [currency]
    ) { columns throws(LedgerError) -> OrderID in OrderID(rawValue: try columns.text()) }
    var orders: [OrderMachine] = []
    for id in ids {
      if let order = try order(id) { orders.append(order) }
    }
    return orders
  }
}

extension LedgerTransaction {
  /// Notes that the wallet has freed the inputs of an order.
  package func inputsAreFree(of id: OrderID) throws(LedgerError) {
    try execute("DELETE FROM inputs_to_free WHERE order_id = ?", [id.rawValue])
  }

  /// Notes, where an order has ended and its transaction will never be made, that its inputs are to be freed.
  func noteInputs(of order: OrderMachine) throws(LedgerError) {
    guard order.state.isTerminal, order.state != .succeeded, order.progress.signedTransaction != nil else { return }
    try execute("INSERT INTO inputs_to_free (order_id) VALUES (?) ON CONFLICT DO NOTHING", [order.terms.id.rawValue])
  }
}
