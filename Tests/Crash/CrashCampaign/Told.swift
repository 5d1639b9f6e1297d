import PaymentsAPI
import PaymentsModel
import Synchronization

/// What an app and the owner were told, over all runs of the daemon in one trial. Acknowledged means durable: nothing
/// of it may be taken back by a later answer.
final class Told: Sendable {
  private struct State {
    var order: PaymentOrder?
    var invoice: Invoice?
    var approved: OrderID?
    var events: [Event] = []
  }

  private let state: Mutex<State>

  /// Nothing yet, or what was told before a trial began.
  init(_ before: Told? = nil) {
    state = Mutex(before?.state.withLock { $0 } ?? State())
  }

  var order: PaymentOrder? { state.withLock(\.order) }
  var invoice: Invoice? { state.withLock(\.invoice) }
  var events: [Event] { state.withLock(\.events) }

  /// The owner was told that the yes was taken.
  func approved(_ id: OrderID) { state.withLock { $0.approved = id } }

  /// The app was told how an order stands.
  func told(_ order: PaymentOrder) throws(Violation) {
    let (before, approved) = state.withLock { state in
      defer { state.order = order }
      return (state.order, state.approved)
    }
    if approved == order.orderID {
      try hold(order.state != .awaitingApproval && order.state != .received, "the owner's yes is forgotten")
    }
    guard let before else { return }
    try hold(before.orderID == order.orderID, "order \(before.orderID.rawValue) is now \(order.orderID.rawValue)")
    try hold(
      before.version <= order.version && before.state.rank <= order.state.rank,
      "\(before.state.rawValue) version \(before.version) was told, and now \(order.state.rawValue) version \(order.version)"
    )
    try hold(
      before.transactionID == nil || before.transactionID == order.transactionID,
      "the transaction id was \(before.transactionID ?? ""), and is now \(order.transactionID ?? "none")")
  }

  /// The app was told how an invoice stands.
  func told(_ invoice: Invoice) throws(Violation) {
    let before = state.withLock { state in
      defer { state.invoice = invoice }
      return state.invoice
    }
    guard let before else { return }
    try hold(
      before.invoiceID == invoice.invoiceID && before.address == invoice.address && before.version <= invoice.version,
      "invoice \(before.invoiceID.rawValue) version \(before.version) is now \(invoice.invoiceID.rawValue) "
        + "version \(invoice.version)")
  }

  /// The app was handed an event.
  func told(_ event: Event) { state.withLock { $0.events.append(event) } }

  /// All events from the first one on, as they are at the end.
  func checkEvents(_ all: [Event]) throws(Violation) {
    try hold(
      all.map(\.cursor) == Set(all.map(\.cursor)).sorted(), "the cursors do not grow: \(all.map(\.cursor))")
    let known = Dictionary(all.map { ($0.cursor, $0) }, uniquingKeysWith: { first, _ in first })
    for event in events { try hold(known[event.cursor] == event, "event \(event.cursor) was told and is another now") }
    let orders = all.compactMap(\.paymentOrder?.version)
    // An order is stored for the first time when it was quoted, as its second version, or, where it needs no question,
    // its third.
    try hold(Self.areGapFree(orders, from: 1...3), "events of the order have versions \(orders)")
    let invoices = all.compactMap(\.invoice?.version)
    try hold(Self.areGapFree(invoices, from: 1...1), "events of the invoice have versions \(invoices)")
  }

  private static func areGapFree(_ versions: [Int], from first: ClosedRange<Int>) -> Bool {
    guard let start = versions.first, first.contains(start) else { return false }
    return versions == Array(start..<start + versions.count)
  }
}

extension OrderState {
  /// Never falls in a trial, in which no fee rises and no yes expires.
  var rank: Int {
    switch self {
    case .received: 0
    case .awaitingApproval: 1
    case .approved: 2
    case .submitting: 3
    case .inFlight: 4
    case .succeeded, .rejected, .expired, .cancelled, .failed: 5
    }
  }
}
