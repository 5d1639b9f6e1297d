import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// The owner's lists of all payments, and everything about one of them. The answers come from the ledger, in pages of a
/// bounded size.
struct PaymentQueries {
  let ledger: Ledger

  private static let largestPage = 100
  /// The largest number of entries that are told of one order.
  private static let longestHistory = 200

  /// Payment orders of all apps.
  func list(_ params: PaymentListParams) async throws -> ListPayments.Result {
    let filter = try await filter(params)
    return try await ledger.read { reader in
      let page = try reader.payments(filter)
      let names = try AppNames(reader)
      return .init(payments: page.payments.map { OutgoingPayment($0, names) }, next: page.next)
    }
  }

  /// Invoices of all apps.
  func listIncoming(_ params: PaymentListParams) async throws -> ListIncomingPayments.Result {
    let filter = try await filter(params)
    return try await ledger.read { reader in
      let page = try reader.incomingPayments(filter)
      let names = try AppNames(reader)
      return .init(invoices: page.payments.map { IncomingPayment($0, names) }, next: page.next)
    }
  }

  /// Everything about one order or invoice.
  func get(_ params: GetPayment.Params) async throws -> GetPayment.Result {
    let id = try await identifier(params.id)
    let answer = try await ledger.read { reader -> GetPayment.Result? in
      let names = try AppNames(reader)
      if let order = try reader.order(OrderID(rawValue: id)) {
        let entries = try reader.auditEntries(about: id, limit: Self.longestHistory)
        return .init(payment: OutgoingPayment(order, names), history: entries.map(PaymentMoment.init))
      }
      guard let invoice = try reader.invoice(InvoiceID(rawValue: id)) else { return nil }
      return .init(invoice: IncomingPayment(try reader.record(of: invoice), names))
    }
    guard let answer else { throw OwnerFailure(.notFound, "no payment is called \(params.id)") }
    return answer
  }

  private func filter(_ params: PaymentListParams) async throws -> PaymentFilter {
    var filter = PaymentFilter(limit: params.limit ?? 50)
    guard (1...Self.largestPage).contains(filter.limit) else {
      throw OwnerFailure(.usage, "limit must be from 1 to \(Self.largestPage)")
    }
    if let app = params.app { filter.app = try await NamedApp.find(app, ledger).record.key }
    filter.currency = params.currency
    filter.group = params.group
    filter.since = params.since
    filter.until = params.until
    filter.before = params.before
    return filter
  }

  /// Returns the identifier that the owner named by a part of it.
  private func identifier(_ text: String) async throws -> String {
    let isWhole = text.utf8.starts(with: "ord_".utf8) || text.utf8.starts(with: "inv_".utf8)
    let beginnings = isWhole ? [text] : ["ord_" + text, "inv_" + text]
    let found = try await ledger.read { reader -> [String] in
      let found = try beginnings.flatMap { try reader.paymentIDs(beginningWith: $0, limit: 2) }
      guard found.isEmpty else { return found }
      return try reader.openOrderIDs().filter { $0.utf8.reversed().starts(with: text.utf8.reversed()) }
    }
    guard let id = found.first, !text.isEmpty else { throw OwnerFailure(.notFound, "no payment is called \(text)") }
    guard found.count == 1 else { throw OwnerFailure(.conflict, "several payments are called \(text)") }
    return id
  }
}

/// What the owner calls the apps: by a name of the owner's, or else by the app's own.
private struct AppNames {
  private let names: [AppKey: String]

  init(_ reader: LedgerReader) throws {
    var names = Dictionary(try reader.apps().map { ($0.key, $0.claimedName) }) { first, _ in first }
    for grant in try reader.appGrants() { if let name = grant.ownerName { names[grant.app] = name } }
    self.names = names
  }

  subscript(app: AppKey) -> String? { names[app] }
}

extension OutgoingPayment {
  fileprivate init(_ order: OrderMachine, _ names: AppNames) {
    let (terms, progress) = (order.terms, order.progress)
    self.init(
      id: terms.id.rawValue, key: terms.app, name: names[terms.app], currency: terms.currency,
      amount: terms.decimalAmount, address: terms.address, state: order.state,
      group: order.state.group(waitingFor: progress.waitingFor), confirmations: progress.confirmations,
      confirmationsWanted: terms.confirmationsWanted, createdAt: terms.createdAt, updatedAt: progress.updatedAt,
      waitingFor: progress.waitingFor?.rawValue, isInDoubt: progress.isInDoubt ? true : nil,
      reason: progress.failure?.rawValue, fee: order.fee.map(terms.decimal), maxFee: terms.maxFee.map(terms.decimal),
      total: order.total.map(terms.decimal), transactionID: order.transactionID, expiresAt: terms.expiresAt,
      reversedAt: progress.reversedAt, description: terms.purpose.description)
  }
}

extension PaymentMoment {
  fileprivate init(_ entry: AuditEntry) {
    // The kinds of entries about an order begin with `order.`.
    let parts = entry.kind.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let detail = try? JSONValue(parsing: entry.detail)
    self.init(at: entry.at, what: String(Substring(parts.last ?? entry.kind.utf8[...])), by: detail?["by"]?.stringValue)
  }
}

extension IncomingPayment {
  fileprivate init(_ invoice: InvoiceMachine, _ names: AppNames) {
    let terms = invoice.terms
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: terms.decimals) }
    self.init(
      id: terms.id.rawValue, key: terms.app, name: names[terms.app], currency: terms.currency,
      received: decimal(invoice.totals.paid), confirmed: decimal(invoice.totals.confirmed), address: terms.address,
      state: invoice.state, payment: invoice.payment, group: invoice.state.group,
      confirmationsWanted: terms.confirmationsWanted, createdAt: terms.createdAt,
      updatedAt: invoice.progress.updatedAt, expiresAt: terms.expiresAt, amount: terms.amount.map(decimal),
      description: terms.purpose.description)
  }

  fileprivate init(_ record: InvoiceRecord, _ names: AppNames) {
    self.init(record.invoice, names)
    transfers = record.newest.map { transfer in
      ReceivedTransfer(
        transactionID: transfer.transactionID, amount: transfer.amount.decimal(decimals: record.invoice.terms.decimals),
        confirmations: transfer.confirmations, state: transfer.state, firstSeenAt: transfer.firstSeenAt)
    }
    earlierTransfers = record.earlierTransfers
  }
}
