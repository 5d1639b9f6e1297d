import JSON
import PaymentsModel
import WalletBackend

/// Values of wallet and daemon, read exactly: an amount is a whole number of atomic units below 2^64 and never becomes
/// a Double.
extension JSONValue {
  /// - Throws: ``WalletError/protocolViolation(code:)`` for anything but a whole number of atomic units.
  func amount(_ name: String) throws(WalletError) -> Amount {
    Amount(atomicUnits: UInt128(try integer(name, as: UInt64.self)))
  }

  /// A member that has to be there.
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

  /// The elements of a list, which is left out where it is empty.
  func list(_ name: String) throws(WalletError) -> [JSONValue] {
    guard let value = self[name] else { return [] }
    guard let list = value.arrayValue else { throw .protocolViolation(code: nil) }
    return list
  }

  /// 32 bytes, such as a transaction id or a key image, as 64 lowercase hexadecimal digits.
  func hash(_ name: String) throws(WalletError) -> String {
    let text = try string(name)
    guard Self.isHash(text) else { throw .protocolViolation(code: nil) }
    return text
  }

  /// Bytes in hexadecimal, at least one.
  func hexadecimal(_ name: String) throws(WalletError) -> String {
    let text = try string(name)
    guard !text.isEmpty, Self.isHexadecimal(text) else { throw .protocolViolation(code: nil) }
    return text
  }

  static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64 && isHexadecimal(text)
  }

  private static func isHexadecimal(_ text: String) -> Bool {
    text.utf8.count.isMultiple(of: 2)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}

extension Amount {
  /// The sum, which no honest wallet lets overflow.
  func plus(_ other: Amount) throws(WalletError) -> Amount {
    do {
      return try adding(other)
    } catch {
      throw .protocolViolation(code: nil)
    }
  }
}
