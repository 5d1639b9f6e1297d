public import JSON

/// Answers the OpenRPC document of this provider.
public enum Discover: PaymentsMethod {
  /// The name on the wire.
  public static let name = "rpc.discover"
  /// The scope that the app needs.
  public static let scope: Scope? = nil
  /// An app may call it before the owner has approved it.
  public static let isAvailableUnpaired = true
  /// One sentence for documents.
  public static let summary =
    "Answers the OpenRPC document of this provider."
  /// The reasons that it may fail with, beside those of every method.
  public static let failures: [FailureReason] = []

  /// What is asked.
  public struct Params: WireObject {
    /// Nothing.
    public init() {}
  }

  /// An OpenRPC document, version 1.3.
  public typealias Result = JSONValue
}
