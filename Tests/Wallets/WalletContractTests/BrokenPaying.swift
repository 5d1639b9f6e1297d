import PaymentsModel
import WalletBackend

/// A wallet that locks coins for a quote.
struct EagerWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let signedTransaction = try await inner.prepare(intent, feeCap: Amount(atomicUnits: .max))
    return PaymentQuote(fee: signedTransaction.fee)
  }
}

/// A wallet that has the same error for all causes.
struct VagueWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    do throws(WalletError) {
      return try await inner.prepare(payout, feeCap: feeCap)
    } catch .amountTooSmall {
      throw .insufficientFunds
    }
  }
}

/// A wallet that treats reserved coins as if they were spent.
struct ModestWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    do throws(WalletError) {
      return try await inner.prepare(payout, feeCap: feeCap)
    } catch .coinsBusy {
      throw .insufficientFunds
    }
  }
}

/// A wallet that pays any fee.
struct GenerousWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try await inner.prepare(payout, feeCap: Amount(atomicUnits: .max))
  }
}

/// A wallet that locks coins before the payment has been stored.
struct HoardingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let signedTransactions = try await inner.prepare(payout, feeCap: feeCap)
    for signedTransaction in signedTransactions { try await inner.lock(signedTransaction) }
    return signedTransactions
  }
}

/// A wallet that does not reserve the coins of a payment.
struct CarelessWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let signedTransactions = try await inner.prepare(payout, feeCap: feeCap)
    reservations.giveBack(try coins(of: signedTransactions[0]))
    return signedTransactions
  }
}

/// A wallet that chooses coins in one step and reserves them in a later one.
struct RacingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let signedTransactions = try await inner.prepare(payout, feeCap: feeCap)
    reservations.giveBack(try coins(of: signedTransactions[0]))
    memory.count("choosing")
    await memory.wait("choosing", until: 5)
    _ = reservations.take(try coins(of: signedTransactions[0]))
    return signedTransactions
  }
}

/// A wallet that never releases coins.
struct StingyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {}
}

/// A wallet that treats the answer "the inputs are spent" as a conflict, although a node also gives it for a
/// transaction that is in a block.
struct HastyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    if case .confirmed = try await inner.lookup(signedTransaction) { return .rejected(.conflicted) }
    return try await inner.commit(signedTransaction)
  }
}

/// A wallet that refuses two calls at the same time.
struct BusyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    guard memory.count("committing") == 1 else { return .rejected(.invalid) }
    await memory.wait("committing", until: 2)
    return try await inner.commit(signedTransaction)
  }
}

/// A wallet that does not check which transaction spent its inputs.
struct BlindWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let lookup = try await inner.lookup(signedTransaction)
    if case .conflicted = lookup { return .unknown }
    return lookup
  }
}

/// A wallet that treats every other transaction with its inputs as a conflict.
struct StrictWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let lookup = try await inner.lookup(signedTransaction)
    if case .replaced(_, let confirmations, _) = lookup { return .conflicted(confirmations: confirmations) }
    return lookup
  }
}

/// A wallet that accepts any blob.
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
