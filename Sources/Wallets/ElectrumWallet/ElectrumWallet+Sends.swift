import BitcoinWallet
import JSON
package import PaymentsModel
package import WalletBackend

/// The transactions that the wallet has sent. Marks are appended as words to the labels of the transaction, where the owner
/// sees them in Electrum's history, and of the addresses that are paid, which outlive a raised fee.
extension ElectrumWallet {
  /// How many blocks before a cursor are read again, because a server may tell of a transaction later than of its block.
  private static let slack = 100

  /// Returns the transactions that were sent. The cursor is the newest block at that time.
  package func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let tip = try await settledTip()
    let from = cursor.flatMap { Int($0.rawValue) }.map { max($0 - Self.slack, 1) }
    let history = try await history(from: from.flatMap { $0 <= tip ? $0 : nil }, for: .sent).filter(\.isSend)
    let labels = history.isEmpty ? [:] : try await labels()
    let own = try await own(among: Set(history.flatMap { $0.outputs.map(\.address) }))
    var sends: [WalletSend] = []
    for entry in history {
      // What is only in the wallet was sent if the server has it.
      if entry.isLocal, try await networkTransaction(entry.transactionID) == nil { continue }
      sends.append(send(entry, own: own, labels: labels))
    }
    return SendPage(sends: sends, cursor: SendCursor(rawValue: String(tip)))
  }

  private func send(_ entry: HistoryEntry, own: Set<String>, labels: [String: String]) -> WalletSend {
    var outputs: [SentOutput] = []
    var unknown = Amount.zero
    var marks = SendLabel(entry.label).marks
    for output in entry.outputs where !own.contains(output.address) {
      if Self.isPlausible(output.address) {
        outputs.append(output)
        marks += SendLabel(labels[output.address] ?? "").marks
      } else {
        let sum = try? unknown.adding(output.amount)
        unknown = sum ?? transferAmounts.upperBound
      }
    }
    let replaced = marks.filter { $0.utf8.starts(with: Self.replaced.utf8) }
    return WalletSend(
      transactionID: entry.transactionID, outputs: outputs, unknown: unknown, fee: entry.fee,
      at: entry.time.map { Timestamp(milliseconds: max(0, min($0, 1 << 40)) * 1000) },
      replaces: replaced.map { String($0.dropFirst(Self.replaced.utf8.count)) },
      marks: Set(marks).subtracting(replaced).sorted())
  }

  /// What a mark begins with that tells which transaction another one has replaced. Electrum forgets that.
  private static let replaced = "replaces:"

  /// Remembers in the wallet which transaction took the place of a payment.
  func noteReplacement(of transactionID: String, by other: String) async throws(WalletError) {
    try await add(Self.replaced + transactionID, to: [other])
  }

  /// Appends a word to the labels of the transaction and of the addresses that are not the wallet's.
  package func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let payment = try BitcoinTransactionBlob(signedTransaction)
    let own = try await own(among: Set(addresses))
    if try await add(text, to: [payment.transactionID] + addresses.filter { !own.contains($0) }) { try await save() }
  }

  /// - Returns: whether a label has changed.
  @discardableResult
  private func add(_ mark: String, to keys: [String]) async throws(WalletError) -> Bool {
    await labelling.enter()
    defer { labelling.leave() }
    let labels = try await labels()
    var hasChanged = false
    for key in keys {
      guard let marked = SendLabel(labels[key] ?? "").adding(mark) else { continue }
      try await label(key, as: marked)
      hasChanged = true
    }
    return hasChanged
  }

  private func labels() async throws(WalletError) -> [String: String] {
    var labels: [String: String] = [:]
    for member in try await rpc.wallet("get", ["key": "labels"]).objectValue ?? JSONObject() {
      labels[member.name] = member.value.stringValue
    }
    return labels
  }

  /// Returns the marks in the labels of the addresses.
  package func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    let own = try await own(among: Set(addresses))
    let labels = try await labels()
    return Set(addresses.filter { !own.contains($0) }.flatMap { SendLabel(labels[$0] ?? "").marks }).sorted()
  }

  /// Returns one of the wallet's sends, or the one that has taken its place.
  private func send(_ transactionID: String) async throws(WalletError) -> HistoryEntry? {
    guard JSONValue.isHash(transactionID) else { return nil }
    let sends = try await history(for: .sent).filter(\.isSend)
    let note = Self.replaced + transactionID
    return sends.first { $0.transactionID == transactionID } ?? sends.first { SendLabel($0.label).marks.contains(note) }
  }

  /// Returns the transaction as the server has it. Its payments are the outputs that do not pay the wallet, in their order.
  ///
  /// Electrum forgets a transaction whose place another one has taken. The one that is returned then has the id of the
  /// first and the content of the other, which spends the same coins and makes the same payments.
  package func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    guard let entry = try await send(transactionID), let fee = entry.fee else { throw .cannotProve }
    guard case .result(let value) = try await rpc.call("gettransaction", ["txid": .string(entry.transactionID)]),
      let hex = value.stringValue
    else { throw .unavailable }
    let transaction = try RawTransaction(hex: hex)
    guard transaction.transactionID == entry.transactionID, transaction.outputs.count == entry.outputs.count else {
      throw .protocolViolation(code: nil)
    }
    let own = try await own(among: Set(entry.outputs.map(\.address)))
    let places = entry.outputs.indices
    let listed = places.filter { !own.contains(entry.outputs[$0].address) }
    // What the wallet takes for its own may be the payment, too. Those that it lists bear the fee.
    let makes = { (place: Int) in entry.outputs[place] == SentOutput(address: intent.address, amount: intent.amount) }
    guard let made = listed.first(where: makes) ?? places.first(where: makes) else { throw .cannotProve }
    let isListed = listed.contains(made)
    let payout = isListed ? listed : listed + [made]
    guard let place = payout.firstIndex(of: made).flatMap({ PayoutPlace(index: $0, count: payout.count) }) else {
      throw .cannotProve
    }
    let share = isListed ? place.share(of: fee) : listed.isEmpty ? fee : .zero
    return BitcoinTransactionBlob(
      transactionID: transactionID, hex: hex, inputs: transaction.inputs,
      payout: payout.map { transaction.outputs[$0] }, place: place
    ).signedTransaction(fee: share)
  }

  /// Returns the outputs that pay the wallet itself.
  package func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    guard let entry = try await send(transactionID) else { return [] }
    let own = try await own(among: Set(entry.outputs.map(\.address)))
    return entry.outputs.filter { own.contains($0.address) }
  }

  /// Returns those of the transactions that the wallet has sent and that its server has.
  package func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    _ = try await settledTip()
    let asked = Set(transactionIDs)
    var sent: Set<String> = []
    for entry in try await history(for: .sent) where entry.isSend && asked.contains(entry.transactionID) {
      if entry.isLocal, try await networkTransaction(entry.transactionID) == nil { continue }
      sent.insert(entry.transactionID)
    }
    return sent
  }
}
