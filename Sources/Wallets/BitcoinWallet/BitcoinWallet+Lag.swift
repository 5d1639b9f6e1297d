import JSON
import PaymentsModel
import Synchronization
import WalletBackend

extension BitcoinWallet {
  /// Returns whether the daemon lacks blocks or transactions that it had before or will have soon. That is so while it
  /// loads, downloads blocks, reads them again after a crash, or scans them for the wallet. What it reports about coins
  /// during that time is not final.
  func isBehind() async throws(WalletError) -> Bool {
    let node = try await rpc.result("getblockchaininfo", on: .node)
    if try node.bool("initialblockdownload") { return true }
    if try blocksMissing(node) > 0 { return true }
    if try await rpc.result("getwalletinfo")["scanning"]?.objectValue != nil { return true }
    // The change of a payment that waits for a block can be spent only after the daemon has loaded its memory pool
    // again.
    return try await rpc.result("getmempoolinfo", on: .node)["loaded"]?.boolValue == false
  }

  /// Returns the number of blocks that the daemon has not read, although it knows of them or had them before.
  ///
  /// - Parameter node: the answer to `getblockchaininfo`.
  func blocksMissing(_ node: JSONValue) throws(WalletError) -> Int {
    let blocks = try node.integer("blocks")
    // While the daemon reads its blocks again, its header count grows with them. Therefore the highest block that it
    // had before counts too.
    let highest = highestBlock.withLock { highest in
      highest = max(highest, blocks)
      return highest
    }
    return max(try node.integer("headers"), highest) - blocks
  }

  /// Returns the newest block of a daemon that has all blocks, as far as it can know.
  ///
  /// In contrast to ``isBehind()``, a chain that became shorter does not count as incomplete. If a block was found
  /// invalid, its transactions really wait for a block again.
  ///
  /// - Parameter earlier: the newest block that was seen before. A daemon that no longer knows this block has lost it
  ///   and its transactions in a crash, unless its chain is longer by now.
  /// - Throws: ``WalletError/syncing`` if the daemon does not have all blocks.
  func reliableTip(since earlier: ChainTip?) async throws(WalletError) -> ChainTip {
    let node = try await rpc.result("getblockchaininfo", on: .node)
    let tip = try ChainTip(node)
    if try node.bool("initialblockdownload") { throw .syncing }
    if try node.integer("headers") > tip.height, try await hasHigherChain(than: tip) { throw .syncing }
    if let earlier, earlier.hash != tip.hash, tip.height <= earlier.height, try await !isKnown(block: earlier.hash) {
      throw .syncing
    }
    if try await rpc.result("getwalletinfo")["scanning"]?.objectValue != nil { throw .syncing }
    if try await rpc.result("getmempoolinfo", on: .node)["loaded"]?.boolValue == false { throw .syncing }
    return tip
  }

  /// Returns whether there is a higher chain that the daemon may still switch to.
  private func hasHigherChain(than tip: ChainTip) async throws(WalletError) -> Bool {
    // A branch whose height or state cannot be read may be one that the daemon still switches to.
    try await rpc.result("getchaintips", on: .node).elements().contains { branch in
      (branch["height"]?.integerValue(as: Int.self) ?? .max) > tip.height && branch["status"]?.stringValue != "invalid"
    }
  }

  private func isKnown(block: String) async throws(WalletError) -> Bool {
    switch try await rpc.call("getblockheader", [.string(block)], on: .node) {
    case .result: return true
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return false
    case .failure(let failure): throw failure.walletError
    }
  }
}

/// The newest block of a chain.
struct ChainTip: Sendable, Hashable {
  /// The number of blocks below it.
  let height: Int
  let hash: String

  /// Creates a tip from the answer to `getblockchaininfo`.
  init(_ node: JSONValue) throws(WalletError) {
    height = try node.integer("blocks")
    hash = try node.member("bestblockhash").hash()
  }

  /// Creates a tip from its form in a cursor; `nil` if the value has another form.
  init?(cursor value: JSONValue) {
    guard let height: Int = value[0]?.integerValue(), let hash = value[1]?.stringValue, JSONValue.isHash(hash) else {
      return nil
    }
    self.height = height
    self.hash = hash
  }

  /// The form in a cursor.
  var json: JSONValue { [.number(JSONNumber(height)), .string(hash)] }
}
