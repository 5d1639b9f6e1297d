package import PaymentsCore
package import PaymentsModel

extension LedgerReader {
  /// Returns the limits that the owner set for an app in a currency; `nil` if the configured limits apply.
  package func paymentLimits(of app: AppKey, currency: String) throws -> PaymentLimits? {
    let table = LedgerSchema.paymentLimits
    return try first(in: table, where: [table.app(app), table.currency(currency)], PaymentLimits.init(row:))
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
    let warnings = LedgerSchema.budgetWarnings
    try delete(from: warnings, where: [warnings.app(app), warnings.currency(currency)])
    let table = LedgerSchema.paymentLimits
    let key = [table.app(app), table.currency(currency)]
    guard let limits else { return try delete(from: table, where: key) }
    var askAbove: Amount?
    if case .above(let amount) = limits.asking { askAbove = amount }
    try save(
      in: table, new: key,
      [
        table.perPayment(limits.perPayment), table.perPeriod(limits.perPeriod), table.period(limits.period),
        table.count(limits.count), table.asking(limits.asking.word), table.askAbove(askAbove),
        table.asksForNewRecipients(limits.asksForNewRecipients), table.recipients(limits.storedRecipients),
        table.isBatching(limits.isBatching),
      ])
    for recipient in limits.recipients.keys.sorted() {
      try countRecipient(recipient, of: app, currency: currency, in: days)
    }
  }

  /// Withdraws the permission of an app to pay without an approval. Its limits stay.
  package func withdrawStandingPermissions(of app: AppKey) throws {
    try execute(
      """
      UPDATE payment_limits SET asking = 'always', ask_above = NULL, ask_new_recipients = 0
        WHERE app_key = $1 AND asking IN ('above', 'never')
      """, [app])
  }
}

extension PaymentLimits {
  fileprivate init(row: StoredRow<PaymentLimitsTable>) throws {
    let table = LedgerSchema.paymentLimits
    self.init(
      perPayment: try row[table.perPayment], perPeriod: try row[table.perPeriod], period: try row[table.period])
    count = try row[table.count]
    switch (try row[table.asking], try row[table.askAbove]) {
    case ("always", _): asking = .always
    case ("above", let amount?): asking = .above(amount)
    case ("never", _): asking = .never
    case ("refuse", _): asking = .refuse
    default: throw LedgerError.corrupt
    }
    asksForNewRecipients = try row[table.asksForNewRecipients]
    for line in try row[table.recipients].unicodeScalars.split(separator: "\n").map(String.init) {
      // The amount comes first, so that the address may contain any character except a line feed.
      guard let space = line.unicodeScalars.firstIndex(of: " "), let units = UInt128(line[..<space]) else {
        throw LedgerError.corrupt
      }
      recipients[String(line[line.unicodeScalars.index(after: space)...])] = Amount(atomicUnits: units)
    }
    isBatching = try row[table.isBatching]
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
