import Ledger
import Orders
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
    let invoice = try await query.poll(
      id.rawValue, session: session, hub: core.hub, version: { Int($0.invoice.version) }
    ) {
      () async throws -> InvoiceRecord in
      guard let invoice = try await core.invoiceRecord(id, of: session.app) else {
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
    guard try await core.invoice(params.invoiceID, of: session.app) != nil else {
      throw PaymentsFailure(.invoiceNotFound, pointer: "/invoice_id")
    }
    if try await core.earlierObject(of: request) != nil,
      let invoice = try await core.invoiceRecord(params.invoiceID, of: session.app)
    {
      return .init(invoice: payments.wallets.report(invoice), replayed: true)
    }
    let now = core.clock.now()
    // The key is claimed with the change, so that it cannot be used for another request. One that changes nothing claims
    // nothing: it can be repeated for ever and must leave nothing each time.
    let claim = request.claim(making: "invoice", params.invoiceID.rawValue, at: now)
    let outcome = try await InvoiceService(payments: payments).apply(
      .cancel(now), to: params.invoiceID, claiming: claim)
    guard let outcome else { throw PaymentsFailure(.invoiceNotFound) }
    guard outcome.answer == .cancelled else { throw PaymentsFailure(.notCancellable) }
    return .init(invoice: payments.wallets.report(outcome.record), replayed: false)
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
      invoices: page.rows(invoices).map(payments.wallets.report),
      next: page.next(invoices) { $0.invoice.terms.id.rawValue })
  }

  /// `list_invoice_transfers`. The name of a place in the list is the position of its transfer in this invoice: an
  /// identifier of the wallet's could tell the app how many addresses the wallet has made for others.
  func transfers(
    _ session: AppSession, _ params: ListInvoiceTransfers.Params
  ) async throws -> ListInvoiceTransfers.Result {
    let page = try ListPage(before: params.before, limit: params.limit)
    let id = params.invoiceID
    guard let invoice = try await core.invoice(id, of: session.app) else {
      throw PaymentsFailure(.invoiceNotFound, pointer: "/invoice_id")
    }
    let positions = 0..<invoice.totals.count
    let transfers = try await page.read(core.ledger) { _, before in
      Int(before).map(positions.contains) ?? false
    } rows: { reader in
      try reader.transfers(of: id, before: page.query.before.flatMap { Int($0) }, limit: page.query.limit)
    }
    return .init(
      transfers: page.rows(transfers).map { TransferInfo($0, decimals: invoice.terms.decimals) },
      next: page.next(transfers) { String($0.position) })
  }
}
