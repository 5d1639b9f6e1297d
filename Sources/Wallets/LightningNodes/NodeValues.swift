import BitcoinWallet
import JSON
import LightningInvoices
import LightningWallet
import PaymentsModel
import WalletBackend

/// Exact reading of what nodes tell. Amounts are whole numbers, of thousandths of the smallest unit or of the unit itself;
/// one that is written with a fraction or an exponent is no amount.
extension JSONValue {
  /// A whole number that is written as one.
  func count(_ name: String) throws(WalletError) -> UInt64 {
    guard let value = self[name]?.integerValue(as: UInt64.self) else { throw .protocolViolation(code: nil) }
    return value
  }

  /// A whole number that is written as a text, as protobuf's JSON writes those of 64 bits.
  func quotedCount(_ name: String) throws(WalletError) -> UInt64 {
    guard let text = self[name]?.stringValue, !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let value = UInt64(text)
    else { throw .protocolViolation(code: nil) }
    return value
  }

  /// The elements of a member that is a list.
  func list(_ name: String) throws(WalletError) -> [JSONValue] { try member(name).elements() }

  /// Refuses what is told of another hash than the one that was asked for.
  func requireHash(_ hash: String, in name: String) throws(WalletError) {
    guard try member(name).hash() == hash else { throw .protocolViolation(code: nil) }
  }
}

extension UInt64 {
  /// Adds two numbers that a node told.
  func plus(_ other: UInt64) throws(WalletError) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    guard !overflow else { throw .protocolViolation(code: nil) }
    return sum
  }
}

extension ReceivingTerms {
  /// What the payer reads, in at most so many bytes and so many units of UTF-16, and without what controls a terminal.
  ///
  /// BOLT 11 has room for 639 bytes.
  func words(bytes: Int = 639, units: Int = 639) -> String {
    var result = String.UnicodeScalarView()
    var left = (bytes: bytes, units: units)
    for scalar in text.unicodeScalars {
      let shown = scalar.properties.generalCategory == .control ? " " : scalar
      left.bytes -= UTF8.width(shown)
      left.units -= UTF16.width(shown)
      guard left.bytes >= 0, left.units >= 0 else { break }
      result.append(shown)
    }
    return String(result)
  }

  /// The amount in whole units; `nil` if the payer decides.
  var units: UInt64? { amount.map { UInt64(clamping: $0.atomicUnits) } }

  /// The places of an invoice that a node has made, if it is the one that was asked for.
  func places(_ text: String, hash: String, prefix: String) throws(WalletError) -> ReceivingPlaces {
    let invoice = try invoice(text, prefix: prefix)
    guard invoice.paymentHash == hash else { throw .protocolViolation(code: nil) }
    return ReceivingPlaces(address: invoice.text, lightning: invoice.text, paymentHash: hash)
  }
}

extension Amount {
  /// What CLN pays at most where it is told no limit: five units, or a hundredth of the amount if that is more.
  static func usualFeeLimit(for amount: Amount) -> Amount { Amount(atomicUnits: max(5, amount.atomicUnits / 100)) }
}
