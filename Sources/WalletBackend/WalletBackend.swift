public import PaymentsModel

/// One currency of one wallet, as the provider uses it. The wallet holds the keys; nothing here lets an app near them.
///
/// Payments follow one recipe that makes them exactly once: ``quote(_:)`` tells the fee without side effects;
/// ``prepare(_:feeCap:)`` builds and signs a transaction *without* handing it to the network and locks its inputs; the
/// provider commits the ``PaymentArtefact`` durably; ``commit(_:)`` hands that very artefact to the network, as often as
/// needed, with the effect of once; ``lookup(_:)`` tells what became of it. After any doubt: look up, then commit the same
/// artefact again. Never prepare a second one while the first may live.
///
/// Implementations are safe to call concurrently, honour task cancellation where the wallet allows it, and bound every
/// call by a time-out (reported as ``WalletError/timeout``).
public protocol WalletBackend: Sendable {
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
  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote

  /// Builds and signs a transaction, locks its inputs, and hands nothing to the network.
  ///
  /// - Throws: ``WalletError/feeAboveCap`` where the fee would be above the cap; nothing is locked then.
  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> PaymentArtefact

  /// Hands the artefact to the network. Doing so again is harmless.
  ///
  /// A thrown error means that the outcome is unknown, except ``CommitOutcome/rejected(_:)``, which is the wallet's
  /// authoritative word that this transaction cannot take effect.
  func commit(_ artefact: PaymentArtefact) async throws(WalletError) -> CommitOutcome

  /// What became of an artefact.
  func lookup(_ artefact: PaymentArtefact) async throws(WalletError) -> PaymentLookup

  /// Frees the inputs of an artefact that was never handed to the network. Harmless when they are free already.
  func release(_ artefact: PaymentArtefact) async throws(WalletError)

  /// Locks the inputs of an artefact again, for wallets that forget their locks at a restart. Harmless when they are
  /// locked already.
  func lock(_ artefact: PaymentArtefact) async throws(WalletError)
}
