public import JSON

/// An object of a message, whose members are snake_case on the wire.
public protocol WireObject: Codable, Sendable, Hashable, SnakeCaseMembers {}

/// A method of a service's specification: its name, its parameters and its result.
public protocol ServiceMethod: Sendable {
  /// The parameters, which encode to a JSON object.
  associatedtype Params: Codable & Sendable
  /// The result, which encodes to a JSON object.
  associatedtype Result: Codable & Sendable

  /// The name on the wire.
  static var name: String { get }
  /// Whether an app may call it before the owner has approved it.
  static var isAvailableUnpaired: Bool { get }
}

extension ServiceMethod {
  /// False by default.
  public static var isAvailableUnpaired: Bool { false }

  /// All reasons for which it may fail: those of every method, those that follow from its kind, and its own.
  ///
  /// - Parameters:
  ///   - own: the reasons that its schema file names.
  ///   - params: the names of its params. A method with a param for a currency can fail because the currency was not
  ///     granted.
  ///   - scope: the scope that it needs.
  static func allFailures(own: [FailureReason], params: Set<String>, scope: Scope?) -> [FailureReason] {
    var reasons: [FailureReason] = [.invalidParams, .rateLimited]
    if !isAvailableUnpaired { reasons += [.pairingPending, .pairingDenied] }
    if scope != nil { reasons.append(.scopeNotGranted) }
    if params.contains("currency") { reasons.append(.currencyNotGranted) }
    reasons += own.filter { !reasons.contains($0) }
    if own.contains(.requestConflict) { reasons.append(.storageFull) }
    return reasons + [.internalError, .shuttingDown, .ledgerUnavailable]
  }
}
