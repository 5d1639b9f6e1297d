import ChatPayments
import JSON

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
    case "contactNotFound", "groupNotFound", "contactNotReady", "contactNotActive": self = .other(.unknownRoom)
    case "largeMsg": self = .other(.tooLarge(limit: SimpleXContent.limit))
    case let type: self = .other(.refused(type ?? error?["type"]?.stringValue ?? "unknown error"))
    }
  }
}
