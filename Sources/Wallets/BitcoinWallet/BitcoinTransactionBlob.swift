import JSON
import PaymentsModel
import WalletBackend

/// The content of a signed transaction's blob: a JSON object with version 1, the signed transaction in hexadecimal, its
/// inputs, and the script and amount of the recipient's output.
struct BitcoinTransactionBlob: Sendable, Hashable {
  let transactionID: String
  let hex: String
  let inputs: [Outpoint]
  /// The recipient's output; `nil` in blobs of earlier versions.
  let output: PaidOutput?

  func signedTransaction(fee: Amount) -> SignedTransaction {
    var blob: JSONObject = ["v": 1, "hex": .string(hex), "inputs": .array(inputs.map(\.json))]
    blob["pays"] = output?.json
    return SignedTransaction(transactionID: transactionID, fee: fee, blob: JSONValue.object(blob).encoded())
  }

  init(transactionID: String, hex: String, inputs: [Outpoint], output: PaidOutput? = nil) {
    self.transactionID = transactionID
    self.hex = hex
    self.inputs = inputs
    self.output = output
  }

  /// Reads the blob of a signed transaction.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  init(_ signedTransaction: SignedTransaction) throws(WalletError) {
    guard let value = try? JSONValue(parsing: signedTransaction.blob), value["v"]?.integerValue() == 1,
      JSONValue.isHash(signedTransaction.transactionID)
    else { throw .protocolViolation(code: nil) }
    transactionID = signedTransaction.transactionID
    hex = try value.string("hex")
    guard JSONValue.isHexadecimal(hex) else { throw .protocolViolation(code: nil) }
    var inputs: [Outpoint] = []
    for input in try value.member("inputs").elements() { inputs.append(try Outpoint(input)) }
    guard !inputs.isEmpty else { throw .protocolViolation(code: nil) }
    self.inputs = inputs
    output = value["pays"].flatMap { PaidOutput($0) }
  }
}
