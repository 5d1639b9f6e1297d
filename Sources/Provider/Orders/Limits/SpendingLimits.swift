import JSON
package import Ledger
package import PaymentsCore
package import PaymentsModel

/// The limits of apps: reads them and their usage, and changes them for the owner.
///
/// A class because of the compiler's fault with large values.
package final class SpendingLimits: Sendable {
  package let ledger: Ledger
  package let clock: any WallClock
  /// The calendar of the owner's time zone.
  package let calendar: any CivilCalendar
  package let wallets: [String: CurrencyWallet]
  let reports: any OrderReports

  /// - Parameter wallets: The wallets by currency, which have the limits of the configuration.
  package init(
    ledger: Ledger, clock: any WallClock, wallets: [String: CurrencyWallet], calendar: any CivilCalendar,
    reports: any OrderReports
  ) {
    self.ledger = ledger
    self.clock = clock
    self.wallets = wallets
    self.calendar = calendar
    self.reports = reports
  }

  /// Returns the limits in force: those that the owner set for the app, or else those configured for the wallet.
  package func limits(of app: AppKey, _ currency: String, _ reader: LedgerReader) throws -> PaymentLimits {
    try reader.paymentLimits(of: app, currency: currency) ?? defaultLimits(currency)
  }

  /// Returns the limits in force.
  package func limits(of app: AppKey, _ currency: String) async throws -> PaymentLimits {
    try await ledger.read { reader in try self.limits(of: app, currency, reader) }
  }

  /// Returns the limits of an app for which the owner set none.
  package func defaultLimits(_ currency: String) -> PaymentLimits {
    wallets[currency]?.limits ?? .askAlways
  }

  /// Sets the limits of an app as a part of a larger unit. They must be acceptable: ``PaymentLimits/problem``.
  ///
  /// - Returns: `false` if other limits are in force than those that the change replaces; then nothing is changed.
  package func set(
    _ change: LimitsChange, of app: AppKey, _ currency: String, in transaction: LedgerTransaction
  ) throws -> Bool {
    guard try limits(of: app, currency, transaction) == change.before else { return false }
    let limits = change.after
    let now = clock.now()
    let days = (limits ?? defaultLimits(currency)).period.days(around: calendar.day(at: now))
    try transaction.setPaymentLimits(limits, of: app, currency: currency, in: days)
    let decimals = wallets[currency]?.currency.decimals ?? 0
    var detail: JSONObject = ["currency": .string(currency)]
    detail["limits"] = limits.flatMap { reports.detail(of: $0, decimals: decimals) }
    try transaction.appendAudit(
      AuditEntry(
        at: now, kind: limits == nil ? "limits.cleared" : "limits.set", app: app, objectID: nil,
        detail: JSONValue.object(detail).text()))
    return true
  }

  /// Returns the state of an app's budget. Without a `recipient`, the limits per recipient are not considered.
  ///
  /// - Parameters:
  ///   - other: Limits to be considered in place of those in force.
  ///   - moment: A moment in the period in question.
  package func status(
    of app: AppKey, _ currency: String, to recipient: String? = nil, under other: PaymentLimits? = nil,
    at moment: Timestamp, _ reader: LedgerReader
  ) throws -> BudgetStatus {
    let limits = try other ?? limits(of: app, currency, reader)
    let days = limits.period.days(around: calendar.day(at: moment))
    var toRecipient = BudgetUsage.none
    if let recipient, limits.recipients[recipient] != nil {
      toRecipient = try reader.budgetUsage(of: app, currency: currency, recipient: recipient, in: days)
    }
    var isKnown = false
    if let recipient, limits.asksForNewRecipients {
      isKnown = try reader.isKnown(recipient, currency: currency, to: app)
    }
    return BudgetStatus(
      limits: limits, usage: try reader.budgetUsage(of: app, currency: currency, in: days),
      recipientUsage: toRecipient, isKnownRecipient: isKnown, resetsAt: calendar.start(of: days.upperBound),
      mostWithoutPIN: try mostWithoutPIN(currency, reader))
  }

  /// Returns the largest total that may leave without the owner's PIN; `nil` if no PIN is set.
  package func mostWithoutPIN(_ currency: String, _ reader: LedgerReader) throws -> Amount? {
    try PinRecord.mostWithoutPIN(currency, decimals: wallets[currency]?.currency.decimals ?? 0, reader)
  }
}
