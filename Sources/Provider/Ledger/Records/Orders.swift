package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  static let orderColumns = """
    o.order_id, o.app_key, o.request_id, o.params_digest, o.currency, o.decimals, o.address, o.amount, o.max_fee,
    o.memo, o.confirmations_wanted, o.created_at, o.expires_at, o.state, o.quoted_fee, o.quoted_at, o.approval_kind,
    o.approval_at, o.approval_quoted_fee, o.approval_quoted_at, o.approval_fee_cap, o.approval_expires_at,
    o.approval_digest, o.confirmations, o.in_doubt, o.waiting_for, o.failure, o.version, o.updated_at,
    o.replacement_id, o.replacement_fee, o.reversed_at, a.transaction_id, a.fee, a.blob
    FROM orders AS o LEFT JOIN signed_transactions AS a USING (order_id)
    """

  /// Returns the order with this identifier, of any app.
  package func order(_ id: OrderID, schedule: RetrySchedule = .standard) throws -> OrderMachine? {
    try first("SELECT \(Self.orderColumns) WHERE o.order_id = ?", [id.rawValue]) {
      columns throws -> OrderMachine in
      try OrderMachine(columns: &columns, schedule: schedule)
    }
  }

  /// Returns the orders of an app, newest first. If a currency or a state is given, only those with it are returned.
  package func orders(
    of app: AppKey, currency: String? = nil, state: OrderState? = nil, page: LedgerPage
  ) throws -> [OrderMachine] {
    try all(
      """
      SELECT \(Self.orderColumns) WHERE o.app_key = ?1
      \(currency == nil ? "" : "AND o.currency = ?2")
      \(state == nil ? "" : "AND o.state = ?3")
      \(page.before == nil ? "" : """
        AND (o.created_at, o.order_id) <
          (SELECT created_at, order_id FROM orders WHERE order_id = ?4 AND app_key = ?1)
        """)
      ORDER BY o.created_at DESC, o.order_id DESC LIMIT ?5
      """, [app.rawValue, currency, state?.rawValue, page.before, page.limit]
    ) { columns -> OrderMachine in
      try OrderMachine(columns: &columns, schedule: .standard)
    }
  }

  /// Returns the orders of all apps that have not ended, for the recovery after a start.
  package func openOrders(schedule: RetrySchedule = .standard) throws -> [OrderMachine] {
    try all("SELECT \(Self.orderColumns) WHERE o.is_open = 1 ORDER BY o.created_at, o.order_id", []) {
      columns throws -> OrderMachine in
      try OrderMachine(columns: &columns, schedule: schedule)
    }
  }
}

