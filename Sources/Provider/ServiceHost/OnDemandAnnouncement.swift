package import Cryptography
package import Files
import Platform
package import RPCRuntime

/// The discovery file of a provider that the service manager of its user starts when somebody connects.
///
/// The service manager listens while the provider does not run. The file is written when it begins to listen, stays
/// while the provider starts and ends, and is removed when the service manager stops listening. A provider that is
/// started uses the file that it finds, since the app that started it has read that one; the handshake depends on every
/// byte of it.
package struct OnDemandAnnouncement: Sendable {
  private let key: Ed25519.VerifyingKey
  private let name: String
  private let services: [String]
  private let versions: String
  private let directories: PayportDirectories

  /// Makes the announcement of a provider.
  ///
  /// - Parameters:
  ///   - key: the provider's public key.
  ///   - services: the names of the specifications of its services.
  ///   - versions: the versions of the first specification: `1` or `1-3`.
  package init(
    _ key: Ed25519.VerifyingKey, name: String, services: [String], versions: String, directories: PayportDirectories
  ) {
    (self.key, self.name, self.services, self.versions) = (key, name, services, versions)
    self.directories = directories
  }

  /// Writes the file, with fresh random bytes. If a provider of the name runs, and its file says the same, the file
  /// stays as it is.
  ///
  /// - Parameter port: the TCP port on which the service manager listens, on 127.0.0.1.
  /// - Throws: ``LoopbackServerError`` if a provider of the name runs that announces something else.
  package func write(port: UInt16, random: any RandomSource = SystemRandom()) throws {
    let file = try Self.file(
      key, name: name, services: services, versions: versions, authority: "127.0.0.1:\(port)", isOnDemand: true,
      random: random)
    do {
      let claim = try Self.claim(name, in: directories)
      try withExtendedLifetime(claim) { try file.publish(in: directories) }
    } catch let error as LoopbackServerError {
      guard DiscoveryFile.published(name, in: directories)?.announces(file) == true else { throw error }
    }
  }

  /// Removes the file, if it announces this provider on demand.
  ///
  /// - Throws: `PrivateFileError`.
  package func remove() throws(PrivateFileError) {
    guard let file = DiscoveryFile.published(name, in: directories), file.isOnDemand, file.providerID == key else {
      return
    }
    try file.withdraw(from: directories)
  }

  /// Makes the file of a provider that listens at an address.
  static func file(
    _ key: Ed25519.VerifyingKey, name: String, services: [String], versions: String, authority: String,
    isOnDemand: Bool, random: any RandomSource
  ) throws -> DiscoveryFile {
    try DiscoveryFile(
      url: "ws://\(authority)/v1", processIdentifier: getpid(), bootNonce: random.bytes(count: 16), providerID: key,
      name: name, versions: versions, localKey: SecretBytes(count: 32, from: random), services: services,
      isOnDemand: isOnDemand)
  }

  /// Claims a name for this process. Without that, a second provider of the same name in the same folder would replace
  /// the discovery file of the first one, and remove it at its end. The kernel releases the claim however the process
  /// ends.
  static func claim(_ name: String, in directories: PayportDirectories) throws(LoopbackServerError) -> PrivateFolder {
    let (folder, isFree): (PrivateFolder, Bool)
    do throws(PrivateFileError) {
      _ = try PrivateFolder(creating: directories.runtime)
      folder = try PrivateFolder(creating: directories.runtime + "/names").subfolder(name, creating: true)
      isFree = try folder.claim()
    } catch {
      throw LoopbackServerError(reason: "the folder \(directories.runtime) cannot be used: \(error)")
    }
    guard isFree else {
      throw LoopbackServerError(
        reason:
          "another provider called \(name) runs with the folder \(directories.runtime): give one of the two another "
          + "name, or stop the other one")
    }
    return folder
  }
}

extension DiscoveryFile {
  /// Whether two files announce the same provider at the same place. What is random in them, and the process, may
  /// differ.
  func announces(_ other: DiscoveryFile) -> Bool {
    isOnDemand == other.isOnDemand && url == other.url && providerID == other.providerID && name == other.name
      && versions == other.versions && services == other.services
  }
}
