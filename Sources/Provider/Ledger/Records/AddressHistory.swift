package import PaymentsModel

/// Earlier payments to an address, so that the owner can judge a new payment to it.
package struct AddressHistory: Sendable, Hashable {
  /// The number and time of payments.
  package struct Payments: Sendable, Hashable {
    /// The number of payments.
    package let count: Int
    /// When the most recent payment was made; `nil` if there is none.
    package let last: Timestamp?

    /// Creates the value.
    package init(count: Int, last: Timestamp?) {
      self.count = count
      self.last = last
    }
  }

  /// The payments by the app in question.
  package let byApp: Payments
  /// The payments by all apps, including the app in question.
  package let byAny: Payments

  /// Creates a history.
  package init(byApp: Payments, byAny: Payments) {
    self.byApp = byApp
    self.byAny = byAny
  }
}

extension LedgerReader {
  /// Returns the payments to an address that were made or are in flight.
  ///
  /// - Parameter address: The address in the wallet's canonical form.
  package func history(of address: String, currency: String, app: AppKey) throws -> AddressHistory {
    let counts = try computed(
      """
      SELECT count(*), max(h.at), count(*) FILTER (WHERE h.own), max(h.at) FILTER (WHERE h.own) FROM (
        SELECT app_key = $1 AS own, updated_at AS at FROM orders
          WHERE currency = $2 AND address = $3 AND state = 'succeeded'
        UNION ALL
        SELECT app_key = $1, updated_at FROM orders
          WHERE is_open = 1 AND currency = $2 AND address = $3 AND state IN ('submitting', 'in_flight')) AS h
      """, [app, currency, address]
    ) { row in
      AddressHistory(
        byApp: .init(count: try row[2], last: try row[3]), byAny: .init(count: try row[0], last: try row[1]))
    }
    return counts.first ?? AddressHistory(byApp: .init(count: 0, last: nil), byAny: .init(count: 0, last: nil))
  }
  /// Whether an app's recipient is known: the owner has approved a payment of this app to it by hand, which was made, is
  /// under way or may still be made. What a limit approved makes nobody known, and neither does a yes to another app.
  ///
  /// - Parameter address: The address in the wallet's canonical form, so that each spelling of it is the same recipient.
  package func isKnown(_ address: String, currency: String, to app: AppKey) throws -> Bool {
    let known: [Bool] = try computed(
      """
      SELECT count(*) FROM (SELECT 1 FROM orders
        WHERE app_key = $1 AND currency = $2 AND address = $3 AND approval_kind = 'owner'
          AND state IN ('approved', 'submitting', 'in_flight', 'succeeded') LIMIT 1) AS k
      """, [app, currency, address]
    ) { row in
      let count: Int = try row[0]
      return count > 0
    }
    return known.first ?? false
  }
}
