import JSON
import PaymentsModel
import WalletBackend

/// Exact reading of the values of wallet and daemon. An amount is a whole number of atomic units below 2^64 and never
/// becomes a Double.
extension JSONValue {
  /// Reads an amount.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if the value is no whole number of atomic units.
  func amount(_ name: String) throws(WalletError) -> Amount {
    Amount(atomicUnits: UInt128(try integer(name, as: UInt64.self)))
  }

  /// Returns a member, or throws if it is missing.
  func member(_ name: String) throws(WalletError) -> JSONValue {
    guard let value = self[name] else { throw .protocolViolation(code: nil) }
    return value
  }

  func string(_ name: String) throws(WalletError) -> String {
    guard let value = self[name]?.stringValue else { throw .protocolViolation(code: nil) }
    return value
  }

  func integer<Integer: FixedWidthInteger>(
    _ name: String, as type: Integer.Type = Int.self
  ) throws(WalletError) -> Integer {
    guard let value = self[name]?.integerValue(as: type) else { throw .protocolViolation(code: nil) }
    return value
  }

  func bool(_ name: String) throws(WalletError) -> Bool {
    guard let value = self[name]?.boolValue else { throw .protocolViolation(code: nil) }
    return value
  }

  /// Returns the elements of a list. An empty list may be missing.
  func list(_ name: String) throws(WalletError) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    guard let list = value.arrayValue else { throw .protocolViolation(code: nil) }
    return list
  }

  /// Reads 32 bytes, such as a transaction id or a key image, as 64 lowercase hexadecimal digits.
  func hash(_ name: String) throws(WalletError) -> String {
    let text = try string(name)
    guard Self.isHash(text) else { throw .protocolViolation(code: nil) }
    return text
  }

  /// Reads a hexadecimal text of at least one byte.
  func hexadecimal(_ name: String) throws(WalletError) -> String {
    let text = try string(name)
    guard !text.isEmpty, Self.isHexadecimal(text) else { throw .protocolViolation(code: nil) }
    return text
  }

  /// What tells an entry of a list of the wallet from others, whatever its confirmations.
  var entryName: String {
    guard let id = self["txid"]?.stringValue else { return self["key_image"]?.stringValue ?? text() }
    return [id, self["subaddr_index"]?.text() ?? "", self["amount"]?.text() ?? ""].joined(separator: " ")
  }

  static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && isHexadecimal(text)
  }

  private static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.count.isMultiple(of: 2)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
