import Logging
import Orders
import PaymentsModel
import WalletBackend

/// A wallet whose calls are counted, with how long they took and how they failed. It does what the wallet does.
///
/// Each method says the same three lines. A function that takes a closure in their place is not possible because of the
/// compiler's fault with large values.
final class MeasuredWallet: WalletBackend {
  /// The wallet itself, which may be able to do more.
  let inner: any WalletBackend
  private let metrics: ProviderMetrics
  private let log: Logger

  init(_ inner: any WalletBackend, metrics: ProviderMetrics, log: Logger) {
    self.inner = inner
    self.metrics = metrics
    self.log = log
  }

  /// A call that is under way.
  private struct Call {
    let wallet: MeasuredWallet
    let name: String
    let begun = ContinuousClock.now

    func end() {
      wallet.metrics.time(
        .walletCallDuration, ContinuousClock.now - begun, [("currency", wallet.currency.code), ("call", name)])
    }

    /// Counts what the call failed with, and returns it to be thrown.
    func failure(_ error: WalletError) -> WalletError {
      let labels = [("currency", wallet.currency.code), ("call", name), ("error", labelText(of: error))]
      wallet.metrics.count(.walletCallFailures, labels)
      wallet.log.log(
        level: .detail, "a call of the wallet failed",
        metadata: Dictionary(uniqueKeysWithValues: labels.map { ($0.0, .string($0.1)) }))
      return error
    }
  }

  private func begin(_ name: String) -> Call { Call(wallet: self, name: name) }

  func newAddress(label: String) async throws(WalletError) -> String {
    let call = begin("new_address")
    defer { call.end() }
    do { return try await inner.newAddress(label: label) } catch { throw call.failure(error) }
  }

  func newAddresses(_ count: Int) async throws(WalletError) -> [String] {
    let call = begin("new_addresses")
    defer { call.end() }
    do { return try await inner.newAddresses(count) } catch { throw call.failure(error) }
  }

  func label(_ address: String, as text: String) async throws(WalletError) {
    let call = begin("label")
    defer { call.end() }
    do { try await inner.label(address, as: text) } catch { throw call.failure(error) }
  }

  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let call = begin("check_address")
    defer { call.end() }
    do { return try await inner.checkAddress(text) } catch { throw call.failure(error) }
  }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let call = begin("transfers")
    defer { call.end() }
    do { return try await inner.transfers(since: cursor, depth: depth) } catch { throw call.failure(error) }
  }

  func largestPayment() async throws(WalletError) -> Amount {
    let call = begin("largest_payment")
    defer { call.end() }
    do { return try await inner.largestPayment() } catch { throw call.failure(error) }
  }

  func balance() async throws(WalletError) -> WalletBalance {
    let call = begin("balance")
    defer { call.end() }
    do { return try await inner.balance() } catch { throw call.failure(error) }
  }

  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let call = begin("quote")
    defer { call.end() }
    do { return try await inner.quote(intent) } catch { throw call.failure(error) }
  }

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let call = begin("prepare")
    defer { call.end() }
    do { return try await inner.prepare(payout, feeCap: feeCap) } catch { throw call.failure(error) }
  }

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let call = begin("commit")
    defer { call.end() }
    do { return try await inner.commit(signedTransaction) } catch { throw call.failure(error) }
  }

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let call = begin("lookup")
    defer { call.end() }
    do { return try await inner.lookup(signedTransaction) } catch { throw call.failure(error) }
  }

  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let call = begin("release")
    defer { call.end() }
    do { try await inner.release(signedTransaction) } catch { throw call.failure(error) }
  }

  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let call = begin("lock")
    defer { call.end() }
    do { try await inner.lock(signedTransaction) } catch { throw call.failure(error) }
  }

  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let call = begin("sends")
    defer { call.end() }
    do { return try await inner.sends(since: cursor) } catch { throw call.failure(error) }
  }

  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let call = begin("mark")
    defer { call.end() }
    do { try await inner.mark(signedTransaction, paying: addresses, as: text) } catch { throw call.failure(error) }
  }

  func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    let call = begin("marks")
    defer { call.end() }
    do { return try await inner.marks(paying: addresses) } catch { throw call.failure(error) }
  }

  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    let call = begin("signed_transaction")
    defer { call.end() }
    do {
      return try await inner.signedTransaction(ofSend: transactionID, paying: intent, at: index)
    } catch {
      throw call.failure(error)
    }
  }

  func witness() async throws(WalletError) -> String {
    let call = begin("witness")
    defer { call.end() }
    do { return try await inner.witness() } catch { throw call.failure(error) }
  }

  func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    let call = begin("unlisted_outputs")
    defer { call.end() }
    do { return try await inner.unlistedOutputs(ofSend: transactionID) } catch { throw call.failure(error) }
  }

  func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    let call = begin("sent")
    defer { call.end() }
    do { return try await inner.sent(among: transactionIDs) } catch { throw call.failure(error) }
  }

  func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    let call = begin("owned")
    defer { call.end() }
    do { return try await inner.owned(among: addresses) } catch { throw call.failure(error) }
  }

  func status() async -> WalletStatus { await inner.status() }

  func glance() async -> WalletGlance {
    let call = begin("glance")
    defer { call.end() }
    return await inner.glance()
  }
}

/// What costs no call.
extension MeasuredWallet {
  var currency: Currency { inner.currency }
  var transferAmounts: ClosedRange<Amount> { inner.transferAmounts }
  var mostRecipients: Int { inner.mostRecipients }
  var choosesCoinsInTurn: Bool { inner.choosesCoinsInTurn }
  var makesAddressesAhead: Bool { inner.makesAddressesAhead }
  var reservations: CoinReservations { inner.reservations }

  func news() -> AsyncStream<WalletHint> { inner.news() }

  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try inner.coins(of: signedTransaction)
  }
}

extension WalletBackend {
  /// The wallet itself, to be asked whether it can do more than every wallet does.
  var itself: any WalletBackend { (self as? MeasuredWallet)?.inner ?? self }
}
