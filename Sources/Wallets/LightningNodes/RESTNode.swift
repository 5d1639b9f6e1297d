import BitcoinWallet
import HTTPClient
import JSON
package import LightningWallet
package import PaymentsModel
import Synchronization
package import WalletBackend
import WalletHTTP

/// What a node tells of itself.
package struct NodeInfo: Sendable {
  /// The public key, in hexadecimal.
  let identity: String
  /// The network in the node's own words.
  let network: String
  let version: String
  /// The newest block; `nil` if the node does not know any.
  let height: Int?
  /// Whether the node has not read all blocks.
  let isBehind: Bool
}

/// What CLN, LND and phoenixd have in common: they answer over HTTP, and are asked who they are before they are believed.
package protocol RESTNode: StandaloneNode {
  var configuration: NodeConfiguration { get }
  var client: NodeClient { get }
  /// Reads the lists of the node entry by entry.
  var entries: EntryReader { get }
  /// The words for the configured network, of which the node uses one.
  var networkNames: [String] { get }
  /// The oldest version whose interface is that which was read.
  var oldestVersion: [Int] { get }

  /// Asks the node for what it is, whatever that is.
  func info() async throws(WalletProblem) -> NodeInfo
}

extension RESTNode {
  /// That of the configuration.
  package var currency: Currency { configuration.currency }
  /// That of the configured chain.
  package var invoicePrefix: String { configuration.invoicePrefix }

  /// What the node tells of itself, if it is what it has to be.
  package func glance() async -> WalletGlance {
    do throws(WalletProblem) {
      let info = try await checkedInfo()
      let problem =
        info.isBehind ? WalletProblem.syncing(SyncProgress(height: info.height, endpoint: client.endpoint)) : nil
      let blocks = info.height.map { String($0) } ?? ""
      return WalletGlance(
        problem: problem, digest: WalletDigest(blocks: blocks, transactions: ""), height: info.height,
        remarks: entries.remarks)
    } catch {
      return WalletGlance(problem: error)
    }
  }

  /// The public key of the node.
  package func identity() async throws(WalletError) -> String {
    do { return try await checkedInfo().identity } catch { throw error.error }
  }

  /// Makes a call after it is certain that the node is of the expected kind.
  func call(
    _ method: HTTPMethod, _ path: String, _ body: [UInt8] = [], endsWithLine: Bool = false
  ) async throws(WalletError) -> NodeReply {
    do throws(WalletProblem) {
      if !client.isKnown.load(ordering: .acquiring) { _ = try await checkedInfo() }
      return try await client.ask(method, path, body, endsWithLine: endsWithLine)
    } catch {
      throw error.error
    }
  }

  private func checkedInfo() async throws(WalletProblem) -> NodeInfo {
    let info = try await info()
    guard networkNames.contains(info.network) else {
      throw .wrongNetwork(
        expected: configuration.chain.rawValue, found: WalletProblem.shown(info.network), client.endpoint)
    }
    try WalletProblem.requireVersion(info.version, from: oldestVersion, client.endpoint)
    guard info.identity.utf8.count == 66, JSONValue.isHexadecimal(info.identity) else {
      throw .notUnderstood(code: nil, client.endpoint)
    }
    client.isKnown.store(true, ordering: .releasing)
    return info
  }
}
