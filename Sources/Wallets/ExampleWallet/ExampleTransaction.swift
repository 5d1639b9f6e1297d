package import PaymentsModel
package import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An amount for an address.
package struct ExampleOutput: Sendable, Hashable, Codable {
  /// Who gets it.
  package let address: String
  /// Atomic units.
  package let amount: UInt128
}

/// An output that can be spent, by its transaction and place there.
package struct ExampleCoin: Sendable, Hashable {
  /// Transaction id and output, such as `id:0`.
  package let id: String
  /// Atomic units.
  package let amount: UInt128

  /// Its name among the reservations.
  var name: CoinID { CoinID(rawValue: id) }
}

/// A transaction of the toy coin; what a signature would prove is simply believed.
package struct ExampleTransaction: Sendable, Hashable, Codable {
  /// Under which the network knows it.
  package let id: String
  /// The wallet that made it.
  package let sender: String
  /// The coins that it spends.
  package let inputs: [String]
  /// What it pays, the change last.
  package let outputs: [ExampleOutput]

  /// A transaction.
  package init(id: String, sender: String, inputs: [String], outputs: [ExampleOutput]) {
    self.id = id
    self.sender = sender
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The transaction that a signed transaction holds.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob that no ``ExampleWallet`` made.
  package init(_ signedTransaction: SignedTransaction) throws(WalletError) {
    guard let transaction = try? JSONDecoder().decode(Self.self, from: Data(signedTransaction.blob)),
      transaction.id == signedTransaction.transactionID
    else { throw .protocolViolation(code: nil) }
    self = transaction
  }

  /// JSON, for a signed transaction.
  package var blob: [UInt8] {
    // Nothing here can fail to be written; were it so, the blob would be refused by the initialiser above.
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }
}

/// Addresses of the toy coin: `toy1`, ten hexadecimal digits, and two more as their checksum; `tst1` on another
/// network. All-uppercase text means the same.
package enum ExampleAddress {
  /// The address with this number.
  package static func make(_ number: UInt64, prefix: String = "toy1") -> String {
    let digits = String(number, radix: 16)
    let text = prefix + String(repeating: "0", count: max(10 - digits.count, 0)) + digits
    return text + checksum(text)
  }

  /// What a text is, seen as an address.
  package static func check(_ text: String) -> AddressCheck {
    let lower = text.lowercased()
    guard text == lower || text == text.uppercased(), lower.utf8.count == 16,
      checksum(String(lower.dropLast(2))) == String(lower.suffix(2))
    else { return .malformed }
    switch lower.prefix(4) {
    case "toy1": return .valid(lower)
    case "tst1": return .wrongNetwork
    default: return .malformed
    }
  }

  private static func checksum(_ text: String) -> String {
    let sum = text.utf8.reduce(UInt32(7)) { ($0 &* 31 &+ UInt32($1)) & 0xFFFF }
    return String(sum & 0xFF | 0x100, radix: 16).dropFirst() + ""
  }
}

extension Sequence<ExampleCoin> {
  /// What they are worth together, in atomic units.
  var total: UInt128 { reduce(0) { $0 + $1.amount } }
}
