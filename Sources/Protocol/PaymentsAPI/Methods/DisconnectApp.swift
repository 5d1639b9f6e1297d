/// Ends the session and, with `forget`, also the pairing.
///
/// Invoices, orders and events stay with the provider. After the answer the provider closes the session with an
/// encrypted goodbye.
public enum DisconnectApp: PaymentsMethod {
  /// The name on the wire.
  public static let name = "disconnect_app"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// Whether an app may call it before the owner has approved the app.
  public static let isAvailableUnpaired = true
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Ends the session; with `forget`, the pairing too."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Whether to remove the pairing, so that the next connection needs the owner's approval again.
    public var forget: Bool?

    /// Makes a value from all members; optional members default to nil.
    public init(forget: Bool? = nil) {
      self.forget = forget
    }
  }

  /// What is answered.
  public struct Result: WireObject {
    /// Whether the pairing was removed.
    public var forgotten: Bool

    /// Makes a value from all members; optional members default to nil.
    public init(forgotten: Bool) {
      self.forgotten = forgotten
    }
  }
}
