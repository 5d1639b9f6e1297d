import PaymentsModel
import WalletBackend

/// The clauses about proofs.
final class ProofContractClauses: Sendable {
  let world: any WalletContractWorld
  let steps: WalletContractClauses
  let payer: any ProvingWallet
  let shop: any ProvingWallet

  /// Creates the clauses; `nil` if the wallets cannot make proofs.
  init?(_ steps: WalletContractClauses) {
    guard let payer = steps.world.payer as? any ProvingWallet, let shop = steps.world.shop as? any ProvingWallet
    else { return nil }
    self.steps = steps
    self.payer = payer
    self.shop = shop
    world = steps.world
  }

  private let message = "payport proof for the contract: \"ä\" \\ 1; ☂"

  /// Makes a payment that the network has. It returns the subjects of its proof for the payer and for anybody else.
  private func paid() async throws -> (own: PaymentProofSubject, seen: PaymentProofSubject, intent: PaymentIntent) {
    let payment = try await steps.sent()
    let signedTransaction = payment.signedTransaction
    let intent = payment.intent
    try require(try await steps.received(at: intent.address).count == 1, "the shop sees it")
    let seen = PaymentProofSubject(transactionID: signedTransaction.transactionID, address: intent.address)
    let own = PaymentProofSubject(
      transactionID: signedTransaction.transactionID, address: intent.address, signedTransaction: signedTransaction)
    return (own, seen, intent)
  }

  func provesPaymentsMade() async throws {
    let (own, seen, intent) = try await paid()
    let early = try await payer.prove(.payment(own), message: message)
    try await requireGrowing(early.text, about: seen, paying: intent, signedBy: .payer, verifier: shop)
    let late = try await payer.prove(.payment(own), message: message)
    try require(late.address == nil, "the subject names the address")
    for proof in [early, late] {
      try require(
        try await shop.verify(proof.text, of: .payment(seen), message: message)
          == .valid(ProvenFacts(signer: .payer, amount: intent.amount, confirmations: 2)), "early or late")
    }
  }

  func provesPaymentsReceived() async throws {
    let (_, seen, intent) = try await paid()
    let early = try await shop.prove(.payment(seen), message: message)
    try await requireGrowing(early.text, about: seen, paying: intent, signedBy: .payee, verifier: payer)
    let late = try await shop.prove(.payment(seen), message: message)
    try require(
      try await payer.verify(late.text, of: .payment(seen), message: message)
        == .valid(ProvenFacts(signer: .payee, amount: intent.amount, confirmations: 2)), "made late")
  }

  private func requireGrowing(
    _ proof: String, about subject: PaymentProofSubject, paying intent: PaymentIntent, signedBy signer: ProofSigner,
    verifier: any ProvingWallet
  ) async throws {
    for confirmations in 0...2 {
      if confirmations > 0 { try await world.mine(1) }
      let verdict = try await verifier.verify(proof, of: .payment(subject), message: message)
      try require(
        verdict
          == .valid(
            ProvenFacts(
              signer: signer, amount: intent.amount, confirmations: confirmations, isInPool: confirmations == 0)),
        "it holds with \(confirmations) confirmations")
    }
  }

  func provesAddresses() async throws {
    let address = try await shop.newAddress(label: "proof")
    let other = try await shop.newAddress(label: "other")
    let proof = try await shop.prove(.address(address), message: message)
    let verdict = try await payer.verify(proof.text, of: .address(address), message: message)
    try require(verdict == .valid(ProvenFacts(signer: .holder)), "it holds")
    try requireInvalid(try await payer.verify(proof.text, of: .address(other), message: message), "for it alone")
    for wrong in [world.wrongNetworkAddress, "nonsense"] {
      try await require(.invalidAddress) {
        _ = try await payer.verify(proof.text, of: .address(wrong), message: message)
      }
    }
  }

