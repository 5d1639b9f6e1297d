package import PaymentsModel
package import WalletBackend

/// Is told of each call of a wallet.
package protocol WalletCallObserver: Sendable {
  /// A call has ended, whether it failed or not.
  func ended(_ call: String, of currency: String, after duration: Duration)
  /// A call has failed.
  func failed(_ call: String, of currency: String, with error: WalletError)
}

/// A wallet whose calls are told to an observer, with how long they took and how they failed. It does what the wallet does.
///
/// Each method says the same three lines. A function that takes a closure in their place is not possible because of the
/// compiler's fault with large values.
package final class MeasuredWallet: WalletBackend {
  /// The wallet itself, which may be able to do more.
  let inner: any WalletBackend
  private let observer: any WalletCallObserver

  package init(_ inner: any WalletBackend, toldTo observer: any WalletCallObserver) {
    self.inner = inner
    self.observer = observer
  }

  /// A call that is under way.
  private struct Call {
    let wallet: MeasuredWallet
    let name: String
    let begun = ContinuousClock.now

    func end() { wallet.observer.ended(name, of: wallet.currency.code, after: ContinuousClock.now - begun) }

    /// Tells what the call failed with, and returns it to be thrown.
    func failure(_ error: WalletError) -> WalletError {
      wallet.observer.failed(name, of: wallet.currency.code, with: error)
      return error
    }
  }

  private func begin(_ name: String) -> Call { Call(wallet: self, name: name) }

  package func newAddress(label: String) async throws(WalletError) -> String {
    let call = begin("new_address")
    defer { call.end() }
    do { return try await inner.newAddress(label: label) } catch { throw call.failure(error) }
  }

  package func newAddresses(_ count: Int) async throws(WalletError) -> [String] {
    let call = begin("new_addresses")
    defer { call.end() }
    do { return try await inner.newAddresses(count) } catch { throw call.failure(error) }
  }

  package func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    let call = begin("new_invoice")
    defer { call.end() }
    do { return try await inner.newInvoice(terms) } catch { throw call.failure(error) }
  }

  package func label(_ address: String, as text: String) async throws(WalletError) {
    let call = begin("label")
    defer { call.end() }
    do { try await inner.label(address, as: text) } catch { throw call.failure(error) }
  }

  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let call = begin("check_address")
    defer { call.end() }
    do { return try await inner.checkAddress(text) } catch { throw call.failure(error) }
  }

  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let call = begin("transfers")
    defer { call.end() }
    do { return try await inner.transfers(since: cursor, depth: depth) } catch { throw call.failure(error) }
  }

  package func largestPayment() async throws(WalletError) -> Amount {
    let call = begin("largest_payment")
    defer { call.end() }
    do { return try await inner.largestPayment() } catch { throw call.failure(error) }
  }

  package func balance() async throws(WalletError) -> WalletBalance {
    let call = begin("balance")
    defer { call.end() }
    do { return try await inner.balance() } catch { throw call.failure(error) }
  }

  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let call = begin("quote")
    defer { call.end() }
    do { return try await inner.quote(intent) } catch { throw call.failure(error) }
  }

  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let call = begin("prepare")
    defer { call.end() }
    do { return try await inner.prepare(payout, feeCap: feeCap) } catch { throw call.failure(error) }
  }

  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let call = begin("commit")
    defer { call.end() }
    do { return try await inner.commit(signedTransaction) } catch { throw call.failure(error) }
  }

  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let call = begin("lookup")
    defer { call.end() }
    do { return try await inner.lookup(signedTransaction) } catch { throw call.failure(error) }
  }

  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let call = begin("release")
    defer { call.end() }
    do { try await inner.release(signedTransaction) } catch { throw call.failure(error) }
  }

  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let call = begin("lock")
    defer { call.end() }
    do { try await inner.lock(signedTransaction) } catch { throw call.failure(error) }
  }

  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let call = begin("sends")
    defer { call.end() }
    do { return try await inner.sends(since: cursor) } catch { throw call.failure(error) }
  }

  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let call = begin("mark")
    defer { call.end() }
    do { try await inner.mark(signedTransaction, paying: addresses, as: text) } catch { throw call.failure(error) }
  }

  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    let call = begin("marks")
    defer { call.end() }
    do { return try await inner.marks(paying: addresses) } catch { throw call.failure(error) }
  }

  package func signedTransaction(
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

  package func witness() async throws(WalletError) -> String {
    let call = begin("witness")
    defer { call.end() }
    do { return try await inner.witness() } catch { throw call.failure(error) }
  }

  package func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    let call = begin("unlisted_outputs")
    defer { call.end() }
    do { return try await inner.unlistedOutputs(ofSend: transactionID) } catch { throw call.failure(error) }
  }

  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    let call = begin("sent")
    defer { call.end() }
    do { return try await inner.sent(among: transactionIDs) } catch { throw call.failure(error) }
  }

  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    let call = begin("owned")
    defer { call.end() }
    do { return try await inner.owned(among: addresses) } catch { throw call.failure(error) }
  }

  package func status() async -> WalletStatus { await inner.status() }

  package func glance() async -> WalletGlance {
    let call = begin("glance")
    defer { call.end() }
    return await inner.glance()
  }
}

/// What costs no call.
extension MeasuredWallet {
  package var currency: Currency { inner.currency }
  package var transferAmounts: ClosedRange<Amount> { inner.transferAmounts }
  package var mostRecipients: Int { inner.mostRecipients }
  package var choosesCoinsInTurn: Bool { inner.choosesCoinsInTurn }
  package var makesAddressesAhead: Bool { inner.makesAddressesAhead }
  package var makesInvoices: Bool { inner.makesInvoices }
  package var reservations: CoinReservations { inner.reservations }

  package func fixedAmount(of address: String) -> Amount? { inner.fixedAmount(of: address) }

  package func news() -> AsyncStream<WalletHint> { inner.news() }

  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try inner.coins(of: signedTransaction)
  }
}

extension WalletBackend {
  /// The wallet itself, to be asked whether it can do more than every wallet does.
  package var itself: any WalletBackend { (self as? MeasuredWallet)?.inner ?? self }
}
