import JSON
import RPCRuntime
import Transport

/// What the relay takes.
enum RelayLimits {
  /// Bytes of a message's text and link together.
  static let message = 32 << 10
  /// Messages of a room that are kept; the oldest are forgotten.
  static let history = 500
  /// Bytes of a file, and of all files of a room.
  static let file = 8 << 20
  static let files = 64 << 20
  /// Bytes of messages in one answer.
  static let page = 256 << 10
  /// People, and rooms, that a relay knows.
  static let people = 1000
  static let rooms = 1000
  /// People in a room.
  static let members = 50
  /// Bytes of a name that is only shown.
  static let displayedName = 200

  /// What is read as one JSON text: a file in base64 fits.
  static let json = JSONLimits(depth: 16, bytes: 12 << 20)

  /// The same for the carrier.
  static var channel: Limits {
    var limits = Limits()
    limits.messageBytes = json.bytes
    limits.sendQueueBytes = 2 * json.bytes
    return limits
  }

  /// Whether a text can be a person's name: as a provider's, without capitals, so that no two look the same.
  static func isPerson(_ text: String) -> Bool {
    DiscoveryFile.isName(text) && !text.utf8.contains { (0x41...0x5A).contains($0) }
  }
}
