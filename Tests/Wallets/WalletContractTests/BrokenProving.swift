import PaymentsModel
import WalletBackend

/// A wallet that proves as another one but for what it overrides.
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

/// Proves payments without looking where they are.
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

/// Proves only what it paid itself.
struct PayingProver: WrappedProver {
  let inner: any WalletBackend
  let memory: Memory

  func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    if case .payment(let payment) = subject, payment.signedTransaction == nil { throw .cannotProve }
    return try await innerProof(subject, message)
  }
}

/// Believes what it cannot check: a flaw of one kind counts as none.
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

/// Any address will do.
struct AnyAddressProver: BelievingProver {
  let inner: any WalletBackend
  let memory: Memory

  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool {
    if case .address = subject { true } else { false }
  }
}

/// Any amount will do.
struct AnyAmountProver: BelievingProver {
  let inner: any WalletBackend
  let memory: Memory

  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool { flaw == .amount }
}

/// Any payment will do.
struct AnyPaymentProver: BelievingProver {
  let inner: any WalletBackend
  let memory: Memory

  func believes(_ flaw: ProofFlaw, _ subject: ProofSubject) -> Bool {
    if case .payment = subject { flaw != .signature } else { false }
  }
}

/// Does not tell nonsense from a false proof.
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

/// Makes something up for what is not its own.
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

/// Finds everything false while the daemon is not there.
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
