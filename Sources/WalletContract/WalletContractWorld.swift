public import WalletBackend

/// A network with two wallets on it, as the contract of wallet backends needs it: one per kind of backend.
public protocol WalletContractWorld: Sendable {
  /// A wallet with money in at least eight coins.
  var payer: any WalletBackend { get }
  /// A wallet on the same network.
  var shop: any WalletBackend { get }
  /// An address of the same currency on another network.
  var wrongNetworkAddress: String { get }

  /// Finds blocks; the first takes all that waits.
  func mine(_ blocks: Int) async throws
  /// Takes the newest blocks back; their transactions wait again.
  func takeBack(_ blocks: Int) async throws
  /// Spends the inputs of the payer's artefact by another transaction, in a new block.
  func doubleSpend(_ artefact: PaymentArtefact) async throws
  /// Ends both wallets without warning.
  func crash() async throws
  /// Starts them again.
  func restart() async throws
}

/// A clause of the contract that did not hold.
public struct ContractViolation: Error, Sendable, CustomStringConvertible {
  /// Which, and where it is written.
  public let description: String
}

/// Fails the clause unless the condition holds.
func require(_ condition: Bool, _ text: String, line: Int = #line) throws {
  guard condition else { throw ContractViolation(description: "\(text) (line \(line))") }
}

/// Fails the clause unless the call throws just this.
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
