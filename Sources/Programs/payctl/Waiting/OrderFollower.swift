import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Waits until the outcome of a payment order is certain.
struct OrderFollower {
  let context: CommandContext

  /// Waits, shows the final order, and throws if it was not paid.
  func run(from order: PaymentOrder) async throws {
    let context = context
    let wait = StatusWait<PaymentOrder>(
      next: { order in
        let params = GetPaymentOrderStatus.Params(
          orderID: order.orderID, after: order.version, waitMilliseconds: 20_000)
        return try await context.call(GetPaymentOrderStatus.self, params).paymentOrder
      },
      isFinal: { $0.state.isTerminal }, progress: { Self.progress($0, now: context.now()) })
    let id = order.orderID.rawValue
    let outcome = try await context.terminal.wait(
      interrupted: localized("The wait was interrupted; the order \(id) goes on."),
      advice: localized(
        "To wait again: \(context.command("order-status", id, "--wait")). "
          + "To withdraw it, while it was not sent: \(context.command("cancel-order", id)).")
    ) { line in try await wait.run(from: order, &line) }
    try context.show(GetPaymentOrderStatus.Result(paymentOrder: outcome)) { OrderView(context: context).lines(outcome) }
    try Self.check(outcome)
  }

  /// Throws if the order will certainly not be paid. The order itself was shown already.
  static func check(_ order: PaymentOrder) throws {
    let status: ExitStatus
    switch order.state {
    case .received, .awaitingApproval, .approved, .submitting, .inFlight, .succeeded: return
    case .rejected: status = .notPermitted
    case .expired, .cancelled: status = .dataError
    case .failed: status = order.reason.flatMap(FailureReason.init(rawValue:))?.exitStatus ?? .dataError
    }
    throw ShownFailure(status: status)
  }

  /// Returns the text of the progress line for an order.
  static func progress(_ order: PaymentOrder, now: Timestamp) -> (milestone: String, detail: String?) {
    let left = order.expiresAt.map { localized("\(DurationText.text($0.since(now))) to expiry") }
    switch order.state {
    case .received: return (OrderState.received.text, left)
    case .awaitingApproval:
      return (localized("waiting for the owner (payd questions, payd approve NUMBER)"), left)
    case .approved where order.waitingFor == "review", .inFlight where order.waitingFor == "review":
      return (localized("waiting for the owner to look whether it is paid already (payd sends)"), nil)
    case .approved, .submitting: return (localized("approved, being sent"), left)
    case .inFlight: return (localized("confirmations \(OrderView.confirmations(order))"), nil)
    case .succeeded, .rejected, .expired, .cancelled, .failed: return (order.state.text, nil)
    }
  }
}
