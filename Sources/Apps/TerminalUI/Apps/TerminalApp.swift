public import PaymentsAPI

/// What failures say of the program in which they arose.
public struct TerminalApp: Sendable {
  /// The program's name.
  public let name: String
  /// The command that forgets a provider's key; `--provider NAME` follows.
  public let forgetKey: String
  /// What to do after the provider's answer, where something can be done.
  public let advice: @Sendable (FailureReason) -> String?

  /// A program.
  public init(name: String, forgetKey: String, advice: @escaping @Sendable (FailureReason) -> String?) {
    self.name = name
    self.forgetKey = forgetKey
    self.advice = advice
  }
}

extension CommandFailure {
  /// Ctrl-C.
  public static let interrupted = CommandFailure(.interrupted, reason: "interrupted", "Interrupted.")
}
