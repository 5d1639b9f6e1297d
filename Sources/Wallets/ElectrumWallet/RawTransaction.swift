import BitcoinWallet
import Cryptography
import PaymentsModel
import WalletBackend

/// A transaction as the network has it. It is read here and not by Electrum, because Electrum tells the id of a transaction
/// only after it has sent or stored it, and because what is signed is checked by somebody else than who signed it.
struct RawTransaction: Sendable {
  let transactionID: String
  let inputs: [Outpoint]
  /// Whether each input has a signature, or another script or witness that unlocks it.
  let isSigned: Bool
  let outputs: [PaidOutput]

  /// Reads a transaction in hexadecimal (BIP 144).
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if it is no whole transaction.
  init(hex: String) throws(WalletError) {
    guard let bytes = Self.bytes(hex) else { throw .protocolViolation(code: nil) }
    var reader = Reader(bytes: bytes)
    let version = try reader.take(4)
    let hasWitness = bytes.count > 5 && bytes[4] == 0 && bytes[5] == 1
    if hasWitness { _ = try reader.take(2) }
    let start = reader.position
    var inputs: [Outpoint] = []
    var unlocked: [Bool] = []
    for _ in 0..<(try reader.count()) {
      let id = Self.text(try reader.take(32).reversed())
      let index = try reader.number(4)
      inputs.append(Outpoint(transactionID: id, index: Int(index)))
      unlocked.append(try !reader.take(reader.count()).isEmpty)
      _ = try reader.take(4)
    }
    var outputs: [PaidOutput] = []
    for _ in 0..<(try reader.count()) {
      let amount = Amount(atomicUnits: UInt128(try reader.number(8)))
      outputs.append(PaidOutput(script: Self.text(try reader.take(reader.count())), amount: amount))
    }
    let body = bytes[start..<reader.position]
    if hasWitness {
      for place in inputs.indices {
        let items = try reader.count()
        if items > 0 { unlocked[place] = true }
        for _ in 0..<items { _ = try reader.take(reader.count()) }
      }
    }
    let lockTime = try reader.take(4)
    guard reader.position == bytes.count, !inputs.isEmpty, !outputs.isEmpty else { throw .protocolViolation(code: nil) }
    transactionID = try Self.id(Array(version) + Array(body) + Array(lockTime))
    self.inputs = inputs
    self.outputs = outputs
    isSigned = unlocked.allSatisfy(\.self)
  }

  /// The sum of the outputs.
  func total() throws(WalletError) -> Amount {
    var total = Amount.zero
    for output in outputs { total = try total.plus(output.amount) }
    return total
  }

  private static func id(_ bytes: [UInt8]) throws(WalletError) -> String {
    do throws(CryptographyError) {
      return text(try SHA256.hash(SHA256.hash(bytes)).reversed())
    } catch {
      throw .unavailable
    }
  }

  private static func bytes(_ hex: String) -> [UInt8]? {
    let digits = Array(hex.utf8)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = value(digits[place]), let low = value(digits[place + 1]) else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case 0x30...0x39: digit - 0x30
    case 0x61...0x66: digit - 0x61 + 10
    default: nil
    }
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    mutating func take(_ count: Int) throws(WalletError) -> ArraySlice<UInt8> {
      guard count >= 0, count <= bytes.count - position else { throw .protocolViolation(code: nil) }
      defer { position += count }
      return bytes[position..<(position + count)]
    }

    /// Reads a number whose lowest byte comes first.
    mutating func number(_ count: Int) throws(WalletError) -> UInt64 {
      try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Reads a count, which is no larger than what is left.
    mutating func count() throws(WalletError) -> Int {
      let first = try number(1)
      let count = first < 0xFD ? first : try number(first == 0xFD ? 2 : first == 0xFE ? 4 : 8)
      guard count <= UInt64(bytes.count - position) else { throw .protocolViolation(code: nil) }
      return Int(count)
    }
  }
}
