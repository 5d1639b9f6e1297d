package import PaymentsAPI

/// What failures say of the program in which they arose.
package struct TerminalApp: Sendable {
  /// The program's name.
  package let name: String
  /// The command that forgets a provider's key; `--provider NAME` follows.
  package let forgetKey: String
  /// What to do after the provider's answer, where something can be done.
  package let advice: @Sendable (FailureReason) -> String?

  /// A program.
  package init(name: String, forgetKey: String, advice: @escaping @Sendable (FailureReason) -> String?) {
    self.name = name
    self.forgetKey = forgetKey
    self.advice = advice
  }
}

extension CommandFailure {
  /// Ctrl-C.
  package static let interrupted = CommandFailure(.interrupted, reason: "interrupted", "Interrupted.")
}
