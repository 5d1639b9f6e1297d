import Cryptography
import Files
import KeyStorage
import PaymentsAPI
public import RPCRuntime
import ServiceHost

/// How apps find a provider that the service manager of its user starts when somebody connects.
public struct ProviderAnnouncement: Sendable {
  private let announcement: OnDemandAnnouncement
  private let configuration: ProviderConfiguration

  /// Makes the announcement, and the provider's key if there is none. A passphrase is not needed.
  ///
  /// - Throws: ``ProviderStartError`` if the key file cannot be used.
  public init(
    _ configuration: ProviderConfiguration, _ directories: PayportDirectories
  ) throws(ProviderStartError) {
    let keys = try ProviderIdentity.keys(in: directories)
    do throws(KeyStoreError) {
      var key = try keys.state().publicKey
      if key == nil { key = try keys.open(keeping: configuration.keys).verifyingKey }
      guard let key else { throw KeyStoreError(.none, keys.path) }
      announcement = OnDemandAnnouncement(
        key, name: configuration.name, services: [DiscoveryFile.payments],
        versions: "\(PaymentsMethods.specificationVersion)", directories: directories)
    } catch {
      throw .identity(error)
    }
    self.configuration = configuration
  }

  /// Writes the discovery file of a provider for which the service manager listens.
  ///
  /// - Parameter port: The TCP port, on 127.0.0.1.
  /// - Throws: ``ProviderStartError``.
  public func write(port: UInt16) throws(ProviderStartError) {
    guard [0, Int(port)].contains(configuration.listen.port) else {
      throw .listen("the configuration says port \(configuration.listen.port), and the service manager \(port)")
    }
    do {
      try announcement.write(port: port)
    } catch {
      throw .listen("\(error)")
    }
  }

  /// Removes that file.
  ///
  /// - Throws: ``ProviderStartError``.
  public func remove() throws(ProviderStartError) {
    do throws(PrivateFileError) {
      try announcement.remove()
    } catch {
      throw .listen("the discovery file cannot be removed: \(error)")
    }
  }
}
