package import WalletBackend

/// A call that a wallet answers; faults and latencies are scripted per step.
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

/// What goes wrong with one call.
package enum MockFault: Sendable, Hashable {
  /// It fails, and nothing was done.
  case failBefore(WalletError)
  /// It is done, and then fails: the caller cannot know.
  case failAfter(WalletError)
  /// It answers what is not of its protocol; nothing was done.
  case nonsense
  /// A commit is accepted, and the network forgets the transaction at once. Other steps: as if nothing were wrong.
  case forget
  /// A commit is refused: another transaction spends the inputs in a new block. Other steps: as if nothing were wrong.
  case reject
}
