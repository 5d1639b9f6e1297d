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
  /// The reasons that it may fail with, beside those of every method.
  static var failures: [FailureReason] { get }
}
