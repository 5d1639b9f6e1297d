import JSON
public import JSONRPC
public import PaymentsModel
public import TypeDefinition

/// A failed request of the payments specification, on either side of the wire. Only this file converts between failures
/// and JSON-RPC error objects.
public struct PaymentsFailure: Error, Sendable, Equatable {
  /// The stable reason.
  public var reason: FailureReason
  /// The JSON Pointer (RFC 6901) of the part of the params that caused the failure, if one did.
  public var pointer: String?
  /// The schema path or the name of the rule that was broken.
  public var rule: String?
  /// The number of milliseconds after which repeating the request may help.
  public var retryAfterMilliseconds: Int?
  /// With a reason of the wallet's, such as ``FailureReason/walletUnavailable``: why, if the provider knows more.
  public var wallet: WalletReason?
  /// With ``FailureReason/cursorTooOld``: the range of available events.
  public var events: EventBounds?
  /// With ``FailureReason/budgetExceeded``: the largest total, fee included, that fits now.
  public var left: DecimalAmount?
  /// With ``FailureReason/budgetExceeded``: the time when more fits; nil if waiting does not help.
  public var resetsAt: Timestamp?

  /// Makes a failure. By default the waiting time is that of the reason.
  public init(_ reason: FailureReason, pointer: String? = nil, rule: String? = nil, retryAfterMilliseconds: Int? = nil)
  {
    self.reason = reason
    self.pointer = pointer
    self.rule = rule
    self.retryAfterMilliseconds = retryAfterMilliseconds ?? reason.retryAfterMilliseconds
  }

  /// Makes the failure of a wallet that does not do what was asked, for a reason that is known.
  public init(_ reason: FailureReason, wallet: WalletReason) {
    self.init(reason)
    self.wallet = wallet
  }

  /// Makes the failure for params that are not valid by their schema.
  public init(_ error: ValidationError) {
    // For an unknown member RFC 8927 defines the schema path of the object that does not have it, which is not helpful
    // here.
    let rule = error.reason == .unknown ? "unknown member" : error.schemaPath.description
    self.init(.invalidParams, pointer: error.instancePath.description, rule: rule)
  }

  /// Makes the failure for a subscription from a cursor after which events were dropped.
  public init(tooOld pointer: String, events: EventBounds) {
    self.init(.cursorTooOld, pointer: pointer)
    self.events = events
  }

  /// Makes the failure for a payment that exceeds a limit of the owner.
  ///
  /// - Parameter rule: the name of the limit, such as `per_period`.
  public static func budgetExceeded(rule: String, left: DecimalAmount, resetsAt: Timestamp?) -> PaymentsFailure {
    var failure = PaymentsFailure(.budgetExceeded, pointer: "/amount", rule: rule)
    failure.left = left
    failure.resetsAt = resetsAt
    return failure
  }

  /// The error object on the wire. Its `data` is `{reason, pointer?, rule?, wallet?, retry_after_ms?}` and the members that
  /// belong to the reason.
  public var rpcError: RPCError {
    var data = JSONObject()
    data["reason"] = .string(reason.rawValue)
    data["pointer"] = pointer.map(JSONValue.string)
    data["rule"] = rule.map(JSONValue.string)
    data["wallet"] = wallet.map { .string($0.rawValue) }
    data["left"] = left.map { .string($0.text) }
    data["resets_at"] = resetsAt.map { .string($0.text) }
    data["retry_after_ms"] = retryAfterMilliseconds.map { .integer($0) }
    if let events { data.append(events) }
    return RPCError(code: reason.code, message: reason.message, data: .object(data))
  }

  /// Reads the failure from an error object: by its reason, or by its number if the reason is missing or belongs to a
  /// lower layer. Nil if this version knows neither.
  public init?(_ error: RPCError) {
    let data = error.data
    let named = data?["reason"]?.stringValue.flatMap(FailureReason.init(rawValue:))
    guard let reason = named ?? FailureReason.allCases.first(where: { $0.code == error.code }) else { return nil }
    self.reason = reason
    pointer = data?["pointer"]?.stringValue
    rule = data?["rule"]?.stringValue
    wallet = data?["wallet"]?.stringValue.flatMap(WalletReason.init(rawValue:))
    left = data?["left"]?.stringValue.flatMap { try? DecimalAmount($0) }
    resetsAt = data?["resets_at"]?.stringValue.flatMap(Timestamp.init)
    retryAfterMilliseconds = data?["retry_after_ms"]?.integerValue()
    events = reason == .cursorTooOld ? data.flatMap(EventBounds.init) : nil
  }
}
