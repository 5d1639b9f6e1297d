import PaymentsModel
package import WalletBackend

extension MockWallet: ProvingWallet {
  /// Creates a proof that every wallet of the same network can verify. The wallet must be unlocked, as if a key were
  /// used.
  package func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    try await step(.prove) { state throws(WalletError) in
      guard state.scripts[index].status != .locked else { throw .locked }
      return try proof(of: subject, message, state.chains[index])
    }
  }

  private func proof(
    of subject: ProofSubject, _ message: String, _ chain: MockChain
  ) throws(WalletError) -> WalletProof {
    switch subject {
    case .payment(let payment):
      guard let entry = chain.entries[payment.transactionID], entry.transaction.paid(to: payment.address) > .zero else {
        throw .cannotProve
      }
      let isOwn =
        payment.signedTransaction == nil ? chain.owners[payment.address] == name : entry.transaction.sender == name
      guard isOwn else { throw .cannotProve }
      return WalletProof(
        text: MockProof(
          kind: payment.signedTransaction == nil ? .received : .made, [payment.transactionID, payment.address],
          message: message, seed: network.configuration.seed
        ).text)
    case .address(let address):
      guard chain.owners[address] == name else { throw .cannotProve }
      return WalletProof(
        text: MockProof(kind: .address, [address], message: message, seed: network.configuration.seed).text)
    case .reserve(let amount, _):
      guard chain.held(name) >= amount else { throw .insufficientFunds }
      let address = reserveAddress(of: name)
      return WalletProof(
        text: MockProof(
          kind: .reserve, amount: amount, [address], message: message, seed: network.configuration.seed
        ).text,
        address: address)
    }
  }

  /// Verifies a proof, whichever wallet of the network has made it.
  package func verify(
    _ proof: String, of subject: ProofSubject, message: String
  ) async throws(WalletError) -> ProofVerdict {
    try await step(.verify) { state throws(WalletError) in
      let chain = state.chains[index]
      switch subject {
      case .payment(let payment):
        return try verdict(MockProof(proof, among: [.made, .received]), about: payment, message: message, chain: chain)
      case .address(let address):
        let proof = try MockProof(proof, among: [.address])
        guard case .valid(let address) = MockAddress.check(address, currency: currency.code) else {
          throw .invalidAddress
        }
        return isSigned(proof, facts: [address], message: message)
          ? .valid(ProvenFacts(signer: .holder)) : .invalid(.signature)
      case .reserve(let amount, let address):
        let proof = try MockProof(proof, among: [.reserve])
        return try verdict(proof, worth: amount, of: address, message, chain)
      }
    }
  }

  private func verdict(
    _ proof: MockProof, about subject: PaymentProofSubject, message: String, chain: MockChain
  ) throws(WalletError) -> ProofVerdict {
    guard case .valid(let address) = MockAddress.check(subject.address, currency: currency.code) else {
      throw .invalidAddress
    }
    guard let entry = chain.entries[subject.transactionID] else { return .invalid(.transaction) }
    let amount = entry.transaction.paid(to: address)
    guard amount > .zero else { return .invalid(.subject) }
    guard isSigned(proof, facts: [subject.transactionID, address], message: message) else {
      return .invalid(.signature)
    }
    let confirmations: Int
    switch entry.place {
    case .pool: confirmations = 0
    case .block(let block): confirmations = chain.confirmations(block)
    case .dropped, .conflicted, .replaced: return .invalid(.transaction)
    }
    return .valid(
      ProvenFacts(
        signer: proof.kind == .made ? .payer : .payee, amount: amount,
        confirmations: confirmations, isInPool: confirmations == 0))
  }

  private func verdict(
    _ proof: MockProof, worth wanted: Amount, of address: String?, _ message: String, _ chain: MockChain
  ) throws(WalletError) -> ProofVerdict {
    guard let address, case .valid(let address) = MockAddress.check(address, currency: currency.code),
      let claimed = proof.amount
    else { throw .invalidAddress }
    guard let wallet = chain.purses.keys.first(where: { reserveAddress(of: $0) == address }) else {
      return .invalid(.subject)
    }
    guard isSigned(proof, facts: [address], message: message) else { return .invalid(.signature) }
    let held = min(chain.held(wallet), claimed)
    guard held >= wanted else { return .invalid(.amount) }
    return .valid(ProvenFacts(signer: .holder, amount: held, spent: claimed.subtracting(held)))
  }

  private func isSigned(_ proof: MockProof, facts: [String], message: String) -> Bool {
    proof
      == MockProof(
        kind: proof.kind, amount: proof.amount, facts, message: message, seed: network.configuration.seed)
  }

  /// Returns an address that identifies a wallet, like the primary address of a real wallet. It cannot be paid to.
  private func reserveAddress(of wallet: String) -> String {
    MockAddress.receiving(currency: currency.code, wallet: wallet, number: -1, seed: network.configuration.seed)
  }
}

extension MockTransaction {
  /// Returns the sum of what the transaction pays to an address.
  fileprivate func paid(to address: String) -> Amount {
    Amount(atomicUnits: outputs.filter { $0.address == address }.reduce(0) { $0 + $1.amount })
  }
}

extension MockChain {
  /// Returns the sum of all unspent coins of a wallet, locked or not.
  fileprivate func held(_ wallet: String) -> Amount {
    let locked = purses[wallet]?.locked.values.joined().reduce(UInt128(0)) { $0 + $1.amount } ?? 0
    return Amount(atomicUnits: available(wallet).atomicUnits + locked)
  }
}
