import JSON
import WalletBackend

/// A proof of reserves: a JSON object with version 1 and the outputs that are held, grouped by address. For each
/// address it has a signature by `signmessage` with the key of the address.
struct ReserveDocument: Sendable {
  /// The outputs of one address, which one key can spend.
  struct Holding: Sendable {
    let address: String
    let signature: String
    let outputs: [Outpoint]
  }

  let holdings: [Holding]

  /// The highest number of outputs in a proof. The verifier looks up each of them.
  static let mostOutputs = 200

  init(holdings: [Holding]) {
    self.holdings = holdings
  }

  /// Parses the text of a proof.
  ///
  /// - Throws: ``WalletError/malformedProof``, also if an output is named twice.
  init(_ text: String) throws(WalletError) {
    let value = try JSONValue.proofDocument(text, kind: "reserve")
    var seen: Set<Outpoint> = []
    var holdings: [Holding] = []
    for entry in value["holdings"]?.arrayValue ?? [] {
      guard let address = entry["address"]?.stringValue, let signature = entry["signature"]?.stringValue else {
        throw .malformedProof
      }
      var outputs: [Outpoint] = []
      for output in entry["outputs"]?.arrayValue ?? [] {
        // No transaction is large enough for more outputs, and the daemon would report a higher index as an error in
        // the call.
        guard let outpoint = try? Outpoint(output), outpoint.index < 1_000_000, seen.insert(outpoint).inserted else {
          throw .malformedProof
        }
        outputs.append(outpoint)
      }
      guard !outputs.isEmpty else { throw .malformedProof }
      holdings.append(Holding(address: address, signature: signature, outputs: outputs))
    }
    guard !holdings.isEmpty, seen.count <= Self.mostOutputs else { throw .malformedProof }
    self.holdings = holdings
  }

  var text: String {
    let holdings = holdings.map { holding -> JSONValue in
      [
        "address": .string(holding.address), "signature": .string(holding.signature),
        "outputs": .array(holding.outputs.map(\.json)),
      ]
    }
    let value: JSONValue = ["v": 1, "kind": "reserve", "holdings": .array(holdings)]
    return String(decoding: value.encoded(), as: UTF8.self)
  }
}
