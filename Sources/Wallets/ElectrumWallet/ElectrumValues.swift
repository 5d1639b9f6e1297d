import BitcoinWallet
import JSON
import PaymentsModel
import WalletBackend

/// Exact reading of Electrum's values. It writes amounts as texts such as `2.8996688`, `0.` and `1E-8`, or as numbers, and
/// none becomes a Double.
extension JSONValue {
  /// Reads an amount of a currency with 8 decimals, and whether it is below zero.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if the value is no whole number of atomic units.
  func decimal() throws(WalletError) -> (isNegative: Bool, amount: Amount) {
    guard let text = stringValue ?? numberValue?.text, text.utf8.count <= 40, let read = Self.units(text) else {
      throw .protocolViolation(code: nil)
    }
    return read
  }

  /// Reads an amount that is not below zero.
  func decimalAmount() throws(WalletError) -> Amount {
    let (isNegative, amount) = try decimal()
    guard !isNegative || amount == .zero else { throw .protocolViolation(code: nil) }
    return amount
  }

  /// Reads a number of atomic units.
  func units() throws(WalletError) -> Amount {
    guard let units = integerValue(as: UInt64.self) else { throw .protocolViolation(code: nil) }
    return Amount(atomicUnits: UInt128(units))
  }

  private static func units(_ text: String) -> (Bool, Amount)? {
    var rest = Array(text.utf8)
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest.removeFirst() }
    var exponent = 8
    if let mark = rest.firstIndex(where: { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
      var digits = rest[(mark + 1)...]
      if digits.first == UInt8(ascii: "+") { digits.removeFirst() }
      guard let written = Int(String(decoding: digits, as: UTF8.self)), (-40...40).contains(written) else { return nil }
      exponent += written
      rest.removeSubrange(mark...)
    }
    if let point = rest.firstIndex(of: UInt8(ascii: ".")) {
      exponent -= rest.count - point - 1
      rest.remove(at: point)
    }
    guard !rest.isEmpty, rest.allSatisfy({ (0x30...0x39).contains($0) }),
      var units = UInt64(String(decoding: rest, as: UTF8.self))
    else { return nil }
    while exponent < 0 {
      guard units % 10 == 0 else { return nil }
      (units, exponent) = (units / 10, exponent + 1)
    }
    while exponent > 0 {
      let (product, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      (units, exponent) = (product, exponent - 1)
    }
    return (isNegative, Amount(atomicUnits: UInt128(units)))
  }
}

/// An output of a transaction that is not signed yet, as `deserialize` tells it.
struct DraftOutput: Sendable {
  /// `nil` where the script is none of an address.
  let address: String?
  let paid: PaidOutput

  init(_ value: JSONValue) throws(WalletError) {
    let script = try value.string("scriptpubkey")
    guard JSONValue.isHexadecimal(script) else { throw .protocolViolation(code: nil) }
    address = value["address"]?.stringValue
    paid = PaidOutput(script: script, amount: try value.member("value_sats").units())
  }
}

extension Outpoint {
  /// Creates a reference from an input or a coin as Electrum writes them.
  init(electrum value: JSONValue) throws(WalletError) {
    let index = try value.integer("prevout_n")
    guard index >= 0 else { throw .protocolViolation(code: nil) }
    self.init(transactionID: try value.member("prevout_hash").hash(), index: index)
  }
}
