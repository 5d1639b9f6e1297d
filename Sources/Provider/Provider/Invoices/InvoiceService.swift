import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Creates and updates invoices. The machine computes each change, which is stored together with its event in one
/// transaction of the ledger. The transactions also keep concurrent changes of one invoice apart.
struct InvoiceService: Sendable {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  /// The result of applying an event to an invoice.
  struct Outcome: Sendable {
    let record: InvoiceRecord
    /// The answer to a cancellation; `nil` for all other events.
    let answer: CancelAnswer?
    let hasChanged: Bool
    /// Whether its state is another one than before.
    let hasNewState: Bool
  }

  /// `invoice_request`: makes an invoice, or answers the one that the same request made before, or is making.
  func request(
    _ session: AppSession, _ params: InvoiceRequest.Params
  ) async throws -> InvoiceRequest.Result {
    try await request(by: session.app, params)
  }

  /// The same for the owner, who has no session.
  func request(by app: AppKey, _ params: InvoiceRequest.Params) async throws -> InvoiceRequest.Result {
    let request = try AppRequest(app, params.requestID, method: InvoiceRequest.name, params: params)
    await payments.requestGate.enter(request)
    defer { payments.requestGate.leave(request) }
    return try await make(params, request)
  }

  private func make(
    _ params: InvoiceRequest.Params, _ request: AppRequest
  ) async throws -> InvoiceRequest.Result {
    if let earlier = try await earlier(request) { return earlier }
    let wallet = try payments.wallets.wallet(params.currency)
    let (amount, times) = try checked(params, wallet)
    try checkReceivable(amount, wallet)
    let purpose = PaymentPurpose(params)
    let creation = AddressCreation(
      wallet: wallet, request: request, need: .invoice(params.currency, purpose), label: params.description ?? "",
      payments: payments,
      terms: { [core] in
        // Nobody can pay by Lightning after the time in which it is an invoice.
        let lifetime = max(times.expiresAt.since(core.clock.now()), .seconds(1))
        return ReceivingTerms(amount: amount, text: params.description ?? "", lifetime: lifetime)
      })
    let id = InvoiceID(rawValue: core.newIdentifier("inv"))
    var made: InvoiceRecord?
    let isNew = try await creation.run { address, lightning in
      let terms = InvoiceTerms(
        id: id, app: request.app, requestID: params.requestID, currency: params.currency,
        decimals: wallet.currency.decimals, address: address, lightning: lightning, amount: amount, purpose: purpose,
        confirmationsWanted: params.confirmations ?? wallet.currency.confirmations, createdAt: times.now,
        expiresAt: times.expiresAt, monitoringUntil: times.expiresAt.advanced(by: core.times.monitoring))
      let invoice = InvoiceRecord(new: InvoiceMachine(terms: terms))
      let event = try NewEvent(invoice, uriScheme: wallet.currency.uriScheme)
      made = invoice
      return .init(
        claim: request.claim(making: "invoice", id.rawValue, at: times.now),
        address: AddressRecord(
          currency: params.currency, address: address, app: request.app, label: params.description,
          purpose: AddressPurpose.invoice.rawValue, invoiceID: id, createdAt: times.now),
        also: { transaction in
          try transaction.insertInvoice(invoice.invoice)
          try transaction.appendInvoiceEvent(event)
        })
    }
    guard isNew, let made else {
      guard let earlier = try await earlier(request) else { throw PaymentsFailure(.internalError) }
      return earlier
    }
    core.metrics.count(made.invoice)
    core.hub.changed([id.rawValue], of: request.app)
    return .init(invoice: payments.wallets.report(made), replayed: false)
  }

  /// Applies an event to a stored invoice. Returns `nil` if the invoice does not exist.
  ///
  /// - Parameter claim: The request of the app, whose key is claimed if the invoice changes.
  func apply(
    _ event: InvoiceEvent, to id: InvoiceID, claiming claim: RequestClaim? = nil
  ) async throws(LedgerError) -> Outcome? {
    let (core, wallets) = (core, payments.wallets)
    let outcome = try await core.ledger.write { transaction -> Outcome? in
      guard var invoice = try transaction.invoice(id) else { return nil }
      let (before, stateBefore) = (invoice.version, invoice.state)
      var answer: CancelAnswer?
      var changed = false
      for effect in try invoice.handle(event, known: { try transaction.transfer($0, of: id) }) {
        switch effect {
        case .transferChanged(let change): try transaction.saveTransfer(change, of: invoice)
        case .changed: changed = true
        case .cancelAnswered(let value): answer = value
        }
      }
      let record = try transaction.record(of: invoice)
      if changed {
        try transaction.updateInvoice(invoice, expectedVersion: before)
        let scheme = wallets.existingWallet(invoice.terms.currency)?.currency.uriScheme ?? ""
        try transaction.appendInvoiceEvent(try NewEvent(record, uriScheme: scheme))
        if let claim { _ = try transaction.claimRequest(claim) }
      }
      return Outcome(record: record, answer: answer, hasChanged: changed, hasNewState: invoice.state != stateBefore)
    }
    if let outcome, outcome.hasNewState {
      core.metrics.count(outcome.record.invoice)
      core.noteArrival(outcome.record.invoice)
      if let money = MoneyMoved(outcome.record.invoice) { payments.notices.moved(money) }
    }
    if let outcome, outcome.hasChanged { core.hub.changed([id.rawValue], of: outcome.record.invoice.terms.app) }
    return outcome
  }

  /// Refuses an amount that is too small for the network to carry, because nobody could pay such an invoice.
  private func checkReceivable(_ amount: Amount?, _ wallet: CurrencyWallet) throws {
    guard let amount else { return }
    let amounts = wallet.backend.transferAmounts
    guard amount >= amounts.lowerBound else {
      throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "too small")
    }
    guard amount <= amounts.upperBound else {
      throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "too large")
    }
  }

  private func earlier(
    _ request: AppRequest
  ) async throws -> InvoiceRequest.Result? {
    guard let id = try await core.earlierObject(of: request) else { return nil }
    guard let invoice = try await core.invoiceRecord(InvoiceID(rawValue: id), of: request.app) else {
      throw PaymentsFailure(.internalError)
    }
    return .init(invoice: payments.wallets.report(invoice), replayed: true)
  }

  private func checked(
    _ params: InvoiceRequest.Params, _ wallet: CurrencyWallet
  ) throws -> (amount: Amount?, times: (now: Timestamp, expiresAt: Timestamp)) {
    if let confirmations = params.confirmations, !(0...1000).contains(confirmations) {
      throw PaymentsFailure(.invalidParams, pointer: "/confirmations", rule: "0 to 1000")
    }
    let now = core.clock.now()
    let expiresAt = params.expiresAt ?? now.advanced(by: core.times.invoice)
    if expiresAt <= now { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    guard
      params.expiresAt == nil
        || (now.advanced(by: .seconds(10))...now.advanced(by: .seconds(30 * 86_400)))
          .contains(expiresAt)
    else { throw PaymentsFailure(.invalidParams, pointer: "/expires_at", rule: "10 seconds to 30 days ahead") }
    guard let decimal = params.amount else { return (nil, (now, expiresAt)) }
    let amount = try wallet.amount(decimal, pointer: "/amount")
    guard amount > .zero else {
      throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "greater than zero")
    }
    return (amount, (now, expiresAt))
  }
}
