package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// What is read of orders, with their signed transactions.
  static let orderColumns = """
    \(LedgerSchema.orders.list("o")), \(LedgerSchema.signedTransactions.list("a"))
    FROM orders AS o LEFT JOIN signed_transactions AS a USING (order_id)
    """
  private static let orderByID = "SELECT \(orderColumns) WHERE o.order_id = $1"

  /// Returns the order with this identifier, of any app.
  package func order(_ id: OrderID, schedule: RetrySchedule = .standard) throws -> OrderMachine? {
    try first(Self.orderByID, [id]) { try OrderMachine(row: $0, schedule: schedule) }
  }

  /// Returns the orders of an app, newest first. If a currency or a state is given, only those with it are returned.
  package func orders(
    of app: AppKey, currency: String? = nil, state: OrderState? = nil, page: LedgerPage
  ) throws -> [OrderMachine] {
    var query: LedgerQuery = "SELECT \(text: Self.orderColumns) WHERE o.app_key = \(app)"
    if let currency { query += " AND o.currency = \(currency)" }
    if let state { query += " AND o.state = \(state)" }
    if let before = page.before {
      query += """
         AND (o.created_at, o.order_id) <
          (SELECT created_at, order_id FROM orders WHERE order_id = \(before) AND app_key = \(app))
        """
    }
    query += " ORDER BY o.created_at DESC, o.order_id DESC LIMIT \(page.limit)"
    return try all(query) { try OrderMachine(row: $0) }
  }

  /// Returns the orders of all apps that have not ended, for the recovery after a start.
  package func openOrders(schedule: RetrySchedule = .standard) throws -> [OrderMachine] {
    try all("SELECT \(Self.orderColumns) WHERE o.is_open = 1 ORDER BY o.created_at, o.order_id", []) {
      try OrderMachine(row: $0, schedule: schedule)
    }
  }
}

extension LedgerTransaction {
  /// Records a new order, which may be in any state.
  ///
  /// - Throws: ``LedgerError/constraint`` if its identifier is in use or its app is unknown.
  package func insertOrder(_ order: OrderMachine) throws {
    try insert(into: LedgerSchema.orders, order.terms.cells + order.progress.cells)
    try saveTransaction(of: order)
    if let booking = order.booking { try book([booking]) }
  }

  /// Stores the progress of an order. An order that has ended cannot be changed, and a stored transaction does
  /// not change by this.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version is not `expectedVersion`, or the stored order has
  ///   ended.
  package func updateOrder(_ order: OrderMachine, expectedVersion: Int64) throws {
    let orders = LedgerSchema.orders
    try updateOne(
      orders, order.progress.cells,
      where: [orders.id(order.terms.id), orders.version(expectedVersion), orders.isOpen(true)])
    if !order.isTransactionStored { try saveTransaction(of: order) }
    try noteInputs(of: order)
    // Only an order that has not ended is updated, so if it has succeeded, it has succeeded now.
    if let booking = order.booking { try book([booking]) }
  }

  /// Stores the transaction of an order in place of the one that it had, which was never handed over.
  package func replaceTransaction(of order: OrderMachine) throws {
    try execute("DELETE FROM signed_transactions WHERE order_id = $1", [order.terms.id])
    try saveTransaction(of: order)
  }

  private func saveTransaction(of order: OrderMachine) throws {
    guard let signed = order.progress.signedTransaction else { return }
    // One that is stored stays as it is, and another one is refused.
    try executeOne(
      """
      INSERT INTO signed_transactions (order_id, transaction_id, fee, blob) VALUES ($1, $2, $3, $4)
      ON CONFLICT (order_id) DO UPDATE SET transaction_id = excluded.transaction_id
        WHERE signed_transactions.transaction_id = excluded.transaction_id
      """, [order.terms.id, signed.transactionID, signed.fee, signed.blob])
  }
}

extension OrderTerms {
  fileprivate var cells: [ColumnCell<OrdersTable>] {
    let orders = LedgerSchema.orders
    return [
      orders.id(id), orders.app(app), orders.requestID(requestID), orders.paramsDigest(paramsDigest),
      orders.currency(currency), orders.decimals(decimals), orders.address(address), orders.amount(amount),
      orders.maxFee(maxFee), orders.purpose(purpose.description), orders.confirmationsWanted(confirmationsWanted),
      orders.createdAt(createdAt), orders.expiresAt(expiresAt),
    ]
  }

  fileprivate init(row: StoredRow<OrdersTable>) throws {
    let orders = LedgerSchema.orders
    self.init(
      id: try row[orders.id], app: try row[orders.app], requestID: try row[orders.requestID],
      paramsDigest: try row[orders.paramsDigest], currency: try row[orders.currency],
      decimals: try row[orders.decimals], address: try row[orders.address], amount: try row[orders.amount],
      maxFee: try row[orders.maxFee], purpose: PaymentPurpose(description: try row[orders.purpose]),
      confirmationsWanted: try row[orders.confirmationsWanted], createdAt: try row[orders.createdAt],
      expiresAt: try row[orders.expiresAt])
  }
}

