/// The number of an error object (JSON-RPC 2.0 section 5.1).
///
/// Open: each area adds its constants in an extension. The numbers from -32768 to -32000 belong to JSON-RPC.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
  /// The number on the wire.
  public let rawValue: Int

  /// Any number.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The bytes are no JSON text.
  public static let parseError = ErrorCode(rawValue: -32700)
  /// The JSON is no valid request object.
  public static let invalidRequest = ErrorCode(rawValue: -32600)
  /// There is no such method, or not for this peer.
  public static let methodNotFound = ErrorCode(rawValue: -32601)
  /// The parameters do not fit the method.
  public static let invalidParams = ErrorCode(rawValue: -32602)
  /// The method failed for a reason that is not the caller's.
  public static let internalError = ErrorCode(rawValue: -32603)
  /// More requests are unanswered than the peer takes; from the block of implementation-defined server errors.
  public static let serverBusy = ErrorCode(rawValue: -32000)

  /// Whether JSON-RPC reserves the number.
  public var isReserved: Bool { (-32768 ... -32000).contains(rawValue) }
}
