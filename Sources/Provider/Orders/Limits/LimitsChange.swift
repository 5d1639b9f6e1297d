package import PaymentsCore

/// Other limits of an app in a currency, and those that were in force when the owner decided on them. What was changed since
/// is not overwritten: the decision, and the PIN that it took, were for these.
package struct LimitsChange: Sendable, Hashable {
  /// The limits that the decision replaces.
  package let before: PaymentLimits
  /// The limits from now on; `nil` for those of the configuration.
  package let after: PaymentLimits?

  package init(before: PaymentLimits, after: PaymentLimits?) {
    self.before = before
    self.after = after
  }
}
