package import PaymentsCore
package import PaymentsModel

/// Which payments of all apps a list is to have, newest first.
package struct PaymentFilter: Sendable, Hashable {
  /// Selects only those of this app.
  package var app: AppKey?
  /// Selects only those of this currency.
  package var currency: String?
  /// Selects only those of this group.
  package var group: PaymentGroup?
  /// Selects only those that were asked for at this time or later.
  package var since: Timestamp?
  /// Selects only those that were asked for before this time.
  package var until: Timestamp?
  /// Selects only those before this one in the list. It is ``PaymentPage/next`` of the previous page.
  package var before: String?
  /// The largest number of payments.
  package var limit: Int

  /// Creates a filter that selects everything.
  package init(limit: Int) {
    self.limit = limit
  }
}

/// A part of a list of payments.
package struct PaymentPage<Payment: Sendable>: Sendable {
  /// The payments, newest first. There may be fewer than were asked for, or none, although more follow.
  package let payments: [Payment]
  /// The value of ``PaymentFilter/before`` with which the list goes on; `nil` at its end.
  package let next: String?
}

extension LedgerReader {
  /// The largest number of rows that one page looks at, so that a filter which few payments pass does not keep the
  /// ledger busy.
  package static let examinedPayments = 2000

  /// Returns payment orders of all apps.
  package func payments(_ filter: PaymentFilter) throws -> PaymentPage<OrderMachine> {
    let isOpen = filter.group == .waiting || filter.group == .inFlight
    let range = PaymentRange(filter, prefix: "ord", column: "order_id", byApp: !isOpen)
    let rows = try all(
      """
      SELECT order_id, app_key, currency, created_at, state, waiting_for
      FROM orders \(isOpen ? "INDEXED BY orders_open WHERE is_open = 1 AND" : "WHERE")
      \(range.selection("orders"))
      """, range.arguments
    ) { columns throws -> PaymentRow in
      let (id, app, currency) = (try columns.text(), try columns.text(), try columns.text())
      let (createdAt, state) = (try columns.time(), try columns.choice(OrderState.self))
      return PaymentRow(
        id: id, app: app, currency: currency, createdAt: createdAt,
        group: state.group(waitingFor: try columns.optionalChoice()))
    }
    let page = PaymentRow.page(rows, filter)
    return PaymentPage(
      payments: try page.payments.compactMap { try order(OrderID(rawValue: $0)) }, next: page.next)
  }

  /// Returns invoices of all apps.
  package func incomingPayments(_ filter: PaymentFilter) throws -> PaymentPage<InvoiceMachine> {
    // An open state has an index of its own, with few entries.
    let open: InvoiceState? =
      switch filter.group {
      case .waiting: .pending
      case .inFlight: .processing
      case .ended, nil: nil
      }
    let range = PaymentRange(filter, prefix: "inv", column: "invoice_id", byApp: open == nil)
    let rows = try all(
      """
      SELECT invoice_id, app_key, currency, created_at, state FROM invoices
      WHERE \(open.map { "state = '\($0.rawValue)' AND" } ?? "") \(range.selection("invoices"))
      """, range.arguments
    ) { columns throws -> PaymentRow in
      let (id, app, currency) = (try columns.text(), try columns.text(), try columns.text())
      let (createdAt, state) = (try columns.time(), try columns.choice(InvoiceState.self))
      return PaymentRow(id: id, app: app, currency: currency, createdAt: createdAt, group: state.group)
    }
    let page = PaymentRow.page(rows, filter)
    return PaymentPage(
      payments: try page.payments.compactMap { try invoice(InvoiceID(rawValue: $0)) }, next: page.next)
  }

  /// Returns the identifiers of orders and invoices that begin with a text, but no more than `limit` of each.
  package func paymentIDs(beginningWith text: String, limit: Int) throws -> [String] {
    // No letter of an identifier comes after this one.
    let end = text + "\u{7F}"
    return try [
      "SELECT order_id FROM orders WHERE order_id BETWEEN ? AND ? LIMIT ?",
      "SELECT invoice_id FROM invoices WHERE invoice_id BETWEEN ? AND ? LIMIT ?",
    ].flatMap { sql in
      try all(sql, [text, end, limit]) { columns throws -> String in try columns.text() }
    }
  }

  /// Returns the identifiers of the orders that have not ended.
  package func openOrderIDs() throws -> [String] {
    try all("SELECT order_id FROM orders WHERE is_open = 1 ORDER BY order_id", []) { columns throws -> String in
      try columns.text()
    }
  }
}

/// What a page looks at of each payment.
private struct PaymentRow {
  let id: String
  let app: String
  let currency: String
  let createdAt: Timestamp
  let group: PaymentGroup

  func passes(_ filter: PaymentFilter) -> Bool {
    filter.app.map { $0.rawValue == app } ?? true && filter.currency.map { $0 == currency } ?? true
      && filter.group.map { $0 == group } ?? true && filter.since.map { createdAt >= $0 } ?? true
      && filter.until.map { createdAt < $0 } ?? true
  }

  static func page(_ rows: [PaymentRow], _ filter: PaymentFilter) -> PaymentPage<String> {
    let passing = rows.lazy.filter { $0.passes(filter) }.map(\.id)
    let ids = Array(passing.prefix(filter.limit))
    let isFull = rows.count == LedgerReader.examinedPayments
    // Behind the last one that is answered there may be more, in the rows that were looked at or after them.
    let next = ids.count == filter.limit && rows.last?.id != ids.last ? ids.last : isFull ? rows.last?.id : nil
    return PaymentPage(payments: ids, next: next)
  }
}

/// The rows that a page looks at, chosen by a condition that an index answers: the identifiers, which begin with the time,
/// or for one app the times.
struct PaymentRange {
  let arguments: LedgerArguments
  private let column: String
  private let isOfApp: Bool
  private let hasBefore: Bool

  init(_ filter: PaymentFilter, prefix: String, column: String, byApp: Bool) {
    // An identifier is made shortly before or after the moment that is stored with it.
    let slack = Duration.seconds(60)
    self.column = column
    isOfApp = byApp && filter.app != nil
    hasBefore = filter.before != nil
    let (since, until) = (filter.since?.advanced(by: .zero - slack), filter.until?.advanced(by: slack))
    arguments =
      isOfApp
      ? [
        filter.app?.rawValue, filter.before, since?.milliseconds ?? .min, until?.milliseconds ?? .max,
        LedgerReader.examinedPayments,
      ]
      : [
        nil, filter.before, since.map { SortableIdentifier.beginning(prefix, at: $0) } ?? "",
        until.map { SortableIdentifier.beginning(prefix, at: $0) } ?? "\u{7F}", LedgerReader.examinedPayments,
      ]
  }

  /// The end of a statement: the condition, the order and the number of rows.
  func selection(_ table: String) -> String {
    guard isOfApp else {
      return """
        \(column) >= ?3 AND \(column) < ?4 \(hasBefore ? "AND \(column) < ?2" : "") ORDER BY \(column) DESC LIMIT ?5
        """
    }
    let before = "AND (created_at, \(column)) < (SELECT created_at, \(column) FROM \(table) WHERE \(column) = ?2)"
    return """
      app_key = ?1 AND created_at >= ?3 AND created_at < ?4 \(hasBefore ? before : "")
      ORDER BY created_at DESC, \(column) DESC LIMIT ?5
      """
  }
}
