import ChatPayments
import JSON
import JSONRPC

/// Why a relay did not do what it was asked: `reason` in the data of its errors.
enum RelayRefusal: String, Error, Sendable {
  /// Whoever asks has not read the discovery file of this start, or does not hold the key that it shows.
  case wrongProof = "wrong_proof"
  /// The name belongs to another key.
  case nameTaken = "name_taken"
  /// This cannot be a name: of a person, a room or a file.
  case invalidName = "invalid_name"
  /// Nothing is told or done before `enter`.
  case notEntered = "not_entered"
  /// Whoever asks is in no such room.
  case unknownRoom = "unknown_room"
  /// There is no such message of theirs.
  case unknownMessage = "unknown_message"
  /// Nobody of that name has ever entered.
  case unknownPerson = "unknown_person"
  /// The message or file is longer than the relay carries.
  case tooLarge = "too_large"
  /// There are as many people, rooms or members as there can be.
  case tooMany = "too_many"
  /// The relay cannot write its files.
  case notKept = "not_kept"

  private static let code = ErrorCode(rawValue: 8000)

  var rpcError: RPCError { RPCError(code: Self.code, message: words, data: ["reason": .string(rawValue)]) }

  /// As a transport says it.
  var chatError: ChatTransportError {
    switch self {
    case .unknownRoom: .unknownRoom
    case .unknownMessage: .unknownMessage
    case .tooLarge: .tooLarge(limit: RelayLimits.message)
    case .notEntered: .disconnected
    case .wrongProof, .nameTaken, .invalidName, .unknownPerson, .tooMany, .notKept: .refused(words)
    }
  }

  /// For people.
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
