import JSON
package import PaymentsModel
package import WalletBackend

/// The transactions that the account has sent. Marks are appended as words to the wallet's note of the transaction,
/// after the owner's own text.
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
      for entry in try answer.list(list) {
        let send = try send(entry)
        sends[send.transactionID] = send
      }
    }
    return SendPage(
      sends: sends.values.sorted { $0.transactionID < $1.transactionID }, cursor: SendCursor(rawValue: String(height)))
  }

  private func send(_ entry: JSONValue) throws(WalletError) -> WalletSend {
    var outputs: [SentOutput] = []
    for destination in try entry.list("destinations") {
      outputs.append(
        SentOutput(address: try destination.string("address"), amount: try destination.amount("amount")))
    }
    // A wallet that was killed before it was stored, or restored from its seed, knows only the amount.
    if outputs.isEmpty { outputs = [SentOutput(address: nil, amount: try entry.amount("amount"))] }
    let seconds = entry["timestamp"]?.integerValue(as: Int64.self) ?? 0
    let words = Self.words(entry["note"]?.stringValue ?? "")
    return WalletSend(
      transactionID: try entry.hash("txid"), outputs: outputs, fee: try entry.amount("fee"),
      at: seconds > 0 ? Timestamp(milliseconds: min(seconds, 1 << 40) * 1000) : nil,
      marks: words.filter(Self.isMark).map {
        String(decoding: $0.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
      })
  }

  /// Stores a mark in the wallet's note of the transaction. The wallet is stored before anything is relayed.
  package func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String)
    async throws(WalletError)
  {
    let id = try MoneroTransactionBlob(signedTransaction).transactionID
    await marking.enter()
    defer { marking.leave() }
    let answer = try await rpc.wallet("get_tx_notes", ["txids": [.string(id)]])
    let words = Self.words(try answer.list("notes").first?.stringValue ?? "")
    let mark = Self.prefix + text
    guard !words.contains(mark) else { return }
    _ = try await rpc.wallet(
      "set_tx_notes", ["txids": [.string(id)], "notes": [.string((words + [mark]).joined(separator: " "))]])
    try await store()
  }

  /// Returns the transaction from the data of the wallet and the daemon. Data that only the wallet had when it built
  /// the transaction is missing, so the transaction would be handed to the daemon directly.
  package func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    guard JSONValue.isHash(transactionID) else { throw .cannotProve }
    let transfer: JSONValue
    switch try await rpc.call(
      "get_transfer_by_txid", ["txid": .string(transactionID), "account_index": .integer(configuration.account)])
    {
    case .result(let value): transfer = try value.member("transfer")
    case .failure(let failure) where failure.code == RPCFailure.wrongTransactionID: throw .cannotProve
    case .failure(let failure): throw failure.walletError
    }
    guard ["out", "pending"].contains(try transfer.string("type")) else { throw .cannotProve }
    let answer = try await rpc.daemon(
      path: "/get_transactions",
      ["txs_hashes": [.string(transactionID)], "decode_as_json": true, "prune": false])
    guard let found = try answer.list("txs").first,
      let decoded = try? JSONValue(
        parsing: try found.string("as_json"), limits: JSONLimits(depth: 16, bytes: 16 << 20))
    else { throw .syncing }
    let images = try decoded.list("vin").compactMap { $0["key"]?["k_image"]?.stringValue }
    let height: Int = transfer["height"]?.integerValue() ?? 0
    return try MoneroTransactionBlob(
      sent: transactionID, hex: found.hexadecimal("as_hex"), keyImages: images,
      transactionKey: try await transactionKey(of: transactionID), height: height
    ).signedTransaction(fee: transfer.amount("fee"))
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
