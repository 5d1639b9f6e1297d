import Cryptography
import Files
public import KeyStorage
public import RPCRuntime

/// The key that apps pin: an Ed25519 key that `identity.json` in the state folder holds or leads to, made at the first
/// start. It proves which provider this is; it cannot move money.
public struct ProviderIdentity: Sendable {
  let key: Ed25519.SigningKey

  /// The public key in base64url.
  var id: String { key.verifyingKey.base64URL }

  /// The manager of a provider's key; its folder is made where it is missing.
  ///
  /// - Throws: ``ProviderStartError/folder(path:why:)``.
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

  /// Reads the key, or makes and keeps one where there is none.
  ///
  /// - Parameters:
  ///   - keeping: how it must be kept; nil takes it as it is, and puts a new one into the file.
  ///   - passphrase: asked where the key is sealed.
  /// - Throws: ``ProviderStartError/identity(_:)`` where the key cannot be used; nothing is replaced then.
  public init(
    in directories: PayportDirectories, keeping: KeyKeeping?, passphrase: any PassphraseSource = NoPassphrase()
  ) throws(ProviderStartError) {
    let keys = try Self.keys(in: directories, passphrase: passphrase)
    do throws(KeyStoreError) {
      key = try keys.open(keeping: keeping)
    } catch {
      throw .identity(error)
    }
  }
}
