import PaymentsCore
package import PaymentsModel
package import WalletBackend

/// The expected fee of an order, and whether the wallet has enough funds for it.
package struct FundedQuote: Sendable {
  package let fee: Amount
  package let isFunded: Bool
}

extension CurrencyWallet {
  /// Returns the expected fee of an order for an app that must not learn the wallet's balance. The wallet is asked the
  /// same questions whatever its balance is. If the funds are not sufficient, the fee is that of the largest payments that
  /// were quoted below the funds: a fee that fell there would tell an app with a low `max_fee` where the funds end, by
  /// requests that are refused and recorded nowhere.
  ///
  /// - Throws: why the wallet refuses, but never that the funds are not sufficient.
  package func quoteWhateverTheFunds(
    _ intent: PaymentIntent, for app: AppKey, at now: Timestamp
  ) async throws(WalletCallFailure) -> FundedQuote {
    let least = backend.transferAmounts.lowerBound
    guard intent.amount >= least else { throw .wallet(.amountTooSmall) }
    let balance = try await balance()
    // Coins that are reserved for other payments will be spent or free soon, so the payment can wait for them.
    let funds = balance.available.addingSaturated(balance.locked)
    let isFunded = intent.amount < funds
    let amount = isFunded ? intent.amount : max(Amount(atomicUnits: funds.atomicUnits / 2), least)
    try await turns.begin(.order, for: app)
    defer { turns.end() }
    do throws(WalletError) {
      let fee = try await backend.quote(PaymentIntent(address: intent.address, amount: amount)).fee
      noteFee(fee, of: intent, at: now)
      if isFunded, hasFeeOfChain(intent) { noteHighestFee(fee) }
      return FundedQuote(fee: isFunded ? fee : max(fee, highestFee), isFunded: isFunded)
    } catch {
      guard error == .insufficientFunds || error == .coinsBusy else { throw .wallet(error) }
      return FundedQuote(fee: max(lastFee, highestFee), isFunded: error == .coinsBusy)
    }
  }
}

extension CurrencyWallet {
  /// Whether what a payment costs says something of others: an invoice has a limit of its own, and leaves alone.
  private func hasFeeOfChain(_ intent: PaymentIntent) -> Bool { backend.fixedAmount(of: intent.address) == nil }

  private func noteFee(_ fee: Amount, of intent: PaymentIntent, at now: Timestamp) {
    if hasFeeOfChain(intent) { noteFee(fee, at: now) }
  }

  /// How long a fee that the wallet has quoted is taken for other payments that may leave in one transaction.
  private static let memory: Duration = .seconds(30)

  /// Returns the fee of the latest payment that was quoted, as the expected fee of a payment that may leave in one
  /// transaction with others. Its share of that transaction's fee is lower as a rule; if it turns out to be above what
  /// was approved, the payment is quoted by itself.
  ///
  /// - Returns: `nil` if no payment was quoted lately, it is a Lightning invoice, or the funds are not sufficient: then
  ///   the wallet has to be asked.
  package func quoteFromMemory(_ intent: PaymentIntent, at now: Timestamp) async throws(WalletCallFailure)
    -> FundedQuote?
  {
    guard hasFeeOfChain(intent), let quoted = feeQuoted(since: now.advanced(by: .zero - Self.memory)),
      intent.amount >= backend.transferAmounts.lowerBound
    else { return nil }
    let balance = try await balance()
    let funds = balance.available.addingSaturated(balance.locked)
    return intent.amount.addingSaturated(quoted) <= funds ? FundedQuote(fee: quoted, isFunded: true) : nil
  }
}

extension CurrencyWallet {
  /// Returns the expected fee of an order that an app asks for.
  ///
  /// - Parameter seesFunds: Whether the app may know the wallet's balance.
  func quote(
    _ intent: PaymentIntent, for app: AppKey, seesFunds: Bool, at now: Timestamp
  ) async throws(WalletCallFailure) -> FundedQuote {
    guard seesFunds else { return try await quoteWhateverTheFunds(intent, for: app, at: now) }
    let fee = try await ask(for: app) { try await backend.quote(intent).fee }
    noteFee(fee, of: intent, at: now)
    return FundedQuote(fee: fee, isFunded: true)
  }

  /// Asks for the fee of an order that waits once more; whether the funds are sufficient is `nil` where the app may know
  /// that by itself, or the wallet did not answer.
  func requote(
    _ terms: OrderTerms, seesFunds: Bool, at now: Timestamp
  ) async -> (event: OrderEvent, isFunded: Bool?) {
    let intent = PaymentIntent(address: terms.address, amount: terms.amount)
    guard seesFunds else {
      do throws(WalletCallFailure) {
        let quote = try await quoteWhateverTheFunds(intent, for: terms.app, at: now)
        return (.quoted(fee: quote.fee), quote.isFunded)
      } catch {
        return (.quoteFailed(WalletRefusal(error)), nil)
      }
    }
    do throws(WalletError) {
      // A step of an order is never refused.
      try await turns.begin(.order, ofOrderOf: terms.app)
      defer { turns.end() }
      return (.quoted(fee: try await backend.quote(intent).fee), nil)
    } catch {
      return (.quoteFailed(WalletRefusal(error)), nil)
    }
  }
}
