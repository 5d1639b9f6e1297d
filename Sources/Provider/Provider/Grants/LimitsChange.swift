import Ledger
import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel

extension LimitsChange {
  /// What the owner is told where other limits are in force by now.
  static var conflict: OwnerFailure {
    OwnerFailure(.conflict, "the limits of this app were changed in this moment; look, and try again")
  }
}

extension SpendingLimits {
  /// Sets the limits of an app in a currency. The limits apply to orders from now on, including those that wait. An audit
  /// entry is written together with them.
  ///
  /// - Throws: ``OwnerFailure``: a usage error if the limits are not acceptable, a conflict if others are in force by now.
  func set(_ change: LimitsChange, of app: AppKey, _ currency: String) async throws {
    if let limits = change.after { try Self.check(limits) }
    let isSet = try await ledger.write { transaction in try self.set(change, of: app, currency, in: transaction) }
    guard isSet else { throw LimitsChange.conflict }
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
}
