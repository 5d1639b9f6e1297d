public import Cryptography
public import Files
import JSON

/// The file that a provider publishes at each start, for the consumers of its own user (specification, chapter on
/// discovery).
///
/// A JSON object of `v` (1), `url`, `pid`, `boot_nonce` (16 bytes), `provider_id` (an Ed25519 public key), `name`,
/// `versions`, `k_local` (32 bytes) and, if the provider is not just a wallet, `services`; bytes are base64url without
/// padding. A provider that is started when somebody connects has `on_demand`. Unknown members are ignored.
public struct DiscoveryFile: Sendable {
  /// The maximum size of a discovery file in bytes.
  public static let maximumSize = 16 << 10
  /// The version of this format.
  public static let version = 1
  /// The name of the service that wallets provide.
  public static let payments = "payments"

  /// `ws://HOST:PORT/v1` with a loopback host.
  public let url: String
  /// The process id of the provider when the file was written. It is only a hint, because ids are reused.
  public let processIdentifier: Int32
  /// 16 random bytes of this start. They make the files of two starts differ.
  public let bootNonce: [UInt8]
  /// The public key that the provider proves to hold in the handshake.
  public let providerID: Ed25519.VerifyingKey
  /// The provider's name, which is also the name of the file; see ``isName(_:)``.
  public let name: String
  /// The versions that the provider supports of the specification of its first service, such as `1` or `1-3`.
  public let versions: String
  /// The names of the specifications of the provider's services. If the file does not list any, this is ``payments``
  /// alone.
  public let services: [String]
  /// Whether the service manager of this user listens at the URL while the provider does not run, and starts it for the
  /// first connection. The file then stays when the provider ends.
  public let isOnDemand: Bool
  /// 32 random bytes of this start. A consumer uses them to prove that it could read the file.
  public let localKey: SecretBytes
  /// The exact bytes of the file. Their SHA-256 is part of the handshake's prologue on both sides.
  public let bytes: [UInt8]

  /// Makes a file to publish.
  ///
  /// - Parameters:
  ///   - bootNonce: 16 fresh random bytes.
  ///   - localKey: 32 fresh random bytes.
  ///   - services: 1 to 16 names of specifications.
  ///   - isOnDemand: whether connecting starts the provider.
  /// - Throws: ``DiscoveryFileError`` if a consumer would refuse the file.
  public init(
    url: String, processIdentifier: Int32, bootNonce: [UInt8], providerID: Ed25519.VerifyingKey, name: String,
    versions: String, localKey: SecretBytes, services: [String] = [DiscoveryFile.payments], isOnDemand: Bool = false
  ) throws(DiscoveryFileError) {
    var value: JSONObject = [
      "v": .integer(Self.version), "url": .string(url), "pid": .integer(processIdentifier),
      "boot_nonce": .string(Base64URL.encode(bootNonce)), "provider_id": .string(providerID.base64URL),
      "name": .string(name), "versions": .string(versions),
      "k_local": .string(Base64URL.encode(localKey.exposedBytes())),
    ]
    // The earliest consumers do not know this member and take every provider for a wallet.
    if services != [Self.payments] { value["services"] = .array(services.map(JSONValue.string)) }
    if isOnDemand { value["on_demand"] = true }
    try self.init(parsing: JSONValue.object(value).encoded(style: .pretty))
  }

