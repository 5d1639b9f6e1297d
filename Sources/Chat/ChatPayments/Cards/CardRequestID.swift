import Cryptography
import PaymentsModel

/// What a card asks the own provider for.
enum CardRequest: String {
  case invoice
  case order
  case cancelInvoice = "cancel_invoice"
  case cancelOrder = "cancel_order"
}

extension CardKey {
  /// The `request_id` of what a card asks the own provider for: the same each time and on each device, so that pressing
  /// twice asks once. It is a hash of the card's name and its author's, so that nobody can make two cards share one.
  ///
  /// - Throws: `CryptographyError` where the library fails.
  func requestID(_ request: CardRequest) throws -> PaymentRequestID {
    func part(_ text: String) -> [UInt8] {
      let bytes = Array(text.utf8)
      return withUnsafeBytes(of: UInt32(bytes.count).bigEndian, Array.init) + bytes
    }
    let hash = try SHA256.hash(
      Array("payport/card/1\0".utf8), part(request.rawValue), part(author.rawValue), part(id.rawValue))
    guard let id = PaymentRequestID(randomBytes: Array(hash[..<16])) else { throw CryptographyError.invalidLength }
    return id
  }
}
