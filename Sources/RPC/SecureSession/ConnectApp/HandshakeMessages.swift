import Cryptography
import JSON

/// Encodes and decodes the JSON-RPC frames of the handshake. Each frame must have exactly the members given here.
enum HandshakeMessages {
  /// The id of `connect_app` and of its answer.
  static let connectID = 1
  /// The id of `connect_app.finish` and of its answer, which is the first encrypted message.
  static let finishID = 2

  /// The unencrypted requests that a provider receives.
  enum Request {
    case connect(message: [UInt8], gate: [UInt8])
    case finish(message: [UInt8])
  }

  // No character of base64url has to be escaped in JSON, so these texts are put together without an encoder.

  static func connect(message: [UInt8], gate: [UInt8]) -> [UInt8] {
    let params = #"{"msg":"\#(Base64URL.encode(message))","gate":"\#(Base64URL.encode(gate))"}"#
    return request(id: connectID, method: ConnectApp.method, params: params)
  }

  static func finish(message: [UInt8]) -> [UInt8] {
    let params = #"{"msg":"\#(Base64URL.encode(message))"}"#
    return request(id: finishID, method: ConnectApp.finishMethod, params: params)
  }

  static func connectResult(message: [UInt8]) -> [UInt8] {
    response(id: connectID, result: Array(#"{"msg":"\#(Base64URL.encode(message))"}"#.utf8))
  }

  /// Encodes the first encrypted message; `result` is the JSON text of an object.
  static func finishResult(_ result: [UInt8]) -> [UInt8] { response(id: finishID, result: result) }

  /// Decodes a frame that a provider received.
  static func readRequest(_ text: [UInt8]) throws(HandshakeFailure) -> Request {
    let members = try object(text, limit: ConnectApp.maximumTextSize, names: ["jsonrpc", "id", "method", "params"])
    let id = members["id"]?.integerValue(as: Int.self)
    guard let params = members["params"]?.objectValue else { throw .malformedMessage }
    switch (members["method"]?.stringValue, id) {
    case (ConnectApp.method, connectID):
      guard let gate = params["gate"] else { throw .gateRefused }
      guard params.count == 2 else { throw .malformedMessage }
      return .connect(message: try bytes(params["msg"]), gate: (try? bytes(gate)) ?? [])
    case (ConnectApp.finishMethod, finishID):
      guard params.count == 1 else { throw .malformedMessage }
      return .finish(message: try bytes(params["msg"]))
    default:
      throw .unexpectedMessage
    }
  }

  /// Extracts the second Noise message from a frame that a consumer received.
  static func readConnectResult(_ text: [UInt8]) throws(HandshakeFailure) -> [UInt8] {
    let members = try object(text, limit: ConnectApp.maximumTextSize, names: nil)
    if members["error"] != nil { throw .refusedByProvider }
    guard let result = try result(in: members, id: connectID), result.count == 1 else { throw .malformedMessage }
    return try bytes(result["msg"])
  }

  /// Extracts the result object from the first encrypted message.
  static func readFinishResult(_ message: [UInt8]) throws(HandshakeFailure) -> JSONObject {
    let members = try object(message, limit: SecureChannel.maximumMessageSize, names: nil)
    guard let result = try result(in: members, id: finishID) else { throw .malformedMessage }
    return result
  }

  /// Checks that the bytes are the JSON text of an object.
  static func requireObject(_ text: [UInt8]) throws(HandshakeFailure) {
    _ = try object(text, limit: ConnectApp.maximumManifestSize, names: nil)
  }

  /// Decodes the bytes of a base64url member.
  static func bytes(_ value: JSONValue?) throws(HandshakeFailure) -> [UInt8] {
    guard let text = value?.stringValue, let bytes = try? Base64URL.decode(text) else { throw .malformedMessage }
    return bytes
  }

  private static func result(in members: JSONObject, id: Int) throws(HandshakeFailure) -> JSONObject? {
    guard members.count == 3, members["jsonrpc"]?.stringValue == "2.0",
      members["id"]?.integerValue(as: Int.self) == id
    else { throw .malformedMessage }
    return members["result"]?.objectValue
  }

  private static func object(
    _ text: [UInt8], limit: Int, names: [String]?
  ) throws(HandshakeFailure) -> JSONObject {
    // A peer that is not yet authenticated sends only small frames, so the limits are tight.
    let limits = JSONLimits(depth: 32, bytes: limit, values: names == nil ? .max : 16)
    guard let value = try? JSONValue(parsing: text, limits: limits), let members = value.objectValue
    else { throw .malformedMessage }
    if let names {
      guard members.count == names.count, names.allSatisfy({ members[$0] != nil }),
        members["jsonrpc"]?.stringValue == "2.0"
      else { throw .malformedMessage }
    }
    return members
  }

  private static func request(id: Int, method: String, params: String) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#.utf8)
  }

  private static func response(id: Int, result: [UInt8]) -> [UInt8] {
    Array(#"{"jsonrpc":"2.0","id":\#(id),"result":"#.utf8) + result + Array("}".utf8)
  }
}
