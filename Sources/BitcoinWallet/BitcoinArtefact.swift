import JSON
import PaymentsModel
import WalletBackend

/// The blob of a payment: a JSON object with version 1, the signed transaction in hexadecimal, its inputs, and the script
/// and amount of the recipient's output.
struct BitcoinArtefact: Sendable, Hashable {
  let transactionID: String
  let hex: String
  let inputs: [Outpoint]
  /// What it pays the recipient; absent from blobs of earlier versions.
  let output: PaidOutput?

  func artefact(fee: Amount) -> PaymentArtefact {
    var blob: JSONObject = ["v": 1, "hex": .string(hex), "inputs": .array(inputs.map(\.json))]
    blob["pays"] = output?.json
    return PaymentArtefact(transactionID: transactionID, fee: fee, blob: JSONValue.object(blob).encoded())
  }

  init(transactionID: String, hex: String, inputs: [Outpoint], output: PaidOutput? = nil) {
    self.transactionID = transactionID
    self.hex = hex
    self.inputs = inputs
    self.output = output
  }

  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  init(_ artefact: PaymentArtefact) throws(WalletError) {
    guard let value = try? JSONValue(parsing: artefact.blob), value["v"]?.integerValue() == 1,
      JSONValue.isHash(artefact.transactionID)
    else { throw .protocolViolation(code: nil) }
    transactionID = artefact.transactionID
    hex = try value.string("hex")
    guard JSONValue.isHexadecimal(hex) else { throw .protocolViolation(code: nil) }
    var inputs: [Outpoint] = []
    for input in try value.member("inputs").elements() { inputs.append(try Outpoint(input)) }
    guard !inputs.isEmpty else { throw .protocolViolation(code: nil) }
    self.inputs = inputs
    output = value["pays"].flatMap { PaidOutput($0) }
  }
}
