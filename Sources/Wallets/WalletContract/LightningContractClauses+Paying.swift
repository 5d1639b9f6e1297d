import LightningInvoices
import PaymentsModel
import WalletBackend

extension LightningContractClauses {
  func decidesWithoutSideEffects() async throws {
    let wallet = try await world.payer(patience: patient)
    let intent = try await intent()
    let before = try await wallet.balance()
    let quote = try await wallet.quote(intent)
    let decision = try await decided(by: wallet, intent)
    try require(decision.transactionID == (try LightningInvoice(intent.address)).paymentHash, "it is of the hash")
    try require(decision.fee <= min(quote.fee, anyFee), "it says what it may cost")
    try await requireAttempts(0, "nothing is sent")
    try require(try await wallet.balance() == before, "nothing is spent")
    // What is stored is enough for another start of the program.
    let next = try await world.payer(patience: patient)
    try require(try next.coins(of: decision) == (try wallet.coins(of: decision)), "the hash is what it takes")
    try require(try await next.lookup(decision) == .untried, "nothing came of it")
    // No other order pays the same invoice meanwhile.
    try await require(.coinsBusy) { _ = try await wallet.prepare(intent, feeCap: anyFee) }
    wallet.reservations.giveBack(try wallet.coins(of: decision))
    _ = try await wallet.prepare(intent, feeCap: anyFee)
    try await requireAttempts(0, "nothing is sent")
    let less = PaymentIntent(address: intent.address, amount: Amount(atomicUnits: amount.atomicUnits - 1))
    try await require(.invalidAddress) { _ = try await next.prepare(less, feeCap: anyFee) }
  }

  func attemptsOnce() async throws {
    let (wallet, decision, intent) = try await decided()
    let fee = try await settled(decision, by: wallet)
    try require(fee <= decision.fee, "it cost no more than was decided")
    for _ in 0..<3 {
      try require(try await committed(decision, by: wallet) == .settled(fee: fee), "the same result")
      try require(try await wallet.lookup(decision) == .settled(fee: fee), "the same result")
    }
    let next = try await world.payer(patience: patient)
    try require(try await committed(decision, by: next) == .settled(fee: fee), "the same result after a restart")
    // Another order for the same invoice is told so.
    for wallet in [wallet, try await world.payer(patience: patient)] {
      wallet.reservations.giveBack(try wallet.coins(of: decision))
      try await require(.alreadyPaid) { _ = try await wallet.quote(intent) }
      try await require(.alreadyPaid) { _ = try await wallet.prepare(intent, feeCap: anyFee) }
    }
    try await requireAttempts(1, "it is paid once")
  }

  func attemptsOnceConcurrently() async throws {
    let isScripted = world.lacks[.script] == nil
    let (wallet, decision, _) = try await decided(patience: isScripted ? impatient : patient)
    if isScripted { try await world.attempt(.waits) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          try await self.requireDoubt("it goes on", orSettled: !isScripted) {
            try await self.committed(decision, by: wallet)
          }
        }
      }
      try await group.waitForAll()
    }
    if isScripted {
      try await waitForAttempt()
      try await world.tell(.paid)
      try await world.endAttempt()
    }
    _ = try await settled(decision, by: wallet)
    try await requireAttempts(1, "it is paid once")
  }

  func provesByPreimage() async throws {
    let (wallet, decision, intent) = try await decided()
    guard let payer = wallet as? any ProvingWallet, let shop = try await world.shop() as? any ProvingWallet else {
      throw ContractViolation(description: "a wallet that pays by hash can show the preimage")
    }
    let (hash, text) = (decision.transactionID, "for a test")
    let paid = PaymentProofSubject(transactionID: hash, address: intent.address, signedTransaction: decision)
    try await require(.cannotProve) { _ = try await payer.prove(.payment(paid), message: text) }
    _ = try await settled(decision, by: wallet)
    let proof = try await payer.prove(.payment(paid), message: text).text
    let claim = ProofSubject.payment(PaymentProofSubject(transactionID: hash, address: intent.address))
    let verdict = try await shop.verify(proof, of: claim, message: text)
    try require(verdict == .valid(ProvenFacts(signer: nil, amount: amount)), "anybody can compare it: \(verdict)")
    let zeros = String(repeating: "0", count: 64)
    let other = ProofSubject.payment(PaymentProofSubject(transactionID: zeros, address: intent.address))
    for (proof, claim) in [(proof, other), (zeros, claim)] {
      try require(try await shop.verify(proof, of: claim, message: text) == .invalid(.subject), "it proves no other")
    }
    try await require(.malformedProof) { _ = try await shop.verify("paid", of: claim, message: text) }
    // Who receives could show the preimage of what was never paid.
    try await require(.cannotProve) { _ = try await shop.prove(claim, message: text) }
  }

  func keepsTheFeeLimit() async throws {
    let wallet = try await world.payer(patience: patient)
    let intent = try await intent()
    let cap = Amount(atomicUnits: 2)
    do {
      let decision = try await wallet.prepare(intent, feeCap: cap)
      try require(decision.fee <= cap, "it decides about no more")
      _ = try await committed(decision, by: wallet)
      guard let told = try await world.toldFeeLimit() else {
        throw ContractViolation(description: "a node that can be told no limit may take more than was agreed to")
      }
      try require(told <= cap, "the node is told the limit")
    } catch WalletError.feeAboveCap {
      // The node takes what it takes.
      let fee = try await wallet.quote(intent).fee
      try require(fee > cap, "the quote says as much")
      try await requireAttempts(0, "nothing is sent")
      let decision = try await wallet.prepare(intent, feeCap: fee)
      try require(decision.fee == fee, "the hash was not kept reserved")
    }
  }

  func refusesWhatHasExpired() async throws {
    let (wallet, decision, intent) = try await decided()
    try await world.advance(by: lifetime)
    try await require(.invoiceExpired) { _ = try await wallet.quote(intent) }
    try await require(.invoiceExpired) {
      _ = try await world.payer(patience: patient).prepare(intent, feeCap: anyFee)
    }
    // Somebody might have asked the node in time, and the node begin later.
    try await requireDoubt("it is not over yet") { try await committed(decision, by: wallet) }
    try await world.advance(by: .seconds(120))
    try require(try await committed(decision, by: wallet) == .lapsed, "nothing can come of it")
    try await requireAttempts(0, "nothing is sent")
  }

  func refusesItsOwnInvoice() async throws {
    let wallet = try await world.payer(patience: patient)
    let own = try await wallet.newInvoice(ReceivingTerms(amount: amount, text: "own", lifetime: lifetime)).lightning
    let intent = PaymentIntent(address: own, amount: amount)
    try await require(.ownInvoice) { _ = try await wallet.quote(intent) }
    try await require(.ownInvoice) { _ = try await wallet.prepare(intent, feeCap: anyFee) }
    try require(wallet.reservations.isIdle, "nothing is reserved")
    try await requireAttempts(0, "nothing is sent")
  }
}
