package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  private static let limitColumns = "per_payment, per_period, period, count, asking, ask_above, recipients, batch"

  /// Returns the limits that the owner set for an app in a currency; `nil` if the configured limits apply.
  package func paymentLimits(of app: AppKey, currency: String) throws -> PaymentLimits? {
    try first(
      "SELECT \(Self.limitColumns) FROM payment_limits WHERE app_key = ? AND currency = ?", [app.rawValue, currency],
      PaymentLimits.init(columns:))
  }
}

extension LedgerTransaction {
  /// Sets the limits of an app in a currency. With `nil` they are removed, so that the configured limits apply.
  ///
  /// If a recipient gets a limit of its own, its usage is computed from the app's orders since the first of `days`.
  ///
  /// - Parameter days: The present period of the new limits.
  /// - Throws: ``LedgerError/constraint`` if the app is unknown.
  package func setPaymentLimits(
    _ limits: PaymentLimits?, of app: AppKey, currency: String, in days: Range<CivilDay>
  ) throws {
    // Under other limits the app may be warned again.
    try execute("DELETE FROM budget_warnings WHERE app_key = ? AND currency = ?", [app.rawValue, currency])
    guard let limits else {
      return try execute(
        "DELETE FROM payment_limits WHERE app_key = ? AND currency = ?", [app.rawValue, currency])
    }
    var askAbove: Amount?
    if case .above(let amount) = limits.asking { askAbove = amount }
    try execute(
      """
      INSERT INTO payment_limits (app_key, currency, per_payment, per_period, period, count, asking, ask_above,
        recipients, batch)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_key, currency) DO UPDATE SET per_payment = excluded.per_payment,
        per_period = excluded.per_period, period = excluded.period, count = excluded.count, asking = excluded.asking,
        ask_above = excluded.ask_above, recipients = excluded.recipients, batch = excluded.batch
      """,
      [
        app.rawValue, currency, limits.perPayment?.stored, limits.perPeriod?.stored, limits.period.rawValue,
        limits.count, limits.asking.word, askAbove?.stored, limits.storedRecipients, limits.isBatching,
      ])
    for recipient in limits.recipients.keys.sorted() {
      try countRecipient(recipient, of: app, currency: currency, in: days)
    }
  }

  /// Withdraws the permission of an app to pay without an approval. Its limits stay.
  package func withdrawStandingPermissions(of app: AppKey) throws {
    try execute(
      """
      UPDATE payment_limits SET asking = 'always', ask_above = NULL WHERE app_key = ? AND asking IN ('above', 'never')
      """, [app.rawValue])
  }
}

extension PaymentLimits {
  fileprivate init(columns: inout Columns) throws {
    self.init(
      perPayment: try columns.optionalAmount(), perPeriod: try columns.optionalAmount(), period: try columns.choice())
    if let count = try columns.optionalInteger() { self.count = Int(count) }
    let word = try columns.text()
    let askAbove = try columns.optionalAmount()
    switch (word, askAbove) {
    case ("always", _): asking = .always
    case ("above", let amount?): asking = .above(amount)
    case ("never", _): asking = .never
    case ("refuse", _): asking = .refuse
    default: throw LedgerError.corrupt
    }
    for line in try columns.text().unicodeScalars.split(separator: "\n").map(String.init) {
      // The amount comes first, so that the address may contain any character except a line feed.
      guard let space = line.unicodeScalars.firstIndex(of: " "), let units = UInt128(line[..<space]) else {
        throw LedgerError.corrupt
      }
      recipients[String(line[line.unicodeScalars.index(after: space)...])] = Amount(atomicUnits: units)
    }
    isBatching = try columns.flag()
  }

  fileprivate var storedRecipients: String {
    recipients.sorted { $0.key < $1.key }.map { "\($0.value.stored) \($0.key)" }.joined(separator: "\n")
  }
}

extension PaymentLimits.Asking {
  fileprivate var word: String {
    switch self {
    case .always: "always"
    case .above: "above"
    case .never: "never"
    case .refuse: "refuse"
    }
  }
}
