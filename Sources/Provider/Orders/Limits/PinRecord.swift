package import Cryptography
import JSON
package import Ledger
package import PaymentsModel

/// The owner's PIN as it is stored in the ledger: a scrypt hash, and the amounts up to which the PIN is not needed.
package struct PinRecord: Sendable, Equatable {
  /// The fewest digits or other characters of a PIN, as people count them.
  package static let fewest = 6
  /// The most bytes of a PIN in UTF-8.
  package static let mostBytes = 128
  private static let hashLength = 32
  /// The setting of the ledger that has the record.
  package static let setting = "pin"

  /// The cost parameters of the hash.
  package let cost: Scrypt
  package let salt: [UInt8]
  package let hash: [UInt8]
  /// Payments up to these amounts, fee included, need no PIN. Payments in a currency without an entry always need it.
  package let above: [String: DecimalAmount]

  /// Hashes a PIN. That takes some tenths of a second, and 128 MiB of memory during that time.
  package init(
    _ pin: SecretBytes, above: [String: DecimalAmount], cost: Scrypt = .keyFile, random: any RandomSource
  ) throws(CryptographyError) {
    let salt = try SecretBytes(count: 16, from: random).exposedBytes()
    let hash = try cost.derive(from: pin, salt: salt, count: Self.hashLength).exposedBytes()
    self.init(cost: cost, salt: salt, hash: hash, above: above)
  }

  private init(cost: Scrypt, salt: [UInt8], hash: [UInt8], above: [String: DecimalAmount]) {
    self.cost = cost
    self.salt = salt
    self.hash = hash
    self.above = above
  }

  /// Returns whether this is the PIN. The comparison takes constant time.
  package func matches(_ pin: SecretBytes) throws(CryptographyError) -> Bool {
    try cost.derive(from: pin, salt: salt, count: hash.count) == SecretBytes(hash)
  }

  /// Returns whether a payment of this total, or a permission for it, needs the PIN.
  package func isNeeded(for total: Amount, _ currency: String, decimals: Int) -> Bool {
    guard let limit = above[currency], let amount = try? Amount(limit, decimals: decimals) else { return true }
    return total > amount
  }

  /// Returns the largest total that may be paid without the PIN, as the ledger has it; `nil` if no PIN is set. A record
  /// or an amount that cannot be read lets nothing go.
  package static func mostWithoutPIN(_ currency: String, decimals: Int, _ reader: LedgerReader) throws -> Amount? {
    guard let stored = try reader.setting(setting) else { return nil }
    guard let limit = PinRecord(stored: stored)?.above[currency] else { return .zero }
    return (try? Amount(limit, decimals: decimals)) ?? .zero
  }

  /// The stored form.
  package var stored: String {
    var above = JSONObject()
    for (currency, amount) in self.above { above[currency] = .string(amount.text) }
    let value: JSONValue = [
      "v": 1, "n": .integer(Int(cost.cost)), "r": .integer(Int(cost.blockSize)),
      "p": .integer(Int(cost.parallelization)), "salt": .string(Base64URL.encode(salt)),
      "hash": .string(Base64URL.encode(hash)), "above": .object(above),
    ]
    return value.text()
  }

  /// Parses the stored form; `nil` if it is damaged.
  package init?(stored text: String) {
    guard let value = try? JSONValue(parsing: Array(text.utf8)), value["v"] == 1,
      let n = value["n"]?.integerValue(as: Int.self), let r = value["r"]?.integerValue(as: Int.self),
      let p = value["p"]?.integerValue(as: Int.self), n > 1, r > 0, p > 0,
      let salt = value["salt"]?.stringValue.flatMap({ try? Base64URL.decode($0) }),
      let hash = value["hash"]?.stringValue.flatMap({ try? Base64URL.decode($0) }), hash.count == Self.hashLength,
      let members = value["above"]?.objectValue
    else { return nil }
    var above: [String: DecimalAmount] = [:]
    for member in members {
      guard let amount = member.value.stringValue.flatMap({ try? DecimalAmount($0) }) else { return nil }
      above[member.name] = amount
    }
    self.init(
      cost: Scrypt(cost: UInt64(n), blockSize: UInt64(r), parallelization: UInt64(p)), salt: salt, hash: hash,
      above: above)
  }
}

extension PinRecord: CustomStringConvertible {
  /// A fixed text, which reveals nothing of the PIN.
  package var description: String { "PinRecord" }
}
