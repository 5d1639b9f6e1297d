import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel
import Synchronization

/// The money of two people whose providers use the same network. The test decides what happens to invoices and orders.
final class ToyMoney: Sendable {
  struct Contents {
    var invoices: [String: Invoice] = [:]
    var orders: [String: PaymentOrder] = [:]
    /// The addresses that were paid, once for each payment.
    var payments: [String] = []
    var isDown: Set<String> = []
    var refusal: FailureReason?
    /// Whether orders are taken, but their answers get lost.
    var losesAnswers = false
    /// What is refused from the first lost answer on.
    var refusalAfterLoss: FailureReason?
    /// The requests whose answer was lost.
    var open: Set<PaymentRequestID> = []
    /// Whether invoices can be paid by Lightning, too.
    var hasLightning = false
    var isDenied = false
    var denials = 0
    var invoiceCalls = 0
    var orderCalls = 0
  }

  let clock: any WallClock
  let contents = Mutex(Contents())

  init(clock: any WallClock) { self.clock = clock }

  private func check(_ person: String, _ contents: inout Contents) throws {
    if contents.isDenied {
      contents.denials += 1
      throw PairingError.denied
    }
    if contents.isDown.contains(person) { throw ToyUnreachable() }
    if let reason = contents.refusal { throw PaymentsFailure(reason) }
  }

  private func key(_ person: String, _ id: PaymentRequestID) -> String { person + "/" + id.text }

  func invoice(_ person: String, _ params: InvoiceRequest.Params) throws -> Invoice {
    let now = clock.now()
    return try contents.withLock { contents in
      try check(person, &contents)
      contents.invoiceCalls += 1
      let key = key(person, params.requestID)
      if let found = contents.invoices[key] { return found }
      guard let expiresAt = params.expiresAt, now < expiresAt else { throw PaymentsFailure(.invalidParams) }
      let address = "addr-\(person)-\(contents.invoices.count)"
      let invoice = Invoice(
        invoiceID: InvoiceID(rawValue: key), requestID: params.requestID, version: 1, currency: params.currency,
        address: address, uri: "toy:\(address)", state: .pending, payment: .none,
        paidAmount: DecimalAmount(coefficient: 0, scale: 0), confirmedAmount: DecimalAmount(coefficient: 0, scale: 0),
        confirmationsWanted: 1, transfers: [], createdAt: now, updatedAt: now, expiresAt: expiresAt,
        monitoredUntil: expiresAt.advanced(by: .seconds(86_400)),
        lightning: contents.hasLightning ? "ln-" + address : nil, amount: params.amount,
        description: params.description)
      contents.invoices[key] = invoice
      return invoice
    }
  }

  func invoice(_ person: String, id: InvoiceID) throws -> Invoice {
    try contents.withLock { contents in
      try check(person, &contents)
      guard let found = contents.invoices[id.rawValue] else { throw PaymentsFailure(.invoiceNotFound) }
      return found
    }
  }

  func cancel(_ person: String, _ id: InvoiceID) throws -> Invoice {
    try contents.withLock { contents in
      try check(person, &contents)
      guard var invoice = contents.invoices[id.rawValue] else { throw PaymentsFailure(.invoiceNotFound) }
      guard invoice.state == .pending, invoice.payment == .none else { throw PaymentsFailure(.notCancellable) }
      invoice.state = .cancelled
      invoice.version += 1
      contents.invoices[id.rawValue] = invoice
      return invoice
    }
  }

  func order(_ person: String, _ params: SubmitPaymentOrder.Params) throws -> PaymentOrder {
    let now = clock.now()
    return try contents.withLock { contents in
      try check(person, &contents)
      contents.orderCalls += 1
      let key = key(person, params.requestID)
      if let found = contents.orders[key] {
        guard found.address == params.address, found.currency == params.currency, found.amount == params.amount else {
          throw PaymentsFailure(.requestConflict)
        }
        return found
      }
      if let expiresAt = params.expiresAt, expiresAt <= now { throw PaymentsFailure(.expired) }
      let order = PaymentOrder(
        orderID: OrderID(rawValue: key), requestID: params.requestID, version: 1, currency: params.currency,
        address: params.address, amount: params.amount, state: .awaitingApproval, confirmations: 0,
        confirmationsWanted: 1, createdAt: now, updatedAt: now, expiresAt: params.expiresAt)
      contents.orders[key] = order
      guard !contents.losesAnswers else {
        contents.open.insert(params.requestID)
        contents.refusal = contents.refusalAfterLoss
        throw ToyUnreachable()
      }
      return order
    }
  }

  func isOpen(_ id: PaymentRequestID) -> Bool { contents.withLock { $0.open.contains(id) } }

  func order(_ person: String, _ id: PaymentRequestID) throws -> PaymentOrder {
    try contents.withLock { contents in
      try check(person, &contents)
      guard let found = contents.orders[key(person, id)] else { throw PaymentsFailure(.orderNotFound) }
      return found
    }
  }

  func cancel(_ person: String, _ id: OrderID) throws -> PaymentOrder {
    try contents.withLock { contents in
      try check(person, &contents)
      guard var order = contents.orders[id.rawValue] else { throw PaymentsFailure(.orderNotFound) }
      guard order.state == .awaitingApproval else { throw PaymentsFailure(.notCancellable) }
      order.state = .cancelled
      order.version += 1
      contents.orders[id.rawValue] = order
      return order
    }
  }

  /// Lets the owners decide or the network make progress: each open order takes one step.
  func advance(approving: Bool = true) {
    let now = clock.now()
    contents.withLock { contents in
      for (key, var order) in contents.orders.sorted(by: { $0.key < $1.key }) where !order.state.isTerminal {
        if order.state == .awaitingApproval {
          if let expiresAt = order.expiresAt, expiresAt <= now {
            order.state = .expired
          } else if approving {
            order.state = .inFlight
            contents.payments.append(order.address)
            see(order, &contents, isConfirmed: false)
          } else {
            order.state = .rejected
          }
        } else {
          order.state = .succeeded
          see(order, &contents, isConfirmed: true)
        }
        order.version += 1
        contents.orders[key] = order
      }
      for (key, var invoice) in contents.invoices where invoice.state == .pending && invoice.expiresAt <= now {
        invoice.state = .expired
        invoice.version += 1
        contents.invoices[key] = invoice
      }
    }
  }

  private func see(_ order: PaymentOrder, _ contents: inout Contents, isConfirmed: Bool) {
    let isPaid = { (invoice: Invoice) in [invoice.address, invoice.lightning].contains(order.address) }
    guard let key = contents.invoices.first(where: { isPaid($0.value) })?.key,
      var invoice = contents.invoices[key]
    else { return }
    let isLate = invoice.state == .cancelled || invoice.state == .expired
    invoice.paidAmount = order.amount
    invoice.payment = isLate ? .late : .paid
    if isConfirmed { invoice.confirmedAmount = order.amount }
    if !isLate { invoice.state = isConfirmed ? .settled : .processing }
    invoice.version += 1
    contents.invoices[key] = invoice
  }
}

struct ToyUnreachable: Error {}

func decimal(_ text: String) -> DecimalAmount { (try? DecimalAmount(text)) ?? DecimalAmount(coefficient: 0, scale: 0) }

func price(_ text: String, _ currency: String = "XMR") -> CardPrice {
  CardPrice(currency: currency, amount: decimal(text))
}
