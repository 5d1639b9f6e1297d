package import PaymentsAPI
package import PaymentsCore
package import PaymentsModel

/// A currency of which a statement tells even where nothing was booked, and what it knows of it.
package struct StatementCurrency: Sendable, Hashable {
  /// The currency code.
  package let code: String
  /// Decimal places of the unit.
  package let decimals: Int
  /// The network, such as `mainnet`.
  package let network: String

  /// A currency.
  package init(code: String, decimals: Int, network: String) {
    self.code = code
    self.decimals = decimals
    self.network = network
  }
}

/// Makes a statement of bookings, which are handed over in the order of time: first those before the period, then its
/// own.
package struct StatementBuilder: Sendable {
  private let period: StatementPeriod
  private let zone: any StatementZone
  private let networks: [String: String]
  private var sections: [String: SectionBuilder] = [:]

  /// A statement without bookings.
  ///
  /// - Parameters:
  ///   - currencies: the currencies that are served.
  ///   - shown: the code of the currency that has a section in any case.
  package init(period: StatementPeriod, zone: any StatementZone, currencies: [StatementCurrency], shown: String?) {
    self.period = period
    self.zone = zone
    networks = Dictionary(currencies.map { ($0.code, $0.network) }) { first, _ in first }
    if let currency = currencies.first(where: { $0.code == shown }) {
      sections[currency.code] = SectionBuilder(decimals: currency.decimals)
    }
  }

  /// Counts a booking of before the period.
  ///
  /// - Throws: ``StatementError/sumTooLarge``.
  package mutating func addEarlier(_ booking: Booking) throws(StatementError) {
    var section = sections[booking.currency] ?? SectionBuilder(decimals: booking.decimals)
    try section.addEarlier(booking)
    sections[booking.currency] = section
  }

  /// Adds a row.
  ///
  /// - Parameters:
  ///   - description: what the app said that it is for.
  ///   - app: the app, in a statement about all.
  /// - Throws: ``StatementError/sumTooLarge``.
  package mutating func add(_ booking: Booking, description: String?, app: StatementApp?) throws(StatementError) {
    // Taken out for the change, so that its rows are not copied for each.
    var section = sections.removeValue(forKey: booking.currency) ?? SectionBuilder(decimals: booking.decimals)
    defer { sections[booking.currency] = section }
    try section.add(
      booking, day: zone.day(at: booking.at).description, localAt: zone.text(of: booking.at), description, app)
  }

  /// The statement of what was added.
  ///
  /// - Parameters:
  ///   - app: the app that it is about; `nil` for all.
  ///   - now: when the ledger was read.
  package func document(provider: ProviderInfo, app: StatementApp?, at now: Timestamp) -> StatementDocument {
    StatementDocument(
      provider: provider, from: period.from, to: period.to, fromLocal: zone.text(of: period.from),
      toLocal: zone.text(of: period.to), timeZone: zone.name, madeAt: now,
      sections: sections.sorted { $0.key < $1.key }.map { $1.section(of: $0, network: networks[$0]) }, app: app)
  }
}

/// Why a statement was not made.
package enum StatementError: Error, Sendable, Equatable {
  /// A sum does not fit 127 bits of atomic units.
  case sumTooLarge
  /// It cannot be written as JSON.
  case notEncodable
}
