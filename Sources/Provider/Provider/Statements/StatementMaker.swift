import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import Statements

/// Reads a statement from the ledger.
///
/// It reads pages, so that other readers wait for one page at most. Bookings are never changed, so that pages up to the
/// same last booking belong to the same state of the ledger, whatever is written in the meantime.
struct StatementMaker {
  private static let page = 500

  let source: StatementSource
  let order: StatementOrder
  let filter: BookingFilter

  /// The data that was read. It is a class, so that it is not copied.
  final class Draft: Sendable {
    let document: StatementDocument
    init(_ document: StatementDocument) { self.document = document }
  }

  /// Reads the statement.
  ///
  /// - Parameter progress: Called after each page with the number of rows of the period that were read.
  func draft(_ progress: (Int) async -> Void) async throws(StatementFailure) -> Draft {
    let period = order.period
    var builder = StatementBuilder(
      period: period, zone: source.zone, currencies: source.currencies,
      shown: order.scope.currency)
    let names = order.scope.app == nil ? try await appNames() : [:]
    // An app is not told what the owner calls anybody.
    let payees = order.reader == .owner ? try await read { reader in try reader.payeeNames() } : [:]
    let (filter, day) = (filter, BookedDay(of: period.from))
    for sum in try await read({ reader in try reader.bookedDays(filter, before: day) }) {
      try adding { () throws(StatementError) in try builder.addEarlier(sum) }
    }
    var place = BookingPlace(at: day.start)
    while true {
      let records = try await records(after: place, before: period.from)
      for record in records { try adding { () throws(StatementError) in try builder.addEarlier(record.booking) } }
      guard records.count == Self.page, let last = records.last else { break }
      place = last.place
    }
    place = BookingPlace(at: period.from)
    var rows = 0
    while true {
      let records = try await records(after: place, before: period.to)
      for record in records {
        try adding { () throws(StatementError) in
          // Of what came in, the address is the wallet's own.
          let payee = record.booking.kind == .received ? nil : record.address.flatMap { payees[$0] }
          try builder.add(
            record.booking, for: record.purpose, app: names[record.booking.app], address: record.address, payee: payee)
        }
      }
      rows += records.count
      await progress(rows)
      guard records.count == Self.page, let last = records.last else { break }
      place = last.place
    }
    return Draft(builder.document(provider: source.core.info, app: order.scope.app, at: source.core.clock.now()))
  }

  private func records(
    after place: BookingPlace, before end: Timestamp
  ) async throws(StatementFailure) -> [BookingRecord] {
    guard !source.core.isStopping else { throw StatementFailure(reason: .shuttingDown) }
    let filter = filter
    return try await read { reader in
      try reader.bookings(filter, after: place, before: end, limit: Self.page)
    }
  }

  private func appNames() async throws(StatementFailure) -> [AppKey: StatementApp] {
    try await read { reader -> [AppKey: StatementApp] in
      let given = Dictionary(try reader.appGrants().map { ($0.app, $0.ownerName) }) { first, _ in first }
      let apps = try reader.apps().map { app in
        (app.key, StatementApp(name: (given[app.key] ?? nil) ?? app.claimedName, key: app.key.rawValue))
      }
      return Dictionary(apps) { first, _ in first }
    }
  }

  private func read<T: Sendable>(
    _ work: @escaping @Sendable (LedgerReader) throws -> T
  ) async throws(StatementFailure) -> T {
    do {
      return try await source.core.ledger.read(work)
    } catch {
      throw StatementFailure(reason: PaymentsFailure(reporting: error, source.core.log).reason)
    }
  }

  private func adding(_ body: () throws(StatementError) -> Void) throws(StatementFailure) {
    do throws(StatementError) {
      try body()
    } catch {
      throw StatementFailure(reason: .amountOutOfRange)
    }
  }
}

/// The reason why a statement was not created.
struct StatementFailure: Error {
  let reason: FailureReason
}

extension StatementCurrency {
  init(_ wallet: CurrencyWallet) {
    self.init(code: wallet.currency.code, decimals: wallet.currency.decimals, network: wallet.currency.network)
  }
}

/// What statements are made of, and who is told how far they are.
///
/// A class because of the compiler's fault with large values.
final class StatementSource: Sendable {
  let core: ProviderCore
  /// The days of the owner's time zone.
  let zone: any StatementZone
  /// The currencies of the wallets.
  let currencies: [StatementCurrency]

  init(_ core: ProviderCore, zone: any StatementZone, currencies: [StatementCurrency]) {
    self.core = core
    self.zone = zone
    self.currencies = currencies
  }
}
