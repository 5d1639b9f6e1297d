package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns the orders of a currency that have ended without their transaction, and whose inputs may still be locked
  /// in the wallet, oldest first.
  package func inputsToFree(currency: String) throws -> [OrderMachine] {
    let ids: [OrderID] = try allValues(
      """
      SELECT order_id FROM inputs_to_free JOIN orders USING (order_id) WHERE currency = $1
      ORDER BY created_at, order_id
      """, [currency])
    return try ids.compactMap { try order($0) }
  }
}

extension LedgerTransaction {
  /// Records that the wallet has released the inputs of an order.
  package func inputsAreFree(of id: OrderID) throws {
    try delete(from: LedgerSchema.inputsToFree, where: [LedgerSchema.inputsToFree.order(id)])
  }

  /// Records that the inputs of an order have to be released, if the order has ended without its transaction.
  func noteInputs(of order: OrderMachine) throws {
    guard order.state.isTerminal, order.state != .succeeded, order.progress.signedTransaction != nil else { return }
    let inputs = LedgerSchema.inputsToFree
    try insertUnlessThere(into: inputs, [inputs.order(order.terms.id)])
  }
}
