import Consumer
import TestSupport

/// The invariants of section 7 of the design, checked against the wallet's own list of transactions.
struct Invariants: Sendable {
  let story: Story
  let trial: Trial

  /// Checks what must hold at every moment, with or without a running daemon: the order has at most one transaction.
  func atMostOnePayment() async throws {
    let sent = try await story.network.sent(trial)
    try hold(Set(sent.map(\.id)).count <= 1, "the recipient was paid \(sent.count) times: \(sent)")
    if let told = story.told.order, told.state == .succeeded {
      try hold(sent.map(\.id) == [told.transactionID], "succeeded with \(told.transactionID ?? "none"), sent \(sent)")
    }
  }

  /// Checks what must hold at the end of the story.
  func atTheEnd() async throws {
    guard let order = story.told.order, let invoice = story.told.invoice else {
      throw Violation("nothing was told")
    }
    try hold(order.state == .succeeded, "the order is \(order.state.rawValue) (\(order.reason ?? ""))")
    let sent = try await story.network.sent(trial)
    try hold(sent.count == 1, "\(sent.count) transactions to the recipient: \(sent)")
    try hold(
      sent.first?.id == order.transactionID, "the wallet sent \(sent), the order says \(order.transactionID ?? "")")
    try hold(sent.first?.amount == order.amount.text, "the wallet sent \(sent), the order says \(order.amount.text)")
    try hold(sent.first?.fee == order.fee?.text, "the wallet paid \(sent), the order says \(order.fee?.text ?? "")")
    let client = trial.client()
    do {
      try await asTheAppSeesIt(client, order, invoice)
    } catch {
      await client.close()
      throw error
    }
    await client.close()
    try await Self.auditHolds(trial)
  }

  private func asTheAppSeesIt(_ client: PaymentsClient, _ order: PaymentOrder, _ invoice: Invoice) async throws {
    let orders = try await client.orders()
    try hold(orders.paymentOrders == [order], "the app has \(orders.paymentOrders.count) orders")
    let invoices = try await client.invoices()
    try hold(
      invoices.invoices.map(\.invoiceID) == [invoice.invoiceID], "the app has \(invoices.invoices.count) invoices")
    let received = try Amount(invoice.paidAmount, decimals: 8)
    let paid = try Amount(order.total ?? order.amount, decimals: 8)
    if let expected = story.network.balance(received: received, paid: paid) {
      let balance = try await client.balance(of: story.currency)
      try hold(balance.available.text == expected, "the wallet has \(balance.available.text), not \(expected)")
      try hold(Amount(balance.locked, decimals: 8) == .zero, "coins stay locked: \(balance.locked.text)")
    }
    try await budgetHolds(client, order)
    if story.byDocuments { try await story.documentsHold(client, order, invoice, .now + .seconds(10)) }
    try story.told.checkEvents(try await events(client, order, invoice))
  }

  /// Checks that the budget counts the payment once, with its fee.
  private func budgetHolds(_ client: PaymentsClient, _ order: PaymentOrder) async throws {
    let session = try await client.currentSession()
    guard let budget = session.budgets?.first(where: { $0.currency == story.currency }) else { return }
    try hold(
      budget.used.text == order.total?.text && budget.usedCount == 1,
      "the budget counts \(budget.used.text) in \(budget.usedCount) payments; paid was \(order.total?.text ?? "")")
  }

  /// Returns all events, from the first one to the last ones of the order and the invoice.
  private func events(_ client: PaymentsClient, _ order: PaymentOrder, _ invoice: Invoice) async throws -> [Event] {
    var all: [Event] = []
    var open: Set<String> = [order.orderID.rawValue, invoice.invoiceID.rawValue]
    let limit = Task {
      try await Task.sleep(for: .seconds(10))
      await client.close()
    }
    defer { limit.cancel() }
    for try await event in client.events(.after(.beginning)) {
      all.append(event)
      if event.paymentOrder?.version == order.version { open.remove(order.orderID.rawValue) }
      if event.invoice?.version == invoice.version { open.remove(invoice.invoiceID.rawValue) }
      if open.isEmpty { return all }
    }
    throw Violation("events are missing: there are \(all.count)")
  }

  /// Checks that the chain of the audit log is complete.
  static func auditHolds(_ trial: Trial) async throws {
    let run = try await ChildProcess.run(
      BuiltPrograms.path("payd"), ["audit", "verify", "--state", trial.state, "--runtime", trial.runtime])
    try hold(run.exit == .code(0), "payd audit verify: \(run.exit) \(run.output) \(run.error)")
  }
}
