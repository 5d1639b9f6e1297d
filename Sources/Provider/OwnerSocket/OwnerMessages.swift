import JSON
import JSONRPC
import OwnerAPI

/// The lines of the owner's socket. In both directions a line is one JSON-RPC 2.0 object that ends with a line feed.
///
/// `{"jsonrpc":"2.0","id":1,"method":"approvals","params":{}}` is answered by `{"jsonrpc":"2.0","id":1,"result":{…}}`
/// or `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"…","data":{"reason":"…"}}}`. After the result of a
/// streaming method, notifications follow: `{"jsonrpc":"2.0","method":"watch","params":{…}}`.
enum OwnerLine {
  /// The longest line in either direction, in bytes.
  static let maximumLength = 1 << 20

  static func request(method: String, params: JSONValue) -> [UInt8] {
    line(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params])
  }

  static func notification(method: String, params: JSONValue) -> [UInt8] {
    line(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  static func response(to id: JSONValue, _ outcome: Result<JSONValue, OwnerFailure>) -> [UInt8] {
    switch outcome {
    case .success(let result): return line(["jsonrpc": "2.0", "id": id, "result": result])
    case .failure(let failure):
      let error = failure.rpcError
      return line([
        "jsonrpc": "2.0", "id": id,
        "error": [
          "code": .integer(error.code.rawValue), "message": .string(error.message), "data": error.data ?? .null,
        ],
      ])
    }
  }

  struct Request {
    let id: JSONValue
    let method: String
    let params: JSONValue
  }

  static func parseRequest(_ bytes: [UInt8]) throws(OwnerFailure) -> Request {
    guard let value = try? JSONValue(parsing: bytes), value["jsonrpc"]?.stringValue == "2.0",
      let method = value["method"]?.stringValue
    else { throw OwnerFailure(.usage, "this is not a request of the owner's door") }
    return Request(id: value["id"] ?? .null, method: method, params: value["params"] ?? [:])
  }

  static func parseResponse(_ bytes: [UInt8]) throws(OwnerFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: bytes) else {
      throw OwnerFailure(.internalError, "the provider answered something that is not JSON")
    }
    if let result = value["result"] { return result }
    let error = value["error"]
    throw OwnerFailure(
      RPCError(
        code: OwnerFailure.code, message: error?["message"]?.stringValue ?? "the provider failed",
        data: error?["data"]))
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    value.encoded() + [UInt8(ascii: "\n")]
  }
}
