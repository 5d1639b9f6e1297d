import WalletBackend

/// A clause of the contract that was violated.
public struct ContractViolation: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text that tells which requirement failed, and the line where it is written.
  public let description: String

  /// Creates a violation that a world has found.
  public init(description: String) {
    self.description = description
  }
}

/// Fails the clause unless the condition holds.
func require(_ condition: Bool, _ text: String, line: Int = #line) throws {
  guard condition else { throw ContractViolation(description: "\(text) (line \(line))") }
}

/// Fails the clause unless the call throws this error.
func require(
  _ expected: WalletError, line: Int = #line, _ call: () async throws -> Void
) async throws {
  do {
    try await call()
  } catch let error as WalletError {
    guard error == expected else {
      throw ContractViolation(description: "expected \(expected), not \(error) (line \(line))")
    }
    return
  }
  throw ContractViolation(description: "expected \(expected), but nothing was thrown (line \(line))")
}
