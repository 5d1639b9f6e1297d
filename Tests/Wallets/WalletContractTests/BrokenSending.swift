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

  func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String) async throws(WalletError) {
  }
}

/// A wallet that returns transactions that it did not send.
struct NosyWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    do throws(WalletError) {
      return try await inner.signedTransaction(ofSend: transactionID)
    } catch .cannotProve {
      return SignedTransaction(transactionID: transactionID, fee: .zero, blob: [])
    }
  }
}
