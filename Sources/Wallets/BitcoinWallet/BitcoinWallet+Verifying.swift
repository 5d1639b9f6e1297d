import JSON
import PaymentsModel
package import WalletBackend

/// Verification asks only the node and never the wallet, so that the result reveals nothing about the wallet's coins.
extension BitcoinWallet {
  /// Verifies proofs from ``prove(_:message:)``, and signatures that anybody made with `signmessage`.
  package func verify(
    _ proof: String, of subject: ProofSubject, message: String
  ) async throws(WalletError) -> ProofVerdict {
    switch subject {
    case .address(let address):
      guard let address = try await validated(address) else { throw .invalidAddress }
      guard let signing = try await signingAddress(script: address.script) else { throw .cannotProve }
      guard try await isSigned(message, by: signing, proof) else { return .invalid(.signature) }
      return .valid(ProvenFacts(signer: .holder))
    case .payment(let payment):
      let document = try PaymentDocument(proof)
      return try await verify(document, about: payment, message: message)
    case .reserve(let amount, _):
      let document = try ReserveDocument(proof)
      return try await verify(document, worth: amount, message: message)
    }
  }

  private func verify(
    _ document: PaymentDocument, about subject: PaymentProofSubject, message: String
  ) async throws(WalletError) -> ProofVerdict {
    guard let recipient = try await validated(subject.address) else { throw .invalidAddress }
    let decoded: JSONValue
    switch try await rpc.call("decoderawtransaction", [.string(document.transaction)], on: .node) {
    case .result(let value): decoded = value
    case .failure(let failure) where failure.code == DaemonFailure.deserialization: throw .malformedProof
    case .failure(let failure): throw failure.walletError
    }
    let outputs = try DecodedOutputs(decoded, currency.decimals)
    guard try decoded.member("txid").hash() == subject.transactionID,
      outputs.pays(recipient.script, at: document.output)
    else { return .invalid(.subject) }
    guard let found = try await networkTransaction(document, subject.transactionID) else {
      return .invalid(.transaction)
    }
    guard let signing = try await signingAddress(of: document.signer, recipient, in: found.transaction) else {
      throw .cannotProve
    }
    guard try await isSigned(message, by: signing, document.signature) else { return .invalid(.signature) }
    return .valid(
      ProvenFacts(
        signer: document.signer == .payee ? .payee : .payer, amount: try outputs.amount(to: recipient.script),
        confirmations: found.confirmations, isInPool: found.confirmations == 0))
  }

  /// Returns the address under which the signer of a proof signs.
  ///
  /// - Parameter transaction: the transaction as the network has it. The transaction in a proof may carry other
  ///   witnesses, and so other keys, without a change of its id.
  private func signingAddress(
    of signer: PaymentDocument.Signer, _ recipient: ValidatedAddress, in transaction: JSONValue
  ) async throws(WalletError) -> String? {
    switch signer {
    case .payee: return try await signingAddress(script: recipient.script)
    case .payer(let index):
      let inputs = try transaction.member("vin").elements()
      return inputs.indices.contains(index) ? try await signingAddress(input: inputs[index]) : nil
    }
  }

  /// A transaction that the network has. It has 0 confirmations while it waits for a block.
  private final class Found: Sendable {
    let transaction: JSONValue
    let confirmations: Int

    init(_ transaction: JSONValue, _ confirmations: Int) {
      self.transaction = transaction
      self.confirmations = confirmations
    }
  }

  /// Looks for a transaction in the memory pool and in the index of all transactions, if the daemon has one. After that
  /// it looks into the block that the proof names, and into the block of an output that is still unspent.
  private func networkTransaction(
    _ document: PaymentDocument, _ transactionID: String
  ) async throws(WalletError) -> Found? {
    if let found = try await transaction(transactionID, in: nil) { return found }
    if let block = document.block, let found = try await transaction(transactionID, in: block) { return found }
    let parameters: [JSONValue] = [.string(transactionID), .integer(document.output), false]
    let output = try await rpc.result("gettxout", parameters, on: .node)
    guard !output.isNull else { return nil }
    let tip = try await rpc.result("getblockheader", [try output.member("bestblock")], on: .node).integer("height")
    let height = tip - (try output.integer("confirmations")) + 1
    let block = try await rpc.result("getblockhash", [.integer(height)], on: .node).hash()
    return try await transaction(transactionID, in: block)
  }

  private func transaction(_ transactionID: String, in block: String?) async throws(WalletError) -> Found? {
    let parameters: [JSONValue] = [.string(transactionID), true] + (block.map { [.string($0)] } ?? [])
    switch try await rpc.call("getrawtransaction", parameters, on: .node) {
    case .result(let value):
      guard value["blockhash"] != nil else { return Found(value, 0) }
      // A block that is no longer part of the chain has no confirmations.
      guard let confirmations: Int = value["confirmations"]?.integerValue(), confirmations > 0 else { return nil }
      return Found(value, confirmations)
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  private func verify(
    _ document: ReserveDocument, worth amount: Amount, message: String
  ) async throws(WalletError) -> ProofVerdict {
    var held = Amount.zero
    for holding in document.holdings {
      guard let address = try await validated(holding.address) else { throw .malformedProof }
      guard let signing = try await signingAddress(script: address.script) else { throw .cannotProve }
      guard try await isSigned(message, by: signing, holding.signature) else { return .invalid(.signature) }
      for outpoint in holding.outputs {
        // An output counts as spent if a transaction that waits for a block spends it. An output of such a transaction
        // does not count yet.
        let parameters: [JSONValue] = [.string(outpoint.transactionID), .integer(outpoint.index), true]
        let output = try await rpc.result("gettxout", parameters, on: .node)
        guard !output.isNull, try output.integer("confirmations") > 0 else { continue }
        guard try output.member("scriptPubKey").string("hex") == address.script else { return .invalid(.subject) }
        held = try held.plus(try output.member("value").amount(decimals: currency.decimals))
      }
    }
    guard held >= amount else { return .invalid(.amount) }
    return .valid(ProvenFacts(signer: .holder, amount: held))
  }
}
