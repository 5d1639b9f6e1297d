import JSON
import PaymentsModel
import Synchronization
import WalletBackend

extension BitcoinWallet {
  /// Whether the daemon does not know all blocks and transactions yet that it knew or will know: it is loading,
  /// downloading, reading its blocks again after a crash, or scanning for the wallet. What it says of coins then is not
  /// its last word.
  func isBehind() async throws(WalletError) -> Bool {
    let node = try await rpc.result("getblockchaininfo", on: .node)
    if try node.bool("initialblockdownload") { return true }
    if try blocksMissing(node) > 0 { return true }
    if try await rpc.result("getwalletinfo")["scanning"]?.objectValue != nil { return true }
    // The change of a payment that waits for a block can be spent only once the daemon has read its pool again.
    return try await rpc.result("getmempoolinfo", on: .node)["loaded"]?.boolValue == false
  }

  /// How many blocks the daemon has not read that it knows of or was seen to have, by the answer to
  /// `getblockchaininfo`.
  func blocksMissing(_ node: JSONValue) throws(WalletError) -> Int {
    let blocks = try node.integer("blocks")
    // While it reads its blocks again the headers come with them, so that only the memory of what it had helps.
    let highest = highestBlock.withLock { highest in
      highest = max(highest, blocks)
      return highest
    }
    return max(try node.integer("headers"), highest) - blocks
  }

  /// The newest block of a daemon that has all blocks, as far as it can know.
  ///
  /// Unlike ``isBehind()`` this does not take a chain that became shorter for one that is not read yet: where a block
  /// was found invalid, what was in it really waits again.
  ///
  /// - Parameter earlier: the newest block that was seen before. A daemon that does not know it any more lost it in a
  ///   crash, with all that was in it, unless it has a longer chain by now.
  /// - Throws: ``WalletError/syncing`` where it has not.
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

  /// Whether there is a higher chain that the daemon may yet go over to.
  private func hasHigherChain(than tip: ChainTip) async throws(WalletError) -> Bool {
    for branch in try await rpc.result("getchaintips", on: .node).elements()
    where try branch.integer("height") > tip.height {
      if try branch.string("status") != "invalid" { return true }
    }
    return false
  }

  private func isKnown(block: String) async throws(WalletError) -> Bool {
    switch try await rpc.call("getblockheader", [.string(block)], on: .node) {
    case .result: return true
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return false
    case .failure(let failure): throw failure.walletError
    }
  }
}
