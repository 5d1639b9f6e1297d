import Cryptography
import Files
import RPCRuntime
import Transport

/// Reads a relay's discovery file and the key for this person's name from the disk. The actor runs on a queue of its
/// own, because reading blocks.
actor RelayKeys {
  private let queue = QueueLoop(label: "payport.relay-keys")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let directories: PayportDirectories
  private let folder: String

  /// - Parameter folder: the folder of the keys, each of which is stored as `RELAY/PERSON.key`.
  init(directories: PayportDirectories, folder: String) {
    self.directories = directories
    self.folder = folder
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Returns the discovery file of a running relay.
  func file(of relay: String) throws(RelayFileError) -> RelayFile { try RelayFile.find(relay, in: directories) }

  /// Returns the key of a person at a relay, and creates it if there is none.
  func key(of person: String, at relay: String) throws(RelayChatError) -> Ed25519.SigningKey {
    do throws(PrivateFileError) {
      let folder = try PrivateFolder(creating: folder + "/" + relay)
      let name = person + ".key"
      do throws(PrivateFileError) {
        return try read(name, folder)
      } catch {
        guard error == .missing else { throw error }
      }
      let seed = SecretBytes(try Self.seed())
      do throws(PrivateFileError) {
        try seed.withUnsafeBytes { (bytes) throws(PrivateFileError) in
          try folder.write(bytes, to: name, replacing: false)
        }
      } catch {
        // Another device of this person has created its key at the same moment, and that key is used.
        guard error == .exists else { throw error }
      }
      return try read(name, folder)
    } catch {
      throw .key(error)
    }
  }

  private func read(_ name: String, _ folder: PrivateFolder) throws(PrivateFileError) -> Ed25519.SigningKey {
    let seed = SecretBytes(try folder.read(name, limit: Ed25519.keyByteCount))
    do throws(CryptographyError) {
      return try Ed25519.SigningKey(seed: seed)
    } catch {
      throw .unsafeFile(.wrongKind)
    }
  }

  private static func seed() throws(PrivateFileError) -> [UInt8] {
    do throws(CryptographyError) {
      return try SystemRandom().bytes(count: Ed25519.keyByteCount)
    } catch {
      throw .system(call: "getrandom", code: 0)
    }
  }
}
