package import JSON

/// One method of the owner's socket: its name, and what it takes and answers.
package protocol OwnerMethod: Sendable {
  /// The parameters, which encode to a JSON object.
  associatedtype Params: Codable & Sendable
  /// The result, which encodes to a JSON object.
  associatedtype Result: Codable & Sendable

  static var name: String { get }
}

/// An object of a message, whose members are snake_case on the wire.
package protocol OwnerObject: Codable, Sendable, Equatable, SnakeCaseMembers {}

/// Params or a result without members.
package struct OwnerNothing: Codable, Sendable, Equatable {
  /// No members.
  package init() {}
}

/// What holds for all methods of the owner's socket.
package enum OwnerMethods {
  /// The version of the protocol that is spoken.
  package static let version = 1

  /// A member that the params of every method may have: what the program that asks says it is. It is noted with the
  /// decisions that follow.
  package static let voiceMember = "via"
  /// What the console says it is.
  package static let consoleVoice = "console"

  /// The reasons that every method may fail with.
  package static let commonFailures: [OwnerFailureReason] = [
    .usage, .stopping, .unavailable, .atWriterOnly, .internalError,
  ]
}

/// Params of a method that may need the owner's PIN.
package protocol PinParams {
  /// The owner's PIN, where it is needed.
  var pin: String? { get set }
}
