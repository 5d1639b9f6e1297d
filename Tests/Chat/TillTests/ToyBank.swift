import PaymentsAPI
import PaymentsModel
import Synchronization

@testable import Till

/// The shop's wallet and its network, both toys. The test decides what arrives and what the owner approves.
final class ToyBank: Sendable {
  struct Contents {
    var invoices: [Invoice] = []
    var orders: [PaymentOrder] = []
    var isDown = false
    var refusal: FailureReason?
    var transfers = 0
    var invoiceRequests = 0
  }

  struct Unreachable: Error {}

  private let clock: any WallClock
  private let contents = Mutex(Contents())

  init(clock: any WallClock) { self.clock = clock }

  var invoices: [Invoice] { contents.withLock { $0.invoices } }
  var orders: [PaymentOrder] { contents.withLock { $0.orders } }

  func set(down: Bool) { contents.withLock { $0.isDown = down } }
  func set(refusal: FailureReason?) { contents.withLock { $0.refusal = refusal } }

  private func use<Value>(_ body: (inout Contents) throws -> Value) throws -> Value {
    try contents.withLock { contents in
      if contents.isDown { throw Unreachable() }
      return try body(&contents)
    }
  }

  // MARK: The wallet

  func currencies() throws -> [CurrencyInfo] {
    try use { _ in
      [("LTC", 8), ("XMR", 12)].map { code, decimals in
        CurrencyInfo(
          code: code, name: code, decimals: decimals, network: "toy", ready: .ready, confirmations: 2, uriScheme: "toy")
      }
    }
  }

  func invoice(_ params: InvoiceRequest.Params) throws -> Invoice {
    try use { contents in
      contents.invoiceRequests += 1
      if let found = contents.invoices.first(where: { $0.requestID == params.requestID }) { return found }
      if let refusal = contents.refusal { throw PaymentsFailure(refusal) }
      let now = clock.now()
      guard let expiresAt = params.expiresAt, now < expiresAt else { throw PaymentsFailure(.expired) }
      let address = "toy\(params.currency.lowercased())address\(contents.invoices.count + 1)"
      let zero = DecimalAmount(coefficient: 0, scale: 0)
      let invoice = Invoice(
        invoiceID: InvoiceID(rawValue: "inv_\(contents.invoices.count)"), requestID: params.requestID, version: 1,
        currency: params.currency, address: address, uri: "toy:\(address)?amount=\(params.amount?.text ?? "")",
        amount: params.amount, description: params.description, state: .pending, payment: .none, paidAmount: zero,
        confirmedAmount: zero, confirmationsWanted: params.confirmations ?? 2, transfers: [], createdAt: now,
        updatedAt: now, expiresAt: expiresAt, monitoredUntil: expiresAt.advanced(by: .seconds(7 * 86_400)))
      contents.invoices.append(invoice)
      return invoice
    }
  }

  func invoice(_ id: InvoiceID) throws -> Invoice {
    let now = clock.now()
    return try use { contents in
      guard let index = contents.invoices.firstIndex(where: { $0.invoiceID == id }) else {
        throw PaymentsFailure(.invoiceNotFound)
      }
      if contents.invoices[index].state == .pending, now >= contents.invoices[index].expiresAt {
        contents.invoices[index].state = .expired
        contents.invoices[index].version += 1
      }
      return contents.invoices[index]
    }
  }

  func cancel(_ id: InvoiceID) throws -> Invoice {
    try use { contents in
      guard let index = contents.invoices.firstIndex(where: { $0.invoiceID == id }) else {
        throw PaymentsFailure(.invoiceNotFound)
      }
      guard contents.invoices[index].state != .cancelled else { return contents.invoices[index] }
      guard contents.invoices[index].state == .pending, contents.invoices[index].payment == .none else {
        throw PaymentsFailure(.notCancellable)
      }
      contents.invoices[index].state = .cancelled
      contents.invoices[index].version += 1
      return contents.invoices[index]
    }
  }

