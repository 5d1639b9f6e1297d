import JSON
import PaymentsModel
import WalletBackend

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
