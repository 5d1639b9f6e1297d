import PaymentsAPI
import PaymentsModel
import Synchronization

/// Everything that was reported to the app and the owner, over all runs of the daemon in a trial. What was acknowledged
/// is durable, so no later answer may contradict it.
final class Told: Sendable {
  private struct State {
    var order: PaymentOrder?
    var invoice: Invoice?
    var approved: OrderID?
    var events: [Event] = []
  }

  private let state: Mutex<State>

  /// Creates an empty record, or one with what was reported before a trial began.
  init(_ before: Told? = nil) {
    state = Mutex(before?.state.withLock { $0 } ?? State())
  }

  var order: PaymentOrder? { state.withLock(\.order) }
  var invoice: Invoice? { state.withLock(\.invoice) }
  var events: [Event] { state.withLock(\.events) }

  /// Records that the owner's approval was acknowledged.
  func approved(_ id: OrderID) { state.withLock { $0.approved = id } }

  /// Records the state of an order that was reported to the app, and checks it against the previous one.
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

  /// Records the state of an invoice that was reported to the app, and checks it against the previous one.
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

  /// Records an event that was delivered to the app.
  func told(_ event: Event) { state.withLock { $0.events.append(event) } }

  /// Checks all events at the end, from the first one on.
  func checkEvents(_ all: [Event]) throws(Violation) {
    try hold(
      all.map(\.cursor) == Set(all.map(\.cursor)).sorted(), "the cursors do not grow: \(all.map(\.cursor))")
    let known = Dictionary(all.map { ($0.cursor, $0) }, uniquingKeysWith: { first, _ in first })
    for event in events { try hold(known[event.cursor] == event, "event \(event.cursor) was told and is another now") }
    let orders = all.compactMap(\.paymentOrder?.version)
    // An order is first stored when it was quoted, which is its second version, or its third version if it needs no
    // approval.
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
  /// The rank of a state. It never decreases in a trial, because no fee rises and no approval expires there.
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
