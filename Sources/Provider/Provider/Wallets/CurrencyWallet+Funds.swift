import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// The expected fee of an order, and whether the wallet has enough funds for it.
struct FundedQuote: Sendable {
  let fee: Amount
  let isFunded: Bool
}

extension CurrencyWallet {
  /// Returns the expected fee of an order for an app that must not learn the wallet's balance. The wallet is asked the
  /// same questions whatever its balance is. If the funds are not sufficient, the fee is that of the largest payments that
  /// were quoted below the funds: a fee that fell there would tell an app with a low `max_fee` where the funds end, by
  /// requests that are refused and recorded nowhere.
  ///
  /// - Throws: The error that an app receives for the wallet's refusal, but never `insufficient_funds`.
  func quoteWhateverTheFunds(
    _ intent: PaymentIntent, for app: AppKey, at now: Timestamp
  ) async throws(PaymentsFailure) -> FundedQuote {
    let least = backend.transferAmounts.lowerBound
    guard intent.amount >= least else { throw PaymentsFailure.wallet(.amountTooSmall) }
    let balance = try await balance()
    // Coins that are reserved for other payments will be spent or free soon, so the payment can wait for them.
    let funds = balance.available.addingSaturated(balance.locked)
    let isFunded = intent.amount < funds
    let amount = isFunded ? intent.amount : max(Amount(atomicUnits: funds.atomicUnits / 2), least)
    try await turns.begin(.order, for: app)
    defer { turns.end() }
    do throws(WalletError) {
      let fee = try await backend.quote(PaymentIntent(address: intent.address, amount: amount)).fee
      noteFee(fee, at: now)
      if isFunded { noteHighestFee(fee) }
      return FundedQuote(fee: isFunded ? fee : max(fee, highestFee), isFunded: isFunded)
    } catch {
      guard error == .insufficientFunds || error == .coinsBusy else { throw failure(error) }
      return FundedQuote(fee: max(lastFee, highestFee), isFunded: error == .coinsBusy)
    }
  }
}

extension CurrencyWallet {
  /// How long a fee that the wallet has quoted is taken for other payments that may leave in one transaction.
  private static let memory: Duration = .seconds(30)

  /// Returns the fee of the latest payment that was quoted, as the expected fee of a payment that may leave in one
  /// transaction with others. Its share of that transaction's fee is lower as a rule; if it turns out to be above what
  /// was approved, the payment is quoted by itself.
  ///
  /// - Returns: `nil` if no payment was quoted lately, or the funds are not sufficient: then the wallet has to be asked.
  func quoteFromMemory(_ intent: PaymentIntent, at now: Timestamp) async throws(PaymentsFailure) -> FundedQuote? {
    guard let quoted = feeQuoted(since: now.advanced(by: .zero - Self.memory)),
      intent.amount >= backend.transferAmounts.lowerBound
    else { return nil }
    let balance = try await balance()
    let funds = balance.available.addingSaturated(balance.locked)
    return intent.amount.addingSaturated(quoted) <= funds ? FundedQuote(fee: quoted, isFunded: true) : nil
  }
}

/// The wallet's answer to a new quote for an order.
struct Requote: Sendable {
  let event: OrderEvent
  /// Whether the funds are sufficient; `nil` if the wallet did not answer that.
  var isFunded: Bool?
}

extension CurrencyWallet {
  /// Requests a new quote for an order that waits, without revealing the wallet's balance; `nil` if the app may know
  /// it.
  func requoteWhateverTheFunds(_ terms: OrderTerms, _ core: ProviderCore) async -> Requote? {
    do {
      guard try await !core.seesFunds(terms.app) else { return nil }
      let intent = PaymentIntent(address: terms.address, amount: terms.amount)
      let quote = try await quoteWhateverTheFunds(intent, for: terms.app, at: core.clock.now())
      return Requote(event: .quoted(fee: quote.fee), isFunded: quote.isFunded)
    } catch {
      switch (error as? PaymentsFailure)?.reason {
      case .amountOutOfRange: return Requote(event: .quoteFailed(.permanent(.amountTooSmall)))
      case .invalidAddress: return Requote(event: .quoteFailed(.permanent(.invalidAddress)))
      default: return Requote(event: .quoteFailed(.temporary))
      }
    }
  }
}

extension ProviderCore {
  /// Returns whether an app may know the wallet's balance.
  func seesFunds(_ app: AppKey) async throws -> Bool {
    let now = clock.now()
    return try await ledger.read { reader -> Bool in
      guard let record = try reader.app(app) else { return false }
      return Grants(record, try reader.appGrant(app)).allows(.balance, at: now)
    }
  }
}
