import Cryptography
import Foundation
import Testing

/// Test vectors from Debian packages. A test whose file is absent is skipped, and its message names the required
/// package.
enum VectorFile {
  static let folder = "/usr/lib/python3/dist-packages/cryptography_vectors/"
  static let ed25519 = folder + "asymmetric/Ed25519/sign.input"
  static let x25519 = folder + "asymmetric/X25519/rfc7748.txt"
  static let hkdf = folder + "KDF/rfc-5869-HKDF-SHA256.txt"
  static let longHKDF = folder + "KDF/hkdf-generated.txt"
  static let scrypt = folder + "KDF/scrypt.txt"
  static let chaChaOpenSSL = folder + "ciphers/ChaCha20Poly1305/openssl.txt"
  static let chaChaBoringSSL = folder + "ciphers/ChaCha20Poly1305/boringssl.txt"

  static func exists(_ paths: String...) -> Bool { paths.allSatisfy(FileManager.default.isReadableFile(atPath:)) }

  static func lines(_ path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Parses records of `NAME = value` lines. Each `COUNT` begins a new record. Names are converted to lower case.
  static func records(_ path: String) throws -> [[String: String]] {
    var records: [[String: String]] = []
    for line in try lines(path) where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard let name = parts.first?.lowercased() else { continue }
      if name == "count" { records.append([:]) }
      guard !records.isEmpty else { continue }
      records[records.count - 1][name] = parts.count == 2 ? parts[1] : ""
    }
    return records
  }
}

/// Returns the bytes of hexadecimal text or of quoted text.
func bytes(_ text: String?) throws -> [UInt8] {
  guard let text else { return [] }
  if text.hasPrefix("\"") { return Array(text.dropFirst().dropLast().utf8) }
  return try #require([UInt8](hexadecimal: text))
}
