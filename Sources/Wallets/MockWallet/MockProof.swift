import PaymentsModel
import WalletBackend

/// The text of a mock proof: the kind, for reserves the amount in atomic units, and a digest over the proven facts,
/// joined by full stops. Everybody who knows the network's seed could make it, because nothing on the mock network is
/// worth forging.
struct MockProof: Sendable, Hashable {
  enum Kind: String, Sendable {
    case made = "MockOutProofV1"
    case received = "MockInProofV1"
    case address = "MockSigV1"
    case reserve = "MockReserveProofV1"
  }

  let kind: Kind
  let amount: Amount?
  let digest: String

  init(kind: Kind, amount: Amount? = nil, _ facts: [String], message: String, seed: UInt64) {
    self.kind = kind
    self.amount = amount
    let text = ([kind.rawValue, amount.map { "\($0.atomicUnits)" } ?? ""] + facts + [message]).joined(separator: "\n")
    digest = MockDigest.hexadecimal(text, seed: seed, count: 64)
  }

  /// Parses the text of a proof.
  ///
  /// - Throws: ``WalletError/malformedProof``.
  init(_ text: String, among kinds: [Kind]) throws(WalletError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let kind = kinds.first(where: { $0.rawValue == parts[0] }), let digest = parts.last,
      parts.count == (kind == .reserve ? 3 : 2), digest.utf8.count == 64,
      digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
    else { throw .malformedProof }
    self.kind = kind
    self.digest = digest
    guard kind == .reserve else {
      amount = nil
      return
    }
    guard let units = UInt128(parts[1]) else { throw .malformedProof }
    amount = Amount(atomicUnits: units)
  }

  var text: String {
    ([kind.rawValue, amount.map { "\($0.atomicUnits)" }, digest] as [String?]).compactMap(\.self).joined(separator: ".")
  }
}
