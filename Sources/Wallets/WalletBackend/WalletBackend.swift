public import PaymentsModel

/// The provider's interface to one currency of a wallet. The wallet holds the keys, and no app can reach them through
/// it.
///
/// Payments follow a procedure that makes each of them exactly once. ``quote(_:)`` returns the fee without side
/// effects. ``prepare(_:feeCap:)`` builds and signs a transaction *without* handing it to the network, from coins that
/// are not reserved for other payments. The provider stores the ``SignedTransaction`` durably. ``commit(_:)`` hands
/// that signed transaction to the network; it can be repeated as often as necessary without a further effect.
/// ``lookup(_:)`` returns the state of the transaction. When in doubt, look the signed transaction up, and commit the
/// same one again. Never prepare another one while the first may still take effect.
///
/// Nothing is locked in a wallet for a payment that the ledger has not recorded. Therefore a crash at any moment leaves
/// no coin locked for an unknown reason.
///
/// Implementations can be called concurrently, honour task cancellation as far as the wallet allows it, and limit every
/// call by a time-out, which they report as ``WalletError/timeout``.
public protocol WalletBackend: SendingHistory {
  /// The currency of the wallet. It does not change during the life of the backend.
  var currency: Currency { get }

  /// The smallest amount of a transfer that is not dust, and the largest that the network carries, whatever the wallet
  /// holds. They do not change during the life of the backend.
  var transferAmounts: ClosedRange<Amount> { get }

  /// The largest number of payments that one transaction can make; 1 where the wallet makes each payment by a
  /// transaction of its own. It does not change during the life of the backend.
  var mostRecipients: Int { get }

  /// Whether the wallet chooses coins for one payment after another: a payment that is quoted before the coins of the
  /// previous one are locked would get the same coins, and they would have to be chosen again. The provider then lets a
  /// payment that needs no question be built and recorded before it lets the next one be quoted.
  var choosesCoinsInTurn: Bool { get }

  /// Returns whether the wallet can be used now, and if not, why. A wallet that does not answer is unavailable.
  func status() async -> WalletStatus

  /// Returns the status, the ``WalletProblem`` if the wallet is not ready, and a digest of what the wallet knows. The
  /// provider calls it every few seconds, and asks for transfers, sends and payments where the digest changed; it
  /// therefore must cost little. The problem is all that the owner learns of why a wallet does not work.
  func glance() async -> WalletGlance

  /// Returns a stream with an element whenever the wallet may know something new, such as a block or a transaction. One
  /// element may stand for several changes, or for none. The stream ends where nothing is told by itself, and with the task that reads it.
  func news() -> AsyncStream<WalletHint>

  /// Creates a receiving address that was never handed out before.
  func newAddress(label: String) async throws(WalletError) -> String

  /// Creates receiving addresses that were never handed out before, without labels. The provider calls it only if
  /// ``makesAddressesAhead`` is true.
  func newAddresses(_ count: Int) async throws(WalletError) -> [String]

  /// Whether a few addresses may be created ahead while many are asked for, because creating one takes the wallet longer
  /// than storing an invoice. Some of them may never be used.
  var makesAddressesAhead: Bool { get }

  /// Whether ``newInvoice(_:)`` makes invoices that can also be paid on the Lightning network. It does not change during the
  /// life of the backend.
  var makesInvoices: Bool { get }

  /// Makes an invoice of the wallet's own, and a receiving address for it that was never handed out before. The provider
  /// calls it only if ``makesInvoices`` is true.
  func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces

  /// Stores a label with an address, for the wallet's owner to read. Nothing depends on it.
  func label(_ address: String, as text: String) async throws(WalletError)

  /// Returns whether money can be sent to an address, and the canonical form of the address.
  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck

  /// Returns the amount that a recipient asks for by itself, as a Lightning invoice does; `nil` if the payer decides. It asks
  /// nobody.
  ///
  /// - Parameter address: the recipient, in the form of ``checkAddress(_:)``.
  func fixedAmount(of address: String) -> Amount?

  /// Returns incoming transfers that are new or changed since a cursor, with their confirmations.
  ///
  /// - Parameter cursor: the cursor of the last page, or `nil` for all transfers. A transfer that has fewer
  ///   confirmations than `depth` is reported again on each call, so that its confirmations and a reorganisation are
  ///   noticed.
  /// - Parameter depth: the number of confirmations up to which a transfer is observed.
  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage

  /// Returns the largest amount that can be paid now, before the fee; zero if nothing can be paid.
  func largestPayment() async throws(WalletError) -> Amount

  /// Returns the balance of the wallet.
  func balance() async throws(WalletError) -> WalletBalance

