import PaymentsModel
import WalletBackend

/// What a wallet that can prove owes the provider beside ``WalletContract``, clause by clause. Each clause needs a new
/// world, both wallets of which are ``ProvingWallet``.
public enum ProofContract: String, Sendable, CaseIterable {
  /// The payer's proof holds, in the pool and in a block.
  case provesPaymentsMade
  /// So does the payee's.
  case provesPaymentsReceived
  /// The proof of an address holds for that address alone.
  case provesAddresses
  /// Reserves are proven as far as they are there, and are left as they are.
  case provesReserves
  /// A proof holds for its message and subject alone.
  case tellsFalseProofs
  /// What is no proof of the kind is told from one that does not hold.
  case refusesMalformedProofs
  /// A wallet proves nothing that is not its own.
  case provesNothingOfOthers
  /// Both calls say so while the wallet is down.
  case provesNothingWhileDown

  /// Checks the clause in a world that nothing has happened in.
  ///
  /// - Throws: ``ContractViolation``, or what a backend threw where it should not have.
  public func check(_ world: any WalletContractWorld) async throws {
    guard let payer = world.payer as? any ProvingWallet, let shop = world.shop as? any ProvingWallet else {
      throw ContractViolation(description: "the wallets are not proving wallets")
    }
    let clauses = ProofContractClauses(
      world: world, steps: WalletContractClauses(world: world), payer: payer, shop: shop)
    switch self {
    case .provesPaymentsMade: try await clauses.provesPaymentsMade()
    case .provesPaymentsReceived: try await clauses.provesPaymentsReceived()
    case .provesAddresses: try await clauses.provesAddresses()
    case .provesReserves: try await clauses.provesReserves()
    case .tellsFalseProofs: try await clauses.tellsFalseProofs()
    case .refusesMalformedProofs: try await clauses.refusesMalformedProofs()
    case .provesNothingOfOthers: try await clauses.provesNothingOfOthers()
    case .provesNothingWhileDown: try await clauses.provesNothingWhileDown()
    }
  }
}
