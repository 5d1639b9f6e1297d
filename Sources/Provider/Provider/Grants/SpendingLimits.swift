import JSON
import Ledger
import OwnerAPI
import PaymentsCore
import PaymentsModel

/// The limits of apps: reads them and their usage, and changes them for the owner.
///
/// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
final class SpendingLimits: Sendable {
  let ledger: Ledger
  let clock: any WallClock
  let wallets: WalletDirectory
  /// The calendar of the owner's time zone.
  let calendar: any CivilCalendar

  init(ledger: Ledger, clock: any WallClock, wallets: WalletDirectory, calendar: any CivilCalendar) {
    self.ledger = ledger
    self.clock = clock
    self.wallets = wallets
    self.calendar = calendar
  }

  /// Returns the limits in force: those that the owner set for the app, or else those configured for the wallet.
  func limits(of app: AppKey, _ currency: String, _ reader: LedgerReader) throws -> PaymentLimits {
    try reader.paymentLimits(of: app, currency: currency) ?? defaultLimits(currency)
  }

  /// Returns the limits in force.
  func limits(of app: AppKey, _ currency: String) async throws -> PaymentLimits {
    try await ledger.read { reader in try self.limits(of: app, currency, reader) }
  }

  /// Returns the limits of an app for which the owner set none.
  func defaultLimits(_ currency: String) -> PaymentLimits {
    wallets.existingWallet(currency)?.limits ?? .askAlways
  }

  /// Sets the limits of an app in a currency. The limits apply to orders from now on, including those that wait. An audit
  /// entry is written together with them.
  ///
  /// - Throws: ``OwnerFailure``: a usage error if the limits are not acceptable, a conflict if others are in force by now.
  func set(_ change: LimitsChange, of app: AppKey, _ currency: String) async throws {
    if let limits = change.after { try Self.check(limits) }
    let isSet = try await ledger.write { transaction in try self.set(change, of: app, currency, in: transaction) }
    guard isSet else { throw LimitsChange.conflict }
  }

  /// Sets the limits of an app as a part of a larger unit. ``check(_:)`` must have accepted them.
  ///
  /// - Returns: `false` if other limits are in force than those that the change replaces; then nothing is changed.
  func set(
    _ change: LimitsChange, of app: AppKey, _ currency: String, in transaction: LedgerTransaction
  ) throws -> Bool {
    guard try limits(of: app, currency, transaction) == change.before else { return false }
    let limits = change.after
    let now = clock.now()
    let days = (limits ?? defaultLimits(currency)).period.days(around: calendar.day(at: now))
    try transaction.setPaymentLimits(limits, of: app, currency: currency, in: days)
    let decimals = wallets.existingWallet(currency)?.currency.decimals ?? 0
    var detail: JSONObject = ["currency": .string(currency)]
    // Limits are plain values, which are always encoded.
    detail["limits"] = limits.flatMap {
      try? JSONBytesEncoder().encodeValue(GrantView.limits($0, decimals: decimals))
    }
    try transaction.appendAudit(
      AuditEntry(
        at: now, kind: limits == nil ? "limits.cleared" : "limits.set", app: app, objectID: nil,
        detail: JSONValue.object(detail).text()))
    return true
  }

  /// Refuses limits that would let an app pay any amount without an approval.
  static func check(_ limits: PaymentLimits) throws {
    switch limits.problem {
    case nil: break
    case .unboundedWithoutAsking:
      throw OwnerFailure(.needsPeriodLimit, "payments without a question need a limit per period")
    case .negativeCount: throw OwnerFailure(.usage, "the number of payments must not be negative")
    }
  }

  /// Returns the state of an app's budget. Without a `recipient`, the limits per recipient are not considered.
  ///
  /// - Parameters:
  ///   - other: Limits to be considered in place of those in force.
  ///   - moment: A moment in the period in question.
  func status(
    of app: AppKey, _ currency: String, to recipient: String? = nil, under other: PaymentLimits? = nil,
    at moment: Timestamp, _ reader: LedgerReader
  ) throws -> BudgetStatus {
    let limits = try other ?? limits(of: app, currency, reader)
    let days = limits.period.days(around: calendar.day(at: moment))
    var toRecipient = BudgetUsage.none
    if let recipient, limits.recipients[recipient] != nil {
      toRecipient = try reader.budgetUsage(of: app, currency: currency, recipient: recipient, in: days)
    }
    return BudgetStatus(
      limits: limits, usage: try reader.budgetUsage(of: app, currency: currency, in: days),
      recipientUsage: toRecipient, resetsAt: calendar.start(of: days.upperBound),
      mostWithoutPIN: try mostWithoutPIN(currency, reader))
  }

  /// Returns the largest total that may leave without the owner's PIN; `nil` if no PIN is set.
  func mostWithoutPIN(_ currency: String, _ reader: LedgerReader) throws -> Amount? {
    try OwnerPIN.mostWithoutPIN(currency, decimals: wallets.existingWallet(currency)?.currency.decimals ?? 0, reader)
  }
}
