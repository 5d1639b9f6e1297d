import Ledger
import Orders
import PaymentsAPI
import PaymentsModel

/// Implements `addresses_for_currency` and `new_address_for_currency`.
struct AddressMethods {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  func list(
    _ session: AppSession, _ params: AddressesForCurrency.Params
  ) async throws -> AddressesForCurrency.Result {
    let wallet = try payments.wallets.wallet(params.currency)
    let page = try ListPage(before: params.before, limit: params.limit)
    let app = session.app
    let records = try await page.read(core.ledger) { reader, before in
      try reader.address(before, currency: params.currency)?.app == app
    } rows: { reader in
      try reader.addresses(of: app, currency: params.currency, page: page.query)
    }
    return AddressesForCurrency.Result(
      addresses: page.rows(records).map { Self.report($0, wallet) }, next: page.next(records) { $0.address })
  }

  func make(
    _ session: AppSession, _ params: NewAddressForCurrency.Params
  ) async throws -> NewAddressForCurrency.Result {
    let request = try AppRequest(
      session.app, params.requestID, method: NewAddressForCurrency.name, params: params)
    await payments.requestGate.enter(request)
    defer { payments.requestGate.leave(request) }
    return try await make(session, params, request: request)
  }

  private func make(
    _ session: AppSession, _ params: NewAddressForCurrency.Params, request: AppRequest
  ) async throws -> NewAddressForCurrency.Result {
    if let earlier = try await earlier(request, params.currency) { return earlier }
    let now = core.clock.now()
    if let expiresAt = params.expiresAt, expiresAt <= now { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    let wallet = try payments.wallets.wallet(params.currency)
    let creation = AddressCreation(
      wallet: wallet, request: request, need: .address(params.currency, params.label), label: params.label ?? "",
      payments: payments)
    var made: AddressRecord?
    let isNew = try await creation.run { address, _ in
      let record = AddressRecord(
        currency: params.currency, address: address, app: session.app, label: params.label,
        purpose: AddressPurpose.receive.rawValue, invoiceID: nil, createdAt: now)
      made = record
      return .init(claim: request.claim(making: "address", address, at: now), address: record)
    }
    if isNew, let made { return .init(address: Self.report(made, wallet), replayed: false) }
    guard let earlier = try await earlier(request, params.currency) else { throw PaymentsFailure(.internalError) }
    return earlier
  }

  private func earlier(
    _ request: AppRequest, _ currency: String
  ) async throws -> NewAddressForCurrency.Result? {
    guard let address = try await core.earlierObject(of: request) else { return nil }
    let wallet = try payments.wallets.wallet(currency)
    let record = try await core.ledger.read { reader in
      try reader.address(address, currency: currency)
    }
    guard let record else { throw PaymentsFailure(.internalError) }
    return .init(address: Self.report(record, wallet), replayed: true)
  }

  private static func report(_ record: AddressRecord, _ wallet: CurrencyWallet) -> AddressInfo {
    AddressInfo(
      address: record.address, currency: record.currency, purpose: AddressPurpose(rawValue: record.purpose) ?? .receive,
      uri: wallet.uri(address: record.address), createdAt: record.createdAt, label: record.label,
      invoiceID: record.invoiceID)
  }
}

/// One page of a list, newest first. It reads one row more than it shows, in order to know whether there is a next
/// page.
struct ListPage {
  let limit: Int
  private let before: String?

  init(before: String?, limit: Int?) throws {
    let limit = limit ?? 50
    guard (1...100).contains(limit) else {
      throw PaymentsFailure(.invalidParams, pointer: "/limit", rule: "1 to 100")
    }
    self.limit = limit
    self.before = before
  }

  var query: LedgerPage { LedgerPage(before: before, limit: limit + 1) }

  /// Reads the page.
  ///
  /// - Parameters:
  ///   - isKnown: Returns whether the app has the row after which the page begins.
  ///   - rows: Reads the rows of ``query``.
  /// - Throws: `invalid_params` if the app has no such row, because an empty page would mean that the list ends here.
  func read<Row: Sendable>(
    _ ledger: Ledger,
    isKnown: @escaping @Sendable (LedgerReader, String) throws -> Bool,
    rows: @escaping @Sendable (LedgerReader) throws -> [Row]
  ) async throws -> [Row] {
    let before = before
    let found = try await ledger.read { reader -> [Row]? in
      if let before, try !isKnown(reader, before) { return nil }
      return try rows(reader)
    }
    guard let found else {
      throw PaymentsFailure(.invalidParams, pointer: "/before", rule: "the next of an earlier page")
    }
    return found
  }

  func rows<Row>(_ rows: [Row]) -> ArraySlice<Row> { rows.prefix(limit) }

  func next<Row>(_ rows: [Row], _ name: (Row) -> String) -> String? {
    rows.count > limit ? self.rows(rows).last.map(name) : nil
  }
}
