import JSON
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The owner's lists of all payments, and everything about one of them. The answers come from the ledger, in pages of a
/// bounded size.
struct PaymentQueries {
  let ledger: Ledger
  let wallets: WalletDirectory

  private static let largestPage = 100
  /// The largest number of entries that are told of one order.
  private static let longestHistory = 200

  /// Payment orders of all apps.
  func list(_ params: PaymentListParams) async throws -> ListPayments.Result {
    let filter = try await filter(params)
    return try await ledger.read { reader in
      let page = try reader.payments(filter)
      let (names, payees) = (try NamesOfApps(reader), try reader.payeeNames())
      var room = AnswerRoom()
      let orders = room.fitting(
        page.payments.lazy.map { OwnerOrder($0, names[$0.terms.app], payee: payees[$0.terms.address]) }, least: 1)
      return .init(orders: orders, next: orders.count < page.payments.count ? orders.last?.id : page.next)
    }
  }

  /// Invoices of all apps.
  func listIncoming(_ params: PaymentListParams) async throws -> ListIncomingPayments.Result {
    let filter = try await filter(params)
    return try await ledger.read { reader in
      let page = try reader.incomingPayments(filter)
      let names = try NamesOfApps(reader)
      var room = AnswerRoom()
      let invoices = room.fitting(page.payments.lazy.map { OwnerInvoice($0, names[$0.terms.app]) }, least: 1)
      return .init(invoices: invoices, next: invoices.count < page.payments.count ? invoices.last?.id : page.next)
    }
  }

  /// Everything about one order or invoice.
  func get(_ params: GetPayment.Params) async throws -> GetPayment.Result {
    let id = try await identifier(params.id)
    let answer = try await ledger.read { [wallets] reader -> GetPayment.Result? in
      let names = try NamesOfApps(reader)
      if let order = try reader.order(OrderID(rawValue: id)) {
        let entries = try reader.auditEntries(about: id, limit: Self.longestHistory)
        let payee = try reader.payeeName(order.terms.address)
        return .init(
          order: OwnerOrder(order, names[order.terms.app], payee: payee), history: entries.map(PaymentMoment.init))
      }
      guard let invoice = try reader.invoice(InvoiceID(rawValue: id)) else { return nil }
      return .init(invoice: OwnerInvoice(try reader.record(of: invoice), names[invoice.terms.app], of: wallets))
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

extension PaymentMoment {
  fileprivate init(_ entry: AuditEntry) {
    // The kinds of entries about an order begin with `order.`.
    let parts = entry.kind.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1)
    let detail = try? JSONValue(parsing: entry.detail)
    self.init(at: entry.at, what: String(Substring(parts.last ?? entry.kind.utf8[...])), by: detail?["by"]?.stringValue)
  }
}

extension OwnerInvoice {
  fileprivate init(_ invoice: InvoiceMachine, _ app: AppNames) {
    let terms = invoice.terms
    func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: terms.decimals) }
    self.init(
      id: terms.id.rawValue, app: app, currency: terms.currency,
      received: decimal(invoice.totals.paid), confirmed: decimal(invoice.totals.confirmed), address: terms.address,
      state: invoice.state, payment: invoice.payment, group: invoice.state.group,
      confirmationsWanted: terms.confirmationsWanted, createdAt: terms.createdAt,
      updatedAt: invoice.progress.updatedAt, expiresAt: terms.expiresAt, amount: terms.amount.map(decimal),
      description: terms.purpose.description)
  }

  fileprivate init(_ record: InvoiceRecord, _ app: AppNames, of wallets: WalletDirectory) {
    self.init(record.invoice, app)
    uri = wallets.report(record).uri
    transfers = record.newest.map { transfer in
      ReceivedTransfer(
        transactionID: transfer.transactionID, amount: transfer.amount.decimal(decimals: record.invoice.terms.decimals),
        confirmations: transfer.confirmations, state: transfer.state, firstSeenAt: transfer.firstSeenAt)
    }
    earlierTransfers = record.earlierTransfers
  }
}
