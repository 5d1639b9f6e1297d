package import JSON
package import JSONRPC
package import PaymentsModel

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

  /// What a reason brings; each member is there with the reasons that it names.
  package struct Data: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// With `wrong_code` and `wrong_pin`: how many tries are left before the owner has to wait.
    package var triesLeft: Int?
    /// With `wrong_pin` and `locked`: how long to wait before the next try, in milliseconds.
    package var retryAfterMilliseconds: Int?
    /// With `fee_risen`: the largest fee that a yes would cover now.
    package var feeCap: DecimalAmount?
    /// With `fee_risen` and `over_limit`: the currency of the amounts; with `paying_stopped`, the one that is stopped.
    package var currency: String?
    /// With `over_limit`: which limit it is, such as `per_period`.
    package var limit: String?
    /// With `over_limit`: the largest total, fee included, that fits now.
    package var left: DecimalAmount?
    /// With `over_limit`: when more fits; with `locked` of a pairing, when the next try may be.
    package var until: Timestamp?
    /// With `decided` and `not_ready`: how far the order is.
    package var state: OrderState?
    /// With `starting_or_stopping`: the identifier of the provider's process, where it is known.
    package var pid: Int?
    /// With `ambiguous_app`, `ambiguous_question` and `ambiguous_session`, and with `conflict` and `not_found` of an
    /// order: some of those that are meant, for people.
    package var candidates: [String]?

    package init(
      triesLeft: Int? = nil, retryAfterMilliseconds: Int? = nil, feeCap: DecimalAmount? = nil, currency: String? = nil,
      limit: String? = nil, left: DecimalAmount? = nil, until: Timestamp? = nil,
      state: OrderState? = nil, pid: Int? = nil, candidates: [String]? = nil
    ) {
      self.triesLeft = triesLeft
      self.retryAfterMilliseconds = retryAfterMilliseconds
      self.feeCap = feeCap
      self.currency = currency
      self.limit = limit
      self.left = left
      self.until = until
      self.state = state
      self.pid = pid
      self.candidates = candidates
    }
  }
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
