public import JSON

/// Returns the OpenRPC document of this provider.
public enum Discover: PaymentsMethod {
  /// The name on the wire.
  public static let name = "rpc.discover"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// Whether an app may call it before the owner has approved the app.
  public static let isAvailableUnpaired = true
  /// One sentence that describes the method in generated documents.
  public static let summary =
    "Answers the OpenRPC document of this provider."
  /// The reasons for which it may fail, besides those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Makes empty parameters.
    public init() {}
  }

  /// An OpenRPC document, version 1.3.
  public typealias Result = JSONValue
}
