import Consumer
import TestSupport

/// An app orders several payments at the same time, which its owner lets leave in one transaction. Each is paid once,
/// together with the others or, after a crash, by itself.
struct PayoutStory: TrialStory {
  /// The number of orders.
  static let count = 3

  /// The network, once for each recipient.
  private let networks: [any Network]
  /// What the app was told of each order.
  private let told: [Told]

  init(_ networks: [any Network]) {
    self.networks = networks
    told = networks.map { _ in Told() }
  }

  func play(in trial: Trial, patience: Duration) async throws {
    let client = trial.client()
    do {
      try await play(client, trial, .now + patience)
    } catch {
      await client.close()
      throw error
    }
    await client.close()
  }

  private func play(_ client: PaymentsClient, _ trial: Trial, _ deadline: ContinuousClock.Instant) async throws {
    try await forEachOrder { try await order($0, client, deadline) }
    try await forEachOrder { try await follow($0, until: .inFlight, client, deadline) }
    if told.contains(where: { $0.order?.state.isTerminal == false }) {
      for network in networks { try await network.mineSent(trial, deadline) }
    }
    try await forEachOrder { try await follow($0, until: .succeeded, client, deadline) }
  }

  private func forEachOrder(_ work: @escaping @Sendable (Int) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in told.indices { group.addTask { try await work(number) } }
      try await group.waitForAll()
    }
  }

  /// Requests a payment with the same request each time.
  private func order(_ number: Int, _ client: PaymentsClient, _ deadline: ContinuousClock.Instant) async throws {
    guard let request = PaymentRequestID("33333333-3333-4333-8333-33333333333\(number)") else {
      throw Violation("no request id")
    }
    let params = SubmitPaymentOrder.Params(
      requestID: request, currency: "LTC", address: networks[number].recipient, amount: try DecimalAmount("0.05"),
      maxFee: try DecimalAmount("0.01"), description: nil, expiresAt: nil)
    let wasTold = told[number].order != nil
    let answer = try await trying(deadline) { try await client.call(SubmitPaymentOrder.self, params) }
    try hold(answer.replayed || !wasTold, "the order was answered before, and is new now")
    try told[number].told(answer.paymentOrder)
  }

  private func follow(
    _ number: Int, until state: OrderState, _ client: PaymentsClient, _ deadline: ContinuousClock.Instant
  ) async throws {
    while let order = told[number].order, order.state.rank < state.rank {
      let changed = try await trying(deadline) {
        try await client.waitForChange(of: order, atMost: .milliseconds(500))
      }
      try told[number].told(changed)
      guard .now < deadline else { throw Stalled("the order stays \(changed.state.rawValue)") }
    }
  }

  private var orders: [PaymentOrder] { told.compactMap(\.order) }

  func undisturbed(in trial: Trial) async throws {
    let transactions = Set(orders.map(\.transactionID))
    try hold(transactions.count == 1, "the orders do not leave together: \(transactions)")
  }

  func atMostOnePayment(in trial: Trial) async throws {
    for network in networks {
      let sent = try await network.sent(trial)
      try hold(sent.count <= 1, "a recipient was paid \(sent.count) times: \(sent)")
    }
  }

  func atTheEnd(in trial: Trial) async throws {
    try hold(orders.count == networks.count, "not all orders were told")
    var sent: [String: [SentTransaction]] = [:]
    for (order, network) in zip(orders, networks) {
      try hold(order.state == .succeeded, "an order is \(order.state.rawValue) (\(order.reason ?? ""))")
      let paid = try await network.sent(trial)
      try hold(
        paid.map(\.id) == [order.transactionID] && paid.first?.amount == order.amount.text,
        "the wallet sent \(paid), the order says \(order.amount.text) by \(order.transactionID ?? "")")
      sent[order.transactionID ?? "", default: []] += paid
    }
    for (transaction, payments) in sent { try feesAddUp(transaction, payments) }
    let client = trial.client()
    do {
      try await asTheAppSeesIt(client)
    } catch {
      await client.close()
      throw error
    }
    await client.close()
    try await Invariants.auditHolds(trial)
  }

  /// Checks that the fees of the orders of one transaction are what the transaction costs.
  private func feesAddUp(_ transaction: String, _ payments: [SentTransaction]) throws {
    let own = orders.filter { $0.transactionID == transaction }
    let told = try own.map { try Amount($0.fee ?? DecimalAmount("0"), decimals: 8) }
    let fees = try payments.map { try Amount(DecimalAmount($0.fee), decimals: 8) }
    let cost = networks[0].tellsShares ? try Self.sum(fees) : fees.first ?? .zero
    try hold(
      try Self.sum(told) == cost && Set(told).count <= 2,
      "\(transaction) costs \(cost.text(decimals: 8)), the orders say \(told.map { $0.text(decimals: 8) })")
  }

  private static func sum(_ amounts: [Amount]) throws -> Amount { try amounts.reduce(.zero) { try $0.adding($1) } }

  private func asTheAppSeesIt(_ client: PaymentsClient) async throws {
    let listed = try await client.orders().paymentOrders
    try hold(Set(listed) == Set(orders), "the app has \(listed.count) orders")
    let paid = try Self.sum(orders.map { try Amount($0.total ?? $0.amount, decimals: 8) })
    if let expected = networks[0].balance(received: .zero, paid: paid) {
      let balance = try await client.balance(of: "LTC")
      try hold(balance.available.text == expected, "the wallet has \(balance.available.text), not \(expected)")
      try hold(Amount(balance.locked, decimals: 8) == .zero, "coins stay locked: \(balance.locked.text)")
    }
    let budgets = try await client.currentSession().budgets ?? []
    guard let budget = budgets.first(where: { $0.currency == "LTC" }) else { throw Violation("no budget is told") }
    try hold(
      budget.used.text == paid.text(decimals: 8) && budget.usedCount == orders.count,
      "the budget counts \(budget.used.text) in \(budget.usedCount) payments; paid was \(paid.text(decimals: 8))")
  }
}
