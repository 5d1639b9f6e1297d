import PaymentsModel
import WalletBackend

/// The steps that several clauses about payments by hash share.
final class LightningContractClauses: Sendable {
  let world: any LightningContractWorld

  init(world: any LightningContractWorld) { self.world = world }

  /// A small amount, without thousandths of a unit.
  let amount = Amount(atomicUnits: 2_000)
  /// A cap above what any node takes for the amount.
  let anyFee = Amount(atomicUnits: 1_000)
  let lifetime = Duration.seconds(600)
  /// A patience for attempts that end.
  let patient = Duration.seconds(120)
  /// A patience for attempts that hang.
  let impatient = Duration.milliseconds(20)

  func intent() async throws -> PaymentIntent {
    PaymentIntent(address: try await world.invoice(amount, lifetime: lifetime), amount: amount)
  }

  /// Decides about a payment as if the ledger had recorded it.
  func decided(by wallet: any WalletBackend, _ intent: PaymentIntent) async throws -> SignedTransaction {
    let decision = try await wallet.prepare(intent, feeCap: anyFee)
    wallet.reservations.keep(try wallet.coins(of: decision))
    return decision
  }

  /// A wallet with a decision that no attempt was made of.
  func decided(
    patience: Duration? = nil
  ) async throws -> (wallet: any WalletBackend, decision: SignedTransaction, intent: PaymentIntent) {
    let wallet = try await world.payer(patience: patience ?? patient)
    let intent = try await intent()
    return (wallet, try await decided(by: wallet, intent), intent)
  }

  /// Commits until the payment is settled, as the ledger's owner does. A commit that is not over says so, and is asked again.
  func settled(_ decision: SignedTransaction, by wallet: any WalletBackend, line: Int = #line) async throws -> Amount {
    for _ in 0..<600 {
      do {
        switch try await wallet.commit(decision) {
        case .attempted(.settled(let fee)): return fee
        case .attempted(.attempting), .attempted(.untried): break
        case let other: throw ContractViolation(description: "settled, not \(other) (line \(line))")
        }
      } catch WalletError.timeout {}
      // This pause only sets the pace of the questions.
      try await Task.sleep(for: .milliseconds(50))
    }
    throw ContractViolation(description: "it is not settled in time (line \(line))")
  }

  /// Waits until the node was asked to pay: a commit that does not wait for its attempt returns before.
  func waitForAttempt() async throws {
    for _ in 0..<600 {
      if try await world.attempts() > 0 { return }
      // This pause only sets the pace of the questions.
      try await Task.sleep(for: .milliseconds(50))
    }
    throw ContractViolation(description: "no attempt is made in time")
  }

  func requireAttempts(_ count: Int, _ text: String, line: Int = #line) async throws {
    let attempts = try await world.attempts()
    try require(attempts == count, "\(text): \(count), not \(attempts)", line: line)
  }

  /// Requires that a call settles nothing and calls nothing failed, whether it throws or not.
  ///
  /// - Parameter orSettled: whether the payment may also have arrived.
  func requireDoubt(
    _ text: String, orSettled: Bool = false, line: Int = #line, _ look: () async throws -> PaymentLookup
  ) async throws {
    let state: PaymentLookup
    do { state = try await look() } catch is WalletError { return }
    switch state {
    case .attempting, .untried: return
    case .settled where orSettled: return
    default: throw ContractViolation(description: "\(text), not \(state) (line \(line))")
    }
  }

  /// What a commit says of the payment.
  func committed(_ decision: SignedTransaction, by wallet: any WalletBackend) async throws -> PaymentLookup {
    let outcome = try await wallet.commit(decision)
    guard case .attempted(let state) = outcome else {
      throw ContractViolation(description: "a payment by hash is attempted, not \(outcome)")
    }
    return state
  }
}
