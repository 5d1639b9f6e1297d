package import PaymentsAPI

/// The properties of a program that its failures mention.
package struct TerminalApp: Sendable {
  /// The program's name.
  package let name: String
  /// The command that forgets a provider's key. `--provider NAME` is appended to it.
  package let forgetKey: String
  /// Returns advice for an answer of the provider; `nil` if nothing can be done.
  package let advice: @Sendable (FailureReason) -> String?

  /// Creates the properties of a program.
  package init(name: String, forgetKey: String, advice: @escaping @Sendable (FailureReason) -> String?) {
    self.name = name
    self.forgetKey = forgetKey
    self.advice = advice
  }
}

extension CommandFailure {
  /// The failure to report after Ctrl-C.
  package static let interrupted = CommandFailure(.interrupted, reason: "interrupted", "Interrupted.")
}
