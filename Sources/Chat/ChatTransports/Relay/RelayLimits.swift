import JSON
import RPCRuntime
import Transport

/// The limits of a relay.
enum RelayLimits {
  /// The largest size of a message's text and link together, in bytes.
  static let message = 32 << 10
  /// The highest number of messages that are kept for a room. Older ones are removed.
  static let history = 500
  /// The largest size of a file, and of all files of a room, in bytes.
  static let file = 8 << 20
  static let files = 64 << 20
  /// The largest total size of messages in one answer, in bytes.
  static let page = 256 << 10
  /// The highest numbers of people and of rooms that a relay keeps.
  static let people = 1000
  static let rooms = 1000
  /// The highest number of members of a room.
  static let members = 50
  /// The largest size of a displayed name, in bytes.
  static let displayedName = 200

  /// The limits of a JSON text. A file in base64url fits into them.
  static let json = JSONLimits(depth: 16, bytes: 12 << 20)

  /// The limits of the WebSocket channel.
  static var channel: Limits {
    var limits = Limits()
    limits.messageBytes = json.bytes
    limits.sendQueueBytes = 2 * json.bytes
    return limits
  }

  /// Whether a text can be a person's name. The rules are those of a provider's name, but without capital letters, so
  /// that no two names look the same.
  static func isPerson(_ text: String) -> Bool {
    DiscoveryFile.isName(text) && !text.utf8.contains { (0x41...0x5A).contains($0) }
  }
}
