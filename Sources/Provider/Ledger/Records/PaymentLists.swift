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
    let orders = LedgerSchema.orders
    let list = orders.list(only: [
      orders.id.place, orders.app.place, orders.currency.place, orders.createdAt.place, orders.state.place,
      orders.waitingFor.place,
    ])
    var query: LedgerQuery = "SELECT \(text: list) FROM orders"
    if isOpen { query += " \(text: database.using(index: "orders_open"))" }
    query += isOpen ? " WHERE is_open = 1 AND " : " WHERE "
    query += range.selection("orders")
    let rows = try all(query) { row in
      PaymentRow(
        id: try row[orders.id].rawValue, app: try row[orders.app], currency: try row[orders.currency],
        createdAt: try row[orders.createdAt], group: try row[orders.state].group(waitingFor: row[orders.waitingFor]))
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
    let invoices = LedgerSchema.invoices
    let list = invoices.list(only: [
      invoices.id.place, invoices.app.place, invoices.currency.place, invoices.createdAt.place, invoices.state.place,
    ])
    var query: LedgerQuery = "SELECT \(text: list) FROM invoices WHERE "
    // Only a condition that names the state lets SQLite use its index.
    if let open { query += "state = '\(text: open.rawValue)' AND " }
    query += range.selection("invoices")
    let rows = try all(query) { row in
      PaymentRow(
        id: try row[invoices.id].rawValue, app: try row[invoices.app], currency: try row[invoices.currency],
        createdAt: try row[invoices.createdAt], group: try row[invoices.state].group)
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
      "SELECT order_id FROM orders WHERE order_id BETWEEN $1 AND $2 LIMIT $3",
      "SELECT invoice_id FROM invoices WHERE invoice_id BETWEEN $1 AND $2 LIMIT $3",
    ].flatMap { sql in try allValues(sql, [text, end, limit]) }
  }

  /// Returns the identifiers of the orders that have not ended.
  package func openOrderIDs() throws -> [String] {
    try allValues("SELECT order_id FROM orders WHERE is_open = 1 ORDER BY order_id", [])
  }
}

/// What a page looks at of each payment.
private struct PaymentRow {
  let id: String
  let app: AppKey
  let currency: String
  let createdAt: Timestamp
  let group: PaymentGroup

  func passes(_ filter: PaymentFilter) -> Bool {
    filter.app.map { $0 == app } ?? true && filter.currency.map { $0 == currency } ?? true
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
  /// The app, where its index is used.
  private let app: AppKey?
  private let filter: PaymentFilter
  private let prefix: String
  private let column: String

  init(_ filter: PaymentFilter, prefix: String, column: String, byApp: Bool) {
    self.filter = filter
    self.prefix = prefix
    self.column = column
    app = byApp ? filter.app : nil
  }

  /// The end of a statement: the condition, the order and the number of rows.
  func selection(_ table: String) -> LedgerQuery {
    // An identifier is made shortly before or after the moment that is stored with it.
    let slack = Duration.seconds(60)
    let (since, until) = (filter.since?.advanced(by: .zero - slack), filter.until?.advanced(by: slack))
    guard let app else {
      let first = since.map { SortableIdentifier.beginning(prefix, at: $0) } ?? ""
      let end = until.map { SortableIdentifier.beginning(prefix, at: $0) } ?? "\u{7F}"
      var query: LedgerQuery = "\(text: column) >= \(first) AND \(text: column) < \(end)"
      if let before = filter.before { query += " AND \(text: column) < \(before)" }
      query += " ORDER BY \(text: column) DESC LIMIT \(LedgerReader.examinedPayments)"
      return query
    }
    let (first, end) = (since?.milliseconds ?? .min, until?.milliseconds ?? .max)
    var query: LedgerQuery = "app_key = \(app) AND created_at >= \(first) AND created_at < \(end)"
    if let before = filter.before {
      query += """
         AND (created_at, \(text: column)) <
          (SELECT created_at, \(text: column) FROM \(text: table) WHERE \(text: column) = \(before))
        """
    }
    query += " ORDER BY created_at DESC, \(text: column) DESC LIMIT \(LedgerReader.examinedPayments)"
    return query
  }
}
