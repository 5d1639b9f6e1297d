import Cryptography
import Documents
import Foundation
import JSON
import PaymentsAPI
import PaymentsModel
import Testing

/// protocol/vectors/documents.json, which was made by an independent implementation, and the parts of it that tests
/// use.
struct Vectors {
  let value: JSONValue
  let app: Ed25519.SigningKey
  let provider: Ed25519.SigningKey
  let key: DocumentKey

  init() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../protocol/vectors")
    let file = folder.appending(path: "documents.json").standardizedFileURL
    value = try JSONValue(parsing: Array(Data(contentsOf: file)))
    app = try .init(seed: SecretBytes(Self.bytes(value["app_private"])))
    provider = try .init(seed: SecretBytes(Self.bytes(value["provider_private"])))
    key = try #require(DocumentKey(SecretBytes(Self.bytes(value["document_key"]))))
  }

  func text(_ path: String...) throws -> String {
    try #require(path.reduce(value) { $0[$1] ?? .null }.stringValue)
  }

  func bytes(_ path: String...) throws -> [UInt8] {
    try Self.bytes(path.reduce(value) { $0[$1] ?? .null })
  }

  private static func bytes(_ value: JSONValue?) throws -> [UInt8] {
    try #require([UInt8](hexadecimal: value?.stringValue ?? ""))
  }
}

/// A source of given bytes instead of random ones.
struct GivenRandom: RandomSource {
  let bytes: [UInt8]

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
    guard buffer.count == bytes.count else { throw .randomnessUnavailable }
    buffer.copyBytes(from: bytes)
  }
}
