package import WalletBackend

/// A kind of call to a wallet. Faults and latencies are set for each kind separately.
package enum MockStep: String, Sendable, Hashable, CaseIterable {
  /// ``WalletBackend/newAddress(label:)``
  case newAddress
  /// ``WalletBackend/checkAddress(_:)``
  case checkAddress
  /// ``WalletBackend/transfers(since:depth:)``
  case transfers
  /// ``WalletBackend/amountRange()``
  case amountRange
  /// ``WalletBackend/balance()``
  case balance
  /// ``WalletBackend/quote(_:)``
  case quote
  /// ``WalletBackend/prepare(_:feeCap:)``
  case prepare
  /// ``WalletBackend/commit(_:)``
  case commit
  /// ``WalletBackend/lookup(_:)``
  case lookup
  /// ``WalletBackend/release(_:)``
  case release
  /// ``WalletBackend/lock(_:)``
  case lock
  /// ``SendingHistory/sends(since:)``
  case sends
  /// ``SendingHistory/mark(_:paying:as:)``
  case mark
  /// ``SendingHistory/signedTransaction(ofSend:)``
  case sentTransaction
  /// ``ProvingWallet/prove(_:message:)``
  case prove
  /// ``ProvingWallet/verify(_:of:message:)``
  case verify
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
}
