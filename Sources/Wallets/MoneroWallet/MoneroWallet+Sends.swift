import JSON
package import PaymentsModel
package import WalletBackend

/// The transactions that the account has sent. Marks are appended as words to the wallet's note of the transaction,
/// after the owner's own text. The newest ones are also in an attribute of the wallet, each with its recipient, since a
/// note is found by the transaction only.
extension MoneroWallet {
  /// The number of blocks that are read again each time, because a reorganisation may have replaced them.
  private static let reread = 20
  private static let prefix = "payport:"

  /// Returns the transactions that were sent. The cursor is the height of the wallet at that time.
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    try await catchUp()
    try await refresh()
    let height: Int = try await rpc.wallet("get_height").integer("height")
    let seen = cursor.flatMap { Int($0.rawValue) } ?? 0
    let start = seen <= height ? max(seen - Self.reread, 0) : 0
    let answer = try await rpc.wallet(
      "get_transfers",
      [
        "out": true, "pending": true, "account_index": .integer(configuration.account),
        "filter_by_height": .bool(start > 0), "min_height": .integer(start),
      ])
    var sends: [String: WalletSend] = [:]
    // For a moment a transaction can be in both lists. The entry from the blocks counts.
    for list in ["pending", "out"] {
      for send in entries.read(try answer.list(list), of: .sent, name: \.entryName, send) {
        sends[send.transactionID] = send
      }
    }
    return SendPage(
      sends: sends.values.sorted { $0.transactionID < $1.transactionID }, cursor: SendCursor(rawValue: String(height)))
  }

  /// Reads an entry of the wallet's list. What cannot be read of it may be any payment up to the sum.
  private func send(_ entry: JSONValue) throws(WalletError) -> WalletSend? {
    func part<Value>(_ value: () throws(WalletError) -> Value) -> Value? {
      entries.part(of: entry.entryName, in: .sent, value)
    }
    let payout = part { () throws(WalletError) in try self.payout(entry) } ?? []
    let outputs = payout.map { SentOutput(address: $0.address, amount: $0.amount) }
    // A wallet that was killed before it was stored, or restored from its seed, knows only the sum of the payments.
    let sum = outputs.isEmpty ? part { () throws(WalletError) in try entry.amount("amount") } : .zero
    let unknown = sum ?? transferAmounts.upperBound
    let seconds = entry["timestamp"]?.integerValue(as: Int64.self) ?? 0
    let words = Self.words(entry["note"]?.stringValue ?? "")
    return WalletSend(
      transactionID: try entry.hash("txid"), outputs: outputs, unknown: unknown,
      fee: part { () throws(WalletError) in try entry.amount("fee") },
      at: seconds > 0 ? Timestamp(milliseconds: min(seconds, 1 << 40) * 1000) : nil,
      marks: words.filter(Self.isMark).map {
        String(decoding: $0.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
      })
  }

  /// The payments of a transaction; none if the wallet has lost them.
  private func payout(_ entry: JSONValue) throws(WalletError) -> [PaymentIntent] {
    var payout: [PaymentIntent] = []
    for destination in try entry.list("destinations") {
      payout.append(
        PaymentIntent(address: try destination.string("address"), amount: try destination.amount("amount")))
    }
    return payout
  }

  /// Stores a mark in the wallet's note of the transaction. The wallet is stored before anything is relayed.
  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let id = try MoneroTransactionBlob(signedTransaction).transactionID
    await marking.enter()
    defer { marking.leave() }
    let answer = try await rpc.wallet("get_tx_notes", ["txids": [.string(id)]])
    let words = Self.words(try answer.list("notes").first?.stringValue ?? "")
    let mark = Self.prefix + text
    guard !words.contains(mark) else { return }
    let recent = try await recentMarks()
    let new = addresses.map { Self.recipient($0) + text }.filter { !recent.contains($0) }
    _ = try await rpc.wallet(
      "set_attribute",
      ["key": .string(Self.attribute), "value": .string((recent + new).suffix(Self.mostRecent).joined(separator: " "))])
    _ = try await rpc.wallet(
      "set_tx_notes", ["txids": [.string(id)], "notes": [.string((words + [mark]).joined(separator: " "))]])
    try await store()
  }

  /// The attribute with the newest marks, and how many of them it has: enough for what is under way.
  private static let attribute = "payport.marks"
  private static let mostRecent = 64

  /// The beginning of a word of the attribute: the end of the recipient's address.
  private static func recipient(_ address: String) -> String {
    String(decoding: address.utf8.suffix(16), as: UTF8.self) + "="
  }

  /// Returns the newest marks with their recipients.
  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    let recipients = addresses.map(Self.recipient)
    let found = try await recentMarks().compactMap { word in
      recipients.first { word.utf8.starts(with: $0.utf8) }.map {
        String(decoding: word.utf8.dropFirst($0.utf8.count), as: UTF8.self)
      }
    }
    return Set(found).sorted()
  }

  private func recentMarks() async throws(WalletError) -> [String] {
    switch try await rpc.call("get_attribute", ["key": .string(Self.attribute)]) {
    case .result(let value): return Self.words(try value.string("value"))
    case .failure(let failure) where failure.code == RPCFailure.noAttribute: return []
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Returns the transaction from the data of the wallet and the daemon. Data that only the wallet had when it built
  /// the transaction is missing, so the transaction would be handed to the daemon directly.
  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    guard let transfer = try await transfer(transactionID), ["out", "pending"].contains(try transfer.string("type"))
    else { throw .cannotProve }
    let answer = try await rpc.daemon(
      path: "/get_transactions",
      ["txs_hashes": [.string(transactionID)], "decode_as_json": true, "prune": false])
    guard let found = try answer.list("txs").first,
      let decoded = try? JSONValue(
        parsing: try found.string("as_json"), limits: JSONLimits(depth: 16, bytes: 16 << 20))
    else { throw .syncing }
    let images = try decoded.list("vin").compactMap { $0["key"]?["k_image"]?.stringValue }
    var payout = try payout(transfer)
    let place: PayoutPlace?
    if payout.isEmpty {
      // All outputs but the change are payments, so that the shares of their orders add up to the fee.
      place = PayoutPlace(index: index, count: max(try decoded.list("vout").count - 1, index + 1))
      payout = [intent]
    } else {
      place = payout.firstIndex(of: intent).flatMap { PayoutPlace(index: $0, count: payout.count) }
    }
    guard let place else { throw .cannotProve }
    return try MoneroTransactionBlob(
      sent: transactionID, hex: found.hexadecimal("as_hex"), keyImages: images,
      transactionKey: try await transactionKey(of: transactionID), height: transfer["height"]?.integerValue() ?? 0
    ).paying(payout, at: place).signedTransaction(fee: place.share(of: transfer.amount("fee")))
  }

  /// Returns the account's record of a transaction; `nil` if it has none.
  private func transfer(_ transactionID: String) async throws(WalletError) -> JSONValue? {
    guard JSONValue.isHash(transactionID) else { return nil }
    switch try await rpc.call(
      "get_transfer_by_txid", ["txid": .string(transactionID), "account_index": .integer(configuration.account)])
    {
    case .result(let value): return try value.member("transfer")
    case .failure(let failure) where failure.code == RPCFailure.wrongTransactionID: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Returns the first address of the account, which is not handed out.
  package func witness() async throws(WalletError) -> String {
    try await rpc.wallet("get_address", ["account_index": .integer(configuration.account), "address_index": [0]])
      .string("address")
  }

  /// Asks the wallet for each transaction.
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    var sent: Set<String> = []
    for id in transactionIDs {
      if let type = try await transfer(id)?.string("type"), ["out", "pending"].contains(type) { sent.insert(id) }
    }
    return sent
  }

  /// Asks the wallet for each address.
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    var owned: Set<String> = []
    for address in addresses {
      switch try await rpc.call("get_address_index", ["address": .string(address)]) {
      case .result: owned.insert(address)
      case .failure(let failure) where failure.code == RPCFailure.wrongAddress: break
      case .failure(let failure): throw failure.walletError
      }
    }
    return owned
  }

  /// Returns the secret key of the transaction; empty if the wallet has lost it.
  private func transactionKey(of transactionID: String) async throws(WalletError) -> String {
    switch try await rpc.call("get_tx_key", ["txid": .string(transactionID)]) {
    case .result(let value): return try value.hexadecimal("tx_key")
    case .failure(let failure) where failure.code == RPCFailure.noTransactionKey: return ""
    case .failure(let failure): throw failure.walletError
    }
  }

  private static func words(_ note: String) -> [String] {
    note.unicodeScalars.split(separator: " ").map { String($0) }
  }

  private static func isMark(_ word: String) -> Bool { word.utf8.starts(with: prefix.utf8) }
}
