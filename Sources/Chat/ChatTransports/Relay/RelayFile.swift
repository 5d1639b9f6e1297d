public import Cryptography
public import Files
import JSON
public import RPCRuntime

/// The discovery file that a relay publishes at each start for the chats of the same user. It is a JSON object of `v`
/// (1), `name`, `url`, `pid` and `secret` (32 bytes in base64url), in a file with mode 0600.
public struct RelayFile: Sendable {
  private struct Content: Codable {
    let v: Int
    let name: String
    let url: String
    let pid: Int32
    let secret: String
  }

  private static let version = 1
  static let maximumSize = 4096
  static let secretSize = 32

  /// The relay's name, which is also the file's name.
  public let name: String
  /// The address in the form `ws://127.0.0.1:PORT/v1`.
  public let url: String
  /// The process id of the relay when it wrote the file. It is only a hint, because the system reuses ids.
  public let processIdentifier: Int32
  /// 32 random bytes that are new at each start. A program that knows them has been able to read the file.
  public let secret: SecretBytes
}

extension RelayFile {
  init(parsing bytes: [UInt8]) throws(RelayFileError) {
    let content: Content
    let bytesOfSecret: [UInt8]
    do {
      content = try JSONValueDecoder().decode(from: JSONValue(parsing: bytes, limits: JSONLimits(depth: 4)))
      bytesOfSecret = try Base64URL.decode(content.secret)
    } catch {
      throw .malformed
    }
    guard content.v == Self.version, DiscoveryFile.isName(content.name), content.pid > 0,
      bytesOfSecret.count == Self.secretSize
    else { throw .malformed }
    self.init(
      name: content.name, url: content.url, processIdentifier: content.pid, secret: SecretBytes(bytesOfSecret))
  }

  var bytes: [UInt8] {
    Content(
      v: Self.version, name: name, url: url, pid: processIdentifier,
      secret: Base64URL.encode(secret.exposedBytes())
    ).json.encoded(style: .pretty)
  }

  /// Returns the names of all relays that have published themselves, sorted.
  public static func names(in directories: PayportDirectories) throws(RelayFileError) -> [String] {
    guard let folder = try folder(directories) else { return [] }
    do throws(PrivateFileError) {
      return try folder.names().filter { $0.utf8.reversed().starts(with: ".json".utf8.reversed()) }.map {
        String($0.unicodeScalars.dropLast(5))
      }
      .filter(DiscoveryFile.isName)
    } catch {
      throw .file(error)
    }
  }

  /// Returns the discovery file of the relay with a name.
  public static func find(_ name: String, in directories: PayportDirectories) throws(RelayFileError) -> RelayFile {
    guard DiscoveryFile.isName(name), let folder = try folder(directories) else { throw .notRunning(name: name) }
    let bytes: [UInt8]
    do throws(PrivateFileError) {
      bytes = try folder.read(name + ".json", limit: maximumSize)
    } catch {
      throw error == .missing ? .notRunning(name: name) : .file(error)
    }
    let file = try RelayFile(parsing: bytes)
    guard file.name == name else { throw .malformed }
    return file
  }

  /// Writes the file, and creates the folder if it does not exist.
  func publish(in directories: PayportDirectories) throws(PrivateFileError) {
    _ = try PrivateFolder(creating: directories.runtime)
    try PrivateFolder(creating: directories.relays).write(bytes, to: name + ".json", replacing: true)
  }

  /// Removes the file, unless another relay has replaced it.
  func withdraw(from directories: PayportDirectories) throws(PrivateFileError) {
    do throws(PrivateFileError) {
      let folder = try PrivateFolder(opening: directories.relays)
      guard try folder.read(name + ".json", limit: Self.maximumSize) == bytes else { return }
      try folder.remove(name + ".json")
    } catch {
      guard error == .missing else { throw error }
    }
  }

  private static func folder(_ directories: PayportDirectories) throws(RelayFileError) -> PrivateFolder? {
    do throws(PrivateFileError) {
      return try PrivateFolder(opening: directories.relays)
    } catch {
      guard error == .missing else { throw .file(error) }
      return nil
    }
  }
}

extension RelayFile: CustomStringConvertible {
  /// The name and the URL, without the secret.
  public var description: String { "relay \(name) at \(url)" }
}

/// Why the discovery file of a relay cannot be used.
public enum RelayFileError: Error, Sendable, Hashable {
  /// No relay with that name has published itself.
  case notRunning(name: String)
  /// The file or its folder could not be read, or other users may have written to it.
  case file(PrivateFileError)
  /// The content is not that of a relay's discovery file, or has another version.
  case malformed
}
