package import WalletContract

extension SignedInvoice {
  /// The text of the invoice that a node hands out in place of this one, signed by the same node.
  package func text(with mistake: LightningInvoiceMistake?) throws -> String {
    var other = self
    switch mistake {
    case nil: break
    case .otherAmount: other.amount = Self.amount(2_001_000)
    case .noAmount: other.amount = ""
    case .otherNetwork: other.prefix = prefix == "bc" ? "tb" : "bc"
    case .otherHash: other.fields[1] = Field("p", bytes: .init(repeating: 0x22, count: 32))
    case .nonsense: return "ln\(prefix)1x"
    }
    return try other.text()
  }

  /// The private key of a node that is none of a test's own.
  package static let foreignKey = [UInt8](repeating: 3, count: 32)
}
