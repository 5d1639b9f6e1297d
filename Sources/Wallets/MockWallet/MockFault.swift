package import WalletBackend

/// A kind of call to a wallet. Faults and latencies are set for each kind separately.
package enum MockStep: String, Sendable, Hashable, CaseIterable {
  /// A call of ``WalletBackend/newAddress(label:)``.
  case newAddress
  /// A call of ``WalletBackend/checkAddress(_:)``.
  case checkAddress
  /// A call of ``WalletBackend/transfers(since:depth:)``.
  case transfers
  /// A call of ``WalletBackend/largestPayment()``.
  case amountRange
  /// A call of ``WalletBackend/balance()``.
  case balance
  /// A call of ``WalletBackend/quote(_:)``.
  case quote
  /// A call of ``WalletBackend/prepare(_:feeCap:)``.
  case prepare
  /// A call of ``WalletBackend/commit(_:)``.
  case commit
  /// A call of ``WalletBackend/lookup(_:)``.
  case lookup
  /// A call of ``WalletBackend/release(_:)``.
  case release
  /// A call of ``WalletBackend/lock(_:)``.
  case lock
  /// A call of ``SendingHistory/sends(since:)``, or a question by which the wallet is recognised.
  case sends
  /// A call of ``SendingHistory/mark(_:paying:as:)``.
  case mark
  /// A call of ``SendingHistory/marks(paying:)``.
  case marks
  /// A call of ``SendingHistory/signedTransaction(ofSend:paying:at:)``.
  case sentTransaction
  /// A call of ``ProvingWallet/prove(_:message:)``.
  case prove
  /// A call of ``ProvingWallet/verify(_:of:message:)``.
  case verify

  /// Whether the call may append to the journal.
  var appends: Bool { [.newAddress, .commit, .mark].contains(self) }
}

/// A fault of one call.
package enum MockFault: Sendable, Hashable {
  /// The call fails without having done anything.
  case failBefore(WalletError)
  /// The call does its work and then fails, so that the caller cannot know whether it was done.
  case failAfter(WalletError)
  /// The call gives an answer that violates the protocol, without having done anything.
  case nonsense
  /// A commit is accepted, but the network forgets the transaction at once. Other steps work normally.
  case forget
  /// A commit is rejected, because another transaction spends the inputs in a new block. Other steps work normally.
  case reject
  /// The answer is that of a wallet that does not see what the network has: a commit arrives and is rejected, a lookup finds
  /// nothing. Other steps work normally.
  case blind
}
