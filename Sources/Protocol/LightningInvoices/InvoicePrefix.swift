/// What an invoice says before its data: the chain, and the amount if the payee has decided it.
struct InvoicePrefix {
  let chain: String
  let millisatoshis: UInt64?

  /// Reads what stands between `ln` and the data, in small letters.
  init(_ bytes: ArraySlice<UInt8>) throws(LightningInvoiceError) {
    let chain = bytes.prefix { (0x61...0x7A).contains($0) }
    guard !chain.isEmpty else { throw .malformed }
    self.chain = String(decoding: chain, as: UTF8.self)
    let amount = bytes[chain.endIndex...]
    millisatoshis = amount.isEmpty ? nil : try Self.millisatoshis(amount)
  }

  /// Reads an amount: a number without zeros before it, and perhaps the letter for a part of the currency's unit.
  private static func millisatoshis(_ text: ArraySlice<UInt8>) throws(LightningInvoiceError) -> UInt64 {
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard digits.first != UInt8(ascii: "0"), let number = UInt64(String(decoding: digits, as: UTF8.self)) else {
      throw .badAmount
    }
    let factor: UInt64
    switch String(decoding: text[digits.endIndex...], as: UTF8.self) {
    case "": factor = 100_000_000_000
    case "m": factor = 100_000_000
    case "u": factor = 100_000
    case "n": factor = 100
    case "p":
      guard number.isMultiple(of: 10) else { throw .badAmount }
      return number / 10
    default: throw .badAmount
    }
    let (product, overflow) = number.multipliedReportingOverflow(by: factor)
    guard !overflow else { throw .badAmount }
    return product
  }
}
