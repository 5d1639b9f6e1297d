import JSON
import PaymentsModel
import WalletBackend

/// An output of a transaction, which one other transaction can spend.
struct MockCoin: Sendable, Hashable {
  /// The transaction id and the output, or `genesis` and a number for a coin that the wallet began with.
  let id: String
  let amount: UInt128

  /// The identifier of the coin among the reservations.
  var name: CoinID { CoinID(rawValue: id) }
}

/// A payment to one address.
struct MockTransaction: Sendable, Hashable {
  let id: String
  /// The wallet that pays, or `nil` if the payment comes from outside the mock network.
  let sender: String?
  let address: String
  let amount: UInt128
  let fee: UInt128
  let inputs: [MockCoin]

  /// Returns whether this transaction makes the same payment as another one.
  func pays(like other: MockTransaction) -> Bool { address == other.address && amount == other.amount }

  /// The change that the sender gets; `nil` if there is none, or the sender is outside the mock network.
  var change: MockCoin? {
    let rest = inputs.reduce(UInt128(0)) { $0 + $1.amount }
    guard sender != nil, rest > amount + fee else { return nil }
    return MockCoin(id: "\(id):1", amount: rest - amount - fee)
  }
}

/// The state of a transaction in the network.
enum MockPlace: Sendable, Hashable {
  case pool
  /// The transaction is in the block of this height.
  case block(Int)
  /// The network has forgotten the transaction. It may be sent again.
  case dropped
  /// Another transaction, in the block of this height, spent its inputs.
  case conflicted(Int)
  /// Another transaction spends its inputs and makes the same payment.
  case replaced
}

/// A transaction with its state in the network.
struct MockEntry: Sendable {
  let transaction: MockTransaction
  /// The number of the transaction on its chain, in the order of arrival.
  let number: Int
  var place: MockPlace
  /// The number of the event that gave the transaction its state.
  var changed: Int
}

/// The blob of a mock transaction: a JSON object with version 1 and all properties of the transaction.
enum MockTransactionBlob {
  static func blob(_ transaction: MockTransaction) -> [UInt8] {
    var writer = JSONWriter(capacity: 320)
    writer.beginObject()
    writer.name("v")
    writer.integer(1)
    transaction.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Reads the blob of a signed transaction.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  static func transaction(_ signedTransaction: SignedTransaction) throws(WalletError) -> MockTransaction {
    guard let value = try? JSONValue(parsing: signedTransaction.blob), value["v"]?.integerValue() == 1,
      let transaction = MockTransaction(value), transaction.id == signedTransaction.transactionID
    else { throw .protocolViolation(code: nil) }
    return transaction
  }
}
