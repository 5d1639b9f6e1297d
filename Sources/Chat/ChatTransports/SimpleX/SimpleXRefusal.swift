import ChatPayments
import JSON

/// What SimpleX Chat did not do: a response of the type `chatCmdError`.
enum SimpleXRefusal: Error, Equatable {
  /// `invalidChatItemUpdate`: not the user's message, or one that cannot be edited any more.
  case cannotUpdate
  /// Anything else.
  case other(ChatTransportError)

  /// From the response, whose `chatError` is a tagged record with another one inside.
  init(_ response: JSONValue) {
    let error = response["chatError"]
    let inner = error?["errorType"] ?? error?["storeError"] ?? error?["agentError"]
    switch inner?["type"]?.stringValue {
    case "invalidChatItemUpdate": self = .cannotUpdate
    case "chatItemNotFound": self = .other(.unknownMessage)
    case "contactNotFound", "groupNotFound", "contactNotReady", "contactNotActive": self = .other(.unknownRoom)
    case "largeMsg": self = .other(.tooLarge(limit: SimpleXContent.limit))
    case let type: self = .other(.refused(type ?? error?["type"]?.stringValue ?? "unknown error"))
    }
  }
}
