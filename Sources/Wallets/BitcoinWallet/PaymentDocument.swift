import JSON
import WalletBackend

/// A proof of a payment: a JSON object with version 1, the raw transaction, which of its outputs pays the address, and
/// a signature by `signmessage`, of the key of the address (`payee`) or of the key of one of the inputs (`payer`).
///
/// A class, since Swift 6.3 miscompiles asynchronous functions that take more words of values than fit into registers.
final class PaymentDocument: Sendable {
  enum Signer: Sendable, Hashable {
    case payee
    /// The input, counted from 0.
    case payer(input: Int)
  }

  /// In hexadecimal, with witnesses or without.
  let transaction: String
  /// The output that pays the address, counted from 0.
  let output: Int
  /// Where the transaction was when the proof was made: a daemon without an index of all transactions finds it by this.
  let block: String?
  let signer: Signer
  /// Base64, as `signmessage` writes it.
  let signature: String

  init(transaction: String, output: Int, block: String?, signer: Signer, signature: String) {
    self.transaction = transaction
    self.output = output
    self.block = block
    self.signer = signer
    self.signature = signature
  }

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
  /// The object that a proof of the Bitcoin family is.
  ///
  /// - Throws: ``WalletError/malformedProof`` for all but an object of this kind and version 1.
  static func proofDocument(_ text: String, kind: String) throws(WalletError) -> JSONValue {
    guard let value = try? JSONValue(parsing: text, limits: JSONLimits(depth: 8, bytes: WalletProof.maximumLength)),
      value["v"]?.integerValue() == 1, value["kind"]?.stringValue == kind
    else { throw .malformedProof }
    return value
  }
}
