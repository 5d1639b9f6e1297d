import OwnerAPI
import PaymentsCore
import PaymentsModel

extension MoneyMoved {
  /// What the owner is told of a payment that has just left by a limit of its app; `nil` for any other.
  init?(_ order: OrderMachine, since earlier: OrderMachine) {
    guard order.state == .inFlight, earlier.state == .submitting, order.progress.approval?.kind == .standing else {
      return nil
    }
    let terms = order.terms
    self.init(
      kind: .paidUnasked, id: terms.id.rawValue, app: AppNames(terms.app, claimed: ""), currency: terms.currency,
      amount: terms.decimalAmount,
      address: terms.address)
  }

  /// What the owner is told of an invoice in a new state; `nil` if no money came or went.
  init?(_ invoice: InvoiceMachine) {
    let kind: MoneyMovedKind
    switch invoice.state {
    case .processing: kind = .arrived
    case .settled: kind = .settled
    case .invalid: kind = .takenBack
    case .pending, .expired, .cancelled: return nil
    }
    let terms = invoice.terms
    self.init(
      kind: kind, id: terms.id.rawValue, app: AppNames(terms.app, claimed: ""), currency: terms.currency,
      amount: invoice.totals.paid.decimal(decimals: terms.decimals), address: terms.address)
  }
}