  /// Returns the cost that a payment would have now. It has no side effects: it makes no lock and no record.
  ///
  /// The wallet may remember in memory what it chose. If ``prepare(_:feeCap:)`` is called for the same intent while that
  /// choice is still good, it should build exactly the payment that was quoted, so that coins are chosen once and the
  /// fee that was shown is the fee that is paid.
  ///
  /// If the necessary coins are busy, the method should return an estimate rather than throw ``WalletError/coinsBusy``,
  /// because then the payment can be ordered and waits for the coins.
  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote

  /// The coins of this wallet that are reserved for payments. It is the same object during the life of the backend.
  /// ``prepare(_:feeCap:)`` reserves coins in it, and the provider gives them back.
  var reservations: CoinReservations { get }

  /// Returns the coins that a signed transaction spends, without calling the wallet.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if the transaction was not made by this kind of wallet.
  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID]

  /// Builds and signs one transaction that makes several payments, to different addresses, and reserves its inputs in
  /// ``reservations``. The wallet itself does not change: there is no lock, no record, and nothing is sent to the
  /// network. The transaction spends no coin that was already reserved, whatever the wallet remembers of its locks.
  ///
  /// It returns a signed transaction for each payment, in the order of the payments. All of them have the same
  /// transaction id. The fee of each is its ``PayoutPlace/share(of:)``, so that the fees add up to what the transaction
  /// costs. Each blob is complete by itself: ``commit(_:)``, ``lookup(_:)``, ``lock(_:)``, ``release(_:)``,
  /// ``coins(of:)``, ``keepAgain(_:)`` and proofs can be called with any of them and concern the whole transaction.
  ///
  /// - Parameters:
  ///   - payout: the payments, from 1 to ``mostRecipients``, no two of them to the same address.
  ///   - feeCap: the largest share of the fee that a payment may bear.
  /// - Throws: ``WalletError/feeAboveCap`` if the largest share would exceed the cap, ``WalletError/insufficientFunds``
  ///   or ``WalletError/coinsBusy`` if one transaction cannot make all payments, even if it could make some of them,
  ///   and ``WalletError/protocolViolation(code:)`` for a payout that the caller must not ask for. After any error no
  ///   coin stays reserved.
  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction]

  /// Hands the signed transaction to the network. Repeating the call is harmless.
  ///
  /// After an error the outcome is unknown. ``CommitOutcome/rejected(_:)`` is returned only if the wallet is certain
  /// that the transaction cannot take effect. If another transaction makes the payment in its place, the method throws
  /// ``WalletError/protocolViolation(code:)``, and ``lookup(_:)`` returns the other transaction.
  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome

  /// Returns the state of a signed transaction.
  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup

  /// Unlocks the inputs of a signed transaction that will never be handed to the network again. The call is harmless if
  /// they are not locked, or the wallet does not know them.
  func release(_ signedTransaction: SignedTransaction) async throws(WalletError)

  /// Locks the inputs of a signed transaction in the wallet, so that its owner does not spend them with other tools.
  /// Only inputs of payments that the ledger has recorded may be locked. The call is harmless if they are locked
  /// already, or spent.
  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError)
}

extension WalletBackend {
  /// Addresses ask for no amount.
  public func fixedAmount(of address: String) -> Amount? { nil }

  /// Each address is created when it is asked for.
  public var makesAddressesAhead: Bool { false }

  /// Creates the addresses one after another.
  public func newAddresses(_ count: Int) async throws(WalletError) -> [String] {
    var addresses: [String] = []
    for _ in 0..<count { addresses.append(try await newAddress(label: "")) }
    return addresses
  }

  /// Creates an address.
  public func witness() async throws(WalletError) -> String { try await newAddress(label: "") }

  /// Stores nothing: the wallet has no labels.
  public func label(_ address: String, as text: String) async throws(WalletError) {}

  /// Each payment is made by a transaction of its own.
  public var mostRecipients: Int { 1 }

  /// Builds and signs a transaction that makes one payment, with the same promises as for several.
  public func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    guard let signedTransaction = try await prepare([intent], feeCap: feeCap).first else {
      throw .protocolViolation(code: nil)
    }
    return signedTransaction
  }

  /// Different payments get different coins, in whatever order they are quoted and built.
  public var choosesCoinsInTurn: Bool { false }

  /// Reserves those coins of a recorded payment that are free, and keeps them. The provider calls it at its start,
  /// before anything is prepared.
  public func keepAgain(_ signedTransaction: SignedTransaction) throws(WalletError) {
    let coins = try coins(of: signedTransaction)
    for coin in coins { _ = reservations.take([coin]) }
    reservations.keep(coins)
  }
}
