import PaymentsCore
import PaymentsModel

/// Returns the moment that is `count` seconds after the start of a test.
func second(_ count: Double) -> Timestamp {
  Timestamp(milliseconds: 1_700_000_000_000 + Int64(count * 1000))
}

func units(_ count: UInt128) -> Amount { Amount(atomicUnits: count) }

let anyRequest = PaymentRequestID(randomBytes: [UInt8](repeating: 7, count: 16)) ?? .random()

/// Returns an invoice for 100 with 2 confirmations. The payer has 60 seconds, and the monitoring lasts 600.
func invoice(amount: Amount? = units(100), confirmationsWanted: Int = 2) -> InvoiceWithTransfers {
  InvoiceWithTransfers(
    machine: InvoiceMachine(
      terms: InvoiceTerms(
        id: InvoiceID(rawValue: "inv_a"), app: AppKey(rawValue: "app"), requestID: anyRequest, currency: "TST",
        decimals: 2, address: "secret-address", amount: amount, purpose: PaymentPurpose(),
        confirmationsWanted: confirmationsWanted,
        createdAt: second(0), expiresAt: second(60), monitoringUntil: second(600))))
}

/// An invoice and its transfers, which are stored as the machine asks for it.
@dynamicMemberLookup
struct InvoiceWithTransfers: Equatable {
  private(set) var machine: InvoiceMachine
  /// The transfers in the order of their positions.
  private(set) var transfers: [InvoiceTransfer] = []

  init(machine: InvoiceMachine) { self.machine = machine }

  subscript<Value>(dynamicMember member: KeyPath<InvoiceMachine, Value>) -> Value { machine[keyPath: member] }

  var paidAmount: Amount { machine.totals.paid }
  var confirmedAmount: Amount { machine.totals.confirmed }

  /// Applies an event, stores the transfer that it changed, and returns what else is to be done.
  mutating func handle(_ event: InvoiceEvent) -> [InvoiceEffect] {
    let stored = transfers
    return machine.handle(event, known: { id in stored.first { $0.id == id } }).filter { effect in
      guard case .transferChanged(let change) = effect else { return true }
      if change.before == nil { transfers.append(change.now) } else { transfers[change.now.position] = change.now }
      return false
    }
  }

  /// The totals as they follow from the transfers themselves.
  var counted: InvoiceTotals {
    func sum(_ isCounted: (InvoiceTransfer) -> Bool) -> Amount {
      transfers.filter { $0.state != .removed && isCounted($0) }.reduce(.zero) { $0.addingSaturated($1.amount) }
    }
    return InvoiceTotals(
      count: transfers.count, paid: sum { _ in true }, paidInTime: sum { $0.firstSeenAt < machine.terms.expiresAt },
      confirmed: sum { $0.state == .confirmed })
  }
}

func seen(
  _ id: String, _ amount: UInt128, confirmations: Int = 0, removed: Bool = false, at seconds: Double
) -> InvoiceEvent {
  .transferSeen(
    TransferObservation(
      id: id, transactionID: "tx-" + id, amount: units(amount), confirmations: confirmations, removed: removed),
    at: second(seconds))
}

let digest = "d1"

/// Returns an order that pays 100 with 2 confirmations.
func order(maxFee: Amount? = nil, expiresAt: Timestamp? = nil, confirmationsWanted: Int = 2) -> OrderMachine {
  OrderMachine(
    terms: OrderTerms(
      id: OrderID(rawValue: "ord_a"), app: AppKey(rawValue: "app"), requestID: anyRequest, paramsDigest: digest,
      currency: "TST", decimals: 2, address: "secret-address", amount: units(100), maxFee: maxFee,
      purpose: PaymentPurpose(),
      confirmationsWanted: confirmationsWanted, createdAt: second(0), expiresAt: expiresAt))
}

/// A placeholder for the quote that the order has when it is approved.
let shownQuote = OrderQuote(fee: .zero, at: second(-1))

func yes(
  feeCap: UInt128 = 5, until: Timestamp? = nil, for digest: String = digest, to quote: OrderQuote = shownQuote
) -> OrderEvent {
  .approved(
    OrderApproval(
      kind: .owner, at: second(0), quote: quote, feeCap: units(feeCap), expiresAt: until, paramsDigest: digest))
}

extension OrderEvent {
  /// Returns the event with the order's present quote in place of ``shownQuote``.
  func seeing(_ order: OrderMachine) -> OrderEvent {
    guard case .approved(let approval) = self, approval.quote == shownQuote, let quote = order.progress.quote else {
      return self
    }
    return .approved(
      OrderApproval(
        kind: approval.kind, at: approval.at, quote: quote, feeCap: approval.feeCap, expiresAt: approval.expiresAt,
        paramsDigest: approval.paramsDigest))
  }
}

func signedTransaction(_ id: String = "tx", fee: UInt128 = 3) -> SignedTransaction {
  SignedTransaction(transactionID: id, fee: units(fee), blob: Array(id.utf8))
}

extension OrderMachine {
  /// Applies events one second apart and returns the effects of the last one.
  mutating func handle(_ events: OrderEvent..., from seconds: Double = 1) -> [OrderEffect] {
    var effects: [OrderEffect] = []
    for (index, event) in events.enumerated() {
      effects = handle(event.seeing(self), at: second(seconds + Double(index)))
    }
    return effects
  }

  /// Returns an order that was broadcast for the first time and waits for the answer.
  static func submitted(confirmationsWanted: Int = 2) -> OrderMachine {
    var order = order(confirmationsWanted: confirmationsWanted)
    _ = order.handle(.created, .quoted(fee: units(3)), yes(), .prepared(signedTransaction()))
    _ = order.mayHandOver(at: second(5))
    return order
  }
}
