import Cryptography
import Files
public import KeyStorage
public import RPCRuntime

/// The Ed25519 key that apps pin. The file `identity.json` in the state folder contains the key or tells where it is
/// kept; it is created at the first start. The key proves which provider this is. Neither the owner's voice nor a link
/// between daemons hangs on it alone: see ``DaemonIdentity``.
public struct ProviderIdentity: Sendable {
  let key: Ed25519.SigningKey

  /// The public key in base64url.
  var id: String { key.verifyingKey.base64URL }

  /// The manager of a provider's key; its folder is made where it is missing.
  ///
  /// - Throws: ``ProviderStartError/identity(_:)`` if the folder cannot be used.
  public static func keys(
    in directories: PayportDirectories, passphrase: any PassphraseSource = NoPassphrase()
  ) throws(ProviderStartError) -> KeyManager {
    do throws(PrivateFileError) {
      return try KeyManager(
        in: PrivateFolder(creating: directories.state), label: "Payport key of the provider", passphrase: passphrase)
    } catch {
      throw .identity(KeyStoreError(file: error, directories.state + "/" + KeyManager.fileName))
    }
  }

  /// Reads the key. If there is none, a key is created and stored.
  ///
  /// - Parameters:
  ///   - keeping: How the key must be kept. With `nil` an existing key is used as it is, and a new one is written to
  ///     the file.
  ///   - passphrase: Called for the passphrase if the key is sealed.
  /// - Throws: ``ProviderStartError/identity(_:)`` if the key cannot be used. Nothing is replaced in that case.
  public init(
    in directories: PayportDirectories, keeping: KeyKeeping?, passphrase: any PassphraseSource = NoPassphrase()
  ) throws(ProviderStartError) {
    try UnfinishedRestore.check(directories)
    let keys = try Self.keys(in: directories, passphrase: passphrase)
    do throws(KeyStoreError) {
      key = try keys.open(keeping: keeping)
    } catch {
      throw .identity(error)
    }
  }

  /// Checks that the state folder still has this key, since the ledger in it belongs to the key that is stored beside it.
  ///
  /// - Throws: ``ProviderStartError``.
  func checkIsStored(in directories: PayportDirectories) throws(ProviderStartError) {
    let state: KeyManager.State
    let keys = try Self.keys(in: directories)
    do throws(KeyStoreError) {
      state = try keys.state()
    } catch {
      throw .identity(error)
    }
    guard state.publicKey == key.verifyingKey else {
      throw .ledger("the key in \(directories.state) was replaced while payd started; start it again")
    }
  }
}
