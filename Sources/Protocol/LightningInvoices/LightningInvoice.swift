import Cryptography
package import PaymentsModel

/// An invoice of the Lightning network (BOLT 11), read strictly: whole, and signed by the node that is to be paid.
///
/// It is a claim of that node. Nothing says that the node is who the payer means, that it can be reached, or that the
/// invoice was not paid before. `description` is a text of the payee with all its characters, which is made safe when it
/// is shown.
package struct LightningInvoice: Sendable, Hashable {
  /// The maximum length of a text in bytes: that of a payment URI, which is about the capacity of the largest QR code.
  /// BOLT 11 has no limit. An invoice with a long description and some routes has less than a thousand.
  package static let maximumLength = 4096

  /// The text in lower case, as it is given to nodes, without `lightning:`.
  package let text: String
  /// The chain, as its addresses name it: `bc`, `tb`, `tbs`, `bcrt`, `ltc`, `tltc`, `rltc` or another one.
  package let prefix: String
  /// The amount in thousandths of the smallest unit of a currency with eight decimals; nil if the payer decides.
  package let millisatoshis: UInt64?
  /// The hash whose preimage proves the payment, in 64 hexadecimal digits.
  package let paymentHash: String
  /// What only who has the invoice knows, in 64 hexadecimal digits. An invoice without it is refused.
  package let paymentSecret: String?
  /// What is paid, as the payee says; nil if there is only the hash of it.
  package let description: String?
  /// The SHA-256 of a description that is told elsewhere, in 64 hexadecimal digits; nil if there is a description.
  package let descriptionHash: String?
  /// The public key of the node that is paid and that signed, in 66 hexadecimal digits.
  package let payee: String
  /// When the invoice was made, as the payee says.
  package let createdAt: Timestamp
  /// When it ends; the latest moment that can be told if it ends later.
  package let expiresAt: Timestamp
  /// How many blocks the last node wants to have left. It is at most `Int32.max`, so that a height can be added.
  package let minFinalCLTVExpiry: Int
  /// Whether there are channels to the payee that are not public.
  package let hasRouteHints: Bool
  /// Addresses on the chain, of which the payee likes the first one best.
  package let fallbacks: [Fallback]

  /// Reads an invoice, in capital or small letters and with or without `lightning:`, and checks its signature.
  /// - Throws: ``LightningInvoiceError``.
  package init(_ text: String) throws(LightningInvoiceError) {
    guard text.utf8.count <= Self.maximumLength else { throw .tooLong }
    let bytes = Self.withoutScheme(text)
    // What is no invoice at all is told as that, and not as one that was damaged.
    guard bytes.prefix(2).map(Bech32.small).elementsEqual("ln".utf8) else { throw .malformed }
    let parts = try Bech32(bytes)
    let start = try InvoicePrefix(parts.prefix.dropFirst(2))
    // The time of creation has 7 words of five bits, and the signature 104.
    guard parts.words.count >= 7 + InvoiceSignature.wordCount else { throw .tooShort }
    let signed = parts.words.dropLast(InvoiceSignature.wordCount)
    let fields = try InvoiceFields(signed.dropFirst(7))
    let signature = InvoiceSignature(parts.words.suffix(InvoiceSignature.wordCount))
    payee = try signature.payee(of: parts.prefix + signed.paddedBytes, named: fields.payee).hexadecimal
    self.text = parts.text
    prefix = start.chain
    millisatoshis = start.millisatoshis
    paymentHash = fields.paymentHash.hexadecimal
    paymentSecret = fields.paymentSecret.hexadecimal
    description = fields.description
    descriptionHash = fields.descriptionHash?.hexadecimal
    createdAt = Timestamp(seconds: Int64(clamping: signed.prefix(7).number))
    expiresAt = createdAt.advanced(by: .seconds(Int64(clamping: fields.expiry)))
    minFinalCLTVExpiry = Int(Int32(clamping: fields.minFinalCLTVExpiry))
    hasRouteHints = fields.hasRouteHints
    fallbacks = fields.fallbacks
  }

  /// Whether a text begins like an invoice, in any case, with or without `lightning:`. It may still be none.
  package static func looksLikeOne(_ text: String) -> Bool {
    let bytes = withoutScheme(text)
    let hasScheme = bytes.count < text.utf8.count
    let small = bytes.prefix(Bech32.longestAddress).map(Bech32.small)
    let letters = small.prefix { (0x61...0x7A).contains($0) }
    // There is a digit after the chain: of the amount, or the `1` before the data.
    guard small.count > letters.count, (0x30...0x39).contains(small[letters.count]) else { return false }
    guard letters.starts(with: "ln".utf8), letters.count > 3, !letters.elementsEqual("lnurl".utf8) else { return false }
    // An address in base58 may begin with L, and has letters of both cases.
    return hasScheme || bytes.count > Bech32.longestAddress || !Bech32.hasBothCases(bytes)
  }

  private static func withoutScheme(_ text: String) -> [UInt8] {
    let scheme = "lightning:".utf8
    let bytes = Array(text.utf8)
    return bytes.prefix(scheme.count).map(Bech32.small).elementsEqual(scheme)
      ? Array(bytes.dropFirst(scheme.count)) : bytes
  }
}

extension LightningInvoice: CustomDebugStringConvertible, CustomReflectable {
  /// The chain only, so that logs never show what is paid, to whom and how much. `description` has another meaning here.
  package var debugDescription: String { "LightningInvoice(of \(prefix), redacted)" }
  /// An empty mirror, so that `dump` does not show the content.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
