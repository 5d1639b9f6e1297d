import JSON
import WalletBackend
import ZeroMQ

/// What a daemon publishes through ZeroMQ on this machine.
struct DaemonPublication: Sendable, Hashable {
  private static let aboutBlocks = ["hashblock", "sequence", "rawblock"]
  private static let aboutTransactions = ["hashtx", "sequence", "rawtx"]

  /// The topics to subscribe to: the shortest messages about blocks and about transactions, as far as there are any.
  let topics: Set<String>
  /// The endpoints at which they are published.
  let endpoints: Set<String>

  /// Reads the answer to `getzmqnotifications`. Endpoints that may be on another machine are left out.
  init(_ answer: JSONValue) {
    var published: [String: String] = [:]
    for entry in answer.arrayValue ?? [] {
      guard let type = entry["type"]?.stringValue, type.utf8.starts(with: "pub".utf8),
        let endpoint = entry["address"]?.stringValue, ZeroMQSubscription.isLocal(endpoint)
      else { continue }
      published[String(type.unicodeScalars.dropFirst(3))] = endpoint
    }
    topics = Set(
      [Self.aboutBlocks, Self.aboutTransactions].compactMap { kinds in kinds.first { published[$0] != nil } })
    endpoints = Set(topics.compactMap { published[$0] })
  }

  /// Whether blocks are published.
  var hasBlocks: Bool { !topics.isDisjoint(with: Self.aboutBlocks) }

  /// Whether transactions are published.
  var hasTransactions: Bool { !topics.isDisjoint(with: Self.aboutTransactions) }

  /// Subscribes; `nil` where nothing is published.
  func subscription(_ heard: @escaping @Sendable () -> Void) -> ZeroMQSubscription? {
    guard !topics.isEmpty else { return nil }
    // Without a subscription the daemon is asked, as where it publishes nothing.
    return try? ZeroMQSubscription(to: endpoints.sorted(), topics: topics.sorted(), heard: heard)
  }
}
