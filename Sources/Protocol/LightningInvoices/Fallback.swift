import Cryptography

extension LightningInvoice {
  /// An address on the chain of the same payee, as far as it can be read.
  package struct Fallback: Sendable, Hashable {
    /// The version of a witness program, 0 to 16; 17 for the hash of a public key, 18 for the hash of a script.
    package let version: Int
    /// The program or the hash in hexadecimal.
    package let program: String

    /// Reads a field; nil if its version is not known, or has no programs of this length.
    init?(_ field: ArraySlice<UInt8>) {
      guard let version = field.first else { return nil }
      let program = field.dropFirst().wholeBytes
      let isPossible =
        switch version {
        case 0: [20, 32].contains(program.count)
        case 1...16: (2...40).contains(program.count)
        case 17, 18: program.count == 20
        default: false
        }
      guard isPossible else { return nil }
      self.version = Int(version)
      self.program = program.hexadecimal
    }
  }
}
