public import JSON

/// An error object as it is sent in a message (JSON-RPC 2.0 section 5.1). Local failures, such as a lost connection,
/// never have this type.
public struct RPCError: Error, Sendable, Equatable {
  /// The number of the error.
  public var code: ErrorCode
  /// One short sentence for people.
  public var message: String
  /// Details for programs, if there are any.
  public var data: JSONValue?

  /// Makes an error.
  public init(code: ErrorCode, message: String, data: JSONValue? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// `-32700 Parse error`.
  public static let parseError = RPCError(code: .parseError, message: "Parse error")
  /// `-32600 Invalid Request`.
  public static let invalidRequest = RPCError(code: .invalidRequest, message: "Invalid Request")
  /// `-32601 Method not found`.
  public static let methodNotFound = RPCError(code: .methodNotFound, message: "Method not found")
  /// `-32602 Invalid params`.
  public static let invalidParams = RPCError(code: .invalidParams, message: "Invalid params")
  /// `-32603 Internal error`.
  public static let internalError = RPCError(code: .internalError, message: "Internal error")
}

extension RPCError {
  /// Reads an error object, which has an integer code, a message, optional data and no other member. Nil if the value
  /// is anything else.
  init?(_ value: JSONValue) {
    guard case .object(let object) = value, let code = object["code"]?.integerValue(as: Int.self),
      let message = object["message"]?.stringValue
    else { return nil }
    self.init(code: ErrorCode(rawValue: code), message: message, data: object["data"])
    guard object.count == (data == nil ? 2 : 3) else { return nil }
  }

  func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.name("code")
    writer.integer(code.rawValue)
    writer.name("message")
    writer.string(message)
    if let data {
      writer.name("data")
      writer.value(data)
    }
    writer.endObject()
  }

  static func exceeded(_ limit: String, maximum: Int, code: RPCError) -> RPCError {
    RPCError(
      code: code.code, message: code.message,
      data: ["reason": "limit_exceeded", "limit": .string(limit), "maximum": .integer(maximum)])
  }

  static func unknownMember(_ name: String) -> RPCError {
    RPCError(
      code: .invalidRequest, message: "Invalid Request", data: ["reason": "unknown_member", "member": .string(name)])
  }

  static func duplicate(_ id: RequestIdentifier) -> RPCError {
    RPCError(
      code: .invalidRequest, message: "Invalid Request: this id is in flight",
      data: ["reason": "duplicate_id", "id": id.value])
  }
}

extension RPCError: CustomStringConvertible {
  /// The message and the code. The data is left out because it may be private.
  public var description: String { "\(message) (\(code.rawValue))" }
}

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
