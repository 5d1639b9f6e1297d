import JSON
import PaymentsModel
import Synchronization
package import WalletBackend

extension BitcoinWallet {
  /// Creates a new segregated witness address.
  package func newAddress(label: String) async throws(WalletError) -> String {
    let value = try await rpc.result("getnewaddress", [.string(Self.accepted(label)), "bech32"])
    guard let address = value.stringValue, Self.isPlausible(address) else { throw .protocolViolation(code: nil) }
    return address
  }

  /// Stores a label with an address.
  package func label(_ address: String, as text: String) async throws(WalletError) {
    _ = try await rpc.result("setlabel", [.string(address), .string(Self.accepted(text))])
  }

  /// The daemon reads "*" as all labels and does not accept it as the name of one.
  private static func accepted(_ label: String) -> String { label == "*" ? "" : label }

  /// Asks the daemon whether an address is valid. If not, the form of the text tells whether it belongs to another
  /// chain.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    guard Self.isPlausible(text) else { return .malformed }
    guard let address = try await validated(text) else {
      let kinds = AddressKinds(family: configuration.family, chain: configuration.chain)
      return kinds.isOfAnotherChain(text) ? .wrongNetwork : .malformed
    }
    return .valid(address.text)
  }

  /// An address, and the output script that pays to it.
  struct ValidatedAddress: Sendable {
    let text: String
    let script: String
  }

  /// Returns `nil` if the address cannot be paid to. That includes addresses of extension blocks, which have no script.
  func validated(_ text: String) async throws(WalletError) -> ValidatedAddress? {
    let value = try await rpc.result("validateaddress", [.string(text)], on: .node)
    guard try value.bool("isvalid"), value["ismweb"]?.boolValue != true else { return nil }
    let script = try value.string("scriptPubKey")
    let canonical = try value.string("address")
    guard !script.isEmpty, JSONValue.isHexadecimal(script), Self.isPlausible(canonical) else {
      throw .protocolViolation(code: nil)
    }
    return ValidatedAddress(text: canonical, script: script)
  }

  private static func isPlausible(_ address: String) -> Bool {
    (14...128).contains(address.utf8.count)
      && address.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
      }
  }

  /// Returns incoming transfers, read with `listsinceblock`; see ``BitcoinTransferCursor`` for the cursor.
  ///
  /// - Throws: ``WalletError/syncing`` while the daemon does not have all blocks, because transfers in blocks that it
  ///   has not read yet would look as if they had been removed.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let earlier = cursor.flatMap { BitcoinTransferCursor($0) }
    let tip = try await reliableTip(since: earlier?.tip)
    let value = try await changes(since: earlier?.block ?? "", depth: depth)
    var transfers: [String: IncomingTransfer] = [:]
    for transfer in listed(value["removed"]?.arrayValue ?? [], removed: true) { transfers[transfer.id] = transfer }
    // These entries override the removed ones, because a transaction that a reorganisation removed is often in another
    // block by now.
    for transfer in listed(try value.member("transactions").elements(), removed: false) {
      transfers[transfer.id] = try await checked(transfer)
    }
    for transfer in earlier?.transfers ?? [] where transfers[transfer.id] == nil {
      let confirmations = try await confirmations(of: transfer.transactionID) ?? -1
      transfers[transfer.id] = try await checked(
        transfer.updated(confirmations: max(confirmations, 0), removed: confirmations < 0))
    }
    let sorted = transfers.values.sorted { $0.id < $1.id }
    let followed = sorted.filter { !$0.removed && $0.confirmations < depth }
    let block = try value.member("lastblock").hash()
    // The daemon may have restarted during the calls.
    if !sorted.isEmpty { _ = try await reliableTip(since: tip) }
    return TransferPage(
      transfers: sorted, cursor: BitcoinTransferCursor(block: block, tip: tip, transfers: followed).cursor)
  }

  private func changes(since block: String, depth: Int) async throws(WalletError) -> JSONValue {
    let depth = JSONValue.number(JSONNumber(max(depth, 1)))
    switch try await rpc.call("listsinceblock", [.string(block), depth, false, true]) {
    case .result(let value): return value
    case .failure(let failure):
      // The daemon does not know the block. Either it was removed from the chain, or the chain was shorter than the
      // depth. The list starts from the beginning.
      guard !block.isEmpty,
        [DaemonFailure.invalidAddressOrKey, DaemonFailure.invalidParameter].contains(failure.code)
      else { throw failure.walletError }
      return try await rpc.result("listsinceblock", ["", depth, false, true])
    }
  }

  /// Reads the transfers of a list.
  ///
  /// A payment out of extension blocks has an entry without an output index. Once it is in a block, it has a second entry
  /// with another transaction, the block's own, whose output is the coin. A wallet that saw the payment only in a block,
  /// or was restored, has this second entry alone. The payment counts once: as the first entry where there is one.
  private func listed(_ list: [JSONValue], removed: Bool) -> [IncomingTransfer] {
    if list.contains(where: \.receivesExtensionCoin) { extensionCoins.withLock { $0.amount = nil } }
    var pegOuts: [PegOut: Int] = [:]
    for entry in list where entry["category"]?.stringValue == "receive" && entry.isExtensionEntry {
      pegOuts[PegOut(entry), default: 0] += 1
    }
    let transfers = entries.read(list, of: .received, name: \.entryName) {
      entry throws(WalletError) -> IncomingTransfer? in
      if entry.isExtensionBlockOutput {
        let pegOut = PegOut(entry)
        guard pegOuts[pegOut, default: 0] == 0 else {
          pegOuts[pegOut, default: 0] -= 1
          return nil
        }
      }
      return try transfer(entry, removed: removed)
    }
    var merged: [String: IncomingTransfer] = [:]
    for transfer in transfers {
      // Two payments of one transaction out of extension blocks to the same address have nothing that tells them apart.
      if let other = merged[transfer.id], transfer.id == Self.pegOutID(of: transfer.transactionID, transfer.address),
        let sum = try? other.amount.adding(transfer.amount)
      {
        merged[transfer.id] = transfer.with(amount: sum)
      } else {
        merged[transfer.id] = transfer
      }
    }
    return Array(merged.values)
  }

  private static func pegOutID(of transactionID: String, _ address: String) -> String { "\(transactionID):\(address)" }

  /// Reads a transfer; `nil` if the entry is no payment to an ordinary address, such as an outgoing payment or coins from
  /// mining.
  private func transfer(_ entry: JSONValue, removed: Bool) throws(WalletError) -> IncomingTransfer? {
    guard try entry.string("category") == "receive" || entry.isExtensionBlockOutput,
      let address = entry["address"]?.stringValue, !entry.receivesExtensionCoin
    else { return nil }
    let id = try entry.member("txid").hash()
    let confirmations = try entry.integer("confirmations")
    let transferID =
      entry.isExtensionEntry ? Self.pegOutID(of: id, address) : "\(id):\(try entry.integer("vout"))"
    return IncomingTransfer(
      id: transferID, transactionID: id, address: address,
      amount: try entry.member("amount").amount(decimals: currency.decimals), confirmations: max(confirmations, 0),
      removed: removed || confirmations < 0)
  }

  /// Marks a transfer as removed if the network has forgotten it. The wallet keeps listing such a transaction.
  private func checked(_ transfer: IncomingTransfer) async throws(WalletError) -> IncomingTransfer {
    guard transfer.confirmations == 0, !transfer.removed, try await !isInPool(transfer.transactionID),
      try await rpc.result("getmempoolinfo", on: .node)["loaded"]?.boolValue == true
    else { return transfer }
    return transfer.updated(confirmations: 0, removed: true)
  }

  func isInPool(_ transactionID: String) async throws(WalletError) -> Bool {
    switch try await rpc.call("getmempoolentry", [.string(transactionID)], on: .node) {
    case .result: return true
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return false
    case .failure(let failure): throw failure.walletError
    }
  }
}