  func order(_ params: SubmitPaymentOrder.Params) throws -> PaymentOrder {
    try use { contents in
      if let found = contents.orders.first(where: { $0.requestID == params.requestID }) {
        guard found.address == params.address, found.amount == params.amount else {
          throw PaymentsFailure(.requestConflict)
        }
        return found
      }
      guard params.address.hasPrefix("toy") else { throw PaymentsFailure(.invalidAddress) }
      let now = clock.now()
      let order = PaymentOrder(
        orderID: OrderID(rawValue: "ord_\(contents.orders.count)"), requestID: params.requestID, version: 1,
        currency: params.currency, address: params.address, amount: params.amount, description: params.description,
        state: .awaitingApproval, confirmations: 0, confirmationsWanted: 2, createdAt: now, updatedAt: now)
      contents.orders.append(order)
      return order
    }
  }

  func order(_ request: PaymentRequestID) throws -> PaymentOrder {
    try use { contents in
      guard let found = contents.orders.first(where: { $0.requestID == request }) else {
        throw PaymentsFailure(.orderNotFound)
      }
      return found
    }
  }

  func proof(_ id: InvoiceID, _ transaction: String, _ message: String) throws -> ProofRequest.Result {
    ProofRequest.Result(
      currency: "LTC", network: "toy", kind: .payment, proof: "proof-of-\(transaction)",
      signedMessage: "payport \(message)", transactionID: transaction, invoiceID: id)
  }

  // MARK: The network and the owner

  /// Somebody pays to the address of an invoice, the newest where none is named.
  func receive(_ amount: String, on number: Int? = nil, confirmed: Bool = true) {
    let now = clock.now()
    contents.withLock { contents in
      let index = number ?? contents.invoices.count - 1
      contents.transfers += 1
      contents.invoices[index].transfers.append(
        TransferInfo(
          transactionID: "tx\(contents.transfers)", amount: decimal(amount), confirmations: confirmed ? 2 : 0,
          state: confirmed ? .confirmed : .unconfirmed, firstSeenAt: now))
      Self.count(&contents.invoices[index], now)
    }
  }

  /// All that was seen is confirmed.
  func mine() {
    let now = clock.now()
    contents.withLock { contents in
      for index in contents.invoices.indices {
        for place in contents.invoices[index].transfers.indices {
          contents.invoices[index].transfers[place].state = .confirmed
        }
        Self.count(&contents.invoices[index], now)
      }
      for index in contents.orders.indices where contents.orders[index].state == .inFlight {
        contents.orders[index].state = .succeeded
        contents.orders[index].version += 1
      }
    }
  }

  /// The owner decides about all orders.
  func decide(approving: Bool) {
    contents.withLock { contents in
      for index in contents.orders.indices where contents.orders[index].state == .awaitingApproval {
        contents.orders[index].state = approving ? .inFlight : .rejected
        contents.orders[index].transactionID = approving ? "out\(index)" : nil
        contents.orders[index].version += 1
      }
    }
  }

  private static func count(_ invoice: inout Invoice, _ now: Timestamp) {
    if invoice.state == .pending, now >= invoice.expiresAt { invoice.state = .expired }
    let zero = DecimalAmount(coefficient: 0, scale: 0)
    let paid = invoice.transfers.reduce(zero) { (try? $0.adding($1.amount)) ?? $0 }
    let confirmed = invoice.transfers.filter { $0.state == .confirmed }
      .reduce(zero) { (try? $0.adding($1.amount)) ?? $0 }
    invoice.paidAmount = paid
    invoice.confirmedAmount = confirmed
    let due = invoice.amount ?? zero
    let isLate = invoice.state == .expired || invoice.state == .cancelled
    if !due.isAtMost(paid) {
      invoice.payment = paid == zero ? .none : .partial
    } else {
      invoice.payment = isLate ? .late : paid == due ? .paid : .over
    }
    if !isLate, due.isAtMost(paid) { invoice.state = due.isAtMost(confirmed) ? .settled : .processing }
    invoice.version += 1
    invoice.updatedAt = now
  }
}
