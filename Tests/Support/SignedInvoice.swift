import Cryptography

/// An invoice of the Lightning network (BOLT 11) as a test wants it, written without the code that reads invoices.
package struct SignedInvoice: Sendable {
  /// A tagged field: the letter of its type in bech32, and its words of five bits.
  package struct Field: Sendable {
    /// The letter.
    package var letter: Unicode.Scalar
    /// The words, at most 1023.
    package var words: [UInt8]

    /// Makes a field of words.
    package init(_ letter: Unicode.Scalar, words: [UInt8]) {
      self.letter = letter
      self.words = words
    }

    /// Makes a field of bytes, with zeros after the last bit.
    package init(_ letter: Unicode.Scalar, bytes: [UInt8]) { self.init(letter, words: Bech32Writer.words(of: bytes)) }

    /// Makes a field of a number, without zeros before it.
    package init(_ letter: Unicode.Scalar, number: UInt64) {
      self.init(letter, words: Bech32Writer.words(of: number))
    }
  }

  /// The private key in the examples of BOLT 11, 32 bytes.
  package static let exampleKey: [UInt8] = [
    0xE1, 0x26, 0xF6, 0x8F, 0x7E, 0xAF, 0xCC, 0x8B, 0x74, 0xF5, 0x4D, 0x26, 0x9F, 0xE2, 0x06, 0xBE, 0x71, 0x50, 0x00,
    0xF9, 0x4D, 0xAC, 0x06, 0x7D, 0x1C, 0x04, 0xA8, 0xCA, 0x3B, 0x2D, 0xB7, 0x34,
  ]

  /// The private key of the node that is paid.
  package var key = Self.exampleKey
  /// The chain: `bc`, `tb`, `bcrt`, `rltc` and so on.
  package var prefix: String
  /// The amount after it as it is written, such as `2500u`; empty if the payer decides.
  package var amount: String
  /// When it was made, in seconds since 1970.
  package var createdAt: UInt64
  /// The fields in their order.
  package var fields: [Field]
  /// Whether the signature has the higher one of the two possible s.
  package var hasHighS = false

  /// Makes an invoice with the fields that each has, of which all others can be changed.
  ///
  /// - Parameter expiry: in seconds; without one it ends after an hour.
  package init(
    prefix: String = "bcrt", key: [UInt8] = Self.exampleKey, millisatoshis: UInt64? = nil, paymentHash: [UInt8],
    paymentSecret: [UInt8] = .init(repeating: 0x11, count: 32), description: String = "", expiry: UInt64? = nil,
    createdAt: UInt64 = 1_496_314_658
  ) {
    self.prefix = prefix
    self.key = key
    amount = millisatoshis.map(Self.amount) ?? ""
    self.createdAt = createdAt
    fields = [
      Field("s", bytes: paymentSecret), Field("p", bytes: paymentHash), Field("d", bytes: Array(description.utf8)),
    ]
    if let expiry { fields.append(Field("x", number: expiry)) }
    // What BOLT 9 takes for granted: var_onion_optin and payment_secret.
    fields.append(Field("9", number: 1 << 8 | 1 << 14))
  }

  /// The text, signed.
  package func text() throws -> String {
    let start = "ln" + prefix + amount
    var words = (0..<7).reversed().map { UInt8(createdAt >> (5 * $0) & 31) }
    for field in fields {
      let count = field.words.count
      words += [Bech32Writer.word(of: field.letter), UInt8(count >> 5), UInt8(count & 31)] + field.words
    }
    let digest = try SHA256.hash(Array(start.utf8) + Bech32Writer.bytes(of: words))
    let signature = try Secp256k1Signer(key: key).sign(digest, highS: hasHighS)
    words += Bech32Writer.words(of: signature.bytes + [signature.id])
    return Bech32Writer.text(start, words)
  }

  /// The public key of the node, in hexadecimal.
  package func payee() throws -> String { try Secp256k1Signer(key: key).publicKey().hexadecimal }

  /// An amount in its shortest form.
  package static func amount(_ millisatoshis: UInt64) -> String {
    for (letter, factor) in [("", 100_000_000_000), ("m", 100_000_000), ("u", 100_000), ("n", 100)] as [(_, UInt64)]
    where millisatoshis % factor == 0 { return "\(millisatoshis / factor)\(letter)" }
    return "\(millisatoshis)0p"
  }
}
