import JSON
public import JSONRPC
public import PaymentsModel
public import TypeDefinition

/// A failed request of the payments specification, on either side of the wire. This file is the one place where
/// failures and JSON-RPC error objects are turned into each other.
public struct PaymentsFailure: Error, Sendable, Equatable {
  /// The stable reason.
  public var reason: FailureReason
  /// The JSON Pointer (RFC 6901) into the params that was at fault, if one was.
  public var pointer: String?
  /// The schema path or the name of the rule that was broken there.
  public var rule: String?
  /// How long to wait before repeating the request helps, in milliseconds.
  public var retryAfterMilliseconds: Int?
  /// From where events can be had; with ``FailureReason/cursorTooOld``.
  public var events: EventBounds?
  /// With ``FailureReason/budgetExceeded``: the largest total, fee included, that fits now.
  public var left: DecimalAmount?
  /// With ``FailureReason/budgetExceeded``: when more fits; `nil` where waiting does not help.
  public var resetsAt: Timestamp?

  /// A failure; waiting is advised as the reason has it, unless told otherwise.
  public init(_ reason: FailureReason, pointer: String? = nil, rule: String? = nil, retryAfterMilliseconds: Int? = nil)
  {
    self.reason = reason
    self.pointer = pointer
    self.rule = rule
    self.retryAfterMilliseconds = retryAfterMilliseconds ?? reason.retryAfterMilliseconds
  }

  /// Params that do not fit their schema.
  public init(_ error: ValidationError) {
    // RFC 8927 gives an unknown member the schema path of the object that does not know it, which says little here.
    let rule = error.reason == .unknown ? "unknown member" : error.schemaPath.description
    self.init(.invalidParams, pointer: error.instancePath.description, rule: rule)
  }

  /// The failure of a subscription from a place after which events were dropped.
  public init(tooOld pointer: String, events: EventBounds) {
    self.init(.cursorTooOld, pointer: pointer)
    self.events = events
  }

  /// A payment that does not fit into what the owner allows.
  ///
  /// - Parameter rule: the name of the limit, such as `per_period`.
  public static func budgetExceeded(rule: String, left: DecimalAmount, resetsAt: Timestamp?) -> PaymentsFailure {
    var failure = PaymentsFailure(.budgetExceeded, pointer: "/amount", rule: rule)
    failure.left = left
    failure.resetsAt = resetsAt
    return failure
  }

  /// The error object that travels: `data` is `{reason, pointer?, rule?, retry_after_ms?}` and what the reason brings.
  public var rpcError: RPCError {
    var data = JSONObject()
    data["reason"] = .string(reason.rawValue)
    data["pointer"] = pointer.map(JSONValue.string)
    data["rule"] = rule.map(JSONValue.string)
    data["left"] = left.map { .string($0.text) }
    data["resets_at"] = resetsAt.map { .string($0.text) }
    data["retry_after_ms"] = retryAfterMilliseconds.map { .integer($0) }
    if let events { data.append(events) }
    return RPCError(code: reason.code, message: reason.message, data: .object(data))
  }

  /// The failure that an error object tells: by its reason, or by its number where the reason is missing or from a
  /// layer below. `nil` where this version knows neither.
  public init?(_ error: RPCError) {
    let data = error.data
    let named = data?["reason"]?.stringValue.flatMap(FailureReason.init(rawValue:))
    guard let reason = named ?? FailureReason.allCases.first(where: { $0.code == error.code }) else { return nil }
    self.reason = reason
    pointer = data?["pointer"]?.stringValue
    rule = data?["rule"]?.stringValue
    left = data?["left"]?.stringValue.flatMap { try? DecimalAmount($0) }
    resetsAt = data?["resets_at"]?.stringValue.flatMap(Timestamp.init)
    retryAfterMilliseconds = data?["retry_after_ms"]?.integerValue()
    events = reason == .cursorTooOld ? data.flatMap(EventBounds.init) : nil
  }
}
