import OwnerAPI
import PaymentsCore

/// Other limits of an app in a currency, and those that were in force when the owner decided on them. What was changed since
/// is not overwritten: the decision, and the PIN that it took, were for these.
struct LimitsChange: Sendable, Hashable {
  /// The limits that the decision replaces.
  let before: PaymentLimits
  /// The limits from now on; `nil` for those of the configuration.
  let after: PaymentLimits?

  /// What the owner is told where other limits are in force by now.
  static var conflict: OwnerFailure {
    OwnerFailure(.conflict, "the limits of this app were changed in this moment; look, and try again")
  }
}
