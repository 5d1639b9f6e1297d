import BitcoinWallet
import JSON
import PaymentsModel
package import WalletBackend

extension ElectrumWallet {
  /// How many blocks a server may be late with a transaction that is in one of them.
  private static let lateness = 10

  /// Returns incoming transfers, read from the wallet's history; see ``ElectrumTransferCursor`` for the cursor.
  ///
  /// A transfer that the server does not tell of any more is gone only if another transaction has taken its coins. Otherwise
  /// it waits, because a server that withholds it looks the same.
  ///
  /// - Throws: ``WalletError/syncing`` while the server or Electrum lacks blocks, and ``WalletError/unavailable`` while
  ///   Electrum has no server.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let earlier = cursor.flatMap { ElectrumTransferCursor($0) }
    let tip = try await tip(since: earlier.map { $0.tip - Self.lateness } ?? 0)
    let history = try await history(from: earlier.map { $0.height + 1 }, for: .received)
    let own = try await own(among: Set(history.filter { !$0.isSend }.flatMap { $0.outputs.map(\.address) }))
    var open = Dictionary(
      (earlier?.followed ?? []).map { ($0.transfer.id, $0) }, uniquingKeysWith: { first, _ in first })
    var transfers: [IncomingTransfer] = []
    var followed: [ElectrumTransferCursor.Followed] = []
    var settled: Set<String> = []
    // A transaction that is listed twice has arrived once.
    var told: Set<String> = []
    for entry in history where !entry.isSend && told.insert(entry.transactionID).inserted {
      var isKnown: Bool?
      for transfer in Self.transfers(entry, own) {
        let name = ElectrumTransferCursor.name(transfer.id)
        if entry.isLocal {
          if isKnown == nil { isKnown = try await isWaiting(entry) }
          guard isKnown == true else { continue }
        } else if earlier?.settled.contains(name) == true, transfer.confirmations >= depth {
          settled.insert(name)
          continue
        }
        open[transfer.id] = nil
        transfers.append(transfer)
        if transfer.confirmations >= depth {
          settled.insert(name)
        } else {
          followed.append(.init(transfer: transfer, coin: entry.inputs.first))
        }
      }
    }
    for entry in open.values {
      let isGone = try await isTaken(entry.coin, insteadOf: entry.transfer.transactionID)
      transfers.append(entry.transfer.updated(confirmations: 0, removed: isGone))
      if !isGone { followed.append(entry) }
    }
    let next = ElectrumTransferCursor(
      height: tip.isRead ? max(earlier?.next ?? 0, earlier?.height ?? 0) : earlier?.height ?? 0,
      next: tip.isRead ? max(tip.height - max(depth, 1) - Self.lateness, 0) : earlier?.height ?? 0, tip: tip.height,
      followed: followed, settled: settled)
    return TransferPage(transfers: transfers.sorted { $0.id < $1.id }, cursor: next.cursor)
  }

  private static func transfers(_ entry: HistoryEntry, _ own: Set<String>) -> [IncomingTransfer] {
    entry.outputs.enumerated().filter { own.contains($0.element.address) }.map { index, output in
      IncomingTransfer(
        id: "\(entry.transactionID):\(index)", transactionID: entry.transactionID, address: output.address,
        amount: output.amount, confirmations: entry.confirmations)
    }
  }

  /// Returns whether the server has a transaction that only the wallet lists, and no other one has taken its coins: servers
  /// also tell of what was in a block that was taken back.
  private func isWaiting(_ entry: HistoryEntry) async throws(WalletError) -> Bool {
    guard try await networkTransaction(entry.transactionID) != nil else { return false }
    return try await !isTaken(entry.inputs.first, insteadOf: entry.transactionID)
  }

  /// How many transactions of an address are searched for one that has taken a coin.
  private static let mostSearched = 50

  /// Returns whether another transaction than that of this id has taken a coin.
  private func isTaken(_ coin: Outpoint?, insteadOf id: String) async throws(WalletError) -> Bool {
    guard let coin,
      case .result(let value) = try await rpc.call("gettransaction", ["txid": .string(coin.transactionID)]),
      let hex = value.stringValue
    else { return false }
    let outputs = try await rpc.result("deserialize", ["tx": .string(hex)]).member("outputs").elements()
    guard outputs.indices.contains(coin.index), let address = outputs[coin.index]["address"]?.stringValue,
      case .result(let list) = try await rpc.call("getaddresshistory", ["address": .string(address)])
    else { return false }
    for other in (list.arrayValue ?? []).suffix(Self.mostSearched) {
      guard let other = try? other.member("tx_hash").hash(), other != id, other != coin.transactionID,
        let transaction = try await networkTransaction(other)
      else { continue }
      if transaction.inputs.contains(coin) { return true }
    }
    return false
  }
}
