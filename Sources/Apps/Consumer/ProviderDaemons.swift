import Cryptography
import Platform
import RPCRuntime

/// A file in the folder of the providers, or why it cannot be used.
struct FoundFile {
  let name: String
  let content: Result<DiscoveryFile, DiscoveryError>
}

/// What an app wants of a provider, and the keys that it knows.
struct ProviderKeys {
  /// The service that the provider has to offer.
  let offers: String
  /// The key that the app is connected to, or was before. It never moves to another one by itself.
  var met: Ed25519.VerifyingKey?
  /// The keys that the app has pinned, by the names of the discovery files.
  var pinned: [String: Ed25519.VerifyingKey] = [:]

  /// The identity that a file stands for: the key that is pinned under its name, or the one that it claims if the app
  /// has never met that name.
  func identity(of file: DiscoveryFile) -> Ed25519.VerifyingKey { pinned[file.name] ?? file.providerID }
}

/// The daemons of one provider. Several daemons that have one identity share one ledger; each publishes a discovery
/// file under a name of its own, and it is the same to an app which of them it talks to.
struct ProviderDaemons {
  /// The files that can be tried, in the order in which they should be.
  private(set) var files: [DiscoveryFile] = []
  /// Why files that would belong to the provider cannot be used.
  private(set) var refused: [DiscoveryError] = []

  /// Chooses the daemons of the only provider that runs and offers the service.
  ///
  /// - Throws: the error of any file that fails a check, because it may be that of the user's wallet.
  init(onlyOneOf found: [FoundFile], _ keys: ProviderKeys) throws(DiscoveryError) {
    var offering: [DiscoveryFile] = []
    for file in found {
      let file = try file.content.get()
      if file.services.contains(keys.offers) { offering.append(file) }
    }
    // A provider that has ended must not make the choice among the others impossible.
    let running = offering.count > 1 ? offering.filter(Self.counts) : offering
    guard let first = running.first else { throw .notRunning(name: nil) }
    let identity = keys.identity(of: first)
    guard running.allSatisfy({ keys.identity(of: $0) == identity }) else { throw .several(running.map(\.name)) }
    try takeOffering(offering, identity: identity, keys: keys, chosen: nil)
  }

  /// Chooses the daemons that have the identity of the one with this name. Files of other providers do not matter, and
  /// may be damaged.
  init(of name: String, among found: [FoundFile], _ keys: ProviderKeys) throws(DiscoveryError) {
    let own = found.first { $0.name == name }?.content
    var identity = keys.met ?? keys.pinned[name]
    if identity == nil, let own { identity = try own.get().providerID }
    guard let identity else { throw .notRunning(name: name) }
    if case .failure(let error) = own { refused.append(error) }
    if case .success(let file) = own, !file.services.contains(keys.offers) {
      refused.append(.otherService(name: name, offers: file.services))
    }
    let offering = found.compactMap { try? $0.content.get() }.filter { $0.services.contains(keys.offers) }
    try takeOffering(offering, identity: identity, keys: keys, chosen: name)
  }

  private mutating func takeOffering(
    _ offering: [DiscoveryFile], identity: Ed25519.VerifyingKey, keys: ProviderKeys, chosen: String?
  ) throws(DiscoveryError) {
    for file in offering where file.name == chosen || keys.identity(of: file) == identity {
      if file.providerID == identity, keys.identity(of: file) == identity {
        files.append(file)
      } else {
        refused.append(.wrongKey(name: file.name))
      }
    }
    guard !files.isEmpty else { throw refused.first ?? .notRunning(name: chosen) }
    // The chosen one comes first, and after it those that seem to run.
    files =
      files.filter { $0.name == chosen } + files.filter { $0.name != chosen && Self.counts($0) }
      + files.filter { $0.name != chosen && !Self.counts($0) }
  }

  // In another process namespace the number of a process would be meaningless, so a file is never refused for it.
  private static func counts(_ file: DiscoveryFile) -> Bool {
    file.isOnDemand || kill(file.processIdentifier, 0) == 0 || errno == EPERM
  }
}
