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
}
