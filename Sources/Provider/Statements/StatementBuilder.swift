package import PaymentsAPI
package import PaymentsCore
package import PaymentsModel

/// A currency that a statement mentions even if nothing was booked in it.
package struct StatementCurrency: Sendable, Hashable {
  /// The currency code.
  package let code: String
  /// The number of decimal places of the unit.
  package let decimals: Int
  /// The network, such as `mainnet`.
  package let network: String

  /// Creates a currency.
  package init(code: String, decimals: Int, network: String) {
    self.code = code
    self.decimals = decimals
    self.network = network
  }
}

/// Builds a statement from bookings. They are added in the order of time: first those before the period, then those of
/// the period.
package struct StatementBuilder: Sendable {
  private let period: StatementPeriod
  private let zone: any StatementZone
  private let networks: [String: String]
  private var sections: [String: SectionBuilder] = [:]

  /// Creates a builder without bookings.
  ///
  /// - Parameters:
  ///   - currencies: The currencies that the provider serves.
  ///   - shown: The code of a currency that gets a section even without bookings.
  package init(period: StatementPeriod, zone: any StatementZone, currencies: [StatementCurrency], shown: String?) {
    self.period = period
    self.zone = zone
    networks = Dictionary(currencies.map { ($0.code, $0.network) }) { first, _ in first }
    if let currency = currencies.first(where: { $0.code == shown }) {
      sections[currency.code] = SectionBuilder(decimals: currency.decimals)
    }
  }

  /// Adds a booking from before the period to the opening balance.
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
  ///   - purpose: What the payment is for.
  ///   - app: The app, for a statement about all apps.
  ///   - address: The address that was paid.
  ///   - payee: What the owner calls it, for a statement of the owner's.
  /// - Throws: ``StatementError/sumTooLarge``.
  package mutating func add(
    _ booking: Booking, for purpose: PaymentPurpose, app: StatementApp?, address: String? = nil, payee: String? = nil
  ) throws(StatementError) {
    // The section is removed for the change, so that its rows are not copied on each call.
    var section = sections.removeValue(forKey: booking.currency) ?? SectionBuilder(decimals: booking.decimals)
    defer { sections[booking.currency] = section }
    try section.add(
      booking, day: zone.day(at: booking.at).description, localAt: zone.text(of: booking.at)
    ) { row in
      (row.description, row.app, row.address, row.payee) = (purpose.description, app, address, payee)
    }
  }

  /// Returns the statement of all bookings that were added.
  ///
  /// - Parameters:
  ///   - app: The app that the statement is about; `nil` for all apps.
  ///   - now: The time at which the ledger was read.
  package func document(provider: ProviderInfo, app: StatementApp?, at now: Timestamp) -> StatementDocument {
    StatementDocument(
      provider: provider, from: period.from, to: period.to, fromLocal: zone.text(of: period.from),
      toLocal: zone.text(of: period.to), timeZone: zone.name, madeAt: now,
      sections: sections.sorted { $0.key < $1.key }.map { $1.section(of: $0, network: networks[$0]) }, app: app)
  }
}

/// The reason why a statement was not created.
package enum StatementError: Error, Sendable, Equatable {
  /// A sum does not fit into 127 bits of atomic units.
  case sumTooLarge
  /// The statement cannot be written as JSON.
  case notEncodable
}
