import JSON
import WalletBackend

/// A proof of a payment: a JSON object with version 1, the raw transaction, the index of the output that pays the
/// address, and a signature by `signmessage`. The signature is made with the key of the address (`payee`) or with the
/// key of one of the inputs (`payer`).
///
/// A class because of the compiler's fault with large values.
final class PaymentDocument: Sendable {
  enum Signer: Sendable, Hashable {
    case payee
    /// The payer signs with the key of this input, counted from 0.
    case payer(input: Int)
  }

  /// The transaction in hexadecimal, with or without witnesses.
  let transaction: String
  /// The output that pays the address, counted from 0.
  let output: Int
  /// The block of the transaction when the proof was made. A daemon without an index of all transactions needs it.
  let block: String?
  let signer: Signer
  /// The signature in Base64, as `signmessage` writes it.
  let signature: String

  init(transaction: String, output: Int, block: String?, signer: Signer, signature: String) {
    self.transaction = transaction
    self.output = output
    self.block = block
    self.signer = signer
    self.signature = signature
  }

  /// Parses the text of a proof.
  ///
  /// - Throws: ``WalletError/malformedProof``.
  init(_ text: String) throws(WalletError) {
    let value = try JSONValue.proofDocument(text, kind: "payment")
    guard let transaction = value["transaction"]?.stringValue, !transaction.isEmpty,
      JSONValue.isHexadecimal(transaction), let output: Int = value["output"]?.integerValue(), output >= 0,
      let signature = value["signature"]?.stringValue
    else { throw .malformedProof }
    switch value["signer"]?.stringValue {
    case "payee": signer = .payee
    case "payer":
      guard let input: Int = value["input"]?.integerValue(), input >= 0 else { throw .malformedProof }
      signer = .payer(input: input)
    default: throw .malformedProof
    }
    block = value["block"]?.stringValue
    if let block, !JSONValue.isHash(block) { throw .malformedProof }
    self.transaction = transaction
    self.output = output
    self.signature = signature
  }

  var text: String {
    var value: JSONObject = ["v": 1, "kind": "payment"]
    switch signer {
    case .payee: value["signer"] = "payee"
    case .payer(let input):
      value["signer"] = "payer"
      value["input"] = .integer(input)
    }
    value["signature"] = .string(signature)
    value["output"] = .integer(output)
    value["block"] = block.map(JSONValue.string)
    value["transaction"] = .string(transaction)
    return String(decoding: JSONValue.object(value).encoded(), as: UTF8.self)
  }
}

extension JSONValue {
  /// Parses a proof document of the Bitcoin family.
  ///
  /// - Throws: ``WalletError/malformedProof`` unless the text is an object of this kind with version 1.
  static func proofDocument(_ text: String, kind: String) throws(WalletError) -> JSONValue {
    guard let value = try? JSONValue(parsing: text, limits: JSONLimits(depth: 8, bytes: WalletProof.maximumLength)),
      value["v"]?.integerValue() == 1, value["kind"]?.stringValue == kind
    else { throw .malformedProof }
    return value
  }
}
