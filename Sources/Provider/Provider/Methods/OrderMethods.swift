import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The payment order methods but `payment_order`, which is ``OrderIntake/submit(_:_:)``.
struct OrderMethods {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  func status(
    _ session: AppSession, _ params: GetPaymentOrderStatus.Params
  ) async throws -> GetPaymentOrderStatus.Result {
    let query = try StatusQuery(after: params.after, waitMilliseconds: params.waitMilliseconds)
    let id = OrderID(
      rawValue: try await StatusQuery.identifier(
        params.orderID?.rawValue, params.requestID, kind: "order", missing: .orderNotFound, session, core.ledger))
    let order = try await query.poll(id.rawValue, session: session, hub: core.hub, version: { Int($0.version) }) {
      () async throws -> OrderMachine in
      // An order with a process is known as it was last stored, so that a long poll does not read the ledger.
      if let live = payments.orders.live(id)?.order, live.terms.app == session.app { return live }
      guard let order = try await core.order(id, of: session.app) else { throw PaymentsFailure(.orderNotFound) }
      return order
    }
    return .init(paymentOrder: .init(order))
  }

  func cancel(
    _ session: AppSession, _ params: CancelPaymentOrder.Params
  ) async throws -> CancelPaymentOrder.Result {
    let request = try AppRequest(session.app, params.requestID, method: CancelPaymentOrder.name, params: params)
    guard let order = try await core.order(params.orderID, of: session.app) else {
      throw PaymentsFailure(.orderNotFound, pointer: "/order_id")
    }
    if try await core.earlierObject(of: request) != nil {
      return .init(paymentOrder: .init(order), replayed: true)
    }
    // One that is cancelled already stays so, and nothing is claimed for that: it can be asked for ever.
    if order.state == .cancelled { return .init(paymentOrder: .init(order), replayed: false) }
    if let process = payments.orders.live(params.orderID) {
      // Before the wallet was looked at, it is unknown whether the order is paid.
      guard process.isTakenUp else { throw PaymentsFailure(.inFlight) }
      guard let answer = await payments.orders.cancel(process) else { throw PaymentsFailure(.storageFull) }
      guard answer == .cancelled else { throw Self.refusal(process.order) }
    } else {
      throw Self.refusal(order)
    }
    let claim = request.claim(making: "order", params.orderID.rawValue, at: core.clock.now())
    _ = try await core.ledger.write { transaction in try transaction.claimRequest(claim) }
    guard let cancelled = try await core.order(params.orderID, of: session.app) else {
      throw PaymentsFailure(.orderNotFound)
    }
    return .init(paymentOrder: .init(cancelled), replayed: false)
  }

  func list(
    _ session: AppSession, _ params: ListPaymentOrders.Params
  ) async throws -> ListPaymentOrders.Result {
    let page = try ListPage(before: params.before, limit: params.limit)
    let app = session.app
    let orders = try await page.read(core.ledger) { reader, before in
      try reader.order(OrderID(rawValue: before))?.terms.app == app
    } rows: { reader in
      try reader.orders(of: app, currency: params.currency, state: params.state, page: page.query)
    }
    return .init(
      paymentOrders: page.rows(orders).map { .init($0) }, next: page.next(orders) { $0.terms.id.rawValue })
  }

  /// Returns the error if it is too late to cancel.
  private static func refusal(_ order: OrderMachine) -> PaymentsFailure {
    // The order may be paid already.
    if order.progress.waitingFor == .review { return PaymentsFailure(.inFlight) }
    return switch order.state {
    case .submitting, .inFlight: PaymentsFailure(.inFlight)
    case .succeeded: PaymentsFailure(.alreadyPaid)
    default: PaymentsFailure(.notCancellable)
    }
  }
}
