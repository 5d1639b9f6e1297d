import PaymentsModel
import WalletBackend

/// What stands in the place of a chain's wallet beside a node that is used alone. It has no addresses, no transactions and
/// no money, and is reachable while the node is.
struct NoChain: WalletBackend {
  let node: any StandaloneNode
  let reservations = CoinReservations()

  var currency: Currency { node.currency }
  /// Up to all the bitcoins that there will ever be.
  var transferAmounts: ClosedRange<Amount> {
    Amount(atomicUnits: 1)...Amount(atomicUnits: 2_100_000_000_000_000)
  }

  func status() async -> WalletStatus { await glance().status }
  func glance() async -> WalletGlance { await node.glance() }

  func newAddress(label: String) async throws(WalletError) -> String { throw .noAddresses }
  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck { .malformed }
  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote { throw .invalidAddress }
  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    throw .invalidAddress
  }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    TransferPage(transfers: [], cursor: TransferCursor(rawValue: ""))
  }
  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    SendPage(sends: [], cursor: SendCursor(rawValue: ""))
  }

  /// The money is in the channels, which are added to this.
  func largestPayment() async throws(WalletError) -> Amount { .zero }
  func balance() async throws(WalletError) -> WalletBalance {
    WalletBalance(available: .zero, pending: .zero, locked: .zero)
  }

  /// The key of the node.
  func witness() async throws(WalletError) -> String { try await node.identity() }
  func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    let identity = try await node.identity()
    return Set(addresses.filter { $0 == identity })
  }
  func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> { [] }
  func marks(paying addresses: [String]) async throws(WalletError) -> [String] { [] }

  // MARK: Transactions of a chain's wallet, of which there are none

  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    throw .protocolViolation(code: nil)
  }
  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    throw .protocolViolation(code: nil)
  }
  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    throw .protocolViolation(code: nil)
  }
  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {}
  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {}
  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {}
  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    throw .cannotProve
  }
}
