import JSON
import Ledger
import Orders
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import WalletBackend

/// Implements `proof_request` and `verify_proof`.
///
/// The owner is not asked about each proof. The scope is never granted by default. A proof of a payment or an address
/// reveals only what the app itself requested, and only to those to whom the app shows it. A proof of reserves needs
/// the scope `balance` as well. An audit entry is written before the app gets the proof.
struct ProofMethods {
  let payments: Payments

  private var core: ProviderCore { payments.core }

  func prove(_ session: AppSession, _ params: ProofRequest.Params) async throws
    -> ProofRequest.Result
  {
    let wallet = try payments.wallets.wallet(params.currency)
    try ProofRules.message(params.message)
    let plan = try await plan(session, params, wallet: wallet)
    guard !payments.orders.lock.isLocked else { throw PaymentsFailure(.walletLocked, wallet: .ownerLocked) }
    let prover = try Self.provingWallet(wallet)
    try await payments.quotas.requireBytes(of: session.app)
    try take(params.kind == .reserve ? [.reserveProof, .proof] : [.proof], session)
    let message = plan.signedMessage(params.message)
    let proof = try await wallet.told { wallet in
      try await wallet.ask(.reading, for: session.app) {
        try await prover.prove(plan.subject, message: message)
      }
    }
    try await audit(plan, message: params.message, session: session)
    return plan.result(proof, signedMessage: message)
  }

  func verify(_ session: AppSession, _ params: VerifyProof.Params) async throws
    -> VerifyProof.Result
  {
    let wallet = try payments.wallets.wallet(params.currency)
    if let network = params.network, network != wallet.currency.network {
      throw PaymentsFailure(.wrongNetwork, pointer: "/network")
    }
    let amount: Amount? =
      if let amount = params.amount { try wallet.amount(amount, pointer: "/amount") } else { nil }
    let subject = try ProofRules.subject(params, amount)
    let prover = try Self.provingWallet(wallet)
    try take([.proof], session)
    var verdict = try await wallet.told { wallet in
      try await wallet.ask(.reading, for: session.app) {
        try await prover.verify(params.proof, of: subject, message: params.signedMessage)
      }
    }
    if case .valid(let facts) = verdict, let amount, facts.amount ?? .zero < amount {
      verdict = .invalid(.amount)
    }
    return Self.report(verdict, of: subject, wallet)
  }

  private static func report(_ verdict: ProofVerdict, of subject: ProofSubject, _ wallet: CurrencyWallet)
    -> VerifyProof.Result
  {
    let meaning = ProofMeaning(wallet: wallet, subject: subject).text(verdict)
    switch verdict {
    case .invalid(let flaw):
      return VerifyProof.Result(valid: false, meaning: meaning, reason: ProofFault(flaw))
    case .valid(let facts):
      return VerifyProof.Result(
        valid: true, meaning: meaning, signedBy: facts.signer.map(ProofParty.init),
        amount: facts.amount.map(wallet.decimal), confirmations: facts.confirmations,
        inPool: facts.confirmations == nil ? nil : facts.isInPool,
        spent: facts.spent.map(wallet.decimal))
    }
  }

  private static func provingWallet(_ wallet: CurrencyWallet) throws -> any ProvingWallet {
    guard let prover = wallet.backend.itself as? any ProvingWallet else { throw PaymentsFailure(.cannotProve) }
    return prover
  }

  private func take(_ works: [WorkAllowances.Work], _ session: AppSession) throws {
    for work in works {
      if let wait = payments.orders.allowances.takeOrWait(work, of: session.app) {
        throw PaymentsFailure(.rateLimited, retryAfterMilliseconds: wait)
      }
    }
  }

  private func audit(_ plan: ProofPlan, message: String, session: AppSession) async throws {
    var detail: JSONObject = [
      "kind": .string(plan.kind.rawValue), "currency": .string(plan.wallet.currency.code),
      "message": .string(message),
    ]
    detail["address"] = plan.address.map(JSONValue.string)
    detail["transaction_id"] = plan.transactionID.map(JSONValue.string)
    detail["amount"] = plan.amount.map { .string(plan.wallet.decimal($0).text) }
    let entry = AuditEntry(
      at: core.clock.now(), kind: "proof.made", app: session.app,
      objectID: plan.orderID?.rawValue ?? plan.invoiceID?.rawValue, detail)
    let (quotas, app) = (payments.quotas, session.app)
    let limit = try await core.ledger.write { transaction -> AppQuotas.Limit? in
      if let limit = try quotas.checkBytes(of: app, transaction) { return limit }
      try transaction.appendAudit(entry)
      return nil
    }
    if let limit { throw PaymentsFailure.exceeded(limit) }
  }
}

