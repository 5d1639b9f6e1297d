import Cryptography
import DisplayText
import JSON

/// The content of a key file. The formats are in the specification, chapter on the owner's side.
enum KeyFileContent {
  /// The key, not sealed.
  case plain(Ed25519.SigningKey)
  /// The key, sealed with a passphrase.
  case sealed(SealedKey)
  /// The public key of a key that is stored in the keyring.
  case keyring(Ed25519.VerifyingKey)

  static let publicMember = "ed25519_public"
  private static let seedMember = "ed25519_seed"
  /// The name of the seed's member in files that apps wrote before there were other formats.
  private static let formerSeedMember = "seed"
  private static let seedTextCount = Base64URL.textCount(ofByteCount: Ed25519.keyByteCount)

  /// Parses a file. The seed is extracted from the text before the rest is parsed as JSON, because a parser would leave
  /// copies of it in memory.
  init(parsing bytes: UnsafeRawBufferPointer, path: String) throws(KeyStoreError) {
    func damaged(_ why: String) -> KeyStoreError { KeyStoreError(.damaged(why), path) }
    let place = Self.seedPlace(in: bytes)
    var rest = Array(bytes)
    defer { rest.withUnsafeMutableBytes { wipe($0) } }
    if let place { for index in place { rest[index] = UInt8(ascii: "A") } }
    guard let object = (try? JSONValue(parsing: rest))?.objectValue else {
      throw damaged(localized("it is no JSON object"))
    }
    let version = object["v"]?.integerValue(as: Int.self)
    guard let version, version >= 1 else { throw damaged(localized("it has no version")) }
    guard version <= 2 else { throw KeyStoreError(.unknownVersion, path) }
    var publicKey: Ed25519.VerifyingKey?
    if let text = object[Self.publicMember]?.stringValue {
      publicKey = try? Ed25519.VerifyingKey(base64URL: text)
      guard publicKey != nil else { throw damaged(localized("\(Self.publicMember) is no key")) }
    }
    if version == 1 {
      let blank = String(repeating: "A", count: Self.seedTextCount)
      guard let place, (object[Self.seedMember] ?? object[Self.formerSeedMember])?.stringValue == blank,
        let seed = try? Base64URL.decodeSecret(UnsafeRawBufferPointer(rebasing: bytes[place])),
        let key = try? Ed25519.SigningKey(seed: seed)
      else { throw damaged(localized("it holds no key")) }
      guard publicKey == nil || publicKey == key.verifyingKey else {
        throw damaged(localized("its two halves do not belong together"))
      }
      self = .plain(key)
      return
    }
    guard let publicKey else { throw damaged(localized("\(Self.publicMember) is missing")) }
    if let sealed = object["sealed"]?.objectValue {
      guard let key = SealedKey(sealed, publicKey: publicKey) else {
        throw damaged(localized("the sealed key is not whole"))
      }
      self = .sealed(key)
    } else if object["keyring"]?.stringValue == KeyKeeping.libsecret.rawValue {
      self = .keyring(publicKey)
    } else {
      throw damaged(localized("it says neither what seals the key nor where it is"))
    }
  }

  /// Encodes the content as the bytes of a file.
  func encoded() throws(CryptographyError) -> SecretBytes {
    switch self {
    case .plain(let key): return try Self.encoded(key)
    case .sealed(let key):
      return SecretBytes(
        Self.text(["v": 2, Self.publicMember: .string(key.publicKey.base64URL), "sealed": .object(try key.object())]))
    case .keyring(let key):
      return SecretBytes(
        Self.text([
          "v": 2, Self.publicMember: .string(key.base64URL), "keyring": .string(KeyKeeping.libsecret.rawValue),
        ]))
    }
  }

  private static func text(_ object: JSONObject) -> [UInt8] {
    JSONValue.object(object).encoded(style: .pretty) + [UInt8(ascii: "\n")]
  }

  private static func encoded(_ key: Ed25519.SigningKey) throws(CryptographyError) -> SecretBytes {
    let head = Array("{\n  \"v\": 1,\n  \"\(seedMember)\": \"".utf8)
    let tail = Array("\",\n  \"\(publicMember)\": \"\(key.verifyingKey.base64URL)\"\n}\n".utf8)
    return try SecretBytes(count: head.count + seedTextCount + tail.count) { (buffer) throws(CryptographyError) in
      let middle = head.count..<head.count + seedTextCount
      UnsafeMutableRawBufferPointer(rebasing: buffer[..<middle.lowerBound]).copyBytes(from: head)
      try Base64URL.encode(key.seed, into: UnsafeMutableRawBufferPointer(rebasing: buffer[middle]))
      UnsafeMutableRawBufferPointer(rebasing: buffer[middle.upperBound...]).copyBytes(from: tail)
    }
  }

  /// The position of the 43 characters of the seed.
  private static func seedPlace(in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
    for member in [seedMember, formerSeedMember] {
      let name = Array("\"\(member)\"".utf8)
      var start = 0
      while start + name.count < bytes.count {
        guard bytes[start..<start + name.count].elementsEqual(name) else {
          start += 1
          continue
        }
        var index = start + name.count
        func skipSpace() {
          while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        }
        skipSpace()
        if index < bytes.count, bytes[index] == UInt8(ascii: ":") {
          index += 1
          skipSpace()
          let place = index + 1..<index + 1 + seedTextCount
          if place.upperBound < bytes.count, bytes[index] == UInt8(ascii: "\""),
            bytes[place.upperBound] == UInt8(ascii: "\"")
          {
            return place
          }
        }
        start += name.count
      }
    }
    return nil
  }
}
