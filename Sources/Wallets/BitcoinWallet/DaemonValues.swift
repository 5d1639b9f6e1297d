package import JSON
import PaymentsModel
package import WalletBackend

/// Exact reading of the daemon's values. An amount is a JSON number with up to 8 decimals and never becomes a Double.
extension JSONValue {
  /// Reads an amount.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if the value is no whole number of atomic units.
  func amount(decimals: Int) throws(WalletError) -> Amount {
    guard let text = numberValue?.text, let decimal = try? DecimalAmount(text),
      let amount = try? Amount(decimal, decimals: decimals)
    else { throw .protocolViolation(code: nil) }
    return amount
  }

  /// Returns a member, or throws if it is missing.
  package func member(_ name: String) throws(WalletError) -> JSONValue {
    guard let value = self[name] else { throw .protocolViolation(code: nil) }
    return value
  }

  /// Returns a member that is a text, or throws.
  package func string(_ name: String) throws(WalletError) -> String {
    guard let value = self[name]?.stringValue else { throw .protocolViolation(code: nil) }
    return value
  }

  /// Returns a member that is a whole number, or throws.
  package func integer(_ name: String) throws(WalletError) -> Int {
    guard let value: Int = self[name]?.integerValue() else { throw .protocolViolation(code: nil) }
    return value
  }

  /// Returns a member that is a boolean, or throws.
  package func bool(_ name: String) throws(WalletError) -> Bool {
    guard let value = self[name]?.boolValue else { throw .protocolViolation(code: nil) }
    return value
  }

  /// Returns the elements of a list, or throws.
  package func elements() throws(WalletError) -> [JSONValue] {
    guard let value = arrayValue else { throw .protocolViolation(code: nil) }
    return value
  }

  /// Reads a transaction id or block hash: 64 lowercase hexadecimal digits.
  package func hash() throws(WalletError) -> String {
    guard let text = stringValue, Self.isHash(text) else { throw .protocolViolation(code: nil) }
    return text
  }

  /// Whether a text is a transaction id or block hash.
  package static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && isHexadecimal(text)
  }

  /// Whether a text has lowercase hexadecimal digits only.
  package static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
