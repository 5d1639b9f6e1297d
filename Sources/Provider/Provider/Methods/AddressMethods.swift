import Ledger
import PaymentsAPI
import PaymentsModel

/// Implements `addresses_for_currency` and `new_address_for_currency`.
enum AddressMethods {
  static func list(
    _ session: AppSession, _ params: AddressesForCurrency.Params
  ) async throws -> AddressesForCurrency.Result {
    let context = session.provider
    let wallet = try context.wallets.wallet(params.currency)
    let page = try ListPage(before: params.before, limit: params.limit)
    let app = session.app
    let records = try await page.read(context) { reader, before in
      try reader.address(before, currency: params.currency)?.app == app
    } rows: { reader in
      try reader.addresses(of: app, currency: params.currency, page: page.query)
    }
    return AddressesForCurrency.Result(
      addresses: page.rows(records).map { report($0, wallet) }, next: page.next(records) { $0.address })
  }

  static func make(
    _ session: AppSession, _ params: NewAddressForCurrency.Params
  ) async throws -> NewAddressForCurrency.Result {
    let context = session.provider
    let request = try AppRequest(
      session.app, params.requestID, method: NewAddressForCurrency.name, params: params)
    await context.requestGate.enter(request)
    defer { context.requestGate.leave(request) }
    return try await make(session, params, request)
  }

  private static func make(
    _ session: AppSession, _ params: NewAddressForCurrency.Params, _ request: AppRequest
  ) async throws -> NewAddressForCurrency.Result {
    let context = session.provider
    if let earlier = try await earlier(request, params.currency, context) { return earlier }
    let now = context.clock.now()
    if let expiresAt = params.expiresAt, expiresAt <= now { throw PaymentsFailure(.expired, pointer: "/expires_at") }
    try context.methods.checkTexts(of: NewAddressForCurrency.self, params)
    let wallet = try context.wallets.wallet(params.currency)
    let address = try await InvoiceService(context: context).freshAddress(
      wallet, label: params.label ?? "", for: request, .address(params.currency, params.label))
    let record = AddressRecord(
      currency: params.currency, address: address, app: session.app, label: params.label,
      purpose: AddressPurpose.receive.rawValue, invoiceID: nil, createdAt: now)
    let claim = request.claim(making: "address", address, at: now)
    let outcome = try await context.ledger.write { transaction -> ClaimOutcome in
      let outcome = try transaction.claimRequest(claim)
      if outcome == .new { try transaction.insertAddress(record) }
      return outcome
    }
    switch outcome {
    case .new: return .init(address: report(record, wallet), replayed: false)
    case .conflict: throw PaymentsFailure(.requestConflict, pointer: "/request_id")
    case .replay:
      guard let other = try await earlier(request, params.currency, context) else {
        throw PaymentsFailure(.internalError)
      }
      return other
    }
  }

  private static func earlier(
    _ request: AppRequest, _ currency: String, _ context: ProviderContext
  ) async throws -> NewAddressForCurrency.Result? {
    guard let address = try await context.earlierObject(of: request) else { return nil }
    let wallet = try context.wallets.wallet(currency)
    let record = try await context.ledger.read { reader in
      try reader.address(address, currency: currency)
    }
    guard let record else { throw PaymentsFailure(.internalError) }
    return .init(address: report(record, wallet), replayed: true)
  }

  private static func report(_ record: AddressRecord, _ wallet: CurrencyWallet) -> AddressInfo {
    AddressInfo(
      address: record.address, currency: record.currency,
      purpose: AddressPurpose(rawValue: record.purpose) ?? .receive, label: record.label,
      invoiceID: record.invoiceID, uri: wallet.uri(address: record.address), createdAt: record.createdAt)
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
    _ context: ProviderContext,
    isKnown: @escaping @Sendable (LedgerReader, String) throws -> Bool,
    rows: @escaping @Sendable (LedgerReader) throws -> [Row]
  ) async throws -> [Row] {
    let before = before
    let found = try await context.ledger.read { reader -> [Row]? in
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
