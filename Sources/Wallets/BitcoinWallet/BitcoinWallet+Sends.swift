import JSON
package import PaymentsModel
package import WalletBackend

/// What the wallet sent. The daemon has no place for a note of a transaction that was built elsewhere, so marks are
/// words of the label of the address that is paid, behind whatever the owner wrote there.
extension BitcoinWallet {
  /// By `listsinceblock`; the cursor is the newest block at that time.
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let block = cursor?.rawValue ?? ""
    let list: JSONValue
    switch try await rpc.call("listsinceblock", [.string(block), 1, false, false]) {
    case .result(let value): list = value
    case .failure(let failure):
      // A block that the daemon does not know any more, or that is no block: start over.
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

  /// One entry for each output; they have the rest in common.
  private func send(_ entry: JSONValue, id: String, with others: WalletSend?) throws(WalletError) -> WalletSend {
    let output = SentOutput(
      address: entry["address"]?.stringValue, amount: try entry.member("amount").spent(decimals: currency.decimals))
    let seconds = entry["time"]?.integerValue(as: Int64.self) ?? 0
    return WalletSend(
      transactionID: id, outputs: (others?.outputs ?? []) + [output],
      fee: try entry.member("fee").spent(decimals: currency.decimals),
      at: seconds > 0 ? Timestamp(milliseconds: min(seconds, 1 << 40) * 1000) : nil,
      replaces: entry["replaces_txid"]?.stringValue,
      marks: (others?.marks ?? []) + SendLabel(entry["label"]?.stringValue ?? "").marks)
  }

  /// The label of the address gets another word. What this wallet pays to itself is not marked: those labels are those
  /// of receiving addresses.
  package func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String)
    async throws(WalletError)
  {
    _ = try BitcoinTransactionBlob(signedTransaction)
    let info = try await rpc.result("getaddressinfo", [.string(address)])
    guard try !info.bool("ismine") else { return }
    let first = info["labels"]?.arrayValue?.first
    // Older daemons tell an object.
    let label = SendLabel(first?.stringValue ?? first?["name"]?.stringValue ?? "")
    guard let marked = label.adding(text) else { return }
    _ = try await rpc.result("setlabel", [.string(address), .string(marked)])
  }

  /// The transaction as the wallet keeps it.
  package func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction {
    guard JSONValue.isHash(transactionID) else { throw .cannotProve }
    let known: JSONValue
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): known = value
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: throw .cannotProve
    case .failure(let failure): throw failure.walletError
    }
    // Only what the wallet spent has a fee.
    guard let fee = known["fee"] else { throw .cannotProve }
    let hex = try known.string("hex")
    let decoded = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    var inputs: [Outpoint] = []
    for input in try decoded.member("vin").elements() { inputs.append(try Outpoint(input)) }
    return BitcoinTransactionBlob(transactionID: transactionID, hex: hex, inputs: inputs)
      .signedTransaction(fee: try fee.spent(decimals: currency.decimals))
  }
}

/// The label of an address, as the owner wrote it and with marks behind.
struct SendLabel: Sendable, Hashable {
  private static let prefix = "payport:"
  /// Of an address that is paid often, the newest are enough.
  private static let most = 12

  private let words: [String]

  init(_ label: String) {
    words = label.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map { String($0) }
  }

  /// What was marked.
  var marks: [String] { words.filter(Self.isMark).map { String($0.dropFirst(Self.prefix.utf8.count)) } }

  /// The label with one more mark; `nil` where it has it already.
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
  /// An amount that left the wallet, which the daemon writes as a negative one.
  fileprivate func spent(decimals: Int) throws(WalletError) -> Amount {
    guard let text = numberValue?.text else { throw .protocolViolation(code: nil) }
    let digits = text.utf8.first == UInt8(ascii: "-") ? String(text.unicodeScalars.dropFirst()) : text
    guard let decimal = try? DecimalAmount(digits), let amount = try? Amount(decimal, decimals: decimals) else {
      throw .protocolViolation(code: nil)
    }
    return amount
  }
}
