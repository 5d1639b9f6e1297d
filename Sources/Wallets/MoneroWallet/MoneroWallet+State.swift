import JSON
import PaymentsModel
import WalletBackend

extension MoneroWallet {
  /// The daemon's information about a transaction.
  struct Sighting: Sendable, Hashable {
    /// The number of confirmations; 0 while the transaction is in the pool.
    let confirmations: Int
    /// Whether the daemon was offered another transaction with the same inputs, which it did not keep.
    let isDoubleSpendSeen: Bool
  }

  /// The highest number of transactions in one call to a daemon with restricted RPC.
  private static let mostTransactions = 100

  /// Returns the transactions that the daemon has in blocks or in its pool, by their ids.
  func sightings(_ transactionIDs: [String]) async throws(WalletError) -> [String: Sighting] {
    var sightings: [String: Sighting] = [:]
    for entry in try await transactions(transactionIDs) {
      let isInPool = try entry.bool("in_pool")
      let confirmations: Int = isInPool ? 0 : try entry.integer("confirmations")
      guard isInPool || confirmations > 0 else { throw .protocolViolation(code: nil) }
      sightings[try entry.hash("tx_hash")] = Sighting(
        confirmations: confirmations, isDoubleSpendSeen: try entry.bool("double_spend_seen"))
    }
    return sightings
  }

  private func transactions(_ ids: [String], decoded: Bool = false) async throws(WalletError) -> [JSONValue] {
    var result: [JSONValue] = []
    for start in stride(from: 0, to: ids.count, by: Self.mostTransactions) {
      let some = ids[start..<min(start + Self.mostTransactions, ids.count)]
      let answer = try await rpc.daemon(
        path: "/get_transactions",
        ["txs_hashes": .array(some.map { .string($0) }), "decode_as_json": .bool(decoded), "prune": true])
      let found = try answer.list("txs")
      let missed = try answer.list("missed_tx")
      // The daemon must report each transaction as either found or missed.
      guard found.count + missed.count == some.count else { throw .protocolViolation(code: nil) }
      for entry in found {
        guard some.contains(try entry.hash("tx_hash")) else { throw .protocolViolation(code: nil) }
      }
      result += found
    }
    return result
  }

  /// Returns the state of a payment.
  ///
  /// - Throws: ``WalletError/syncing`` if an input is spent, but the wallet does not know yet by which transaction.
  func state(of payment: MoneroTransactionBlob) async throws(WalletError) -> PaymentLookup {
    if let known = try await knownState(payment) { return known }
    let spent = try await spentStatus(of: payment.keyImages)
    guard spent.contains(where: { $0 != 0 }) else { return .unknown }
    // The transaction itself may have been accepted while its inputs were checked.
    if let known = try await knownState(payment) { return known }
    guard spent.contains(1) else { return .conflicted(confirmations: 0) }
    return try await conflict(of: payment)
  }

  /// Returns for each key image 0 if it is unspent, 1 if it is spent in a block, and 2 if it is spent in the pool.
  func spentStatus(of keyImages: [String]) async throws(WalletError) -> [Int] {
    let answer = try await rpc.daemon(
      path: "/is_key_image_spent", ["key_images": .array(keyImages.map { .string($0) })])
    let spent = try answer.list("spent_status").compactMap { $0.integerValue(as: Int.self) }
    guard spent.count == keyImages.count, spent.allSatisfy((0...2).contains) else {
      throw .protocolViolation(code: nil)
    }
    return spent
  }

  private func knownState(_ payment: MoneroTransactionBlob) async throws(WalletError) -> PaymentLookup? {
    guard let sighting = try await sightings([payment.transactionID])[payment.transactionID] else { return nil }
    return sighting.confirmations > 0 ? .confirmed(sighting.confirmations) : .pool
  }

  /// The number of blocks, below the one that a payment was built on, that a reorganisation may have replaced.
  private static let reorganised = 100

  /// Returns the state that follows from the deepest other transaction that has spent an input. Only the owner's keys
  /// can have made it, so the wallet knows it once it has read its block.
  private func conflict(of payment: MoneroTransactionBlob) async throws(WalletError) -> PaymentLookup {
    try await refresh()
    let answer = try await rpc.wallet(
      "get_transfers",
      [
        "out": true, "account_index": .integer(configuration.account), "filter_by_height": true,
        "min_height": .integer(max(payment.height - Self.reorganised, 0)),
      ])
    var candidates: [String: JSONValue] = [:]
    for (id, entry) in entries.read(
      try answer.list("out"), of: .sent, name: \.entryName,
      { entry throws(WalletError) in
        (try entry.hash("txid"), entry)
      })
    { candidates[id] = entry }
    candidates[payment.transactionID] = nil
    var deepest: (confirmations: Int, entry: JSONValue)?
    for entry in try await transactions(candidates.keys.sorted(), decoded: true) {
      guard let confirmations: Int = entry["confirmations"]?.integerValue(),
        confirmations > deepest?.confirmations ?? 0, let sent = candidates[try entry.hash("tx_hash")],
        let transaction = try? JSONValue(parsing: try entry.string("as_json"))
      else { continue }
      let images = (transaction["vin"]?.arrayValue ?? []).compactMap { $0["key"]?["k_image"]?.stringValue }
      if !payment.keyImages.allSatisfy({ !images.contains($0) }) { deepest = (confirmations, sent) }
    }
    guard let deepest else { throw .syncing }
    return try verdict(on: payment, deepest.entry, deepest.confirmations)
  }

  /// Returns the state of a payment whose inputs another transaction has spent.
  ///
  /// - Parameter entry: the other transaction, from the wallet's list.
  private func verdict(
    on payment: MoneroTransactionBlob, _ entry: JSONValue, _ confirmations: Int
  ) throws(WalletError) -> PaymentLookup {
    let id = try entry.hash("txid")
    // Blobs of earlier versions do not tell what the transaction pays. Therefore no conflict is certain to pay
    // something else.
    guard let recipient = payment.recipient else { return .spent(by: id, confirmations: confirmations) }
    // The wallet remembers the recipients of a transaction that it made, but not of one that it only read in a block.
    if let destinations = entry["destinations"]?.arrayValue {
      func count(_ intent: PaymentIntent) -> Int {
        destinations.count {
          $0["address"]?.stringValue == intent.address && (try? $0.amount("amount")) == intent.amount
        }
      }
      let payments = count(recipient)
      guard payments > 0 else { return .conflicted(confirmations: confirmations) }
      // The owner may have made some of the payments only.
      let place = payment.place.among(payment.payout.map { count($0) > 0 })
      return .replaced(
        by: PaymentReplacement(transactionID: id, fee: place.share(of: try entry.amount("fee"))),
        confirmations: confirmations, payments: payments)
    }
    if try entry.amount("amount") < recipient.amount { return .conflicted(confirmations: confirmations) }
    return .spent(by: id, confirmations: confirmations)
  }
}
