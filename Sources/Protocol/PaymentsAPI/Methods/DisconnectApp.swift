/// Ends the session; with `forget`, the pairing too.
///
/// Invoices, orders and events stay with the provider. After the answer the provider closes the session with an
/// encrypted bye.
public enum DisconnectApp: PaymentsMethod {
  /// The name on the wire.
  public static let name = "disconnect_app"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// An app may call it before the owner has approved it.
  public static let isAvailableUnpaired = true
  /// One sentence for documents.
  public static let summary =
    "Ends the session; with `forget`, the pairing too."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: Codable, Sendable, Hashable {
    /// Remove the pairing, so that the next connection needs the owner again.
    public var forget: Bool?

    /// All members; those that may be absent default to that.
    public init(forget: Bool? = nil) {
      self.forget = forget
    }

    private enum CodingKeys: String, CodingKey {
      case forget
    }
  }

  /// What is answered.
  public struct Result: Codable, Sendable, Hashable {
    /// Whether the pairing was removed.
    public var forgotten: Bool

    /// All members; those that may be absent default to that.
    public init(forgotten: Bool) {
      self.forgotten = forgotten
    }

    private enum CodingKeys: String, CodingKey {
      case forgotten
    }
  }
}
