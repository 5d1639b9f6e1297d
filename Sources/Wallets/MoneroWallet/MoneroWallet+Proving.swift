import JSON
import PaymentsModel
package import WalletBackend

extension MoneroWallet: ProvingWallet {
  /// Creates a proof: `OutProofV2…` for a payment that was made, `InProofV2…` for one that was received, `SigV2…` for
  /// an address, and `ReserveProofV2…` for a reserve.
  ///
  /// A payment that was made can be proven as long as the wallet has the key of its transaction. A wallet that was
  /// restored from its seed words does not have the keys of earlier transactions.
  package func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    switch subject {
    case .payment(let payment):
      if payment.signedTransaction == nil {
        guard try await index(of: payment.address) != nil else { throw .cannotProve }
      } else {
        guard try await checkAddress(payment.address) == .valid(payment.address) else { throw .invalidAddress }
      }
      return try await proof(
        "get_tx_proof",
        [
          "txid": .string(payment.transactionID), "address": .string(payment.address), "message": .string(message),
        ])
    case .address(let address):
      guard let index = try await index(of: address) else { throw .cannotProve }
      return try await proof(
        "sign",
        [
          "data": .string(message), "account_index": .integer(configuration.account), "address_index": .integer(index),
        ])
    case .reserve(let amount, _):
      guard let units = UInt64(exactly: amount.atomicUnits) else { throw .insufficientFunds }
      let address = try await rpc.wallet("get_address", ["account_index": 0, "address_index": [0]]).string("address")
      return try await proof(
        "get_reserve_proof",
        [
          "all": false, "account_index": .integer(configuration.account), "amount": .integer(units),
          "message": .string(message),
        ], for: address)
    }
  }

  /// Returns the index of an address of the account; `nil` for other addresses.
  private func index(of address: String) async throws(WalletError) -> UInt32? {
    guard try await checkAddress(address) == .valid(address) else { throw .invalidAddress }
    switch try await rpc.call("get_address_index", ["address": .string(address)]) {
    case .result(let value):
      let index = try value.member("index")
      return try index.integer("major") == Int(configuration.account)
        ? index.integer("minor", as: UInt32.self) : nil
    case .failure(let failure) where failure.walletError == .invalidAddress: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  private func proof(
    _ method: String, _ parameters: JSONValue, for address: String? = nil
  ) async throws(WalletError) -> WalletProof {
    switch try await rpc.call(method, parameters) {
    case .result(let value): return WalletProof(text: try value.string("signature"), address: address)
    case .failure(let failure):
      guard failure.code == RPCFailure.unknown else { throw failure.walletError }
      if failure.message.utf8.starts(with: "Not enough balance".utf8)
        || failure.message.utf8.starts(with: "Zero balance".utf8)
      {
        throw .insufficientFunds
      }
      // The wallet uses one code for all errors, even if only the daemon does not answer.
      _ = try await rpc.daemon("get_info")
      throw .cannotProve
    }
  }

  /// Verifies a proof. The wallet does that with data from the daemon only, without its own keys.
  package func verify(
    _ proof: String, of subject: ProofSubject, message: String
  ) async throws(WalletError) -> ProofVerdict {
    switch subject {
    case .payment(let payment):
      let signer = try ProofForm.payment(proof)
      return try await verify(proof, by: signer, payment, message)
    case .address(let address):
      try await check(address)
      try ProofForm.signature(proof)
      let answer = try await rpc.wallet(
        "verify", ["data": .string(message), "address": .string(address), "signature": .string(proof)])
      // View keys are given to accountants and servers, so a signature with one does not prove the ownership of the
      // money.
      guard try answer.bool("good"), try answer.string("signature_type") == "spend" else { return .invalid(.signature) }
      return .valid(ProvenFacts(signer: .holder))
    case .reserve(let amount, let address):
      guard let address else { throw .invalidAddress }
      try await check(address)
      try ProofForm.reserve(proof)
      return try await verify(proof, worth: amount, of: address, message)
    }
  }

  private func check(_ address: String) async throws(WalletError) {
    guard try await checkAddress(address) == .valid(address) else { throw .invalidAddress }
  }

  private func verify(
    _ proof: String, by signer: ProofSigner, _ payment: PaymentProofSubject, _ message: String
  ) async throws(WalletError) -> ProofVerdict {
    try await check(payment.address)
    guard let sighting = try await sightings([payment.transactionID])[payment.transactionID] else {
      return .invalid(.transaction)
    }
    let answer: JSONValue
    switch try await rpc.call(
      "check_tx_proof",
      [
        "txid": .string(payment.transactionID), "address": .string(payment.address), "message": .string(message),
        "signature": .string(proof),
      ])
    {
    case .result(let value): answer = value
    case .failure(let failure):
      guard failure.code == RPCFailure.unknown else { throw failure.walletError }
      _ = try await rpc.daemon("get_info")
      // The proof has the right form, so it belongs to a transaction with a different number of keys.
      return .invalid(.subject)
    }
    guard try answer.bool("good") else { return .invalid(.signature) }
    let amount = try answer.amount("received")
    guard amount > .zero else { return .invalid(.subject) }
    // The confirmations that the wallet reports can be half a minute old.
    return .valid(
      ProvenFacts(
        signer: signer, amount: amount, confirmations: sighting.confirmations, isInPool: sighting.confirmations == 0))
  }

  private func verify(
    _ proof: String, worth amount: Amount, of address: String, _ message: String
  ) async throws(WalletError) -> ProofVerdict {
    switch try await rpc.call(
      "check_reserve_proof",
      ["address": .string(address), "message": .string(message), "signature": .string(proof)])
    {
    case .result(let answer):
      guard try answer.bool("good") else { return .invalid(.signature) }
      let spent = try answer.amount("spent")
      guard let held = try answer.amount("total").subtracting(spent) else { throw .protocolViolation(code: nil) }
      guard held >= amount else { return .invalid(.amount) }
      return .valid(ProvenFacts(signer: .holder, amount: held, spent: spent))
    case .failure(let failure):
      guard failure.code == RPCFailure.unknown else { throw failure.walletError }
      _ = try await rpc.daemon("get_info")
      return .invalid(.subject)
    }
  }
}
