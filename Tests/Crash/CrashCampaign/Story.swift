import Consumer
import OwnerAPI
import OwnerSocket

/// What is played in a trial, and what must hold then.
protocol TrialStory: Sendable {
  /// Plays the story to its end. When it is played again after a crash, the app repeats its requests.
  func play(in trial: Trial, patience: Duration) async throws
  /// Checks what must hold where nothing failed.
  func undisturbed(in trial: Trial) async throws
  /// Checks what must hold at every moment, with or without a running daemon.
  func atMostOnePayment(in trial: Trial) async throws
  /// Checks what must hold at the end of the story.
  func atTheEnd(in trial: Trial) async throws
}

extension Story: TrialStory {
  func play(in trial: Trial, patience: Duration) async throws {
    try await play(in: trial, until: .end, patience: patience)
  }

  func undisturbed(in trial: Trial) async throws {}

  func atMostOnePayment(in trial: Trial) async throws {
    try await Invariants(story: self, trial: trial).atMostOnePayment()
  }

  func atTheEnd(in trial: Trial) async throws { try await Invariants(story: self, trial: trial).atTheEnd() }
}

/// The actions of an app, the owner and the network in every trial: an invoice is paid, and a payment is approved by
/// the owner and confirmed by the network. When the story is played again after a crash, the app repeats its requests
/// with the same `request_id`, and the owner answers the question that is still open.
struct Story: Sendable {
  enum Extent: Sendable {
    /// The story ends when the payment was handed to the network.
    case inFlight
    /// The story is played to its end.
    case end
  }

  let network: any Network
  let told: Told
  var currency = "LTC"
  var amount = "0.05"
  /// Whether the app submits documents in place of calls.
  var byDocuments = false
  static let invoiceRequest = PaymentRequestID("11111111-1111-4111-8111-111111111111")
  static let orderRequest = PaymentRequestID("22222222-2222-4222-8222-222222222222")

  /// Plays the story.
  ///
  /// - Parameters:
  ///   - trial: the trial in which the daemon runs.
  ///   - patience: the time to continue while something is refused or does not happen.
  func play(in trial: Trial, until extent: Extent, patience: Duration) async throws {
    let client = trial.client()
    let listening = Task {
      for try await event in client.events(.after(.beginning)) { told.told(event) }
    }
    do {
      try await play(client, trial, until: extent, deadline: .now + patience)
    } catch {
      listening.cancel()
      await client.close()
      throw error
    }
    listening.cancel()
    await client.close()
  }

  private func play(
    _ client: PaymentsClient, _ trial: Trial, until extent: Extent, deadline: ContinuousClock.Instant
  ) async throws {
    var invoice = try await invoice(client, deadline)
    try told.told(invoice)
    if invoice.transfers.isEmpty {
      let address = invoice.address
      let isPaid = try await trying(deadline) { try await network.receive(address, "0.25", trial) }
      guard isPaid || invoice.state == .pending else { throw Violation("an invoice that nobody pays is paid") }
    }
    var order = try await order(client, deadline)
    try told.told(order)
    while order.state.rank < OrderState.inFlight.rank {
      if order.state == .awaitingApproval { try await approve(order, trial) }
      order = try await next(order, client, deadline)
    }
    guard extent == .end else { return }
    if order.confirmations < order.confirmationsWanted {
      try await network.mineSent(trial, deadline)
    }
    while !order.state.isTerminal { order = try await next(order, client, deadline) }
    while !invoice.transfers.isEmpty || network is MadeUpNetwork, invoice.state != .settled {
      let last = invoice
      invoice = try await trying(deadline) { try await client.waitForChange(of: last, atMost: .seconds(1)) }
      try told.told(invoice)
      guard .now < deadline else { throw Stalled("the invoice is not settled but \(invoice.state.rawValue)") }
    }
  }

  /// Requests the invoice with the same request each time.
  private func invoice(_ client: PaymentsClient, _ deadline: ContinuousClock.Instant) async throws -> Invoice {
    if byDocuments { return try await trying(deadline) { try await documentedInvoice(client, deadline) } }
    guard let request = Self.invoiceRequest else { throw Violation("no request id") }
    let params = InvoiceRequest.Params(
      requestID: request, currency: currency, amount: try DecimalAmount("0.25"), description: nil, confirmations: nil,
      expiresAt: nil)
    let wasTold = told.invoice != nil
    let answer = try await trying(deadline) { try await client.call(InvoiceRequest.self, params) }
    try hold(answer.replayed || !wasTold, "the invoice was answered before, and is new now")
    return answer.invoice
  }

  /// Requests the payment with the same request each time.
  private func order(_ client: PaymentsClient, _ deadline: ContinuousClock.Instant) async throws -> PaymentOrder {
    if byDocuments { return try await trying(deadline) { try await documentedOrder(client, deadline) } }
    guard let request = Self.orderRequest else { throw Violation("no request id") }
    let params = SubmitPaymentOrder.Params(
      requestID: request, currency: currency, address: network.recipient, amount: try DecimalAmount(amount),
      maxFee: try DecimalAmount("0.01"), description: nil, expiresAt: nil)
    let wasTold = told.order != nil
    let answer = try await trying(deadline) { try await client.call(SubmitPaymentOrder.self, params) }
    try hold(answer.replayed || !wasTold, "the order was answered before, and is new now")
    return answer.paymentOrder
  }

  /// Requests the payment and does nothing else.
  @discardableResult
  func ask(in trial: Trial, before: () -> Void = {}) async throws -> PaymentOrder {
    let client = trial.client()
    do {
      try await client.connect()
      before()
      let order = try await order(client, .now)
      try told.told(order)
      await client.close()
      return order
    } catch {
      await client.close()
      throw error
    }
  }

  /// Approves the order as its owner.
  func approve(_ order: PaymentOrder, _ trial: Trial) async throws {
    do {
      let id = JSONValue.string(order.orderID.rawValue)
      let question = try await trial.owner("question", ["id": id])["question"]
      try await trial.owner("approve", ["id": id, "fee_cap": question?["order"]?["fee_cap"] ?? .null])
      told.approved(order.orderID)
    } catch let failure as OwnerFailure {
      // The order was approved in an earlier run, or the ledger refuses at the moment. The state of the order decides.
      guard [.notFound, .internalError, .conflict].contains(failure.reason.kind) else {
        throw failure
      }
    }
  }

  private func next(
    _ order: PaymentOrder, _ client: PaymentsClient, _ deadline: ContinuousClock.Instant
  ) async throws -> PaymentOrder {
    let changed = try await trying(deadline) {
      try await client.waitForChange(of: order, atMost: .milliseconds(500))
    }
    try told.told(changed)
    guard .now < deadline else { throw Stalled("the order stays \(changed.state.rawValue)") }
    return changed
  }
}

/// Repeats a call while the error may pass.
func trying<Answer>(
  _ deadline: ContinuousClock.Instant, _ ask: () async throws -> Answer
) async throws -> Answer {
  while true {
    do {
      return try await ask()
    } catch {
      guard mayPass(error), .now < deadline else { throw error }
      // This pause only sets the pace of the calls.
      try await Task.sleep(for: .milliseconds(20))
    }
  }
}

private func mayPass(_ error: any Error) -> Bool {
  switch error {
  case let failure as PaymentsFailure:
    [
      .storageFull, .ledgerUnavailable, .internalError, .walletUnavailable, .walletTimeout, .walletSyncing,
      .rateLimited,
    ]
    .contains(failure.reason)
  case let failure as OwnerFailure: [.usage, .internalError].contains(failure.reason.kind)
  default: false
  }
}
