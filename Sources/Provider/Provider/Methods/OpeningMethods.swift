import Cryptography
import Links
import Orders
import PaymentsAPI
import PaymentsModel

/// Implements `open_request` and `get_open_request_status`.
struct OpeningMethods {
  let core: ProviderCore
  let openings: OpeningService

  func request(
    _ session: AppSession, _ params: RequestOpening.Params
  ) async throws -> RequestOpening.Result {
    guard let state = LinkState(params.state) else {
      throw PaymentsFailure(
        .invalidParams, pointer: "/state", rule: "1 to \(LinkState.maximumLength) of A-Z a-z 0-9 - . _ ~")
    }
    let subject = try await subject(session, params)
    // An app without a callback scheme gets no link back. An app with a malformed one gets an error.
    let callback = session.manifest.callbackScheme.map(CallbackScheme.init)
    if case .some(.none) = callback { throw PaymentsFailure(.callbackRefused) }
    let link: OpenLink
    do {
      link = try OpenLink(
        provider: core.name, token: Base64URL.encode(core.random.bytes(count: 32)))
    } catch {
      throw PaymentsFailure(.internalError)
    }
    let now = core.clock.now()
    let opening = Opening(
      openingID: core.newIdentifier("opn"), version: 1, status: .waiting, state: state.text,
      returns: callback != nil, createdAt: now, expiresAt: now.advanced(by: OpeningStore.lifetime),
      orderID: params.orderID, invoiceID: params.invoiceID)
    try openings.add(
      .init(
        app: session.app, token: link.token, subject: subject, callback: callback ?? nil, state: state,
        opening: opening))
    return .init(opening: opening, link: link.text)
  }

  func status(
    _ session: AppSession, _ params: GetOpenRequestStatus.Params
  ) async throws -> GetOpenRequestStatus.Result {
    let query = try StatusQuery(after: params.after, waitMilliseconds: params.waitMilliseconds)
    let opening = try await query.poll(params.openingID, session: session, hub: core.hub, version: { $0.version }) {
      () async throws -> Opening in
      guard let entry = openings.entry(params.openingID, of: session.app) else {
        throw PaymentsFailure(.openingNotFound, pointer: "/opening_id")
      }
      return entry.opening
    }
    return .init(opening: opening)
  }

  /// Returns the object to show. It has to belong to the app, which needs the same scope as for other requests about
  /// it.
  private func subject(
    _ session: AppSession, _ params: RequestOpening.Params
  ) async throws -> OpeningStore.Subject {
    let grants = session.current.grants
    func require(_ scopes: Scope...) throws {
      guard scopes.contains(where: { grants.allows($0, at: core.clock.now()) }) else {
        throw PaymentsFailure(.scopeNotGranted, rule: scopes.map(\.rawValue).joined(separator: " or "))
      }
    }
    switch (params.orderID, params.invoiceID) {
    case (let id?, nil):
      try require(.pay)
      guard try await core.order(id, of: session.app) != nil else {
        throw PaymentsFailure(.orderNotFound, pointer: "/order_id")
      }
      return .order(id)
    case (nil, let id?):
      try require(.receive)
      guard try await core.invoice(id, of: session.app) != nil else {
        throw PaymentsFailure(.invoiceNotFound, pointer: "/invoice_id")
      }
      return .invoice(id)
    case (nil, nil):
      try require(.pay, .receive)
      return .payments
    default: throw PaymentsFailure(.invalidParams, pointer: "", rule: "at most one identifier")
    }
  }
}
