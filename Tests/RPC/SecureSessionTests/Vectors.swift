import Cryptography
import Foundation
import JSON
import Testing

/// Our own test vectors, which protocol/vectors/generate.py made with other implementations.
enum Vectors {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../protocol/vectors")

  static func read(_ name: String) throws -> JSONValue {
    try JSONValue(parsing: Array(Data(contentsOf: folder.appending(path: name).standardizedFileURL)))
  }

  static func cases() throws -> [Case] {
    try #require(read("connect_app.json")["cases"]?.arrayValue).map(Case.init)
  }

  static func pairing() throws -> Case { try #require(cases().first) }
}

/// One handshake in connect_app.json.
struct Case {
  let value: JSONValue

  func text(_ name: String) throws -> String { try #require(value[name]?.stringValue, "no text \(name)") }
  func bytes(_ name: String) throws -> [UInt8] { try Self.bytes(.string(text(name))) }
  func secret(_ name: String) throws -> SecretBytes { try SecretBytes(bytes(name)) }
  func utf8(_ name: String) throws -> [UInt8] { try Array(text(name).utf8) }

  static func bytes(_ value: JSONValue) throws -> [UInt8] {
    try #require([UInt8](hexadecimal: value.stringValue ?? ""), "\(value) is no hexadecimal")
  }
}