extension OrderProgress {
  /// All that changes of an order before it has ended, other than its signed transaction.
  fileprivate var cells: [ColumnCell<OrdersTable>] {
    let orders = LedgerSchema.orders
    return [
      orders.state(state), orders.isOpen(!state.isTerminal), orders.quotedFee(quote?.fee), orders.quotedAt(quote?.at),
      orders.approvalKind(approval?.kind), orders.approvalAt(approval?.at),
      orders.approvalQuotedFee(approval?.quote.fee), orders.approvalQuotedAt(approval?.quote.at),
      orders.approvalFeeCap(approval?.feeCap), orders.approvalExpiresAt(approval?.expiresAt),
      orders.approvalDigest(approval?.paramsDigest), orders.waitingFor(waitingFor),
      orders.confirmations(confirmations), orders.isInDoubt(isInDoubt),
      orders.replacementID(replacement?.transactionID), orders.replacementFee(replacement?.fee),
      orders.failure(failure), orders.version(version), orders.updatedAt(updatedAt),
    ]
  }

  fileprivate init(row: StoredRow<OrdersTable>) throws {
    let orders = LedgerSchema.orders
    self.init(state: try row[orders.state], updatedAt: try row[orders.updatedAt])
    quote = try OrderQuote(fee: row[orders.quotedFee], at: row[orders.quotedAt])
    approval = try OrderApproval(row: row)
    confirmations = try row[orders.confirmations]
    isInDoubt = try row[orders.isInDoubt]
    waitingFor = try row[orders.waitingFor]
    failure = try row[orders.failure]
    version = try row[orders.version]
    replacement = try PaymentReplacement(row: row)
    reversedAt = try row[orders.reversedAt]
    signedTransaction = try SignedTransaction(row: row.following(orders))
  }
}

extension OrderMachine {
  init(row: StoredRow<OrdersTable>, schedule: RetrySchedule = .standard) throws {
    self.init(terms: try OrderTerms(row: row), progress: try OrderProgress(row: row), schedule: schedule)
  }
}

extension OrderQuote {
  fileprivate init?(fee: Amount?, at: Timestamp?) {
    guard let fee, let at else { return nil }
    self.init(fee: fee, at: at)
  }
}

extension OrderApproval {
  fileprivate init?(row: StoredRow<OrdersTable>) throws {
    let orders = LedgerSchema.orders
    guard let kind = try row[orders.approvalKind], let at = try row[orders.approvalAt],
      let quote = try OrderQuote(fee: row[orders.approvalQuotedFee], at: row[orders.approvalQuotedAt]),
      let feeCap = try row[orders.approvalFeeCap], let digest = try row[orders.approvalDigest]
    else { return nil }
    self.init(
      kind: kind, at: at, quote: quote, feeCap: feeCap, expiresAt: try row[orders.approvalExpiresAt],
      paramsDigest: digest)
  }
}

extension PaymentReplacement {
  fileprivate init?(row: StoredRow<OrdersTable>) throws {
    guard let transactionID = try row[LedgerSchema.orders.replacementID],
      let fee = try row[LedgerSchema.orders.replacementFee]
    else { return nil }
    self.init(transactionID: transactionID, fee: fee)
  }
}

extension SignedTransaction {
  fileprivate init?(row: StoredRow<SignedTransactionsTable>) throws {
    let table = LedgerSchema.signedTransactions
    guard let transactionID = try row[ifJoined: table.transactionID] else { return nil }
    self.init(transactionID: transactionID, fee: try row[table.fee], blob: try row[table.blob])
  }
}

extension LedgerReader {
  /// Whether an order of this transaction has ended unpaid. The transaction must then not be handed to the network
  /// again for the other orders that it pays.
  package func isWithdrawn(_ transactionID: String) throws -> Bool {
    try firstValue(
      """
      SELECT 1 FROM signed_transactions AS a JOIN orders AS o USING (order_id)
      WHERE a.transaction_id = $1 AND o.state IN ('failed', 'expired', 'cancelled', 'rejected') LIMIT 1
      """, [transactionID], Int.self) != nil
  }

  /// Returns what another order of an invoice with this payment hash came to: the state of one that has succeeded, or else of
  /// one that may still pay it; `nil` if there is neither. A node may have forgotten what it has paid.
  package func stateOfOther(
    payingHash paymentHash: String, currency: String, besides id: OrderID
  ) throws -> OrderState? {
    let state = try firstValue(
      """
      SELECT o.state FROM signed_transactions AS a JOIN orders AS o USING (order_id)
      WHERE a.transaction_id = $1 AND o.order_id <> $2 AND o.currency = $3
        AND o.state IN ('submitting', 'in_flight', 'succeeded')
      ORDER BY CASE o.state WHEN 'succeeded' THEN 0 ELSE 1 END LIMIT 1
      """, [paymentHash, id, currency], String.self)
    return state.flatMap(OrderState.init)
  }

  /// Returns the number of other orders that a transaction pays and that have the same recipient and amount. A
  /// transaction with a single such output cannot be the payment of two orders. An order whose own transaction it is
  /// counts even where another one has replaced that for now: if this one is made, it pays that order.
  package func ordersPaid(by transactionID: String, alike order: OrderMachine) throws -> Int {
    let count = try firstValue(
      """
      SELECT count(*) FROM orders AS o LEFT JOIN signed_transactions AS a USING (order_id)
      WHERE (o.replacement_id = $1 OR a.transaction_id = $1) AND o.order_id <> $2 AND o.currency = $3
        AND o.address = $4 AND o.amount = $5 AND o.state IN ('submitting', 'in_flight', 'succeeded')
      """, [transactionID, order.terms.id, order.terms.currency, order.terms.address, order.terms.amount], Int.self)
    return count ?? 0
  }
}
