import JSON
package import PaymentsModel
package import WalletBackend

/// The transactions that the wallet has sent. The daemon cannot store a note for a transaction that was built
/// elsewhere, so marks are appended as words to the label of the address that is paid, after the owner's own text.
extension BitcoinWallet {
  /// Returns the transactions that were sent, read with `listsinceblock`. The cursor is the newest block at that time.
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let block = cursor?.rawValue ?? ""
    let list: JSONValue
    switch try await rpc.call("listsinceblock", [.string(block), 1, false, false]) {
    case .result(let value): list = value
    case .failure(let failure):
      // The daemon does not know the block, or the cursor names none. The list starts from the beginning.
      guard !block.isEmpty,
        [DaemonFailure.invalidAddressOrKey, DaemonFailure.invalidParameter].contains(failure.code)
      else { throw failure.walletError }
      list = try await rpc.result("listsinceblock", ["", 1, false, false])
    }
    var sends: [String: WalletSend] = [:]
    var replaced: [String: String] = [:]
    let listed = entries.read(try list.member("transactions").elements(), of: .sent, name: \.entryName) {
      entry throws(WalletError) -> (id: String, entry: JSONValue)? in
      guard entry["category"]?.stringValue == "send", entry["abandoned"]?.boolValue != true,
        try entry.integer("confirmations") >= 0
      else { return nil }
      return (try entry.member("txid").hash(), entry)
    }
    for (id, entry) in listed {
      sends[id] = send(entry, id: id, with: sends[id])
      replaced[id] = entry["replaces_txid"]?.stringValue
    }
    for (id, _) in replaced {
      sends[id] = try await sends[id]?.replacing(chain(from: id, replaced))
    }
    return SendPage(
      sends: sends.values.sorted { $0.transactionID < $1.transactionID },
      cursor: SendCursor(rawValue: try list.member("lastblock").hash()))
  }

  /// Follows what a transaction replaced, also where the daemon does not list it any more because it can never take
  /// effect.
  private func chain(from id: String, _ listed: [String: String]) async throws(WalletError) -> [String] {
    var chain: [String] = []
    var newest = id
    while chain.count < Self.longestChain {
      let known: String?
      if let replaced = listed[newest] {
        known = replaced
      } else if newest == id {
        known = nil
      } else {
        known = try await walletTransaction(newest)?["replaces_txid"]?.stringValue
      }
      guard let known, JSONValue.isHash(known), known != id, !chain.contains(known) else { break }
      chain.append(known)
      newest = known
    }
    return chain
  }

  /// How many replacements of one payment are followed.
  private static let longestChain = 64

  /// Adds an entry of the daemon's list to a send. There is one entry for each output; all other values are the same. An
  /// output whose amount cannot be read may be any payment.
  private func send(_ entry: JSONValue, id: String, with others: WalletSend?) -> WalletSend {
    func amount(_ member: String) -> Amount? {
      entries.part(of: entry.entryName, in: .sent) { () throws(WalletError) in
        try entry.member(member).spent(decimals: currency.decimals)
      }
    }
    var (outputs, unknown) = (others?.outputs ?? [], others?.unknown ?? .zero)
    let sent = amount("amount")
    if let sent, let address = entry["address"]?.stringValue {
      outputs.append(SentOutput(address: address, amount: sent))
    } else {
      let sum = try? unknown.adding(sent ?? transferAmounts.upperBound)
      unknown = sum ?? transferAmounts.upperBound
    }
    let seconds = entry["time"]?.integerValue(as: Int64.self) ?? 0
    // The labels of several addresses can have the same mark.
    let marks = (others?.marks ?? []) + SendLabel(entry["label"]?.stringValue ?? "").marks
    return WalletSend(
      transactionID: id, outputs: outputs, unknown: unknown, fee: amount("fee"),
      at: seconds > 0 ? Timestamp(milliseconds: min(seconds, 1 << 40) * 1000) : nil, marks: Set(marks).sorted())
  }

  /// Appends a word to the labels of the addresses. Addresses of this wallet are not marked, because their labels belong
  /// to receiving addresses.
  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    _ = try BitcoinTransactionBlob(signedTransaction)
    for address in addresses {
      guard let marked = try await label(ofOther: address)?.adding(text) else { continue }
      _ = try await rpc.result("setlabel", [.string(address), .string(marked)])
    }
  }

  /// Returns the marks in the labels of the addresses.
  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    var marks: Set<String> = []
    for address in addresses { marks.formUnion(try await label(ofOther: address)?.marks ?? []) }
    return marks.sorted()
  }

  /// Returns the label of an address; `nil` if it is an address of this wallet.
  private func label(ofOther address: String) async throws(WalletError) -> SendLabel? {
    let info = try await rpc.result("getaddressinfo", [.string(address)])
    guard try !info.bool("ismine") else { return nil }
    let first = info["labels"]?.arrayValue?.first
    // Older daemons return an object instead of a string.
    return SendLabel(first?.stringValue ?? first?["name"]?.stringValue ?? "")
  }

  /// Returns the transaction as the wallet stores it. Its payments are the outputs that the daemon lists as sent, in
  /// their order.
  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    guard JSONValue.isHash(transactionID), let known = try await walletTransaction(transactionID),
      // Only transactions that spend coins of the wallet have a fee.
      let fee = known["fee"], let recipient = try await validated(intent.address)
    else { throw .cannotProve }
    let hex = try known.string("hex")
    let decoded = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    var inputs: [Outpoint] = []
    // Inputs of extension blocks are no outputs of transactions.
    for input in try decoded.member("vin").elements() where input["txid"] != nil { inputs.append(try Outpoint(input)) }
    let sent = try Self.sent(known)
    let places = Self.places(sent)
    let outputs = try decoded.member("vout").elements()
    var payout: [PaidOutput] = []
    for place in places.sorted() where outputs.indices.contains(place) {
      guard let output = try paid(outputs[place]) else { continue }
      payout.append(output)
    }
    let output = PaidOutput(script: recipient.script, amount: intent.amount)
    // What the wallet takes for change may be the payment, too. Those that it lists bear the fee.
    var isUnlisted = false
    for (place, other) in outputs.enumerated() where !places.contains(place) {
      if try paid(other) == output { isUnlisted = true }
    }
    if !payout.contains(output), isUnlisted, let place = PayoutPlace(index: payout.count, count: payout.count + 1) {
      return BitcoinTransactionBlob(
        transactionID: transactionID, hex: hex, inputs: inputs, payout: payout + [output], place: place
      )
      .signedTransaction(fee: payout.isEmpty ? try fee.spent(decimals: currency.decimals) : .zero)
    }
    if let index = payout.firstIndex(of: output), let place = PayoutPlace(index: index, count: payout.count) {
      return BitcoinTransactionBlob(
        transactionID: transactionID, hex: hex, inputs: inputs, payout: payout, place: place
      )
      .signedTransaction(fee: place.share(of: try fee.spent(decimals: currency.decimals)))
    }
    // Only where the wallet does not know each recipient may this payment be one of the others.
    guard payout.count < sent.count, let place = PayoutPlace(index: index, count: max(sent.count, index + 1)) else {
      throw .cannotProve
    }
    return BitcoinTransactionBlob(
      transactionID: transactionID, hex: hex, inputs: inputs, payout: [output], place: place
    ).signedTransaction(fee: place.share(of: try fee.spent(decimals: currency.decimals)))
  }

  /// Reads the outputs of the transaction itself, and leaves out those that the wallet lists as sent.
  package func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    guard JSONValue.isHash(transactionID), let known = try await walletTransaction(transactionID) else { return [] }
    let listed = Self.places(try Self.sent(known))
    let decoded = try await rpc.result("decoderawtransaction", [.string(try known.string("hex"))], on: .node)
    var unlisted: [SentOutput] = []
    for (place, output) in try decoded.member("vout").elements().enumerated() where !listed.contains(place) {
      let script = output["scriptPubKey"]
      // Older daemons list the addresses of an output.
      guard let address = script?["address"]?.stringValue ?? script?["addresses"]?[0]?.stringValue,
        let amount = output["value"]
      else { continue }
      unlisted.append(SentOutput(address: address, amount: try amount.amount(decimals: currency.decimals)))
    }
    return unlisted
  }

  /// What the wallet lists as sent by a transaction.
  private static func sent(_ known: JSONValue) throws(WalletError) -> [JSONValue] {
    try known.member("details").elements().filter { $0["category"]?.stringValue == "send" }
  }

  /// The outputs of the transaction that are listed.
  private static func places(_ sent: [JSONValue]) -> Set<Int> {
    Set(sent.compactMap { $0["vout"]?.integerValue(as: Int.self) })
  }

  /// Reads a decoded output; `nil` if it has no script.
  private func paid(_ output: JSONValue) throws(WalletError) -> PaidOutput? {
    guard let script = output["scriptPubKey"]?["hex"]?.stringValue else { return nil }
    return PaidOutput(script: script, amount: try output.member("value").amount(decimals: currency.decimals))
  }

  /// Asks the wallet for each transaction. One that only pays the wallet has no fee.
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    var sent: Set<String> = []
    for id in transactionIDs where JSONValue.isHash(id) {
      if try await walletTransaction(id)?["fee"] != nil { sent.insert(id) }
    }
    return sent
  }

  /// Asks the wallet for each address.
  package func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    var owned: Set<String> = []
    for address in addresses {
      switch try await rpc.call("getaddressinfo", [.string(address)]) {
      case .result(let info): if try info.bool("ismine") { owned.insert(address) }
      // An address of another network.
      case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: break
      case .failure(let failure): throw failure.walletError
      }
    }
    return owned
  }
}

extension WalletSend {
  fileprivate func replacing(_ chain: [String]) -> WalletSend {
    WalletSend(
      transactionID: transactionID, outputs: outputs, unknown: unknown, fee: fee, at: at, replaces: chain, marks: marks)
  }
}

extension JSONValue {
  /// Reads an amount that left the wallet, which the daemon writes as a negative number.
  fileprivate func spent(decimals: Int) throws(WalletError) -> Amount {
    guard let text = numberValue?.text else { throw .protocolViolation(code: nil) }
    let digits = text.utf8.first == UInt8(ascii: "-") ? String(text.unicodeScalars.dropFirst()) : text
    guard let decimal = try? DecimalAmount(digits), let amount = try? Amount(decimal, decimals: decimals) else {
      throw .protocolViolation(code: nil)
    }
    return amount
  }
}
