import Cryptography
import PaymentsModel

/// The key of a card. If somebody else uses the identifier of a card, that makes another card with another key.
public struct CardKey: Sendable, Hashable, Codable {
  /// The author of the card, as the transport has authenticated them.
  public let author: PersonID
  /// The identifier that the author gave the card.
  public let id: CardID

  /// Creates a key.
  public init(author: PersonID, id: CardID) {
    self.author = author
    self.id = id
  }
}

/// The requests that a card sends to the provider.
enum CardRequest: String {
  case invoice
  case order
  case cancelInvoice = "cancel_invoice"
  case cancelOrder = "cancel_order"
}

extension CardKey {
  /// Returns the `request_id` of a request that a card sends to the provider. It is the same every time and on every
  /// device, so that a repeated request has no second effect. It is a hash of the card's identifier and its author, so
  /// that nobody can make two cards with the same `request_id`.
  ///
  /// - Throws: `CryptographyError` if the cryptographic library fails.
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
