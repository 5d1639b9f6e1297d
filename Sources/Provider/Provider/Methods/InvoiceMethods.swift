import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The invoice methods but `invoice_request`, which is ``InvoiceService/request(_:_:)``.
enum InvoiceMethods {
  static func status(
    _ session: AppSession, _ params: GetInvoiceRequestStatus.Params
  ) async throws -> GetInvoiceRequestStatus.Result {
    let context = session.provider
    let query = try StatusQuery(after: params.after, waitMilliseconds: params.waitMilliseconds)
    let id = InvoiceID(
      rawValue: try await StatusQuery.identifier(
        params.invoiceID?.rawValue, params.requestID, kind: "invoice", missing: .invoiceNotFound, session))
    let invoice = try await query.poll(id.rawValue, session, version: { Int($0.version) }) {
      () async throws -> InvoiceMachine in
      guard let invoice = try await context.invoice(id, of: session.app) else {
        throw PaymentsFailure(.invoiceNotFound)
      }
      return invoice
    }
    return .init(invoice: context.report(invoice))
  }

  static func cancel(
    _ session: AppSession, _ params: CancelInvoiceRequest.Params
  ) async throws -> CancelInvoiceRequest.Result {
    let context = session.provider
    let request = try AppRequest(session.app, params.requestID, method: CancelInvoiceRequest.name, params: params)
    guard let invoice = try await context.invoice(params.invoiceID, of: session.app) else {
      throw PaymentsFailure(.invoiceNotFound, pointer: "/invoice_id")
    }
    if try await context.earlierObject(of: request) != nil {
      return .init(invoice: context.report(invoice), replayed: true)
    }
    let now = context.clock.now()
    let outcome = try await InvoiceService(context: context).apply(.cancel(now), to: params.invoiceID)
    guard let outcome else { throw PaymentsFailure(.invoiceNotFound) }
    guard outcome.answer == .cancelled else { throw PaymentsFailure(.notCancellable) }
    // Cancelling can be repeated without harm. The key is claimed so that it cannot be used for another request.
    let claim = request.claim(making: "invoice", params.invoiceID.rawValue, at: now)
    _ = try await context.ledger.write { transaction in try transaction.claimRequest(claim) }
    return .init(invoice: context.report(outcome.invoice), replayed: false)
  }

  static func list(
    _ session: AppSession, _ params: ListInvoiceRequests.Params
  ) async throws -> ListInvoiceRequests.Result {
    let context = session.provider
    let page = try ListPage(before: params.before, limit: params.limit)
    let app = session.app
    let invoices = try await page.read(context) { reader, before in
      try reader.invoice(InvoiceID(rawValue: before))?.terms.app == app
    } rows: { reader in
      try reader.invoices(of: app, currency: params.currency, state: params.state, page: page.query)
    }
    return .init(
      invoices: page.rows(invoices).map(context.report), next: page.next(invoices) { $0.terms.id.rawValue })
  }
}
