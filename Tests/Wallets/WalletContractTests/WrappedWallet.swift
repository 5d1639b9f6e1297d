import PaymentsModel
import Synchronization
import WalletBackend

/// A wallet that is another one but for what it overrides.
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

  func amountRange() async throws(WalletError) -> WalletAmountRange { try await inner.amountRange() }

  func balance() async throws(WalletError) -> WalletBalance { try await inner.balance() }

  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote { try await inner.quote(intent) }

  func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    try await inner.prepare(intent, feeCap: feeCap)
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

  func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String) async throws(WalletError) {
    try await inner.mark(signedTransaction, paying: address, as: text)
  }

  func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    try await inner.signedTransaction(ofSend: transactionID)
  }

  /// A page with other transfers.
  func page(_ page: TransferPage, _ change: (IncomingTransfer) -> IncomingTransfer?) -> TransferPage {
    TransferPage(transfers: page.transfers.compactMap(change), cursor: page.cursor)
  }
}

/// What a broken wallet remembers.
final class Memory: Sendable {
  private let words = Mutex<[String]>([])
  private let counts = Mutex<[String: Int]>([:])

  func add(_ word: String) { words.withLock { $0.append(word) } }

  func contains(_ word: String) -> Bool { words.withLock { $0.contains(word) } }

  var all: [String] { words.withLock { $0 } }

  /// One more, and how many there are now.
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

  /// Returns once so many are there; so that what must happen at the same time does.
  func wait(_ name: String, until value: Int) async {
    let limit = ContinuousClock.now + .seconds(20)
    while count(name, 0) < value, ContinuousClock.now < limit { try? await Task.sleep(for: .milliseconds(1)) }
  }

  /// The end of the process: words are in memory only, counts are on the disk.
  func forget() { words.withLock { $0 = [] } }
}

extension IncomingTransfer {
  func with(id: String? = nil, confirmations: Int? = nil) -> IncomingTransfer {
    IncomingTransfer(
      id: id ?? self.id, transactionID: transactionID, address: address, amount: amount,
      confirmations: confirmations ?? self.confirmations, removed: removed)
  }
}