  /// Reads the content of a file.
  ///
  /// - Throws: ``DiscoveryFileError``.
  public init(parsing bytes: [UInt8]) throws(DiscoveryFileError) {
    guard bytes.count <= Self.maximumSize else { throw .tooLarge }
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes, limits: JSONLimits(depth: 8, bytes: Self.maximumSize))
    } catch {
      throw .notJSON
    }
    guard case .object(let object) = value else { throw .notJSON }
    // The version is checked first, because in another version the other members may mean something else.
    guard let version = object["v"]?.integerValue(as: Int.self) else { throw .field("v") }
    guard version == Self.version else { throw .unknownVersion(version) }
    url = try Self.string("url", object)
    guard Self.authority(of: url) != nil else { throw .field("url") }
    guard let pid = object["pid"]?.integerValue(as: Int32.self), pid > 0 else { throw .field("pid") }
    processIdentifier = pid
    bootNonce = try Self.data("boot_nonce", count: 16, object)
    let key = try Self.data("provider_id", count: 32, object)
    do {
      providerID = try Ed25519.VerifyingKey(bytes: key)
    } catch {
      throw .field("provider_id")
    }
    name = try Self.string("name", object)
    guard Self.isName(name) else { throw .field("name") }
    versions = try Self.string("versions", object)
    guard Self.isVersionRange(versions) else { throw .field("versions") }
    localKey = SecretBytes(try Self.data("k_local", count: 32, object))
    services = try Self.services(object)
    isOnDemand = try Self.flag("on_demand", object)
    self.bytes = bytes
  }

  /// The name of the file in the folder of the providers: the provider's name followed by `.json`.
  public var fileName: String { name + ".json" }

  /// The authority (`HOST:PORT`) of the URL, which is part of the handshake's prologue.
  public var authority: String { Self.authority(of: url) ?? "" }

  /// Whether a text is a valid provider name: 1 to 64 characters of `A-Z a-z 0-9 . _ -`, of which the first is a letter
  /// or a digit.
  public static func isName(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...64).contains(bytes.count), let first = bytes.first, isAlphanumeric(first) else { return false }
    return bytes.allSatisfy { isAlphanumeric($0) || ".-_".utf8.contains($0) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isVersionRange(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let numbers = parts.compactMap { part in
      part.utf8.allSatisfy { (0x30...0x39).contains($0) } && part.utf8.count <= 4 ? Int(part) : nil
    }
    guard numbers.count == parts.count, (1...2).contains(parts.count), let low = numbers.first, let high = numbers.last
    else { return false }
    return low >= 1 && low <= high
  }

  /// The authority of `ws://HOST:PORT/v1`; nil if the host is not a loopback address or the port is invalid.
  static func authority(of url: String) -> String? {
    let scheme = "ws://"
    let path = "/v1"
    guard url.utf8.starts(with: scheme.utf8), url.utf8.reversed().starts(with: path.utf8.reversed()),
      url.utf8.count < 64
    else { return nil }
    let authority = Substring(url.utf8.dropFirst(scheme.utf8.count).dropLast(path.utf8.count))
    guard let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = authority[authority.utf8.index(after: colon)...]
    guard ["127.0.0.1", "[::1]", "localhost"].contains(authority[..<colon]), let port = UInt16(digits), port > 0,
      String(port) == digits
    else { return nil }
    return String(authority)
  }

  private static func services(_ object: JSONObject) throws(DiscoveryFileError) -> [String] {
    guard let value = object["services"] else { return [payments] }
    let names = (value.arrayValue ?? []).compactMap(\.stringValue)
    guard names.count == value.arrayValue?.count, (1...16).contains(names.count), names.allSatisfy(isName) else {
      throw .field("services")
    }
    return names
  }

  private static func flag(_ name: String, _ object: JSONObject) throws(DiscoveryFileError) -> Bool {
    guard let value = object[name] else { return false }
    guard let flag = value.boolValue else { throw .field(name) }
    return flag
  }

  private static func string(_ name: String, _ object: JSONObject) throws(DiscoveryFileError) -> String {
    guard let text = object[name]?.stringValue else { throw .field(name) }
    return text
  }

  private static func data(
    _ name: String, count: Int, _ object: JSONObject
  ) throws(DiscoveryFileError) -> [UInt8] {
    let text = try string(name, object)
    do throws(CryptographyError) {
      let data = try Base64URL.decode(text)
      guard data.count == count else { throw .invalidLength }
      return data
    } catch {
      throw .field(name)
    }
  }
}

extension DiscoveryFile: CustomStringConvertible {
  /// The name and the URL. The secret key is left out.
  public var description: String { "provider \(name) at \(url)" }
}

/// The reason why bytes are not a valid discovery file.
public enum DiscoveryFileError: Error, Sendable, Hashable {
  /// The file is larger than ``DiscoveryFile/maximumSize``.
  case tooLarge
  /// The bytes are not a JSON object.
  case notJSON
  /// The file has a format version that this build does not know.
  case unknownVersion(Int)
  /// The named member is missing or invalid.
  case field(String)
}

extension DiscoveryFile {
  /// Writes the file into the folder of the providers with mode 0600, and makes the folder if it is missing. A file of
  /// the same name, left by a run that did not end properly, is replaced.
  ///
  /// - Throws: ``PrivateFileError``; nothing has been published then.
  public func publish(in directories: PayportDirectories) throws(PrivateFileError) {
    // The parent folder holds the owner's socket. Both folders must be private to this user.
    _ = try PrivateFolder(creating: directories.runtime)
    try PrivateFolder(creating: directories.providers).write(bytes, to: fileName, replacing: true)
  }

  /// Returns the file that was published under a name; nil if there is none that a consumer would use.
  package static func published(_ name: String, in directories: PayportDirectories) -> DiscoveryFile? {
    guard let folder = try? PrivateFolder(opening: directories.providers),
      let bytes = try? folder.read(name + ".json", limit: maximumSize)
    else { return nil }
    return try? DiscoveryFile(parsing: bytes)
  }

  /// Removes the file, unless it has been replaced by the file of a later start.
  ///
  /// - Throws: ``PrivateFileError``.
  public func withdraw(from directories: PayportDirectories) throws(PrivateFileError) {
    let folder: PrivateFolder
    do {
      folder = try PrivateFolder(opening: directories.providers)
      guard try folder.read(fileName, limit: Self.maximumSize) == bytes else { return }
    } catch {
      if case .missing = error { return }
      throw error
    }
    try folder.remove(fileName)
  }
}
