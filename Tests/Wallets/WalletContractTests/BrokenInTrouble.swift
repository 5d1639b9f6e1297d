import ExampleWallet
import PaymentsModel
import WalletBackend

/// A wallet that does not report that its owner must unlock it.
struct MuteWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    do throws(WalletError) {
      return try await inner.prepare(payout, feeCap: feeCap)
    } catch .locked {
      throw .insufficientFunds
    }
  }
}

/// A wallet that invents an answer while the daemon is not available.
struct InventiveWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    do throws(WalletError) {
      return try await inner.lookup(signedTransaction)
    } catch .unavailable {
      return .unknown
    }
  }
}

/// A wallet that leaves locks to the daemon, which forgets them.
struct LazyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {}
}

/// A wallet that relies on the daemon to know which coins are locked.
struct TrustfulWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let kept = Array(reservations.kept)
    reservations.giveBack(kept)
    defer {
      _ = reservations.take(kept)
      reservations.keep(kept)
    }
    return try await inner.prepare(payout, feeCap: feeCap)
  }
}

/// A wallet that makes a new transaction if it does not remember the signed one.
struct RebuildingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let signedTransactions = try await inner.prepare(payout, feeCap: feeCap)
    memory.add(signedTransactions[0].transactionID)
    return signedTransactions
  }

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    if memory.contains(signedTransaction.transactionID) { return try await inner.commit(signedTransaction) }
    return try await inner.commit(again(signedTransaction, inner))
  }
}

/// A wallet that pays again if the answer to a commit was lost.
struct NervousWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    if memory.count("lost \(signedTransaction.transactionID)", 0) > 0 {
      memory.count("lost \(signedTransaction.transactionID)", -1)
      _ = try await inner.commit(again(signedTransaction, inner))
    }
    do throws(WalletError) {
      return try await inner.commit(signedTransaction)
    } catch {
      memory.count("lost \(signedTransaction.transactionID)")
      throw error
    }
  }
}

private func again(
  _ signedTransaction: SignedTransaction, _ wallet: any WalletBackend
) async throws(WalletError) -> SignedTransaction {
  let output = try ExampleTransaction(signedTransaction).outputs[0]
  return try await wallet.prepare(
    PaymentIntent(address: output.address, amount: Amount(atomicUnits: output.amount)),
    feeCap: Amount(atomicUnits: .max))
}

/// A wallet that does not return the coins of a cancelled call.
struct LeakingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let signedTransactions = try await inner.prepare(payout, feeCap: feeCap)
    do {
      try await Task.sleep(for: .seconds(20))
    } catch {
      throw .timeout
    }
    return signedTransactions
  }
}

/// A wallet that continues work after the call was cancelled.
struct StubbornWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let inner = inner
    let checking = Task { () async -> Result<AddressCheck, WalletError> in
      do throws(WalletError) {
        return .success(try await inner.checkAddress(text))
      } catch {
        return .failure(error)
      }
    }
    return try await checking.value.get()
  }
}
