import PaymentsModel
import WalletBackend

/// Locks coins for a quote.
struct EagerWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let signedTransaction = try await inner.prepare(intent, feeCap: Amount(atomicUnits: .max))
    return PaymentQuote(fee: signedTransaction.fee)
  }
}

/// Has one error for all.
struct VagueWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    do throws(WalletError) {
      return try await inner.prepare(intent, feeCap: feeCap)
    } catch .amountTooSmall {
      throw .insufficientFunds
    }
  }
}

/// Counts what is set aside as if it were gone.
struct ModestWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    do throws(WalletError) {
      return try await inner.prepare(intent, feeCap: feeCap)
    } catch .coinsBusy {
      throw .insufficientFunds
    }
  }
}

/// Pays whatever the network asks.
struct GenerousWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    try await inner.prepare(intent, feeCap: Amount(atomicUnits: .max))
  }
}

/// Locks coins before anybody has written down why.
struct HoardingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    let signedTransaction = try await inner.prepare(intent, feeCap: feeCap)
    try await inner.lock(signedTransaction)
    return signedTransaction
  }
}

/// Takes nothing.
struct CarelessWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    let signedTransaction = try await inner.prepare(intent, feeCap: feeCap)
    reservations.giveBack(try coins(of: signedTransaction))
    return signedTransaction
  }
}

/// Chooses coins in one step and takes them in the next.
struct RacingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    let signedTransaction = try await inner.prepare(intent, feeCap: feeCap)
    reservations.giveBack(try coins(of: signedTransaction))
    memory.count("choosing")
    await memory.wait("choosing", until: 5)
    _ = reservations.take(try coins(of: signedTransaction))
    return signedTransaction
  }
}

/// Never gives coins back.
struct StingyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {}
}

/// Takes the answer "the inputs are spent", which a node gives for a transaction in a block too, for a conflict.
struct HastyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    if case .confirmed = try await inner.lookup(signedTransaction) { return .rejected(.conflicted) }
    return try await inner.commit(signedTransaction)
  }
}

/// Refuses to be asked twice at once.
struct BusyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    guard memory.count("committing") == 1 else { return .rejected(.invalid) }
    await memory.wait("committing", until: 2)
    return try await inner.commit(signedTransaction)
  }
}

/// Does not look who spent its inputs.
struct BlindWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let lookup = try await inner.lookup(signedTransaction)
    if case .conflicted = lookup { return .unknown }
    return lookup
  }
}

/// Takes whatever else spends its inputs for a conflict.
struct StrictWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let lookup = try await inner.lookup(signedTransaction)
    if case .replaced(_, let confirmations, _) = lookup { return .conflicted(confirmations: confirmations) }
    return lookup
  }
}

/// Takes any blob.
struct TrustingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    do throws(WalletError) {
      return try await inner.lookup(signedTransaction)
    } catch .protocolViolation {
      return .unknown
    }
  }
}
