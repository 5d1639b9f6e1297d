package import PaymentsModel
package import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An output: an amount for an address.
package struct ExampleOutput: Sendable, Hashable, Codable {
  /// The address that receives the amount.
  package let address: String
  /// The amount in atomic units.
  package let amount: UInt128
}

/// A coin: an output that can be spent.
package struct ExampleCoin: Sendable, Hashable {
  /// The transaction id and the index of the output, such as `id:0`.
  package let id: String
  /// The amount in atomic units.
  package let amount: UInt128

  /// The identifier of the coin among the reservations.
  var name: CoinID { CoinID(rawValue: id) }
}

/// A transaction of the toy coin. It has no signatures; every transaction is believed.
package struct ExampleTransaction: Sendable, Hashable, Codable {
  /// The identifier of the transaction in the network.
  package let id: String
  /// The wallet that made it.
  package let sender: String
  /// The coins that it spends.
  package let inputs: [String]
  /// The outputs of the transaction, the change last.
  package let outputs: [ExampleOutput]

  /// Creates a transaction.
  package init(id: String, sender: String, inputs: [String], outputs: [ExampleOutput]) {
    self.id = id
    self.sender = sender
    self.inputs = inputs
    self.outputs = outputs
  }

  /// Creates a transaction from a signed transaction.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if the blob was not made by ``ExampleWallet``.
  package init(_ signedTransaction: SignedTransaction) throws(WalletError) {
    guard let transaction = try? JSONDecoder().decode(Self.self, from: Data(signedTransaction.blob)),
      transaction.id == signedTransaction.transactionID
    else { throw .protocolViolation(code: nil) }
    self = transaction
  }

  /// The transaction as JSON, for the blob of a signed transaction.
  package var blob: [UInt8] {
    // Encoding cannot fail here. If it did, the initialiser above would refuse the empty blob.
    (try? JSONEncoder().encode(self)).map { Array($0) } ?? []
  }
}

/// Addresses of the toy coin: `toy1`, ten hexadecimal digits, and two digits of checksum. On another network they begin
/// with `tst1`. A text in uppercase means the same address.
package enum ExampleAddress {
  /// Returns the address with this number.
  package static func make(_ number: UInt64, prefix: String = "toy1") -> String {
    let digits = String(number, radix: 16)
    let text = prefix + String(repeating: "0", count: max(10 - digits.count, 0)) + digits
    return text + checksum(text)
  }

  /// Tells whether a text is an address.
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
  /// The sum of the coins in atomic units.
  var total: UInt128 { reduce(0) { $0 + $1.amount } }
}
