import JSON
import PaymentsModel
import WalletBackend

extension BitcoinWallet {
  /// What the wallet itself knows of a transaction.
  enum Known: Sendable, Hashable {
    case confirmed(Int)
    case pool
    /// The wallet has it, the memory pool has not.
    case forgotten
    case conflicted(Int)
    case notKnown
  }

  func known(_ payment: BitcoinArtefact) async throws(WalletError) -> Known {
    guard let confirmations = try await confirmations(of: payment.transactionID) else { return .notKnown }
    if confirmations > 0 { return .confirmed(confirmations) }
    if confirmations < 0 { return .conflicted(-confirmations) }
    return try await isInPool(payment.transactionID) ? .pool : .forgotten
  }

  /// Those of a transaction of the wallet, negative for the depth of a conflicting one; `nil` where it has none such.
  func confirmations(of transactionID: String) async throws(WalletError) -> Int? {
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): return try value.integer("confirmations")
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  /// - Throws: ``WalletError/syncing`` where an input is missing but nothing is seen that spent it: the daemon may have
  ///   lost blocks in a crash and be about to get them back.
  func state(of payment: BitcoinArtefact) async throws(WalletError) -> PaymentLookup {
    if let lookup = try await knownState(payment) { return lookup }
    guard let conflict = try await conflict(of: payment) else { return .unknown }
    // The transaction itself may have got through while its inputs were looked at.
    return try await knownState(payment) ?? .conflicted(confirmations: conflict)
  }

  private func knownState(_ payment: BitcoinArtefact) async throws(WalletError) -> PaymentLookup? {
    switch try await known(payment) {
    case .confirmed(let confirmations): .confirmed(confirmations)
    case .pool: .pool
    case .conflicted(let confirmations): .conflicted(confirmations: confirmations)
    case .forgotten, .notKnown: nil
    }
  }

  /// Confirmations of a transaction that spent one of the inputs, the most of them; `nil` where all are unspent.
  private func conflict(of payment: BitcoinArtefact) async throws(WalletError) -> Int? {
    var result: Int?
    for input in payment.inputs {
      if try await isUnspent(input, inPool: true) { continue }
      if try await isUnspent(input, inPool: false) {
        result = max(result ?? 0, 0)
        continue
      }
      guard let parent = try await confirmations(of: input.transactionID) else { throw .syncing }
      if parent < 0 {
        result = max(result ?? 0, -parent)
      } else if parent > 0, let spender = try await spender(of: input, within: parent, except: payment.transactionID) {
        result = max(result ?? 0, spender)
      } else {
        throw .syncing
      }
    }
    return result
  }

  private func isUnspent(_ input: Outpoint, inPool: Bool) async throws(WalletError) -> Bool {
    let parameters: [JSONValue] = [.string(input.transactionID), .number(JSONNumber(input.index)), .bool(inPool)]
    return try await !rpc.result("gettxout", parameters, on: .node).isNull
  }

  /// Confirmations of the wallet's transaction, in one of the newest blocks, that spent an input.
  private func spender(
    of input: Outpoint, within blocks: Int, except transactionID: String
  ) async throws(WalletError) -> Int? {
    guard let height: Int = try await rpc.result("getblockcount", on: .node).integerValue() else {
      throw .protocolViolation(code: nil)
    }
    let first = try await rpc.result("getblockhash", [.number(JSONNumber(max(height - blocks, 0)))], on: .node).hash()
    let list = try await rpc.result("listsinceblock", [.string(first), 1, false, false])
    var seen: Set<String> = [transactionID]
    for entry in try list.member("transactions").elements() where entry["category"]?.stringValue == "send" {
      let id = try entry.member("txid").hash()
      let confirmations = try entry.integer("confirmations")
      guard confirmations > 0, seen.insert(id).inserted else { continue }
      let hex = try await rpc.result("gettransaction", [.string(id)]).member("hex")
      let transaction = try await rpc.result("decoderawtransaction", [hex], on: .node)
      for spent in try transaction.member("vin").elements() where spent["txid"] != nil {
        if try Outpoint(spent) == input { return confirmations }
      }
    }
    return nil
  }
}
