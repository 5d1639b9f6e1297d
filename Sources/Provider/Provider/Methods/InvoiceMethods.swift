import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The invoice methods but `invoice_request`, which is ``InvoiceService/request(_:_:)``.
struct InvoiceMethods {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  func status(
    _ session: AppSession, _ params: GetInvoiceRequestStatus.Params
  ) async throws -> GetInvoiceRequestStatus.Result {
    let query = try StatusQuery(after: params.after, waitMilliseconds: params.waitMilliseconds)
    let id = InvoiceID(
      rawValue: try await StatusQuery.identifier(
        params.invoiceID?.rawValue, params.requestID, kind: "invoice", missing: .invoiceNotFound, session, core.ledger))
    let invoice = try await query.poll(id.rawValue, session, core.hub, version: { Int($0.version) }) {
      () async throws -> InvoiceMachine in
      guard let invoice = try await core.invoice(id, of: session.app) else {
        throw PaymentsFailure(.invoiceNotFound)
      }
      return invoice
    }
    return .init(invoice: payments.wallets.report(invoice))
  }

  func cancel(
    _ session: AppSession, _ params: CancelInvoiceRequest.Params
  ) async throws -> CancelInvoiceRequest.Result {
    let request = try AppRequest(session.app, params.requestID, method: CancelInvoiceRequest.name, params: params)
    guard let invoice = try await core.invoice(params.invoiceID, of: session.app) else {
      throw PaymentsFailure(.invoiceNotFound, pointer: "/invoice_id")
    }
    if try await core.earlierObject(of: request) != nil {
      return .init(invoice: payments.wallets.report(invoice), replayed: true)
    }
    let now = core.clock.now()
    let outcome = try await InvoiceService(payments: payments).apply(.cancel(now), to: params.invoiceID)
    guard let outcome else { throw PaymentsFailure(.invoiceNotFound) }
    guard outcome.answer == .cancelled else { throw PaymentsFailure(.notCancellable) }
    // Cancelling can be repeated without harm. The key is claimed so that it cannot be used for another request.
    let claim = request.claim(making: "invoice", params.invoiceID.rawValue, at: now)
    _ = try await core.ledger.write { transaction in try transaction.claimRequest(claim) }
    return .init(invoice: payments.wallets.report(outcome.invoice), replayed: false)
  }

  func list(
    _ session: AppSession, _ params: ListInvoiceRequests.Params
  ) async throws -> ListInvoiceRequests.Result {
    let page = try ListPage(before: params.before, limit: params.limit)
    let app = session.app
    let invoices = try await page.read(core.ledger) { reader, before in
      try reader.invoice(InvoiceID(rawValue: before))?.terms.app == app
    } rows: { reader in
      try reader.invoices(of: app, currency: params.currency, state: params.state, page: page.query)
    }
    return .init(
      invoices: page.rows(invoices).map(payments.wallets.report), next: page.next(invoices) { $0.terms.id.rawValue })
  }
}
