import PaymentsModel
import Synchronization
import WalletBackend

/// A wallet that forwards all calls to another one, except for the methods that it overrides.
protocol WrappedWallet: WalletBackend {
  var inner: any WalletBackend { get }
  var memory: Memory { get }
  init(inner: any WalletBackend, memory: Memory)
}

extension WrappedWallet {
  var currency: Currency { inner.currency }

  var reservations: CoinReservations { inner.reservations }

  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try inner.coins(of: signedTransaction)
  }

  func status() async -> WalletStatus { await inner.status() }

  func newAddress(label: String) async throws(WalletError) -> String { try await inner.newAddress(label: label) }

  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck { try await inner.checkAddress(text) }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    try await inner.transfers(since: cursor, depth: depth)
  }

  var transferAmounts: ClosedRange<Amount> { inner.transferAmounts }

  var mostRecipients: Int { inner.mostRecipients }

  var choosesCoinsInTurn: Bool { inner.choosesCoinsInTurn }

  var makesAddressesAhead: Bool { inner.makesAddressesAhead }

  func newAddresses(_ count: Int) async throws(WalletError) -> [String] { try await inner.newAddresses(count) }

  func label(_ address: String, as text: String) async throws(WalletError) { try await inner.label(address, as: text) }

  func largestPayment() async throws(WalletError) -> Amount { try await inner.largestPayment() }

  func balance() async throws(WalletError) -> WalletBalance { try await inner.balance() }

  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote { try await inner.quote(intent) }

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try await inner.prepare(payout, feeCap: feeCap)
  }

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    try await inner.commit(signedTransaction)
  }

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await inner.lookup(signedTransaction)
  }

  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await inner.release(signedTransaction)
  }

  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    try await inner.lock(signedTransaction)
  }

  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage { try await inner.sends(since: cursor) }

  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    try await inner.mark(signedTransaction, paying: addresses, as: text)
  }

  func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    try await inner.marks(paying: addresses)
  }

  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    try await inner.signedTransaction(ofSend: transactionID, paying: intent, at: index)
  }

  func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    try await inner.unlistedOutputs(ofSend: transactionID)
  }

  func witness() async throws(WalletError) -> String { try await inner.witness() }

  func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    try await inner.sent(among: transactionIDs)
  }

  func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    try await inner.owned(among: addresses)
  }

  /// Returns a page with changed transfers.
  func page(_ page: TransferPage, _ change: (IncomingTransfer) -> IncomingTransfer?) -> TransferPage {
    TransferPage(transfers: page.transfers.compactMap(change), cursor: page.cursor)
  }
}

/// The memory of a broken wallet.
final class Memory: Sendable {
  private let words = Mutex<[String]>([])
  private let counts = Mutex<[String: Int]>([:])

  func add(_ word: String) { words.withLock { $0.append(word) } }

  func contains(_ word: String) -> Bool { words.withLock { $0.contains(word) } }

  var all: [String] { words.withLock { $0 } }

  /// Changes a count and returns its new value.
  @discardableResult
  func count(_ name: String, _ step: Int = 1) -> Int {
    counts.withLock { counts in
      counts[name, default: 0] += step
      return counts[name, default: 0]
    }
  }

  func raise(_ name: String, to value: Int) -> Int {
    counts.withLock { counts in
      counts[name] = max(counts[name] ?? 0, value)
      return counts[name] ?? 0
    }
  }

  /// Waits until a count has reached a value. It makes calls happen at the same time.
  func wait(_ name: String, until value: Int) async {
    let limit = ContinuousClock.now + .seconds(20)
    while count(name, 0) < value, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// Simulates the end of the process: words are lost, counts are kept like those on a disk.
  func forget() { words.withLock { $0 = [] } }
}

extension IncomingTransfer {
  func with(id: String? = nil, confirmations: Int? = nil) -> IncomingTransfer {
    IncomingTransfer(
      id: id ?? self.id, transactionID: transactionID, address: address, amount: amount,
      confirmations: confirmations ?? self.confirmations, removed: removed)
  }
}
