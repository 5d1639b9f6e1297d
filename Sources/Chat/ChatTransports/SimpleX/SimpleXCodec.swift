import ChatPayments
import JSON

/// The message format of SimpleX Chat's local interface: a command is `{"corrId", "cmd"}`, its response is `{"corrId",
/// "resp"}`, and an event is `{"resp"}`. The command is a string. Errors are responses of the type `chatCmdError`.
///
/// Source: bots/README.md of simplex-chat, "Sending commands" and "Processing events".
struct SimpleXCodec: LinkCodec {
  /// The limits of a JSON text. Responses hold whole profiles with pictures, and the history of many messages.
  static let limits = JSONLimits(depth: 64, bytes: 64 << 20)
  private var lastNumber: UInt64 = 0

  mutating func call(_ request: JSONValue) -> (number: UInt64, bytes: [UInt8]) {
    lastNumber += 1
    let message: JSONValue = ["corrId": .string(String(lastNumber)), "cmd": request]
    return (lastNumber, message.encoded())
  }

  mutating func read(_ bytes: [UInt8]) -> [LinkInput] {
    guard let message = try? JSONValue(parsing: bytes, limits: Self.limits), let response = message["resp"] else {
      return [.nonsense]
    }
    guard let identifier = message["corrId"], !identifier.isNull else { return [.unasked(response)] }
    // The response belongs to no command of this connection.
    guard let number = identifier.stringValue.flatMap(UInt64.init) else { return [] }
    return [.answer(number, response)]
  }
}

/// An error that SimpleX Chat reports in a response of the type `chatCmdError`.
enum SimpleXRefusal: Error, Equatable {
  /// The error `invalidChatItemUpdate`: the message is not the user's, or can no longer be edited.
  case cannotUpdate
  /// Any other error.
  case other(ChatTransportError)

  /// Creates the error from a response. Its `chatError` is a tagged record that contains another one.
  init(_ response: JSONValue) {
    let error = response["chatError"]
    let inner = error?["errorType"] ?? error?["storeError"] ?? error?["agentError"]
    switch inner?["type"]?.stringValue {
    case "invalidChatItemUpdate": self = .cannotUpdate
    case "chatItemNotFound": self = .other(.unknownMessage)
    case "contactNotFound", "groupNotFound": self = .other(.unknownRoom)
    // Each way on which a message is made has its own words for one that is too large, two of them only as a text.
    case "largeMsg": self = .other(.tooLarge(limit: SimpleXContent.limit))
    case "CMD" where inner?["cmdErr"]?["type"]?.stringValue == "LARGE":
      self = .other(.tooLarge(limit: SimpleXContent.limit))
    case "exception" where inner?["message"]?.stringValue == "large compressed message":
      self = .other(.tooLarge(limit: SimpleXContent.packedLimit))
    case "internalError" where inner?["message"]?.stringValue?.utf8.starts(with: "large message ".utf8) == true:
      self = .other(.tooLarge(limit: SimpleXContent.limit))
    case let type:
      let tag = type ?? error?["type"]?.stringValue ?? "without a reason"
      self = .other(.refused(SimpleXWords.refusal(tag) ?? "SimpleX Chat refuses it (\(tag))"))
    }
  }
}