extension LedgerTransaction {
  /// Records a new order, which may be in any state.
  ///
  /// - Throws: ``LedgerError/constraint`` if its identifier is in use or its app is unknown.
  package func insertOrder(_ order: OrderMachine) throws {
    let (terms, progress) = (order.terms, order.progress)
    try execute(
      """
      INSERT INTO orders (order_id, app_key, request_id, params_digest, currency, decimals, address, amount, max_fee,
        memo, confirmations_wanted, created_at, expires_at, state, is_open, quoted_fee, quoted_at,
        approval_kind, approval_at, approval_quoted_fee, approval_quoted_at, approval_fee_cap, approval_expires_at,
        approval_digest, confirmations, in_doubt, waiting_for, failure, version, updated_at, replacement_id,
        replacement_fee)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        terms.id.rawValue, terms.app.rawValue, terms.requestID.text, terms.paramsDigest, terms.currency,
        terms.decimals, terms.address, terms.amount.stored, terms.maxFee?.stored, terms.purpose.description,
        terms.confirmationsWanted, terms.createdAt.milliseconds, terms.expiresAt?.milliseconds,
        progress.state.rawValue, !progress.state.isTerminal, progress.quote?.fee.stored,
        progress.quote?.at.milliseconds, progress.approval?.kind.rawValue, progress.approval?.at.milliseconds,
        progress.approval?.quote.fee.stored, progress.approval?.quote.at.milliseconds,
        progress.approval?.feeCap.stored, progress.approval?.expiresAt?.milliseconds, progress.approval?.paramsDigest,
        progress.confirmations, progress.isInDoubt, progress.waitingFor?.rawValue, progress.failure?.rawValue,
        progress.version, progress.updatedAt.milliseconds, progress.replacement?.transactionID,
        progress.replacement?.fee.stored,
      ])
    try saveTransaction(of: order)
    if let booking = order.booking { try book([booking]) }
  }

  /// Stores the progress of an order. An order that has ended cannot be changed, and a stored transaction never
  /// changes.
  ///
  /// - Throws: ``LedgerError/versionConflict`` if the stored version is not `expectedVersion`, or the stored order has
  ///   ended.
  package func updateOrder(_ order: OrderMachine, expectedVersion: Int64) throws {
    let progress = order.progress
    try executeOnOne(
      """
      UPDATE orders SET state = ?, is_open = ?, quoted_fee = ?, quoted_at = ?, approval_kind = ?,
        approval_at = ?, approval_quoted_fee = ?, approval_quoted_at = ?, approval_fee_cap = ?,
        approval_expires_at = ?, approval_digest = ?, confirmations = ?, in_doubt = ?, waiting_for = ?, failure = ?,
        version = ?, updated_at = ?, replacement_id = ?, replacement_fee = ?
      WHERE order_id = ? AND version = ? AND is_open = 1
      """,
      [
        progress.state.rawValue, !progress.state.isTerminal, progress.quote?.fee.stored,
        progress.quote?.at.milliseconds, progress.approval?.kind.rawValue, progress.approval?.at.milliseconds,
        progress.approval?.quote.fee.stored, progress.approval?.quote.at.milliseconds,
        progress.approval?.feeCap.stored, progress.approval?.expiresAt?.milliseconds, progress.approval?.paramsDigest,
        progress.confirmations, progress.isInDoubt, progress.waitingFor?.rawValue, progress.failure?.rawValue,
        progress.version, progress.updatedAt.milliseconds, progress.replacement?.transactionID,
        progress.replacement?.fee.stored,
        order.terms.id.rawValue, expectedVersion,
      ])
    if !order.isTransactionStored { try saveTransaction(of: order) }
    try noteInputs(of: order)
    // Only an order that has not ended is updated, so if it has succeeded, it has succeeded now.
    if let booking = order.booking { try book([booking]) }
  }

  private func saveTransaction(of order: OrderMachine) throws {
    guard let signedTransaction = order.progress.signedTransaction else { return }
    let inserted = try executeCounting(
      "INSERT INTO signed_transactions (order_id, transaction_id, fee, blob) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      [
        order.terms.id.rawValue, signedTransaction.transactionID, signedTransaction.fee.stored,
        signedTransaction.blob,
      ])
    if inserted == 1 { return }
    guard try isStored(signedTransaction, of: order.terms.id) else { throw LedgerError.versionConflict }
  }

  private func isStored(_ signedTransaction: SignedTransaction, of id: OrderID) throws -> Bool {
    let stored = try first("SELECT transaction_id FROM signed_transactions WHERE order_id = ?", [id.rawValue]) {
      columns throws -> String in
      try columns.text()
    }
    return stored == signedTransaction.transactionID
  }
}

extension OrderMachine {
  init(columns: inout Columns, schedule: RetrySchedule) throws {
    let terms = OrderTerms(
      id: OrderID(rawValue: try columns.text()), app: AppKey(rawValue: try columns.text()),
      requestID: try columns.requestID(), paramsDigest: try columns.text(), currency: try columns.text(),
      decimals: try columns.int(), address: try columns.text(), amount: try columns.amount(),
      maxFee: try columns.optionalAmount(), purpose: PaymentPurpose(description: try columns.optionalText()),
      confirmationsWanted: try columns.int(), createdAt: try columns.time(), expiresAt: try columns.optionalTime())
    var progress = OrderProgress(state: try columns.choice(), updatedAt: terms.createdAt)
    progress.quote = try OrderQuote(columns: &columns)
    progress.approval = try OrderApproval(columns: &columns)
    progress.confirmations = try columns.int()
    progress.isInDoubt = try columns.flag()
    progress.waitingFor = try columns.optionalChoice()
    progress.failure = try columns.optionalChoice()
    progress.version = try columns.integer()
    progress.updatedAt = try columns.time()
    progress.replacement = try PaymentReplacement(columns: &columns)
    progress.reversedAt = try columns.optionalTime()
    progress.signedTransaction = try SignedTransaction(columns: &columns)
    self.init(terms: terms, progress: progress, schedule: schedule)
  }
}

extension OrderQuote {
  fileprivate init?(columns: inout Columns) throws {
    let fee = try columns.optionalAmount()
    let at = try columns.optionalTime()
    guard let fee, let at else { return nil }
    self.init(fee: fee, at: at)
  }
}

extension OrderApproval {
  fileprivate init?(columns: inout Columns) throws {
    let kind: Kind? = try columns.optionalChoice()
    let at = try columns.optionalTime()
    let quote = try OrderQuote(columns: &columns)
    let feeCap = try columns.optionalAmount()
    let expiresAt = try columns.optionalTime()
    let digest = try columns.optionalText()
    guard let kind, let at, let quote, let feeCap, let digest else { return nil }
    self.init(kind: kind, at: at, quote: quote, feeCap: feeCap, expiresAt: expiresAt, paramsDigest: digest)
  }
}

extension PaymentReplacement {
  fileprivate init?(columns: inout Columns) throws {
    let transactionID = try columns.optionalText()
    let fee = try columns.optionalAmount()
    guard let transactionID, let fee else { return nil }
    self.init(transactionID: transactionID, fee: fee)
  }
}

extension SignedTransaction {
  fileprivate init?(columns: inout Columns) throws {
    let transactionID = try columns.optionalText()
    let fee = try columns.optionalAmount()
    let blob = try columns.optionalBytes()
    guard let transactionID, let fee, let blob else { return nil }
    self.init(transactionID: transactionID, fee: fee, blob: blob)
  }
}

extension LedgerReader {
  /// Whether an order of this transaction has ended unpaid. The transaction must then not be handed to the network
  /// again for the other orders that it pays.
  package func isWithdrawn(_ transactionID: String) throws -> Bool {
    try first(
      """
      SELECT 1 FROM signed_transactions AS a JOIN orders AS o USING (order_id)
      WHERE a.transaction_id = ? AND o.state IN ('failed', 'expired', 'cancelled', 'rejected') LIMIT 1
      """, [transactionID]
    ) { columns -> Int in
      try columns.int()
    } != nil
  }

  /// Returns the number of other orders that a transaction pays and that have the same recipient and amount. A
  /// transaction with a single such output cannot be the payment of two orders. An order whose own transaction it is
  /// counts even where another one has replaced that for now: if this one is made, it pays that order.
  package func ordersPaid(by transactionID: String, alike order: OrderMachine) throws -> Int {
    let count = try first(
      """
      SELECT count(*) FROM orders AS o LEFT JOIN signed_transactions AS a USING (order_id)
      WHERE (o.replacement_id = ?1 OR a.transaction_id = ?1) AND o.order_id <> ?2 AND o.currency = ?3
        AND o.address = ?4 AND o.amount = ?5 AND o.state IN ('submitting', 'in_flight', 'succeeded')
      """,
      [
        transactionID, order.terms.id.rawValue, order.terms.currency, order.terms.address, order.terms.amount.stored,
      ]
    ) { columns -> Int in
      try columns.int()
    }
    return count ?? 0
  }
}
