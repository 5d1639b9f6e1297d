import PaymentsModel
import WalletBackend

/// A wallet that forwards proofs to another one, except for the methods that it overrides.
protocol WrappedProver: WrappedWallet, ProvingWallet {}

extension WrappedProver {
  private func prover() throws(WalletError) -> any ProvingWallet {
    guard let prover = inner as? any ProvingWallet else { throw .cannotProve }
    return prover
  }

  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    try await innerProof(subject, message)
  }

  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict {
    try await innerVerdict(proof, subject, message)
  }

  func innerProof(_ subject: ProofSubject, _ message: String) async throws(WalletError) -> WalletProof {
    try await prover().prove(subject, message: message)
  }

  func innerVerdict(
    _ proof: String, _ subject: ProofSubject, _ message: String
  ) async throws(WalletError) -> ProofVerdict {
    try await prover().verify(proof, of: subject, message: message)
  }
}

/// A wallet that proves payments without checking their confirmations.
struct StaleProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict {
    guard case .valid(let facts) = try await innerVerdict(proof, subject, message), facts.confirmations != nil else {
      return try await innerVerdict(proof, subject, message)
    }
    return .valid(ProvenFacts(signer: facts.signer, amount: facts.amount, confirmations: 0, isInPool: true))
  }
}

/// A wallet that proves only its own payments.
struct PayingProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    if case .payment(let payment) = subject, payment.signedTransaction == nil { throw .cannotProve }
    return try await innerProof(subject, message)
  }
}

/// A wallet that accepts proofs with one kind of flaw.
protocol BelievingProver: WrappedProver {
  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool
}

extension BelievingProver {
  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict {
    let verdict = try await innerVerdict(proof, subject, message)
    if case .invalid(let flaw) = verdict, believes(flaw, subject) { return .valid(ProvenFacts(signer: .holder)) }
    return verdict
  }
}

/// A wallet that accepts any address.
struct AnyAddressProver: BelievingProver {
  let inner: any WalletBackend
  let memory: Memory

  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool {
    if case .address = subject { true } else { false }
  }
}

/// A wallet that accepts any amount.
struct AnyAmountProver: BelievingProver {
  let inner: any WalletBackend
  let memory: Memory

  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool { flaw == .amount }
}

/// A wallet that accepts any payment.
struct AnyPaymentProver: BelievingProver {
  let inner: any WalletBackend
  let memory: Memory

  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool {
    if case .payment = subject { flaw != .signature } else { false }
  }
}

/// A wallet that does not distinguish a malformed proof from a false one.
struct VagueProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict {
    do throws(WalletError) {
      return try await innerVerdict(proof, subject, message)
    } catch .malformedProof {
      return .invalid(.signature)
    }
  }
}

/// A wallet that invents proofs for payments that are not its own.
struct LyingProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    do throws(WalletError) {
      return try await innerProof(subject, message)
    } catch .cannotProve {
      return WalletProof(text: "proven")
    }
  }
}

/// A wallet that calls every proof false while the daemon is not available.
struct AbsentProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func verify(_ proof: String, of subject: ProofSubject, message: String) async throws(WalletError) -> ProofVerdict {
    do throws(WalletError) {
      return try await innerVerdict(proof, subject, message)
    } catch .unavailable {
      return .invalid(.transaction)
    }
  }
}