/// Finds the subject of a proof among the app's own objects. Objects of other apps, or of no app, are not found.
extension ProofMethods {
  private func plan(
    _ session: AppSession, _ params: ProofRequest.Params, wallet: CurrencyWallet
  ) async throws -> ProofPlan {
    try ProofRules.members(params)
    switch params.kind {
    case .payment:
      if let id = params.orderID { return try await paid(id, session: session, wallet: wallet) }
      return try await received(session, params, wallet: wallet)
    case .address:
      guard let address = params.address else { throw ProofRules.missing("address") }
      let code = wallet.currency.code
      let record = try await core.ledger.read { reader in
        try reader.address(address, currency: code)
      }
      guard let record, record.app == session.app else { throw PaymentsFailure(.addressNotFound, pointer: "/address") }
      return ProofPlan(wallet, address: record.address, invoice: record.invoiceID)
    case .reserve:
      guard let decimal = params.amount else { throw ProofRules.missing("amount") }
      guard session.current.grants.allows(.balance, at: core.clock.now()) else {
        throw PaymentsFailure(.scopeNotGranted, rule: Scope.balance.rawValue)
      }
      let amount = try wallet.amount(decimal, pointer: "/amount")
      guard amount > .zero else { throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "above 0") }
      return ProofPlan(wallet, reserves: amount, at: core.clock.now())
    }
  }

  private func paid(_ id: OrderID, session: AppSession, wallet: CurrencyWallet)
    async throws -> ProofPlan
  {
    guard let order = try await core.order(id, of: session.app), order.terms.currency == wallet.currency.code
    else {
      throw PaymentsFailure(.orderNotFound, pointer: "/order_id")
    }
    // Before that, nobody else knows the transaction, and it may never be sent.
    guard [.inFlight, .succeeded].contains(order.state), let signedTransaction = order.progress.signedTransaction,
      let transactionID = order.transactionID
    else {
      throw PaymentsFailure(.nothingToProve)
    }
    let payment = PaymentProofSubject(
      transactionID: transactionID, address: order.terms.address, signedTransaction: signedTransaction)
    return ProofPlan(wallet, paid: payment, order.terms.amount, order: id)
  }

  private func received(
    _ session: AppSession, _ params: ProofRequest.Params, wallet: CurrencyWallet
  ) async throws -> ProofPlan {
    guard let id = params.invoiceID else { throw ProofRules.missing("order_id or invoice_id") }
    guard let invoice = try await core.invoice(id, of: session.app),
      invoice.terms.currency == wallet.currency.code
    else { throw PaymentsFailure(.invoiceNotFound, pointer: "/invoice_id") }
    let named = params.transactionID
    let arrived = try await core.ledger.read { reader -> (transactions: [String], amount: Amount?) in
      // Two are enough to see that one has to be named.
      let transactions = try named.map { [$0] } ?? reader.payingTransactions(of: id, limit: 2)
      return (transactions, try transactions.first.flatMap { try reader.amount(paidBy: $0, to: id) })
    }
    guard let transactionID = arrived.transactions.first, invoice.totals.paid > .zero else {
      throw PaymentsFailure(.nothingToProve)
    }
    guard arrived.transactions.count == 1 else {
      throw PaymentsFailure(.invalidParams, pointer: "/transaction_id", rule: "required: several transactions paid it")
    }
    // One transaction may pay an address with several of its outputs.
    guard let amount = arrived.amount else { throw PaymentsFailure(.nothingToProve, pointer: "/transaction_id") }
    let payment = PaymentProofSubject(transactionID: transactionID, address: invoice.terms.address)
    return ProofPlan(wallet, received: payment, amount, invoice: id)
  }
}

extension ProofFault {
  init(_ flaw: ProofFlaw) {
    switch flaw {
    case .signature: self = .signature
    case .subject: self = .subject
    case .transaction: self = .transaction
    case .amount: self = .amount
    }
  }
}

extension ProofParty {
  init(_ signer: ProofSigner) {
    switch signer {
    case .payer: self = .payer
    case .payee: self = .payee
    case .holder: self = .holder
    }
  }
}
