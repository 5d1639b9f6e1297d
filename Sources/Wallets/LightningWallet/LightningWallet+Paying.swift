import LightningInvoices
package import PaymentsModel
package import WalletBackend

extension LightningWallet {
  /// What a payment of an invoice may cost at most, or what the chain's wallet says. It has no side effects.
  ///
  /// The amount is not compared with the invoice here, because the provider also asks what another amount would cost.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    guard LightningInvoice.looksLikeOne(intent.address) else { return try await chain.quote(intent) }
    let (invoice, _) = try await payable(intent.address)
    let decision = PaymentDecision(invoice: invoice, amount: intent.amount, feeLimit: .zero, payer: nil)
    // Whoever is told of too little money may pay in another way, also what was paid with the money that is gone.
    if case .settled = try await payment(of: decision) { throw .alreadyPaid }
    guard try await node.funds().later() >= intent.amount else { throw .insufficientFunds }
    return PaymentQuote(fee: try await node.feeRule(for: intent.amount).limit)
  }

  /// Decides to pay an invoice, and reserves its hash; or has the chain's wallet build a transaction.
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    guard payout.contains(where: { LightningInvoice.looksLikeOne($0.address) }) else {
      return try await chain.prepare(payout, feeCap: feeCap)
    }
    guard payout.count == 1, let intent = payout.first else { throw .protocolViolation(code: nil) }
    let (invoice, payer) = try await payable(intent.address)
    guard invoice.amount == intent.amount else { throw .invalidAddress }
    let rule = try await node.feeRule(for: intent.amount)
    if case .fixed(let fee) = rule, fee > feeCap { throw .feeAboveCap }
    let decision = PaymentDecision(
      invoice: invoice, amount: intent.amount, feeLimit: min(rule.limit, feeCap), payer: payer,
      deadline: intent.deadline)
    // Another order of this wallet pays the same invoice. What became of that decides about this one.
    guard reservations.take([decision.coin]) else { throw .coinsBusy }
    do throws(WalletError) {
      switch try await payment(of: decision) {
      case .settled: throw WalletError.alreadyPaid
      // Somebody pays it by hand, or an attempt of a ledger that was lost is not over.
      case .pending, .unclear: throw WalletError.coinsBusy
      case .none, .over: break
      }
      let funds = try await node.funds()
      // A node that was just started has no peers yet, and what is under way may come back.
      guard funds.spendable >= intent.amount else {
        throw try funds.later() >= intent.amount ? WalletError.coinsBusy : .insufficientFunds
      }
      return [decision.signedTransaction]
    } catch {
      reservations.giveBack([decision.coin])
      throw error
    }
  }

  /// Returns an invoice that can be paid now, and the key of the node that would pay it.
  private func payable(_ text: String) async throws(WalletError) -> (invoice: LightningInvoice, payer: String) {
    guard let invoice = try? LightningInvoice(text), invoice.prefix == node.invoicePrefix, invoice.amount != nil else {
      throw .invalidAddress
    }
    guard clock.now() < invoice.expiresAt else { throw .invoiceExpired }
    // Some nodes pay themselves, others refuse that in prose or call it a failure. It would move no money in any case.
    let payer = try await node.identity()
    guard invoice.payee != payer else { throw .ownInvoice }
    return (invoice, payer)
  }

  /// What became of a hash: what was proven here, and else what the node says, if it is the one that was to pay.
  ///
  /// - Throws: ``WalletError/unavailable`` if it is another node, and ``WalletError/protocolViolation(code:)`` for a preimage of
  ///   another hash: a node that says so has to be asked again.
  func payment(of decision: PaymentDecision) async throws(WalletError) -> NodePayment {
    if let known = proven.payment(of: decision) { return known }
    if let payer = decision.payer, try await node.identity() != payer { throw .unavailable }
    let told = try await node.payment(of: decision)
    guard case .settled(_, let preimage) = told else { return told }
    guard decision.invoice.isPaid(by: preimage) else { throw .protocolViolation(code: nil) }
    return proven.keep(told, of: decision, at: clock.now())
  }

  /// Attempts the payment once, unless its hash was settled or is under way, and waits a while for what becomes of it.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    guard let decision = try PaymentDecision(signedTransaction) else {
      return try await chain.commit(signedTransaction)
    }
    guard clock.now() < decision.deadline else { return .attempted(try await lookup(signedTransaction)) }
    // The node is asked by who holds the hash: what it told before another attempt began would be about the time before.
    let begun = attempts.begin(decision.paymentHash) {
      switch try? await self.payment(of: decision) {
      case .none?, .over?: break
      case .pending?, .unclear?, .settled?, nil: return .notMade
      }
      // To ask may have taken long.
      guard self.clock.now() < decision.deadline else { return .notMade }
      do throws(WalletError) {
        try await self.node.pay(decision)
        return .over
      } catch {
        return .doubtful
      }
    }
    let outcome = await begun?.value(within: patience)
    return .attempted(try await lookup(signedTransaction, after: outcome ?? .doubtful))
  }

  /// Returns what became of the decision, or of the transaction.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    try await lookup(signedTransaction, after: .notMade)
  }

  /// - Parameter outcome: That of the attempt that was made last.
  /// - Throws: ``WalletError/timeout`` where the node was asked to pay and knows nothing of it yet. That an attempt goes on is
  ///   said only where the node has said so.
  private func lookup(
    _ signedTransaction: SignedTransaction, after outcome: AttemptsUnderway.Outcome
  ) async throws(WalletError) -> PaymentLookup {
    guard let decision = try PaymentDecision(signedTransaction) else {
      return try await chain.lookup(signedTransaction)
    }
    let isGoingOn = attempts.has(decision.paymentHash)
    switch try await payment(of: decision) {
    // This is proof, also where the call that paid has not ended.
    case .settled(let fee, _): return .settled(fee: fee)
    case .pending: return .attempting
    case .unclear: throw .timeout
    case .none where isGoingOn: throw .timeout
    case .over where isGoingOn: return .attempting
    // The attempts that are over may be earlier ones, and another one may begin.
    case .over: return attempts.mayBegin(decision.paymentHash) ? .attempting : .undelivered
    case .none:
      // What a node was asked shortly before the deadline, by whomever, it may begin after it.
      if !attempts.mayBegin(decision.paymentHash),
        clock.now() >= decision.deadline.advanced(by: AttemptsUnderway.slowestBeginning)
      {
        return .lapsed
      }
      switch outcome {
      case .over: return .undelivered
      case .notMade where clock.now() < decision.deadline: return .untried
      // It may be under way in a moment. Nobody has told that it is.
      case .doubtful, .notMade: throw .timeout
      }
    }
  }

  /// The hash of a decision, or the coins of a transaction.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    guard let decision = try PaymentDecision(signedTransaction) else { return try chain.coins(of: signedTransaction) }
    return [decision.coin]
  }

  /// Nothing is locked in a wallet for a payment by hash.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    if try PaymentDecision(signedTransaction) == nil { try await chain.lock(signedTransaction) }
  }

  /// Nothing is locked in a wallet for a payment by hash.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    if try PaymentDecision(signedTransaction) == nil { try await chain.release(signedTransaction) }
  }
}

extension ChannelFunds {
  /// What the node may be able to pay once its channels are connected and nothing is under way any more.
  fileprivate func later() throws(WalletError) -> Amount { try spendable.plus(waiting).plus(underway) }
}

extension FeeRule {
  fileprivate var limit: Amount {
    switch self {
    case .limit(let fee), .fixed(let fee): fee
    }
  }
}

extension Task<AttemptsUnderway.Outcome, Never> {
  /// Waits for the task, and not longer than a duration. The task goes on in any case.
  fileprivate func value(within duration: Duration) async -> AttemptsUnderway.Outcome? {
    await withTaskGroup(of: AttemptsUnderway.Outcome?.self) { group in
      let (values, end) = AsyncStream<AttemptsUnderway.Outcome>.makeStream()
      // The task cannot be cancelled by who waits for it, so that another one waits for it and tells.
      Task<Void, Never> {
        end.yield(await self.value)
        end.finish()
      }
      group.addTask {
        for await value in values { return value }
        return nil
      }
      group.addTask {
        try? await Task<Never, Never>.sleep(for: duration)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
  }
}
