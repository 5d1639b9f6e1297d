public import PaymentsModel

/// One currency of one wallet, as the provider uses it. The wallet holds the keys; nothing here lets an app near them.
///
/// Payments follow one recipe that makes them exactly once: ``quote(_:)`` tells the fee without side effects;
/// ``prepare(_:feeCap:)`` builds and signs a transaction *without* handing it to the network, from coins that no other
/// payment has; the provider commits the ``SignedTransaction`` durably; ``commit(_:)`` hands that very signed
/// transaction to the network, as often as needed, with the effect of once; ``lookup(_:)`` tells what became of it.
/// After any doubt: look up, then commit the same signed transaction again. Never prepare a second one while the first
/// may live.
///
/// What is set aside in a wallet is written down before: nothing is locked there for a payment that the ledger does not
/// have, so that a kill at any moment leaves no coin locked with nobody to know why.
///
/// Implementations are safe to call concurrently, honour task cancellation where the wallet allows it, and bound every
/// call by a time-out (reported as ``WalletError/timeout``).
public protocol WalletBackend: SendingHistory {
  /// What the wallet serves; constant for the life of the backend.
  var currency: Currency { get }

  /// Whether it can be used now, and why not. Never throws: a wallet that does not answer is unavailable.
  func status() async -> WalletStatus

  /// A fresh receiving address that was never handed out before.
  func newAddress(label: String) async throws(WalletError) -> String

  /// Whether money can be sent to this text, with its canonical form.
  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck

  /// Incoming transfers that are new or changed since a cursor, with their confirmations.
  ///
  /// - Parameter cursor: where the last page ended, `nil` for all that the wallet knows. A transfer that is not yet
  ///   confirmed as often as `depth` is reported again on each call, so that confirmations are followed and a
  ///   reorganisation is seen.
  /// - Parameter depth: confirmations up to which a transfer is still followed.
  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage

  /// The smallest and largest amounts that can be received and paid now.
  func amountRange() async throws(WalletError) -> WalletAmountRange

  /// What the wallet holds.
  func balance() async throws(WalletError) -> WalletBalance

  /// What a payment would cost now. No side effects: no lock, no record.
  ///
  /// Where the coins that it needs are busy, an estimate is better than ``WalletError/coinsBusy``: the payment can then
  /// be ordered, and waits.
  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote

  /// The coins that payments of this wallet have: one object for the life of the backend, which ``prepare(_:feeCap:)``
  /// takes coins from and the provider gives them back to.
  var reservations: CoinReservations { get }

  /// The coins that a signed transaction spends, without asking anybody.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a signed transaction that is not this kind of wallet's.
  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID]

  /// Builds and signs a transaction, takes its inputs in ``reservations``, and leaves the wallet as it is: no lock, no
  /// record, nothing to the network. It spends no coin that is taken there, whatever the wallet remembers of its locks.
  ///
  /// - Throws: ``WalletError/feeAboveCap`` where the fee would be above the cap. Whatever is thrown, nothing stays
  ///   taken.
  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction

  /// Hands the signed transaction to the network. Doing so again is harmless.
  ///
  /// A thrown error means that the outcome is unknown, except ``CommitOutcome/rejected(_:)``, which is the wallet's
  /// authoritative word that this transaction cannot take effect. Where another transaction makes the payment in its
  /// place it is thrown as ``WalletError/protocolViolation(code:)``: ``lookup(_:)`` tells which.
  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome

  /// What became of a signed transaction.
  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup

  /// Unlocks the inputs of a signed transaction that will never be handed to the network again. Harmless when they are
  /// not locked, and where the wallet does not know them.
  func release(_ signedTransaction: SignedTransaction) async throws(WalletError)

  /// Locks the inputs of a signed transaction in the wallet, so that its owner does not spend them by hand meanwhile.
  /// Only for what the ledger has. Harmless when they are locked already, or spent.
  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError)
}

extension WalletBackend {
  /// Takes the coins of a payment that the ledger has, as far as they are free, and keeps them; at a start, before
  /// anything is prepared.
  public func keepAgain(_ signedTransaction: SignedTransaction) throws(WalletError) {
    let coins = try coins(of: signedTransaction)
    for coin in coins { _ = reservations.take([coin]) }
    reservations.keep(coins)
  }
}
