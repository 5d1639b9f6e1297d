/// Why a text is no invoice that can be paid. It has no part of the text.
package enum LightningInvoiceError: Error, Sendable, Hashable {
  /// The text has more bytes than ``LightningInvoice/maximumLength``.
  case tooLong
  /// The text ends before the signature does.
  case tooShort
  /// The text does not begin with `ln` and a chain, or has a character that bech32 has not, or a field ends after it.
  case malformed
  /// There are capital and small letters.
  case mixedCase
  /// The checksum does not match: a letter is wrong or missing.
  case badChecksum
  /// The amount is zero, is no number with a known multiplier, has a part of a thousandth of the smallest unit, or is
  /// larger than any.
  case badAmount
  /// There is no hash by which it is paid.
  case missingPaymentHash
  /// There are several hashes, of which wallets take different ones.
  case duplicatePaymentHash
  /// There is no payment secret, so that a node on the way could take the money.
  case noPaymentSecret
  /// There is neither a description nor the hash of one.
  case noDescription
  /// There are both a description and the hash of one.
  case twoDescriptions
  /// The description is not UTF-8.
  case malformedDescription
  /// A number, or the list of features, begins with zeros.
  case leadingZeros
  /// Who pays has to be able to do what this bit of BOLT 9 stands for, and it is not known here.
  case unknownRequiredFeature(Int)
  /// No node signed it, or not the one that it names.
  case badSignature
}

extension LightningInvoiceError: CustomStringConvertible {
  /// One sentence for people.
  package var description: String {
    switch self {
    case .tooLong: "The Lightning invoice is longer than \(LightningInvoice.maximumLength) bytes."
    case .tooShort: "The Lightning invoice is not whole: its end is missing."
    case .malformed: "That is no Lightning invoice."
    case .mixedCase: "The Lightning invoice has capital and small letters, which were mixed on the way."
    case .badChecksum: "The Lightning invoice is damaged: a letter of it is wrong or missing."
    case .badAmount: "The Lightning invoice has no proper amount."
    case .missingPaymentHash: "The Lightning invoice has no payment hash."
    case .duplicatePaymentHash: "The Lightning invoice has more than one payment hash."
    case .noPaymentSecret: "The Lightning invoice has no payment secret, so it cannot be paid safely."
    case .noDescription: "The Lightning invoice does not say what is paid."
    case .twoDescriptions: "The Lightning invoice says in two ways what is paid."
    case .malformedDescription: "The Lightning invoice has a description that is no text."
    case .leadingZeros: "The Lightning invoice has a field that begins with zeros."
    case .unknownRequiredFeature(let bit): "The Lightning invoice wants feature \(bit), which is not known here."
    case .badSignature: "The Lightning invoice is not signed by the node that is to be paid."
    }
  }
}
