import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// What an order would cost, and whether the wallet has so much.
struct FundedQuote: Sendable {
  let fee: Amount
  let isFunded: Bool
}

extension CurrencyWallet {
  /// What an order would cost, for an app that is not to learn what the wallet holds: the same questions are asked
  /// whatever that is, and where it is too little the fee is that of the largest payment that could be made.
  ///
  /// - Throws: what a refusal of the wallet means on the wire, but never `insufficient_funds`.
  func quoteWhateverTheFunds(_ intent: PaymentIntent, for app: AppKey) async throws(PaymentsFailure) -> FundedQuote {
    let range = try await amountRange()
    guard intent.amount >= range.payMinimum else { throw PaymentsFailure.wallet(.amountTooSmall) }
    let isFunded = intent.amount <= range.payMaximum
    let amount = isFunded ? intent.amount : max(range.payMaximum, range.payMinimum)
    try await turns.begin(.order, for: app)
    defer { turns.end() }
    do throws(WalletError) {
      let fee = try await backend.quote(PaymentIntent(address: intent.address, amount: amount)).fee
      noteFee(fee)
      return FundedQuote(fee: fee, isFunded: isFunded)
    } catch {
      guard error == .insufficientFunds else { throw PaymentsFailure.wallet(error) }
      return FundedQuote(fee: lastFee, isFunded: false)
    }
  }
}

/// What a wallet said when an order was to be quoted anew.
struct Requote: Sendable {
  let event: OrderEvent
  /// `nil` where it did not say.
  var isFunded: Bool?
}

extension CurrencyWallet {
  /// The same for an order that waits; `nil` where its app may learn what the wallet holds.
  func requoteWhateverTheFunds(_ terms: OrderTerms, _ context: ProviderContext) async -> Requote? {
    do throws(PaymentsFailure) {
      guard try await !context.seesFunds(terms.app) else { return nil }
      let intent = PaymentIntent(address: terms.address, amount: terms.amount)
      let quote = try await quoteWhateverTheFunds(intent, for: terms.app)
      return Requote(event: .quoted(fee: quote.fee), isFunded: quote.isFunded)
    } catch {
      switch error.reason {
      case .amountOutOfRange: return Requote(event: .quoteFailed(.permanent(.amountTooSmall)))
      case .invalidAddress: return Requote(event: .quoteFailed(.permanent(.invalidAddress)))
      default: return Requote(event: .quoteFailed(.temporary))
      }
    }
  }
}

extension ProviderContext {
  /// Whether an app may learn what the wallet holds.
  func seesFunds(_ app: AppKey) async throws(PaymentsFailure) -> Bool {
    let now = clock.now()
    return try await read { reader throws(LedgerError) -> Bool in
      guard let record = try reader.app(app) else { return false }
      return Grants(record, try reader.appGrant(app)).allows(.balance, at: now)
    }
  }
}
