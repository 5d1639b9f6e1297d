import Cryptography
import Foundation
import JSON
import Testing

/// Our own vectors, made by protocol/vectors/generate.py with other implementations.
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

/// One handshake of connect_app.json.
struct Case {
  let value: JSONValue

  func text(_ name: String) throws -> String { try #require(value[name]?.stringValue, "no text \(name)") }
  func bytes(_ name: String) throws -> [UInt8] { try hexBytes(text(name)) }
  func secret(_ name: String) throws -> SecretBytes { try SecretBytes(bytes(name)) }
  func utf8(_ name: String) throws -> [UInt8] { try Array(text(name).utf8) }
}

func hexBytes(_ text: String) throws -> [UInt8] {
  struct NotHexadecimal: Error {}
  guard text.utf8.count.isMultiple(of: 2) else { throw NotHexadecimal() }
  var bytes: [UInt8] = []
  var rest = text[...]
  while !rest.isEmpty {
    guard let byte = UInt8(rest.prefix(2), radix: 16) else { throw NotHexadecimal() }
    bytes.append(byte)
    rest = rest.dropFirst(2)
  }
  return bytes
}

extension Sequence<UInt8> {
  var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
