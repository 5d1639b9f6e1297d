import PaymentsModel
import WalletBackend

/// A wallet that reports each send only once.
struct TellingOnceWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let page = try await inner.sends(since: cursor)
    let sends = page.sends.filter { !memory.contains($0.transactionID) }
    for send in sends { memory.add(send.transactionID) }
    return SendPage(sends: sends, cursor: page.cursor)
  }
}

/// A wallet that does not mark sends.
struct UnmarkedWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {}
}

/// A wallet that returns transactions that it did not send.
struct NosyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    do throws(WalletError) {
      return try await inner.signedTransaction(ofSend: transactionID, paying: intent, at: index)
    } catch .cannotProve {
      return SignedTransaction(transactionID: transactionID, fee: .zero, blob: [])
    }
  }
}

/// A wallet that knows of a send that it was asked for only whether it is there.
struct SelfishWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    memory.add(transactionID)
    return try await inner.signedTransaction(ofSend: transactionID, paying: intent, at: index)
  }

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let lookup = try await inner.lookup(signedTransaction)
    guard case .replaced = lookup, memory.contains(signedTransaction.transactionID) else { return lookup }
    return .conflicted(confirmations: 0)
  }
}

/// A wallet that takes every address for its own.
struct ImpostorWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func owned(among addresses: [String]) async throws(WalletError) -> Set<String> { Set(addresses) }
}
