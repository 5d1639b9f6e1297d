import JSON
import PaymentsModel
package import WalletBackend

extension MoneroWallet {
  /// Creates a subaddress of the account.
  package func newAddress(label: String) async throws(WalletError) -> String {
    let addresses = try await create(1, label: label)
    guard let address = addresses.first else { throw .protocolViolation(code: nil) }
    return address
  }

  /// Creates several subaddresses of the account in one call.
  package func newAddresses(_ count: Int) async throws(WalletError) -> [String] {
    try await create(count, label: "")
  }

  private func create(_ count: Int, label: String) async throws(WalletError) -> [String] {
    let value = try await rpc.wallet(
      "create_address",
      ["account_index": .integer(configuration.account), "label": .string(label), "count": .integer(count)])
    // A wallet of an earlier version knows no count and answers one address.
    var addresses = (value["addresses"]?.arrayValue ?? []).compactMap(\.stringValue)
    if addresses.isEmpty { addresses = [try value.string("address")] }
    // The wallet is stored before the addresses are used, because a wallet that forgets them would create them again.
    try await store()
    guard addresses.count == count,
      addresses.allSatisfy({ $0.utf8.count == 95 && $0.utf8.allSatisfy(Self.isAlphanumeric) })
    else { throw .protocolViolation(code: nil) }
    return addresses
  }

  /// Stores a label with a subaddress.
  package func label(_ address: String, as text: String) async throws(WalletError) {
    let index = try await rpc.wallet("get_address_index", ["address": .string(address)]).member("index")
    _ = try await rpc.wallet("label_address", ["index": index, "label": .string(text)])
  }

  /// Asks the wallet whether an address is valid. Integrated addresses are valid too.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    // Plain and integrated addresses are Base58 texts of these lengths. Other texts need no call.
    guard [95, 106].contains(text.utf8.count), text.utf8.allSatisfy(Self.isAlphanumeric) else { return .malformed }
    let check = try await rpc.wallet("validate_address", ["address": .string(text), "any_net_type": true])
    guard try check.bool("valid") else { return .malformed }
    return try check.string("nettype") == configuration.network.addressName ? .valid(text) : .wrongNetwork
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Returns incoming transfers of the account; see ``MoneroTransferCursor`` for the cursor.
  ///
  /// - Throws: ``WalletError/syncing`` while the daemon does not have all blocks, because transfers in blocks that it
  ///   has not read yet would look as if they had been removed.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    try await catchUp()
    let earlier = cursor.flatMap { MoneroTransferCursor($0) }
    if try await Self.isBehind(rpc.daemon("get_info")) { throw .syncing }
    // The tip is read before the wallet is asked, so that the wallet's answer covers at least all blocks up to it.
    let tip = try await rpc.daemon("get_last_block_header").member("block_header")
    try await refresh()
    var transfers = try await listed(above: try await start(earlier))
    for transfer in earlier?.transfers ?? [] where transfers[transfer.id] == nil {
      // The transfer is missing in the wallet's lists. It may be back in the pool, double-spent, or in a block that was
      // not read yet.
      transfers[transfer.id] = Listed(transfer: transfer.transfer, height: transfer.height, isHeldBack: false)
    }
    let open = transfers.values.filter { $0.transfer.confirmations < depth }
    let sightings = try await sightings(Set(open.map(\.transfer.transactionID)).sorted())
    // The daemon may have restarted during the calls.
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

  /// The number of blocks that are read again if a reorganisation has replaced the cursor's block: the blocks of a day.
  private static let reorganised = 720

  /// Returns the height above which blocks have to be read.
  private func start(_ earlier: MoneroTransferCursor?) async throws(WalletError) -> Int {
    guard let earlier else { return 0 }
    let node = try await rpc.daemon("get_info")
    var isSame = false
    if try node.integer("height") > earlier.height {
      let header = try await rpc.daemon("get_block_header_by_height", ["height": .integer(earlier.height)])
      isSame = try header.member("block_header").hash("hash") == earlier.block
    }
    let unread = isSame ? earlier.height : earlier.height - Self.reorganised
    // The blocks of unconfirmed transfers are read again too, because only the wallet reports whether the sender has
    // locked a transfer.
    let followed = earlier.transfers.lazy.filter { $0.height > 0 }.map { $0.height - 1 }.min()
    return max(0, min(unread, followed ?? unread))
  }

  /// A transfer from the wallet's list.
  fileprivate struct Listed {
    var transfer: IncomingTransfer
    /// The height of its block; 0 while it waits in the pool.
    let height: Int
    /// Whether the sender has made the output unusable until a time or height in the future.
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
    // The pool is read first: a transfer in both lists has just been included in a block, and that entry counts.
    for list in ["pool", "in"] {
      let found = entries.read(try answer.list(list), of: .received, name: \.entryName) {
        entry throws(WalletError) -> Listed? in
        guard try ["pool", "in"].contains(entry.string("type")) else { return nil }
        return try Listed(entry, isInPool: list == "pool")
      }
      for listed in found { result[listed.transfer.id] = listed }
    }
    return result
  }
}

extension MoneroWallet.Listed {
  /// Reads an entry of `get_transfers`.
  fileprivate init(_ entry: JSONValue, isInPool: Bool) throws(WalletError) {
    let id = try entry.hash("txid")
    let minor = try entry.member("subaddr_index").integer("minor", as: UInt32.self)
    let isLocked = try entry.bool("locked")
    isHeldBack = try entry.integer("unlock_time", as: UInt64.self) > 0 ? isLocked : false
    transfer = IncomingTransfer(
      id: "\(id):\(minor)", transactionID: id, address: try entry.string("address"),
      amount: try entry.amount("amount"),
      confirmations: isInPool || isHeldBack ? 0 : entry["confirmations"]?.integerValue() ?? 0)
    height = isInPool ? 0 : try entry.integer("height")
  }
}

extension IncomingTransfer {
  /// Returns the same transfer with the daemon's information, which is `nil` if the daemon does not have the
  /// transaction.
  fileprivate func updated(_ sighting: MoneroWallet.Sighting?, isHeldBack: Bool) -> IncomingTransfer {
    // While the network has seen another transaction with the same inputs, this one does not count until it is in a
    // block.
    let isContested = sighting.map { $0.confirmations == 0 && $0.isDoubleSpendSeen } ?? true
    return IncomingTransfer(
      id: id, transactionID: transactionID, address: address, amount: amount,
      confirmations: isHeldBack ? 0 : sighting?.confirmations ?? 0, removed: isContested)
  }
}
