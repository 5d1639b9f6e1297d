import ExampleWallet
import PaymentsModel
import WalletBackend

/// Does not say that its owner must unlock it.
struct MuteWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact {
    do throws(WalletError) {
      return try await inner.prepare(intent, feeCap: feeCap)
    } catch .locked {
      throw .insufficientFunds
    }
  }
}

/// Makes something up where the daemon is not there.
struct InventiveWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ artefact: PaymentArtefact) async throws(WalletError) -> PaymentLookup {
    do throws(WalletError) {
      return try await inner.lookup(artefact)
    } catch .unavailable {
      return .unknown
    }
  }
}

/// Leaves locks to the daemon, which forgets them.
struct LazyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lock(_ artefact: PaymentArtefact) async throws(WalletError) {}
}

/// Leaves it to the daemon to know which coins are locked.
struct TrustfulWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact {
    let kept = Array(reservations.kept)
    reservations.giveBack(kept)
    defer {
      _ = reservations.take(kept)
      reservations.keep(kept)
    }
    return try await inner.prepare(intent, feeCap: feeCap)
  }
}

/// Makes a new transaction where it does not remember that of the artefact.
struct RebuildingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact {
    let artefact = try await inner.prepare(intent, feeCap: feeCap)
    memory.add(artefact.transactionID)
    return artefact
  }

  func commit(_ artefact: PaymentArtefact) async throws(WalletError) -> CommitOutcome {
    if memory.contains(artefact.transactionID) { return try await inner.commit(artefact) }
    return try await inner.commit(again(artefact, inner))
  }
}

/// Pays anew where the answer to a commit is lost.
struct NervousWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func commit(_ artefact: PaymentArtefact) async throws(WalletError) -> CommitOutcome {
    if memory.count("lost \(artefact.transactionID)", 0) > 0 {
      memory.count("lost \(artefact.transactionID)", -1)
      _ = try await inner.commit(again(artefact, inner))
    }
    do throws(WalletError) {
      return try await inner.commit(artefact)
    } catch {
      memory.count("lost \(artefact.transactionID)")
      throw error
    }
  }
}

private func again(
  _ artefact: PaymentArtefact, _ wallet: any WalletBackend
) async throws(WalletError) -> PaymentArtefact {
  let output = try ExampleTransaction(artefact).outputs[0]
  return try await wallet.prepare(
    PaymentIntent(address: output.address, amount: Amount(atomicUnits: output.amount)),
    feeCap: Amount(atomicUnits: .max))
}

/// Leaves coins taken for whoever does not wait.
struct LeakingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact {
    let artefact = try await inner.prepare(intent, feeCap: feeCap)
    do {
      try await Task.sleep(for: .seconds(20))
    } catch {
      throw .timeout
    }
    return artefact
  }
}

/// Goes on with what nobody wants any more.
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
