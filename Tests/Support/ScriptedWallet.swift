package import PaymentsModel
import Synchronization
package import WalletBackend

/// A wallet that reports the status that a test determines, and can do nothing else.
package struct ScriptedWallet: WalletBackend {
  package let currency: Currency
  package let reservations = CoinReservations()
  /// Called before a look at transfers, which always fails.
  package var beforeTransfers: @Sendable () async -> Void = {}
  /// Called before the range of amounts is returned.
  package var beforeRange: @Sendable () async -> Void = {}
  /// The fee of each payment; without it the wallet tells none, and no balance.
  package var fee: (@Sendable () -> Amount)?
  /// What it tells of each payment; without it none.
  package var seen: (@Sendable () throws(WalletError) -> PaymentLookup)?
  private let answer: @Sendable () async -> WalletStatus
  /// The problem that a look finds; `nil` if the wallet tells its status alone.
  private let problem: (@Sendable () -> WalletProblem?)?

  /// A wallet that has the problem that the function returns.
  package init(_ code: String, problem: @escaping @Sendable () -> WalletProblem?) {
    currency = Currency(
      code: code, name: code, decimals: 8, network: "test", uriScheme: code.lowercased(), confirmations: 1)
    answer = { .unavailable }
    self.problem = problem
  }

  package init(_ code: String, _ answer: @escaping @Sendable () async -> WalletStatus) {
    problem = nil
    currency = Currency(
      code: code, name: code, decimals: 8, network: "test", uriScheme: code.lowercased(), confirmations: 1)
    self.answer = answer
  }

  package func status() async -> WalletStatus { await answer() }
  package func glance() async -> WalletGlance {
    if let problem { WalletGlance(problem: problem()) } else { WalletGlance(status: await answer()) }
  }
  package func newAddress(label: String) async throws(WalletError) -> String { throw .unavailable }
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    if fee != nil { return .valid(text) }
    throw .unavailable
  }
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    await beforeTransfers()
    throw .unavailable
  }
  package var transferAmounts: ClosedRange<Amount> { .zero...(fee == nil ? .zero : Amount(atomicUnits: 1_000_000)) }
  package func largestPayment() async throws(WalletError) -> Amount {
    await beforeRange()
    return .zero
  }
  package func balance() async throws(WalletError) -> WalletBalance {
    guard fee != nil else { throw .unavailable }
    return WalletBalance(available: Amount(atomicUnits: 1_000_000), pending: .zero, locked: .zero)
  }
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    guard let fee else { throw .unavailable }
    return PaymentQuote(fee: fee())
  }
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    throw .unavailable
  }
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] { [] }
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    throw .unavailable
  }
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    guard let seen else { throw .unavailable }
    return try seen()
  }
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) { throw .unavailable }
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) { throw .unavailable }
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage { throw .unavailable }
  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    throw .unavailable
  }
  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] { throw .unavailable }
  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    throw .unavailable
  }
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> { throw .unavailable }
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> { throw .unavailable }
}

/// Holds calls until it is opened. Cancelling a call does not end its wait.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of waiting calls.
  package var count: Int { state.withLock { $0.waiting.count } }

  /// Returns once the gate is open.
  package func pass() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  /// Lets all calls continue, including later ones.
  package func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isOpen = true
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
