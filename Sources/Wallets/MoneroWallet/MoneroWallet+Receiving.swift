import JSON
import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// A fresh subaddress of the account.
  package func newAddress(label: String) async throws(WalletError) -> String {
    let value = try await rpc.wallet(
      "create_address", ["account_index": .integer(configuration.account), "label": .string(label)])
    let address = try value.string("address")
    // Before anybody hears of it: a wallet that forgets how many there are would hand out the same one again.
    try await store()
    guard try await checkAddress(address) == .valid(address) else { throw .protocolViolation(code: nil) }
    return address
  }

  /// The wallet's word. Integrated addresses are valid too.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    // Base58 in the lengths of plain and integrated addresses; nothing else is worth a question.
    guard [95, 106].contains(text.utf8.count), text.utf8.allSatisfy(Self.isAlphanumeric) else { return .malformed }
    let check = try await rpc.wallet("validate_address", ["address": .string(text), "any_net_type": true])
    guard try check.bool("valid") else { return .malformed }
    return try check.string("nettype") == configuration.network.addressName ? .valid(text) : .wrongNetwork
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Incoming transfers of the account; see ``MoneroTransferCursor`` for the cursor.
  ///
  /// - Throws: ``WalletError/syncing`` while the daemon does not have all blocks: what is in one that it has not read
  ///   yet looks as if it were gone.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    try await catchUp()
    let earlier = cursor.flatMap { MoneroTransferCursor($0) }
    if try await Self.isBehind(rpc.daemon("get_info")) { throw .syncing }
    // Before the wallet is asked: what it knows then reaches at least up to this block.
    let tip = try await rpc.daemon("get_last_block_header").member("block_header")
    try await refresh()
    var transfers = try await listed(above: try await start(earlier))
    for transfer in earlier?.transfers ?? [] where transfers[transfer.id] == nil {
      // Gone from the wallet's lists: back in the pool, double spent, or read with the next blocks.
      transfers[transfer.id] = Listed(transfer: transfer.transfer, height: transfer.height, isHeldBack: false)
    }
    let open = transfers.values.filter { $0.transfer.confirmations < depth }
    let sightings = try await sightings(Set(open.map(\.transfer.transactionID)).sorted())
    // The daemon may have ended and begun anew while it was asked.
    if sightings.count < open.count, try await Self.isBehind(rpc.daemon("get_info")) { throw .syncing }
    for entry in open {
      let transfer = entry.transfer
      transfers[transfer.id]?.transfer = transfer.updated(
        sightings[transfer.transactionID], isHeldBack: entry.isHeldBack)
    }
    let sorted = transfers.values.sorted { $0.transfer.id < $1.transfer.id }
    let followed = sorted.filter { !$0.transfer.removed && $0.transfer.confirmations < depth }
    return TransferPage(
      transfers: sorted.map(\.transfer),
      cursor: MoneroTransferCursor(
        height: try tip.integer("height"), block: try tip.hash("hash"),
        transfers: followed.map { MoneroTransferCursor.Entry(transfer: $0.transfer, height: $0.height) }
      ).cursor)
  }

  /// Blocks that are read again where a reorganisation replaced the one of the cursor: a day's.
  private static let reorganised = 720

  /// The height above which blocks are to be read.
  private func start(_ earlier: MoneroTransferCursor?) async throws(WalletError) -> Int {
    guard let earlier else { return 0 }
    let node = try await rpc.daemon("get_info")
    var isSame = false
    if try node.integer("height") > earlier.height {
      let header = try await rpc.daemon("get_block_header_by_height", ["height": .integer(earlier.height)])
      isSame = try header.member("block_header").hash("hash") == earlier.block
    }
    let unread = isSame ? earlier.height : earlier.height - Self.reorganised
    // Those that are followed are read again, too: only the wallet tells whether the sender has locked them.
    let followed = earlier.transfers.lazy.filter { $0.height > 0 }.map { $0.height - 1 }.min()
    return max(0, min(unread, followed ?? unread))
  }

  /// A transfer as the wallet lists it.
  private struct Listed {
    var transfer: IncomingTransfer
    /// Of its block; 0 in the pool.
    let height: Int
    /// The sender made it unusable up to a time or height that has not come.
    let isHeldBack: Bool
  }

  private func listed(above height: Int) async throws(WalletError) -> [String: Listed] {
    let answer = try await rpc.wallet(
      "get_transfers",
      [
        "in": true, "pool": true, "account_index": .integer(configuration.account),
        "filter_by_height": .bool(height > 0), "min_height": .integer(height),
      ])
    var result: [String: Listed] = [:]
    // The pool first: what is in both lists has just been read in a block.
    for list in ["pool", "in"] {
      for entry in try answer.list(list) where try ["pool", "in"].contains(entry.string("type")) {
        let id = try entry.hash("txid")
        let minor = try entry.member("subaddr_index").integer("minor", as: UInt32.self)
        let isLocked = try entry.bool("locked")
        let isHeldBack = try entry.integer("unlock_time", as: UInt64.self) > 0 ? isLocked : false
        let confirmations: Int = list == "pool" || isHeldBack ? 0 : entry["confirmations"]?.integerValue() ?? 0
        let transfer = IncomingTransfer(
          id: "\(id):\(minor)", transactionID: id, address: try entry.string("address"),
          amount: try entry.amount("amount"), confirmations: confirmations)
        result[transfer.id] = Listed(
          transfer: transfer, height: list == "pool" ? 0 : try entry.integer("height"), isHeldBack: isHeldBack)
      }
    }
    return result
  }
}

extension IncomingTransfer {
  /// The same transfer as the daemon sees it, `nil` where it does not.
  fileprivate func updated(_ sighting: MoneroWallet.Sighting?, isHeldBack: Bool) -> IncomingTransfer {
    // While another transaction with the same inputs is about, this one is not to be counted on until it is in a block.
    let isContested = sighting.map { $0.confirmations == 0 && $0.isDoubleSpendSeen } ?? true
    return IncomingTransfer(
      id: id, transactionID: transactionID, address: address, amount: amount,
      confirmations: isHeldBack ? 0 : sighting?.confirmations ?? 0, removed: isContested)
  }
}
