import GRDB
package import PaymentsCore
import PaymentsModel

extension LedgerReader {
  /// Returns the number of other orders that a transaction pays and that have the same recipient and amount. A
  /// transaction with a single such output cannot be the payment of two orders.
  package func ordersPaid(by transactionID: String, alike order: OrderMachine) throws(LedgerError) -> Int {
    let count = try first(
      """
      SELECT count(*) FROM orders AS o LEFT JOIN artefacts AS a USING (order_id)
      WHERE coalesce(o.replacement_id, a.transaction_id) = ?1 AND o.order_id <> ?2 AND o.currency = ?3
        AND o.address = ?4 AND o.amount = ?5 AND o.state IN ('submitting', 'in_flight', 'succeeded')
      """,
      [
        transactionID, order.terms.id.rawValue, order.terms.currency, order.terms.address, order.terms.amount.stored,
      ]
    ) { columns throws(LedgerError) -> Int in
      try columns.int()
    }
    return count ?? 0
  }
}
