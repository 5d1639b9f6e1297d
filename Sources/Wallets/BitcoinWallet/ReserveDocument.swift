import JSON
import WalletBackend

/// A proof of reserves: a JSON object with version 1 and the outputs that are held, by address, with a signature by
/// `signmessage` of the key of each address.
struct ReserveDocument: Sendable {
  /// Outputs that one key can spend.
  struct Holding: Sendable {
    let address: String
    let signature: String
    let outputs: [Outpoint]
  }

  let holdings: [Holding]

  /// The most outputs in one proof: each is looked up by the verifier.
  static let mostOutputs = 200

  init(holdings: [Holding]) {
    self.holdings = holdings
  }

  /// - Throws: ``WalletError/malformedProof``, also where an output is named twice.
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
        // No transaction is large enough for more outputs, and the daemon would take it for a fault of ours.
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
