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
    var proofRequests = 0
    var proofRefusal: FailureReason?
    /// The provider that is connected, and the ones that have made the orders.
    var provider = "key"
    var makers: [String] = []
    var losesAnswers = false
    var hasOpenRequests = false
    /// Whether requests for invoices get no answer, and how many were made then.
    var hangs = false
    var hanging = 0
  }

  struct Unreachable: Error {}

  private let clock: any WallClock
  private let contents = Mutex(Contents())

  init(clock: any WallClock) { self.clock = clock }

  var invoices: [Invoice] { contents.withLock { $0.invoices } }
  var orders: [PaymentOrder] { contents.withLock { $0.orders } }

  func set(down: Bool) { contents.withLock { $0.isDown = down } }
  func set(refusal: FailureReason?) { contents.withLock { $0.refusal = refusal } }

  func set(hangs: Bool) { contents.withLock { $0.hangs = hangs } }
  var hanging: Int { contents.withLock { $0.hanging } }
  /// Waits as long as the caller does, if there is to be no answer.
  func hang() async throws {
    let hangs = contents.withLock { contents in
      if contents.hangs { contents.hanging += 1 }
      return contents.hangs
    }
    if hangs { try await Task.sleep(for: .seconds(3600)) }
  }

  var proofRequests: Int { contents.withLock { $0.proofRequests } }
  func set(proofRefusal: FailureReason?) { contents.withLock { $0.proofRefusal = proofRefusal } }
  func set(provider: String) { contents.withLock { $0.provider = provider } }
  func set(losesAnswers: Bool) { contents.withLock { $0.losesAnswers = losesAnswers } }
  func set(hasOpenRequests: Bool) { contents.withLock { $0.hasOpenRequests = hasOpenRequests } }

  private func use<Value>(_ body: (inout Contents) throws -> Value) throws -> Value {
    try contents.withLock { contents in
      if contents.isDown { throw Unreachable() }
      return try body(&contents)
    }
  }

  // MARK: The wallet

  func providerID() throws -> String { try use { $0.provider } }
  func isOpen() throws -> Bool { try use { $0.hasOpenRequests } }

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
        state: .pending, payment: .none, paidAmount: zero, confirmedAmount: zero,
        confirmationsWanted: params.confirmations ?? 2, transfers: [], createdAt: now, updatedAt: now,
        expiresAt: expiresAt, monitoredUntil: expiresAt.advanced(by: .seconds(7 * 86_400)), amount: params.amount,
        description: params.description)
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
      if let found = Self.order(params.requestID, contents) {
        guard found.address == params.address, found.amount == params.amount else {
          throw PaymentsFailure(.requestConflict)
        }
        if contents.losesAnswers { throw Unreachable() }
        return found
      }
      guard params.address.hasPrefix("toy") else { throw PaymentsFailure(.invalidAddress) }
      let now = clock.now()
      let order = PaymentOrder(
        orderID: OrderID(rawValue: "ord_\(contents.orders.count)"), requestID: params.requestID, version: 1,
        currency: params.currency, address: params.address, amount: params.amount, state: .awaitingApproval,
        confirmations: 0, confirmationsWanted: 2, createdAt: now, updatedAt: now, description: params.description,
        expiresAt: params.expiresAt)
      contents.orders.append(order)
      contents.makers.append(contents.provider)
      if contents.losesAnswers { throw Unreachable() }
      return order
    }
  }

  func order(_ request: PaymentRequestID) throws -> PaymentOrder {
    let now = clock.now()
    return try use { contents in
      for index in contents.orders.indices where contents.orders[index].state == .awaitingApproval {
        guard let expiresAt = contents.orders[index].expiresAt, expiresAt <= now else { continue }
        contents.orders[index].state = .expired
        contents.orders[index].version += 1
      }
      guard let found = Self.order(request, contents) else { throw PaymentsFailure(.orderNotFound) }
      return found
    }
  }

  private static func order(_ request: PaymentRequestID, _ contents: Contents) -> PaymentOrder? {
    contents.orders.indices.first {
      contents.orders[$0].requestID == request && contents.makers[$0] == contents.provider
    }.map { contents.orders[$0] }
  }

  func cancel(_ id: OrderID) throws -> PaymentOrder {
    try use { contents in
      guard let index = contents.orders.firstIndex(where: { $0.orderID == id }),
        contents.orders[index].state == .awaitingApproval
      else { throw PaymentsFailure(.notCancellable) }
      contents.orders[index].state = .cancelled
      contents.orders[index].version += 1
      return contents.orders[index]
    }
  }

  func proof(_ id: InvoiceID, _ transaction: String, _ message: String) throws -> ProofRequest.Result {
    try use { contents in
      contents.proofRequests += 1
      if let refusal = contents.proofRefusal { throw PaymentsFailure(refusal) }
      return ProofRequest.Result(
        currency: "LTC", network: "toy", kind: .payment, proof: "proof-of-\(transaction)",
        signedMessage: "payport \(message)", transactionID: transaction, invoiceID: id)
    }
  }

  // MARK: The network and the owner

  /// Somebody pays to the address of an invoice, the newest where none is named.
  func receive(_ amount: String, on number: Int? = nil, confirmed: Bool = true) {
    let now = clock.now()
    contents.withLock { contents in
      let index = number ?? contents.invoices.count - 1
      contents.transfers += 1
      let counts = confirmed || contents.invoices[index].confirmationsWanted == 0
      contents.invoices[index].transfers.append(
        TransferInfo(
          transactionID: "tx\(contents.transfers)", amount: decimal(amount), confirmations: confirmed ? 2 : 0,
          state: counts ? .confirmed : .unconfirmed, firstSeenAt: now))
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
          contents.invoices[index].transfers[place].confirmations = 2
        }
        Self.count(&contents.invoices[index], now)
      }
      for index in contents.orders.indices where contents.orders[index].state == .inFlight {
        contents.orders[index].state = .succeeded
        contents.orders[index].version += 1
      }
    }
  }

  /// The network takes the last transfer of the first invoice back, after its deadline.
  func evict() -> TransferInfo? {
    let now = clock.now()
    return contents.withLock { contents in
      let transfer = contents.invoices[0].transfers.popLast()
      contents.invoices[0].state = .invalid
      Self.count(&contents.invoices[0], now)
      return transfer
    }
  }

  /// A transfer that was taken back is confirmed after all. It was first seen in time.
  func restore(_ transfer: TransferInfo) {
    let now = clock.now()
    contents.withLock { contents in
      var transfer = transfer
      (transfer.state, transfer.confirmations) = (.confirmed, 2)
      contents.invoices[0].transfers.append(transfer)
      Self.count(&contents.invoices[0], now)
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
