import PaymentsModel
import WalletBackend

/// A wallet that rounds the shares of a fee down.
struct RoundingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let made = try await inner.prepare(payout, feeCap: feeCap)
    let least = made.map(\.fee).min() ?? .zero
    return made.map { SignedTransaction(transactionID: $0.transactionID, fee: least, blob: $0.blob) }
  }
}

/// A wallet that notices only after it has reserved the coins that the fee is too high.
struct ClingingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let made = try await inner.prepare(payout, feeCap: Amount(atomicUnits: .max))
    guard made.allSatisfy({ $0.fee <= feeCap }) else { throw .feeAboveCap }
    return made
  }
}

/// A wallet that knows a transaction only by its first payment.
struct OneSidedWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let made = try await inner.prepare(payout, feeCap: feeCap)
    for other in made.dropFirst() { memory.add(String(decoding: other.blob, as: UTF8.self)) }
    return made
  }

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    if memory.contains(String(decoding: signedTransaction.blob, as: UTF8.self)) { return .unknown }
    return try await inner.lookup(signedTransaction)
  }
}

/// A wallet that reports the whole fee of another transaction for each payment.
struct WholeFeeWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let lookup = try await inner.lookup(signedTransaction)
    guard case .replaced(let other, let confirmations, let payments) = lookup else { return lookup }
    let send = try await inner.sends(since: nil).sends.first { $0.transactionID == other.transactionID }
    return .replaced(
      by: PaymentReplacement(transactionID: other.transactionID, fee: send?.fee ?? other.fee),
      confirmations: confirmations, payments: payments)
  }
}

/// A wallet that reports a mark for each recipient.
struct RepeatingWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let page = try await inner.sends(since: cursor)
    return SendPage(
      sends: page.sends.map { send in
        WalletSend(
          transactionID: send.transactionID, outputs: send.outputs, unknown: send.unknown, fee: send.fee,
          marks: send.outputs.flatMap { _ in send.marks })
      }, cursor: page.cursor)
  }
}

/// A wallet that lets each payment of a send bear the whole fee.
struct WholeSendWallet: WrappedWallet {
  let inner: any WalletBackend
  let memory: Memory

  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    let found = try await inner.signedTransaction(ofSend: transactionID, paying: intent, at: index)
    let send = try await inner.sends(since: nil).sends.first { $0.transactionID == transactionID }
    return SignedTransaction(transactionID: transactionID, fee: send?.fee ?? found.fee, blob: found.blob)
  }
}
