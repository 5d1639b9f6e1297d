import ChatPayments
import JSON
import JSONRPC

/// Why a relay did not do what it was asked to. It is the `reason` in the data of an error.
enum RelayRefusal: String, Error, Sendable {
  /// The client has not read the current discovery file, or does not hold the key that it presented.
  case wrongProof = "wrong_proof"
  /// The name belongs to another key.
  case nameTaken = "name_taken"
  /// The name of a person, room or file has an invalid form.
  case invalidName = "invalid_name"
  /// The client must call `enter` before anything else.
  case notEntered = "not_entered"
  /// The room does not exist, or the client's person is no member of it.
  case unknownRoom = "unknown_room"
  /// The person has no such message.
  case unknownMessage = "unknown_message"
  /// Nobody with that name has ever used the relay.
  case unknownPerson = "unknown_person"
  /// The message or file is larger than the relay accepts.
  case tooLarge = "too_large"
  /// The highest number of people, rooms or members is reached.
  case tooMany = "too_many"
  /// The relay cannot write its files.
  case notKept = "not_kept"

  private static let code = ErrorCode(rawValue: 8000)

  var rpcError: RPCError { RPCError(code: Self.code, message: words, data: ["reason": .string(rawValue)]) }

  /// The same error in the terms of a transport.
  var chatError: ChatTransportError {
    switch self {
    case .unknownRoom: .unknownRoom
    case .unknownMessage: .unknownMessage
    case .tooLarge: .tooLarge(limit: RelayLimits.message)
    case .notEntered: .disconnected
    case .wrongProof, .nameTaken, .invalidName, .unknownPerson, .tooMany, .notKept: .refused(words)
    }
  }

  /// The text for people.
  var words: String {
    switch self {
    case .wrongProof: "the proof is wrong"
    case .nameTaken: "this name belongs to somebody else at this relay"
    case .invalidName: "this cannot be a name"
    case .notEntered: "enter first"
    case .unknownRoom: "there is no such room"
    case .unknownMessage: "there is no such message of yours"
    case .unknownPerson: "nobody of that name has been here yet"
    case .tooLarge: "it is longer than the relay carries"
    case .tooMany: "the relay is full"
    case .notKept: "the relay cannot write its files"
    }
  }
}
