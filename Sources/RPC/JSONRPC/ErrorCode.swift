/// The number of an error object (JSON-RPC 2.0 section 5.1).
///
/// The set is open: each module adds its constants in an extension. The numbers from -32768 to -32000 are reserved by
/// JSON-RPC.
public struct ErrorCode: RawRepresentable, Sendable, Hashable {
  /// The number on the wire.
  public let rawValue: Int

  /// Makes a code from any number, reserved or not.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The received bytes are not valid JSON.
  public static let parseError = ErrorCode(rawValue: -32700)
  /// The received JSON is not a valid request object.
  public static let invalidRequest = ErrorCode(rawValue: -32600)
  /// The method does not exist or is not available to this peer.
  public static let methodNotFound = ErrorCode(rawValue: -32601)
  /// The parameters are not valid for the method.
  public static let invalidParams = ErrorCode(rawValue: -32602)
  /// The method failed for a reason that is not the caller's.
  public static let internalError = ErrorCode(rawValue: -32603)
  /// The peer has reached its limit of unanswered requests. The number is from the range of implementation-defined
  /// server errors.
  public static let serverBusy = ErrorCode(rawValue: -32000)

  /// Whether JSON-RPC reserves the number.
  public var isReserved: Bool { (-32768 ... -32000).contains(rawValue) }
}
