import BitcoinWallet
import JSON
import PaymentsModel
import WalletBackend

/// A transaction of the wallet's history.
struct HistoryEntry: Sendable {
  let transactionID: String
  /// The number of its block; `nil` while it is in none that was checked.
  let height: Int?
  let confirmations: Int
  /// Whether the wallet has the transaction and its server has never told of it, or does not any more.
  let isLocal: Bool
  /// Whether the wallet has less by it.
  let isSend: Bool
  let fee: Amount?
  /// Seconds since 1970; `nil` while it is in no block.
  let time: Int64?
  let label: String
  let inputs: [Outpoint]
  /// The outputs in their order. Where the script is none of an address, it stands in its place in words.
  let outputs: [SentOutput]

  init(_ entry: JSONValue) throws(WalletError) {
    transactionID = try entry.member("txid").hash()
    let height: Int = try entry.integer("height")
    let confirmations: Int = try entry.integer("confirmations")
    self.height = (height > 0 && confirmations > 0) ? height : nil
    self.confirmations = max(confirmations, 0)
    // Electrum numbers transactions that wait with 0, or -1 where they build on others that do.
    isLocal = height < -1
    let value = try entry.member("bc_value").decimal()
    isSend = value.isNegative && value.amount != .zero
    if let fee = entry["fee_sat"], !fee.isNull { self.fee = try fee.units() } else { fee = nil }
    time = entry["timestamp"]?.integerValue(as: Int64.self)
    label = entry["label"]?.stringValue ?? ""
    var inputs: [Outpoint] = []
    for input in entry["inputs"]?.arrayValue ?? [] { inputs.append(try Outpoint(electrum: input)) }
    self.inputs = inputs
    var outputs: [SentOutput] = []
    for output in entry["outputs"]?.arrayValue ?? [] {
      let amount =
        if let units = output["value_sat"] { try units.units() } else { try output.member("value").decimalAmount() }
      outputs.append(SentOutput(address: try output.string("address"), amount: amount))
    }
    self.outputs = outputs
  }
}

extension ElectrumWallet {
  /// Returns the history of the wallet: what waits for a block, what is only in the wallet, and what is in blocks.
  ///
  /// - Parameters:
  ///   - height: the first block; `nil` for all.
  ///   - list: what the entries are read for. One that cannot be read is counted and left out.
  func history(from height: Int? = nil, for list: WalletList) async throws(WalletError) -> [HistoryEntry] {
    var parameters: JSONObject = ["show_addresses": true]
    if let height, height > 0 { parameters["from_height"] = .integer(height) }
    var last = WalletError.protocolViolation(code: nil)
    // Electrum fails if a transaction arrives while it adds up its history.
    for _ in 0..<4 {
      switch try await rpc.call("onchain_history", rpc.forWallet(parameters)) {
      case .result(let value):
        // Since 4.8 it is the list itself.
        let listed = if let list = value.arrayValue { list } else { try value.member("transactions").elements() }
        return entries.read(listed, of: list, name: Self.name) { entry throws(WalletError) in try HistoryEntry(entry) }
      case .failure(let message): last = ElectrumRPC.error(message)
      }
    }
    throw last
  }

  private static func name(_ entry: JSONValue) -> String { entry["txid"]?.stringValue ?? entry.text() }

  /// Returns a transaction that the server has, in blocks or waiting; `nil` if it does not have it.
  ///
  /// Electrum's errors are prose and do not tell a server that has no such transaction from one that does not answer. So
  /// the server is asked for something that it answers always, and then once more.
  ///
  /// - Throws: ``WalletError/unavailable`` if the server does not answer.
  func networkTransaction(_ id: String) async throws(WalletError) -> RawTransaction? {
    for attempt in 0..<2 {
      if case .result(let value) = try await rpc.call("gettransaction", ["txid": .string(id)]),
        let hex = value.stringValue
      {
        let transaction = try RawTransaction(hex: hex)
        guard transaction.transactionID == id else { throw .protocolViolation(code: nil) }
        return transaction
      }
      guard attempt == 0 else { break }
      let own = try await firstAddress()
      guard case .result(let list) = try await rpc.call("getaddresshistory", ["address": .string(own)]),
        list.arrayValue != nil
      else { throw .unavailable }
    }
    return nil
  }
}
