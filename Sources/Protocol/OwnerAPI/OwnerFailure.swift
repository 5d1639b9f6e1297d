package import JSON
package import JSONRPC

/// Why the owner's socket did not do what was asked.
package struct OwnerFailure: Error, Sendable, Equatable {
  /// What programs read.
  package var reason: Reason
  /// What happened, in one plain sentence without its full stop, for people. What to do next is for the owner's program
  /// to say: it knows its own commands.
  package var message: String
  /// What the reason brings.
  package var data: Data

  /// A failure.
  package init(_ reason: Reason, _ message: String, _ data: Data = Data()) {
    self.reason = reason
    self.message = message
    self.data = data
  }
}

extension OwnerFailure {
  package typealias Reason = OwnerFailureReason
  package typealias Data = OwnerFailureData
}

// MARK: The error object that travels

extension OwnerFailure {
  /// The code of every failure; programs read `reason`.
  package static let code = ErrorCode(rawValue: -32000)

  /// The error object: `data` is `{reason}` and what the reason brings.
  package var rpcError: RPCError { RPCError(code: Self.code, message: message, data: wireData) }

  /// The number of the error object.
  package var wireCode: Int { Self.code.rawValue }

  /// The data of the error object.
  package var wireData: JSONValue {
    var members: JSONObject = ["reason": .string(reason.rawValue)]
    // All members of the data are plain values, which are always encoded.
    let brought = (try? JSONBytesEncoder().encodeValue(data))?.objectValue ?? JSONObject()
    for member in brought { members[member.name] = member.value }
    return .object(members)
  }

  /// The failure that an error object tells; `internal_error` where this version does not know the reason.
  package init(_ error: RPCError) {
    let data = error.data ?? [:]
    reason = data["reason"]?.stringValue.flatMap(Reason.init(rawValue:)) ?? .internalError
    message = error.message
    // Data that another version writes differently are not worth losing the failure for.
    self.data = (try? JSONValueDecoder().decode(Data.self, from: data)) ?? Data()
  }
}
