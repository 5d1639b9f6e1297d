import Cryptography
import Files
import Forwarding
import KeyStorage
package import RPCRuntime

/// The key of this daemon alone, by which the others of its ledger know it. The file `daemon.json` in the state folder has
/// its secret half, which no backup contains; the other half is the provider's key.
package struct DaemonIdentity: Sendable {
  static let fileName = "daemon.json"

  let key: DaemonKey

  /// Reads the key, and makes one at the first time.
  ///
  /// - Throws: ``ProviderStartError/identity(_:)``.
  package init(
    of provider: ProviderIdentity, in directories: PayportDirectories
  ) throws(ProviderStartError) {
    do {
      let store = FileKeyStore(in: try PrivateFolder(creating: directories.state), name: Self.fileName)
      key = try DaemonKey(own: try Self.key(in: store), provider: provider.key)
    } catch let error as KeyStoreError {
      throw .identity(error)
    } catch let error as PrivateFileError {
      throw .identity(KeyStoreError(file: error, directories.state + "/" + Self.fileName))
    } catch {
      throw .internalError("the key of this daemon cannot be made")
    }
  }

  /// The public key in base64url, which the owner admits at the daemon that writes.
  package var publicKey: String { key.publicKey }

  private static func key(in store: FileKeyStore) throws -> Ed25519.SigningKey {
    if let key = try store.load() { return key }
    let key = try Ed25519.SigningKey(from: SystemRandom())
    do throws(KeyStoreError) {
      try store.create(key)
      return key
    } catch {
      // Another process was first.
      guard case .exists = error.problem, let key = try store.load() else { throw error }
      return key
    }
  }
}
