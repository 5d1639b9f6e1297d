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

/// What one recipient gets.
struct MockOutput: Sendable, Hashable {
  let address: String
  let amount: UInt128
}

/// A transaction that makes one or more payments.
struct MockTransaction: Sendable, Hashable {
  let id: String
  /// The wallet that pays, or `nil` if the payment comes from outside the mock network.
  let sender: String?
  /// The payments, at least one.
  let outputs: [MockOutput]
  let fee: UInt128
  let inputs: [MockCoin]

  /// The sum of the payments.
  var amount: UInt128 { outputs.reduce(0) { $0 + $1.amount } }

  /// The coins that the recipients get, in the order of the outputs.
  var coins: [MockCoin] {
    outputs.enumerated().map { MockCoin(id: "\(id):\($0.offset)", amount: $0.element.amount) }
  }

  /// The change that the sender gets; `nil` if there is none, or the sender is outside the mock network.
  var change: MockCoin? {
    let rest = inputs.reduce(UInt128(0)) { $0 + $1.amount }
    guard sender != nil, rest > amount + fee else { return nil }
    return MockCoin(id: "\(id):\(outputs.count)", amount: rest - amount - fee)
  }

  /// The places of the payments, in the order of the outputs.
  var places: [PayoutPlace] {
    PayoutPlace.all(of: outputs.map { PaymentIntent(address: $0.address, amount: Amount(atomicUnits: $0.amount)) })
  }
}

/// One of the payments that a transaction makes.
struct MockPayment: Sendable, Hashable {
  let transaction: MockTransaction
  /// The place of the payment. Its index is that of the output.
  let place: PayoutPlace

  /// The output that makes the payment.
  var output: MockOutput { transaction.outputs[place.index] }
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

/// The blob of a mock transaction: a JSON object with version 1, all properties of the transaction and, if it makes
/// several payments, the number of the one that the blob is for.
enum MockTransactionBlob {
  static func blob(_ transaction: MockTransaction, output: Int = 0) -> [UInt8] {
    var writer = JSONWriter(capacity: 320)
    writer.beginObject()
    writer.name("v")
    writer.integer(1)
    if transaction.outputs.count > 1 {
      writer.name("output")
      writer.integer(output)
    }
    transaction.write(to: &writer)
    writer.endObject()
    return writer.bytes
  }

  /// Reads the blob of a signed transaction.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  static func payment(_ signedTransaction: SignedTransaction) throws(WalletError) -> MockPayment {
    guard let value = try? JSONValue(parsing: signedTransaction.blob), value["v"]?.integerValue() == 1,
      let transaction = MockTransaction(value), transaction.id == signedTransaction.transactionID,
      let place = PayoutPlace(index: value["output"]?.integerValue() ?? 0, count: transaction.outputs.count)
    else { throw .protocolViolation(code: nil) }
    return MockPayment(transaction: transaction, place: place)
  }

  static func transaction(_ signedTransaction: SignedTransaction) throws(WalletError) -> MockTransaction {
    try payment(signedTransaction).transaction
  }
}
