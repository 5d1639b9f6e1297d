import PaymentsCore
import PaymentsModel
import WalletBackend

/// Replaces a wallet that is no longer configured, so that its open orders can still expire, be read and be cancelled.
/// An order that was submitted stays in flight until the wallet is configured again, because only the wallet knows what
/// became of it.
struct AbsentWallet: WalletBackend {
  let currency: Currency
  let reservations = CoinReservations()

  init(_ terms: OrderTerms) {
    currency = Currency(
      code: terms.currency, name: terms.currency, decimals: terms.decimals, network: "", uriScheme: "",
      confirmations: terms.confirmationsWanted)
  }

  func status() async -> WalletStatus { .unavailable }
  func newAddress(label: String) async throws(WalletError) -> String { throw .unavailable }
  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck { throw .unavailable }
  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    throw .unavailable
  }
  var transferAmounts: ClosedRange<Amount> { .zero ... .zero }
  func largestPayment() async throws(WalletError) -> Amount { throw .unavailable }
  func balance() async throws(WalletError) -> WalletBalance { throw .unavailable }
  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote { throw .unavailable }
  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    throw .unavailable
  }
  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] { [] }
  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome { throw .unavailable }
  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup { throw .unavailable }
  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) { throw .unavailable }
  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) { throw .unavailable }
  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage { throw .unavailable }
  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    throw .unavailable
  }
  func marks(paying addresses: [String]) async throws(WalletError) -> [String] { throw .unavailable }
  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    throw .unavailable
  }
  func witness() async throws(WalletError) -> String { throw .unavailable }
  func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> { throw .unavailable }
  func owned(among addresses: [String]) async throws(WalletError) -> Set<String> { throw .unavailable }
}