  func provesReserves() async throws {
    let before = try await payer.balance()
    let amount = steps.amount
    let proof = try await payer.prove(.reserve(amount, address: nil), message: message)
    try require(try await payer.balance() == before, "nothing is locked")
    let verdict = try await shop.verify(proof.text, of: .reserve(amount, address: proof.address), message: message)
    guard case .valid(let facts) = verdict, let held = facts.amount else {
      throw ContractViolation(description: "reserves hold, not \(verdict)")
    }
    try require(facts.signer == .holder && facts.confirmations == nil && !facts.isInPool, "of nothing else")
    try require(held >= amount && held <= before.available.plus(before.pending, before.locked), "of what there is")
    let more = Amount(atomicUnits: held.atomicUnits + 1)
    try require(
      try await shop.verify(proof.text, of: .reserve(more, address: proof.address), message: message)
        == .invalid(.amount), "and of no more")
    let absurd = Amount(atomicUnits: UInt128(UInt64.max))
    try await require(.insufficientFunds) {
      _ = try await payer.prove(.reserve(absurd, address: nil), message: message)
    }
  }

  func tellsFalseProofs() async throws {
    let (own, seen, _) = try await paid()
    let (_, other, _) = try await paid()
    let address = seen.address
    let proofs = [
      (try await payer.prove(.payment(own), message: message), ProofSubject.payment(seen)),
      (try await shop.prove(.payment(seen), message: message), .payment(seen)),
      (try await shop.prove(.address(address), message: message), .address(address)),
    ]
    for (proof, subject) in proofs {
      for wrong in [message + " ", "x"] {
        try require(
          try await payer.verify(proof.text, of: subject, message: wrong) == .invalid(.signature), "another message")
      }
    }
    let unknown = PaymentProofSubject(transactionID: String(repeating: "0", count: 64), address: address)
    let mixed = PaymentProofSubject(transactionID: other.transactionID, address: address)
    for (proof, _) in proofs.dropLast() {
      for subject in [other, mixed, unknown] {
        try requireInvalid(
          try await payer.verify(proof.text, of: .payment(subject), message: message), "another payment")
      }
    }
    let reserve = try await payer.prove(.reserve(steps.amount, address: nil), message: message)
    try require(
      try await shop.verify(reserve.text, of: .reserve(steps.amount, address: reserve.address), message: "x")
        == .invalid(.signature), "another message")
  }

  func refusesMalformedProofs() async throws {
    let (_, seen, _) = try await paid()
    let payment = try await shop.prove(.payment(seen), message: message).text
    let address = try await shop.prove(.address(seen.address), message: message).text
    let reserve = try await payer.prove(.reserve(steps.amount, address: nil), message: message)
    let nonsense = ["", " ", "nonsense", "{}", #"{"v":1}"#, "OutProofV2", "\u{0}"]
    let cases: [(ProofSubject, [String])] = [
      (.payment(seen), [address, reserve.text, String(payment.dropLast())]),
      (.address(seen.address), [payment, reserve.text, String(address.dropLast())]),
      (.reserve(steps.amount, address: reserve.address), [payment, address, String(reserve.text.dropLast())]),
    ]
    for (subject, others) in cases {
      for text in others + nonsense {
        try await require(.malformedProof) { _ = try await payer.verify(text, of: subject, message: message) }
      }
    }
  }

  func provesNothingOfOthers() async throws {
    let (_, seen, _) = try await paid()
    let unknown = PaymentProofSubject(transactionID: String(repeating: "0", count: 64), address: seen.address)
    try await require(.cannotProve) { _ = try await payer.prove(.address(seen.address), message: message) }
    try await require(.cannotProve) { _ = try await payer.prove(.payment(seen), message: message) }
    try await require(.cannotProve) { _ = try await shop.prove(.payment(unknown), message: message) }
  }

  func provesNothingWhileDown() async throws {
    let address = try await shop.newAddress(label: "proof")
    let proof = try await shop.prove(.address(address), message: message)
    try await world.crash()
    try await require(.unavailable) { _ = try await shop.prove(.address(address), message: message) }
    try await require(.unavailable) { _ = try await payer.verify(proof.text, of: .address(address), message: message) }
    try await world.restart()
    let verdict = try await payer.verify(proof.text, of: .address(address), message: message)
    try require(verdict == .valid(ProvenFacts(signer: .holder)), "it outlives both")
  }

  private func requireInvalid(_ verdict: ProofVerdict, _ text: String, line: Int = #line) throws {
    guard case .invalid = verdict else { throw ContractViolation(description: "\(text) (line \(line))") }
  }
}

extension Amount {
  fileprivate func plus(_ others: Amount...) -> Amount {
    Amount(atomicUnits: others.reduce(atomicUnits) { $0 + $1.atomicUnits })
  }
}
