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
    for entry in try list.member("transactions").elements() where entry["category"]?.stringValue == "send" {
      let confirmations = try entry.integer("confirmations")
      guard confirmations >= 0, entry["abandoned"]?.boolValue != true else { continue }
      let id = try entry.member("txid").hash()
      sends[id] = try send(entry, id: id, with: sends[id])
    }
    return SendPage(
      sends: sends.values.sorted { $0.transactionID < $1.transactionID },
      cursor: SendCursor(rawValue: try list.member("lastblock").hash()))
  }

  /// Adds an entry of the daemon's list to a send. There is one entry for each output; all other values are the same.
  private func send(_ entry: JSONValue, id: String, with others: WalletSend?) throws(WalletError) -> WalletSend {
    let output = SentOutput(
      address: entry["address"]?.stringValue, amount: try entry.member("amount").spent(decimals: currency.decimals))
    let seconds = entry["time"]?.integerValue(as: Int64.self) ?? 0
    // The labels of several addresses can have the same mark.
    let marks = (others?.marks ?? []) + SendLabel(entry["label"]?.stringValue ?? "").marks
    return WalletSend(
      transactionID: id, outputs: (others?.outputs ?? []) + [output],
      fee: try entry.member("fee").spent(decimals: currency.decimals),
      at: seconds > 0 ? Timestamp(milliseconds: min(seconds, 1 << 40) * 1000) : nil,
      replaces: entry["replaces_txid"]?.stringValue,
      marks: Set(marks).sorted())
  }

  /// Appends a word to the label of the address. Payments of this wallet to itself are not marked, because their labels
  /// belong to receiving addresses.
  package func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String)
    async throws(WalletError)
  {
    _ = try BitcoinTransactionBlob(signedTransaction)
    let info = try await rpc.result("getaddressinfo", [.string(address)])
    guard try !info.bool("ismine") else { return }
    let first = info["labels"]?.arrayValue?.first
    // Older daemons return an object instead of a string.
    let label = SendLabel(first?.stringValue ?? first?["name"]?.stringValue ?? "")
    guard let marked = label.adding(text) else { return }
    _ = try await rpc.result("setlabel", [.string(address), .string(marked)])
  }

  /// Returns the transaction as the wallet stores it.
  package func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    guard JSONValue.isHash(transactionID) else { throw .cannotProve }
    let known: JSONValue
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): known = value
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: throw .cannotProve
    case .failure(let failure): throw failure.walletError
    }
    // Only transactions that spend coins of the wallet have a fee.
    guard let fee = known["fee"] else { throw .cannotProve }
    let hex = try known.string("hex")
    let decoded = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    var inputs: [Outpoint] = []
    for input in try decoded.member("vin").elements() { inputs.append(try Outpoint(input)) }
    return BitcoinTransactionBlob(transactionID: transactionID, hex: hex, inputs: inputs)
      .signedTransaction(fee: try fee.spent(decimals: currency.decimals))
  }
}

/// The label of an address: the owner's text, followed by marks.
struct SendLabel: Sendable, Hashable {
  private static let prefix = "payport:"
  /// The highest number of marks. For an address that is paid often, the newest ones are enough.
  private static let most = 12

  private let words: [String]

  init(_ label: String) {
    words = label.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The marks of the label, without their prefix.
  var marks: [String] { words.filter(Self.isMark).map { String($0.dropFirst(Self.prefix.utf8.count)) } }

  /// Returns the label with one more mark; `nil` if it already has the mark.
  func adding(_ text: String) -> String? {
    let mark = Self.prefix + text
    guard !words.contains(mark) else { return nil }
    let own = words.filter { !Self.isMark($0) }.joined(separator: " ")
    let marks = words.filter(Self.isMark).suffix(Self.most - 1) + [mark]
    return ((own.isEmpty ? [] : [own]) + marks).joined(separator: " ")
  }

  private static func isMark(_ word: String) -> Bool { word.utf8.starts(with: prefix.utf8) }
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
