public import JSON

/// An object of a message, whose members are snake_case on the wire.
public protocol WireObject: Codable, Sendable, Hashable, SnakeCaseMembers {}

/// One method of the specification of a service: its name, and what it takes and answers.
public protocol ServiceMethod: Sendable {
  /// What is asked; encodes to a JSON object.
  associatedtype Params: Codable & Sendable
  /// What is answered; encodes to a JSON object.
  associatedtype Result: Codable & Sendable

  /// The name on the wire.
  static var name: String { get }
  /// One sentence for documents.
  static var summary: String { get }
  /// The reasons that it may fail with, beside those that its kind of method may (``allFailures(params:scope:)``).
  static var failures: [FailureReason] { get }
  /// Whether an app may call it before the owner has approved it.
  static var isAvailableUnpaired: Bool { get }
}

extension ServiceMethod {
  /// No, unless a method says otherwise.
  public static var isAvailableUnpaired: Bool { false }

  /// Every reason that it may fail with: those of every method, those that follow from its kind, and its own.
  ///
  /// - Parameters:
  ///   - params: the names of its params: what names a currency can name one that was not granted.
  ///   - scope: the scope that it needs.
  public static func allFailures(params: Set<String>, scope: Scope?) -> [FailureReason] {
    var reasons: [FailureReason] = [.invalidParams, .rateLimited]
    if !isAvailableUnpaired { reasons += [.pairingPending, .pairingDenied] }
    if scope != nil { reasons.append(.scopeNotGranted) }
    if params.contains("currency") { reasons.append(.currencyNotGranted) }
    reasons += failures.filter { !reasons.contains($0) }
    if failures.contains(.requestConflict) { reasons.append(.storageFull) }
    return reasons + [.internalError, .shuttingDown]
  }
}
